"""The one builder of game commands: options, bounds and help come from the game's `Options`, never by hand."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from games.options import OptionRule
from table.answers import Kind
from table.opening import Wish
from table.presentation import Presentation

if TYPE_CHECKING:
    from table.house import House

#: What every game command offers beside the game's own options.
CLOCKS = {"live": "live: a minute or so for each move", "slow": "slow: 24 hours for each move", "none": "no clock"}


class GameCog(commands.Cog):
    """The slash command of one game; its name is the key of the game."""

    def __init__(self, bot: commands.Bot | commands.AutoShardedBot, presentation: Presentation) -> None:
        self.bot = bot
        self.presentation = presentation
        self.command = build_command(bot.house, presentation)  # type: ignore[union-attr]  # our bot has a house
        self.__cog_name__ = f"game {presentation.game.key}"

    async def cog_load(self) -> None:
        """Bring the game into the house and its command into the tree."""
        self.bot.house.present(self.presentation)  # type: ignore[union-attr]
        self.bot.tree.add_command(self.command)

    async def cog_unload(self) -> None:
        """Take the command away again."""
        self.bot.tree.remove_command(self.command.name)


def build_command(house: House, presentation: Presentation) -> app_commands.Command[Any, ..., Any]:
    """The slash command of a game: discord.py reads the signature made here, with bounds and choices."""
    game = presentation.game
    rules = game.Options.rules()

    async def open_lobby(interaction: discord.Interaction[Any], **chosen: Any) -> None:
        async with house.answer(interaction, Kind.PUBLIC, f"/{game.key} {chosen}") as answer:
            own = {rule.name: chosen[rule.name] for rule in rules if rule.name in chosen}
            wish = Wish(
                game.Options.read(own),
                chosen.get("computers", 0),
                clock=chosen.get("clock"),
                thread=chosen.get("thread"),
                private=chosen.get("private", False),
            )
            await house.opening.open(answer, presentation, wish)

    parameters = [_parameter("interaction", discord.Interaction), *(_option(rule) for rule in rules)]
    parameters.append(_parameter("computers", app_commands.Range[int, 0, max(game.seats_allowed) - 1], 0))
    parameters.append(_parameter("clock", str | None, None))
    parameters.append(_parameter("thread", bool | None, None))
    parameters.append(_parameter("private", bool, False))
    open_lobby.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    describe = {rule.name: rule.help for rule in rules} | {
        "computers": "How many computers sit down at once.",
        "clock": "How long a move may take.",
        "thread": "In a thread of its own.",
        "private": "Only people whom you invite may join.",
    }
    choices = {rule.name: _choices(rule) for rule in rules if rule.choices} | {
        "clock": [app_commands.Choice(name=text, value=value) for value, text in CLOCKS.items()]
    }
    command: app_commands.Command[Any, ..., Any] = app_commands.Command(
        name=game.key.replace("_", "-"),
        description=f"Open a table of {game.title}.",
        callback=app_commands.choices(**choices)(app_commands.describe(**describe)(open_lobby)),
    )
    command.guild_only = True
    return command


def game_choices(house: House, typed: str) -> list[app_commands.Choice[str]]:
    """The games whose title holds what was typed, for an option that names a game."""
    games = [presentation.game for presentation in house.presentations.values()]
    found = [app_commands.Choice(name=g.title, value=g.key) for g in games if typed.lower() in g.title.lower()]
    return found[:25]


def _parameter(name: str, kind: Any, default: Any = inspect.Parameter.empty) -> inspect.Parameter:
    return inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=kind, default=default)


def _option(rule: OptionRule) -> inspect.Parameter:
    kind: Any = type(rule.default)
    if not rule.choices and kind is int and rule.low is not None and rule.high is not None:
        kind = app_commands.Range[int, rule.low, rule.high]
    return _parameter(rule.name, kind, rule.default)


def _choices(rule: OptionRule) -> list[app_commands.Choice[Any]]:
    return [app_commands.Choice(name=str(rule.words.get(value, value)), value=value) for value in rule.choices]
