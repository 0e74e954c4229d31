"""Every outgoing message is looked at: Discord's limits, and cards that its reader may not know.

`Watch` knows the house under test. For each request that shows something it finds out who will read it, and what the
tables know of that reader; a card that is hidden from them must not occur, neither as code nor as sign: not in a text,
a label, a custom_id, an option, alt text or a file name, nor in a log.
"""

from __future__ import annotations

import logging
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from simcord.backend import Backend
from simcord.backend.models import EPHEMERAL_FLAG

from cogs.dubbel_fanfar import fits
from games.bluffmaster import Bluffmaster
from games.cards import FRENCH_DECK, KILLE_NAMES, KILLE_RANKS, RANKS, SUIT_SIGNS, SUITS, rank_of, suit_of
from games.dubbel_fanfar import DubbelFanfar
from pictures.alt import alt_text
from table.page import as_shown
from table.words import TEXT_FORM
from tests.support.simkit import walk

TEXT_MAX, COMPONENTS_MAX, ALT_MAX, CUSTOM_ID_MAX, LABEL_MAX, OPTIONS_MAX = 4000, 40, 1024, 100, 80, 25

_CODES = re.compile(r"(?<![0-9A-Za-z])(10|[2-9AJQK])([CDHS])(?![0-9A-Za-z])")
_SIGNS = re.compile(r"(10|[2-9AJQK])([♣♦♥♠])")
_SUIT_OF = {sign: suit for suit, sign in SUIT_SIGNS.items()}
#: How many of the latest public events may still be named, though their cards were shuffled since: the ten sentences
#: of As text may tell of many events each (eight players of Fan Tan who pass in a row).
RECENT = 80
#: How many moves ago a message may have been drawn, where computers play at once.
MOMENTS = 6


@dataclass
class Sent:
    """One message that went out. `reader` None: everybody in the channel."""

    reader: int | None
    method: str
    path: str
    body: dict[str, Any]

    @property
    def texts(self) -> list[str]:
        """Everything in it that can be read, custom_ids and file names included."""
        return list(_strings(self.body))


class Watch:
    """Looks at everything that goes out; `problems` is what was wrong. A test fails if there is anything."""

    def __init__(self) -> None:
        self.house: Any = None
        self.sent: list[Sent] = []
        self.problems: list[str] = []
        self._known: dict[tuple[int, int | None], deque[set[str]]] = {}

    def attach(self, house: Any) -> None:
        """Watch this house from now on. A message may show a moment that has just passed, so moments are kept.

        What a move told belongs to the moment in which it was made: it may have ended a deal, and the next has begun.
        """
        self.house = house
        play = house.turns.play

        async def play_and_note(table: Any, *args: Any, **kwargs: Any) -> Any:
            self._note(table)
            events = await play(table, *args, **kwargs)
            told = set(_strings([event.to_json() for event in events]))
            for seat in (None, *range(len(table.places))):
                self._known[table.id, seat][-1] |= told
            return events

        house.turns.play = play_and_note

    def _note(self, table: Any) -> None:
        for seat in (None, *range(len(table.places))):
            moments = self._known.setdefault((table.id, seat), deque(maxlen=MOMENTS))
            moments.append(known_to(table, seat))

    def __call__(self, backend: Backend, method: str, path: str, body: Any, files: list[Any]) -> None:
        if method not in ("POST", "PATCH") or not isinstance(body, dict):
            return
        found = _reader(backend, path, body)
        if found is None:
            return
        reader, message = found
        sent = Sent(reader, method, path, {**message, "_files": [file.filename for file in files]})
        self.sent.append(sent)
        self.problems += [f"{path}: {problem}" for problem in limits_broken(message, files)]
        self.problems += [f"{path} to {reader}: {problem}" for problem in self._leaks(reader, sent.texts)]

    def log(self, record: logging.LogRecord) -> None:
        """Look at a line of a log: it must not name a hidden card either."""
        self.problems += [f"log: {problem}" for problem in self._leaks(None, [record.getMessage()])]

    def _leaks(self, reader: int | None, texts: list[str]) -> Iterator[str]:
        if self.house is None:
            return
        words = self.house.words(0)
        texts = [text.replace(TEXT_FORM, "") for text in texts]
        rules = {plain(presentation.rules_page(words)) for presentation in self.house.presentations.values()}
        if any(text in rules for text in texts):
            return
        named = {int(number) for text in texts for number in re.findall(r"^k[bsu]:(\d+):", text)}
        dealt = [table for table in self.house._tables.values() if table.game is not None]
        found = [list(self._hidden_at(table, reader, texts)) for table in dealt if table.id in named or not named]
        # A text that names no table is right if it is right for one of them.
        if found and (named or all(found)):
            yield from (problem for problems in found for problem in problems)

    def _hidden_at(self, table: Any, reader: int | None, texts: list[str]) -> Iterator[str]:
        if table.game.outcome is not None:
            return  # the seed is told, and with it every card
        seat = None if reader is None else table.seat_of(reader)
        find, deck = (cards_in, FRENCH) if next(iter(table.game.piles())) in FRENCH else (figures_in, FIGURES)
        if not set().union(*map(find, texts)) & deck:
            return
        hidden = deck - known_to(table, seat)
        hidden -= set().union(*self._known.get((table.id, seat), ())) | known_by_rules(table, seat)
        suspects = [text for text in texts if find(text) & hidden]
        said = public_sentences(table, self.house.words(0)) if suspects else []
        for text in suspects:
            rest = text.replace(TEXT_FORM, "")
            for sentence in said:
                rest = rest.replace(sentence, "")
            yield from (f"{card} is hidden, in {text[:200]!r}" for card in find(rest) & hidden)


