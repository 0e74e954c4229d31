"""Opening: what is wrong is said in a sentence, and a refused file is as it was."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import TypeVar

import pytest

from db.database import Database, DatabaseProblem
from db.facts import read_fact, write_fact
from db.opening import SCHEMA, read_migrations

T = TypeVar("T")
ROOT = Path(__file__).parents[2]


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def run(path: Path, step: Callable[[sqlite3.Connection], T], schema: Path = SCHEMA) -> T:
    """Open the file, write one step, close it."""

    async def main() -> T:
        database = await Database.open(path, schema=schema)
        async with database.write() as tx:
            later = tx.do(step)
        await database.close()
        return later.value

    return asyncio.run(main())


def is_new(path: Path) -> bool:
    async def main() -> bool:
        database = await Database.open(str(path))
        await database.close()
        return database.is_new

    return asyncio.run(main())


def refused(path: Path, schema: Path = SCHEMA) -> str:
    """The sentence with which opening was refused, having touched nothing in the folder."""
    before = contents(path.parent) if path.parent.is_dir() else {}
    with pytest.raises(DatabaseProblem) as caught:
        asyncio.run(Database.open(path, schema=schema))
    assert (contents(path.parent) if path.parent.is_dir() else {}) == before
    return str(caught.value)


def fill(connection: sqlite3.Connection) -> None:
    for number in range(300):
        write_fact(connection, f"fact {number}", "x" * 100)


@pytest.fixture
def later_schema(tmp_path: Path) -> Path:
    """The real tables and one file more, as a later version of the bot would have it."""
    schema = tmp_path / "schema"
    shutil.copytree(SCHEMA, schema)
    number = len(read_migrations(SCHEMA)) + 1
    (schema / f"{number:04}_nicknames.sql").write_text(
        "-- A comment; with a semicolon.\nCREATE TABLE nicknames (name TEXT NOT NULL) STRICT;\n"
        "INSERT INTO nicknames (name)\nSELECT name FROM facts;\n"
    )
    return schema


def test_a_new_file_is_new_once(path: Path) -> None:
    assert is_new(path)
    assert not is_new(path)


def test_an_empty_file_is_new(path: Path) -> None:
    path.touch()
    assert is_new(path)


def test_the_file_is_kept_as_carefully_as_promised(path: Path) -> None:
    def pragmas(connection: sqlite3.Connection) -> list[object]:
        asked = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "recursive_triggers")
        return [connection.execute(f"PRAGMA {pragma}").fetchone()[0] for pragma in asked]

    assert run(path, pragmas) == ["wal", 2, 1, 5000, 1]


def test_every_table_is_strict_and_of_integers_and_texts(path: Path) -> None:
    def columns(connection: sqlite3.Connection) -> tuple[dict[str, int], set[str]]:
        tables = {
            name: strict
            for _, name, kind, _, _, strict in connection.execute("PRAGMA main.table_list")
            if kind == "table" and not name.startswith("sqlite_")
        }
        types = {row[2] for name in tables for row in connection.execute(f"PRAGMA table_info({name})")}
        return tables, types

    tables, types = run(path, columns)
    assert len(tables) > 10
    assert set(tables.values()) == {1}
    assert types == {"INTEGER", "TEXT"}


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    assert "is a folder: name a file in it" in refused(tmp_path)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    assert "is not there: make it first" in refused(tmp_path / "nowhere" / "kuku.sqlite3")
    (tmp_path / "file").write_text("a file, no folder")
    assert "is not there: make it first" in refused(tmp_path / "file" / "kuku.sqlite3")


def test_a_file_that_is_no_database(path: Path) -> None:
    path.write_text("Dear diary, today we played Kille.\n" * 200)
    assert "is damaged or no database: put a copy of it back" in refused(path)


@pytest.mark.parametrize("kept", [10, 99, 500, 4096, 10_000, -4096, -5000])
def test_a_file_cut_short(path: Path, kept: int) -> None:
    run(path, fill)
    path.write_bytes(path.read_bytes()[:kept])
    assert "is damaged or no database" in refused(path)


def test_a_file_with_a_page_overwritten(path: Path) -> None:
    run(path, fill)
    whole = bytearray(path.read_bytes())
    whole[-8192:-4096] = b"\xff" * 4096
    path.write_bytes(whole)
    assert "is damaged or no database" in refused(path)


def test_a_database_of_another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    assert "belongs to another program: choose another file" in refused(path)


def test_a_newer_database(path: Path, later_schema: Path) -> None:
    run(path, fill, later_schema)
    known = len(read_migrations(SCHEMA))
    said = refused(path)
    assert f"have version {known + 1}, this bot knows {known}): start that version or a later one" in said


def test_an_upgrade_keeps_the_rows_and_leaves_a_copy(path: Path, later_schema: Path) -> None:
    run(path, fill)
    (nicknames,) = run(path, lambda c: c.execute("SELECT COUNT(*) FROM nicknames").fetchone(), later_schema)
    assert nicknames == 300
    known = len(read_migrations(SCHEMA))
    copy = path.with_name(f"kuku.sqlite3.schema-{known}")
    assert contents(path.parent).keys() == {path.name, copy.name}
    assert not is_new(copy)  # with the tables of the version before: a whole database of its own
    assert run(copy, lambda c: read_fact(c, "fact 299")) == "x" * 100
    copied = copy.read_bytes()
    run(path, lambda c: write_fact(c, "later", "y"), later_schema)  # nothing to bring up to date, so no copy is made
    assert copy.read_bytes() == copied


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("CREATE TABLE half (a INTEGER) STRICT;\nINSERT INTO nowhere VALUES (1);\n", "no such table: nowhere"),
        ("CREATE TABLE half (a INTEGER) STRICT;\nCREATE TABLE other (", "incomplete input"),
        (
            "INSERT INTO moves (table_id, ply, seat, move, at) VALUES (1, 0, 0, '7C', 0);\n",
            "a row points at a row that is not there",
        ),
    ],
)
def test_a_failed_upgrade_changes_nothing(path: Path, later_schema: Path, text: str, reason: str) -> None:
    run(path, fill)
    number = len(read_migrations(later_schema)) + 1
    (later_schema / f"{number:04}_broken.sql").write_text(text)
    said = refused(path, later_schema)
    assert f"{number:04}_broken.sql: {reason}" in said
    assert "nothing was changed: start the version of the bot that you had before" in said


def test_a_failed_beginning_leaves_no_file(path: Path, later_schema: Path) -> None:
    (later_schema / "0001_broken.sql").write_text("CREATE TABLE;")
    for file in later_schema.glob("*.sql"):
        if file.name != "0001_broken.sql":
            file.unlink()
    refused(path, later_schema)
    assert not path.exists()


def test_migrations_are_numbered_without_a_gap(tmp_path: Path) -> None:
    (tmp_path / "0001_a.sql").touch()
    (tmp_path / "0003_c.sql").touch()
    with pytest.raises(ValueError, match=r"0003_c\.sql should begin with 0002_"):
        read_migrations(tmp_path)


def test_a_trigger_in_a_migration_is_one_statement(path: Path, later_schema: Path) -> None:
    number = len(read_migrations(later_schema)) + 1
    (later_schema / f"{number:04}_trigger.sql").write_text(
        "CREATE TRIGGER shout AFTER INSERT ON nicknames\nBEGIN\n"
        "    UPDATE nicknames SET name = upper(name) WHERE name = NEW.name;\nEND;\n"
    )

    def insert(connection: sqlite3.Connection) -> object:
        connection.execute("INSERT INTO nicknames (name) VALUES ('kuku')")
        return connection.execute("SELECT name FROM nicknames").fetchone()

    assert run(path, insert, later_schema) == ("KUKU",)


AS_NOBODY = """
import asyncio, concurrent.futures.thread, os, sys  # all of it, as long as Python itself may be read
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from db.database import Database, DatabaseProblem
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
try:
    asyncio.run(Database.open(sys.argv[2], schema=Path(sys.argv[3])))
    print("opened")
