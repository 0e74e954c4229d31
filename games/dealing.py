"""Dealing: who gets which card of a shuffled pile, first card first."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeVar

Card = TypeVar("Card")


@cache  # a few numbers for each number of seats
def clockwise(first: int, seats: int) -> tuple[int, ...]:
    """All seats in order of play, beginning with `first`, or with 0 where `first` is one too many."""
    return tuple([(first + step) % seats for step in range(seats)])


def deal(pile: Sequence[Card], order: Sequence[int], each: int | None = None) -> tuple[list[list[Card]], list[Card]]:
    """Deal one card at a time round the table, `each` to a seat, or all of the pile (some may get one more).

    `order`: the seats 0 … n − 1, the first to get a card first. Returns (hands by seat, in order dealt; the rest).
    """
    cards = list(pile)
    seats = len(order)
    count = len(cards) if each is None else each * seats
    hands = [cards] * seats
    for place, seat in enumerate(order):
        hands[seat] = cards[place:count:seats]
    return hands, cards[count:]