def known_by_rules(table: Any, seat: int | None) -> set[str]:
    """Cards that a view need not name. In Battalion nobody is dealt any: generals lie open, soldiers are known by suit."""
    if table.kind.key != "battalion":
        return set()
    own = set() if seat is None else {rank + SUITS[seat] for rank in RANKS}
    return own | {general + suit for general in "JQK" for suit in SUITS[: len(table.places)]}


#: By game, the cards that a seat may name though nobody has shown them: those which the rules ask for next; where a
#: claim is asked for, any rank may be claimed.
ASKED_FOR = {DubbelFanfar.key: fits, Bluffmaster.key: lambda view: KILLE_RANKS if view.seat in view.to_act else ()}


def known_to(table: Any, seat: int | None) -> set[str]:
    """The cards that a seat, or everybody, may name: what they see, what they were told, what the rules ask for."""
    view = table.game.view(seat)
    asked_for = ASKED_FOR.get(table.game.key, lambda _: ())(view)
    return set(_strings(view.to_json())) | told_since_the_deal(table) | set(asked_for)


def plain(text: str) -> str:
    """A text as it is sent, but for the signs that ask for the text form of suits."""
    return as_shown(text).replace(TEXT_FORM, "")


def told_since_the_deal(table: Any) -> set[str]:
    """The cards that public events have named since the last deal."""
    since: list[Any] = []
    for event in reversed(table.story):
        since.append(event.to_json())
        if table.presentation.is_break(event):
            break
    return set(_strings(since))


def public_sentences(table: Any, words: Any) -> list[str]:
    """What was said of the latest public events, which may name cards that have been shuffled since."""
    show = table.show(words)
    spoken = [
        table.presentation.sentence(event, each)
        for event in table.story[-RECENT:]
        for each in (show, show.for_picture())
    ]
    last_trick = table.presentation.last_trick(show)
    if last_trick is not None:  # made from the public show; its cards may have been dealt anew since
        text, scene = last_trick
        spoken += [*text.splitlines(), *(alt_text(scene).split(". ") if scene is not None else ())]
    return sorted(filter(None, spoken), key=len, reverse=True)


FRENCH = set(FRENCH_DECK)
#: The Kille cards whose names are no numbers; a number may mean anything.
FIGURES = {code for code in KILLE_NAMES if not code.isdigit()}
_FIGURE = re.compile("|".join(rf"(?<!\w){name}(?!\w)" for code in FIGURES for name in (code, KILLE_NAMES[code])))
_CODE_OF = {KILLE_NAMES[code]: code for code in FIGURES} | {code: code for code in FIGURES}


def figures_in(text: str) -> set[str]:
    """The Kille figures that a text names, as code (``GO``) or name (``Gök``)."""
    return {_CODE_OF[name] for name in _FIGURE.findall(text)}


