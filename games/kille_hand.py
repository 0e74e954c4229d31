"""A hand of Kille cards as one number, and sets of ranks as bit masks: cheap to copy, to measure and to play from.

A rank counts from 0 (Blare) to 20 (Harlekin). In a hand, bit r says that it holds a card of rank r, bit 21 + r that it
holds both; so the lower 21 bits are the set of its ranks, and the bits set are as many as its cards. Codes such as
``"KR"`` are only at the edge: `pack` reads them, `unpack` and `texts` write them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.cards import KILLE_RANKS

#: How many ranks there are; a hand's second copies begin at this bit.
RANKS: Final = len(KILLE_RANKS)
#: Every rank, as a set.
ALL: Final = (1 << RANKS) - 1
#: A card's code → its rank, 0 to 20.
RANK: Final = {code: rank for rank, code in enumerate(KILLE_RANKS)}


def pack(cards: Iterable[str]) -> int:
    """The hand that holds these cards."""
    hand = 0
    for card in cards:
        bit = 1 << RANK[card]
        hand |= bit << RANKS if hand & bit else bit
    return hand


def unpack(hand: int) -> tuple[str, ...]:
    """The cards of a hand as codes, lowest first."""
    second = hand >> RANKS
    return tuple(
        code for rank, code in enumerate(KILLE_RANKS) for _ in range((hand >> rank & 1) + (second >> rank & 1))
    )


def size(hand: int) -> int:
    """How many cards a hand holds."""
    return hand.bit_count()


def without(hand: int, rank: int) -> int:
    """The hand less one card of this rank, which it must hold."""
    second = 1 << rank + RANKS
    return hand ^ (second if hand & second else 1 << rank)


def texts(ranks: int) -> list[str]:
    """The codes of a set of ranks, lowest first: each rank once, since two copies are one move. A new list."""
    return [*_LOWER[ranks & _HALF], *_UPPER[ranks >> _LOWER_RANKS & _HALF]]


_LOWER_RANKS: Final = 11
_HALF: Final = (1 << _LOWER_RANKS) - 1


def _written(first: int, count: int) -> tuple[tuple[str, ...], ...]:
    """The codes of every set of `count` ranks from `first` on, so that `texts` need not look at single bits."""
    codes = KILLE_RANKS[first : first + count]
    return tuple(tuple(code for place, code in enumerate(codes) if ranks >> place & 1) for ranks in range(1 << count))


_LOWER: Final = _written(0, _LOWER_RANKS)
_UPPER: Final = _written(_LOWER_RANKS, RANKS - _LOWER_RANKS)
