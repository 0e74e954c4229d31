"""The writers of test_kill: one process that has imported everything forks a child for each round.

A line "ROUND" on standard input starts a child that writes as fast as it can and says "ack SOURCE" after each
transaction that was answered; the line "gone SIGNAL" follows when it has been killed.
"""

from __future__ import annotations

import asyncio
import os
import sys
from itertools import count

from db import points, tables
from db.database import Database

WRITERS = 8


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


async def write_for_ever(path: str, number: int) -> None:
    database = await Database.open(path)
    sources = count(number * 1_000_000)

    async def writer(seat: int) -> None:
        while True:
            table = next(sources)
            async with database.write() as tx:
                tx.do(tables.create_table, table, server=1, channel=2, game="kille", options={}, host=seat, at=table)
                tx.do(tables.append_moves, table, 0, [(0, "trade"), (1, "keep")], table)
                tx.do(points.grant, 1, seat, 5, "game", str(table), table)
                tx.do(points.grant, 1, seat + WRITERS, -5, "game", str(table), table)
            say(f"ack {table}")

    await asyncio.gather(*(writer(seat) for seat in range(WRITERS)))


def main(path: str) -> None:
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            say(f"pid {os.getpid()}")
            asyncio.run(write_for_ever(path, int(line)))
        _, status = os.waitpid(child, 0)
        say(f"gone {os.WTERMSIG(status) if os.WIFSIGNALED(status) else -1}")


if __name__ == "__main__":
    main(sys.argv[1])
