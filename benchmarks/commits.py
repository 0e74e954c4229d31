"""Committed moves a second: the bot's group commit against a hop to the thread for every statement.

Both write the same rows with the same statements, to files in one folder, with synchronous=FULL. The peer is how
aiosqlite is mostly used: one statement is awaited after the other, under a lock, each move its own transaction.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import aiosqlite

from db import tables
from db.database import Database
from db.opening import open_to_write

TASKS = (1, 10, 100)
SECONDS = 1.5
AIM = 5.0

Commit = Callable[[int, int], Awaitable[None]]


@dataclass(frozen=True)
class Measure:
    """What one way of writing did: moves a second, and milliseconds that a move waited."""

    rate: float
    p50: float
    p99: float


async def measure(commit: Commit, tasks: int, first_ply: int) -> Measure:
    """Let `tasks` tables move as fast as they can, table `n` from ply `first_ply` on."""
    waits: list[float] = []
    begun = time.perf_counter()

    async def play(table: int) -> None:
        ply = first_ply
        while (start := time.perf_counter()) < begun + SECONDS:
            await commit(table, ply)
            waits.append(time.perf_counter() - start)
            ply += 1

    await asyncio.gather(*(play(table) for table in range(1, tasks + 1)))
    seconds = time.perf_counter() - begun
    percentiles = statistics.quantiles(waits, n=100)
    return Measure(len(waits) / seconds, percentiles[49] * 1000, percentiles[98] * 1000)


def make(path: Path) -> None:
    """A file with a live table for each task."""
    connection, _ = open_to_write(path)
    for table in range(1, max(TASKS) + 1):
        tables.create_table(connection, table, server=1, channel=2, game="kille", options={}, host=3, at=0)
        tables.set_state(connection, table, "live", 0)
    connection.close()


async def measure_group_commit(path: Path, tasks: int) -> Measure:
    """The bot's own way."""
    database = await Database.open(path)

    async def commit(table: int, ply: int) -> None:
        async with database.write() as tx:
            tx.do(tables.append_moves, table, ply, [(0, "trade")], ply)
            tx.do(tables.save_table, table, deadline=ply, touched=ply)

    measured = await measure(commit, tasks, 0)
    await database.close()
    return measured


async def measure_hop_per_statement(path: Path, tasks: int) -> Measure:
    """The same statements, each awaited by itself."""
    connection = await aiosqlite.connect(path, isolation_level=None)
    await connection.execute("PRAGMA synchronous = FULL")
    await connection.execute("PRAGMA foreign_keys = ON")
    lock = asyncio.Lock()

    async def commit(table: int, ply: int) -> None:
        facts = {"table": table, "ply": ply}
        async with lock:
            await connection.execute("BEGIN IMMEDIATE")
            found = await connection.execute(
                "SELECT COALESCE(MAX(ply) + 1, 0) FROM moves WHERE table_id = :table", facts
            )
            row = await found.fetchone()
            assert row is not None
            assert row[0] == ply
            await connection.execute(
                "INSERT INTO moves (table_id, ply, seat, move, at) VALUES (:table, :ply, 0, 'trade', :ply)", facts
            )
            await connection.execute("UPDATE tables SET deadline = :ply, touched = :ply WHERE id = :table", facts)
            await connection.execute("COMMIT")

    measured = await measure(commit, tasks, 0)
    await connection.close()
    return measured


def main() -> bool:
    """Print the table; whether the aim was reached with 10 tasks and more (one alone has nobody to share with)."""
    print(f"Committed moves a second (aim: group commit at least {AIM:g} times as many once tables play at once)")
    print("tasks  hop per statement           group commit                ratio")
    reached = True
    with tempfile.TemporaryDirectory() as folder:
        for tasks in TASKS:
            ways = (measure_hop_per_statement, measure_group_commit)
            results = []
            for way in ways:
                path = Path(folder) / f"{way.__name__}-{tasks}.sqlite3"
                make(path)
                results.append(asyncio.run(way(path, tasks)))
            hops, group = results
            ratio = group.rate / hops.rate
            cells = "  ".join(f"{m.rate:7.0f}/s p50 {m.p50:5.1f} p99 {m.p99:5.1f}" for m in results)
            print(f"{tasks:5}  {cells}  {ratio:4.1f}x")
            reached = reached and (tasks == 1 or ratio >= AIM)
    return reached


if __name__ == "__main__":
    main()