except DatabaseProblem as problem:
    print(problem)
"""


@pytest.fixture
def readable() -> Iterator[Path]:
    """A folder that every user may enter and only its owner may write; pytest's own are closed to others."""
    folder = Path(tempfile.mkdtemp())
    (folder / "schema").mkdir()
    for file in SCHEMA.glob("*.sql"):  # the checkout, too, may be closed to others
        shutil.copyfile(file, folder / "schema" / file.name)
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


def test_without_the_right_to_write(readable: Path) -> None:
    path = readable / "kuku.sqlite3"

    def said_to_somebody_else() -> str:
        # Root may write everywhere, so the bot is run by nobody.
        bot = [sys.executable, "-c", AS_NOBODY, str(ROOT), str(path), str(readable / "schema")]
        found = subprocess.run(bot, capture_output=True, text=True, check=False)
        assert found.stderr == ""
        return found.stdout

    sentence = f"The database {path} cannot be written: give the user that runs the bot the right to write"
    assert said_to_somebody_else().startswith(sentence)
    readable.chmod(0o755)
    assert contents(readable) == {}
    run(path, fill)
    before = path.read_bytes()
    readable.chmod(0o777)
    path.chmod(0o444)
    assert said_to_somebody_else().startswith(sentence)
    assert path.read_bytes() == before


def test_a_program_that_forgets_to_close_still_ends(path: Path) -> None:
    forget = (
        "import asyncio, sys\nsys.path.insert(0, sys.argv[1])\nfrom db.database import Database\n"
        "kept = []\nasync def main():\n    kept.append(await Database.open(sys.argv[2]))\nasyncio.run(main())\n"
    )
    subprocess.run([sys.executable, "-c", forget, str(ROOT), str(path)], timeout=20, check=True, capture_output=True)
    assert path.stat().st_size > 0
