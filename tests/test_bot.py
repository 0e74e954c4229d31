"""Starting the bot: commands told once, emojis uploaded once, and one clear sentence for everything that is wrong."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
import pytest_asyncio
from simcord.env import Env

from bot import Kuku
from db.database import Database
from pictures.emoji import TILES
from table.pace import NO_WAITS
from tests.support import simkit

HOME = Path(__file__).resolve().parent.parent


@pytest_asyncio.fixture
async def calls() -> AsyncIterator[list[tuple[str, str]]]:
    made: list[tuple[str, str]] = []

    def note(backend: Any, method: str, path: str, body: Any, files: Any) -> None:
        made.append((method, path))

    simkit.watchers.append(note)
    yield made
    simkit.watchers.remove(note)


async def start(database: Path, upload: bool = False) -> Env:
    env = Env(Kuku(database, pace=NO_WAITS, shard_count=1, upload=upload), settle_timeout=20)
    await env.start()
    return env


async def stop(env: Env) -> None:
    await env.bot.close_rooms()
    await env.shutdown()


class OneMoreCommand(Kuku):
    """The bot after somebody has written another command."""

    async def sync_commands(self) -> bool:
        @self.tree.command(name="another", description="One more.")
        async def another(interaction: discord.Interaction[Any]) -> None:
            raise NotImplementedError

        return await super().sync_commands()


async def test_commands_are_sent_once_and_again_only_after_a_change(
    tmp_path: Path, calls: list[tuple[str, str]]
) -> None:
    def syncs() -> int:
        return sum(method == "PUT" and path.endswith("/commands") for method, path in calls)

    env = await start(tmp_path / "kuku.sqlite3")
    assert syncs() == 1
    await env.bot.close_rooms()
    await env.restart_bot(Kuku(tmp_path / "kuku.sqlite3", pace=NO_WAITS, shard_count=1, upload=False))
    assert syncs() == 1
    await env.bot.close_rooms()
    await env.restart_bot(OneMoreCommand(tmp_path / "kuku.sqlite3", pace=NO_WAITS, shard_count=1, upload=False))
    assert syncs() == 2
    await stop(env)


async def test_only_the_guilds_intent_and_no_members_kept(tmp_path: Path) -> None:
    env = await start(tmp_path / "kuku.sqlite3")
    assert env.bot.intents == discord.Intents(guilds=True)
    guild = env.create_guild()
    for name in ("ann", "bo"):
        guild.add_member(env.create_user(name))
    await env.settle()
    assert {member.id for member in env.bot.get_guild(guild.id).members} <= {env.bot.user.id}
    await stop(env)


async def test_emojis_are_uploaded_once_and_found_again(tmp_path: Path, calls: list[tuple[str, str]]) -> None:
    def uploads() -> int:
        return sum(method == "POST" and path.endswith("/emojis") for method, path in calls)

    env = await start(tmp_path / "kuku.sqlite3", upload=True)
    await env.settle()
    assert uploads() == len(TILES)
    emoji = env.bot.house.emojis.of("10D")
    assert emoji is not None
    assert emoji.startswith("<:french_10d_v1:")
    await env.bot.close_rooms()
    await env.restart_bot(Kuku(tmp_path / "kuku.sqlite3", pace=NO_WAITS, shard_count=1, upload=True))
    await env.settle()
    assert uploads() == len(TILES)
    assert env.bot.house.emojis.of("10D") == emoji
    await stop(env)


async def test_a_new_database_although_emojis_are_there_is_warned_of(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    env = await start(tmp_path / "kuku.sqlite3", upload=True)
    await env.settle()
    await env.bot.close_rooms()
    with caplog.at_level(logging.WARNING):
        await env.restart_bot(Kuku(tmp_path / "another.sqlite3", pace=NO_WAITS, shard_count=1, upload=True))
        await env.settle()
    assert any("its database was lost" in record.getMessage() for record in caplog.records)
    await stop(env)


async def test_emojis_that_cannot_be_uploaded_stay_words(tmp_path: Path) -> None:
    env = Env(Kuku(tmp_path / "kuku.sqlite3", pace=NO_WAITS, shard_count=1, upload=True))
    env.inject_error("POST", "/applications/*/emojis", status=403, code=50013, times=None)
    await env.start()
    await env.settle()
    assert env.bot.house.emojis.of("10D") is None
    await stop(env)


def run_bot(*, token: str | None, database: Path | str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name not in ("DISCORD_TOKEN", "KUKU_DATABASE")}
    clean["KUKU_DATABASE"] = str(database)
    clean["DISCORD_TOKEN"] = token or ""
    return subprocess.run(
        [sys.executable, "bot.py"], cwd=HOME, env=clean, capture_output=True, text=True, timeout=30, check=False
    )


@pytest.mark.parametrize("kind", ["no folder", "from the future"])
def test_a_database_that_cannot_be_used_is_said_in_a_sentence_and_not_touched(tmp_path: Path, kind: str) -> None:
    database = tmp_path / "kuku.sqlite3"
    if kind == "no folder":
        database = tmp_path / "nowhere" / "kuku.sqlite3"
    else:
        asyncio.run(start_and_stop(database))
        with sqlite3.connect(database) as connection:
            raise_version(connection)
        connection.close()
    before = database.read_bytes() if database.is_file() else None
    done = run_bot(token="x", database=database)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1, done.stderr
    assert (database.read_bytes() if database.is_file() else None) == before


async def start_and_stop(database: Path) -> None:
    await (await Database.open(database)).close()


def raise_version(connection: sqlite3.Connection) -> None:
    """Say that the file was made by a later version."""
    connection.execute("INSERT INTO schema_versions (version, name, at) VALUES (99, 'from the future', 1)")
