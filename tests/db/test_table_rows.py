"""Tables, seats, invitations and moves, as steps on a real file."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace

import pytest

from db import tables
from db.database import Database
from db.ids import new_id
from db.tables import Deadline, MoveRow, SeatRow

ANN, BOB, CAT = 101, 102, 103
SERVER, CHANNEL, THREAD = 1, 20, 21


def open_lobby(
    connection: sqlite3.Connection,
    /,
    *members: int,
    at: int = 1_000,
    server: int = SERVER,
    channel: int = CHANNEL,
    thread: int | None = None,
    rematch_of: int | None = None,
) -> int:
    table = new_id()
    tables.create_table(
        connection,
        table,
        server=server,
        channel=channel,
        thread=thread,
        rematch_of=rematch_of,
        game="kontsina",
        options={"rounds": 2, "blind": True},
        host=members[0],
        at=at,
        seats=[SeatRow(table, seat, member, f"Member {member}") for seat, member in enumerate(members)],
    )
    return table


def ids(rows: list[tables.TableRow]) -> list[int]:
    return [row.id for row in rows]


def test_ids_are_new_and_rise_and_fit() -> None:
    made = [new_id() for _ in range(10_000)]
    assert made == sorted(set(made))
    assert 0 < made[0] < made[-1] < 2**63


def test_a_lobby_is_loaded_as_it_was_made(connection: sqlite3.Connection) -> None:
    table = open_lobby(connection, ANN, BOB, thread=THREAD)
    row = tables.load_table(connection, table)
    assert row is not None
    assert (row.id, row.server, row.channel, row.thread, row.game) == (table, SERVER, CHANNEL, THREAD, "kontsina")
    assert row.options == {"rounds": 2, "blind": True}
    assert (row.state, row.host, row.private, row.clock, row.level) == ("lobby", ANN, False, "live", "medium")
    assert (row.created, row.touched, row.started, row.ended, row.purses) == (1_000, 1_000, None, None, None)
    assert row.seats == (SeatRow(table, 0, ANN, "Member 101"), SeatRow(table, 1, BOB, "Member 102"))
    assert row.members == (ANN, BOB)
    assert tables.load_table(connection, 0) is None


def test_changes_are_saved_and_others_left_alone(connection: sqlite3.Connection) -> None:
    table, other = open_lobby(connection, ANN), open_lobby(connection, BOB)
    untouched = tables.load_table(connection, other)
    before = tables.load_table(connection, table)
    assert before is not None
    assert tables.save_table(
        connection, table, private=True, purses=[40, -3], seed="00ff", options={"rounds": 3}, message=77, deadline=None
    )
    assert tables.load_table(connection, table) == replace(
        before, private=True, purses=(40, -3), seed="00ff", options={"rounds": 3}, message=77
    )
    assert tables.load_table(connection, other) == untouched
    assert not tables.save_table(connection, 0, touched=5)
    assert tables.save_table(connection, table)


@pytest.mark.parametrize("column", ["state", "id", "hand", "touched = 0; DROP TABLE tables; --"])
def test_what_is_no_column_to_change_is_refused(connection: sqlite3.Connection, column: str) -> None:
    table = open_lobby(connection, ANN)
    with pytest.raises(TypeError, match="to change like this"):
        tables.save_table(connection, table, **{column: 1})  # type: ignore[arg-type]


def test_a_seat_is_changed_and_seats_are_replaced(connection: sqlite3.Connection) -> None:
    table = open_lobby(connection, ANN, BOB)
    assert tables.save_seat(connection, table, 1, left=True, missed=2, autopilot=True, dm_channel=5, dm_message=6)
    row = tables.load_table(connection, table)
    assert row is not None
    bob = SeatRow(table, 1, BOB, "Member 102", autopilot=True, left=True, missed=2, dm_channel=5, dm_message=6)
    assert row.seats[1] == bob
    assert row.seats[0] == SeatRow(table, 0, ANN, "Member 101")
    assert not tables.save_seat(connection, table, 2, missed=1)
    drawn = (replace(bob, seat=0), SeatRow(table, 1, ANN, "Ann"), SeatRow(table, 2, None, "Rook", True, "hard"))
    tables.replace_seats(connection, table, drawn)
    row = tables.load_table(connection, table)
    assert row is not None
    assert row.seats == drawn
    assert row.members == (BOB, ANN)


def test_nobody_sits_twice_at_a_table(connection: sqlite3.Connection) -> None:
    table = open_lobby(connection, ANN, BOB)
    with pytest.raises(sqlite3.IntegrityError):
        tables.save_seat(connection, table, 1, member=ANN)
    open_lobby(connection, ANN)  # at another table, yes


def test_open_tables_are_found_by_server_place_member_and_message(connection: sqlite3.Connection) -> None:
    lobby = open_lobby(connection, ANN, BOB, at=2)
    live = open_lobby(connection, BOB, CAT, at=1, thread=THREAD)
    elsewhere = open_lobby(connection, CAT, ANN, at=3, server=2, channel=30)
    ended = open_lobby(connection, ANN, BOB, CAT, at=0)
    assert tables.set_state(connection, live, "live", 10)
    assert tables.set_state(connection, ended, "closed", 11)
    tables.save_table(connection, live, message=500)
    assert ids(tables.open_tables(connection, SERVER)) == [live, lobby]
    assert ids(tables.open_tables_in(connection, CHANNEL)) == [live, lobby]
    assert ids(tables.open_tables_in(connection, THREAD)) == [live]
    assert ids(tables.open_tables_of(connection, ANN)) == [lobby, elsewhere]
    assert ids(tables.open_tables_of(connection, CAT)) == [live, elsewhere]
    tables.save_seat(connection, live, 1, left=True)
    assert ids(tables.open_tables_of(connection, CAT)) == [elsewhere]
    assert live in ids(tables.running_tables(connection))
    found = tables.find_by_message(connection, 500)
    assert found is not None
    assert found.id == live
    assert tables.find_by_message(connection, 501) is None


@pytest.mark.parametrize(
    ("way", "allowed"),
    [
        (["live", "over"], [True, True]),
        (["live", "live"], [True, False]),
        (["over"], [False]),
        (["closed", "live"], [True, False]),
        (["live", "void", "over", "closed"], [True, True, False, False]),
        (["void", "void"], [True, False]),
        (["live", "over", "void"], [True, True, False]),
    ],
)
def test_a_table_ends_once(connection: sqlite3.Connection, way: list[tables.State], allowed: list[bool]) -> None:
    table = open_lobby(connection, ANN)
    assert [tables.set_state(connection, table, state, at) for at, state in enumerate(way)] == allowed


def test_start_and_end_leave_their_times_and_an_end_has_no_deadline(connection: sqlite3.Connection) -> None:
    table = open_lobby(connection, ANN)
    tables.set_state(connection, table, "live", 50)
    tables.save_table(connection, table, deadline=90, deadline_decision=4)
    tables.set_state(connection, table, "void", 60, reason="The channel is gone.")
    row = tables.load_table(connection, table)
    assert row is not None
    assert (row.state, row.started, row.ended, row.reason) == ("void", 50, 60, "The channel is gone.")
    assert (row.deadline, row.deadline_decision) == (None, None)


async def test_of_many_who_settle_at_once_one_does(database: Database) -> None:
    async with database.write() as tx:
        made = tx.do(open_lobby, ANN, BOB)
    table = made.value
    async with database.write() as tx:
        tx.do(tables.set_state, table, "live", 5)

    async def settle(at: int) -> bool:
        async with database.write() as tx:
            first = tx.do(tables.set_state, table, "over", at)
        return first.value

    assert sum(await asyncio.gather(*(settle(at) for at in range(20)))) == 1


def test_deadlines_come_soonest_first(connection: sqlite3.Connection) -> None:
    late, none, soon = (open_lobby(connection, ANN) for _ in range(3))
    tables.save_table(connection, late, deadline=900, deadline_decision=3)
    tables.save_table(connection, soon, deadline=800, deadline_decision=7)
    assert tables.earliest_deadlines(connection) == [Deadline(soon, 800, 7)]
    assert tables.earliest_deadlines(connection, 5) == [Deadline(soon, 800, 7), Deadline(late, 900, 3)]
    assert none not in {deadline.table for deadline in tables.earliest_deadlines(connection, 5)}


def test_idle_and_forgotten_lobbies(connection: sqlite3.Connection) -> None:
    old, fresh, playing = (open_lobby(connection, ANN, at=at) for at in (100, 300, 50))
    tables.set_state(connection, playing, "live", 60)
    assert ids(tables.idle_tables(connection, "lobby", 200)) == [old]
    assert ids(tables.idle_tables(connection, "live", 200)) == [playing]
    tables.invite(connection, old, BOB, 100)
    tables.set_state(connection, old, "closed", 400)
    tables.set_state(connection, playing, "void", 400)
    assert tables.delete_closed_lobbies(connection, 400) == 0
    assert tables.delete_closed_lobbies(connection, 401) == 1
    assert tables.load_table(connection, old) is None
    assert tables.load_table(connection, fresh) is not None
    assert tables.load_table(connection, playing) is not None  # it was played: its record stays
    assert connection.execute("SELECT COUNT(*) FROM seats WHERE table_id = ?", (old,)).fetchone() == (0,)
    assert tables.invited(connection, old) == set()


def test_a_closed_lobby_can_go_though_a_rematch_points_at_it(connection: sqlite3.Connection) -> None:
    table = open_lobby(connection, ANN)
    rematch = open_lobby(connection, ANN, rematch_of=table)
    tables.set_state(connection, table, "closed", 6)
    assert tables.delete_closed_lobbies(connection, 7) == 1
    row = tables.load_table(connection, rematch)
    assert row is not None
    assert row.rematch_of is None


def test_invitations_are_sent_once(connection: sqlite3.Connection) -> None:
    table = open_lobby(connection, ANN)
    assert [tables.invite(connection, table, member, 5) for member in (BOB, CAT, BOB)] == [True, True, False]
    assert tables.invited(connection, table) == {BOB, CAT}


def test_moves_are_the_record_and_no_ply_is_written_twice(connection: sqlite3.Connection) -> None:
    table, other = open_lobby(connection, ANN), open_lobby(connection, ANN)
    tables.append_moves(connection, table, 0, [(1, "8S x 8C")], 10)
    tables.append_moves(connection, table, 1, [(0, "7D"), (1, "10H")], 11)
    tables.append_moves(connection, other, 0, [(0, "draw")], 12)
    record = [MoveRow(0, 1, "8S x 8C", 10), MoveRow(1, 0, "7D", 11), MoveRow(2, 1, "10H", 11)]
    assert tables.moves_of(connection, table) == record
    for wrong in (0, 2, 4):  # made before; overlapping; with a hole
        with pytest.raises(sqlite3.IntegrityError, match="has 3 moves: the next is 3"):
            tables.append_moves(connection, table, wrong, [(0, "KC")], 13)
    assert tables.moves_of(connection, table) == record


async def test_the_same_move_delivered_five_times_is_written_once(database: Database) -> None:
    async with database.write() as tx:
        made = tx.do(open_lobby, ANN, BOB)

    async def press() -> None:
        async with database.write() as tx:
            tx.do(tables.append_moves, made.value, 0, [(0, "7D")], 5)

    answers = await asyncio.gather(*(press() for _ in range(5)), return_exceptions=True)
    assert sorted(type(answer).__name__ for answer in answers) == ["IntegrityError"] * 4 + ["NoneType"]
    assert await database.read(tables.moves_of, made.value) == [MoveRow(0, 0, "7D", 5)]


def test_finished_tables_newest_first_by_game_and_member(connection: sqlite3.Connection) -> None:
    first, second, third = (open_lobby(connection, *members) for members in ((ANN, BOB), (BOB, CAT), (ANN, CAT)))
    for table, at in ((first, 10), (second, 30), (third, 20)):
        tables.set_state(connection, table, "live", 1)
        tables.set_state(connection, table, "over", at)
    open_lobby(connection, ANN)
    assert ids(tables.finished_tables(connection, SERVER)) == [second, third, first]
    assert ids(tables.finished_tables(connection, SERVER, limit=1, offset=1)) == [third]
    assert ids(tables.finished_tables(connection, SERVER, member=ANN)) == [third, first]
    assert ids(tables.finished_tables(connection, SERVER, game="kille")) == []
    assert ids(tables.finished_tables(connection, 2)) == []
