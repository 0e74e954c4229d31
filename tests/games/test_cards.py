"""Cards: both decks as the contract lists them, and every spelling that people type."""

from __future__ import annotations

import pytest

from games.cards import (
    FRENCH_DECK,
    KILLE_DECK,
    STRENGTH,
    card_name,
    find_french,
    find_kille,
    high_order,
    kille_order,
    listed,
    low_order,
    rank_of,
    simplify,
    suit_of,
    word,
)


def test_a_fresh_french_deck_is_in_the_order_of_the_contract() -> None:
    assert " ".join(FRENCH_DECK) == (
        "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD "
        "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
    )


def test_a_fresh_kille_deck_is_lowest_first_with_copies_side_by_side() -> None:
    assert " ".join(KILLE_DECK) == (
        "BL BL PO PO KR KR 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 10 10 11 11 12 12 VA VA KA KA GR GR HU HU GO GO HA HA"
    )


def test_kille_strengths_are_those_of_the_contract() -> None:
    strengths = ", ".join(f"{rank} {STRENGTH[rank]}" for rank in KILLE_DECK[::-2])
    assert strengths == (
        "HA 21, GO 20, HU 19, GR 18, KA 17, VA 16, 12 15, 11 14, 10 13, 9 12, 8 11, 7 10, 6 9, 5 8, 4 7, 3 6, 2 5, 1 4, "
        "KR 3, PO 2, BL 1"
    )
    assert kille_order("1") > kille_order("KR")


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("10D", "10D"),
        ("10d", "10D"),
        (" td ", "10D"),
        ("10♦", "10D"),
        ("10♦️", "10D"),  # with the variation selector that phones add
        ("T♢", "10D"),
        ("ten of diamonds", "10D"),
        ("Ten  of Diamond", "10D"),
        ("10 of diamonds", "10D"),
        ("10 diamonds", "10D"),
        ("q♠", "QS"),
        ("Queen of Spades", "QS"),
        ("knave of hearts", "JH"),
        ("ACE OF CLUBS", "AC"),
        ("a♣", "AC"),
        ("2s", "2S"),
        ("１０Ｄ", "10D"),
        ("x", "X"),
        ("Joker", "X"),
    ],
)
def test_french_cards_are_found_in_many_spellings(text: str, card: str) -> None:
    assert find_french(text) == card


@pytest.mark.parametrize(
    "text", ["", " ", "D", "10", "11D", "1D", "0S", "ZZ", "7CD", "7C 8C", "HA", "of", "ten of x", "♠"]
)
def test_what_is_no_french_card_is_not_found(text: str) -> None:
    assert find_french(text) is None


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("HA", "HA"),
        ("harlekin", "HA"),
        ("Kille", "HA"),
        ("harlequin", "HA"),
        ("Gök", "GO"),
        ("gok", "GO"),
        ("Kuku", "GO"),
        ("cuckoo", "GO"),
        ("Husar", "HU"),
        ("hussar", "HU"),
        ("Husu", "GR"),  # not the Husar
        ("gris", "GR"),
        ("pig", "GR"),
        ("Kavall", "KA"),
        ("knight", "KA"),
        ("Värdshus", "VA"),
        ("vardshus", "VA"),
        ("VÄRDSHUS", "VA"),
        ("inn", "VA"),
        ("Krans", "KR"),
        ("wreath", "KR"),
        ("Potta", "PO"),
        ("flowerpot", "PO"),
        ("Blaren", "BL"),
        ("12", "12"),
        ("1", "1"),
    ],
)
def test_kille_cards_are_found_by_every_name(text: str, card: str) -> None:
    assert find_kille(text) == card


@pytest.mark.parametrize("text", ["", "0", "13", "-1", "one card", "QS", "hus", "X"])
def test_what_is_no_kille_card_is_not_found(text: str) -> None:
    assert find_kille(text) is None


def test_every_card_is_found_by_its_own_code_and_name() -> None:
    assert [find_french(card.lower()) for card in FRENCH_DECK] == list(FRENCH_DECK)
    assert [find_french(card_name(card)) for card in FRENCH_DECK] == list(FRENCH_DECK)
    assert [find_kille(card.lower()) for card in KILLE_DECK] == list(KILLE_DECK)
    assert [find_kille(card_name(card)) for card in KILLE_DECK] == list(KILLE_DECK)


def test_orders_put_the_ace_low_or_high_and_suits_in_c_d_h_s() -> None:
    hand = ["KD", "AS", "10H", "2S", "AC", "10C"]
    assert sorted(hand, key=low_order) == ["AC", "AS", "2S", "10C", "10H", "KD"]
    assert sorted(hand, key=high_order) == ["2S", "10C", "10H", "KD", "AC", "AS"]
    assert sorted(["X", *hand], key=low_order)[-1] == "X"


def test_rank_and_suit_of_a_ten() -> None:
    assert (rank_of("10D"), suit_of("10D")) == ("10", "D")


def test_simplify_folds_case_accents_blanks_and_long_names() -> None:
    assert simplify("  7♥️  X  Queen of Hearts ") == "7♥ x qh"
    assert simplify("Värdshus\tGÖK") == "vardshus gok"
    assert simplify("king of the hill") == "king of the hill"


def test_facts_are_put_into_words_by_their_names() -> None:
    assert word("card", "10D") == "10♦"
    assert word("card", "GO") == "Gök"
    assert word("card", "X") == "Joker"
    assert word("cards", ("7C", "3D", "QS")) == "7♣, 3♦ and Q♠"
    assert word("suit", "H") == "heart"
    assert word("suits", "H") == "hearts"
    assert word("seat", 3) == "3"
    assert listed([]) == ""
    assert listed(["a"]) == "a"
