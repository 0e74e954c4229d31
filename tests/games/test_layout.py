"""The layout of Fan Tan and of Kierki's lottery: what fits, who is passed over, what passes show."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import ACE_HIGH, SUITS
from games.layout import ends_of, farthest, fitting, imagine_hands, laid_between, pass_over, refuse_lay
from games.masks import DECK, cards_of, mask_of


def mask(text: str) -> int:
    return mask_of(text.split())


def run(low: str, high: str, suit: str) -> int:
    return laid_between({suit: (low, high)})


@pytest.mark.parametrize(
    ("laid", "fits"),
    [
        (0, "7C 7D 7H 7S"),  # each suit starts with its own seven
        (run("7", "7", "S"), "6S 7C 7D 7H 8S"),
        (run("5", "9", "C"), "4C 7D 7H 7S 10C"),
        (run("3", "K", "H"), "2H 7C 7D 7S AH"),  # the ace lies above the king
        (run("2", "K", "H"), "7C 7D 7S AH"),  # and never below the 2
        (run("2", "J", "D"), "7C 7H 7S QD"),
        (run("6", "A", "D"), "5D 7C 7H 7S"),  # nor does the 2 lie above the ace
        (run("2", "A", "C"), "7D 7H 7S"),
        (DECK, ""),
    ],
)
def test_what_fits(laid: int, fits: str) -> None:
    assert cards_of(fitting(laid)) == fits.split()


ENDS = st.tuples(st.integers(0, 5), st.integers(5, 12)).map(lambda ends: (ACE_HIGH[ends[0]], ACE_HIGH[ends[1]]))


@given(st.fixed_dictionaries({suit: st.none() | ENDS for suit in SUITS}))
def test_a_layout_is_its_ends(ends: dict[str, tuple[str, str] | None]) -> None:
    laid = laid_between(ends)
    assert ends_of(laid) == ends
    assert laid.bit_count() == sum(
        ACE_HIGH.index(pair[1]) - ACE_HIGH.index(pair[0]) + 1 for pair in ends.values() if pair
    )


def test_the_turn_comes_to_the_first_seat_that_can_lay_and_passes_show_what_is_lacking() -> None:
    hands = [mask("2C"), mask("8S AS"), 0, mask("9H")]
    lacks = [0, 0, 0, mask("2D")]
    assert pass_over(hands, lacks, mask("6S 7C 8S"), (3, 0, 1, 2)) == (1, (3, 0))
    assert lacks == [mask("6S 7C 8S"), 0, 0, mask("2D 6S 7C 8S")]


def test_seats_that_are_out_are_skipped_without_a_pass() -> None:
    lacks = [0, 0, 0]
    assert pass_over([mask("7C"), 0, mask("2C")], lacks, mask("7C"), (1, 2, 0)) == (0, (2,))
    assert lacks == [0, 0, mask("7C")]


def test_somebody_can_always_lay() -> None:
    with pytest.raises(ValueError, match="nobody"):
        pass_over([mask("2C"), 0], [0, 0], mask("7C"), (0, 1))


@pytest.mark.parametrize(
    ("fits", "card"),
    [
        ("AS 2S", "AS"),  # 7 away and 5 away
        ("2S QC 8D", "2S"),  # 5 away both: the lower rank
        ("3C JC", "3C"),
        ("KS KC KD", "KC"),  # then C D H S
        ("7H 7D", "7D"),
        ("6H 8C", "6H"),
    ],
)
def test_the_farthest_card_is_laid_for_who_is_late(fits: str, card: str) -> None:
    assert farthest(mask(fits) | mask("2H AH"), mask(fits)) == card


def test_a_refused_card_is_told_why() -> None:
    laid = run("5", "9", "C") | run("7", "A", "H")
    hand = mask("3C QC AS 2H 10C")
    assert str(refuse_lay(hand, laid, "4C")) == "You do not hold the 4♣."
    assert str(refuse_lay(hand, laid, "3C")) == "The 3♣ does not fit yet. Next of the clubs: 4♣ and 10♣."
    assert str(refuse_lay(hand, laid, "AS")) == "The A♠ does not fit: spades start with the 7♠."
    assert str(refuse_lay(hand, laid, "2H")) == "The 2♥ does not fit yet. Next of the hearts: 6♥."


def test_imagined_hands_fit_every_pass_and_the_turn() -> None:
    laid = run("7", "7", "S") | run("7", "8", "H")
    own, lacks = mask("AC 6S"), [0, mask("6S 8S 7C"), mask("9H"), 0]
    sizes = [2, 18, 17, 12]
    seen: set[str] = set()
    for salt in range(200):
        hands = imagine_hands(Random(salt), laid, sizes, lacks, to_act=(3,), seat=0, hand=own)
        assert hands[0] == own
        assert [hand.bit_count() for hand in hands] == sizes
        assert sum(hands) == DECK & ~laid
        assert not any(hand & lack for hand, lack in zip(hands, lacks, strict=True))
        seen |= set(cards_of(hands[3] & fitting(laid)))
        assert hands[3] & fitting(laid), "the seat to act must hold a card that fits"
    assert seen == {"8S", "7C", "7D", "6H", "9H"}


def test_a_hand_that_is_seen_is_not_asked_what_fits() -> None:
    """The viewer's own turn says nothing about the others."""
    hands = imagine_hands(Random(1), 0, [1, 26, 25], [0, 0, 0], to_act=(0,), seat=0, hand=mask("7C"))
    assert hands[0] == mask("7C")
    assert sum(hands) == DECK
