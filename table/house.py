"""The house: every table of the bot, found by number, locked, loaded, and asked when somebody presses something."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

import discord
from discord.ext import commands

from db import tables
from db.database import Database
from games.errors import GameError
from pictures.studio import Studio
from table.answers import Answer, Kind, Refusal
from table.board import Board
from table.clock import Clock
from table.controls import CONTROLS, Press, is_on_message, payload_of, read_control, read_form
from table.emojis import Emojis
from table.ending import Ending
from table.hands import Hands
from table.leaving import Leaving
from table.letters import Letters
from table.live import LIVE, LOBBY, LiveTable, Place
from table.lobby import Lobby
from table.mentions import Mentions
from table.opening import Opening
from table.pace import Pace
from table.presentation import Presentation
from table.settings import Choices
from table.time import Time
from table.turns import Turns
from table.whispers import Whispers
from table.windows import Windows
from table.words import Words, words_for

log = logging.getLogger(__name__)

#: So many tables that are over are kept in memory.
RETIRED = 100

Handler = Callable[[Answer, Press], Awaitable[None]]


class House:
    """All tables and what serves them. One for a bot; `bot.house`.

    It knows the games only by the presentations that cogs bring (`present`).
    """

    def __init__(self, bot: commands.Bot | commands.AutoShardedBot, db: Database, studio: Studio, pace: Pace) -> None:
        self.bot = bot
        self.db = db
        self.studio = studio
        self.pace = pace
        self.presentations: dict[str, Presentation] = {}
        self.choices = Choices(self)
        self.emojis = Emojis(self)
        self.board = Board(self)
        self.hands = Hands(self)
        self.clock = Clock(self)
        self.ending = Ending(self)
        self.turns = Turns(self)
        self.time = Time(self)
        self.windows = Windows(self)
        self.whispers = Whispers(self)
        self.mentions = Mentions(self)
        self.letters = Letters(self)
        self.opening = Opening(self)
        self.lobby = Lobby(self)
        self.leaving = Leaving(self)
        self._tables: dict[int, LiveTable] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._retired: deque[int] = deque()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._handlers: dict[str, tuple[Kind, Handler]] = {
            **self.opening.handlers(),
            **self.lobby.handlers(),
            **self.leaving.handlers(),
            **self.turns.handlers(),
            **self.hands.handlers(),
            **self.whispers.handlers(),
            **self.board.handlers(),
            **self.ending.handlers(),
        }

    # ---- starting and stopping -------------------------------------------------------------------------------

    def open(self) -> None:
        """Take presses from now on, also on messages of an earlier life of this bot. Called in setup_hook."""
        self.bot.add_dynamic_items(*CONTROLS)
        self.bot.add_listener(self._answer_strangers, "on_interaction")
        self.leaving.listen()

    async def resume(self) -> None:
        """After a start: clocks and computers go on, every live table is shown once, results not yet said are said."""
        for row in await self.db.read(tables.running_tables):
            try:
                async with self.at(row.id) as table:
                    words = self.words(row.server)
                    if table.live:
                        table.note = words.say("The bot was restarted; the game goes on.")
                    await self.clock.resume(table)
            except LookupError:
                continue
            except Exception:
                log.exception("table %s could not be taken up again", row.id)
                continue
            self.spawn(self.turns.show(row.id), f"table {row.id} goes on")
        for table_id in await self.db.read(tables.unannounced):
            self.spawn(self.turns.show(table_id), f"result of table {table_id}")

    async def close(self) -> None:
        """Stop every task; nothing is lost, since everything shown is committed."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def present(self, presentation: Presentation) -> None:
        """Take up a game: from now on its tables can be opened and shown."""
        self.presentations[presentation.game.key] = presentation

    def handle(self, handlers: dict[str, tuple[Kind, Handler]]) -> None:
        """Take up the verbs of controls that a cog brings. Raises ValueError for a verb that means something already."""
        if taken := self._handlers.keys() & handlers.keys():
            raise ValueError(f"these verbs mean something already: {sorted(taken)}")
        self._handlers |= handlers

    def unhandle(self, verbs: Iterable[str]) -> None:
        """Forget verbs again: their cog goes."""
        for verb in verbs:
            del self._handlers[verb]

    def spawn(self, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        """Do something beside; its errors are logged, and it ends with the house."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed", task.get_name(), exc_info=error)

    # ---- tables ----------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def at(self, table_id: int) -> AsyncIterator[LiveTable]:
        """The table, loaded and locked: nothing else changes it meanwhile. Raises LookupError if there is none."""
        lock = self._locks.setdefault(table_id, asyncio.Lock())
        async with lock:
            yield await self.find(table_id)

    async def find(self, table_id: int) -> LiveTable:
        """The table as it is committed, without a lock: to look at, not to change. Raises LookupError."""
        table = self._tables.get(table_id)
        if table is None:
            table = await self._load(table_id)
            table = self._tables.setdefault(table_id, table)
        return table

    def forget(self, table_id: int) -> None:
        """Drop a table from memory: the next look loads it again."""
        self._tables.pop(table_id, None)

    def retire(self, table_id: int) -> None:
        """A table is over and said to be: it stays in memory for a while, since people still press its buttons."""
        self._retired.append(table_id)
        if len(self._retired) > RETIRED:
            oldest = self._retired.popleft()
            self.forget(oldest)
            for room in (self.board, self.hands, self.mentions, self.windows, self.whispers, self.leaving):
                room.close(oldest)

    async def _load(self, table_id: int) -> LiveTable:
        row = await self.db.read(tables.load_table, table_id)
        if row is None or row.game not in self.presentations:
            raise LookupError(table_id)
        seats = [Place.read(seat) for seat in row.seats]
        table = LiveTable(row, seats, self.presentations[row.game])
        await self.choices.settings(row.server)
        table.invited = tuple(sorted(await self.db.read(tables.invited, table_id)))
        if row.state != LOBBY and row.seed is not None:
            moves = await self.db.read(tables.moves_of, table_id)
            try:
                table.replay([(move.seat, move.move) for move in moves])
            except GameError as error:
                log.error("table %s does not replay its %s moves: %s", table_id, len(moves), type(error).__name__)
                if row.state == LIVE:
                    await self.ending.void_unreadable(table)
                raise LookupError(table_id) from error
        return table

    # ---- words -----------------------------------------------------------------------------------------------

    def words(self, server: int) -> Words:
        """The language of a server's public messages."""
        return words_for(self.choices.known_settings(server).language)

    def answer(self, interaction: discord.Interaction[Any], kind: Kind, about: str) -> Answer:
        """An answer to an interaction, in the language that the person prefers. `about` names it in the log."""
        return Answer(interaction, kind, self.pace, about, lambda: self.choices.words(interaction.user.id))

    # ---- presses ---------------------------------------------------------------------------------------------

    async def answer_press(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Answer a press of one of our controls; whatever happens, the presser hears of it."""
        kind, handler = self._handlers.get(press.verb, (Kind.PRIVATE, _answer_unknown))
        about = f"table {press.table} decision {press.decision} {press.verb}"
        async with self.answer(interaction, kind, about) as answer:
            try:
                await handler(answer, press)
            except LookupError as error:
                if error.args != (press.table,):
                    raise
                raise Refusal(
                    answer.words.say("This table is gone. Open a new one with the command of its game.")
                ) from error

    async def _answer_strangers(self, interaction: discord.Interaction[Any]) -> None:
        """Presses that discord.py would drop without a word get their answer here.

        It drops a control of ours that is no longer on its message (the message was edited while the press was under
        way), and everything that none of our classes takes.
        """
        if interaction.type not in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            return
        payload = payload_of(interaction)
        custom_id = str(payload.get("custom_id", ""))
        if interaction.type is discord.InteractionType.component:
            press = read_control(custom_id, payload.get("values", ()))
            if press is not None:
                if not is_on_message(interaction, custom_id):
                    await self.answer_press(interaction, press)
                return
        else:
            press = read_form(custom_id, payload.get("components"))
            if press is not None:
                await self.answer_press(interaction, press)
                return
        async with self.answer(interaction, Kind.PRIVATE, "a control of nobody") as answer:
            await _answer_unknown(answer, None)


async def _answer_unknown(answer: Answer, _: Press | None) -> None:
    raise Refusal(
        answer.words.say("This button is from an older version of the table. `/table` shows the table as it is now.")
    )
