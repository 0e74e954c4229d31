"""What the games of the Kille deck share at the table: one's own cards, the deck in words, points won and paid."""

from __future__ import annotations

from pictures.scene import HandStrip, faces
from table.presentation import Choice, Show, Tone
from table.words import Words, number, signed


def own_hand(show: Show, *, to_play: bool = True) -> HandStrip:
    """The owner's cards, lowest first; while they are asked for a card, those that may not be played are veiled."""
    cards = show.view.hand
    playable = tuple(index for index, card in enumerate(cards) if card in show.moves)
    some = to_play and bool(show.moves) and len(playable) < len(cards)
    words = show.words.say("Your hand")
    return HandStrip(faces(*cards), "wine", playable if some else None, words=words)


def card_choice(words: Words, card: str, tone: Tone = "take") -> Choice:
    """The button that plays a card; a numeral alone would not say what it does."""
    return Choice(words.say("Play {card}", card=card), move=card, card=card, tone=tone)


def lead_choice(words: Words, card: str) -> Choice:
    """The button that leads a card, where all may be led: as short as possible, since there may be fourteen."""
    return Choice(words.card(card), move=card, card=card, tone="take")


def own_cards(show: Show) -> str:
    """The owner's cards as text."""
    words, cards = show.words, show.view.hand
    return words.say("Your hand: {cards}", cards=cards) if cards else words.say("Your hand is empty.")


def points_lines(show: Show) -> list[str]:
    """A line for each seat: the points won or paid so far and, where purses are at stake, what the purse holds now."""
    view, words = show.view, show.words
    lines = []
    for seat, net in enumerate(view.net):
        line = words.say("{name}: **{points}**", name=show.name(seat), points=signed(net))
        if view.purses is not None:
            line += words.say(" (purse {points})", points=number(view.purses[seat] + net))
        lines.append(line)
    return lines


def deck_in_words(words: Words) -> str:
    """The deck for a page of rules: the order of the cards, with what their names mean."""
    return words.say(
        "The Kille deck has 42 cards, two of each. Highest first: **Harlekin** (harlequin, also called Kille), "
        "**Gök** (cuckoo), **Husar** (hussar), **Gris** (pig), **Kavall** (knight), **Värdshus** (inn), "
        "12, 11, 10 … 2, 1, **Krans** (wreath), **Potta** (flower urn), **Blare** (jester)."
    )
