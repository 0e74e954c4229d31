"""Sets of French cards as whole numbers, for games whose searches make a million moves a second.

Bit k of a mask stands for ``CARDS[k]``: by rank, the ace highest, then C D H S. So the highest card of a suit is the
highest bit, a card's neighbours in its suit are four places away, and counting up gives the order in which hands and
moves are listed. Texts come in and go out at the edge: `BIT` and `mask_of` read them, `cards_of` writes them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.cards import ACE_HIGH, SUITS

CARDS: Final = tuple(rank + suit for rank in ACE_HIGH for suit in SUITS)
BIT: Final = {card: 1 << place for place, card in enumerate(CARDS)}
DECK: Final = (1 << len(CARDS)) - 1
#: All cards of a suit, of a rank.
SUIT: Final = {suit: sum(BIT[rank + suit] for rank in ACE_HIGH) for suit in SUITS}
RANK: Final = {rank: sum(BIT[rank + suit] for suit in SUITS) for rank in ACE_HIGH}
#: For each card, all cards of its suit.
SUIT_OF: Final = {card: SUIT[card[-1]] for card in CARDS}

_bit_of = BIT.__getitem__
_WIDTH = 13  #: bits looked up at once
_PART = (1 << _WIDTH) - 1


def _texts(cards: tuple[str, ...]) -> list[tuple[str, ...]]:
    """For each mask of these cards its texts, lowest first."""
    texts: list[tuple[str, ...]] = [()]
    for card in cards:
        texts += [(*lower, card) for lower in texts]
    return texts


_LOW, _LOWER, _HIGHER, _HIGH = (_texts(CARDS[start : start + _WIDTH]) for start in range(0, len(CARDS), _WIDTH))


def cards_of(mask: int) -> list[str]:
    """The cards of a mask, lowest first; a new list."""
    return [
        *_LOW[mask & _PART],
        *_LOWER[mask >> _WIDTH & _PART],
        *_HIGHER[mask >> 2 * _WIDTH & _PART],
        *_HIGH[mask >> 3 * _WIDTH],
    ]


def mask_of(cards: Iterable[str]) -> int:
    """The mask of these cards, each named once."""
    return sum(map(_bit_of, cards))


def card_of(bit: int) -> str:
    """The one card of this mask."""
    return CARDS[bit.bit_length() - 1]
