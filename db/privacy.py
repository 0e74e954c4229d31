"""What is stored about one person: to be handed out, or erased without changing anybody else's totals."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

# Everywhere a person's id is stored, with what is said of it. A test holds this against the schema.
PERSONAL: dict[str, str] = {
    "members": "SELECT server, name, seen, present, asked_at FROM members WHERE member = :member ORDER BY server",
    "preferences": "SELECT choices FROM preferences WHERE member = :member",
    "tables": (
        "SELECT id, server, channel, thread, game, state, created, started, ended FROM tables WHERE host = :member"
        " ORDER BY created, id"
    ),
    "seats": (
        'SELECT table_id, seat, name, autopilot, "left", missed FROM seats WHERE member = :member ORDER BY table_id'
    ),
    "invitations": "SELECT table_id, at FROM invitations WHERE member = :member ORDER BY table_id",
    "ledger": ("SELECT server, amount, kind, source, at FROM ledger WHERE member = :member ORDER BY server, at, id"),
    "purses": "SELECT server, points FROM purses WHERE member = :member ORDER BY server",
    "results": (
        "SELECT table_id, seat, game, server, name, place, score, net, practice, at FROM results"
        " WHERE member = :member ORDER BY at, table_id"
    ),
    "tallies": "SELECT server, game, games, wins FROM tallies WHERE member = :member ORDER BY server, game",
}

_MOVES = (
    "SELECT m.table_id, m.ply, m.move, m.at FROM moves AS m JOIN seats AS s"
    " ON s.table_id = m.table_id AND s.seat = m.seat WHERE s.member = :member ORDER BY m.table_id, m.ply"
)


def export_member(connection: sqlite3.Connection, member: int) -> dict[str, list[dict[str, Any]]]:
    """Everything stored about a person, as JSON can hold it: rows by subject, plus their moves."""
    found = {
        subject: _rows(connection, statement, member) for subject, statement in (*PERSONAL.items(), ("moves", _MOVES))
    }
    for row in found["preferences"]:
        row["choices"] = json.loads(row["choices"])
    return found


def erase_member(connection: sqlite3.Connection, member: int) -> None:
    """Forget a person. Their seats, results and hosted tables stay, of nobody and without a name; nobody else's
    points, games or wins change. Take them out of their lobbies and live tables first.
    """
    facts = {"member": member}
    connection.execute("INSERT INTO erasures (member) VALUES (:member)", facts)
    for table in ("members", "preferences", "invitations", "ledger", "purses", "tallies"):
        connection.execute(f"DELETE FROM {table} WHERE member = :member", facts)
    connection.execute(
        "UPDATE seats SET member = NULL, name = '', dm_channel = NULL, dm_message = NULL WHERE member = :member", facts
    )
    connection.execute("UPDATE results SET member = NULL, name = '' WHERE member = :member", facts)
    connection.execute("UPDATE tables SET host = 0 WHERE host = :member", facts)
    connection.execute("DELETE FROM erasures WHERE member = :member", facts)


def _rows(connection: sqlite3.Connection, statement: str, member: int) -> list[dict[str, Any]]:
    cursor = connection.execute(statement, {"member": member})
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]
