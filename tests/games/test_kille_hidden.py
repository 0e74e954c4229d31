"""Dealing hidden cards anew: every arrangement that fits comes out, about equally often, and nothing else."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from games.kille_hand import RANKS, pack, size, texts, unpack
from games.kille_hidden import assign, deal_nested


def test_each_hand_gets_only_what_it_may_hold() -> None:
    unseen = pack(["BL", "PO", "KR", "1", "2", "3", "4", "5", "6", "6"])
    for salt in range(50):
        hands, left = deal_nested(
            unseen, [(range(RANKS), 3), (range(2), 2), (range(5), 2), (range(5), 0)], Random(salt)
        )
        assert [size(hand) for hand in hands] == [3, 2, 2, 0]
        assert unpack(hands[1]) == ("BL", "PO")
        assert set(texts(hands[2])) <= {"KR", "1", "2"}
        assert sum(hands) + left == unseen


def test_a_hand_may_need_all_that_fits_it() -> None:
    hands, left = deal_nested(pack(["7", "7", "9"]), [(range(RANKS), 1), (range(11), 2)], Random(0))
    assert [unpack(hand) for hand in hands] == [("9",), ("7", "7")]
    assert left == 0


def test_nested_deals_are_equally_likely() -> None:
    """One of three low cards, then two of the four that are left of all five: 3 × 6 deals."""
    count = 3600
    rng = Random(1)
    found = Counter(
        tuple(deal_nested(pack(["BL", "PO", "KR", "1", "2"]), [(range(RANKS), 2), (range(3), 1)], rng)[0])
        for _ in range(count)
    )
    assert len(found) == 18
    assert all(abs(times - count / 18) < 60 for times in found.values())  # more than four deviations


@pytest.mark.parametrize(
    "allowed",
    [
        (0b1111, 0b1111, 0b1111, 0b1111),
        (0b0001, 0b0011, 0b0111, 0b1111),
        (0b0011, 0b0011, 0b1111, 0b1111),
        (0b0011, 0b0110, 0b1100, 0b1111),
        (0b0011, 0b1100, 0b1111, 0b1110),
        (0b00111, 0b00110, 0b11000, 0b11111, 0b11110),
    ],
)
def test_assignments_that_fit_come_out_about_equally_often(allowed: tuple[int, ...]) -> None:
    count = len(allowed)
    fitting = {
        order
        for order in permutations(range(count))
        if all(mask >> place & 1 for mask, place in zip(allowed, order, strict=True))
    }
    rng = Random(2)
    times = 200 * len(fitting)
    found = Counter(tuple(assign(allowed, (1 << count) - 1, rng)) for _ in range(times))
    assert found.keys() == fitting
    assert all(120 < number < 280 for number in found.values())


def test_an_assignment_is_found_wherever_there_is_one() -> None:
    """Random masks around a hidden arrangement; places need not be the first bits."""
    rng = Random(3)
    for _ in range(200):
        places = rng.sample(range(42), 12)
        allowed = [1 << place | rng.getrandbits(42) & rng.getrandbits(42) & rng.getrandbits(42) for place in places]
        found = assign(allowed, sum(1 << place for place in places), rng)
        assert sorted(found) == sorted(places)
        assert all(mask >> place & 1 for mask, place in zip(allowed, found, strict=True))


def test_cards_that_do_not_fit_are_an_error() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        assign([0b011, 0b011, 0b011], 0b111, Random(0))
