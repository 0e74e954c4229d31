"""/points and /daily: what is in the purse, why, and the points of the day."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from db import points, tables
from db.points import Entry
from games.options import N_
from table.answers import Answer, Kind
from table.opening import where
from table.page import Page, Text
from table.purses import remember
from table.turns import now_ms
from table.words import Words, signed

if TYPE_CHECKING:
    from bot import Kuku

#: Entries of the ledger on a page.
ENTRIES = 10

#: Each kind of entry as a sentence.
SAID = {
    "welcome": N_("{amount} as a welcome"),
    "daily": N_("{amount} for the day {source}"),
    "prize": N_("{amount} as a prize in {game}"),
    "game": N_("{amount} at a game of {game}"),
    "correction": N_("{amount} as a correction"),
}


class Points(commands.Cog):
    """A member's gambling points in this server."""

    def __init__(self, bot: Kuku) -> None:
        self.house = bot.house

    @app_commands.command(description="Your gambling points in this server, and where they came from.")
    @app_commands.guild_only()
    @app_commands.describe(page="Which page of the entries.")
    async def points(self, interaction: discord.Interaction[Any], page: app_commands.Range[int, 1, 1000] = 1) -> None:
        """The purse and the latest entries as sentences."""
        async with self.house.answer(interaction, Kind.PRIVATE, "/points") as answer:
            server, _ = where(answer)
            await self._remember(answer, server)
            words, db = answer.words, self.house.db
            purse = await db.read(points.purse, server, answer.member)
            entries = await db.read(points.latest_entries, server, answer.member, ENTRIES, (page - 1) * ENTRIES)
            lines = [
                words.plural("You have **{count}** gambling point.", "You have **{count}** gambling points.", purse)
            ]
            lines += [f"- <t:{entry.at // 1000}:d> {await self._sentence(entry, words)}" for entry in entries]
            if not entries:
                lines.append(words.say("There are no entries on this page."))
            await answer.show(Page((Text("\n".join(lines)),)))

    @app_commands.command(description="Your points of today.")
    @app_commands.guild_only()
    async def daily(self, interaction: discord.Interaction[Any]) -> None:
        """Daily points, once for each calendar day of the server."""
        async with self.house.answer(interaction, Kind.PRIVATE, "/daily") as answer:
            server, _ = where(answer)
            await self._remember(answer, server)
            words, at = answer.words, now_ms()
            settings = await self.house.choices.settings(server)
            day = settings.day(at)
            async with self.house.db.write() as tx:
                paid = tx.do(points.grant, server, answer.member, settings.daily, "daily", day, at)
                purse = tx.do(points.purse, server, answer.member)
            if paid.value:
                said = words.plural("{count} point for today.", "{count} points for today.", settings.daily)
            else:
                said = words.say("You have had the points of today. The next day of this server begins at midnight.")
            have = words.plural("You have {count}.", "You have {count}.", purse.value)
            await answer.tell(f"{said} {have}")

    async def _remember(self, answer: Answer, server: int) -> None:
        settings = await self.house.choices.settings(server)
        async with self.house.db.write() as tx:
            remember(tx, answer, settings, now_ms())

    async def _sentence(self, entry: Entry, words: Words) -> str:
        game = "?"
        if entry.kind in ("prize", "game") and entry.source.isdigit():
            row = await self.house.db.read(tables.load_table, int(entry.source))
            if row is not None and row.game in self.house.presentations:
                game = self.house.presentations[row.game].game.title
        amount = signed(entry.amount)
        return words.say(SAID[entry.kind], amount=amount, source=entry.source, game=game)


async def setup(bot: Kuku) -> None:
    """Load the commands."""
    await bot.add_cog(Points(bot))
