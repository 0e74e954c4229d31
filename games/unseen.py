"""Dealing unseen French cards anew: hands that cannot be told from the real ones by what everybody has seen.

Each seat has room for a number of the unseen cards and is known to lack some. Of all deals that fit, each is equally
likely to come out, and one always does. Cards that the same places may hold form a group; one place after another is
filled, and how many cards of each group it gets is drawn by the number of deals that this leaves for the others.
Cards and hands are masks (`games.masks`), and so are sets of places: bit p stands for place p.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import comb
from random import Random

from games.masks import BIT, cards_of

#: A place (its bit) and how many cards it has room for.
Place = tuple[int, int]
#: The places that may hold some cards, and how many cards these are.
Group = tuple[int, int]
#: How many cards of each group a place gets.
Share = tuple[int, ...]


def deal_unseen(
    rng: Random, unseen: int, room: Sequence[int], lacks: Sequence[int], holder: int | None = None, wanted: int = 0
) -> list[int]:
    """Spread the unseen cards over the places: for each a mask of `room[place]` cards, none of them in `lacks[place]`.

    A place is a seat or a stock; together they have room for exactly the unseen cards. `holder`, if named, gets at
    least one of the `wanted` cards. Raises ValueError if nothing fits: then something was seen that cannot be.
    """
    free = [place for place, size in enumerate(room) if size]
    free.sort(key=lambda place: (place != holder, (unseen & ~lacks[place]).bit_count()))  # the most tied first
    cards = _grouped(unseen, free, lacks)
    if holder is not None:
        cards = [(allowed, part) for allowed, mask in cards for part in (mask & wanted, mask & ~wanted) if part]
    dealt = [0] * len(room)
    for number, place in enumerate(free):
        shares, sums = _choices(
            tuple((1 << other, room[other]) for other in free[number:]),
            tuple((allowed, mask.bit_count()) for allowed, mask in cards),
            tuple(bool(mask & wanted) for _, mask in cards) if place == holder else (),
        )
        if not shares:
            raise ValueError("no hands fit what has been seen")
        share = shares[bisect(sums, rng.randrange(sums[-1]))] if len(shares) > 1 else shares[0]
        left: dict[int, int] = {}
        for (allowed, mask), size in zip(cards, share, strict=True):
            taken = mask if size == mask.bit_count() else sum(rng.sample([BIT[card] for card in cards_of(mask)], size))
            dealt[place] |= taken
            if mask ^ taken:
                others = allowed & ~(1 << place)
                left[others] = left.get(others, 0) | mask ^ taken
        cards = sorted(left.items())
    return dealt


def _grouped(unseen: int, places: Sequence[int], lacks: Sequence[int]) -> list[tuple[int, int]]:
    """The unseen cards by the places that may hold them: (places, cards) in order."""
    parts = [(0, unseen)]
    for place in places:
        parts = [
            (allowed, part)
            for may, mask in parts
            for allowed, part in ((may, mask & lacks[place]), (may | 1 << place, mask & ~lacks[place]))
            if part
        ]
    return sorted(parts)


@lru_cache(maxsize=1 << 10)  # a search imagines the same position hundreds of times in a row
def _choices(
    places: tuple[Place, ...], groups: tuple[Group, ...], wanted: tuple[bool, ...]
) -> tuple[list[Share], list[int]]:
    """The shares that the first place may get, and the running sums of the numbers of deals that begin with them.

    `wanted`: the groups of which it must get a card, any of them; () if it need not.
    """
    shares: list[Share] = []
    sums: list[int] = []
    for share, deals in _weighed(places, groups):
        if deals and (not wanted or any(size and good for size, good in zip(share, wanted, strict=True))):
            shares.append(share)
            sums.append(deals + (sums[-1] if sums else 0))
    return shares, sums


def _weighed(places: tuple[Place, ...], groups: tuple[Group, ...]) -> Iterator[tuple[Share, int]]:
    """Each share of the first place and the number of deals that begin with it."""
    (place, room), *others = places
    least = [size if allowed == place else 0 for allowed, size in groups]
    most = [size if allowed & place else 0 for allowed, size in groups]
    for share in shares_of(room, least, most):
        ways = 1
        left: dict[int, int] = {}
        for (allowed, size), taken in zip(groups, share, strict=True):
            ways *= comb(size, taken)
            if size > taken:
                left[allowed & ~place] = left.get(allowed & ~place, 0) + size - taken
        yield share, ways * count_deals(tuple(others), tuple(sorted(left.items())))


@lru_cache(maxsize=1 << 14)
def count_deals(places: tuple[Place, ...], groups: tuple[Group, ...]) -> int:
    """In how many ways these groups of different cards can be dealt to these places, which they fill exactly."""
    if not places:
        return int(not groups)
    return sum(deals for _, deals in _weighed(places, groups))


def shares_of(total: int, least: Sequence[int], most: Sequence[int]) -> Iterator[Share]:
    """Every way to take `total` cards from groups, from each at least and at most so many."""
    if not least:
        if not total:
            yield ()
        return
    rest_least, rest_most = least[1:], most[1:]
    for size in range(max(least[0], total - sum(rest_most)), min(most[0], total - sum(rest_least)) + 1):
        for others in shares_of(total - size, rest_least, rest_most):
            yield (size, *others)
