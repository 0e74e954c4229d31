"""Opening the file: is it there, is it sound, is it ours, is it new enough; and bringing its tables up to date.

Everything here runs in the thread of the connection that is being opened. Whatever is wrong with the file becomes a
`DatabaseProblem`, and the file is left as it was.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

SCHEMA = Path(__file__).parent / "schema"
BUSY_MILLISECONDS = 5_000
OLDEST_SQLITE = (3, 37, 0)  # STRICT tables
_FIRST_BYTES = b"SQLite format 3\0"


class DatabaseProblem(Exception):
    """The database cannot be used. The text is one sentence that says what is wrong and what to do about it."""


@dataclass(frozen=True, slots=True)
class Migration:
    """One numbered file of `schema/`: brings a database from `version` − 1 to `version`."""

    version: int
    name: str
    text: str


def open_to_write(path: Path, schema: Path = SCHEMA) -> tuple[sqlite3.Connection, bool]:
    """A connection that may write, with the tables up to date, and whether the database is new.

    Before tables that hold something are changed, a copy of the file is made beside it,
    ``NAME.schema-VERSION``. Raises `DatabaseProblem`.
    """
    migrations = read_migrations(schema)
    existed = True
    try:
        _check_place(path)
        existed = path.exists()
        before = _version_of_file(path)
        if before > len(migrations):
            raise DatabaseProblem(
                f"The database {path} was made by a newer version of the bot (its tables have version {before}, this"
                f" bot knows {len(migrations)}): start that version or a later one."
            )
        connection = _connect(path, "rwc")
        try:
            if before < len(migrations):
                _upgrade(connection, path, before, migrations)
            _prepare(connection)
            # A file that may only be read opens without a complaint, and even begins: ask for the right to write now.
            connection.execute("DELETE FROM schema_versions WHERE version < 0")
        except BaseException:
            connection.close()
            raise
    except BaseException as error:
        told = problem(path, error) if isinstance(error, sqlite3.Error | OSError) else error
        # Not if another process is busy with the file: then it may be the one that made it.
        if not existed and not _is_busy(error) and path.is_file() and path.stat().st_size == 0:
            path.unlink()
        if told is error:
            raise
        raise told from error
    return connection, before == 0


def open_to_read(path: Path) -> sqlite3.Connection:
    """A connection to a file that `open_to_write` has opened; refuses to write. Raises `DatabaseProblem`."""
    try:
        connection = _connect(path, "rw")
        try:
            _prepare(connection)
            connection.execute("PRAGMA query_only = ON")
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise problem(path, error) from error
    return connection


def problem(path: Path, error: BaseException) -> DatabaseProblem:
    """What to tell the person who runs the bot when SQLite or the file system refuses."""
    code = _code(error)
    if code in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return _damaged(path)
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM) or isinstance(
        error, PermissionError
    ):
        return DatabaseProblem(
            f"The database {path} cannot be written: give the user that runs the bot the right to write the file and"
            f" its folder, or choose another place for it."
        )
    if _is_busy(error):
        return DatabaseProblem(f"The database {path} is held by another program: stop that program and try again.")
    if code == sqlite3.SQLITE_FULL:
        return DatabaseProblem(f"There is no room on the disk for the database {path}: free some and try again.")
    return DatabaseProblem(f"The database {path} cannot be used ({error}): check the disk and the file.")


def read_migrations(schema: Path) -> list[Migration]:
    """The files ``0001_….sql``, ``0002_….sql`` … of a folder, in order. Raises ValueError if a number is missing."""
    migrations: list[Migration] = []
    for file in sorted(schema.glob("*.sql")):
        number = re.match(r"(\d{4})_", file.name)
        if number is None or int(number[1]) != len(migrations) + 1:
            raise ValueError(f"{file.name} should begin with {len(migrations) + 1:04}_")
        migrations.append(Migration(int(number[1]), file.name, file.read_text(encoding="utf-8")))
    if not migrations:
        raise ValueError(f"there are no .sql files in {schema}")
    return migrations


def _code(error: BaseException) -> int:
    """SQLite's primary result code, which is the lower byte of the whole one."""
    return int(getattr(error, "sqlite_errorcode", -1)) & 0xFF


