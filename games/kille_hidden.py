"""Dealing hidden Kille cards anew, so that everything that was seen stays true: what `imagine` needs.

Both ways always succeed when there is any solution (the real deal is one) and never start over.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.kille_hand import ONE, ranks


def deal_nested(unseen: int, wants: Sequence[tuple[range, int]], rng: Random) -> tuple[list[int], int]:
    """Deal the unseen cards so that each hand gets only ranks that it may hold. Returns the hands and what is left.

    `wants`: for each hand the ranks it may hold, and how many cards. Of any two of these ranges one must contain the
    other. Then every deal is equally likely: the hand with the fewest choices draws first, and whatever it takes leaves
    the same number of choices to each hand after it. Hands are numbers (`games.kille_hand`).
    """
    left = ranks(unseen)
    rng.shuffle(left)
    hands = [0] * len(wants)
    for place in sorted(range(len(wants)), key=lambda place: len(wants[place][0])):
        allowed, count = wants[place]
        fitting = [index for index, rank in enumerate(left) if rank in allowed] if count else []
        if len(fitting) == len(left):  # nothing to choose by: the cards lie in random order
            drawn = left[len(left) - count :]
            del left[len(left) - count :]
        else:
            drawn = [left.pop(index) for index in sorted(rng.sample(fitting, count), reverse=True)]
        hands[place] = sum(ONE[rank] for rank in drawn)
    return hands, sum(ONE[rank] for rank in left)


def assign(allowed: Sequence[int], free: int, rng: Random) -> list[int]:
    """Put each card into a place of its own where it may lie. Returns the place of each card, the number of its bit.

    `allowed`: for each card the places that it may have, as a bit mask; `free`: all places, as many as cards. The cards
    with the fewest places choose first, at random; one that finds none free moves others on. Then pairs of cards trade
    places wherever both may, which makes the arrangements about equally likely whatever the masks are. Raises ValueError
    if there is no arrangement.
    """
    count = len(allowed)
    allowed = [mask & free for mask in allowed]
    places = [0] * count
    holder: dict[int, int] = {}
    random = rng.random
    for _, _, card in sorted((mask.bit_count(), random(), card) for card, mask in enumerate(allowed)):
        if not allowed[card] & free:
            free ^= _make_room(card, allowed, places, holder, free)
            continue
        bit = _any_bit(allowed[card] & free, random())
        free ^= bit
        places[card] = bit
        holder[bit] = card
    if any(mask != allowed[0] for mask in allowed):
        for _ in range(2 * count):
            one, other = int(random() * count), int(random() * count)
            if allowed[one] & places[other] and allowed[other] & places[one]:
                places[one], places[other] = places[other], places[one]
    return [bit.bit_length() - 1 for bit in places]


def _any_bit(mask: int, chance: float) -> int:
    """One bit of the mask, each equally likely for a `chance` from 0 to 1."""
    for _ in range(int(chance * mask.bit_count())):
        mask &= mask - 1
    return mask & -mask


def _make_room(card: int, allowed: Sequence[int], places: list[int], holder: dict[int, int], free: int) -> int:
    """Place a card whose places are all taken, moving a chain of others on to a free place. Returns that place."""
    wanted_by: dict[int, int] = {}
    waiting = [card]
    for mover in waiting:  # grows while it is read, so that the shortest chain is found first
        reach = allowed[mover] & ~sum(wanted_by)
        while reach:
            place = reach & -reach
            reach ^= place
            wanted_by[place] = mover
            if place & free:
                _move_on(card, place, wanted_by, places, holder)
                return place
            waiting.append(holder[place])
    raise ValueError("the cards do not fit the places")


def _move_on(card: int, place: int, wanted_by: dict[int, int], places: list[int], holder: dict[int, int]) -> None:
    """Give a free place to the card that wants it, its place to the one that wants that, and so on back to `card`."""
    mover = -1
    while mover != card:
        mover = wanted_by[place]
        left, places[mover], holder[place] = places[mover], place, mover
        place = left
