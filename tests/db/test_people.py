"""Servers, members, preferences, facts, and what a person may have handed out or erased."""

from __future__ import annotations

import asyncio
import json
import sqlite3

import pytest

from db import facts, members, points, privacy, results, servers, tables
from db.database import Database
from db.members import MemberRow
from db.results import ResultRow, Tally
from db.servers import ServerRow
from db.tables import SeatRow

ANN, BOB, CAT = 900_000_000_000_000_101, 900_000_000_000_000_102, 900_000_000_000_000_103


def test_a_server_comes_goes_and_comes_back_with_its_settings(connection: sqlite3.Connection) -> None:
    servers.ensure_server(connection, 1, "Friends of Kille", 10)
    servers.save_setting(connection, 1, "debt", 50)
    servers.save_setting(connection, 1, "channels", [7, 8])
    servers.mark_left(connection, 1, 20)
    assert servers.load_server(connection, 1) == ServerRow(
        1, "Friends of Kille", {"debt": 50, "channels": [7, 8]}, joined=10, left=20
    )
    servers.ensure_server(connection, 1, "Friends of Kuku", 30)
    servers.save_setting(connection, 1, "channels", None)
    assert servers.load_server(connection, 1) == ServerRow(1, "Friends of Kuku", {"debt": 50}, joined=10, left=None)
    servers.save_setting(connection, 1, "debt", None)
    servers.save_setting(connection, 1, "debt", None)
    assert servers.server_settings(connection, 1) == {}


def test_a_server_never_seen_has_no_settings_and_takes_none(connection: sqlite3.Connection) -> None:
    assert servers.server_settings(connection, 5) == {}
    with pytest.raises(LookupError, match="call ensure_server first"):
        servers.save_setting(connection, 5, "debt", 50)


async def test_settings_saved_at_once_are_all_kept(database: Database) -> None:
    async with database.write() as tx:
        tx.do(servers.ensure_server, 1, "Friends", 10)

    async def save(number: int) -> None:
        async with database.write() as tx:
            tx.do(servers.save_setting, 1, f"key {number}", number)

    await asyncio.gather(*(save(number) for number in range(30)))
    assert await database.read(servers.server_settings, 1) == {f"key {number}": number for number in range(30)}


def test_names_and_presence_are_the_latest(connection: sqlite3.Connection) -> None:
    members.remember_member(connection, 1, ANN, "Ann", 10)
    members.remember_member(connection, 1, ANN, "Ann ♥", 20)
    members.remember_member(connection, 2, ANN, "A.", 15)
    members.remember_member(connection, 1, BOB, "Bob", 10)
    members.save_presence(connection, 1, {BOB: False, CAT: True}, 30)
    assert members.names_of(connection, 1, [ANN, BOB, CAT]) == {ANN: "Ann ♥", BOB: "Bob"}
    assert members.members_of(connection, 1, [ANN, BOB]) == {
        ANN: MemberRow(1, ANN, "Ann ♥", seen=20, present=True, asked_at=20),
        BOB: MemberRow(1, BOB, "Bob", seen=10, present=False, asked_at=30),
    }


def test_preferences_go_with_the_person(connection: sqlite3.Connection) -> None:
    assert members.preferences_of(connection, ANN) == {}
    members.save_preference(connection, ANN, "language", "sv")
    members.save_preference(connection, ANN, "mentions", False)
    members.save_preference(connection, BOB, "language", "el")
    members.save_preference(connection, ANN, "language", None)
    assert members.preferences_of(connection, ANN) == {"mentions": False}
    assert members.preferences_of(connection, BOB) == {"language": "el"}


def test_facts_are_remembered(connection: sqlite3.Connection) -> None:
    assert facts.read_fact(connection, "commands") is None
    facts.write_fact(connection, "commands", "abc")
    facts.write_fact(connection, "commands", "def")
    assert facts.read_fact(connection, "commands") == "def"


