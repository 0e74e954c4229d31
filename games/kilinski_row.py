"""A Table of Kilinski: a row of eight cards, its positions, heights, worth and score."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from games.cards import FRENCH_DECK, RANKS, rank_of

ROW = 8  #: cards in a Table, in a full hand, and drafted by a seat
POSITIONS = range(1, ROW + 1)  #: the positions of a Table, left to right as its owner sees it

#: The order of all comparisons: A 1, 2 … 10, J 11, Q 12, K 13.
HEIGHT = {card: RANKS.index(rank_of(card)) + 1 for card in FRENCH_DECK}
#: What a card counts: courts and tens 10, the ace 1 (in a fight sometimes 11).
WORTH = {card: min(height, 10) for card, height in HEIGHT.items()}
#: The cards that differ in height by exactly 1. A king and an ace do not.
NEIGHBOURS = {card: {other for other in HEIGHT if abs(HEIGHT[other] - HEIGHT[card]) == 1} for card in HEIGHT}


def falling(table: Sequence[str]) -> int:
    """The worth of the strictly falling run from position 1; it stops for good at the first card that is not lower."""
    score = WORTH[table[0]]
    for left, card in pairwise(table):
        if HEIGHT[card] >= HEIGHT[left]:
            break
        score += WORTH[card]
    return score


def put(table: tuple[str, ...], position: int, card: str) -> tuple[str, ...]:
    """The Table with this card at a position (1 to 8)."""
    return (*table[: position - 1], card, *table[position:])


def idle_move(table: Sequence[str], frozen: Sequence[int]) -> str:
    """The turn that changes least, where no card can be drawn.

    The first swap of two equal ranks, else of the two highest free positions; with one free position, its freezing.
    """
    free = [position for position in POSITIONS if position not in frozen]
    if len(free) == 1:
        return f"freeze {free[0]}"
    for low, high in combinations(free, 2):
        if HEIGHT[table[low - 1]] == HEIGHT[table[high - 1]]:
            return f"swap {low} {high}"
    return f"swap {free[-2]} {free[-1]}"
