"""The open database: reads off the event loop, and writes that are committed together.

A write is collected while its ``async with`` body runs and is carried out when the body ends. The first writer to
arrive sets a commit off; all who arrive before it leaves, and all who arrive while it is under way for the next one,
share one transaction: ``BEGIN IMMEDIATE``, a savepoint for each, one ``COMMIT``, one hop to the connection's thread
and back. Nothing runs while nobody writes. Whoever is cancelled takes nobody along: the commit belongs to the thread,
its answer to the event loop, and each writer waits for its own future only.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Concatenate, Generic, ParamSpec, TypeVar, cast

import aiosqlite

from db.opening import SCHEMA, DatabaseProblem, open_to_read, open_to_write, problem

__all__ = ["Database", "DatabaseProblem", "Later", "Transaction"]

T = TypeVar("T")
P = ParamSpec("P")


class Later(Generic[T]):
    """What a step will have returned, once its transaction is committed."""

    __slots__ = ("_values",)

    def __init__(self) -> None:
        self._values: tuple[T, ...] = ()

    @property
    def value(self) -> T:
        """The step's result. Raises RuntimeError before the ``async with`` block has ended well."""
        if not self._values:
            raise RuntimeError("the transaction is not committed: ask after the end of its block")
        return self._values[0]


class Transaction:
    """The steps of one writer; they stand or fall together."""

    def __init__(self) -> None:
        self._steps: list[Callable[[sqlite3.Connection], object]] = []
        self._laters: list[Later[object]] = []
        self._collecting = True
        # Written by the connection's thread, read by the loop once the commit is answered.
        self._results: list[object] = []
        self._error: BaseException | None = None
        self._answered = False
        self._wake: asyncio.Future[None] | None = None

    def do(self, step: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> Later[T]:
        """Add a step. It runs after the steps before it, in the connection's thread, when the block ends.

        A step that raises undoes its whole transaction, and the block raises what it raised. A step must not begin,
        commit or roll back, and touches nothing but the connection and its arguments.
        """
        if not self._collecting:
            raise RuntimeError("the block of this transaction has ended")
        later: Later[T] = Later()
        self._steps.append(lambda connection: step(connection, *args, **kwargs))
        self._laters.append(cast("Later[object]", later))
        return later

    def _answer(self, failure: DatabaseProblem | None) -> None:
        if self._error is None:
            self._error = failure
        if self._error is None:
            for later, result in zip(self._laters, self._results, strict=True):
                later._values = (result,)
        self._answered = True
        if self._wake is not None and not self._wake.done():
            self._wake.set_result(None)


class Database:
    """One SQLite file. Made by `open`; belongs to the event loop that opened it.

    One process is meant to use a file: a second one would harm neither rows nor points, but the tables that each has
    in memory would not know of each other's moves. Several processes need a database server.

    `is_new` says whether this `open` made the tables (the file was not there, or empty).
    """

    def __init__(self, path: Path, writer: _Connection, reader: _Connection, is_new: bool) -> None:
        self.path = path
        self.is_new = is_new
        self._writer = writer
        self._reader = reader
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[Transaction, None] = {}
        self._idle = asyncio.Event()  # set while no commit is under way or about to be
        self._idle.set()
        self._closed = False
        self._closing = asyncio.Lock()

    @classmethod
    async def open(cls, path: str | Path, *, schema: Path = SCHEMA) -> Database:
        """Open or make the file and bring its tables up to date (see `db.opening`).

        Raises `DatabaseProblem`; then the file is as it was.
        """
        path = Path(path)
        is_new = False

        def connect() -> sqlite3.Connection:
            nonlocal is_new
            connection, is_new = open_to_write(path, schema)
            return connection

        writer = await _Connection.start(connect)
        try:
            reader = await _Connection.start(partial(open_to_read, path))
        except BaseException:
            await writer.close()
            raise
        return cls(path, writer, reader, is_new)

    async def close(self) -> None:
        """Finish what was asked before, then close the file. A second call does nothing."""
        self._closed = True
        async with self._closing:
            await self._idle.wait()
            await self._reader.close()
            await self._writer.close()

    async def read(self, step: Callable[Concatenate[sqlite3.Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a step in the reading thread and return its result. It sees one moment of the database, everything
        committed so far included, and cannot write.
        """
        self._must_be_open()
        return await self._reader.run(partial(_read, lambda connection: step(connection, *args, **kwargs)))

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """Collect steps, and at the end of the block carry them out in one transaction that is safely on the disk.

        If the body raises, nothing is written. If a step raises, this transaction is undone and the block raises the
        same. If the commit itself fails, the block raises `DatabaseProblem` and nothing is written. If the task is
        cancelled, then at the moment `CancelledError` leaves the block it is settled: all of it is written, or
        nothing is and will be.
        """
        self._must_be_open()
        transaction = Transaction()
        try:
            yield transaction
        finally:
            transaction._collecting = False
        if transaction._steps:
            await self._carry_out(transaction)

    async def _carry_out(self, transaction: Transaction) -> None:
        self._must_be_open()
        self._waiting[transaction] = None
        if self._idle.is_set():
            self._idle.clear()
            # Not at once: others who are ready to write in this turn of the loop come along.
            self._loop.call_soon(self._send)
        cancelled: asyncio.CancelledError | None = None
        while not transaction._answered:
            transaction._wake = self._loop.create_future()
            try:
                await transaction._wake
            except asyncio.CancelledError as error:
                if transaction in self._waiting:  # nobody has begun it
                    del self._waiting[transaction]
                    raise
                # It is being written. To leave now would let the caller look before the answer is known.
                cancelled = error
        if cancelled is not None:
            raise cancelled from transaction._error
        if transaction._error is not None:
            raise transaction._error

    def _send(self) -> None:
        """Hand everybody who waits to the connection's thread."""
        together = list(self._waiting)
        self._waiting.clear()
        if together:
            self._writer.post(partial(self._commit, together))
        else:
            self._idle.set()

    def _commit(self, together: list[Transaction], connection: sqlite3.Connection) -> None:
        """In the connection's thread."""
        failure: BaseException | None = None
        try:
            _commit_together(connection, together)
        except BaseException as error:  # whatever it was, those who wait must hear of it
            failure = error
        self._loop.call_soon_threadsafe(self._answer, together, failure)

    def _answer(self, together: list[Transaction], failure: BaseException | None) -> None:
        for transaction in together:
            if failure is None:
                transaction._answer(None)
            else:
                told = problem(self.path, failure)
                told.__cause__ = failure
                transaction._answer(told)
        # After those just woken have had their turn, so that what they write next is in it.
        self._loop.call_soon(self._send)

    def _must_be_open(self) -> None:
        if self._closed:
            raise DatabaseProblem(
                f"The database {self.path} is closed: the bot is stopping, try again when it is back."
            )


def _commit_together(connection: sqlite3.Connection, together: list[Transaction]) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        for transaction in together:
            connection.execute("SAVEPOINT writer")
            try:
                transaction._results = [step(connection) for step in transaction._steps]
            except BaseException as error:
                if not connection.in_transaction:  # a full or failing disk: SQLite has undone everybody's
                    raise
                connection.execute("ROLLBACK TO writer")
                transaction._error = error
            connection.execute("RELEASE writer")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _read(step: Callable[[sqlite3.Connection], T], connection: sqlite3.Connection) -> T:
    connection.execute("BEGIN")
    try:
        return step(connection)
    finally:
        connection.execute("ROLLBACK")


class _Connection(aiosqlite.Connection):
    """aiosqlite's connection in a thread of its own, with what it lacks: to send a whole function there.

    `_execute`, `_tx` and `_conn` are not promised by aiosqlite; its version is pinned, and all use of them is here.
    """

    def __init__(self, connect: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connect, iter_chunk_size=64)
        # A bot that fails before it closes the database must still come to an end; what was answered is on the disk.
        self._thread.daemon = True

    @classmethod
    async def start(cls, connect: Callable[[], sqlite3.Connection]) -> _Connection:
        """Connect in a new thread. If that fails, the thread has ended when the error arrives."""
        connection = cls(connect)
        try:
            await connection
        except BaseException:
            # aiosqlite tells the thread to stop and goes; the thread would then report to a loop that may be closed.
            await asyncio.to_thread(connection._thread.join)
            raise
        return connection

    async def run(self, step: Callable[[sqlite3.Connection], T]) -> T:
        """Run a step in the thread and wait for its result."""
        send: Callable[..., Awaitable[T]] = self._execute
        return await send(lambda: step(self._conn))

    def post(self, job: Callable[[sqlite3.Connection], None]) -> None:
        """Run a job in the thread, after what was sent before, and do not wait. The job must not raise."""
        self._tx.put_nowait((None, lambda: job(self._conn)))
