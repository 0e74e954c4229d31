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


def _texts_by_remainder(suit: int) -> list[tuple[str, ...]]:
    """The texts of each mask of up to seven cards of one suit, at the place mask % 511.

    No two masks share a place: bit b counts 2 ** (b % 9) there, and the bits of a suit, four apart, all differ mod 9.
    """
    texts: list[tuple[str, ...]] = [()] * _PLACES
    mask = suit
    while mask:
        texts[mask % _PLACES] = tuple(cards_of(mask))
        mask = (mask - 1) & suit
    return texts


_PLACES: Final = (1 << 9) - 1
_HALF: Final = (1 << 28) - 1
_LOW: Final = {suit: _texts_by_remainder(suit & _HALF) for suit in SUIT.values()}
_HIGH: Final = {suit: _texts_by_remainder(suit & ~_HALF) for suit in SUIT.values()}


def following(held: int, led: int) -> list[str]:
    """The texts of the cards held of the suit led (masks), lowest first: a new list, faster than `cards_of`."""
    return [*_LOW[led][(held & _HALF) % _PLACES], *_HIGH[led][(held & ~_HALF) % _PLACES]]


def best_of(cards: int, led: int, trumps: int) -> int:
    """The winning card of a trick, as a mask: the highest trump, else the highest of the suit led (masks of suits)."""
    return 1 << (cards & trumps or cards & led).bit_length() - 1


def refuse_card(hand: int, must: int, card: str) -> IllegalMove:
    """Why this card may not be played, told to the owner of the hand: it is not held, or others must be played."""
    if not hand & BIT[card]:
        return IllegalMove("You do not hold the {card}.", card=card)
    if must == HEARTS_LAST:
        return IllegalMove("A heart may be led only from a hand of nothing but hearts.")
    suit = suit_of(cards_of(must)[0])
    return IllegalMove("You hold a {suit}: follow {suits}.", suit=suit, suits=suit)
