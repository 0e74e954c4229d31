"""How finished games came out, seat by seat, and each member's games and wins.

Practice games (a computer was seated at the start) are written down and counted nowhere.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from db import boards
from db.boards import Board, BoardRow

_ALL_GAMES = ""

BOARD = Board("tallies", "b.server = :server AND b.game = :game", "wins", "games", "b.wins DESC, b.games, b.member")


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One seat of one finished game: `place` 1 is a win, `net` the gambling points won minus paid. A member of None
    is a computer, or a person whose data was erased.
    """

    table: int
    seat: int
    game: str
    server: int
    member: int | None
    name: str
    place: int
    score: int
    net: int
    practice: bool
    at: int


@dataclass(frozen=True, slots=True)
class Tally:
    """How often someone played and won, practice left out."""

    games: int
    wins: int


def record_results(connection: sqlite3.Connection, results: Iterable[ResultRow]) -> None:
    """Write a game's results and count them. Raises sqlite3.IntegrityError if a seat's result is there already."""
    for result in results:
        _record(connection, result)


def results_of(connection: sqlite3.Connection, table: int) -> list[ResultRow]:
    """The results of a table in the order of its seats; none if it was not played to the end."""
    rows = connection.execute(
        "SELECT table_id, seat, game, server, member, name, place, score, net, practice, at FROM results"
        " WHERE table_id = :table ORDER BY seat",
        {"table": table},
    )
    return [_result(row) for row in rows]


def latest_results(
    connection: sqlite3.Connection, server: int, member: int, limit: int = 10, offset: int = 0
) -> list[ResultRow]:
    """This member's results here, practice included, newest first."""
    rows = connection.execute(
        "SELECT table_id, seat, game, server, member, name, place, score, net, practice, at FROM results"
        " WHERE server = :server AND member = :member ORDER BY at DESC, table_id DESC LIMIT :limit OFFSET :offset",
        {"server": server, "member": member, "limit": limit, "offset": offset},
    )
    return [_result(row) for row in rows]


def wins_board(
    connection: sqlite3.Connection,
    server: int,
    game: str | None,
    limit: int,
    offset: int = 0,
    *,
    everyone: bool = False,
) -> list[BoardRow]:
    """Who won most games (of one game, or of all): `value` wins of `of` games. Equal wins: fewer games go first."""
    return boards.page(connection, BOARD, _facts(server, game), limit=limit, offset=offset, everyone=everyone)


def wins_board_length(connection: sqlite3.Connection, server: int, game: str | None, *, everyone: bool = False) -> int:
    """How many lines `wins_board` has in all."""
    return boards.length(connection, BOARD, _facts(server, game), everyone=everyone)


def games_played(connection: sqlite3.Connection, server: int, member: int) -> dict[str, Tally]:
    """This member's games and wins here by game, the most played first; games never played are left out."""
    rows = connection.execute(
        "SELECT game, games, wins FROM tallies WHERE server = :server AND member = :member AND game <> ''"
        " ORDER BY games DESC, game",
        {"server": server, "member": member},
    )
    return {game: Tally(games, wins) for game, games, wins in rows}


def _record(connection: sqlite3.Connection, result: ResultRow) -> None:
    connection.execute(
        "INSERT INTO results (table_id, seat, game, server, member, name, place, score, net, practice, at)"
        " VALUES (:table, :seat, :game, :server, :member, :name, :place, :score, :net, :practice, :at)",
        {
            "table": result.table,
            "seat": result.seat,
            "game": result.game,
            "server": result.server,
            "member": result.member,
            "name": result.name,
            "place": result.place,
            "score": result.score,
            "net": result.net,
            "practice": int(result.practice),
            "at": result.at,
        },
    )
    if result.practice or result.member is None:
        return
    for game in (result.game, _ALL_GAMES):
        connection.execute(
            "INSERT INTO tallies (server, game, member, games, wins) VALUES (:server, :game, :member, 1, :won)"
            " ON CONFLICT (server, game, member) DO UPDATE SET games = tallies.games + 1,"
            " wins = tallies.wins + excluded.wins",
            {"server": result.server, "game": game, "member": result.member, "won": int(result.place == 1)},
        )


def _result(row: tuple[Any, ...]) -> ResultRow:
    table, seat, game, server, member, name, place, score, net, practice, at = row
    return ResultRow(table, seat, game, server, member, name, place, score, net, bool(practice), at)


def _facts(server: int, game: str | None) -> dict[str, object]:
    return {"server": server, "game": _ALL_GAMES if game is None else game}
