"""Private hands: what one person sees of their own cards, with a button for each choice, kept up to date.

A private message can only be edited through the token of the last interaction on it, for 15 minutes. Tokens live in
memory only: after a restart, or when one has expired, the buttons still work and bring a new one.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import discord

from games.game import Game
from table.answers import Answer, Kind, Refusal
from table.controls import Press
from table.discord_calls import CallFailed, Trouble, call
from table.drawing import draw_cards
from table.live import LOBBY, LiveTable
from table.page import Block, Button, Buttons, Option, Page, Select, Style, Text
from table.presentation import Choice, Menu, Show
from table.words import Words

if TYPE_CHECKING:
    from table.house import Handler, House

log = logging.getLogger(__name__)

#: A token is good for 15 minutes; the last half minute is left alone.
TOKEN_LIFE = timedelta(minutes=14, seconds=30)

#: As many choices fit on one hand; more are turned over in pages of `PAGE`.
ALL_AT_ONCE = 25
PAGE = 20

STYLES = {"lay": Style.primary, "take": Style.success, "say": Style.secondary, "danger": Style.danger}


@dataclass(frozen=True)
class Step:
    """How far somebody has come with a choice: the question it answers, the path so far, the page of choices."""

    decision: int | None = None
    path: str = ""
    page: int = 0


@dataclass
class Held:
    """An open hand: the newest interaction on it, its message, whether it offers moves, the step it shows, and what
    its owner alone knew when it was shown."""

    interaction: discord.Interaction[Any]
    message: int
    words: Words
    offers: bool
    step: Step
    known: tuple[Any, ...] = ()


@dataclass
class _Hand:
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    held: Held | None = None


class Hands:
    """All open hands of a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._hands: dict[tuple[int, int], _Hand] = {}

    def handlers(self) -> dict[str, tuple[Kind, Handler]]:
        """The verbs of hands."""
        return {"hand": (Kind.PRIVATE, self._press_hand), "back": (Kind.UPDATE, self._press_back)}

    async def _press_hand(self, answer: Answer, press: Press) -> None:
        await self.answer(answer, press.table)

    async def _press_back(self, answer: Answer, press: Press) -> None:
        await self._house.leaving.come_back(answer.member, press.table)
        await self.answer(answer, press.table)
        await self._house.turns.show(press.table, but=answer.member)

    # ---- showing ---------------------------------------------------------------------------------------------

    async def answer(self, answer: Answer, table_id: int, *, note: str = "", path: str = "", page: int = 0) -> None:
        """Answer with the member's own hand: in place of the message pressed, or (My hand) as a new private one."""
        table = await self._house.find(table_id)
        if table.row.state == LOBBY:
            raise Refusal(answer.words.say("The game has not begun yet. The cards are dealt when it starts."))
        hand = self._hands.setdefault((table_id, answer.member), _Hand())
        async with hand.lock:
            game = table.going()
            known = known_alone(table, table.seat_of(answer.member))
            shown = await self.page(table, answer.member, answer.words, note=note, path=path, page=page)
            if answer.kind is Kind.UPDATE:
                await answer.update(shown)
            else:
                await answer.show(shown)
            await self._hold(hand, answer, shown, Step(game.decision, path, page), known)
        if (
            hand.held is not None
            and table.game is not game
            and known_alone(table, table.seat_of(answer.member)) != known
        ):
            await self._refresh(table, answer.member, hand)  # something became known while it was on its way

    async def _hold(self, hand: _Hand, answer: Answer, page: Page, step: Step, known: tuple[Any, ...]) -> None:
        """Keep the token of a hand, if it is one; a second copy of the same hand goes."""
        if not answer.holds or answer.shown is None:
            return
        before, hand.held = (
            hand.held,
            Held(answer.interaction, answer.shown, answer.words, offers_moves(page), step, known),
        )
        if before is not None and before.message != answer.shown and not _expired(before):
            try:
                await call(before.interaction.delete_original_response, "remove an older copy of a hand")
            except CallFailed as failed:
                log.debug("%s", failed)

    async def refresh(self, table: LiveTable, but: int | None = None) -> None:
        """Bring open hands up to date: of those who may move now, of those who still see buttons of before, and of
        those who know something that they did not know when it was shown (a card that was exchanged, say)."""
        stale = []
        for (table_id, member), hand in list(self._hands.items()):
            if table_id != table.id or member == but or hand.held is None:
                continue
            seat = table.seat_of(member)
            may_move = seat is not None and table.game is not None and bool(table.game.moves(seat))
            if may_move or not table.live or hand.held.offers or known_alone(table, seat) != hand.held.known:
                stale.append(self._refresh(table, member, hand))
        await asyncio.gather(*stale)
        await self._house.letters.deliver(table, but)

    async def refresh_one(self, table: LiveTable, member: int) -> bool:
        """Bring the hand of one member up to date; False: it is open nowhere, neither here nor as a direct message."""
        hand = self._hands.get((table.id, member))
        if hand is not None and hand.held is not None:
            await self._refresh(table, member, hand)
        await self._house.letters.deliver(table)
        return (hand is not None and hand.held is not None) or await self._house.letters.reaches(table, member)

    async def _refresh(self, table: LiveTable, member: int, hand: _Hand) -> None:
        async with hand.lock:
            held = hand.held
            if held is None:
                return
            if _expired(held):
                hand.held = None
                return
            if held.step.decision != table.going().decision:
                held.step = Step(table.going().decision)
            known = known_alone(table, table.seat_of(member))
            page = await self.page(table, member, held.words, path=held.step.path, page=held.step.page)
            try:
                await call(
                    lambda: held.interaction.edit_original_response(view=page.view(), attachments=page.files()),
                    "refresh a hand",
                    retry_after=self._house.pace.retry,
                )
                held.offers, held.known = offers_moves(page), known
            except CallFailed as failed:
                hand.held = None
                if failed.trouble not in (Trouble.TOKEN_EXPIRED, Trouble.MESSAGE_GONE, Trouble.UNKNOWN_INTERACTION):
                    log.warning("%s", failed)

    def close(self, table_id: int) -> None:
        """Forget the hands of a table that is over."""
        for key in [key for key in self._hands if key[0] == table_id]:
            del self._hands[key]
        self._house.letters.close(table_id)
        self._house.whispers.close(table_id)

    # ---- the page --------------------------------------------------------------------------------------------

    async def page(
        self,
        table: LiveTable,
        member: int,
        words: Words,
        *,
        note: str = "",
        path: str = "",
        page: int = 0,
        where: str = "",
    ) -> Page:
        """The hand of a member as a message; for somebody who does not sit there, what is possible instead.

        `where` names the server and links the table, in a direct message.
        """
        seat = table.seat_of(member)
        title = f"**{table.kind.title}**{where}"
        if seat is None:
            command = f"`/{table.kind.key.replace('_', '-')}`"
            text = words.say(
                "You do not sit at this table, so you have no hand here. You can watch, "
                "or open a table of your own with {command}.",
                command=command,
            )
            return Page((Text(f"{title}\n{text}"),), table.presentation.accent)
        show = table.show(words, seat)
        game = table.going()
        place = table.places[seat]
        blocks: list[Block] = []
        lines = [title]
        if note:
            lines.append(f"*{note}*")
        if game.outcome is not None or not table.live:
            lines.append(words.say("The game is over."))
        elif place.computer:
            lines.append(words.say("A computer is playing for you. Press **I'm back** to play on yourself."))
        else:
            lines.append(table.presentation.task(show))
        lines += self._house.whispers.lines(table, seat, words)
        lines.append(table.presentation.hand_written(show))
        blocks.append(Text("\n".join(line for line in lines if line)))
        strip = table.presentation.hand(show)
        preferences = await self._house.choices.preferences(member)
        if strip is not None and strip.cards and preferences.pictures:
            blocks.append(await draw_cards(self._house.studio, strip, words, preferences.look))
        if place.computer and table.live:
            press = Press(table.id, None, "back")
            blocks.append(Buttons((Button(press, words.say("I'm back"), Style.success),)))
        elif table.live and show.moves and not self._house.windows.unseen(table):
            blocks += self._menu_blocks(table, game, show, path, page)
        whisper = self._house.whispers.buttons(table, seat, words)
        if whisper:
            blocks.append(Buttons(whisper))
        return Page(tuple(blocks), table.presentation.accent)

    def _menu_blocks(self, table: LiveTable, game: Game, show: Show, path: str, page: int) -> list[Block]:
        words = show.words
        menu = table.presentation.menu(show, path)
        blocks: list[Block] = []
        says = "\n".join(filter(None, (menu.prompt, f"-# {menu.reason}" if menu.reason else "")))
        if says:
            blocks.append(Text(says))
        if menu.combine is not None:
            blocks.append(self._select(table, game, menu, path))
        choices = menu.choices
        last = max(0, (len(choices) - 1) // PAGE) if len(choices) > ALL_AT_ONCE else 0
        page = min(page, last)
        if last:
            choices = choices[page * PAGE : (page + 1) * PAGE]
        blocks += under_headings([(choice.heading, self._button(table, game, choice, words)) for choice in choices])
        turning = []
        if path and menu.back is not None:
            turning.append(self._step(table, game, 0, menu.back, words.say("Back")))
        if page > 0:
            turning.append(self._step(table, game, page - 1, path, words.say("Earlier choices")))
        if page < last:
            turning.append(self._step(table, game, page + 1, path, words.say("More choices")))
        if turning:
            blocks.append(Buttons(tuple(turning)))
        return blocks

    def _button(self, table: LiveTable, game: Game, choice: Choice, words: Words) -> Button:
        emoji = self._house.emojis.of(choice.card) if choice.card else choice.emoji or None
        label = words.label(choice.label)
        if choice.path is not None:
            return Button(self._step(table, game, 0, choice.path, "").press, label, STYLES[choice.tone], emoji)
        return move_button(table.id, game.decision, choice, label, emoji)

    @staticmethod
    def _step(table: LiveTable, game: Game, page: int, path: str, label: str) -> Button:
        return Button(Press(table.id, game.decision, "s", f"{page}:{path}"), label)

    def _select(self, table: LiveTable, game: Game, menu: Menu, path: str) -> Select:
        combine = menu.combine
        assert combine is not None
        options = tuple(Option(card, label, self._house.emojis.of(card)) for card, label in combine.cards)
        press = Press(table.id, game.decision, "c", path)
        return Select(press, options, combine.prompt, combine.least, min(combine.most, len(options)))


def known_alone(table: LiveTable, seat: int | None) -> tuple[Any, ...]:
    """What the owner of a seat knows and others do not: the private fields of the view."""
    if seat is None or table.game is None:
        return ()
    view = table.game.view(seat)
    return tuple(getattr(view, each.name) for each in fields(view) if "private" in each.metadata)


def move_button(table: int, decision: int, choice: Choice, label: str, emoji: str | None) -> Button:
    """The button of a choice that makes a move, or the moves of a draft."""
    verb, thing = ("m", choice.move) if choice.draft is None else ("d", choice.draft)
    return Button(Press(table, decision, verb, thing or ""), label, STYLES[choice.tone], emoji)


def under_headings(buttons: Sequence[tuple[str, Button]]) -> list[Block]:
    """Buttons as blocks: each that has a heading begins a new row below it."""
    blocks: list[Block] = []
    row: list[Button] = []
    for heading, button in buttons:
        if heading:
            if row:
                blocks.append(Buttons(tuple(row)))
            blocks.append(Text(heading))
            row = []
        row.append(button)
    if row:
        blocks.append(Buttons(tuple(row)))
    return blocks


def offers_moves(page: Page) -> bool:
    """Does a page have a control that makes a move or leads to one?"""
    presses = [
        *(button.press for block in page.blocks if isinstance(block, Buttons) for button in block.buttons),
        *(block.press for block in page.blocks if isinstance(block, Select)),
    ]
    return any(press.decision is not None for press in presses)


def _expired(held: Held) -> bool:
    return discord.utils.utcnow() - held.interaction.created_at > TOKEN_LIFE
