"""Chance: every deal can be computed again by a stranger, here by a second implementation and by known answers."""

from __future__ import annotations

import hashlib
import itertools
import struct
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import FRENCH_DECK, KILLE_DECK
from games.chance import Chance
from games.errors import BadSetup
from games.krypkille import Krypkille


def stream(seed: bytes) -> Iterator[int]:
    """The bytes of the contract, as one endless stream."""
    for counter in itertools.count():
        yield from hashlib.sha256(seed + struct.pack(">Q", counter)).digest()


def shuffled(pile: Sequence[str], numbers: Iterator[int]) -> list[str]:
    """Fisher–Yates as the contract has it, built from the other end: the last place is filled first."""
    rest, result = list(pile), []
    while len(rest) > 1:
        n = len(rest)
        j = next(number for number in numbers if number < n * (256 // n)) % n
        rest[j], rest[-1] = rest[-1], rest[j]
        result.append(rest.pop())
    return rest + result[::-1]


@given(st.binary(max_size=40), st.lists(st.integers(0, 60), max_size=6))
def test_shuffles_are_those_of_a_second_implementation(seed: bytes, sizes: list[int]) -> None:
    chance, numbers = Chance(seed), stream(seed)
    for size in sizes:
        pile = [str(number) for number in range(size)]
        assert chance.shuffle(pile) == shuffled(pile, numbers)


def test_known_answers_which_must_never_change() -> None:
    assert " ".join(Chance().shuffle(FRENCH_DECK)[:12]) == "4S QH AS 10H QD 4C 8C 9S 3C 6D 5D JS"
    chance = Chance(bytes.fromhex("00ff10"))
    assert chance.dealer(7) == 6
    assert " ".join(chance.shuffle(KILLE_DECK)[:12]) == "KR HU HA 11 12 HU 8 1 VA GR 3 5"


def test_the_first_bytes_come_from_the_published_digest() -> None:
    # SHA-256 of eight zero bytes begins af 55 70 f5: 0xaf = 175 < 250, and 175 mod 10 = 5.
    assert hashlib.sha256(bytes(8)).hexdigest().startswith("af5570f5")
    chance = Chance()
    assert [chance.below(10) for _ in range(3)] == [5, 5, 2]  # 175, 85, 112


def test_bytes_that_would_favour_low_numbers_are_thrown_away() -> None:
    # n = 200: only bytes below 200 count, so 245 (the fourth) is skipped.
    chance, numbers = Chance(), [number for number in itertools.islice(stream(b""), 64) if number < 200]
    assert [chance.below(200) for _ in range(40)] == numbers[:40]


def test_below_one_takes_no_byte_and_below_256_takes_each() -> None:
    chance = Chance(b"seed")
    assert chance.below(1) == 0
    assert [chance.below(256) for _ in range(70)] == list(itertools.islice(stream(b"seed"), 70))


def test_a_given_dealer_takes_no_byte() -> None:
    given_dealer, drawn = Chance(b"s", dealer=1), Chance(b"s")
    assert given_dealer.dealer(4) == 1
    assert given_dealer.shuffle("abcdef") == drawn.shuffle("abcdef")


@pytest.mark.parametrize("dealer", [-1, 4, True, 1.0, "1"])
def test_a_dealer_who_does_not_sit_at_the_table_is_refused(dealer: object) -> None:
    with pytest.raises(BadSetup, match="one of the 4 seats"):
        Chance(dealer=dealer).dealer(4)  # type: ignore[arg-type]


def test_stacked_shuffles_come_first_and_the_seed_decides_the_rest() -> None:
    chance = Chance(b"s", shuffles=[["C", "A", "B"], ["B", "B", "A"]])
    assert chance.shuffle("ABC") == ["C", "A", "B"]
    assert chance.shuffle("ABB") == ["B", "B", "A"]
    assert chance.shuffle("ABCDEF") == Chance(b"s").shuffle("ABCDEF")
    assert chance.shuffled == 3


@pytest.mark.parametrize("stacked", [["A", "B"], ["A", "B", "B"], ["A", "B", "C", "C"], ["A", "B", "D"]])
def test_a_stacked_shuffle_must_be_a_permutation_of_its_pile(stacked: list[str]) -> None:
    with pytest.raises(BadSetup, match="Shuffle 0"):
        Chance(shuffles=[stacked]).shuffle("ABC")


def test_a_copy_goes_on_alike_and_alone() -> None:
    chance = Chance(b"s", shuffles=[["B", "A"]])
    chance.shuffle("AB")
    chance.below(52)
    twin = chance.copy()
    assert twin == chance
    after = [twin.below(52) for _ in range(40)]
    assert twin != chance
    assert [chance.below(52) for _ in range(40)] == after
    assert twin == chance


def test_copies_of_a_game_draw_alike_and_alone() -> None:
    game = Krypkille(3, chance=Chance(b"s"))
    twin = game.copy()
    third = twin.copy()
    expected = Chance(b"s")
    expected.dealer(3)
    expected.shuffle(KILLE_DECK)
    orders = [expected.shuffle("ABCDEFGH") for _ in range(6)]
    assert [game.chance.shuffle("ABCDEFGH") for _ in range(3)] == orders[:3]
    assert game != twin
    later = game.copy()
    assert [twin.chance.shuffle("ABCDEFGH") for _ in range(6)] == orders
    assert [third.chance.shuffle("ABCDEFGH") for _ in range(6)] == orders
    assert [later.chance.shuffle("ABCDEFGH") for _ in range(3)] == orders[3:]
    assert [game.chance.shuffle("ABCDEFGH") for _ in range(3)] == orders[3:]
    assert game == later


def test_shuffling_leaves_the_pile_as_it_was() -> None:
    pile = list("ABCDEF")
    Chance(b"s").shuffle(pile)
    assert pile == list("ABCDEF")


def test_every_order_of_three_cards_is_about_equally_likely() -> None:
    chance = Chance(b"fair")
    counts = dict.fromkeys(map("".join, itertools.permutations("ABC")), 0)
    for _ in range(6_000):
        counts["".join(chance.shuffle("ABC"))] += 1
    assert all(880 < count < 1120 for count in counts.values()), counts  # 1000 ± 4 standard deviations
