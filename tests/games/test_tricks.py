"""Masks of French cards, and tricks: what may be played is following, who wins, why a card is refused."""

from __future__ import annotations

from random import Random

import pytest

from games.cards import FRENCH_DECK, high_order
from games.masks import BIT, CARDS, DECK, SUIT, SUIT_OF, card_of, cards_of, mask_of
from games.tricks import HEARTS_LAST, best_of, following, refuse_card


def mask(text: str) -> int:
    return mask_of(text.split())


def test_cards_are_ordered_by_rank_ace_high_then_clubs_diamonds_hearts_spades() -> None:
    assert list(CARDS) == sorted(FRENCH_DECK, key=high_order)
    assert cards_of(mask("AS 2S 10H QC 2C AD")) == ["2C", "2S", "10H", "QC", "AD", "AS"]
    assert cards_of(DECK) == list(CARDS)
    assert cards_of(0) == []


def test_masks_and_cards_are_two_ways_to_say_the_same() -> None:
    rng = Random(1)
    for size in range(53):
        cards = sorted(rng.sample(FRENCH_DECK, size), key=high_order)
        assert cards_of(mask_of(cards)) == cards
    for card in FRENCH_DECK:
        assert card_of(BIT[card]) == card
        assert cards_of(SUIT_OF[card]) == [other for other in CARDS if other[-1] == card[-1]]


def test_a_list_of_cards_belongs_to_who_asked_for_it() -> None:
    cards_of(mask("2C AS")).append("X")
    following(mask("2C 3C"), SUIT["C"]).append("X")
    assert cards_of(mask("2C AS")) == ["2C", "AS"]
    assert following(mask("2C 3C"), SUIT["C"]) == ["2C", "3C"]


@pytest.mark.parametrize("suit", "CDHS")
def test_every_holding_of_a_suit_is_listed_as_the_slow_way_does(suit: str) -> None:
    held = SUIT[suit]
    while held:
        assert following(held, SUIT[suit]) == cards_of(held)
        held = (held - 1) & SUIT[suit]


@pytest.mark.parametrize(
    ("trick", "trumps", "best"),
    [
        ("10C AH KC 2C", None, "KC"),  # the ace of another suit wins nothing
        ("2C AD AH AS", None, "2C"),  # nobody could follow
        ("AC 2C 3C 4C", None, "AC"),  # the ace is high
        ("10C 2H AC 3H", "H", "3H"),  # over-ruffed
        ("10C AH AC QS", "D", "AC"),  # no trump in the trick
        ("10C 2H 3H AC", "C", "AC"),  # trumps led
        ("AS KS QS 2D", "D", "2D"),  # the lowest trump beats every other card
    ],
)
def test_the_highest_trump_wins_else_the_highest_card_of_the_suit_led(
    trick: str, trumps: str | None, best: str
) -> None:
    led = SUIT_OF[trick.split()[0]]
    assert card_of(best_of(mask(trick), led, SUIT[trumps] if trumps else 0)) == best


def test_a_refused_card_is_told_why() -> None:
    hand = mask("2D 5H QH")
    assert str(refuse_card(hand, SUIT["D"], "KC")) == "You do not hold the K♣."
    assert str(refuse_card(hand, SUIT["D"], "QH")) == "You hold a diamond: follow diamonds."
    assert str(refuse_card(hand, HEARTS_LAST, "QH")) == "A heart may be led only from a hand of nothing but hearts."
    refusal = refuse_card(hand, SUIT["D"], "QH")
    assert (refusal.message, refusal.facts) == ("You hold a {suit}: follow {suits}.", {"suit": "D", "suits": "D"})
