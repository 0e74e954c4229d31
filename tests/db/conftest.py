"""A real file for every test of the database, and a plain connection for steps that need no event loop."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from db.database import Database
from db.opening import open_to_write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "kuku.sqlite3"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(path)
    yield opened
    await opened.close()


@pytest.fixture
def connection(path: Path) -> Iterator[sqlite3.Connection]:
    opened, _ = open_to_write(path)
    opened.execute("PRAGMA synchronous = OFF")
    yield opened
    opened.close()
