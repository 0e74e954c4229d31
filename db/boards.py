"""What all boards share: a page of a sum, best first, walked along an index and never sorted.

Members known to have left the server are left out unless asked for; a member without a known name has an empty one.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

# Those gone are looked up once and kept for the statement: one look for each line would take ten times as long.
_PRESENT = (
    "(:everyone = 1 OR b.member NOT IN (SELECT gone.member FROM members AS gone"
    " WHERE gone.server = :server AND gone.present = 0))"
)


@dataclass(frozen=True, slots=True)
class Board:
    """Where a board's rows are: fixed words of SQL, `b` being the sum's table. `first` ranks, `second` goes with it."""

    table: str
    where: str
    first: str
    second: str
    order: str


@dataclass(frozen=True, slots=True)
class BoardRow:
    """One line: `place` counts from 1 and is shared by equal values; `of` is what `value` is out of, on boards of
    wins the games played, else the value itself.
    """

    place: int
    member: int
    name: str
    value: int
    of: int


def page(
    connection: sqlite3.Connection,
    board: Board,
    facts: dict[str, object],
    *,
    limit: int,
    offset: int,
    everyone: bool,
) -> list[BoardRow]:
    """`limit` lines after the first `offset`. `facts` has the server, and what else the board's `where` names."""
    facts = facts | {"limit": limit, "offset": offset, "everyone": int(everyone)}
    rows = connection.execute(page_statement(board), facts).fetchall()
    if not rows:
        return []
    ahead = _count(
        connection, board, f"{board.where} AND b.{board.first} > :best", facts | {"best": rows[0][1]}, everyone
    )
    lines: list[BoardRow] = []
    for index, (member, value, of, name) in enumerate(rows):
        if lines and lines[-1].value == value:
            place = lines[-1].place
        else:
            place = ahead + 1 if index == 0 else offset + index + 1
        lines.append(BoardRow(place, member, name, value, of))
    return lines


def length(connection: sqlite3.Connection, board: Board, facts: dict[str, object], *, everyone: bool) -> int:
    """How many lines the board has."""
    return _count(connection, board, board.where, facts, everyone)


def page_statement(board: Board) -> str:
    """The statement of a page. Names are looked up for the lines of the page only."""
    return (
        "SELECT page.member, page.first, page.second, COALESCE(m.name, '')"
        f" FROM (SELECT b.server, b.member, b.{board.first} AS first, b.{board.second} AS second"
        f" FROM {board.table} AS b WHERE {board.where} AND {_PRESENT}"
        f" ORDER BY {board.order} LIMIT :limit OFFSET :offset) AS page"
        " LEFT JOIN members AS m ON m.server = page.server AND m.member = page.member"
    )


def _count(connection: sqlite3.Connection, board: Board, where: str, facts: dict[str, object], everyone: bool) -> int:
    """Lines, less those of the few who are gone: faster than to ask it of each line."""
    (lines,) = connection.execute(f"SELECT COUNT(*) FROM {board.table} AS b WHERE {where}", facts).fetchone()
    if everyone:
        return int(lines)
    (hidden,) = connection.execute(
        f"SELECT COUNT(*) FROM members AS gone JOIN {board.table} AS b"
        " ON b.server = gone.server AND b.member = gone.member"
        f" WHERE gone.server = :server AND gone.present = 0 AND {where}",
        facts,
    ).fetchone()
    return int(lines - hidden)
