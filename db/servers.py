"""Servers the bot is or was in, and what the people who manage them have set."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class ServerRow:
    """One server; `left` is when the bot was removed (epoch ms), None while it is there."""

    id: int
    name: str
    settings: dict[str, Any]
    joined: int
    left: int | None


def ensure_server(connection: sqlite3.Connection, server: int, name: str, at: int) -> None:
    """Know this server, by its present name; one that had removed the bot is back, with its settings."""
    connection.execute(
        "INSERT INTO servers (id, name, settings, joined) VALUES (:id, :name, '{}', :at)"
        ' ON CONFLICT (id) DO UPDATE SET name = excluded.name, "left" = NULL',
        {"id": server, "name": name, "at": at},
    )


def load_server(connection: sqlite3.Connection, server: int) -> ServerRow | None:
    """The server, or None if it was never seen."""
    row = connection.execute(
        'SELECT id, name, settings, joined, "left" FROM servers WHERE id = :id', {"id": server}
    ).fetchone()
    if row is None:
        return None
    number, name, settings, joined, left = row
    return ServerRow(number, name, json.loads(settings), joined, left)


def server_settings(connection: sqlite3.Connection, server: int) -> dict[str, Any]:
    """What was set, by key; empty for a server that set nothing or was never seen."""
    row = load_server(connection, server)
    return {} if row is None else row.settings


def save_setting(connection: sqlite3.Connection, server: int, key: str, value: Any) -> None:
    """Set one setting to anything JSON can hold; None takes it back. Raises LookupError for a server never seen."""
    row = load_server(connection, server)
    if row is None:
        raise LookupError(f"server {server} is not known yet: call ensure_server first")
    connection.execute(
        "UPDATE servers SET settings = :settings WHERE id = :id",
        {"id": server, "settings": with_entry(row.settings, key, value)},
    )


def mark_left(connection: sqlite3.Connection, server: int, at: int) -> None:
    """Note that the bot was removed from this server; what it knows stays for a return."""
    connection.execute('UPDATE servers SET "left" = :at WHERE id = :id', {"at": at, "id": server})


def with_entry(choices: dict[str, Any], key: str, value: Any) -> str:
    """The JSON of these choices with one set, or taken out by None."""
    changed = {**choices, key: value}
    if value is None:
        del changed[key]
    return json.dumps(changed, ensure_ascii=False)
