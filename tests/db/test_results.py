"""Results, and the games and wins that boards and profiles count."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import replace

import pytest

from db import results
from db.ids import new_id
from db.results import ResultRow, Tally
from db.tables import create_table

SERVER, ANN, BOB, CAT = 1, 101, 102, 103
NAMES = {ANN: "Ann", BOB: "Bob", CAT: "Cat", None: "Rook"}


def play(
    connection: sqlite3.Connection, game: str, *places: tuple[int | None, int], practice: bool = False, at: int = 1
) -> list[ResultRow]:
    """A finished game with (member, place) by seat."""
    table = new_id()
    create_table(connection, table, server=SERVER, channel=2, game=game, options={}, host=ANN, at=at)
    rows = [
        ResultRow(table, seat, game, SERVER, member, NAMES[member], place, 10 - place, 3 - place, practice, at)
        for seat, (member, place) in enumerate(places)
    ]
    results.record_results(connection, rows)
    return rows


def board(connection: sqlite3.Connection, game: str | None = None) -> list[tuple[int, int, int, int]]:
    rows = results.wins_board(connection, SERVER, game, 10)
    return [(row.place, row.member, row.value, row.of) for row in rows]


def test_results_are_kept_as_they_were(connection: sqlite3.Connection) -> None:
    first = play(connection, "kille", (ANN, 2), (None, 1), practice=True, at=5)
    second = play(connection, "kierki", (BOB, 1), (ANN, 1), (CAT, 3), at=6)
    assert results.results_of(connection, first[0].table) == first
    assert results.results_of(connection, second[0].table) == second
    assert results.latest_results(connection, SERVER, ANN) == [second[1], first[0]]
    assert results.latest_results(connection, SERVER, ANN, limit=1, offset=1) == [first[0]]
    assert results.latest_results(connection, 2, ANN) == []


def test_a_game_is_recorded_once(connection: sqlite3.Connection) -> None:
    rows = play(connection, "kille", (ANN, 1), (BOB, 2))
    with pytest.raises(sqlite3.IntegrityError):
        results.record_results(connection, rows)
    assert board(connection) == [(1, ANN, 1, 1), (2, BOB, 0, 1)]


def test_a_result_without_its_table_is_refused(connection: sqlite3.Connection) -> None:
    rows = play(connection, "kille", (ANN, 1))
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        results.record_results(connection, [replace(rows[0], table=5)])


def test_wins_count_shared_places_and_leave_out_practice_and_computers(connection: sqlite3.Connection) -> None:
    play(connection, "kille", (ANN, 1), (BOB, 2))
    play(connection, "kille", (ANN, 1), (BOB, 1), (CAT, 3))
    play(connection, "kierki", (BOB, 1), (CAT, 2))
    play(connection, "kierki", (CAT, 1), (None, 2), practice=True)
    play(connection, "kierki", (CAT, 2), (None, 1))  # a seat whose owner was erased wins
    assert board(connection, "kille") == [(1, ANN, 2, 2), (2, BOB, 1, 2), (3, CAT, 0, 1)]
    assert board(connection, "kierki") == [(1, BOB, 1, 1), (2, CAT, 0, 2)]
    assert board(connection) == [(1, ANN, 2, 2), (1, BOB, 2, 3), (3, CAT, 0, 3)]
    assert results.wins_board_length(connection, SERVER, None) == 3
    assert results.wins_board_length(connection, SERVER, "kierki") == 2
    assert results.wins_board_length(connection, SERVER, "kontsina") == 0
    assert results.games_played(connection, SERVER, CAT) == {"kierki": Tally(2, 0), "kille": Tally(1, 0)}
    assert results.games_played(connection, 2, CAT) == {}


def test_a_wins_board_of_100_000_comes_from_an_index_in_50_ms(
    connection: sqlite3.Connection, fastest: Callable[[Callable[[], object]], float], plan: Callable[..., list[str]]
) -> None:
    connection.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)"
        " INSERT INTO tallies (server, game, member, games, wins) SELECT 1, '', i, 400, (i * 7919) % 397 FROM n"
    )
    assert results.wins_board(connection, SERVER, None, 1)[0].value == 396
    assert fastest(lambda: results.wins_board(connection, SERVER, None, 25)) < 0.05
    steps = plan(connection, results.BOARD)
    assert any("USING COVERING INDEX tallies_by_wins (server=? AND game=?)" in step for step in steps)
    assert not any("TEMP B-TREE" in step for step in steps)
