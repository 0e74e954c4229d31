"""Bot, simulated server and page together, until Ctrl-C."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from simcord.backend.errors import SetupError

from bot import Kuku, fail
from db.database import Database, DatabaseProblem
from offline.page import TablePage
from offline.world import MEMBERS, build_world, keep_time
from table.pace import Pace
from table.words import words_for

#: Emojis are uploaded at once, since nobody counts requests here.
PACES = {
    "normal": Pace(upload=0.01),
    "quick": Pace(human=0.01, coalesce=0.05, retry=0.1, upload=0.0),
}

#: How often bytes that no message needs any more are dropped, in seconds.
SWEEP = 60.0


@asynccontextmanager
async def open_table(database: Path, pace: Pace, port: int) -> AsyncIterator[TablePage]:
    """The bot on its simulated server, and the page that shows it, with a clock that runs.

    Raises DatabaseProblem, and SetupError if the port cannot be had; then nothing runs any more.
    """
    db = await Database.open(database)
    bot = Kuku(database, pace=pace, shard_count=1)
    bot.db = db
    try:
        world = build_world(bot)
        async with TablePage(world, port) as page:
            await world.env.start()
            beside = [
                asyncio.create_task(keep_time(world.env, page.turn, page.follow)),
                asyncio.create_task(_sweep(page)),
            ]
            try:
                yield page
            finally:
                for task in beside:
                    task.cancel()
                await asyncio.gather(*beside, return_exceptions=True)
                async with page.turn:
                    await bot.close_rooms()
        await world.env.shutdown()
    finally:
        await bot.close_rooms()


async def _sweep(page: TablePage) -> None:
    while True:
        await asyncio.sleep(SWEEP)
        page.forget_old_files()


async def serve(database: str | None, pace: Pace, port: int, what: str) -> int:
    """Serve the table until Ctrl-C; returns the exit code."""
    stopped = asyncio.Event()
    for which in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no such handlers; there Ctrl-C interrupts
            asyncio.get_running_loop().add_signal_handler(which, stopped.set)
    with tempfile.TemporaryDirectory(prefix="kuku-", ignore_cleanup_errors=True) as folder:
        try:
            async with open_table(Path(database or Path(folder) / "kuku.sqlite3"), pace, port) as page:
                names = words_for("en").listed(MEMBERS)
                print(f"{what}: a simulated Discord server on this machine, where you can be {names}.")
                print(f"Open {page.address} in a browser; Ctrl-C stops it.", flush=True)
                await stopped.wait()
        except DatabaseProblem as problem:
            return fail(str(problem))
        except SetupError as problem:
            if "could not bind port" not in str(problem):
                raise
            return fail(
                f"Port {port} is in use by another program (another offline table?). "
                f"Stop that one, or choose another port: python -m offline --port {port + 1}"
            )
    return 0
