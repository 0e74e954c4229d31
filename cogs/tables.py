"""Commands about tables of any game: /table /tables /hand /leave /end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from db import tables
from db.tables import TableRow
from table.answers import Answer, Kind, Refusal
from table.controls import Press
from table.discord_calls import CallFailed
from table.live import LOBBY
from table.opening import check_permissions, where
from table.page import Button, Buttons, Page, Style, Text
from table.words import Words

if TYPE_CHECKING:
    from bot import Kuku
    from table.house import House

#: As many tables /tables names at once.
LISTED = 15


class Tables(commands.Cog):
    """Finding, showing, leaving and ending tables."""

    def __init__(self, bot: Kuku) -> None:
        self.house: House = bot.house

    # ---- finding ---------------------------------------------------------------------------------------------

    async def _here(self, answer: Answer) -> list[TableRow]:
        channel = answer.interaction.channel_id or 0
        return await self.house.db.read(tables.open_tables_in, channel)

    async def _mine(self, answer: Answer) -> list[TableRow]:
        """The member's tables: those of this channel if there are any, else all of them."""
        mine = await self.house.db.read(tables.open_tables_of, answer.member)
        channel = answer.interaction.channel_id
        return [row for row in mine if channel in (row.channel, row.thread)] or mine

    def _choose(self, rows: list[TableRow], verb: str, words: Words) -> Page:
        """One button a table, where several fit."""
        buttons = tuple(
            Button(Press(row.id, None, verb), words.label(f"{self._title(row)} · {self._people(row)}"), Style.primary)
            for row in rows[:20]
        )
        return Page((Text(words.say("There are several tables. Which one?")), Buttons(buttons)))

    def _title(self, row: TableRow) -> str:
        presentation = self.house.presentations.get(row.game)
        return presentation.game.title if presentation is not None else row.game

    @staticmethod
    def _people(row: TableRow) -> str:
        return ", ".join(seat.name for seat in row.seats)

    def _none(self, answer: Answer) -> Refusal:
        return Refusal(answer.words.say("You sit at no table. `/help` says how to open one."))

    # ---- commands --------------------------------------------------------------------------------------------

    @app_commands.command(description="Your hand at the table in this channel.")
    async def hand(self, interaction: discord.Interaction[Any]) -> None:
        """Show the member's own hand privately; with several tables, ask which."""
        async with self.house.answer(interaction, Kind.PRIVATE, "/hand") as answer:
            rows = await self._mine(answer)
            live = [row for row in rows if row.state != LOBBY] or rows
            if not live:
                raise self._none(answer)
            if len(live) > 1:
                await answer.show(self._choose(live, "hand", answer.words))
            else:
                await self.house.hands.answer(answer, live[0].id)

    @app_commands.command(description="The table again, at the bottom of the channel.")
    @app_commands.guild_only()
    async def table(self, interaction: discord.Interaction[Any]) -> None:
        """Post the table of this channel anew; the old message goes."""
        async with self.house.answer(interaction, Kind.PRIVATE, "/table") as answer:
            where(answer)
            rows = await self._here(answer)
            if not rows:
                raise Refusal(
                    answer.words.say("No table is open in this channel. `/tables` shows where there are some.")
                )
            check_permissions(answer, {})
            for row in rows:
                table = await self.house.find(row.id)
                page = await self.house.board.page(table)
                try:
                    await self.house.board.post(table, page, instead_of=table.row.message)
                    self.house.board.show(row.id)  # nothing new to draw, but a quick question is now known to be seen
                except CallFailed as failed:
                    raise Refusal(
                        answer.words.say("I may not write in this channel, so the table stays where it is.")
                    ) from failed
            await answer.tell(answer.words.say("Here it is."))

    @app_commands.command(description="The open tables of this server, those waiting for you first.")
    async def tables(self, interaction: discord.Interaction[Any]) -> None:
        """List open tables with links and free seats."""
        async with self.house.answer(interaction, Kind.PRIVATE, "/tables") as answer:
            words = answer.words
            mine = await self.house.db.read(tables.open_tables_of, answer.member)
            server = interaction.guild_id
            others = [] if server is None else await self.house.db.read(tables.open_tables, server)
            lines = []
            waiting = [row for row in mine if await self._waits_for(row, answer.member)]
            if waiting:
                lines.append(words.say("### Waiting for you"))
                lines += [self._line(row, words) for row in waiting]
            rest = [row for row in others if row.id not in {row.id for row in waiting}]
            if rest:
                lines.append(words.say("### Open tables of this server"))
                lines += [self._line(row, words) for row in rest]
            if not lines:
                lines.append(words.say("No table is open. `/help` says how to open one."))
            if len(lines) > LISTED:
                lines = [*lines[:LISTED], "…"]
            await answer.show(Page((Text("\n".join(lines)),)))

    async def _waits_for(self, row: TableRow, member: int) -> bool:
        if row.state == LOBBY:
            return False
        try:
            table = await self.house.find(row.id)
        except LookupError:
            return False
        seat = table.seat_of(member)
        return seat is not None and table.game is not None and seat in table.game.to_act

    def _line(self, row: TableRow, words: Words) -> str:
        link = f"https://discord.com/channels/{row.server}/{row.thread or row.channel}/{row.message}"
        people = discord.utils.escape_markdown(self._people(row))
        line = f"- [{self._title(row)}]({link}): {people}"
        presentation = self.house.presentations.get(row.game)
        if row.state == LOBBY and presentation is not None:
            free = max(presentation.game.seats_allowed) - len(row.seats)
            line += " · " + words.plural("{count} free seat", "{count} free seats", free)
        return line

    @app_commands.command(description="Leave the game; a computer plays on for you.")
    async def leave(self, interaction: discord.Interaction[Any]) -> None:
        """Leave a live game at once; a lobby is left with its button."""
        async with self.house.answer(interaction, Kind.PRIVATE, "/leave") as answer:
            rows = [row for row in await self._mine(answer) if row.state != LOBBY]
            if not rows:
                raise Refusal(answer.words.say("You sit in no game that is going on. A lobby is left with its button."))
            if len(rows) > 1:
                await answer.show(self._choose(rows, "leave", answer.words))
                return
            said = await self.house.leaving.leave(answer, rows[0].id)
            await answer.tell(said)
            await self.house.turns.show(rows[0].id)

    @app_commands.command(description="End the table in this channel: its host and moderators at once, others by vote.")
    @app_commands.guild_only()
    async def end(self, interaction: discord.Interaction[Any]) -> None:
        """End a table without a result."""
        async with self.house.answer(interaction, Kind.PRIVATE, "/end") as answer:
            where(answer)
            rows = await self._here(answer)
            if not rows:
                raise Refusal(answer.words.say("No table is open in this channel."))
            moderator = await self.house.leaving.is_moderator(interaction)
            mine = [row for row in rows if answer.member in row.members]
            if not moderator and not mine:
                raise Refusal(answer.words.say("Only its players, its host and moderators can end this table."))
            candidates = mine or rows
            if len(candidates) > 1:
                await answer.show(self._choose(candidates, "end", answer.words))
                return
            said = await self.house.leaving.end(answer, candidates[0].id, moderator)
            await answer.tell(said)
            await self.house.turns.show(candidates[0].id)


async def setup(bot: Kuku) -> None:
    """Load the commands."""
    await bot.add_cog(Tables(bot))
