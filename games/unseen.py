"""Dealing unseen French cards anew: hands that cannot be told from the real ones by what everybody has seen.

Each seat has room for a number of the unseen cards and is known to lack some. Of all deals that fit, each is equally
likely to come out, and one always does: the cards are put into groups by who may hold them, the ways to spread each
group over the seats are counted, and one is drawn by its count. Cards and hands are masks (`games.masks`).
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb
from random import Random
from typing import NamedTuple

from games.masks import bits_of


class Group(NamedTuple):
    """Cards that the same places may hold; `wanted` if one of them satisfies the place that must hold one."""

    size: int
    places: tuple[int, ...]
    wanted: bool


#: How many cards each place gets, or has room for.
Numbers = tuple[int, ...]


def deal_unseen(
    rng: Random, unseen: int, room: Sequence[int], lacks: Sequence[int], holder: int | None = None, wanted: int = 0
) -> list[int]:
    """Spread the unseen cards over the places: for each a mask of `room[place]` cards, none of them in `lacks[place]`.

    A place is a seat or a stock; together they have room for exactly the unseen cards. `holder`, if named, gets at
    least one of the `wanted` cards. Raises ValueError if nothing fits: then something was seen that cannot be.
    """
    open_places = [place for place, cards in enumerate(room) if cards]
    parts = [unseen]
    for split in (wanted, *(lacks[place] for place in open_places)):
        parts = [part for cards in parts for part in (cards & split, cards & ~split) if part]
    grouped = []
    for part in parts:
        places = tuple(place for place in open_places if not part & lacks[place])
        grouped.append((Group(part.bit_count(), places, bool(part & wanted)), part))
    grouped.sort(key=lambda entry: (len(entry[0].places), entry[0].size))  # the freest is last: it fills what is left
    spreads = _spreads(tuple(group for group, _ in grouped), holder).draw(rng, tuple(room))
    dealt = [0] * len(room)
    for (group, part), spread in zip(grouped, spreads, strict=True):
        cards = bits_of(part)
        rng.shuffle(cards)
        start = 0
        for place, number in zip(group.places, spread, strict=True):
            dealt[place] |= sum(cards[start : start + number])
            start += number
    return dealt


class Spreads:
    """All ways to spread groups over places, counted: drawn so that each deal of the single cards is equally likely.

    `holder`: the place, if any, that must get a card of a wanted group.
    """

    def __init__(self, groups: tuple[Group, ...], holder: int | None) -> None:
        self._groups = groups
        self._holder = holder
        self._counts: dict[tuple[int, Numbers, bool], int] = {}
        self._choices: dict[tuple[int, Numbers, bool], tuple[list[Numbers], list[int]]] = {}

    def draw(self, rng: Random, room: Numbers) -> list[Numbers]:
        """For each group in order, how many cards each of its places gets. Raises ValueError if nothing fits."""
        waits = self._holder is not None
        if not self._count(0, room, waits):
            raise ValueError("no hands fit what has been seen")
        drawn = []
        for number in range(len(self._groups)):
            spreads, sums = self._choice(number, room, waits)
            spread = spreads[bisect(sums, rng.randrange(sums[-1]))] if len(spreads) > 1 else spreads[0]
            drawn.append(spread)
            room, waits = self._after(number, room, waits, spread)
        return drawn

    def _choice(self, number: int, room: Numbers, waits: bool) -> tuple[list[Numbers], list[int]]:
        """The spreads of a group that lead to a deal, and the running sums of their counts."""
        state = (number, room, waits)
        if state not in self._choices:
            spreads: list[Numbers] = []
            sums: list[int] = []
            for spread, count in self._weighed(number, room, waits):
                if count:
                    spreads.append(spread)
                    sums.append(count + (sums[-1] if sums else 0))
            self._choices[state] = spreads, sums
        return self._choices[state]

    def _count(self, number: int, room: Numbers, waits: bool) -> int:
        """How many deals of this group and those after it fit into the room; `waits`: the holder still wants a card."""
        if number == len(self._groups):
            return int(not waits)
        state = (number, room, waits)
        if state not in self._counts:
            self._counts[state] = sum(count for _, count in self._weighed(number, room, waits))
        return self._counts[state]

    def _weighed(self, number: int, room: Numbers, waits: bool) -> Iterator[tuple[Numbers, int]]:
        """Each spread of a group and the number of deals that begin with it."""
        size, places, _ = self._groups[number]
        limits = tuple(room[place] for place in places)
        if number < len(self._groups) - 1:
            spreads = spread_over(size, limits)
        elif sum(room) == sum(limits) == size:
            spreads = iter([(limits, arrangements(limits))])
        else:
            return
        for spread, ways in spreads:
            yield spread, ways * self._count(number + 1, *self._after(number, room, waits, spread))

    def _after(self, number: int, room: Numbers, waits: bool, spread: Numbers) -> tuple[Numbers, bool]:
        """The room and the wait after a group is spread."""
        group = self._groups[number]
        left = list(room)
        for place, cards in zip(group.places, spread, strict=True):
            left[place] -= cards
            if cards and group.wanted and place == self._holder:
                waits = False
        return tuple(left), waits


#: A search imagines the same position hundreds of times in a row.
_spreads = lru_cache(maxsize=4)(Spreads)


def spread_over(size: int, limits: Numbers) -> Iterator[tuple[Numbers, int]]:
    """Every way to spread `size` cards over places with these limits: how many each gets, and by how many choices."""
    if not limits:
        if not size:
            yield (), 1
        return
    first, rest = limits[0], limits[1:]
    for cards in range(max(0, size - sum(rest)), min(first, size) + 1):
        ways = comb(size, cards)
        for spread, others in spread_over(size - cards, rest):
            yield (cards, *spread), ways * others


def arrangements(sizes: Numbers) -> int:
    """By how many choices cards can be spread over piles of exactly these sizes."""
    ways, left = 1, sum(sizes)
    for size in sizes:
        ways *= comb(left, size)
        left -= size
    return ways
