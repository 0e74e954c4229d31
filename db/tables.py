"""Tables: what is dealt where, who sits there, and every move. A table is its record; the rest is where to show it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal, TypedDict, Unpack

State = Literal["lobby", "live", "over", "void", "closed"]
Clock = Literal["live", "slow", "none"]

# Which states a state may follow: so every way of ending happens once.
_FOLLOWS: dict[State, str] = {
    "live": "'lobby'",
    "over": "'live'",
    "void": "'lobby', 'live'",
    "closed": "'lobby', 'live'",
}


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat. `seat` counts from 0 clockwise; a member of None is a computer or, if `computer` is false, a person
    whose data was erased. `level` is a computer's; `missed` counts the times out in a row.
    """

    table: int
    seat: int
    member: int | None
    name: str
    computer: bool = False
    level: str | None = None
    autopilot: bool = False
    left: bool = False
    missed: int = 0
    dm_channel: int | None = None
    dm_message: int | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table with its seats in order. Times are epoch milliseconds.

    `mention` is the message that mentions who is next, while it stands; `keep_order`: seats are as people sat down, not
    drawn by lot. `seed` is hexadecimal, `purses` what the seats had at the start (None: no gambling points), `reason` why it was
    voided or closed, `announced` when its result was posted, `touched` when a person last
    did something.
    """

    id: int
    server: int
    channel: int
    thread: int | None
    game: str
    options: dict[str, Any]
    state: State
    host: int
    private: bool
    clock: Clock
    level: str
    seed: str | None
    seed_hash: str | None
    dealer: int | None
    purses: tuple[int, ...] | None
    rules_version: str
    message: int | None
    message_at: int | None
    deadline: int | None
    deadline_decision: int | None
    reason: str | None
    rematch_of: int | None
    announced: int | None
    mention: int | None
    keep_order: bool
    created: int
    started: int | None
    ended: int | None
    touched: int
    seats: tuple[SeatRow, ...]

    @property
    def members(self) -> tuple[int, ...]:
        """The people at the table, in the order of their seats."""
        return tuple(seat.member for seat in self.seats if seat.member is not None)


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One move of a table's record; `ply` counts from 0."""

    ply: int
    seat: int
    move: str
    at: int


@dataclass(frozen=True, slots=True)
class Deadline:
    """When the time of a table is up, and for which decision."""

    table: int
    at: int
    decision: int | None


class TableChanges(TypedDict, total=False):
    """What `save_table` can change."""

    channel: int
    thread: int | None
    options: Mapping[str, Any]
    host: int
    private: bool
    clock: Clock
    level: str
    seed: str | None
    seed_hash: str | None
    dealer: int | None
    purses: Sequence[int] | None
    rules_version: str
    message: int | None
    message_at: int | None
    deadline: int | None
    deadline_decision: int | None
    reason: str | None
    announced: int | None
    mention: int | None
    keep_order: bool
    touched: int


class SeatChanges(TypedDict, total=False):
    """What `save_seat` can change."""

    member: int | None
    name: str
    computer: bool
    level: str | None
    autopilot: bool
    left: bool
    missed: int
    dm_channel: int | None
    dm_message: int | None


_TABLE_COLUMNS = tuple(field.name for field in fields(TableRow) if field.name != "seats")
_SEAT_COLUMNS = tuple("table_id" if field.name == "table" else field.name for field in fields(SeatRow))
_SELECT_TABLES = "SELECT " + ", ".join(f"t.{name}" for name in _TABLE_COLUMNS) + " FROM tables AS t"
_SELECT_SEATS = "SELECT " + ", ".join(f's."{name}"' for name in _SEAT_COLUMNS) + " FROM seats AS s"
_INSERT_SEAT = (
    "INSERT INTO seats ("
    + ", ".join(f'"{name}"' for name in _SEAT_COLUMNS)
    + ") VALUES ("
    + ", ".join(f":{name}" for name in _SEAT_COLUMNS)
    + ")"
)
_OPEN = "t.state IN ('lobby', 'live')"


def create_table(
    connection: sqlite3.Connection,
    table: int,
    *,
    server: int,
    channel: int,
    game: str,
    options: Mapping[str, Any],
    host: int,
    at: int,
    thread: int | None = None,
    private: bool = False,
    clock: Clock = "live",
    level: str = "medium",
    rules_version: str = "1",
    rematch_of: int | None = None,
    keep_order: bool = False,
    seats: Iterable[SeatRow] = (),
) -> None:
    """Open a lobby under an id from `db.ids.new_id`, with the seats taken so far."""
    connection.execute(
        "INSERT INTO tables (id, server, channel, thread, game, options, state, host, private, clock, level,"
        " rules_version, rematch_of, keep_order, created, touched) VALUES (:id, :server, :channel, :thread, :game, :options,"
        " 'lobby', :host, :private, :clock, :level, :rules_version, :rematch_of, :keep_order, :at, :at)",
        {
            "id": table,
            "server": server,
            "channel": channel,
            "thread": thread,
            "game": game,
            "options": _to_column(options),
            "host": host,
            "private": int(private),
            "clock": clock,
            "level": level,
            "rules_version": rules_version,
            "rematch_of": rematch_of,
            "keep_order": int(keep_order),
            "at": at,
        },
    )
    _insert_seats(connection, table, seats)


