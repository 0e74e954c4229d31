"""Points: paid once, never lost, always the sum of the ledger."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from db import points
from db.database import Database
from db.members import remember_member, save_presence
from db.opening import open_to_write
from db.points import Difference, Entry, Kind

SERVER, ANN, BOB, CAT, DAN = 1, 101, 102, 103, 104


def test_a_grant_is_given_once_for_each_kind_and_source(connection: sqlite3.Connection) -> None:
    grants: list[tuple[int, Kind, str, bool]] = [
        (100, "welcome", "once", True),
        (25, "daily", "2026-03-29", True),
        (25, "daily", "2026-03-29", False),
        (25, "daily", "2026-03-30", True),
        (-60, "game", "77", True),
        (-60, "game", "77", False),
        (20, "prize", "77", True),
    ]
    for amount, kind, source, added in grants:
        assert points.grant(connection, SERVER, ANN, amount, kind, source, 5) is added
    assert points.purse(connection, SERVER, ANN) == 100 + 25 + 25 - 60 + 20
    assert points.grant(connection, SERVER, BOB, -7, "game", "77", 5)  # the same table pays another member
    assert points.grant(connection, 2, ANN, 100, "welcome", "once", 5)  # and another server welcomes, too
    assert points.purses_of(connection, SERVER, [ANN, BOB, CAT]) == {ANN: 110, BOB: -7, CAT: 0}


async def test_100_daily_claims_at_once_pay_once(database: Database) -> None:
    async def claim() -> bool:
        async with database.write() as tx:
            paid = tx.do(points.grant, SERVER, ANN, 25, "daily", "2026-03-29", 5)
        return paid.value

    assert sum(await asyncio.gather(*(claim() for _ in range(100)))) == 1
    assert await database.read(points.purse, SERVER, ANN) == 25
    assert await database.read(points.check_purses) == []


async def test_a_settlement_that_fails_half_way_pays_nobody(database: Database) -> None:
    def fail(connection: sqlite3.Connection) -> None:
        raise LookupError("no result for seat 2")

    async def settle() -> None:
        async with database.write() as tx:
            tx.do(points.grant, SERVER, ANN, 30, "game", "77", 5)
            tx.do(points.grant, SERVER, BOB, -30, "game", "77", 5)
            tx.do(fail)

    with pytest.raises(LookupError):
        await settle()
    assert await database.read(points.purses_of, SERVER, [ANN, BOB]) == {ANN: 0, BOB: 0}
    assert await database.read(points.latest_entries, SERVER, ANN) == []


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE ledger SET amount = 1000",
        "UPDATE ledger SET at = 0 WHERE member = 101",
        "DELETE FROM ledger",
        "INSERT OR REPLACE INTO ledger (id, server, member, amount, kind, source, at)"
        " VALUES (1, 1, 101, 9, 'welcome', 'once', 9)",
        "INSERT INTO ledger (id, server, member, amount, kind, source, at) VALUES (1, 1, 101, 9, 'gift', 'once', 9)",
        "INSERT INTO ledger (id, server, member, amount, kind, source, at) VALUES (1, 1, 101, 9, 'prize', NULL, 9)",
        "INSERT INTO ledger (id, server, member, amount, kind, source, at) VALUES (1, 1, 101, 9, 'prize', '', 9)",
        "INSERT INTO ledger (id, server, member, amount, kind, source, at) VALUES (1, 1, 101, 1.5, 'prize', 'x', 9)",
    ],
)
def test_the_ledger_cannot_be_changed_or_filled_with_nonsense(connection: sqlite3.Connection, statement: str) -> None:
    points.grant(connection, SERVER, ANN, 100, "welcome", "once", 5)
    before = points.latest_entries(connection, SERVER, ANN)
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute(statement)
    assert points.latest_entries(connection, SERVER, ANN) == before


def test_entries_history_and_prizes_of_a_day(connection: sqlite3.Connection) -> None:
    points.grant(connection, SERVER, ANN, 100, "welcome", "once", 10)
    points.grant(connection, SERVER, ANN, 6, "prize", "76", 19)
    points.grant(connection, SERVER, ANN, -30, "game", "77", 20)
    points.grant(connection, SERVER, ANN, 8, "prize", "78", 20)
    points.grant(connection, SERVER, ANN, 4, "prize", "79", 21)
    points.grant(connection, SERVER, BOB, 50, "prize", "79", 21)
    latest = points.latest_entries(connection, SERVER, ANN, limit=2)
    assert latest == [
        Entry(latest[0].id, SERVER, ANN, 4, "prize", "79", 21),
        Entry(latest[1].id, SERVER, ANN, 8, "prize", "78", 20),
    ]
    assert [entry.source for entry in points.latest_entries(connection, SERVER, ANN, 10, 2)] == ["77", "76", "once"]
    assert points.purse_history(connection, SERVER, ANN) == [(10, 100), (19, 106), (20, 76), (20, 84), (21, 88)]
    assert points.prizes_today(connection, SERVER, ANN, since=20) == 12
    assert points.prizes_today(connection, SERVER, CAT, since=20) == 0


def test_the_check_finds_what_something_else_wrote(connection: sqlite3.Connection) -> None:
    for member in (ANN, BOB):
        points.grant(connection, SERVER, member, 100, "welcome", "once", 10)
    assert points.check_purses(connection) == []
    connection.execute("UPDATE purses SET points = 500 WHERE member = 101")
    connection.execute("DELETE FROM purses WHERE member = 102")
    connection.execute("INSERT INTO purses (server, member, points) VALUES (1, 103, 8)")
    assert points.check_purses(connection) == [
        Difference(SERVER, ANN, 500, 100),
        Difference(SERVER, BOB, None, 100),
        Difference(SERVER, CAT, 8, 0),
    ]


KINDS: list[Kind] = ["welcome", "daily", "prize", "game", "correction"]
GRANTS = st.lists(
    st.tuples(st.integers(1, 3), st.integers(-200, 200), st.sampled_from(KINDS), st.sampled_from(["once", "7", "8"])),
    max_size=25,
)


def test_purses_are_the_sums_of_the_ledger_whatever_is_granted(path: Path) -> None:
    connection, _ = open_to_write(path)
    connection.execute("PRAGMA synchronous = OFF")
    servers = count(1)

    @settings(max_examples=60)
    @given(GRANTS)
    def check(grants: list[tuple[int, int, Kind, str]]) -> None:
        server, expected, seen = next(servers), Counter[int](), set[tuple[int, Kind, str]]()
        for at, (member, amount, kind, source) in enumerate(grants):
            is_first = (member, kind, source) not in seen
            assert points.grant(connection, server, member, amount, kind, source, at) is is_first
            if is_first:
                seen.add((member, kind, source))
                expected[member] += amount
        assert points.purses_of(connection, server, [1, 2, 3]) == {member: expected[member] for member in (1, 2, 3)}
        entries = {member: points.latest_entries(connection, server, member, 100) for member in (1, 2, 3)}
        assert {member: sum(entry.amount for entry in entries[member]) for member in entries} == {
            member: expected[member] for member in (1, 2, 3)
        }
        assert points.check_purses(connection) == []

    check()
    connection.close()


def test_the_board_ranks_ties_alike_and_leaves_out_who_is_gone(connection: sqlite3.Connection) -> None:
    for member, amount in ((ANN, 50), (BOB, 80), (CAT, 50), (DAN, 20)):
        points.grant(connection, SERVER, member, amount, "welcome", "once", 1)
    points.grant(connection, 2, ANN, 900, "welcome", "once", 1)
    for member, name in ((ANN, "Ann"), (BOB, "Bob"), (DAN, "Dan")):
        remember_member(connection, SERVER, member, name, 1)

    def lines(limit: int, offset: int = 0, *, everyone: bool = False) -> list[tuple[int, str, int]]:
        rows = points.points_board(connection, SERVER, limit, offset, everyone=everyone)
        return [(row.place, row.name, row.value) for row in rows]

    assert lines(10) == [(1, "Bob", 80), (2, "Ann", 50), (2, "", 50), (4, "Dan", 20)]
    assert lines(2, 2) == [(2, "", 50), (4, "Dan", 20)]  # a page that begins amid a tie
    assert lines(2, 4) == []
    save_presence(connection, SERVER, {BOB: False, ANN: True}, 2)
    assert lines(10) == [(1, "Ann", 50), (1, "", 50), (3, "Dan", 20)]
    assert points.points_board_length(connection, SERVER) == 3
    assert lines(1, 3, everyone=True) == [(4, "Dan", 20)]
    assert points.points_board_length(connection, SERVER, everyone=True) == 4
    remember_member(connection, SERVER, BOB, "Bob is back", 3)
    assert lines(1) == [(1, "Bob is back", 80)]


def test_a_board_of_100_000_comes_from_an_index_in_50_ms(
    connection: sqlite3.Connection, fastest: Callable[[Callable[[], object]], float], plan: Callable[..., list[str]]
) -> None:
    connection.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)"
        " INSERT INTO purses (server, member, points) SELECT 1, i, (i * 7919) % 5003 FROM n"
    )
    connection.execute(
        "INSERT INTO members (server, member, name, seen, present)"
        " SELECT 1, member, 'Member ' || member, 0, member % 50 <> 0 FROM purses"
    )
    rows = points.points_board(connection, SERVER, 25)
    assert [row.value for row in rows] == sorted((row.value for row in rows), reverse=True)
    assert all(row.member % 50 and row.name == f"Member {row.member}" for row in rows)
    assert points.points_board_length(connection, SERVER) == 98_000
    assert fastest(lambda: points.points_board(connection, SERVER, 25)) < 0.05
    steps = plan(connection, points.BOARD)
    assert any("USING COVERING INDEX purses_by_points (server=?)" in step for step in steps)
    assert not any("TEMP B-TREE" in step for step in steps)
