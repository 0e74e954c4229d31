"""What all boards share: a page of a sum, best first, walked along an index and never sorted.

Members known to have left the server are left out unless asked for; a member without a known name has an empty one.
"""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

_PRESENT = (
    "(:everyone = 1 OR NOT EXISTS (SELECT 1 FROM members AS gone"
    " WHERE gone.server = b.server AND gone.member = b.member AND gone.present = 0))"
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
    """`limit` lines after the first `offset`. `facts` has what the board's `where` names."""
    facts = facts | {"limit": limit, "offset": offset, "everyone": int(everyone)}
    rows = connection.execute(page_statement(board), facts).fetchall()
    if not rows:
        return []
    best = rows[0][1]
    (ahead,) = connection.execute(
        f"SELECT COUNT(*) FROM {board.table} AS b WHERE {board.where} AND b.{board.first} > :best AND {_PRESENT}",
        facts | {"best": best},
    ).fetchone()
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
    (count,) = connection.execute(
        f"SELECT COUNT(*) FROM {board.table} AS b WHERE {board.where} AND {_PRESENT}",
        facts | {"everyone": int(everyone)},
    ).fetchone()
    return int(count)


def page_statement(board: Board) -> str:
    """The statement of a page. Names are looked up for the lines of the page only."""
    return (
        "SELECT page.member, page.first, page.second, COALESCE(m.name, '')"
        f" FROM (SELECT b.server, b.member, b.{board.first} AS first, b.{board.second} AS second"
        f" FROM {board.table} AS b WHERE {board.where} AND {_PRESENT}"
        f" ORDER BY {board.order} LIMIT :limit OFFSET :offset) AS page"
        " LEFT JOIN members AS m ON m.server = page.server AND m.member = page.member"
    )
