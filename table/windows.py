"""Questions that several people answer within seconds: short windows, moves that are locked at first, and races.

A presentation says of the question on the table how quick it is (`Window`). Then

* its time is counted from when Discord has shown it: the board tells (`shown`) when its edit was answered, or failed
  for good. Until then a deadline of its own stands in, so that a table whose picture cannot be drawn goes on, too;
* when its time is up the default moves are made, for everybody, and nobody has missed anything;
* some moves are refused until it has been looked at for a while;
* some moves are races: the first press is held for a moment, everything that comes meanwhile joins it, and then all are
  judged in the order of their interaction ids, which Discord numbers as people press. So it does not count whose
  press arrived first, and nobody who was as quick is told that the button was from before.

Hands do not offer the moves of a question that the table does not show yet: all see it at the same moment.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import discord

from db import tables
from games.errors import GameError
from games.game import Game, View
from table.live import LiveTable
from table.presentation import Presentation, Window
from table.turns import Attempt, Verdict, now_ms

if TYPE_CHECKING:
    from table.house import House

log = logging.getLogger(__name__)

#: When a question that could not be shown counts as shown, in milliseconds after it was asked.
UNSEEN = 20_000
#: After so many windows in a row that closed without a press of anybody, everybody counts as away.
DESERTED = 25
#: So many earlier questions are remembered, for presses that mean the same in a later one.
REMEMBERED = 3


@dataclass
class Held:
    """An attempt that waits until all that came at the same moment are judged."""

    attempt: Attempt
    race: asyncio.Task[None] | None = None
    judged: Verdict | None = None
    failed: Exception | None = None

    async def verdict(self) -> Verdict:
        """Wait, and hear what became of it. Raises what went wrong."""
        assert self.race is not None
        await asyncio.shield(self.race)
        if self.failed is not None:
            raise self.failed
        assert self.judged is not None
        return self.judged


@dataclass
class _Table:
    """What is known of one table beside its record: when its question was shown, and the presses that are held."""

    decision: int = -1
    shown: int | None = None
    doubted: int | None = None
    owed: bool = False
    quiet: int = 0
    held: list[Held] = field(default_factory=list)
    asked: dict[int, View] = field(default_factory=dict)


class Windows:
    """The quick questions of all tables of a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._tables: dict[int, _Table] = {}

    def _at(self, table: LiveTable) -> _Table:
        """What is known of a table; what was known of an earlier question is forgotten."""
        known = self._tables.setdefault(table.id, _Table())
        decision = table.going().decision
        if known.decision != decision:
            known.decision, known.shown, known.doubted = decision, None, None
        return known

    def close(self, table_id: int) -> None:
        """Forget a table that is over."""
        self._tables.pop(table_id, None)

    # ---- what kind of question it is ---------------------------------------------------------------------------

    def of(self, table: LiveTable, game: Game | None = None) -> Window | None:
        """The window of the question on the table (of `game`, where that is not the table's yet); None: an ordinary one."""
        game = game or table.game
        if game is None or game.outcome is not None:
            return None
        return table.presentation.window(game.view(None))

    def seconds(self, table: LiveTable, game: Game | None = None) -> float | None:
        """After how many seconds the default moves are made; None: the table's clock says.

        Windows belong to the `live` clock. On the others people take their time; but a computer's turn that comes by
        itself comes there, too.
        """
        window = self.of(table, game)
        if window is None or window.seconds is None:
            return None
        to_act = (game or table.going()).to_act
        if table.row.clock == "live" or all(table.places[seat].computer for seat in to_act):
            return window.seconds
        return None

    def deadline(self, table: LiveTable, game: Game, at: int, extra: int) -> int | None:
        """When the window of this question closes, in epoch milliseconds, if it has one.

        Until it has been shown this is a moment that is only reached when it cannot be shown.
        """
        seconds = self.seconds(table, game)
        if seconds is None:
            return None
        known = self._tables.get(table.id)
        if known is not None and known.decision == game.decision and known.shown is not None and not extra:
            return known.shown + round(seconds * 1000)
        return at + extra + UNSEEN + round(seconds * 1000)

    def comes_by_itself(self, table: LiveTable, seat: int) -> bool:
        """Is the move that this seat must make one that is locked and made at the end, so that no computer need think?"""
        window = self.of(table)
        if window is None or self.seconds(table) is None:
            return False
        return window.locks(table.going().default(seat))

    # ---- shown ---------------------------------------------------------------------------------------------------

    def unseen(self, table: LiveTable) -> bool:
        """Is this a quick question that the table does not show yet?"""
        window = self.of(table) if table.live else None
        return window is not None and window.timed and self._at(table).shown is None

    def owe(self, table: LiveTable) -> bool:
        """Must hands and computers wait until the question is shown? Then they are told by `shown`."""
        if not self.unseen(table):
            return False
        self._at(table).owed = True
        return True

    async def shown(self, table_id: int, decision: int | None) -> None:
        """The public message shows this question now, or cannot show it: its time begins, and what waited goes on."""
        at = now_ms()
        try:
            async with self._house.at(table_id) as table:
                if not table.live or table.going().decision != decision or not self.unseen(table):
                    return
                if table.everybody_away:
                    return  # its time begins when somebody is back
                known = self._at(table)
                known.shown = at
                owed, known.owed = known.owed, False
                if self.seconds(table) is not None:
                    await self._house.clock.renew(table)
        except LookupError:
            return
        self._send_computers(table)
        if owed:
            self._house.turns.wake(table)
            await self._house.hands.refresh(table)

    async def not_shown(self, table_id: int) -> None:
        """The public message could not be changed: the question on the table is asked all the same."""
        try:
            table = await self._house.find(table_id)
        except LookupError:
            return
        if table.game is not None:
            await self.shown(table_id, table.game.decision)

    def locked(self, table: LiveTable, moves: list[str]) -> float:
        """For how many seconds more one of these moves is refused; 0: they may be made."""
        window = self.of(table)
        if window is None or window.lock <= 0 or not any(window.locks(move) for move in moves):
            return 0.0
        known, now = self._at(table), now_ms()
        if known.shown is not None:
            return max(0.0, window.lock - (now - known.shown) / 1000)
        if known.doubted is None:
            known.doubted = now
        return max(0.0, window.lock + (UNSEEN - (now - known.doubted)) / 1000)

    # ---- races ---------------------------------------------------------------------------------------------------

    def holding(self, table_id: int) -> bool:
        """Are presses held at this table? Then nothing else decides its question before them."""
        known = self._tables.get(table_id)
        return known is not None and bool(known.held)

    def hold(self, table: LiveTable, attempt: Attempt) -> Held | None:
        """Hold an attempt if it runs a race, or if others are held already; its verdict comes when all are judged.

        None: it is judged at once. The caller holds the table's lock.
        """
        if not attempt.by_computer:
            self._at(table).quiet = 0
        if not self._house.turns.is_current(table, attempt):
            return None
        window, known = self.of(table), self._at(table)
        if not known.held and window is None:
            return None
        try:
            moves = attempt.read(table, attempt.seat)
            game = table.going()
            may = all(game.read(move) in game.moves(attempt.seat) for move in moves) and not self.locked(table, moves)
        except GameError:
            may = False
        if not may:
            return None  # what is refused anyway holds nobody up
        if not known.held and (window is None or not any(map(window.races, moves))):
            return None
        held = Held(attempt, known.held[0].race if known.held else None)
        known.held.append(held)
        if held.race is None:
            held.race = self._house.spawn(self._judge_after_grace(table.id, known), f"race at table {table.id}")
        return held

    async def _judge_after_grace(self, table_id: int, known: _Table) -> None:
        """Judge what was held, in order; one that fails stops no other."""
        await asyncio.sleep(self._house.pace.grace)
        async with AsyncExitStack() as stack:
            try:
                await stack.enter_async_context(self._house.at(table_id))
            finally:
                held, known.held = sorted(known.held, key=lambda each: each.attempt.order), []
            for each in held:
                try:
                    each.judged = await self._house.turns.judge(await self._house.find(table_id), each.attempt)
                except Exception as error:
                    each.failed = error
            table = await self._house.find(table_id)
            if table.live:
                self._house.clock.set(table)  # its time may have passed meanwhile
        played = [each for each in held if each.judged is not None and each.judged.played]
        for each in played[:-1]:
            each.judged = replace(each.judged, more_to_come=True) if each.judged else None
        if not played:
            self._house.turns.wake(table)

    # ---- presses of before ---------------------------------------------------------------------------------------

    def leave(self, table: LiveTable) -> None:
        """The question now on the table is about to be answered: remember it, if its moves may mean something later."""
        if type(table.presentation).still_means is Presentation.still_means:
            return
        asked = self._tables.setdefault(table.id, _Table()).asked
        game = table.going()
        if game.decision not in asked:
            asked[game.decision] = game.view(None)
            for decision in sorted(asked)[:-REMEMBERED]:
                del asked[decision]

    def still_means(self, table: LiveTable, attempt: Attempt) -> bool:
        """Was this pressed for an earlier question, but means the same in the present one?"""
        known = self._tables.get(table.id)
        then = None if known is None or attempt.decision is None else known.asked.get(attempt.decision)
        if then is None:
            return False
        now = table.going().view(None)
        try:
            return all(table.presentation.still_means(move, then, now) for move in attempt.read(table, attempt.seat))
        except GameError:
            return False

    # ---- time and computers ------------------------------------------------------------------------------------

    async def time_is_up(self, table: LiveTable) -> None:
        """The window closes: the default move for everybody who has not answered. The caller holds the lock.

        Nobody has missed anything; but a table at which nobody presses anything any more need not go on to its end.
        """
        known = self._at(table)
        known.quiet += 1
        if known.quiet >= DESERTED:
            known.quiet, known.shown = 0, None
            await self._leave_alone(table)
            return
        decision = table.going().decision
        for seat in table.going().to_act:
            await self._house.time.play_defaults(table, seat, decision)

    async def _leave_alone(self, table: LiveTable) -> None:
        """Everybody counts as away; the table waits for somebody to come back."""
        people = [seat for seat, place in enumerate(table.places) if place.member is not None and not place.left]
        for seat in people:
            table.places[seat].autopilot = True
        deadline = self._house.clock.deadline(table, table.going(), now_ms())
        try:
            async with self._house.db.write() as tx:
                for seat in people:
                    tx.do(tables.save_seat, table.id, seat, autopilot=True)
                tx.do(tables.save_table, table.id, deadline=deadline)
        except BaseException:
            self._house.forget(table.id)
            raise
        table.take(deadline=deadline)
        self._house.clock.set(table)

    def _send_computers(self, table: LiveTable) -> None:
        """Computers take part in what is open to all: each comes, or does not come, after a moment of its own."""
        game, decision = table.going(), table.going().decision
        for seat, place in enumerate(table.places):
            moves = game.moves(seat) if place.computer and table.live else []
            if not moves or table.everybody_away:
                continue
            reflex = table.presentation.reflex(game.view(seat), moves, place.level, self._house.turns.rng)
            if reflex is not None:
                self._house.spawn(
                    self._come(table.id, decision, seat, reflex), f"computer on seat {seat} of table {table.id}"
                )

    async def _come(self, table_id: int, decision: int, seat: int, reflex: tuple[float, str]) -> None:
        seconds, move = reflex
        await asyncio.sleep(seconds)
        read: Callable[[LiveTable, int], list[str]] = lambda table, seat: [move]  # noqa: E731
        order = discord.utils.time_snowflake(discord.utils.utcnow())
        try:
            async with self._house.at(table_id) as table:
                attempt = Attempt(seat, order, decision, read, self._house.words(table.row.server), by_computer=True)
                waiting = self.hold(table, attempt)
                verdict = await self._house.turns.judge(table, attempt) if waiting is None else None
            if waiting is not None:
                verdict = await waiting.verdict()
        except LookupError:
            return
        if verdict is not None and verdict.played and not verdict.more_to_come:
            await self._house.turns.show(table_id)
