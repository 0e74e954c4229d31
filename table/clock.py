"""Deadlines: one sleeping task for the whole house, made anew when the earliest deadline changes."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Unpack

from db import tables
from games.game import Event, Game
from table.live import LOBBY, LiveTable
from table.turns import now_ms

if TYPE_CHECKING:
    from table.house import House

MINUTE = 60_000
DAY = 24 * 60 * MINUTE
#: Milliseconds for a move on the `slow` clock.
SLOW = DAY
#: A lobby closes when nothing has happened for so long.
IDLE_LOBBY = 30 * MINUTE
#: A table whose people are all away is void after so long.
AWAY = 7 * DAY
#: Without a clock: when it is asked who is still there, when a notice is given, and when the table is void.
ASKED, NOTICE, ABANDONED = DAY, 83 * DAY, 90 * DAY
#: What each first move after a restart gets on top.
AFTER_RESTART = 10_000


class Clock:
    """Knows every deadline of the house and wakes the table whose time is up."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._deadlines: dict[int, int] = {}
        self._sleeper: asyncio.Task[None] | None = None
        self._wakes_at: int | None = None

    def deadline(
        self,
        table: LiveTable,
        game: Game,
        at: int,
        extra: int = 0,
        touched: int | None = None,
        events: Sequence[Event] = (),
    ) -> int | None:
        """When the question now on the table must be answered, in epoch milliseconds; None: no limit.

        It is counted from when the question can be seen: what `events`, which lead to it, show before takes no time
        away from anybody.

        There is none when the game is over and while it waits for computers alone. While the question stays the same
        (another seat answered it, or one of several moves was made) its deadline stays, too. Without a clock, and
        while everybody is away, the deadline is that of the table itself.
        """
        if game.outcome is not None:
            return None
        touched = table.row.touched if touched is None else touched
        if table.everybody_away:
            return touched + AWAY
        window = self._house.windows.deadline(table, game, at, extra)
        if window is not None:
            return window
        if table.row.clock == "none":
            return self._next_stage(touched, at)
        if all(table.places[seat].computer for seat in game.to_act):
            return None
        if not extra and table.row.deadline is not None and table.row.deadline_decision == game.decision:
            return table.row.deadline
        seen = at + extra + self._house.board.delay(table, game, events)
        return seen + (SLOW if table.row.clock == "slow" else table.presentation.seconds(game.view(None)) * 1000)

    @staticmethod
    def _next_stage(touched: int, at: int) -> int | None:
        stages = (touched + stage for stage in (ASKED, NOTICE, ABANDONED))
        return next((stage for stage in stages if stage > at), at)

    @staticmethod
    def lobby_deadline(at: int) -> int:
        """When a lobby closes in which nothing happens any more."""
        return at + IDLE_LOBBY

    def set(self, table: LiveTable) -> None:
        """Take over the deadline of a table as it was committed."""
        if table.row.deadline is None or not (table.live or table.row.state == LOBBY):
            self._deadlines.pop(table.id, None)
        else:
            self._deadlines[table.id] = table.row.deadline
        self._wind()

    def drop(self, table_id: int) -> None:
        """Forget the deadline of a table that is over."""
        self._deadlines.pop(table_id, None)
        self._wind()

    async def resume(self, table: LiveTable) -> None:
        """After a restart: the whole time again, and a little more. Downtime is never counted against anyone."""
        if table.live:
            await self.renew(table, AFTER_RESTART)
        else:
            await self._commit(table, deadline=self.lobby_deadline(now_ms()))

    async def renew(self, table: LiveTable, extra: int = 0) -> None:
        """Work out again by when the question on a live table must be answered, and commit it."""
        game = table.going()
        deadline = self.deadline(table, game, now_ms(), extra)
        decision = None if deadline is None else game.decision
        await self._commit(table, deadline=deadline, deadline_decision=decision)

    async def _commit(self, table: LiveTable, **changes: Unpack[tables.TableChanges]) -> None:
        async with self._house.db.write() as tx:
            tx.do(tables.save_table, table.id, **changes)
        table.take(**changes)
        self.set(table)

    def _wind(self) -> None:
        earliest = min(self._deadlines.values(), default=None)
        if earliest == self._wakes_at and self._sleeper is not None and not self._sleeper.done():
            return
        if self._sleeper is not None and self._sleeper is not asyncio.current_task():
            self._sleeper.cancel()
        self._wakes_at, self._sleeper = earliest, None
        if earliest is not None:
            self._sleeper = self._house.spawn(self._sleep_until(earliest), "clock")

    async def _sleep_until(self, moment: int) -> None:
        await asyncio.sleep(max(0, moment - now_ms()) / 1000)
        due = [table_id for table_id, deadline in self._deadlines.items() if deadline <= now_ms()]
        for table_id in due:
            del self._deadlines[table_id]
            self._house.spawn(self._house.time.is_up(table_id), f"time is up at table {table_id}")
        self._wind()
