"""The power goes out at any moment: what was answered is there, and nothing is there by halves."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

from db import points
from db.opening import open_to_write

ROUNDS = 20
ROOT = Path(__file__).parents[2]


def write_until_killed(nursery: subprocess.Popen[str], number: int, seconds: float, *, after: str) -> set[int]:
    """Run one child of the nursery and kill it `seconds` after it began ('pid') or first had an answer ('ack').

    Returns the transactions that it had an answer for.
    """
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    nursery.stdin.write(f"{number}\n")
    nursery.stdin.flush()
    acknowledged: set[int] = set()
    child, killer = 0, None
    for line in nursery.stdout:
        word, value = line.split()
        if word == "gone":
            assert int(value) == signal.SIGKILL
            return acknowledged
        if word == "pid":
            child = int(value)
        else:
            acknowledged.add(int(value))
        if killer is None and word == after:
            killer = threading.Timer(seconds, os.kill, (child, signal.SIGKILL))
            killer.start()
    raise AssertionError("the nursery ended")


def test_20_kills_lose_nothing_that_was_acknowledged(path: Path) -> None:
    rng = random.Random(20)
    acknowledged: set[int] = set()
    open_to_write(path)[0].close()
    nursery = subprocess.Popen(
        [sys.executable, "-m", "tests.db.kill_nursery", str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    )
    with nursery:
        for number in range(1, ROUNDS + 1):
            # Every fourth is killed early, while it opens what the one before left behind.
            after, longest = ("ack", 0.06) if number % 4 else ("pid", 0.03)
            acknowledged |= write_until_killed(nursery, number, rng.uniform(0, longest), after=after)
            with closing(sqlite3.connect(path)) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                assert connection.execute("PRAGMA foreign_key_check").fetchone() is None
                there = {table for (table,) in connection.execute("SELECT id FROM tables")}
                assert acknowledged <= there
                moves = dict(connection.execute("SELECT table_id, COUNT(*) FROM moves GROUP BY table_id"))
                assert moves == dict.fromkeys(there, 2)
                entries = dict(connection.execute("SELECT source, COUNT(*) FROM ledger GROUP BY source"))
                assert entries == dict.fromkeys(map(str, there), 2)
                assert points.check_purses(connection) == []
                assert connection.execute("SELECT SUM(points) FROM purses").fetchone() == (0,)
        assert nursery.stdin is not None
        nursery.stdin.close()
    assert len(acknowledged) >= ROUNDS
