"""The bot: settings, logging, the database, the cogs, run. Without a token it says so in a sentence and exits."""

from __future__ import annotations

import asyncio
import hashlib
import importlib
import json
import logging
import os
import pkgutil
import sys
from pathlib import Path
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from dotenv import load_dotenv

import cogs
from db import facts
from db.database import Database, DatabaseProblem
from pictures.studio import Studio
from table.answers import Kind
from table.house import House
from table.pace import Pace

log = logging.getLogger("kuku")

HOME = Path(__file__).resolve().parent
NO_TOKEN = (
    "There is no DISCORD_TOKEN. Put one into .env (see .env.example), or play offline in a browser with: make run"
)


class CommandTree(app_commands.CommandTree["Kuku"]):
    """Commands whose errors, too, are answered: what the commands themselves did not catch."""

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """A command that Discord still shows but we no longer have, or a mistake of ours."""
        async with self.client.house.answer(
            interaction, Kind.PRIVATE, f"command {interaction.command and interaction.command.name}"
        ) as answer:
            if isinstance(error, app_commands.CommandNotFound):
                await answer.tell(answer.words.say("This command has changed. Please reload Discord and try again."))
            elif isinstance(error, app_commands.CheckFailure):
                await answer.tell(answer.words.say("A table needs a server: use this command in a channel of one."))
            else:
                raise getattr(error, "original", error)


class Kuku(commands.AutoShardedBot):
    """The bot. It knows guilds and nothing else: no member cache, no messages."""

    house: House

    def __init__(
        self, database: str | Path, *, pace: Pace | None = None, shard_count: int | None = None, upload: bool = True
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            allowed_mentions=discord.AllowedMentions.none(),
            shard_count=shard_count,
            tree_cls=CommandTree,
        )
        self.database_path = Path(database)
        self.pace = pace or Pace()
        self.upload = upload
        self.db: Database | None = None
        self.studio: Studio | None = None

    async def setup_hook(self) -> None:
        """Open the database, load the cogs, take presses, offer the commands; tables go on in the background."""
        if self.db is None:
            self.db = await Database.open(self.database_path)
        self.studio = Studio()
        self.house = House(self, self.db, self.studio, self.pace)
        for found in pkgutil.iter_modules(cogs.__path__):
            if hasattr(importlib.import_module(f"cogs.{found.name}"), "setup"):
                await self.load_extension(f"cogs.{found.name}")
        self.house.open()
        await self.sync_commands()
        self.house.spawn(self._begin(), "begin")

    async def _begin(self) -> None:
        """What follows a start: card emojis, and the tables of before."""
        await self.house.resume()
        if self.upload:
            there = await self.house.emojis.gather()
            if there and self.db is not None and self.db.is_new:
                log.warning(
                    "The database %s is new, but this application already has card emojis: if the bot ran before, "
                    "its database was lost. Keep it on a disk that survives restarts (KUKU_DATABASE).",
                    self.database_path,
                )

    async def sync_commands(self) -> bool:
        """Tell Discord our commands, once for each change of them. Returns whether they were sent."""
        assert self.db is not None
        tree = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        mark = hashlib.sha256(
            f"{self.application_id} {json.dumps(tree, sort_keys=True, default=str)}".encode()
        ).hexdigest()
        if await self.db.read(facts.read_fact, "commands") == mark:
            return False
        await self.tree.sync()
        async with self.db.write() as tx:
            tx.do(facts.write_fact, "commands", mark)
        return True

    async def close(self) -> None:
        """Stop, and leave the database in order."""
        await self.close_rooms()
        await super().close()

    async def close_rooms(self) -> None:
        """Stop the tables' tasks, the drawing thread and the database; safe to call twice."""
        if hasattr(self, "house"):
            await self.house.close()
        if self.studio is not None:
            self.studio.close()
            self.studio = None
        if self.db is not None:
            await self.db.close()
            self.db = None


def fail(sentence: str) -> int:
    """Say what is wrong and what to do, without a traceback; the exit code."""
    print(sentence, file=sys.stderr)
    return 1


async def run(token: str, database: str) -> int:
    """Run the bot on Discord until it is stopped; returns the exit code."""
    try:
        db = await Database.open(database)
    except DatabaseProblem as problem:
        return fail(str(problem))
    bot = Kuku(database)
    bot.db = db
    try:
        async with bot:
            await bot.start(token)
    except discord.LoginFailure:
        return fail("Discord does not know this DISCORD_TOKEN. Copy it again from the Bot page of your application.")
    except discord.PrivilegedIntentsRequired:
        return fail(
            "Discord refuses the intents of this bot; it needs only Guilds. Check the Bot page of your application."
        )
    except (discord.GatewayNotFound, OSError) as error:
        return fail(f"Discord cannot be reached ({error}). Check the network of this machine and try again.")
    finally:
        await bot.close_rooms()
    return 0


def main() -> int:
    """Read the settings and run; returns the exit code."""
    load_dotenv(HOME / ".env")
    logging.basicConfig(
        level=os.environ.get("KUKU_LOG", "INFO").upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    token = os.environ.get("DISCORD_TOKEN", "").strip()
    if not token:
        return fail(NO_TOKEN)
    try:
        return asyncio.run(run(token, os.environ.get("KUKU_DATABASE", str(HOME / "kuku.sqlite3"))))
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
