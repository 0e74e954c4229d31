"""A scene or a hand in words, for people who do not see the picture.

The words come from the same scene as the picture and hold nothing more: a card face down has no name in a scene.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from pictures.codes import english_name
from pictures.lettering import shown_name
from pictures.scene import Board, Card, Element, Groups, HandStrip, Pile, Pot, Row, Scene, Seat, Strip, Trick

LONGEST: Final = 1024
"""Characters that an alt text may have."""
ESSENTIAL: Final = 256
"""Characters that every reader reads out: what lies on the table and whose turn it is stand within them."""

Names = Callable[[str], str]


def _count_cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _count_hidden(count: int) -> str:
    return f"{count} face down"


@dataclass(frozen=True, slots=True)
class Words:
    """The few words that the alt text adds to those of the scene; pass translated ones for another language.

    `cards` and `face_down` get a number and return the phrase ("1 card", "3 face down").
    """

    to_play: str = "to play"
    out: str = "out"
    nothing: str = "nothing"
    winning: str = "winning"
    struck: str = "crossed out"
    playable: str = "playable"
    chosen: str = "chosen"
    hand: str = "Your hand"
    row: str = "Cards"
    trick: str = "Trick"
    board: str = "Board"
    pawn: str = "pawn"
    cards: Callable[[int], str] = _count_cards
    face_down: Callable[[int], str] = _count_hidden


ENGLISH: Final = Words()


def alt_text(scene: Scene, names: Names = english_name, words: Words = ENGLISH) -> str:
    """The table in sentences, at most 1024 characters: what lies there, the seats (those to act first), the pills.

    `names` turns a card's code into its name ("8♣", "Gök"). If what lies on the table is long, whose turn it is comes
    first, so that it is within the first 256 characters. What does not fit is left out from the end, sentence by
    sentence.
    """
    lying = [sentence for element in scene.elements for sentence in _element(element, scene, names, words)]
    acting = [_seat(seat, names, words) for seat in scene.seats if seat.to_act]
    waiting = [_seat(seat, names, words) for seat in scene.seats if not seat.to_act]
    pills = [pill.words or pill.text for pill in scene.pills]
    if sum(len(sentence) + 2 for sentence in (*lying, *acting)) <= ESSENTIAL:
        return _joined([*lying, *acting, *waiting, *pills])
    return _joined([*acting, *lying, *waiting, *pills])


def hand_text(hand: HandStrip, names: Names = english_name, words: Words = ENGLISH) -> str:
    """A hand in sentences, at most 1024 characters: its cards, then those that may be played or are chosen."""
    cards = [_card(card, names, words) for card in hand.cards]
    sentences = [hand.title, f"{hand.words or words.hand}: {', '.join(cards) or words.nothing}"]
    for word, indices in ((words.playable, hand.playable), (words.chosen, hand.chosen or None)):
        if indices is not None:
            chosen = ", ".join(_card(hand.cards[index], names, words) for index in indices)
            sentences.append(f"{word[:1].upper()}{word[1:]}: {chosen or words.nothing}")
    return _joined(sentences)


def _joined(sentences: Sequence[str]) -> str:
    """Sentences with full stops, as many as fit."""
    text = ""
    for sentence in sentences:
        if not sentence.strip():
            continue
        ended = sentence.strip() if sentence.strip()[-1] in ".!?…" else sentence.strip() + "."
        longer = f"{text} {ended}" if text else ended
        if len(longer) > LONGEST:
            return text + " …" if text and len(text) + 2 <= LONGEST else (text or longer[: LONGEST - 1] + "…")
        text = longer
    return text


def _card(card: Card, names: Names, words: Words) -> str:
    """One card: its name and what marks it; "1 face down" for a back; the text of an empty place."""
    if card.code:
        name = names(card.code)
    elif card.deck is not None:
        name = words.face_down(1)
    else:
        name = card.text
    parts = [part for part in (card.over, name) if part]
    marks = [mark for mark in (card.under, card.marker, words.struck if card.struck else "", card.words) if mark]
    return ": ".join(parts) + (f" ({', '.join(marks)})" if marks and parts else "")


def _cards(cards: Sequence[Card], names: Names, words: Words) -> str:
    """Cards in order; plain backs that lie together are counted."""
    phrases: list[str] = []
    hidden = 0
    for card in (*cards, None):
        if card is not None and card == Card(deck=card.deck, veiled=card.veiled, glow=card.glow) and card.deck:
            hidden += 1
            continue
        if hidden:
            phrases.append(words.face_down(hidden))
            hidden = 0
        phrase = _card(card, names, words) if card is not None else ""
        if phrase:
            phrases.append(phrase)
    return ", ".join(phrases)


def _row(row: Row, names: Names, words: Words) -> str:
    cards = ", ".join(part for part in (_cards(row.cards, names, words), row.note) if part)
    return f"{row.words or row.caption or words.row}: {cards or words.nothing}"


def _pile(pile: Pile, names: Names, words: Words) -> str:
    if pile.words:
        return pile.words
    parts = [] if pile.count is None else [words.cards(pile.count)]
    if pile.top is not None and pile.top.code:
        parts.append(_card(pile.top, names, words))
    text = ", ".join(parts)
    return f"{pile.caption}: {text}" if pile.caption and text else pile.caption or text


def _runs(slots: Sequence[Card], names: Names) -> str:
    """The cards of a strip, those that lie next to each other from first to last: "5♣–9♣"."""
    runs: list[list[str]] = [[]]
    for slot in slots:
        if slot.code:
            runs[-1].append(slot.code)
        elif runs[-1]:
            runs.append([])
    phrases = [names(run[0]) if len(run) == 1 else f"{names(run[0])}–{names(run[-1])}" for run in runs if run]
    return ", ".join(phrases)


def _strip(strip: Strip, names: Names, words: Words) -> str:
    text = _runs(strip.slots, names)
    title = strip.words or strip.caption
    return f"{title}: {text or words.nothing}" if title else text


def _trick(trick: Trick, seats: Sequence[Seat], names: Names, words: Words) -> str:
    cards = []
    for played in trick.cards:
        mark = f" ({words.winning})" if played.seat == trick.winner else ""
        seat = seats[played.seat]
        cards.append(f"{shown_name(seat.name, seat.fallbacks)} {_card(played.card, names, words)}{mark}")
    return f"{trick.words or words.trick}: {', '.join(cards) or words.nothing}"


def _board(board: Board, seats: Sequence[Seat], names: Names, words: Words) -> list[str]:
    lines = []
    for start in range(0, len(board.squares), board.columns):
        row = start // board.columns
        squares = [_card(card, names, words) or "–" for card in board.squares[start : start + board.columns]]
        title = board.row_names[row] if row < len(board.row_names) else str(row + 1)
        lines.append(f"{title}: {' '.join(squares)}")
    sentences = [f"{board.words or words.board}, {'; '.join(lines)}"]
    for pawn in board.pawns:
        row, column = divmod(pawn.square, board.columns)
        across = board.column_names[column] if column < len(board.column_names) else str(column + 1)
        down = board.row_names[row] if row < len(board.row_names) else str(row + 1)
        seat = seats[pawn.seat]
        sentences.append(f"{shown_name(seat.name, seat.fallbacks)}: {words.pawn} {across}{down}")
    return sentences


def _element(element: Element, scene: Scene, names: Names, words: Words) -> list[str]:
    """The sentences of one element."""
    match element:
        case Row():
            return [_row(element, names, words)]
        case Pile():
            return [_pile(element, names, words)]
        case Pot():
            return [element.words or (f"{element.caption}: {element.amount}" if element.caption else element.amount)]
        case Strip():
            return [_strip(element, names, words)]
        case Trick():
            return [_trick(element, scene.seats, names, words)]
        case Groups():
            return [_row(row, names, words) for row in element.rows]
        case Board():
            return _board(element, scene.seats, names, words)


def _seat(seat: Seat, names: Names, words: Words) -> str:
    """A seat: points, line, pile, cards, and whether it is to play or out."""
    if seat.words:
        return seat.words
    parts = [
        seat.badge_words or seat.badge,
        seat.line,
        _pile(seat.pile, names, words) if seat.pile is not None else "",
        _cards(seat.cards, names, words),
        words.out if seat.out else "",
        words.to_play if seat.to_act else "",
    ]
    name = shown_name(seat.name, seat.fallbacks)
    text = ", ".join(part for part in parts if part)
    return f"{name}: {text}" if text else name