def load_table(connection: sqlite3.Connection, table: int) -> TableRow | None:
    """The table with this id, or None."""
    return next(iter(_tables(connection, "t.id = :id", "t.id", {"id": table})), None)


def find_by_message(connection: sqlite3.Connection, message: int) -> TableRow | None:
    """The table that this message shows, or None."""
    return next(iter(_tables(connection, "t.message = :message", "t.id", {"message": message})), None)


def open_tables(connection: sqlite3.Connection, server: int) -> list[TableRow]:
    """The lobbies and live tables of a server, oldest first."""
    return _tables(connection, f"t.server = :server AND {_OPEN}", "t.created, t.id", {"server": server})


def open_tables_in(connection: sqlite3.Connection, channel: int) -> list[TableRow]:
    """The lobbies and live tables whose channel or thread this is, oldest first."""
    return _tables(
        connection,
        f"(t.channel = :channel OR t.thread = :channel) AND {_OPEN}",
        "t.created, t.id",
        {"channel": channel},
    )


def open_tables_of(connection: sqlite3.Connection, member: int) -> list[TableRow]:
    """The lobbies and live tables of every server where this member sits and has not left, oldest first."""
    return _tables(
        connection,
        f'{_OPEN} AND t.id IN (SELECT table_id FROM seats WHERE member = :member AND "left" = 0)',
        "t.created, t.id",
        {"member": member},
    )


def running_tables(connection: sqlite3.Connection) -> list[TableRow]:
    """Every lobby and live table of every server, longest untouched first: what a starting bot goes through."""
    return _tables(connection, _OPEN, "t.touched, t.id", {})


def unannounced(connection: sqlite3.Connection) -> list[int]:
    """The tables that were played to the end and whose result has not been posted, oldest first."""
    rows = connection.execute("SELECT id FROM tables WHERE state = 'over' AND announced IS NULL ORDER BY ended, id")
    return [table for (table,) in rows]


def idle_tables(connection: sqlite3.Connection, state: Literal["lobby", "live"], before: int) -> list[TableRow]:
    """The lobbies, or the live tables, that nobody has touched since `before`, longest untouched first."""
    return _tables(
        connection, "t.state = :state AND t.touched < :before", "t.touched, t.id", {"state": state, "before": before}
    )


def finished_tables(
    connection: sqlite3.Connection,
    server: int,
    *,
    game: str | None = None,
    member: int | None = None,
    limit: int = 25,
    offset: int = 0,
) -> list[TableRow]:
    """The tables of a server that were played to the end, newest first; of one game, or of one member, if given."""
    where = "t.server = :server AND t.state = 'over'"
    if game is not None:
        where += " AND t.game = :game"
    if member is not None:
        where += " AND t.id IN (SELECT table_id FROM seats WHERE member = :member)"
    facts = {"server": server, "game": game, "member": member, "limit": limit, "offset": offset}
    return _tables(connection, where, "t.ended DESC, t.id DESC", facts, "LIMIT :limit OFFSET :offset")


def save_table(connection: sqlite3.Connection, table: int, **changed: Unpack[TableChanges]) -> bool:
    """Change some columns; False if there is no such table. The state changes by `set_state` only."""
    return _save(connection, "tables", TableChanges, changed, "id = :_table", {"_table": table})


def set_state(connection: sqlite3.Connection, table: int, state: State, at: int, *, reason: str | None = None) -> bool:
    """Start ('live') or end ('over', 'void', 'closed') a table; an ended table has no deadline any more.

    False, and nothing changed, if the table is not in a state that this one may follow: so whoever gets True is the
    only one to settle it. Only a lobby starts, only a live table is over, both may be voided or closed.
    """
    moment = "started = :at" if state == "live" else "ended = :at, deadline = NULL, deadline_decision = NULL"
    changed = connection.execute(
        f"UPDATE tables SET state = :state, reason = :reason, {moment} WHERE id = :id AND state IN ({_FOLLOWS[state]})",
        {"state": state, "reason": reason, "at": at, "id": table},
    )
    return changed.rowcount == 1


def delete_closed_lobbies(connection: sqlite3.Connection, before: int) -> int:
    """Forget the tables that ended before `before` without ever having started; how many they were."""
    return connection.execute(
        "DELETE FROM tables WHERE state IN ('closed', 'void') AND started IS NULL AND ended < :before",
        {"before": before},
    ).rowcount


def earliest_deadlines(connection: sqlite3.Connection, limit: int = 1) -> list[Deadline]:
    """The deadlines that come next, soonest first, those gone by included."""
    rows = connection.execute(
        "SELECT id, deadline, deadline_decision FROM tables WHERE deadline IS NOT NULL ORDER BY deadline, id"
        " LIMIT :limit",
        {"limit": limit},
    )
    return [Deadline(*row) for row in rows]


