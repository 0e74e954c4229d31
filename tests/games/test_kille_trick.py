"""Kille hands as numbers, and the trick that Kille and Krypkille share."""

from __future__ import annotations

from games.cards import KILLE_DECK, KILLE_RANKS, STRENGTH
from games.kille_hand import DECK, ONE, RANK, highest, lowest, pack, ranks, size, texts, unpack
from games.kille_trick import KilleTrick, taking


def trick_of(*hands: str, ring: tuple[int, ...] | None = None) -> KilleTrick:
    return KilleTrick([pack(hand.split()) for hand in hands], ring or tuple(range(len(hands))))


def lay(trick: KilleTrick, seat: int, card: str) -> tuple[int, ...]:
    return trick.lay(seat, RANK[card])


def test_a_hand_comes_back_lowest_first_with_both_copies() -> None:
    hand = pack(["HA", "1", "KR", "12", "BL", "1", "HA"])
    assert unpack(hand) == ("BL", "KR", "1", "1", "12", "HA", "HA")
    assert size(hand) == 7
    assert texts(hand) == ["BL", "KR", "1", "12", "HA"]


def test_an_empty_hand_has_nothing() -> None:
    assert (unpack(0), size(0), texts(0), ranks(0), lowest(0), highest(0)) == ((), 0, [], [], 0, 0)


def test_the_whole_deck_is_a_hand() -> None:
    assert unpack(DECK) == KILLE_DECK
    assert pack(KILLE_DECK) == DECK
    assert texts(DECK) == list(KILLE_RANKS)


def test_texts_are_a_new_list_each_time() -> None:
    texts(pack(["7"])).append("8")
    assert texts(pack(["7"])) == ["7"]


def test_ranks_are_strengths_from_zero() -> None:
    assert all(RANK[card] == STRENGTH[card] - 1 for card in KILLE_RANKS)


def test_lowest_and_highest_rank_of_single_and_double_cards() -> None:
    for cards in (["PO"], ["PO", "PO"], ["PO", "9", "9"], ["PO", "PO", "GO"], ["HA", "HA", "BL", "BL"]):
        hand = pack(cards)
        assert texts(lowest(hand)) == texts(hand)[:1]
        assert texts(highest(hand)) == texts(hand)[-1:]


def test_playing_one_of_two_copies_leaves_the_other() -> None:
    trick = trick_of("7 7 9", "8")
    lay(trick, 0, "7")
    assert unpack(trick.hands[0]) == ("7", "9")
    trick.hands[0] -= ONE[RANK["7"]]
    assert unpack(trick.hands[0]) == ("9",)


def test_the_leader_may_play_anything_even_a_blare() -> None:
    trick = trick_of("BL 5 HA", "1 2 3")
    assert texts(trick.at_least(0)) == ["BL", "5", "HA"]


def test_measured_by_the_highest_so_far_not_by_the_lead_or_the_last() -> None:
    trick = trick_of("2", "10", "4", "3 9 10 10 11")
    assert lay(trick, 0, "2") == (1,)
    assert lay(trick, 1, "10") == (2,)
    assert lay(trick, 2, "4") == (3,)
    assert texts(trick.at_least(3)) == ["10", "11"]


def test_of_equal_cards_the_later_takes_and_leads() -> None:
    trick = trick_of("9 1", "12 2", "12 3")
    lay(trick, 0, "9")
    lay(trick, 1, "12")
    assert trick.taker == 1
    assert lay(trick, 2, "12") == ()
    assert trick.taker == 2
    assert lay(trick, 2, "3") == (0,)
    assert trick.taker == 2


def test_a_lower_card_after_the_highest_does_not_take() -> None:
    trick = trick_of("KR", "1", "PO")
    for seat, card in enumerate(("KR", "1", "PO")):
        lay(trick, seat, card)
    assert trick.taker == 1


def test_which_card_takes() -> None:
    assert taking(bytes([5])) == 0
    assert taking(bytes([5, 9, 2, 9, 8])) == 3
    assert taking(bytes([0, 0])) == 1


def test_the_ring_goes_round_seats_that_are_in_and_begins_anywhere() -> None:
    trick = trick_of("1 6", "", "2 5", "", "3 4", ring=(4, 0, 2))
    assert lay(trick, 4, "3") == (0,)
    assert lay(trick, 0, "6") == (2,)
    assert lay(trick, 2, "5") == ()
    assert trick.taker == 0
    assert lay(trick, 0, "1") == (2,)
    assert lay(trick, 2, "2") == (4,)
    assert trick.tricks() == [((4, "3"), (0, "6"), (2, "5")), ((0, "1"), (2, "2"))]
    assert trick.complete() == 1
    assert lay(trick, 4, "4") == ()
    assert trick.taker == 4
    assert trick.tricks()[1] == ((0, "1"), (2, "2"), (4, "4"))
    assert trick.last_ranks() == bytes(RANK[card] for card in ("1", "2", "4"))


def test_the_highest_so_far_is_forgotten_with_the_trick() -> None:
    trick = trick_of("HA 3", "BL 5")
    lay(trick, 0, "HA")
    lay(trick, 1, "BL")
    lay(trick, 0, "3")
    assert texts(trick.at_least(1)) == ["5"]


def test_a_copy_goes_its_own_way() -> None:
    trick = trick_of("1 2", "3 4")
    lay(trick, 0, "1")
    twin = trick.copy()
    assert twin == trick
    lay(twin, 1, "4")
    assert twin != trick
    assert trick.tricks() == [((0, "1"),)]
    assert unpack(trick.hands[1]) == ("3", "4")
    lay(trick, 1, "4")
    assert twin == trick
