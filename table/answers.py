"""An `Answer` owns one interaction: whatever happens, the person who pressed gets exactly one answer, in time.

If nothing was sent within a second the answer defers by itself. Refusals become private sentences; unexpected errors
are logged with table and revision and answered with an apology and a reference. An interaction that Discord no
longer knows (10062) or that was acknowledged already (40060) never stops what was decided: a move that was made stays.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from enum import Enum
from types import TracebackType
from typing import Any, TypeVar

import discord

from games.errors import GameError
from table.discord_calls import CallFailed, Trouble, call
from table.pace import Pace
from table.page import Page, sentence_page
from table.words import Words, words_for

log = logging.getLogger(__name__)

T = TypeVar("T")


#: What an answer meets that comes too late: Discord has forgotten the press, or its message has gone meanwhile (a hand
#: that was opened again elsewhere). Whatever the press decided shows in what replaced it.
TOO_LATE = (Trouble.UNKNOWN_INTERACTION, Trouble.ACKNOWLEDGED, Trouble.MESSAGE_GONE)


class Refusal(Exception):
    """Something a person may not do now: `str()` is a sentence in their language that says what to do next."""


class Kind(Enum):
    """How an interaction is answered, which also says how it defers."""

    PRIVATE = "a message only the presser sees"
    UPDATE = "an edit of the message that holds the control"
    PUBLIC = "a message everybody sees"


class Answer:
    """One interaction and its answer; use it as ``async with Answer(interaction, kind, pace) as answer:``.

    After the answer `holds` says whether @original of this interaction is the private page that was shown, so that
    its token can refresh that page later; `shown` is then the id of that message.
    """

    def __init__(
        self,
        interaction: discord.Interaction[Any],
        kind: Kind,
        pace: Pace,
        about: str = "",
        language: Callable[[], Awaitable[Words | None]] | None = None,
    ) -> None:
        """`language` looks up a language that the person prefers to that of their Discord."""
        self.interaction = interaction
        self.kind = kind
        self.words: Words = words_for(str(interaction.locale))
        self.member = interaction.user.id
        self.about = about
        self._language = language
        self.holds = False
        self.shown: int | None = None
        self._pace = pace
        self._deferred = False
        self._answered = False
        self._first = asyncio.Lock()
        self._watch: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Answer:
        self._watch = asyncio.create_task(self._defer_in_time(), name="answer-in-time")
        if self._language is not None:
            try:
                self.words = await self._language() or self.words
            except Exception:
                log.exception("the language of an answer could not be looked up: %s", self.about)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        try:
            if isinstance(error, Exception):
                await self._answer_error(error)
            elif error is None and not self._answered:
                log.error("an interaction was left without an answer: %s", self.about)
                await self.tell(self.words.say("Nothing happened. Please try again."))
        except CallFailed as failed:
            log.warning("could not answer (%s): %s", self.about, failed)
        finally:
            if self._watch is not None:
                self._watch.cancel()
        return isinstance(error, Exception)

    async def _answer_error(self, error: Exception) -> None:
        if isinstance(error, Refusal):
            await self.tell(str(error))
        elif isinstance(error, GameError):
            await self.tell(self.words.explain(error))
        elif isinstance(error, CallFailed) and error.trouble in TOO_LATE:
            log.warning("answered too late (%s): %s", self.about, error)
        else:
            mark = secrets.token_hex(4)
            log.error("reference %s: %s", mark, self.about, exc_info=error)
            reference = f"`{mark}`"
            await self.tell(
                self.words.say(
                    "Sorry, something went wrong on our side. Please try again; if it happens again, "
                    "tell the people who run this bot the reference {reference}.",
                    reference=reference,
                )
            )

    # ---- what can be sent ------------------------------------------------------------------------------------

    async def tell(self, text: str) -> None:
        """A private sentence, whatever kind of answer was planned."""
        await self.show(sentence_page(text))

    async def show(self, page: Page) -> None:
        """A private page. Its token can refresh it later if `holds` is true afterwards."""
        async with self._first:
            self._answered = True
            interaction = self.interaction
            if not interaction.response.is_done():
                sent = await self._call(
                    lambda: interaction.response.send_message(
                        view=page.view(), files=page.files(), ephemeral=True, allowed_mentions=page.allowed_mentions()
                    ),
                    "send a private answer",
                )
                self.holds, self.shown = sent.message_id is not None, sent.message_id
            elif self._deferred and self.kind is Kind.PRIVATE:
                self._deferred = False
                message = await self._edit_original(page)
                self.holds, self.shown = True, message.id
            else:
                if self._deferred and self.kind is Kind.PUBLIC:
                    self._deferred = False
                    await self._call(interaction.delete_original_response, "take back a public answer")
                await self._call(
                    lambda: interaction.followup.send(view=page.view(), files=page.files(), ephemeral=True),
                    "send a private answer after another one",
                )

    async def update(self, page: Page) -> None:
        """Put a page in place of the message that holds the control."""
        async with self._first:
            self._answered = True
            interaction = self.interaction
            if interaction.response.is_done():
                self._deferred = False
                await self._edit_original(page)
            else:
                await self._call(
                    lambda: interaction.response.edit_message(
                        view=page.view(), attachments=page.files(), allowed_mentions=page.allowed_mentions()
                    ),
                    "update the message of the control",
                )
            if interaction.message is not None and interaction.message.flags.ephemeral:
                self.holds, self.shown = True, interaction.message.id

    async def post(self, page: Page) -> int:
        """A public page as the answer; returns the id of its message."""
        async with self._first:
            self._answered = True
            interaction = self.interaction
            if interaction.response.is_done():
                self._deferred = False
                return (await self._edit_original(page)).id
            sent = await self._call(
                lambda: interaction.response.send_message(
                    view=page.view(), files=page.files(), allowed_mentions=page.allowed_mentions()
                ),
                "post a public answer",
            )
            if sent.message_id is None:
                return (await self._call(interaction.original_response, "look at the public answer")).id
            return sent.message_id

    async def ask(self, form: discord.ui.Modal) -> bool:
        """Open a form, which Discord allows only as the very first answer; False: it is too late for that."""
        async with self._first:
            if self.interaction.response.is_done():
                return False
            self._answered = True
            await self._call(lambda: self.interaction.response.send_modal(form), "open a form")
            return True

    async def acknowledge(self) -> None:
        """Nothing to show: the press was heard and what it changed shows elsewhere."""
        async with self._first:
            self._answered = True
            if not self.interaction.response.is_done():
                await self._call(self.interaction.response.defer, "acknowledge a press")

    # ---- the first second ------------------------------------------------------------------------------------

    async def _defer_in_time(self) -> None:
        await asyncio.sleep(self._pace.answer_within)
        async with self._first:
            if self._answered or self.interaction.response.is_done():
                return
            private = self.kind is Kind.PRIVATE
            try:
                await self._call(
                    lambda: self.interaction.response.defer(ephemeral=private, thinking=self.kind is not Kind.UPDATE),
                    "defer an answer",
                )
                self._deferred = True
            except CallFailed as failed:
                # The press still counts: whoever decides about it goes on, and the table shows the result.
                log.warning("could not defer (%s): %s", self.about, failed)

    async def _edit_original(self, page: Page) -> discord.InteractionMessage:
        return await self._call(
            lambda: self.interaction.edit_original_response(
                view=page.view(), attachments=page.files(), allowed_mentions=page.allowed_mentions()
            ),
            "fill in a deferred answer",
        )

    async def _call(self, make: Callable[[], Awaitable[T]], what: str) -> T:
        return await call(make, what, retry_after=self._pace.retry)
