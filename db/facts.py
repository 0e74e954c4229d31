"""Small things the program remembers about itself, such as which commands Discord was last told."""

from __future__ import annotations

import sqlite3


def read_fact(connection: sqlite3.Connection, name: str) -> str | None:
    """The fact, or None if it was never written."""
    row = connection.execute("SELECT fact FROM facts WHERE name = :name", {"name": name}).fetchone()
    return None if row is None else str(row[0])


def write_fact(connection: sqlite3.Connection, name: str, fact: str) -> None:
    """Remember a fact in place of what was there under this name."""
    connection.execute(
        "INSERT INTO facts (name, fact) VALUES (:name, :fact) ON CONFLICT (name) DO UPDATE SET fact = excluded.fact",
        {"name": name, "fact": fact},
    )
