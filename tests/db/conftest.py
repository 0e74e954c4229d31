"""A real file for every test of the database, and a plain connection for steps that need no event loop."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from db.boards import Board, page_statement
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


@pytest.fixture
def fastest() -> Callable[[Callable[[], object]], float]:
    """Seconds that a call takes when the machine lets it: the best of five."""

    def measure(call: Callable[[], object]) -> float:
        times = []
        for _ in range(5):
            begun = time.perf_counter()
            call()
            times.append(time.perf_counter() - begun)
        return min(times)

    return measure


@pytest.fixture
def plan() -> Callable[[sqlite3.Connection, Board], list[str]]:
    """The steps by which SQLite finds a page of a board."""

    def explain(connection: sqlite3.Connection, board: Board) -> list[str]:
        facts = {"server": 1, "game": "", "everyone": 0, "limit": 25, "offset": 0}
        return [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {page_statement(board)}", facts)]

    return explain
