"""Whatever people and machines do, in any order: nobody is stuck, and what is shown is what is true."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import tempfile
from collections.abc import Coroutine
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from simcord.env import Env

from bot import Kuku
from db import tables
from table.pace import NO_WAITS
from table.turns import now_ms
from tests.support.people import Control, controls, text_of
from tests.support.simkit import emit_click
from tests.support.world import World, open_world

PEOPLE = 3
PATIENCE = 15
PACE = NO_WAITS.with_changes(mention_after=1e8)
who = st.integers(0, PEOPLE - 1)
number = st.integers(0, 99)


class AnySequence(RuleBasedStateMachine):
    """One server with three people who open, join, leave, play, wait, delete and restart as they like."""

    def __init__(self) -> None:
        super().__init__()
        self.rng = random.Random(0)
        self.loop = asyncio.new_event_loop()
        self.folder = Path(tempfile.mkdtemp())
        self.stack = AsyncExitStack()

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(work)

    @initialize()
    def begin(self) -> None:
        async def build() -> World:
            database = self.folder / "kuku.sqlite3"
            self.env = Env(Kuku(database, pace=PACE, shard_count=1, upload=False), settle_timeout=PATIENCE)
            await self.env.start()
            return await self.stack.enter_async_context(open_world(self.env, database, PEOPLE, PACE))

        self.world = self.run(build())
        self._make_repeatable()
        self.answers: list[tuple[str, Any]] = []

    def _make_repeatable(self) -> None:
        """The same steps must lead to the same game: lots, seeds and computers by one random generator."""
        house = self.world.bot.house
        house.lobby._lots = self.rng
        house.lobby._token = lambda size: self.rng.randbytes(size).hex()
        house.turns._rng = self.rng

    def teardown(self) -> None:
        async def end() -> None:
            try:
                await self.stack.aclose()
            finally:
                await self.env.bot.close_rooms()
                await self.env.shutdown()

        try:
            if hasattr(self, "world"):
                with self.env.time_context():
                    self.run(end())
        finally:
            self.loop.close()
            shutil.rmtree(self.folder, ignore_errors=True)

    def act(self, work: Coroutine[Any, Any, Any]) -> Any:
        with self.env.time_context():
            self.run(self._let_near_deadlines_pass())
            return self.run(work)

    async def _let_near_deadlines_pass(self) -> None:
        """The simulation really waits for timers that are nearer than its patience: let it not come to that."""
        while any(deadline < now_ms() + 1000 * PATIENCE for deadline in self.world.bot.house.clock._deadlines.values()):
            await self.env.advance_time(PATIENCE)

    # ---- what people do --------------------------------------------------------------------------------------

    @rule(person=who, game=st.sampled_from(["kontsina", "kontsina", "fan-tan"]), computers=st.integers(0, 1))
    def open(self, person: int, game: str, computers: int) -> None:
        async def open_it() -> None:
            answer = await self.world.people[person].actor.slash(
                self.world.channel, game, computers=computers, thread=False
            )
            self.answers.append((f"/{game}", answer))

        self.act(open_it())

    @rule(person=who, pick=number, which=number)
    def press(self, person: int, pick: int, which: int) -> None:
        """Any control of any message that this person can see, old ones too."""

        async def press_it() -> None:
            actor = self.world.people[person].actor
            messages = self.world.channel.history(viewer=actor)
            seen = [(message, control) for message in messages for control in controls(message) if not control.options]
            if seen:
                message, control = seen[(pick * 31 + which) % len(seen)]
                answer = emit_click(self.env, actor, message, control.custom_id)
                await self.env.settle()
                self.answers.append((control.custom_id, answer))

        self.act(press_it())

    @rule(person=who, verb=st.sampled_from(["join", "quit", "start", "hand", "cancel", "manage"]))
    def press_verb(self, person: int, verb: str) -> None:
        async def press_it() -> None:
            actor = self.world.people[person].actor
            for message in reversed(self.world.channel.history(viewer=actor)):
                found: list[Control] = [control for control in controls(message) if control.verb == verb]
                if found:
                    answer = emit_click(self.env, actor, message, found[0].custom_id)
                    await self.env.settle()
                    self.answers.append((found[0].custom_id, answer))
                    return

        self.act(press_it())

    @rule(person=who, moves=st.integers(1, 3), seed=number)
    def play(self, person: int, moves: int, seed: int) -> None:
        """Open the hand and play what it offers."""

        async def play_it() -> None:
            player, rng = self.world.people[person], random.Random(seed)
            for _ in range(moves):
                answer = await player.actor.slash(self.world.channel, "hand")
                self.answers.append(("/hand", answer))
                offers = [control for control in controls(answer.response) if control.decides and control.verb == "m"]
                if not offers:
                    return
                pressed = emit_click(self.env, player.actor, answer.response, rng.choice(offers).custom_id)
                await self.env.settle()
                self.answers.append(("a move", pressed))

        self.act(play_it())

    @rule(person=who, command=st.sampled_from(["leave", "end", "table", "tables"]))
    def command(self, person: int, command: str) -> None:
        async def say_it() -> None:
            answer = await self.world.people[person].actor.slash(self.world.channel, command)
            self.answers.append((f"/{command}", answer))

        self.act(say_it())

    # ---- what happens to them --------------------------------------------------------------------------------

    @rule(seconds=st.sampled_from([80, 160, 2000]))
    def wait(self, seconds: int) -> None:
        self.act(self.env.advance_time(seconds))

    @rule()
    def restart(self) -> None:
        self.act(self.world.restart())
        self._make_repeatable()

    @rule(which=number)
    def delete(self, which: int) -> None:
        async def delete_it() -> None:
            messages = self.world.channel.history()
            if messages:
                await self.world.moderator.delete(messages[which % len(messages)])

        self.act(delete_it())

    # ---- what must hold --------------------------------------------------------------------------------------

    @invariant()
    def no_press_is_unanswered(self) -> None:
        for about, answer in self.answers if hasattr(self, "answers") else ():
            assert answer.acknowledged, about
        if hasattr(self, "answers"):
            self.answers.clear()

    @invariant()
    def tables_have_a_next_step_and_are_shown_as_they_are(self) -> None:
        if hasattr(self, "world"):
            self.act(self._look_at_tables())

    async def _look_at_tables(self) -> None:
        house = self.world.bot.house
        shown = {message.id: text_of(message) for message in self.world.channel.history()}
        for row in await house.db.read(tables.running_tables):
            table = await house.find(row.id)
            assert table.row.state == row.state
            assert [place.member for place in table.places] == [seat.member for seat in row.seats]
            assert [place.left for place in table.places] == [seat.left for seat in row.seats]
            assert row.deadline is not None, "somebody or something ends every wait"
            assert table.people(), "a table without people is closed"
            if row.state == "live":
                game = table.going()
                assert game.outcome is None
                assert all(game.moves(seat) for seat in game.to_act)
                assert len(await house.db.read(tables.moves_of, row.id)) == game.ply
                computers = [seat for seat in game.to_act if table.places[seat].computer]
                assert not computers or table.everybody_away, "a computer moves at once"
            if row.message in shown:
                assert table.kind.title in shown[row.message]
                if row.state == "lobby":
                    for place in table.places:
                        assert place.name in shown[row.message]

    @invariant()
    def nobody_is_stuck(self) -> None:
        if hasattr(self, "world"):
            self.act(self._look_at_people())

    async def _look_at_people(self) -> None:
        for player in self.world.people:
            for row in await self.world.bot.db.read(tables.open_tables_of, player.id):
                assert row.state in ("lobby", "live")
                table = await self.world.bot.house.find(row.id)
                assert table.seat_of(player.id) is not None


#: `make soak` looks longer, and somewhere else each time.
SOAK = "KUKU_SOAK" in os.environ
AnySequence.TestCase.settings = settings(
    max_examples=200 if SOAK else 8, stateful_step_count=40 if SOAK else 14, derandomize=not SOAK
)
TestAnySequence = AnySequence.TestCase
