"""Unseen cards dealt anew: what is known is kept, and each possible deal is as likely as any other."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.masks import DECK, SUIT, cards_of, mask_of
from games.unseen import deal_unseen


def mask(text: str) -> int:
    return mask_of(text.split())


def possible(
    unseen: str, room: list[int], lacks: list[str], holder: int | None = None, wanted: str = ""
) -> set[object]:
    """All deals that fit, by trying every order of the cards."""
    deals = set()
    for order in permutations(unseen.split()):
        left, hands = list(order), []
        for size in room:
            hands.append(frozenset(left[:size]))
            del left[:size]
        fits = not any(hand & set(lack.split()) for hand, lack in zip(hands, lacks, strict=True))
        if fits and (holder is None or hands[holder] & set(wanted.split())):
            deals.add(tuple(hands))
    return deals


@pytest.mark.parametrize(
    ("unseen", "room", "lacks", "holder", "wanted"),
    [
        ("2C 3C 4C 2D 3D 4D", [2, 2, 2], ["", "", ""], None, ""),
        ("2C 3C 4C 2D 3D 4D", [2, 2, 2], ["2C 3C 4C", "", ""], None, ""),
        ("2C 3C 4C 2D 3D 4D", [2, 2, 2], ["2C 3C 4C", "2D 3D 4D", "2C"], None, ""),
        ("2C 3C 4C 2D 3D 4D", [0, 3, 3], ["2C", "2D", "4D"], None, ""),
        ("2C 3C 4C 2D 3D 4D", [1, 2, 3], ["", "2C 2D", ""], 1, "2C 3C 2D 3D"),
        ("2C 3C 4C 2D 3D 4D", [2, 2, 2], ["3C", "", "2C"], 2, "3C"),
        ("2C 3C 4C 2D 3D 4D", [3, 1, 2], ["3D 4D", "", ""], 0, "2C 2D"),
    ],
)
def test_every_deal_that_fits_is_equally_likely(
    unseen: str, room: list[int], lacks: list[str], holder: int | None, wanted: str
) -> None:
    rng, draws = Random(1), 6000
    found: Counter[object] = Counter()
    for _ in range(draws):
        hands = deal_unseen(rng, mask(unseen), room, [mask(lack) for lack in lacks], holder, mask(wanted))
        found[tuple(frozenset(cards_of(hand)) for hand in hands)] += 1
    expected = possible(unseen, room, lacks, holder, wanted)
    assert set(found) == expected
    share = draws / len(expected)
    assert (
        sum((count - share) ** 2 / share for count in found.values()) < len(expected) + 5 * (2 * len(expected)) ** 0.5
    )


def test_what_can_be_in_one_way_only_is_dealt_that_way() -> None:
    hands = deal_unseen(
        Random(1), mask("2C 3C 2D 3D 2H"), [2, 2, 1], [mask("2C 3C"), mask("2D 3D"), mask("2D 3D 2C 3C")]
    )
    assert [cards_of(hand) for hand in hands] == [["2D", "3D"], ["2C", "3C"], ["2H"]]


def test_nothing_unseen_leaves_all_hands_empty() -> None:
    assert deal_unseen(Random(1), 0, [0, 0, 0], [0, DECK, 0]) == [0, 0, 0]


def test_what_cannot_be_is_an_error() -> None:
    with pytest.raises(ValueError, match="no hands fit"):
        deal_unseen(Random(1), mask("2C 3C"), [1, 1], [mask("2C 3C"), 0])
    with pytest.raises(ValueError, match="no hands fit"):
        deal_unseen(Random(1), mask("2C 3C"), [1, 1], [mask("2C"), 0], holder=0, wanted=mask("2C"))


@given(st.randoms(use_true_random=False), st.integers(2, 8), st.integers(0, 52))
def test_real_hands_are_always_possible(rng: Random, seats: int, number: int) -> None:
    """Whatever true things are known of real hands, some deal fits them; here whole suits and single cards."""
    cards = cards_of(DECK)
    rng.shuffle(cards)
    real = [mask_of(cards[seat:number:seats]) for seat in range(seats)]
    lacks = [
        sum(suit for suit in SUIT.values() if not hand & suit and rng.random() < 0.7)
        | mask_of([card for card in cards[:number:5] if rng.random() < 0.3]) & ~hand & DECK
        for hand in real
    ]
    holder = rng.randrange(seats)
    wanted = mask_of(cards[: 2 * number : 7]) | (real[holder] & -real[holder])
    asked = holder if real[holder] else None
    hands = deal_unseen(
        rng, sum(real), [hand.bit_count() for hand in real], lacks, asked, wanted if real[holder] else 0
    )
    assert sum(hands) == sum(real)
    for hand, true, lack in zip(hands, real, lacks, strict=True):
        assert hand.bit_count() == true.bit_count()
        assert not hand & lack
    assert not real[holder] or hands[holder] & wanted
