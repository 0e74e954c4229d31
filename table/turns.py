"""Moves: of people, of the clock, of computers. One way for all of them: play, commit, then show.

A move is made on a copy of the game; only when the database has it does the copy become the table's game. So what
is in memory, and what anybody is shown, is always committed.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import discord

from db import tables
from games.errors import GameError
from games.game import Event
from players.choose import choose_move
from table.answers import Answer, Kind, Refusal
from table.controls import Press
from table.live import OVER, LiveTable

if TYPE_CHECKING:
    from table.house import Handler, House

log = logging.getLogger(__name__)


def now_ms() -> int:
    """This moment in epoch milliseconds, by the clock that discord.py goes by."""
    return int(discord.utils.utcnow().timestamp() * 1000)


class Turns:
    """Makes moves at the tables of a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._thinking: dict[int, int] = {}
        self._rng = random.Random()

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

    async def _answer_with_moves(
        self, answer: Answer, press: Press, read: Callable[[LiveTable, int], list[str]]
    ) -> None:
        house = self._house
        started = time.perf_counter()
        private = is_private(answer.interaction)
        refusal = ""
        async with house.at(press.table) as table:
            seat = table.seat_of(answer.member)
            if seat is None:
                raise Refusal(answer.words.say("You do not sit at this table; **My hand** shows what you can do here."))
            played = False
            if self.is_current(table, seat, press):
                try:
                    moves = read(table, seat)
                    await self.play(table, [(seat, move) for move in moves], by_owner=True)
                    played = True
                except GameError as error:
                    refusal = answer.words.explain(error)
            else:
                refusal = answer.words.say("That button was from before. This is how things stand now.")
        answered = False
        try:
            if private:
                await house.hands.answer(answer, press.table, note=refusal)
            elif refusal:
                await answer.tell(refusal)
            else:
                await house.board.answer(answer, press.table)
            answered = private
        finally:  # a move that was made is shown to the others even if its own answer failed
            if played:
                await self.show(press.table, but=answer.member if answered else None)
        log.debug("table %s: press answered in %.1f ms", press.table, (time.perf_counter() - started) * 1000)

    async def _press_step(self, answer: Answer, press: Press) -> None:
        """A further step of a choice: nothing is played, the hand shows other buttons."""
        page, _, path = press.object.partition(":")
        table = await self._house.find(press.table)
        seat = table.seat_of(answer.member)
        if seat is None or not self.is_current(table, seat, press):
            note = answer.words.say("That button was from before. This is how things stand now.")
            await self._house.hands.answer(answer, press.table, note=note)
            return
        await self._house.hands.answer(answer, press.table, path=path, page=int(page))

    def is_current(self, table: LiveTable, seat: int, press: Press) -> bool:
        """Does this press answer the question that is on the table now, from a seat that may?"""
        return (
            table.live
            and not table.places[seat].computer
            and press.decision == table.going().decision
            and bool(table.going().moves(seat))
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
        deadline = house.clock.deadline(table, game, at)
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
        table.take(**changes)
        table.game = game
        table.note = ""
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
        self.wake(table)
        stages = house.board.stages(table)
        house.board.show(table.id)
        house.mentions.turn(table)
        await house.hands.refresh(table, but=but)
        if table.row.state == OVER:
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

    @staticmethod
    def _unasked(table: LiveTable) -> list[int]:
        """The seats to act that need not be asked: computers, and people with one legal move where it is forced."""
        game = table.going()
        forced = table.presentation.plays_forced
        return [seat for seat in game.to_act if table.places[seat].computer or (forced and len(game.moves(seat)) == 1)]

    async def _unasked_turn(self, table_id: int, decision: int) -> None:
        try:
            await asyncio.sleep(self._house.pace.human)
            async with self._house.at(table_id) as table:
                for seat in self._unasked(table) if table.live and not table.everybody_away else ():
                    game = table.going()
                    if game.decision != decision or not table.live:
                        break
                    moves = game.moves(seat)
                    if moves:
                        move = choose_move(type(game), game.view(seat), moves, self._rng)
                        await self.play(table, [(seat, move)])
        except LookupError:
            return
        finally:
            if self._thinking.get(table_id) == decision:
                del self._thinking[table_id]
        await self.show(table_id)


def is_private(interaction: discord.Interaction[Any]) -> bool:
    """Does the control sit on a message of the presser's own: a private answer, or a direct message?"""
    message = interaction.message
    return message is not None and (message.flags.ephemeral or interaction.guild_id is None)
