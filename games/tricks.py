"""Tricks with French cards: following suit, leading, and who wins. Hands and tricks are masks (`games.masks`).

One rule covers leading and following: there are cards that a seat `must` play if it holds any of them, and a seat
that holds none of them may play whatever it has. To a trick, those are the cards of the suit led; for a lead they are
all cards, or all but the hearts where hearts may be led only from a hand of nothing else. And whoever plays another
card has shown that it holds none of them.
"""

from __future__ import annotations

from typing import Final

from games.cards import suit_of
from games.game import IllegalMove
from games.masks import BIT, DECK, SUIT, cards_of

#: What must be led where any card may be led, and where hearts wait until nothing else is left.
ANY_LEAD: Final = DECK
HEARTS_LAST: Final = DECK & ~SUIT["H"]


class _Texts(dict[int, list[str]]):
    """Mask → its cards' texts, written when first asked for. Only for the 4 × 8191 masks of one suit."""

    def __missing__(self, mask: int) -> list[str]:
        texts = self[mask] = cards_of(mask)
        return texts


_ONE_SUIT = _Texts()


def following(hand: int, led: int) -> list[str]:
    """What a hand may play to a trick: its cards of the suit led (mask of the suit), else any; lowest first, a new list."""
    held = hand & led
    return _ONE_SUIT[held][:] if held else cards_of(hand)


def leading(hand: int, must: int) -> list[str]:
    """What a hand may lead: its cards among `must`, if it has any, else all; lowest first, a new list."""
    return cards_of(hand & must or hand)


def best_of(cards: int, led: int, trumps: int) -> int:
    """The winning card of a trick, as a mask: the highest trump, else the highest of the suit led (masks of suits)."""
    return 1 << (cards & trumps or cards & led).bit_length() - 1


def refuse_card(hand: int, must: int, leads: bool, card: str) -> IllegalMove:
    """Why this card may not be played from this hand, which may be its owner's only: it is told to nobody else."""
    if not hand & BIT[card]:
        return IllegalMove("You do not hold the {card}.", card=card)
    if leads:
        return IllegalMove("A heart may be led only from a hand of nothing but hearts.")
    suit = suit_of(cards_of(must)[0])
    return IllegalMove("You hold a {suit}: follow {suits}.", suit=suit, suits=suit)
