"""Writers at once: nobody is lost, nobody waits for ever, nobody's failure is another's."""

from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
from pathlib import Path

import pytest

from db.database import Database, DatabaseProblem, Later
from db.facts import read_fact, write_fact


def count_facts(connection: sqlite3.Connection) -> int:
    return int(connection.execute("SELECT COUNT(*) FROM facts").fetchone()[0])


def names(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM facts")}


async def write(database: Database, name: str) -> None:
    async with database.write() as tx:
        tx.do(write_fact, name, "written")


class Gate:
    """A step that stops the connection's thread until the test opens it."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.opened = threading.Event()

    def step(self, connection: sqlite3.Connection) -> None:
        self.reached.set()
        assert self.opened.wait(10)

    async def close_behind(self, database: Database) -> asyncio.Task[None]:
        async def first() -> None:
            async with database.write() as tx:
                tx.do(write_fact, "first", "written")
                tx.do(self.step)

        task = asyncio.create_task(first())
        assert await asyncio.to_thread(self.reached.wait, 10)
        return task


async def test_200_writers_at_once_all_write_and_share_commits(database: Database) -> None:
    statements: list[str] = []
    await database._writer.run(lambda connection: connection.set_trace_callback(statements.append))
    await asyncio.gather(*(write(database, f"fact {number}") for number in range(200)))
    assert await database.read(count_facts) == 200
    assert statements.count("COMMIT") <= 3


async def test_two_databases_on_one_file_write_at_once(database: Database, path: Path) -> None:
    other = await Database.open(path)
    try:

        async def many(through: Database, label: str) -> None:
            for number in range(25):
                await write(through, f"{label} {number}")

        await asyncio.gather(
            *(many(through, f"{through is other} {task}") for through in (database, other) for task in range(4))
        )
        assert await database.read(count_facts) == await other.read(count_facts) == 200
    finally:
        await other.close()


async def test_steps_run_in_order_and_their_values_come_after_the_block(database: Database) -> None:
    async with database.write() as tx:
        before = tx.do(read_fact, "clock")
        tx.do(write_fact, "clock", "slow")
        after: Later[str | None] = tx.do(read_fact, "clock")
        with pytest.raises(RuntimeError, match="not committed"):
            _ = after.value
    assert (before.value, after.value) == (None, "slow")
    with pytest.raises(RuntimeError, match="has ended"):
        tx.do(write_fact, "clock", "none")


async def test_a_raising_body_writes_nothing(database: Database) -> None:
    async def failing() -> None:
        async with database.write() as tx:
            tx.do(write_fact, "card", "KC")
            raise LookupError("no such card")

    with pytest.raises(LookupError, match="no such card"):
        await failing()
    assert await database.read(count_facts) == 0


async def test_a_raising_step_undoes_its_own_writer_only(database: Database) -> None:
    def fail(connection: sqlite3.Connection, number: int) -> None:
        raise ValueError(f"step of writer {number}")

    async def writer(number: int) -> Later[None]:
        async with database.write() as tx:
            later = tx.do(write_fact, f"fact {number}", "written")
            if number % 3 == 0:
                tx.do(fail, number)
        return later

    answers = await asyncio.gather(*(writer(number) for number in range(30)), return_exceptions=True)
    for number, answer in enumerate(answers):
        if number % 3 == 0:
            assert isinstance(answer, ValueError)
            assert str(answer) == f"step of writer {number}"
        else:
            assert isinstance(answer, Later)
            assert answer.value is None
    assert await database.read(names) == {f"fact {number}" for number in range(30) if number % 3}


async def test_a_statement_that_breaks_a_constraint_reaches_its_writer(database: Database) -> None:
    def twice(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO facts (name, fact) VALUES ('same', '1')")
        connection.execute("INSERT INTO facts (name, fact) VALUES ('same', '2')")

    async def failing() -> None:
        async with database.write() as tx:
            tx.do(twice)

    answers = await asyncio.gather(write(database, "a"), failing(), write(database, "b"), return_exceptions=True)
    assert [type(answer) for answer in answers] == [type(None), sqlite3.IntegrityError, type(None)]
    assert await database.read(names) == {"a", "b"}


async def test_a_waiting_writer_that_is_cancelled_leaves_without_a_trace(database: Database) -> None:
    gate = Gate()
    first = await gate.close_behind(database)
    waiting = [asyncio.create_task(write(database, name)) for name in ("second", "third", "fourth")]
    await asyncio.sleep(0)
    waiting[0].cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting[0]  # at once, while the thread is still held
    gate.opened.set()
    await asyncio.gather(first, *waiting[1:])
    assert await database.read(names) == {"first", "third", "fourth"}


async def test_a_writer_cancelled_while_it_is_written_learns_it_when_that_is_settled(database: Database) -> None:
    gate = Gate()
    first = await gate.close_behind(database)
    second = asyncio.create_task(write(database, "second"))
    for _ in range(3):  # however often it is cancelled
        first.cancel()
        await asyncio.sleep(0.005)
    assert not first.done()
    gate.opened.set()
    with pytest.raises(asyncio.CancelledError):
        await first
    assert "first" in await database.read(names)
    await second
    assert await database.read(names) == {"first", "second"}


async def test_a_cancelled_writer_whose_step_fails_still_says_why(database: Database) -> None:
    gate = Gate()

    def fail(connection: sqlite3.Connection) -> None:
        gate.step(connection)
        raise ValueError("the card is gone")

    async def writer() -> None:
        async with database.write() as tx:
            tx.do(write_fact, "lost", "never written")
            tx.do(fail)

    task = asyncio.create_task(writer())
    await asyncio.to_thread(gate.reached.wait, 10)
    task.cancel()
    gate.opened.set()
    with pytest.raises(asyncio.CancelledError) as caught:
        await task
    assert isinstance(caught.value.__cause__, ValueError)
    assert await database.read(count_facts) == 0


async def test_those_behind_a_first_writer_that_is_cancelled_are_written(database: Database) -> None:
    tasks = [asyncio.create_task(write(database, name)) for name in ("first", "second", "third")]
    await asyncio.sleep(0)  # all three wait, nothing is sent
    tasks[0].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert [task.cancelled() for task in tasks] == [True, False, False]
    assert await database.read(names) >= {"second", "third"}


async def test_when_everybody_is_cancelled_the_next_writer_is_served(database: Database) -> None:
    gate = Gate()
    first = await gate.close_behind(database)
    tasks = [asyncio.create_task(write(database, str(number))) for number in range(5)]
    await asyncio.sleep(0)
    for task in (first, *tasks):
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    gate.opened.set()
    await asyncio.gather(first, return_exceptions=True)
    await write(database, "next")
    assert await database.read(names) == {"first", "next"}


async def test_random_cancellations_leave_every_writer_settled(database: Database) -> None:
    rng = random.Random(7)
    claims: dict[str, bool] = {}

    async def writer(name: str) -> None:
        try:
            await write(database, name)
        except asyncio.CancelledError:
            claims[name] = name in await database.read(names)
            raise
        claims[name] = True

    tasks = [asyncio.create_task(writer(str(number))) for number in range(300)]
    for task in rng.sample(tasks, 150):
        await asyncio.sleep(rng.choice([0, 0, 0, 0.001]))
        task.cancel()
    await asyncio.wait(tasks, timeout=10)
    assert all(task.done() for task in tasks)
    assert 0 < sum(task.cancelled() for task in tasks) < 300
    # A writer cancelled before it began has claimed nothing and written nothing.
    assert await database.read(names) == {name for name, written in claims.items() if written}


async def test_a_time_limit_around_a_writer_works(database: Database) -> None:
    gate = Gate()
    first = await gate.close_behind(database)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await write(database, "late")
    gate.opened.set()
    await first
    assert await database.read(names) == {"first"}


def test_a_loop_that_ends_amid_writers_ends(path: Path) -> None:
    async def main() -> None:
        database = await Database.open(path)
        writers = [asyncio.create_task(write(database, str(number))) for number in range(50)]
        await asyncio.sleep(0.002)
        assert writers
        # asyncio.run cancels them all; the database is never closed.

    asyncio.run(main())
    plain = sqlite3.connect(path)
    assert plain.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    plain.close()


async def test_close_finishes_what_was_asked_and_then_refuses(path: Path) -> None:
    database = await Database.open(path)
    gate = Gate()
    first = await gate.close_behind(database)
    second = asyncio.create_task(write(database, "second"))
    await asyncio.sleep(0)
    closings = [asyncio.create_task(database.close()) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(DatabaseProblem, match="is closed"):
        await write(database, "third")
    gate.opened.set()
    await asyncio.gather(first, second, *closings)
    await database.close()
    with pytest.raises(DatabaseProblem, match="is closed"):
        await database.read(names)
    assert [file.name for file in path.parent.iterdir()] == [path.name]  # no log is left beside it
    again = await Database.open(path)
    assert await again.read(names) == {"first", "second"}
    await again.close()


async def test_a_file_held_by_another_program_is_said_and_nothing_is_written(database: Database, path: Path) -> None:
    await database._writer.run(lambda connection: connection.execute("PRAGMA busy_timeout = 20").fetchone())
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    answers = await asyncio.gather(write(database, "a"), write(database, "b"), return_exceptions=True)
    assert [type(answer) for answer in answers] == [DatabaseProblem, DatabaseProblem]
    assert answers[0] is not answers[1]
    assert "held by another program" in str(answers[0])
    holder.execute("ROLLBACK")
    holder.close()
    await write(database, "c")
    assert await database.read(names) == {"c"}


async def test_a_full_disk_fails_who_needs_room_and_tells_the_truth_to_the_others(database: Database) -> None:
    def limit(connection: sqlite3.Connection) -> None:
        (pages,) = connection.execute("PRAGMA page_count").fetchone()
        connection.execute(f"PRAGMA max_page_count = {pages + 2}").fetchone()

    await database._writer.run(limit)

    async def huge() -> None:
        async with database.write() as tx:
            tx.do(write_fact, "huge", "x" * 100_000)

    small, large, other = await asyncio.gather(
        write(database, "small"), huge(), write(database, "other"), return_exceptions=True
    )
    assert isinstance(large, sqlite3.OperationalError | DatabaseProblem)
    told = {name for name, answer in (("small", small), ("other", other)) if answer is None}
    assert await database.read(names) == told
    await write(database, "afterwards")
    assert await database.read(names) == told | {"afterwards"}


async def test_a_read_sees_one_moment(database: Database) -> None:
    await write(database, "before")
    began, go_on = threading.Event(), threading.Event()

    def look_twice(connection: sqlite3.Connection) -> tuple[int, int]:
        first = count_facts(connection)
        began.set()
        assert go_on.wait(10)
        return first, count_facts(connection)

    reading = asyncio.create_task(database.read(look_twice))
    await asyncio.to_thread(began.wait, 10)
    await write(database, "meanwhile")  # a reader does not hold up a writer
    go_on.set()
    assert await reading == (1, 1)
    assert await database.read(count_facts) == 2


async def test_a_read_cannot_write_and_a_failing_read_does_no_harm(database: Database) -> None:
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        await database.read(write_fact, "a", "b")
    assert await database.read(count_facts) == 0


async def test_nothing_runs_while_nobody_writes(database: Database) -> None:
    await write(database, "a")
    await asyncio.sleep(0)
    assert asyncio.all_tasks() == {asyncio.current_task()}