def live_a_little(connection: sqlite3.Connection) -> None:
    """Ann and Bob have played; Ann hosts another table to which she invited Cat, and Bob one to which she is."""
    for member, name in ((ANN, "Ann of Gnesta"), (BOB, "Bob")):
        members.remember_member(connection, 1, member, name, 5)
        members.save_preference(connection, member, "language", "sv")
        points.grant(connection, 1, member, 100, "welcome", "once", 5)
    for table, host in ((7, ANN), (8, ANN), (9, BOB)):
        tables.create_table(connection, table, server=1, channel=2, game="kille", options={}, host=host, at=5)
    tables.replace_seats(
        connection,
        7,
        [SeatRow(7, 0, ANN, "Ann of Gnesta", dm_channel=31, dm_message=32), SeatRow(7, 1, BOB, "Bob")],
    )
    tables.invite(connection, 8, CAT, 6)
    tables.invite(connection, 9, ANN, 6)
    tables.append_moves(connection, 7, 0, [(0, "trade"), (1, "keep")], 7)
    tables.set_state(connection, 7, "live", 7)
    tables.set_state(connection, 7, "over", 8)
    results.record_results(
        connection,
        [
            ResultRow(7, 0, "kille", 1, ANN, "Ann of Gnesta", 1, 4, 12, False, 8),
            ResultRow(7, 1, "kille", 1, BOB, "Bob", 2, 3, -12, False, 8),
        ],
    )
    points.grant(connection, 1, ANN, 12, "game", "7", 8)
    points.grant(connection, 1, BOB, -12, "game", "7", 8)


def test_an_export_has_everything_of_one_person_and_nothing_of_others(connection: sqlite3.Connection) -> None:
    live_a_little(connection)
    export = privacy.export_member(connection, ANN)
    text = json.dumps(export)
    assert "Bob" not in text
    assert str(BOB) not in text
    assert str(CAT) not in text
    assert export["members"] == [{"server": 1, "name": "Ann of Gnesta", "seen": 5, "present": 1, "asked_at": 5}]
    assert export["preferences"] == [{"choices": {"language": "sv"}}]
    assert [row["amount"] for row in export["ledger"]] == [100, 12]
    assert export["purses"] == [{"server": 1, "points": 112}]
    assert [row["id"] for row in export["tables"]] == [7, 8]
    assert export["invitations"] == [{"table_id": 9, "at": 6}]
    assert [(row["place"], row["net"]) for row in export["results"]] == [(1, 12)]
    assert export["moves"] == [{"table_id": 7, "ply": 0, "move": "trade", "at": 7}]


def test_wherever_a_person_is_stored_the_export_looks(connection: sqlite3.Connection) -> None:
    stored = set()
    for (table,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        columns = {row[1] for row in connection.execute(f"PRAGMA table_info({table})")}
        if columns & {"member", "host"}:
            stored.add(table)
    assert stored - {"erasures"} == privacy.PERSONAL.keys()


def test_an_erased_person_is_nowhere_and_others_have_what_they_had(connection: sqlite3.Connection) -> None:
    live_a_little(connection)
    others = privacy.export_member(connection, BOB)
    privacy.erase_member(connection, ANN)
    dump = "\n".join(connection.iterdump())
    assert str(ANN) not in dump
    assert "Ann of Gnesta" not in dump
    assert privacy.export_member(connection, BOB) == others
    assert points.check_purses(connection) == []
    assert results.games_played(connection, 1, BOB) == {"kille": Tally(1, 0)}
    table = tables.load_table(connection, 7)
    assert table is not None
    assert table.seats == (SeatRow(7, 0, None, ""), SeatRow(7, 1, BOB, "Bob"))  # an anonymous person, no computer
    assert [row.move for row in tables.moves_of(connection, 7)] == ["trade", "keep"]  # the record still replays
    assert [row.net for row in results.results_of(connection, 7)] == [12, -12]
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):  # the exception was for Ann alone
        connection.execute("DELETE FROM ledger")


async def test_an_erasure_that_fails_half_way_leaves_everything(database: Database) -> None:
    def fail(connection: sqlite3.Connection) -> None:
        raise OSError("the lights went out")

    async with database.write() as tx:
        tx.do(live_a_little)
    before = await database.read(privacy.export_member, ANN)

    async def erase() -> None:
        async with database.write() as tx:
            tx.do(privacy.erase_member, ANN)
            tx.do(fail)

    with pytest.raises(OSError, match="lights"):
        await erase()
    assert await database.read(privacy.export_member, ANN) == before
