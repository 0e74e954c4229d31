"""A server with a channel and people, and our bot in it: where end-to-end tests begin."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import discord
from simcord.env import Env

import tests.support.simkit as simkit  # before any Env is made
from bot import Kuku
from table.live import LiveTable
from table.pace import NO_WAITS, Pace
from tests.support.outgoing import Watch
from tests.support.people import Player

NAMES = (
    "ann", "bo", "cy", "dee", "eli", "fay", "gus", "hal", "ida", "jo", "kim", "lou", "mia", "ned", "ole", "pia", "roy",
    "sue", "tom", "una",
)  # fmt: skip


@dataclass
class World:
    """What a test has: `env`, one server, one channel, and as many players as it asks for."""

    env: Env
    database: Path
    watch: Watch
    guild: Any
    channel: Any
    people: list[Player]
    moderator: Any
    pace: Pace

    @property
    def bot(self) -> Kuku:
        """The bot that runs now (a test may have restarted it)."""
        bot = self.env.bot
        assert isinstance(bot, Kuku)
        return bot

    def table_message(self) -> Any:
        """The newest public message that is a lobby, table or result."""
        return self.channel.history()[-1]

    def message(self, message_id: int | None) -> Any:
        """The public message with this id as it is now; None if it is gone."""
        return next((message for message in self.channel.history() if message.id == message_id), None)

    def tables(self) -> list[LiveTable]:
        """The tables in memory, in the order opened."""
        return [table for _, table in sorted(self.bot.house._tables.items())]

    async def restart(self, pace: Pace | None = None) -> Kuku:
        """Stop the bot as a power cut would leave it: what is committed stays. A new one starts on the same file."""
        await self.bot.close_rooms()
        bot = Kuku(self.database, pace=pace or self.pace, shard_count=1, upload=False)
        await self.env.restart_bot(bot)
        self.watch.attach(bot.house)
        return bot


@asynccontextmanager
async def open_world(env: Env, database: Path, people: int = 2, pace: Pace = NO_WAITS) -> AsyncIterator[World]:
    """A world with so many players; afterwards nothing that went out may have been wrong."""
    watch = Watch()
    simkit.watchers.append(watch)
    try:
        guild = env.create_guild()
        channel = guild.create_text_channel("cards")
        rng = random.Random(1)
        players = [
            Player(guild.add_member(env.create_user(name)), channel, random.Random(rng.random()))
            for name in NAMES[:people]
        ]
        powers = discord.Permissions(manage_messages=True, manage_guild=True)
        moderator = guild.add_member(env.create_user("mod"), roles=[guild.create_role("Mod", permissions=powers)])
        world = World(env, database, watch, guild, channel, players, moderator, pace)
        watch.attach(world.bot.house)
        yield world
    finally:
        simkit.watchers.remove(watch)
    assert not watch.problems, "\n".join(watch.problems[:10])