def replace_seats(connection: sqlite3.Connection, table: int, seats: Iterable[SeatRow]) -> None:
    """Put these seats in place of all that the table had."""
    connection.execute("DELETE FROM seats WHERE table_id = :table", {"table": table})
    _insert_seats(connection, table, seats)


def save_seat(connection: sqlite3.Connection, table: int, seat: int, **changed: Unpack[SeatChanges]) -> bool:
    """Change some columns of a seat; False if there is no such seat."""
    return _save(
        connection,
        "seats",
        SeatChanges,
        changed,
        "table_id = :_table AND seat = :_seat",
        {"_table": table, "_seat": seat},
    )


def invite(connection: sqlite3.Connection, table: int, member: int, at: int) -> bool:
    """Invite a member; False if that was done before."""
    return (
        connection.execute(
            "INSERT INTO invitations (table_id, member, at) VALUES (:table, :member, :at)"
            " ON CONFLICT (table_id, member) DO NOTHING",
            {"table": table, "member": member, "at": at},
        ).rowcount
        == 1
    )


def invited(connection: sqlite3.Connection, table: int) -> set[int]:
    """The members who were invited to a table."""
    rows = connection.execute("SELECT member FROM invitations WHERE table_id = :table", {"table": table})
    return {member for (member,) in rows}


def append_moves(
    connection: sqlite3.Connection, table: int, first_ply: int, moves: Sequence[tuple[int, str]], at: int
) -> None:
    """Add moves, (seat, text) each, to the record; `first_ply` is the number of moves it has so far.

    Raises sqlite3.IntegrityError if that is not so: someone else has moved, or this was written before.
    """
    (plies,) = connection.execute(
        "SELECT COALESCE(MAX(ply) + 1, 0) FROM moves WHERE table_id = :table", {"table": table}
    ).fetchone()
    if first_ply != plies:
        raise sqlite3.IntegrityError(f"table {table} has {plies} moves: the next is {plies}, not {first_ply}")
    connection.executemany(
        "INSERT INTO moves (table_id, ply, seat, move, at) VALUES (:table, :ply, :seat, :move, :at)",
        [
            {"table": table, "ply": first_ply + index, "seat": seat, "move": move, "at": at}
            for index, (seat, move) in enumerate(moves)
        ],
    )


def moves_of(connection: sqlite3.Connection, table: int) -> list[MoveRow]:
    """The record's moves in order."""
    rows = connection.execute(
        "SELECT ply, seat, move, at FROM moves WHERE table_id = :table ORDER BY ply", {"table": table}
    )
    return [MoveRow(*row) for row in rows]


def _tables(
    connection: sqlite3.Connection, where: str, order: str, facts: Mapping[str, object], page: str = ""
) -> list[TableRow]:
    rows = connection.execute(f"{_SELECT_TABLES} WHERE {where} ORDER BY {order} {page}", facts).fetchall()
    found = [dict(zip(_TABLE_COLUMNS, row, strict=True)) for row in rows]
    return [_table_row(columns, _seats(connection, columns["id"])) for columns in found]


def _seats(connection: sqlite3.Connection, table: int) -> tuple[SeatRow, ...]:
    rows = connection.execute(f"{_SELECT_SEATS} WHERE s.table_id = :table ORDER BY s.seat", {"table": table})
    return tuple(
        SeatRow(table, seat, member, name, bool(computer), level, bool(autopilot), bool(left), *rest)
        for table, seat, member, name, computer, level, autopilot, left, *rest in rows
    )


def _table_row(columns: dict[str, Any], seats: tuple[SeatRow, ...]) -> TableRow:
    columns["options"] = json.loads(columns["options"])
    columns["private"] = bool(columns["private"])
    columns["keep_order"] = bool(columns["keep_order"])
    if columns["purses"] is not None:
        columns["purses"] = tuple(json.loads(columns["purses"]))
    return TableRow(**columns, seats=seats)


def _insert_seats(connection: sqlite3.Connection, table: int, seats: Iterable[SeatRow]) -> None:
    rows = [{field.name: _to_column(getattr(seat, field.name)) for field in fields(SeatRow)} for seat in seats]
    connection.executemany(_INSERT_SEAT, [row | {"table_id": table} for row in rows])


def _save(
    connection: sqlite3.Connection,
    into: str,
    known: type[TableChanges] | type[SeatChanges],
    changed: Mapping[str, object],
    where: str,
    facts: dict[str, object],
) -> bool:
    unknown = changed.keys() - known.__annotations__.keys()
    if unknown:
        raise TypeError(f"{into} have no {', '.join(sorted(unknown))} to change like this")
    if not changed:
        return connection.execute(f"SELECT 1 FROM {into} WHERE {where}", facts).fetchone() is not None
    columns = ", ".join(f'"{name}" = :{name}' for name in changed)
    facts |= {name: _to_column(value) for name, value in changed.items()}
    return connection.execute(f"UPDATE {into} SET {columns} WHERE {where}", facts).rowcount == 1


def _to_column(value: object) -> object:
    """A value as SQLite's INTEGER, TEXT or NULL: yes and no as 1 and 0, objects and arrays as JSON."""
    if isinstance(value, bool):
        return int(value)
    if value is None or isinstance(value, int | str):
        return value
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
