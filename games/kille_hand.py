"""A hand of Kille cards as one number, cheap to copy, to measure and to play from.

In base 4 the number's digit r tells how many cards of rank r the hand holds: 0, 1 or 2. A rank counts from 0 (Blare) to
20 (Harlekin). So a hand is the sum of its cards, a card is played by subtracting it, and ``&`` with `DIGIT` or `FROM`
picks ranks out of a hand; what is picked is again a number of this kind. Codes such as ``"KR"`` are only at the edge:
`pack` reads them, `unpack` and `texts` write them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations_with_replacement
from typing import Final

from games.cards import KILLE_RANKS

#: How many ranks there are.
RANKS: Final = len(KILLE_RANKS)
#: A card's code → its rank, 0 to 20.
RANK: Final = {code: rank for rank, code in enumerate(KILLE_RANKS)}
#: By rank: one card of it as a hand; the digit that counts it, for ``&``; the digits of this rank and all above it.
ONE: Final = tuple(1 << 2 * rank for rank in range(RANKS))
DIGIT: Final = tuple(3 << 2 * rank for rank in range(RANKS))
FROM: Final = tuple((1 << 2 * RANKS) - one for one in ONE)

#: The whole deck as one hand: two cards of every rank.
DECK: Final = 2 * sum(ONE)

_card: Final = dict(zip(KILLE_RANKS, ONE, strict=True)).__getitem__
_FIRSTS: Final = sum(ONE)


def pack(cards: Iterable[str]) -> int:
    """The hand that holds these cards."""
    return sum(map(_card, cards))


def unpack(hand: int) -> tuple[str, ...]:
    """The cards of a hand as codes, lowest first."""
    return tuple(KILLE_RANKS[rank] for rank in ranks(hand))


def ranks(hand: int) -> list[int]:
    """The rank of each card of a hand, lowest first."""
    return [rank for rank in range(RANKS) for _ in range(hand >> 2 * rank & 3)]


def size(hand: int) -> int:
    """How many cards a hand holds."""
    return (hand & _FIRSTS).bit_count() + 2 * (hand >> 1 & _FIRSTS).bit_count()


def lowest(hand: int) -> int:
    """The lowest rank of a hand that holds any, as a hand of its own."""
    return hand & -hand


def highest(hand: int) -> int:
    """The highest rank of a hand that holds any, as a hand of its own."""
    return hand & DIGIT[hand.bit_length() - 1 >> 1]


def texts(hand: int) -> list[str]:
    """The codes of a hand's ranks, lowest first, each once, since two copies are one move. A new list."""
    held = hand | hand >> 1
    return _LOW[held & _LOW_RANKS] + _HIGH[held & _HIGH_RANKS]


def _written(first: int, last: int) -> dict[int, list[str]]:
    """The codes of every set of the ranks from one up to another, so that `texts` need not look at single digits."""
    written: dict[int, list[str]] = {0: []}
    for one, code in zip(ONE[first:last], KILLE_RANKS[first:last], strict=True):
        written |= {held + one: [*codes, code] for held, codes in written.items()}
    return written


_HALF: Final = 11
_LOW_RANKS, _LOW = sum(ONE[:_HALF]), _written(0, _HALF)
_HIGH_RANKS, _HIGH = sum(ONE[_HALF:]), _written(_HALF, RANKS)

#: Every hand of up to three cards → what `texts` writes of it: for a game that deals no more and asks a million times.
FEW: Final = {
    hand: tuple(texts(hand)) for count in range(4) for hand in map(sum, combinations_with_replacement(ONE, count))
}
