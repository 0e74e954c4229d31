"""Moves: of people, of the clock, of computers. One way for all of them: play, commit, then show.

A move is made on a copy of the game; only when the database has it does the copy become the table's game. So what
is in memory, and what anybody is shown, is always committed.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from db import tables
from games.errors import GameError
from games.game import Event
from players.choose import choose_move
from table.answers import Answer, Kind, Refusal
from table.controls import Press
from table.live import OVER, LiveTable
from table.words import Words

if TYPE_CHECKING:
    from table.house import Handler, House

log = logging.getLogger(__name__)

#: Reads the moves that a press means, for the table as it is and the presser's seat.
Reader = Callable[[LiveTable, int], list[str]]


@dataclass(frozen=True)
class Attempt:
    """Somebody tries to move: from which seat, for which question, and what. `order` is the id of the interaction.

    `move` is the move itself where the control names it, so that the rules can say why it is not possible.
    """

    seat: int
    order: int
    decision: int | None
    read: Reader
    words: Words
    by_computer: bool = False
    move: str | None = None


@dataclass(frozen=True)
class Verdict:
    """What became of an attempt: played, or refused with a sentence. `more_to_come`: others, judged with it, follow."""

    played: bool
    refusal: str = ""
    more_to_come: bool = False


def now_ms() -> int:
    """This moment in epoch milliseconds, by the clock that discord.py goes by."""
    return int(discord.utils.utcnow().timestamp() * 1000)


class Turns:
    """Makes moves at the tables of a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._thinking: dict[int, int] = {}
        self.rng = random.Random()

    def handlers(self) -> dict[str, tuple[Kind, Handler]]:
        """The verbs that play."""
        return {
            "m": (Kind.UPDATE, self._press_move),
            "c": (Kind.UPDATE, self._press_combined),
            "d": (Kind.UPDATE, self._press_drafted),
            "s": (Kind.UPDATE, self._press_step),
        }

    # ---- presses ---------------------------------------------------------------------------------------------

    async def _press_move(self, answer: Answer, press: Press) -> None:
        await self._answer_with_moves(answer, press, lambda table, seat: [press.object])

    async def _press_combined(self, answer: Answer, press: Press) -> None:
        def read(table: LiveTable, seat: int) -> list[str]:
            show = table.show(answer.words, seat)
            return [table.presentation.combined(show, press.object, press.values)]

        await self._answer_with_moves(answer, press, read)

    async def _press_drafted(self, answer: Answer, press: Press) -> None:
        def read(table: LiveTable, seat: int) -> list[str]:
            return table.presentation.drafted(table.show(answer.words, seat), press.object)

        await self._answer_with_moves(answer, press, read)

    async def _answer_with_moves(self, answer: Answer, press: Press, read: Reader) -> None:
        house = self._house
        started = time.perf_counter()
        private = is_private(answer.interaction)
        async with house.at(press.table) as table:
            seat = table.seat_of(answer.member)
            if seat is None:
                raise Refusal(answer.words.say("You do not sit at this table; **My hand** shows what you can do here."))
            move = press.object if press.verb == "m" else None
            attempt = Attempt(seat, answer.interaction.id, press.decision, read, answer.words, move=move)
            waiting = house.windows.hold(table, attempt)
            verdict = await self.judge(table, attempt) if waiting is None else Verdict(False)
        if waiting is not None:
            verdict = await waiting.verdict()
        answered = False
        try:
            if private:
                await house.hands.answer(answer, press.table, note=verdict.refusal)
            elif verdict.refusal:
                await answer.tell(verdict.refusal)
            elif verdict.more_to_come:
                await answer.acknowledge()
            else:
                await house.board.answer(answer, press.table)
            answered = private
        finally:  # a move that was made is shown to the others even if its own answer failed
            if verdict.played and not verdict.more_to_come:
                await self.show(press.table, but=answer.member if answered else None)
        log.debug("table %s: press answered in %.1f ms", press.table, (time.perf_counter() - started) * 1000)

    async def _press_step(self, answer: Answer, press: Press) -> None:
        """A further step of a choice: nothing is played, the hand shows other buttons."""
        page, _, path = press.object.partition(":")
        table = await self._house.find(press.table)
        seat = table.seat_of(answer.member)
        if seat is None:
            raise Refusal(answer.words.say("You do not sit at this table; **My hand** shows what you can do here."))
        note = answer.words.say("That button was from before. This is how things stand now.")
        if not is_private(answer.interaction):  # a hand never takes the place of a message that others see
            raise Refusal(note)
        if not self._may_choose(table, seat, press):
            await self._house.hands.answer(answer, press.table, note=note)
            return
        await self._house.hands.answer(answer, press.table, path=path, page=int(page))

    async def judge(self, table: LiveTable, attempt: Attempt) -> Verdict:
        """Make the moves of an attempt if they may be made now, else say why not. The caller holds the table's lock."""
        words, windows = attempt.words, self._house.windows
        if not self.is_current(table, attempt):
            return Verdict(False, self._why_not(table, attempt))
        try:
            moves = attempt.read(table, attempt.seat)
            wait = windows.locked(table, moves)
            if wait and all(table.going().read(move) in table.going().moves(attempt.seat) for move in moves):
                return Verdict(False, _not_yet(words, wait))
            await self.play(table, [(attempt.seat, move) for move in moves], by_owner=not attempt.by_computer)
        except GameError as error:
            return Verdict(False, words.explain(error, [name.text for name in table.names(words)]))
        return Verdict(True)

    def _why_not(self, table: LiveTable, attempt: Attempt) -> str:
        """Why an attempt does not answer the question on the table: by the rules if it is that question, else too late."""
        words, game = attempt.words, table.going()
        asked = table.live and attempt.decision == game.decision
        if asked and attempt.move is not None and not table.places[attempt.seat].computer:
            try:
                game.copy().play(attempt.seat, attempt.move)
            except GameError as error:
                return words.explain(error, [name.text for name in table.names(words)])
        if self._house.windows.of(table) is not None:
            return words.say("That came too late, so it does not count. This is how things stand now.")
        return words.say("That button was from before. This is how things stand now.")

    def is_current(self, table: LiveTable, attempt: Attempt) -> bool:
        """Does this answer the question that is on the table now, from a seat that may?"""
        return (
            table.live
            and table.places[attempt.seat].computer == attempt.by_computer
            and bool(table.going().moves(attempt.seat))
            and (attempt.decision == table.going().decision or self._house.windows.still_means(table, attempt))
        )

    @staticmethod
    def _may_choose(table: LiveTable, seat: int, press: Press) -> bool:
        """Does this step lead to an answer of the question that is on the table now?"""
        game = table.going()
        return (
            table.live
            and not table.places[seat].computer
            and press.decision == game.decision
            and bool(game.moves(seat))
        )

    # ---- playing ---------------------------------------------------------------------------------------------

    async def play(self, table: LiveTable, moves: Sequence[tuple[int, str]], *, by_owner: bool = False) -> list[Event]:
        """Make moves that stand or fall together and commit them; the caller holds the table's lock, and shows after.

        `by_owner`: a person moved in time, which ends a row of missed turns. Raises GameError, and then nothing has
        changed; when the write fails the table is forgotten, to be loaded as it is in the database.
        """
        house = self._house
        game = table.going().copy()
        first = game.ply
        events: list[Event] = []
        made: list[tuple[int, str]] = []
        for seat, move in moves:
            events += game.play(seat, move)
            made.append((seat, game.read(move)))
        at = now_ms()
        ending = house.ending.prepare(table, game, at) if game.outcome is not None else None
        deadline = house.clock.deadline(table, game, at, touched=at if by_owner else None, events=events)
        changes: tables.TableChanges = {
            "deadline": deadline,
            "deadline_decision": None if deadline is None else game.decision,
        }
        if by_owner:
            changes["touched"] = at
        rested = [seat for seat, _ in moves if by_owner and table.places[seat].missed]
        try:
            async with house.db.write() as tx:
                tx.do(tables.append_moves, table.id, first, made, at)
                for seat in rested:
                    tx.do(tables.save_seat, table.id, seat, missed=0)
                tx.do(tables.save_table, table.id, **changes)
                if ending is not None:
                    ending.write(tx)
        except BaseException:
            house.forget(table.id)
            raise
        house.windows.leave(table)
        table.take(**changes)
        table.game = game
        table.note = ""
        table.record.extend(made)
        table.story.extend(events)
        for seat in rested:
            table.places[seat].missed = 0
        house.clock.set(table)
        if ending is not None:
            ending.settled(table)
        return events

    async def show(self, table_id: int, but: int | None = None) -> None:
        """Show a table after it changed: open hands (except that of `but`, who was answered), the board, the result.

        Then whoever is next and is a computer begins to think.
        """
        house = self._house
        table = await house.find(table_id)
        waits = house.windows.owe(table)
        if not waits:
            self.wake(table)
        stages = house.board.stages(table)
        house.board.show(table.id)
        house.mentions.turn(table)
        if not waits:
            await house.hands.refresh(table, but=but)
        if table.row.state == OVER:
            house.windows.close(table.id)
            if stages:
                await house.board.shown(table.id)
            await house.ending.announce(table)

    # ---- moves without a press -------------------------------------------------------------------------------

    def wake(self, table: LiveTable) -> None:
        """Let the computers at this table think, if the game waits for one; play forced moves where that is wished."""
        if not table.live or table.game is None or table.everybody_away:
            return
        decision = table.game.decision
        if self._thinking.get(table.id) == decision or not self._unasked(table):
            return
        self._thinking[table.id] = decision
        self._house.spawn(self._unasked_turn(table.id, decision), f"computer at table {table.id}")

    def _unasked(self, table: LiveTable) -> list[int]:
        """The seats to act that need not be asked: computers, and people with one legal move where it is forced."""
        game, windows = table.going(), self._house.windows
        forced = table.presentation.plays_forced
        return [
            seat
            for seat in game.to_act
            if (table.places[seat].computer or (forced and len(game.moves(seat)) == 1))
            and not windows.comes_by_itself(table, seat)
        ]

    async def _unasked_turn(self, table_id: int, decision: int) -> None:
        try:
            await asyncio.sleep(self._house.pace.human)
            await self._look_first(table_id, decision)
            async with self._house.at(table_id) as table:
                if self._house.windows.holding(table_id):
                    return  # those who pressed come first; whoever shows the table then sends us again
                for seat in self._unasked(table) if table.live and not table.everybody_away else ():
                    if table.going().decision != decision or not table.live:
                        break
                    moves = self._unasked_moves(table, seat)
                    if moves:
                        await self.play(table, moves)
        except LookupError:
            return
        finally:
            if self._thinking.get(table_id) == decision:
                del self._thinking[table_id]
        await self.show(table_id)

    def _unasked_moves(self, table: LiveTable, seat: int) -> list[tuple[int, str]]:
        """What a seat that need not be asked plays now: one move, and on as long as nobody sees any of it.

        Moves without an event, which leave the question as it is, are parts of one answer: a pause before each of
        them would be a pause in which nothing happens.
        """
        moves: list[tuple[int, str]] = []
        game, computer = table.going().copy(), table.places[seat].computer
        decision = game.decision
        while game.decision == decision and seat in game.to_act:
            legal = game.moves(seat)
            if moves and not computer and len(legal) > 1:
                break
            moves.append((seat, choose_move(type(game), game.view(seat), legal, self.rng)))
            if game.play(*moves[-1]):
                break
        return moves

    async def _look_first(self, table_id: int, decision: int) -> None:
        """Wait until moves that are locked at first may be made; computers wait as people do."""
        table = await self._house.find(table_id)
        while table.live and table.going().decision == decision:
            moves = [table.going().default(seat) for seat in self._unasked(table)]
            wait = self._house.windows.locked(table, moves)
            if not wait:
                return
            await asyncio.sleep(wait)
            table = await self._house.find(table_id)


def _not_yet(words: Words, wait: float) -> str:
    """Why a locked move is refused, and for how many seconds more."""
    return words.plural(
        "Not yet: everybody may look first. Press again in {count} second.",
        "Not yet: everybody may look first. Press again in {count} seconds.",
        math.ceil(wait),
    )


def is_private(interaction: discord.Interaction[Any]) -> bool:
    """Does the control sit on a message of the presser's own: a private answer, or a direct message?"""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or interaction.guild_id is None)