class LogWatch(logging.Handler):
    """Shows every line that is logged to a watch."""

    def __init__(self, watch: Watch) -> None:
        super().__init__(logging.INFO)
        self._watch = watch

    def emit(self, record: logging.LogRecord) -> None:
        """Look at it."""
        self._watch.log(record)


def cards_in(text: str) -> set[str]:
    """The French cards that a text names, as code (``10D``) or sign (``10♦``)."""
    return {rank + suit for rank, suit in _CODES.findall(text)} | {
        rank + _SUIT_OF[sign] for rank, sign in _SIGNS.findall(text)
    }


def shown(card: str) -> str:
    """A card as English texts show it."""
    return rank_of(card) + SUIT_SIGNS[suit_of(card)]


def _reader(backend: Backend, path: str, body: dict[str, Any]) -> tuple[int | None, dict[str, Any]] | None:
    """Who reads a request, and the message it carries; None if it shows nothing."""
    if found := re.fullmatch(r"/interactions/(\d+)/[^/]+/callback", path):
        record = backend.interactions[int(found[1])]
        message = body.get("data") or {}
        if body.get("type") == 4:
            return (record.user_id if message.get("flags", 0) & EPHEMERAL_FLAG else None), message
        if body.get("type") == 7:
            return _reader_of_message(backend, record.channel_id, record.source_message_id, record.user_id), message
        return None
    if found := re.fullmatch(r"/webhooks/\d+/([^/]+)(/messages/@original)?", path):
        record = backend.interactions.get(backend.interaction_tokens.get(found[1]))
        if record is None:
            return None
        if found[2]:
            return _reader_of_message(backend, record.channel_id, record.message_id, record.user_id), body
        return (record.user_id if body.get("flags", 0) & EPHEMERAL_FLAG else None), body
    if found := re.fullmatch(r"/channels/(\d+)/messages(/\d+)?", path):
        channel = backend.channels[int(found[1])]
        if channel.guild_id:
            return None, body
        others = [user for user in getattr(channel, "recipient_ids", []) if user != backend.bot_user.id]
        return (others[0] if others else None), body
    return None


def _reader_of_message(backend: Backend, channel: int, message: int | None, presser: int) -> int | None:
    if message is None:
        return None
    try:
        stored = backend.get_message(channel, message)
    except Exception:
        return None
    return presser if stored.flags & EPHEMERAL_FLAG or not backend.channels[channel].guild_id else None


def limits_broken(message: dict[str, Any], files: list[Any]) -> Iterator[str]:
    """What of a message Discord would reject, or people could not read."""
    components = list(walk(message.get("components")))
    if len(components) > COMPONENTS_MAX:
        yield f"{len(components)} components"
    text = sum(len(component.get("content") or "") for component in components if component.get("type") == 10)
    if text > TEXT_MAX:
        yield f"{text} characters of text"
    ids = [component["custom_id"] for component in components if component.get("custom_id")]
    if len(ids) != len(set(ids)):
        yield "two controls with one custom_id"
    for component in components:
        if len(component.get("custom_id") or "") > CUSTOM_ID_MAX:
            yield f"custom_id {component['custom_id']}"
        if len(component.get("label") or "") > LABEL_MAX:
            yield f"label {component['label']}"
        if component.get("type") == 2 and re.fullmatch(r"[mcs]:.*", component.get("label") or ""):
            yield f"raw text as a label: {component['label']}"
        options = component.get("options") or ()
        if len(options) > OPTIONS_MAX:
            yield f"{len(options)} options"
        for option in options:
            if not 1 <= len(option["label"]) <= CUSTOM_ID_MAX or not 1 <= len(option["value"]) <= CUSTOM_ID_MAX:
                yield f"option {option}"
        for item in component.get("items") or ():
            if not 1 <= len(item.get("description") or "") <= ALT_MAX:
                yield "a picture without alt text"
    if sum(len(component.get("options") or ()) for component in components) > OPTIONS_MAX:
        yield "several selects instead of pages"
    if message.get("embeds") or message.get("content"):
        yield "an embed, whose picture nobody can describe, or text beside the components"
    for attachment in message.get("attachments") or ():
        if "filename" in attachment and not 1 <= len(attachment.get("description") or "") <= ALT_MAX:
            yield f"a file without alt text: {attachment['filename']}"
    if files and not message.get("attachments"):
        yield "files without descriptions"


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _strings(item)