def _is_busy(error: BaseException) -> bool:
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def _check_place(path: Path) -> None:
    if sqlite3.sqlite_version_info < OLDEST_SQLITE:
        raise DatabaseProblem(
            f"This Python has SQLite {sqlite3.sqlite_version}, the bot needs 3.37 or later: install a newer Python."
        )
    if path.is_dir():
        raise DatabaseProblem(f"{path} is a folder: name a file in it for the database.")
    if not path.parent.is_dir():
        raise DatabaseProblem(f"The folder {path.parent} of the database is not there: make it first.")


def _damaged(path: Path) -> DatabaseProblem:
    return DatabaseProblem(
        f"The file {path} is damaged or no database: put a copy of it back, or move it away to start with a new one."
    )


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    # Transactions are begun and ended in so many words, never behind our back: hence no isolation level.
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        isolation_level=None,
        timeout=BUSY_MILLISECONDS / 1000,
        cached_statements=256,
    )


def _prepare(connection: sqlite3.Connection) -> None:
    """Set what holds for a connection; WAL holds for the file."""
    (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise DatabaseProblem(
            "The disk of the database does not allow SQLite's write-ahead log: choose a place on a local disk."
        )
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # Otherwise REPLACE would pass by the triggers that keep the ledger.
    connection.execute("PRAGMA recursive_triggers = ON")


def _version_of_file(path: Path) -> int:
    """The version of the tables in a file, 0 if it has none yet. Writes nothing. Raises `DatabaseProblem`."""
    if not path.exists() or path.stat().st_size == 0:
        return 0
    with path.open("rb") as file:
        if file.read(len(_FIRST_BYTES)) != _FIRST_BYTES:
            raise _damaged(path)
    with closing(_connect(path, "rw")) as connection:
        if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            raise _damaged(path)
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and "schema_versions" not in tables:
            raise DatabaseProblem(f"The database {path} belongs to another program: choose another file for the bot.")
        return _version(connection) if tables else 0


def _version(connection: sqlite3.Connection) -> int:
    (version,) = connection.execute("SELECT COALESCE(MAX(version), 0) FROM schema_versions").fetchone()
    return int(version)


def _upgrade(connection: sqlite3.Connection, path: Path, before: int, migrations: list[Migration]) -> None:
    copy = _copy_beside(connection, path, before) if before else None
    try:
        _migrate(connection, migrations)
    except BaseException as error:
        if copy is not None:
            copy.unlink()
        if isinstance(error, _MigrationFailed):
            raise DatabaseProblem(
                f"The tables of the database {path} could not be brought up to date ({error}), and nothing was changed:"
                f" start the version of the bot that you had before, and report this."
            ) from error.__cause__
        raise


class _MigrationFailed(Exception):
    pass


def _migrate(connection: sqlite3.Connection, migrations: list[Migration]) -> None:
    """Apply what is missing in one transaction. Foreign keys are off meanwhile, so that tables can be rebuilt."""
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS schema_versions"
            " (version INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL, at INTEGER NOT NULL) STRICT"
        )
        # Asked again under the lock: another process may have come first.
        for migration in migrations[_version(connection) :]:
            try:
                for statement in _statements(migration.text):
                    connection.execute(statement)
                if connection.execute("PRAGMA foreign_key_check").fetchone() is not None:
                    raise sqlite3.IntegrityError("a row points at a row that is not there")
            except (sqlite3.Error, sqlite3.Warning) as error:
                raise _MigrationFailed(f"{migration.name}: {error}") from error
            connection.execute(
                "INSERT INTO schema_versions (version, name, at) VALUES (:version, :name, :at)",
                {"version": migration.version, "name": migration.name, "at": time.time_ns() // 1_000_000},
            )
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _statements(text: str) -> Iterator[str]:
    """The statements of a file, each of which ends at the end of a line (a trigger has semicolons inside)."""
    statement = ""
    for line in text.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement


def _copy_beside(connection: sqlite3.Connection, path: Path, version: int) -> Path:
    """A whole copy of the database under its name and version; appears only when it is complete."""
    unfinished = path.with_name(f"{path.name}.copying")
    unfinished.unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(unfinished, isolation_level=None)) as copy:
            connection.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        return unfinished.replace(path.with_name(f"{path.name}.schema-{version}"))
    except BaseException:
        unfinished.unlink(missing_ok=True)
        raise
