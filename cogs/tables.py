"""Commands about tables of any game: /table /tables /hand /leave /end."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
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
    from table.house import Handler, House

#: As many tables /tables names on a page, unless their names take more characters than this.
LISTED, WRITTEN = 15, 3_000
#: As many tables there are to choose from on a page.
CHOICES = 20


class Tables(commands.Cog):
    """Finding, showing, leaving and ending tables."""

    def __init__(self, bot: Kuku) -> None:
        self.house: House = bot.house

    def _handlers(self) -> dict[str, tuple[Kind, Handler]]:
        """The verbs that turn pages; which page is in the custom_id."""
        return {"tables": (Kind.UPDATE, self._press_tables), "choose": (Kind.UPDATE, self._press_choose)}

    async def cog_load(self) -> None:
        """Bring the buttons that turn pages."""
        self.house.handle(self._handlers())

    async def cog_unload(self) -> None:
        """Take them away again."""
        self.house.unhandle(self._handlers())

    # ---- finding ---------------------------------------------------------------------------------------------

    async def _here(self, answer: Answer) -> list[TableRow]:
        """The tables of this channel, those in threads of it last."""
        channel = answer.interaction.channel_id or 0
        rows = await self.house.db.read(tables.open_tables_in, channel)
        return sorted(rows, key=lambda row: row.thread not in (None, channel))

    async def _mine(self, answer: Answer) -> list[TableRow]:
        """The member's tables: those of this channel if there are any, else all of them."""
        mine = await self.house.db.read(tables.open_tables_of, answer.member)
        channel = answer.interaction.channel_id
        return [row for row in mine if channel in (row.channel, row.thread)] or mine

    async def _fitting(self, answer: Answer, verb: str) -> list[TableRow]:
        """The tables that /hand, /leave or /end may mean, at least one. Raises Refusal where there is none."""
        if verb == "end":
            return await self._to_end(answer)
        mine = await self._mine(answer)
        live = [row for row in mine if row.state != LOBBY]
        if verb == "leave" and not live:
            raise Refusal(answer.words.say("You sit in no game that is going on. A lobby is left with its button."))
        if not mine:
            raise Refusal(answer.words.say("You sit at no table. `/help` says how to open one."))
        return live or mine

    async def _to_end(self, answer: Answer) -> list[TableRow]:
        where(answer)
        rows = await self._here(answer)
        if not rows:
            raise Refusal(answer.words.say("No table is open in this channel."))
        if await self.house.leaving.is_moderator(answer.interaction):
            return sorted(rows, key=lambda row: answer.member not in row.members)
        mine = [row for row in rows if answer.member in row.members]
        if not mine:
            raise Refusal(answer.words.say("Only its players, its host and moderators can end this table."))
        return mine

    def _choose(self, rows: list[TableRow], verb: str, words: Words, page: int = 0) -> Page:
        """One button a table, where several fit; as many as fit a message, the others on further pages."""
        page = min(page, (len(rows) - 1) // CHOICES)
        buttons = tuple(
            Button(Press(row.id, None, verb), words.label(f"{self._title(row)} · {self._people(row)}"), Style.primary)
            for row in rows[page * CHOICES : (page + 1) * CHOICES]
        )
        turning = _turning("choose", page, len(rows) > (page + 1) * CHOICES, words, f":{verb}")
        return Page((Text(words.say("There are several tables. Which one?")), Buttons(buttons), *turning))

    async def _press_choose(self, answer: Answer, press: Press) -> None:
        """Turn to another page of the tables to choose from, as they are now."""
        page, _, verb = press.object.partition(":")
        await answer.update(self._choose(await self._fitting(answer, verb), verb, answer.words, int(page)))

    def _title(self, row: TableRow) -> str:
        presentation = self.house.presentations.get(row.game)
        return presentation.game.title if presentation is not None else row.game

    @staticmethod
    def _people(row: TableRow) -> str:
        return ", ".join(seat.name for seat in row.seats)

    # ---- commands --------------------------------------------------------------------------------------------

    @app_commands.command(description="Your hand at the table in this channel.")
    async def hand(self, interaction: discord.Interaction[Any]) -> None:
        """Show the member's own hand privately; with several tables, ask which."""
        async with self.house.answer(interaction, Kind.PRIVATE, "/hand") as answer:
            rows = await self._fitting(answer, "hand")
            if len(rows) > 1:
                await answer.show(self._choose(rows, "hand", answer.words))
            else:
                await self.house.hands.answer(answer, rows[0].id)

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
            await answer.show(await self._list(answer))

    async def _press_tables(self, answer: Answer, press: Press) -> None:
        """Turn to another page of the open tables, as they are now."""
        await answer.update(await self._list(answer, int(press.object)))

    async def _list(self, answer: Answer, page: int = 0) -> Page:
        """A page of the open tables; each begins with a heading."""
        words = answer.words
        mine = await self.house.db.read(tables.open_tables_of, answer.member)
        server = answer.interaction.guild_id
        others = [] if server is None else await self.house.db.read(tables.open_tables, server)
        waiting = [row for row in mine if await self._waits_for(row, answer.member)]
        rest = [row for row in others if row.id not in {row.id for row in waiting}]
        entries = [(words.say("### Waiting for you"), self._line(row, words)) for row in waiting]
        entries += [(words.say("### Open tables of this server"), self._line(row, words)) for row in rest]
        pages = list(_pages(entries))
        if not pages:
            return Page((Text(words.say("No table is open. `/help` says how to open one.")),))
        page = min(page, len(pages) - 1)
        lines = [line for heading, of in groupby(pages[page], itemgetter(0)) for line in (heading, *(e[1] for e in of))]
        if len(pages) > 1:
            lines.append("-# " + words.say("page {page} of {pages}", page=page + 1, pages=len(pages)))
        return Page((Text("\n".join(lines)), *_turning("tables", page, page + 1 < len(pages), words)))

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
            rows = await self._fitting(answer, "leave")
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
            rows = await self._fitting(answer, "end")
            if len(rows) > 1:
                await answer.show(self._choose(rows, "end", answer.words))
                return
            said = await self.house.leaving.end(answer, rows[0].id, await self.house.leaving.is_moderator(interaction))
            await answer.tell(said)
            await self.house.turns.show(rows[0].id)


def _pages(entries: list[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """Entries (a heading and a line) divided into pages that fit a message."""
    page: list[tuple[str, str]] = []
    written = 0
    for entry in entries:
        if len(page) == LISTED or (page and written + len(entry[1]) > WRITTEN):
            yield page
            page, written = [], 0
        page.append(entry)
        written += len(entry[1])
    if page:
        yield page


def _turning(verb: str, page: int, more: bool, words: Words, what: str = "") -> tuple[Buttons, ...]:
    """The buttons that turn pages, where there are several. They belong to no table, so its number is 0."""
    buttons = []
    if page > 0:
        buttons.append(Button(Press(0, None, verb, f"{page - 1}{what}"), words.say("Earlier tables")))
    if more:
        buttons.append(Button(Press(0, None, verb, f"{page + 1}{what}"), words.say("More tables")))
    return (Buttons(tuple(buttons)),) if buttons else ()


async def setup(bot: Kuku) -> None:
    """Load the commands."""
    await bot.add_cog(Tables(bot))
