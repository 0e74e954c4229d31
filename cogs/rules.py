"""/rules and /help: how a game is played, and how to begin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.building import game_choices
from table.answers import Kind, Refusal
from table.page import Page, Text

if TYPE_CHECKING:
    from bot import Kuku


class Rules(commands.Cog):
    """What newcomers ask for."""

    def __init__(self, bot: Kuku) -> None:
        self.house = bot.house

    @app_commands.command(description="The rules of a game, with this bot's readings marked.")
    @app_commands.describe(game="Which game.")
    async def rules(self, interaction: discord.Interaction[Any], game: str) -> None:
        """Show the rules of a game privately, in the reader's language."""
        async with self.house.answer(interaction, Kind.PRIVATE, f"/rules {game}") as answer:
            presentation = self.house.presentations.get(game.lower().replace("-", "_").replace(" ", "_"))
            if presentation is None:
                titles = answer.words.listed(found.game.title for found in self.house.presentations.values())
                raise Refusal(answer.words.say("There is no such game here. There is: {titles}.", titles=titles))
            await answer.show(Page((Text(presentation.rules_page(answer.words)),), presentation.accent))

    @rules.autocomplete("game")
    async def _games(self, interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return game_choices(self.house, typed)

    @app_commands.command(name="help", description="How to begin.")
    async def help_command(self, interaction: discord.Interaction[Any]) -> None:
        """How to begin, in one screen."""
        async with self.house.answer(interaction, Kind.PRIVATE, "/help") as answer:
            words = answer.words
            games = " · ".join(f"`/{found.game.key.replace('_', '-')}`" for found in self.house.presentations.values())
            lines = [
                words.say("## How to begin"),
                words.say("1. Open a table: {games}", games=games),
                words.say("2. Others press **Join**; with nobody about, **Add computer**."),
                words.say("3. **My hand** shows your cards, only to you, with a button for everything you can do."),
                "",
                words.say(
                    "`/rules` explains a game · `/table` brings the table to the bottom · `/hand` opens your hand"
                ),
                words.say(
                    "`/tables` finds games that wait for you · `/leaderboard` shows who wins · `/leave` and `/end`"
                ),
                "",
                words.say("-# Every shuffle can be checked afterwards: **Was it fair?** below each result."),
            ]
            await answer.show(Page((Text("\n".join(lines)),)))


async def setup(bot: Kuku) -> None:
    """Load the commands."""
    await bot.add_cog(Rules(bot))
