"""People: the names they were last seen under, whether they are still there, and what they prefer.

Names and presence are a member's in one server; preferences go with the person everywhere.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from db.servers import with_entry


@dataclass(frozen=True, slots=True)
class MemberRow:
    """A member of a server. `present` is what was answered at `asked_at` (epoch ms); None: never asked."""

    server: int
    member: int
    name: str
    seen: int
    present: bool | None
    asked_at: int | None


def remember_member(connection: sqlite3.Connection, server: int, member: int, name: str, at: int) -> None:
    """Note the display name of someone who did something here: so they are present, too."""
    connection.execute(
        "INSERT INTO members (server, member, name, seen, present, asked_at)"
        " VALUES (:server, :member, :name, :at, 1, :at)"
        " ON CONFLICT (server, member) DO UPDATE SET name = excluded.name, seen = excluded.seen, present = 1,"
        " asked_at = excluded.asked_at",
        {"server": server, "member": member, "name": name, "at": at},
    )


def save_presence(connection: sqlite3.Connection, server: int, present: Mapping[int, bool], at: int) -> None:
    """Note who of these is in the server, as Discord just answered. Members never seen are not added."""
    connection.executemany(
        "UPDATE members SET present = :present, asked_at = :at WHERE server = :server AND member = :member",
        [{"present": int(there), "at": at, "server": server, "member": member} for member, there in present.items()],
    )


def members_of(connection: sqlite3.Connection, server: int, members: Iterable[int]) -> dict[int, MemberRow]:
    """What is known of these members, by id; those never seen are left out."""
    found: dict[int, MemberRow] = {}
    for member in members:
        row = connection.execute(
            "SELECT name, seen, present, asked_at FROM members WHERE server = :server AND member = :member",
            {"server": server, "member": member},
        ).fetchone()
        if row is not None:
            name, seen, present, asked_at = row
            present = None if present is None else bool(present)
            found[member] = MemberRow(server, member, name, seen, present, asked_at)
    return found


def names_of(connection: sqlite3.Connection, server: int, members: Iterable[int]) -> dict[int, str]:
    """The names these members were last seen under, by id; those never seen are left out."""
    return {member: row.name for member, row in members_of(connection, server, members).items()}


def preferences_of(connection: sqlite3.Connection, member: int) -> dict[str, Any]:
    """What this person prefers, by key; empty if nothing was chosen."""
    row = connection.execute("SELECT choices FROM preferences WHERE member = :member", {"member": member}).fetchone()
    choices: dict[str, Any] = {} if row is None else json.loads(row[0])
    return choices


def save_preference(connection: sqlite3.Connection, member: int, key: str, value: Any) -> None:
    """Set one preference to anything JSON can hold; None takes it back."""
    connection.execute(
        "INSERT INTO preferences (member, choices) VALUES (:member, :choices)"
        " ON CONFLICT (member) DO UPDATE SET choices = excluded.choices",
        {"member": member, "choices": with_entry(preferences_of(connection, member), key, value)},
    )
