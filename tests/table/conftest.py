"""The bot over simcord, for every test of the table and of the cogs."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot import Kuku
from pictures.studio import Studio
from table.pace import NO_WAITS, Pace
from tests.support.outgoing import LogWatch
from tests.support.world import World, open_world


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "kuku.sqlite3"


@pytest.fixture
def pace() -> Pace:
    return NO_WAITS


@pytest.fixture
def empty_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures of no bytes, where nobody looks at them; their alt texts are real."""

    async def empty(*_: object) -> bytes:
        return b""

    monkeypatch.setattr(Studio, "_bytes", empty)


@pytest.fixture
def scenes_for_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Instead of a picture its scene goes out: equal scenes make equal pictures, and it takes no time."""

    async def written(_: Studio, what: object, look: object, urgent: bool) -> bytes:
        return repr((what, look)).encode()

    monkeypatch.setattr(Studio, "_bytes", written)


@pytest.fixture
def simcord_bot(database: Path, pace: Pace) -> Kuku:
    return Kuku(database, pace=pace, shard_count=1, upload=False)


@pytest_asyncio.fixture
async def env(simcord_env: Any) -> AsyncIterator[Any]:
    try:
        yield simcord_env
    finally:
        await simcord_env.bot.close_rooms()


@pytest_asyncio.fixture
async def world(env: Any, database: Path, pace: Pace, request: pytest.FixtureRequest) -> AsyncIterator[World]:
    marker = request.node.get_closest_marker("people")
    async with open_world(env, database, marker.args[0] if marker else 2, pace) as found:
        handler = LogWatch(found.watch)
        logging.getLogger().addHandler(handler)
        try:
            yield found
        finally:
            logging.getLogger().removeHandler(handler)
