"""The public message of a table: one pending edit a table, the newest state wins, spaced out a channel."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import discord

from db import tables
from games.game import Event, Game
from pictures.scene import Look
from table.answers import Answer, Kind, Refusal
from table.controls import Press
from table.discord_calls import CallFailed, Trouble, call
from table.drawing import draw_table
from table.hands import move_button, under_headings
from table.live import LIVE, LOBBY, OVER, LiveTable, fingerprint
from table.lobby_page import lobby_page
from table.page import Block, Button, Buttons, Page, Style, Text
from table.presentation import Choice, Show, Stage
from table.turns import now_ms
from table.words import Words

if TYPE_CHECKING:
    from table.house import Handler, House

log = logging.getLogger(__name__)

T = TypeVar("T")

#: Discord slows down edits of messages older than an hour: after so many milliseconds the table moves to a new
#: message at the next deal or round, and somewhat later in any case.
TOO_OLD, MUCH_TOO_OLD = 50 * 60_000, 57 * 60_000

#: How often a message is tried when Discord is busy, before the next move's edit must do.
TRIES = 4


@dataclass
class _Pending:
    dirty: bool = False
    running: bool = False
    shown: Page | None = None
    told: int = 0
    staged_until: float = 0.0
    task: asyncio.Task[None] | None = None


class Board:
    """All public messages of a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._pending: dict[int, _Pending] = {}
        self._next_edit: dict[int, float] = {}

    def handlers(self) -> dict[str, tuple[Kind, Handler]]:
        """The verbs that show something about a table."""
        return {
            "text": (Kind.PRIVATE, self._press_text),
            "scores": (Kind.PRIVATE, self._press_scores),
            "rules": (Kind.PRIVATE, self._press_rules),
            "trick": (Kind.PRIVATE, self._press_trick),
        }

    async def _press_text(self, answer: Answer, press: Press) -> None:
        table = await self._dealt(answer, press)
        show = table.show(answer.words)
        said = "\n".join(f"- {sentence}" for sentence in table.sentences(answer.words, 10))
        text = f"{table.presentation.written(show)}\n\n{said}"
        await answer.show(Page((Text(text[:3900]),), table.presentation.accent))

    async def _press_scores(self, answer: Answer, press: Press) -> None:
        table = await self._dealt(answer, press)
        text = table.presentation.score_table(table.show(answer.words))
        await answer.show(Page((Text(text[:3900]),), table.presentation.accent))

    async def _press_trick(self, answer: Answer, press: Press) -> None:
        table = await self._dealt(answer, press)
        found = table.presentation.last_trick(table.show(answer.words))
        if found is None:
            raise Refusal(answer.words.say("There is nothing to look back at yet."))
        text, scene = found
        blocks: list[Block] = [Text(text)]
        if scene is not None:
            look = (await self._house.choices.preferences(answer.member)).look
            blocks.append(await draw_table(self._house.studio, scene, answer.words, look, urgent=True))
        await answer.show(Page(tuple(blocks), table.presentation.accent))

    async def _press_rules(self, answer: Answer, press: Press) -> None:
        table = await self._house.find(press.table)
        text = table.presentation.rules_page(answer.words)
        await answer.show(Page((Text(text),), table.presentation.accent))

    async def _dealt(self, answer: Answer, press: Press) -> LiveTable:
        table = await self._house.find(press.table)
        if table.game is None:
            raise Refusal(answer.words.say("The game has not begun yet. The cards are dealt when it starts."))
        return table

    # ---- showing ---------------------------------------------------------------------------------------------

    def show(self, table_id: int) -> None:
        """Bring the public message up to date soon; many calls make one edit."""
        pending = self._pending.setdefault(table_id, _Pending())
        pending.dirty = True
        if not pending.running:
            pending.running = True
            pending.task = self._house.spawn(self._edit_soon(table_id, pending), f"message of table {table_id}")

    async def answer(self, answer: Answer, table_id: int) -> None:
        """Answer a press on the public message by editing it, outside the channel's budget."""
        table = await self._house.find(table_id)
        page = await self.page(table, next(iter(self.stages(table)), None), urgent=True)
        await answer.update(page)
        self._pending.setdefault(table_id, _Pending()).shown = page
        await self._house.windows.shown(table_id, page.decision)

    def close(self, table_id: int) -> None:
        """Forget what was shown of a table that is over."""
        self._pending.pop(table_id, None)

    def was_shown(self, table_id: int, page: Page) -> None:
        """The message is known to show this page now."""
        self._pending.setdefault(table_id, _Pending()).shown = page

    def stages(self, table: LiveTable) -> tuple[Stage, ...]:
        """What the message has yet to show, one after another, before the present scene."""
        if table.game is None:
            return ()
        return table.presentation.stages(table.show(self._house.words(table.row.server)), table.told)

    def delay(self, table: LiveTable, game: Game, events: Sequence[Event]) -> int:
        """In how many milliseconds a question is on the table, if it comes now: what has yet to be shown comes first.

        `game` is as it is when the question comes; `events` lead to it and are not in the story of the table yet.
        """
        show = table.show(self._house.words(table.row.server))
        story = (*show.story, *events)
        stages = table.presentation.stages(replace(show, view=game.view(None), story=story), table.told)
        pending = self._pending.get(table.id)
        left = 0.0 if pending is None else pending.staged_until - asyncio.get_running_loop().time()
        return round(1000 * (max(0.0, left) + len(stages) * self._house.pace.stage))

    async def shown(self, table_id: int) -> None:
        """Wait until everything that the message has yet to show has been shown."""
        pending = self._pending.get(table_id)
        if pending is not None and pending.task is not None:
            await asyncio.wait([pending.task])

    async def _edit_soon(self, table_id: int, pending: _Pending) -> None:
        try:
            tries = 0
            while pending.dirty:
                try:
                    table = await self._house.find(table_id)
                except LookupError:
                    return
                await self._wait_for_channel(table.channel)
                pending.dirty = False
                table = await self._house.find(table_id)
                stages, table.told = self.stages(table), len(table.story)
                now = asyncio.get_running_loop().time()
                pending.staged_until = now + len(stages) * self._house.pace.stage
                try:
                    for stage in stages:
                        await self._edit_if_new(table, await self.page(table, stage), pending)
                        await asyncio.sleep(self._house.pace.stage)
                    table = await self._house.find(table_id)
                    page = await self.page(table)
                    await self._edit_if_new(table, page, pending)
                    await self._house.windows.shown(table_id, page.decision)
                except CallFailed as failed:
                    tries += 1
                    if failed.trouble is Trouble.BUSY and tries < TRIES:
                        await asyncio.sleep(self._house.pace.retry * 2**tries)
                        pending.dirty = True
                    else:
                        log.warning("table %s is not shown as it is: %s", table_id, failed)
                        await self._house.windows.not_shown(table_id)
        finally:
            pending.running = False

    async def _edit_if_new(self, table: LiveTable, page: Page, pending: _Pending) -> None:
        if page == pending.shown or table.row.message is None:
            return
        age = now_ms() - (table.row.message_at or 0)
        told, new = len(table.story), table.story[pending.told :]
        if table.live and (age > MUCH_TOO_OLD or (age > TOO_OLD and any(map(table.presentation.is_break, new)))):
            await self.post(table, page, instead_of=table.row.message)
        else:
            await self._edit(table, page)
        pending.shown, pending.told = page, told

    async def _wait_for_channel(self, channel: int) -> None:
        loop = asyncio.get_running_loop()
        wait = self._next_edit.get(channel, 0.0) - loop.time()
        self._next_edit[channel] = max(self._next_edit.get(channel, 0.0), loop.time()) + self._house.pace.coalesce
        if wait > 0:
            await asyncio.sleep(wait)

    async def _edit(self, table: LiveTable, page: Page) -> None:
        """Edit the message; what can be put right is put right: deleted, archived, too old."""
        message = self._channel(table).get_partial_message(table.row.message or 0)

        async def edit() -> None:
            await message.edit(view=page.view(), attachments=page.files(), allowed_mentions=page.allowed_mentions())

        try:
            await self._call(edit, "edit a table")
        except CallFailed as failed:
            if failed.trouble is Trouble.MESSAGE_GONE:
                await self.post(table, page)
            elif failed.trouble is Trouble.TOO_OLD_TO_EDIT:
                await self.post(table, page, instead_of=table.row.message)
            elif failed.trouble is Trouble.THREAD_ARCHIVED:
                await self._open_thread(table.channel)
                await self._call(edit, "edit a table")
            elif failed.trouble is Trouble.CHANNEL_GONE:
                await self._house.ending.void(table.id, "The channel of this table is gone.")
            else:
                raise

    async def post(self, table: LiveTable, page: Page, instead_of: int | None = None) -> int:
        """Post the table as a new message at the bottom; the message it replaces goes. Returns the new id.

        Raises CallFailed where the bot may not write.
        """
        message = await self.say(table, page, "post a table")
        at = now_ms()
        async with self._house.db.write() as tx:
            tx.do(tables.save_table, table.id, message=message.id, message_at=at)
        table.take(message=message.id, message_at=at)
        self.was_shown(table.id, page)
        if instead_of is not None:
            try:
                old = self._channel(table).get_partial_message(instead_of)
                await self._call(old.delete, "remove an older message of a table")
            except CallFailed as failed:
                log.info("%s", failed)
        return message.id

    async def say(self, table: LiveTable, page: Page, what: str) -> discord.Message:
        """Send a page where the table is, as a message of its own. `what` names the call; raises CallFailed."""
        channel = self._channel(table)
        return await self._call(
            lambda: channel.send(view=page.view(), files=page.files(), allowed_mentions=page.allowed_mentions()), what
        )

    def _channel(self, table: LiveTable) -> discord.PartialMessageable:
        return self._house.bot.get_partial_messageable(table.channel, guild_id=table.row.server)

    async def _open_thread(self, thread_id: int) -> None:
        thread = await self._call(lambda: self._house.bot.fetch_channel(thread_id), "look at an archived thread")
        if isinstance(thread, discord.Thread):
            await self._call(lambda: thread.edit(archived=False), "open an archived thread again")

    async def _call(self, make: Callable[[], Awaitable[T]], what: str) -> T:
        return await call(make, what, retry_after=self._house.pace.retry)

    # ---- the page --------------------------------------------------------------------------------------------

    async def page(self, table: LiveTable, stage: Stage | None = None, *, urgent: bool = False) -> Page:
        """The public message as it should be now (or was at a stage on the way), in the language of the server.

        `urgent`: somebody who has pressed a button waits for it.
        """
        words = self._house.words(table.row.server)
        if table.row.state == LOBBY:
            return lobby_page(table, words)
        if table.game is None:
            return self._house.ending.closed_page(table, words)
        return await self._table_page(table, words, stage, urgent)

    async def _table_page(self, table: LiveTable, words: Words, stage: Stage | None, urgent: bool) -> Page:
        """The table as it is, or as it was at a stage: then nothing can be played on it."""
        show = table.show(words)
        presentation = table.presentation
        over = table.row.state != LIVE and stage is None
        status = stage.status if stage is not None else self._status(table, show, over)
        blocks: list[Block] = [Text(f"**{table.kind.title}** · {status}")]
        scene = presentation.scene(show) if stage is None else stage.scene
        said = table.sentences(words, 3, None if stage is None else stage.told)
        if table.note:
            said.append(f"*{table.note}*")
        # What is told is not newer than the picture: the sentences are made before it is drawn.
        blocks.append(await draw_table(self._house.studio, scene, words, Look(), urgent=urgent))
        if said:
            blocks.append(Text("\n".join(said)))
        if over and table.row.state == OVER and (afterword := presentation.afterword(show)):
            blocks.append(Text(afterword))
        if not over and stage is None:
            choices = presentation.public_choices(show)
            blocks += under_headings(
                [(each.heading, self._public_button(table, show.view.decision, each, words)) for each in choices]
            )
        blocks.append(Buttons(self._buttons(table, words, over)))
        if not over:
            blocks.append(Text("-# " + " · ".join(self._small_print(table, words))))
        decision = show.view.decision if stage is None else None
        return Page(tuple(blocks), presentation.accent, decision=decision)

    def _status(self, table: LiveTable, show: Show, over: bool) -> str:
        words = show.words
        if over:
            return self._house.ending.last_line(table, words)
        if table.everybody_away and table.row.deadline is not None:
            when = f"<t:{table.row.deadline // 1000}:R>"
            return words.say("everybody is away. **My hand** brings you back; else the table closes {when}.", when=when)
        return table.presentation.status(show)

    def _public_button(self, table: LiveTable, decision: int, choice: Choice, words: Words) -> Button:
        emoji = self._house.emojis.of(choice.card) if choice.card else choice.emoji or None
        return move_button(table.id, decision, choice, words.label(choice.label), emoji)

    @staticmethod
    def _buttons(table: LiveTable, words: Words, over: bool) -> tuple[Button, ...]:
        def about(verb: str, label: str, style: Style = Style.secondary) -> Button:
            return Button(Press(table.id, None, verb), label, style)

        presentation = table.presentation
        trick = (about("trick", presentation.trick_label(words)),) if presentation.has_tricks() else ()
        show_all = (*trick, about("scores", words.say("Scores")), about("text", words.say("As text")))
        if over:
            return (*show_all, about("rules", words.say("Rules")))
        return (
            about("hand", words.say("My hand"), Style.primary),
            *show_all,
            about("rules", words.say("Rules")),
            about("leave", words.say("Leave")),
        )

    def _small_print(self, table: LiveTable, words: Words) -> list[str]:
        lines = [] if table.everybody_away else self._time_left(table, words)
        if table.row.seed is not None:
            mark = f"`{fingerprint(table.row.seed)}`"
            lines.append(words.say("shuffle {mark}", mark=mark))
        return lines

    def _time_left(self, table: LiveTable, words: Words) -> list[str]:
        """Until when the question may be answered: a quick one has its seconds from when it is seen, no moment yet."""
        window = self._house.windows.seconds(table)
        if window is not None:
            return [words.plural("open for {count} second", "open for {count} seconds", round(window))]
        if table.row.deadline is None or table.row.clock == "none":
            return []
        moment = f"<t:{table.row.deadline // 1000}:R>"
        return [words.say("time is up {when}", when=moment)]
