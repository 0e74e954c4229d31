"""Gambling points: an append-only ledger, and purses that are its sums.

Every entry has a kind and a source, and a member gets each pair once: a table pays once, a day pays once, a welcome
is given once, however often it is asked for. Nothing else changes a purse.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Literal

from db import boards
from db.boards import Board, BoardRow
from db.ids import new_id

Kind = Literal["welcome", "daily", "prize", "game", "correction"]

BOARD = Board("purses", "b.server = :server", "points", "points", "b.points DESC, b.member")


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a ledger; `source` is the table, the day ``2026-03-29``, ``once`` or the correction's id."""

    id: int
    server: int
    member: int
    amount: int
    kind: Kind
    source: str
    at: int


@dataclass(frozen=True, slots=True)
class Difference:
    """A purse that is not the sum of its ledger; None: there is no such purse."""

    server: int
    member: int
    purse: int | None
    ledger: int


def grant(
    connection: sqlite3.Connection, server: int, member: int, amount: int, kind: Kind, source: str, at: int
) -> bool:
    """Add an entry (a negative amount takes) and the same to the purse. False, and nothing changed, if this member
    has an entry of this kind and source already.
    """
    added = connection.execute(
        "INSERT INTO ledger (id, server, member, amount, kind, source, at)"
        " VALUES (:id, :server, :member, :amount, :kind, :source, :at)"
        " ON CONFLICT (server, member, kind, source) DO NOTHING",
        {
            "id": new_id(),
            "server": server,
            "member": member,
            "amount": amount,
            "kind": kind,
            "source": source,
            "at": at,
        },
    )
    if added.rowcount == 0:
        return False
    connection.execute(
        "INSERT INTO purses (server, member, points) VALUES (:server, :member, :amount)"
        " ON CONFLICT (server, member) DO UPDATE SET points = purses.points + excluded.points",
        {"server": server, "member": member, "amount": amount},
    )
    return True


def purse(connection: sqlite3.Connection, server: int, member: int) -> int:
    """The points this member has here; 0 for someone who never had any."""
    return purses_of(connection, server, [member])[member]


def purses_of(connection: sqlite3.Connection, server: int, members: list[int]) -> dict[int, int]:
    """The points of each of these members."""
    points = dict.fromkeys(members, 0)
    for member in members:
        row = connection.execute(
            "SELECT points FROM purses WHERE server = :server AND member = :member",
            {"server": server, "member": member},
        ).fetchone()
        if row is not None:
            points[member] = row[0]
    return points


def latest_entries(
    connection: sqlite3.Connection, server: int, member: int, limit: int = 10, offset: int = 0
) -> list[Entry]:
    """This member's entries, newest first."""
    rows = connection.execute(
        "SELECT id, server, member, amount, kind, source, at FROM ledger"
        " WHERE server = :server AND member = :member ORDER BY at DESC, id DESC LIMIT :limit OFFSET :offset",
        {"server": server, "member": member, "limit": limit, "offset": offset},
    )
    return [Entry(*row) for row in rows]


def purse_history(connection: sqlite3.Connection, server: int, member: int) -> list[tuple[int, int]]:
    """(moment, points from then on) after each entry, oldest first: the purse over time."""
    rows = connection.execute(
        "SELECT at, SUM(amount) OVER (ORDER BY at, id) FROM ledger WHERE server = :server AND member = :member"
        " ORDER BY at, id",
        {"server": server, "member": member},
    )
    return [(at, points) for at, points in rows]


def prizes_today(connection: sqlite3.Connection, server: int, member: int, since: int) -> int:
    """The prizes this member got since that moment, the beginning of the server's day."""
    (amount,) = connection.execute(
        "SELECT COALESCE(SUM(amount), 0) FROM ledger"
        " WHERE server = :server AND member = :member AND at >= :since AND kind = 'prize'",
        {"server": server, "member": member, "since": since},
    ).fetchone()
    return int(amount)


def points_board(
    connection: sqlite3.Connection, server: int, limit: int, offset: int = 0, *, everyone: bool = False
) -> list[BoardRow]:
    """The fullest purses; with `everyone`, members who left the server as well."""
    return boards.page(connection, BOARD, {"server": server}, limit=limit, offset=offset, everyone=everyone)


def points_board_length(connection: sqlite3.Connection, server: int, *, everyone: bool = False) -> int:
    """How many lines `points_board` has in all."""
    return boards.length(connection, BOARD, {"server": server}, everyone=everyone)


def check_purses(connection: sqlite3.Connection) -> list[Difference]:
    """The purses that differ from their ledger: none, unless something else wrote to the file."""
    rows = connection.execute(
        "SELECT s.server, s.member, p.points, s.points FROM"
        " (SELECT server, member, SUM(amount) AS points FROM ledger GROUP BY server, member) AS s"
        " LEFT JOIN purses AS p ON p.server = s.server AND p.member = s.member"
        " WHERE p.points IS NULL OR p.points <> s.points"
        " UNION ALL"
        " SELECT p.server, p.member, p.points, 0 FROM purses AS p"
        " WHERE p.points <> 0 AND NOT EXISTS"
        " (SELECT 1 FROM ledger AS l WHERE l.server = p.server AND l.member = p.member)"
        " ORDER BY 1, 2"
    )
    return [Difference(*row) for row in rows]
