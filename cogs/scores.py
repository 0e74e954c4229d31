"""/leaderboard: who has won most games, who has most points, in this server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.building import game_choices
from db import points, results
from db.boards import BoardRow
from table.answers import Kind
from table.opening import where
from table.page import Page, Text
from table.presence import who_is_gone
from table.words import Words

if TYPE_CHECKING:
    from bot import Kuku

#: Lines of a page.
LINES = 10

MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


class Scores(commands.Cog):
    """The boards of a server."""

    def __init__(self, bot: Kuku) -> None:
        self.house = bot.house

    @app_commands.command(description="The leaderboard of this server.")
    @app_commands.guild_only()
    @app_commands.describe(
        by="What is counted.",
        game="Only this game (wins).",
        page="Which page, ten lines each.",
        everyone="Also those who have left the server.",
    )
    @app_commands.choices(
        by=[app_commands.Choice(name="wins", value="wins"), app_commands.Choice(name="points", value="points")]
    )
    async def leaderboard(
        self,
        interaction: discord.Interaction[Any],
        by: str = "wins",
        game: str | None = None,
        page: app_commands.Range[int, 1, 1000] = 1,
        everyone: bool = False,
    ) -> None:
        """Show a page of a board."""
        async with self.house.answer(interaction, Kind.PUBLIC, f"/leaderboard {by} {game} {page}") as answer:
            server, _ = where(answer)
            words = answer.words
            offset = (page - 1) * LINES
            key = game if game in self.house.presentations and by == "wins" else None
            rows = await self._rows(server, by, key, offset, everyone)
            if not everyone and await who_is_gone(self.house, server, [row.member for row in rows]):
                rows = await self._rows(server, by, key, offset, everyone)
            if by == "points":
                title = words.say("Leaderboard of this server: points")
                count = await self.house.db.read(points.points_board_length, server, everyone=everyone)
            else:
                of = "" if key is None else f" · {self.house.presentations[key].game.title}"
                title = words.say("Leaderboard of this server: wins") + of
                count = await self.house.db.read(results.wins_board_length, server, key, everyone=everyone)
            lines = [f"## {title}", *(self._line(row, by, words) for row in rows)]
            if not rows:
                lines.append(
                    words.say(
                        "Nobody is on this page yet. Games between people count; practice with computers does not."
                    )
                )
            elif count > LINES:
                pages = (count + LINES - 1) // LINES
                lines.append("-# " + words.say("page {page} of {pages}", page=page, pages=pages))
            await answer.post(Page((Text("\n".join(lines)),)))

    async def _rows(self, server: int, by: str, game: str | None, offset: int, everyone: bool) -> list[BoardRow]:
        read = self.house.db.read
        if by == "points":
            return await read(points.points_board, server, LINES, offset, everyone=everyone)
        return await read(results.wins_board, server, game, LINES, offset, everyone=everyone)

    @leaderboard.autocomplete("game")
    async def _games(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return game_choices(self.house, typed)

    @staticmethod
    def _line(row: BoardRow, by: str, words: Words) -> str:
        name = discord.utils.escape_markdown(row.name) or words.say("somebody")
        place = MEDALS[row.place] if row.place in MEDALS and row.value > 0 else f"{row.place}\\."
        if by == "points":
            return f"{place} {name} · " + words.plural("**{count}** point", "**{count}** points", row.value)
        wins = words.plural("**{count}** win", "**{count}** wins", row.value)
        games = words.plural("{count} game", "{count} games", row.of)
        return f"{place} {name} · {wins} · {games}"


async def setup(bot: Kuku) -> None:
    """Load the boards."""
    await bot.add_cog(Scores(bot))
