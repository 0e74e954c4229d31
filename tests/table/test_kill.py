"""The power goes at any moment, 20 times on one file: every move that was acknowledged is there and replays."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import signal
import sqlite3
import time
from pathlib import Path
from typing import Any

from bot import Kuku
from cogs.kontsina import KontsinaTable
from db import results, tables
from db.database import Database
from db.ids import new_id
from games.kontsina import KontsinaOptions
from pictures.studio import Studio
from table.house import House
from table.opening import RULES_VERSION
from table.pace import NO_WAITS

KILLS = 20
SERVER, CHANNEL = 1, 2


async def play_for_ever(database: Path, acknowledged: Any) -> None:
    """Begin table after table and play at random through the house's own way of making moves; tell each one made."""
    house = House(Kuku(database, shard_count=1), await Database.open(database), Studio(), NO_WAITS)
    house.present(KontsinaTable())
    rng = random.Random(os.getpid())
    while True:
        number = new_id()
        seats = [tables.SeatRow(number, seat, 10 + seat, f"p{seat}", level="easy") for seat in range(2)]
        async with house.db.write() as tx:
            tx.do(
                tables.create_table,
                number,
                server=SERVER,
                channel=CHANNEL,
                game="kontsina",
                options=KontsinaOptions().facts(),
                host=10,
                at=1,
                rules_version=RULES_VERSION,
                seats=seats,
            )
        async with house.at(number) as table:
            await house.lobby._begin(table)
            while table.live:
                game = table.going()
                seat = game.to_act[0]
                move = rng.choice(game.moves(seat))
                await house.turns.play(table, [(seat, move)])
                acknowledged.send((number, game.ply, seat, move))


def in_another_process(database: Path, acknowledged: Any) -> None:
    asyncio.run(play_for_ever(database, acknowledged))


def test_twenty_kills_lose_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    database = tmp_path / "kuku.sqlite3"
    fork = multiprocessing.get_context("fork")
    rng = random.Random(3)
    made: list[tuple[int, int, int, str]] = []
    for _ in range(KILLS):
        reading, writing = fork.Pipe(duplex=False)
        process = fork.Process(target=in_another_process, args=(database, writing))
        process.start()
        writing.close()
        first = reading.recv()  # it plays
        time.sleep(rng.uniform(0.0, 0.12))
        os.kill(process.pid or 0, signal.SIGKILL)
        process.join()
        made.append(first)
        while True:
            try:
                made.append(reading.recv())
            except EOFError:
                break
    assert len(made) > KILLS
    check(database, made)


def check(database: Path, made: list[tuple[int, int, int, str]]) -> None:
    connection = sqlite3.connect(database)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    stored = {
        (number, move.ply): (move.seat, move.move)
        for number in {number for number, *_ in made}
        for move in tables.moves_of(connection, number)
    }
    for number, ply, seat, move in made:
        assert stored[number, ply] == (seat, move)
    for number in {number for number, *_ in made}:
        row = tables.load_table(connection, number)
        assert row is not None
        table = house_table(row)
        table.replay([(move.seat, move.move) for move in tables.moves_of(connection, number)])
        over = table.going().outcome is not None
        assert row.state == ("over" if over else "live")
        assert len(results.results_of(connection, number)) == (2 if over else 0)
    connection.close()


def house_table(row: tables.TableRow) -> Any:
    from table.live import LiveTable, Place

    return LiveTable(row, [Place.read(seat) for seat in row.seats], KontsinaTable())
