"""Kontsina: the rules and each ruling, with hands written out. Seat 1 deals, so seat 0 plays first."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.cards import FRENCH_DECK
from games.chance import Chance
from games.errors import IllegalMove, UnreadableMove
from games.game import Event
from games.kontsina import Kontsina, KontsinaOptions


def stacked(first: str, second: str, layout: str, then: str = "") -> list[str]:
    """A deck that deals these two hands and this layout, then these cards, then the rest in the order of a fresh deck."""
    hands = zip(first.split(), second.split(), strict=True)
    top = [card for pair in hands for card in pair] + layout.split() + then.split()
    return top + [card for card in FRENCH_DECK if card not in top]


def table(first: str, second: str, layout: str, then: str = "", **options: Any) -> Kontsina:
    """A game whose first deal gives seat 0 the hand `first` and seat 1 the hand `second`."""
    deck = stacked(first, second, layout, then)
    return Kontsina(2, KontsinaOptions(**options), Chance(dealer=1, shuffles=[deck, deck]))


def lay_the_rest(game: Kontsina) -> list[Event]:
    """Nobody captures any more in this round; returns the events of its last move."""
    number, events = game.round, []
    while game.outcome is None and game.round == number:
        seat = game.to_act[0]
        events = game.play(seat, game.default(seat))
    return events


def test_the_deal_is_one_card_at_a_time_first_to_the_non_dealer_then_the_layout() -> None:
    game = Kontsina(2, chance=Chance(dealer=0, shuffles=[FRENCH_DECK]))  # AC 2C 3C … from the top
    assert game.view(1).hand == ("AC", "3C", "5C", "7C")
    assert game.view(0).hand == ("2C", "4C", "6C", "8C")
    assert game.view(None).layout == ("9C", "10C", "JC", "QC")
    assert game.view(None).stock == 40
    assert game.to_act == (1,)
    assert game.opening == (Event("deal", deal=1, layout=("9C", "10C", "JC", "QC")),)


def test_empty_hands_are_dealt_four_more_and_the_layout_gets_none() -> None:
    game = table("KC QC JC 9C", "KD QD JD 9D", "2H 3H 4H 5H", then="AC AD 2C 2D 3C 3D 4C 4D")
    for rank in ("9", "J", "Q", "K"):
        game.play(0, rank + "C")
        events = game.play(1, rank + "D")
    assert [event.kind for event in events] == ["lay", "deal"]
    assert events[1]["deal"] == game.view(None).deal == 2
    assert game.view(0).hand == ("AC", "2C", "3C", "4C")
    assert game.view(1).hand == ("AD", "2D", "3D", "4D")
    assert game.view(None).layout == ("2H", "3H", "4H", "5H", *("9C", "9D", "JC", "JD", "QC", "QD", "KC", "KD"))
    assert game.to_act == (0,)


@pytest.mark.parametrize(
    ("hand", "layout", "captures"),
    [
        pytest.param("8S", "8C 8D 5S 3H", ["8C", "8D", "3H 5S"], id="one of two eights, or a set, never two of them"),
        pytest.param("8S", "5S 3H 6C 2D", ["3H 5S", "2D 6C"], id="two sets that add up, but only one at a time"),
        pytest.param("7C", "AC 2H 4S 6H", ["AC 2H 4S", "AC 6H"], id="a set may have more than two cards"),
        pytest.param("10S", "AC 2D 3H 4S", ["AC 2D 3H 4S"], id="or four"),
        pytest.param("AS", "AC AD 2H 8C", ["AC", "AD"], id="an ace takes one ace, two would be a 2"),
        pytest.param("2S", "AC AD 2H 8C", ["2H", "AC AD"], id="ace counts one"),
        pytest.param("10H", "10C AH KD JS", ["10C"], id="courts are no numbers: king, jack and ace make nothing"),
        pytest.param("KS", "KD KH 10C 3D", ["KD", "KH"], id="a king takes a king, and not 13"),
        pytest.param("JS", "10C AD QH KD", [], id="a jack is not 11"),
        pytest.param("QS", "JD KD AD AH", [], id="a queen takes only queens"),
        pytest.param("9C", "10D 8H 2S 7D", ["2S 7D"], id="nothing bigger than the card"),
    ],
)
def test_captures(hand: str, layout: str, captures: list[str]) -> None:
    rest = [card for card in ("QC", "JC", "KC", "JD", "QD", "JH", "QH") if card not in layout][:3]
    game = table(" ".join([hand, *rest]), "4C 4D 4H 5H", layout)
    offered = [move for move in game.moves(0) if move.split()[0] == hand]
    assert sorted(offered) == sorted([hand, *(f"{hand} x {taken}" for taken in captures)])


def test_a_capture_goes_to_the_players_pile_and_only_sizes_are_counted_in_public() -> None:
    game = table("8S QC JC KC", "4C 4D 4H 5H", "3H KD 5S QS")
    assert game.play(0, "8S x 3H 5S") == [Event("capture", seat=0, card="8S", taken=("3H", "5S"))]
    public = game.view(None)
    assert public.layout == ("KD", "QS")
    assert public.captured == (3, 0)
    assert public.hands == (3, 4)
    assert public.last == 0
    assert game.to_act == (1,)


def test_a_card_may_be_laid_although_it_could_capture() -> None:
    game = table("5D QC JC KC", "5H 4D 4H 6H", "5C KD 9S QS")
    assert game.play(0, "5D") == [Event("lay", seat=0, card="5D")]
    assert game.view(None).layout == ("5C", "KD", "9S", "QS", "5D")
    assert {"5H x 5C", "5H x 5D"} <= set(game.moves(1))


def test_there_is_no_pass_and_no_new_deal_for_four_kings() -> None:
    game = table("2C 3C 4C 5C", "6C 7C 8C 9C", "KC KD KH KS")
    assert game.moves(0) == ["2C", "3C", "4C", "5C"]
    with pytest.raises(UnreadableMove):
        game.play(0, "pass")


def test_most_cards_two_most_clubs_one_and_the_two_good_cards_one_each() -> None:
    game = table("2C KC 8S 3S", "10D JH QH 9S", "2H KD 10H 7H")
    for seat, move in ((0, "2C x 2H"), (1, "10D x 10H"), (0, "KC x KD")):
        game.play(seat, move)
    events = lay_the_rest(game)
    assert [event.kind for event in events] == ["lay", "round", "deal"]
    assert events[1] == Event(
        "round",
        round=1,
        points=(4, 1),
        cards=(4, 2),
        clubs=(2, 0),
        two_of_clubs=0,
        ten_of_diamonds=1,
        leftovers=None,
    )
    assert game.scores == [4, 1]


def test_equal_cards_and_equal_clubs_are_nobodys() -> None:
    game = table("2C KC 8S 3S", "10D JH QH 9S", "2H KD 10C 7H")
    game.play(0, "2C x 2H")
    game.play(1, "10D x 10C")
    events = lay_the_rest(game)
    assert (events[1]["cards"], events[1]["clubs"]) == ((2, 2), (1, 1))
    assert events[1]["points"] == (1, 1)  # the 2C and the 10D


def test_the_two_good_cards_count_only_when_captured() -> None:
    game = table("3C KC 8S 3S", "2C 10D QH 9S", "3H KD JS 7H")
    game.play(0, "3C x 3H")
    events = lay_the_rest(game)
    assert (events[1]["two_of_clubs"], events[1]["ten_of_diamonds"]) == (None, None)
    assert events[1]["points"] == (3, 0)


def test_leftovers_go_to_the_last_to_capture_before_the_count_if_so_chosen() -> None:
    game = table("2C KC 8S 3S", "10D JH QH 9S", "2H KD 10C 7H", leftovers="last")
    game.play(0, "2C x 2H")
    game.play(1, "10D x 10C")
    events = lay_the_rest(game)
    assert (events[1]["cards"], events[1]["clubs"]) == ((2, 50), (1, 12))
    assert events[1]["points"] == (1, 4)
    assert events[1]["leftovers"] == 1


def test_who_captured_last_is_forgotten_when_the_next_round_begins() -> None:
    game = table("2C KC 8S 3S", "10D JH QH 9S", "2H KD 10C 7H", leftovers="last")
    game.play(0, "2C x 2H")
    lay_the_rest(game)
    assert game.view(None).last is None
    events = lay_the_rest(game)
    assert events[1]["leftovers"] is None
    assert game.view(None).captured == (0, 0)
    assert len(game.view(None).layout) == 52  # nobody's cards lie on


def test_the_deal_passes_and_the_next_round_is_a_whole_new_deck() -> None:
    seed = b"two rounds"
    game = Kontsina(2, chance=Chance(seed, dealer=1))
    lay_the_rest(game)
    stranger = Chance(seed)
    stranger.shuffle(FRENCH_DECK)
    second = stranger.shuffle(FRENCH_DECK)
    assert (game.view(None).round, game.view(None).deal, game.view(None).dealer) == (2, 1, 0)
    assert game.to_act == (1,)
    assert set(game.view(1).hand or ()) == set(second[0:8:2])  # seat 1 is the non-dealer now
    assert set(game.view(0).hand or ()) == set(second[1:8:2])
    assert game.view(None).layout == tuple(second[8:12])


@pytest.mark.parametrize("rounds", [2, 4, 6])
def test_the_higher_total_wins_after_all_rounds_of_48_plays(rounds: int) -> None:
    game = table("2C KC 8S 3S", "10D JH QH 9S", "2H KD 10H 7H", rounds=rounds)
    game.play(0, "2C x 2H")
    while game.outcome is None:
        lay_the_rest(game)
    assert game.ply == 48 * rounds
    assert game.outcome.reason == "rounds played"
    assert (game.outcome.places, game.outcome.scores, game.outcome.net) == ((1, 2), (4, 0), (0, 0))
    assert game.moves(0) == game.moves(1) == []


def test_equal_totals_are_a_draw_and_the_last_round_stays_as_it_was_counted() -> None:
    game = table("2C KC 8S 3S", "10D JH QH 9S", "2H KD 10C 7H")
    lay_the_rest(game)
    game.play(1, "2C x 2H")  # the same deck again, but now seat 1 is first
    game.play(0, "10D x 10C")
    lay_the_rest(game)
    assert game.outcome is not None
    assert (game.outcome.scores, game.outcome.places) == ((1, 1), (1, 1))
    public = game.view(None)
    assert (public.round, public.deal, public.dealer, public.stock, public.captured) == (2, 6, 0, 0, (2, 2))
    assert len(public.layout) == 48


def test_who_is_late_lays_the_lowest_card() -> None:
    game = table("2S KD 2C AH", "10D JH QH 9S", "AC KC 10C 7H")
    assert game.default(0) == "AH"
    game.play(0, "AH")
    game.play(1, "JH")
    assert game.default(0) == "2C"


@pytest.mark.parametrize(
    "text",
    [
        "8S x 3H 5S",
        "8s X 5s 3h",
        "8♠ × 5♠, 3♥",
        "8♠×3♥+5♠",
        "eight of spades takes 5S and three of hearts",
        "  8S  captures  3H  &  5S ",
    ],
)
def test_captured_cards_may_be_named_in_any_order_and_many_ways(text: str) -> None:
    game = table("8S QC JC KC", "4C 4D 4H 5H", "3H KD 5S QS")
    assert game.play(0, text) == [Event("capture", seat=0, card="8S", taken=("3H", "5S"))]


@pytest.mark.parametrize(
    "text", ["", "x", "hello", "8S x", "8S x x", "x 8S", "8S 3H 5S", "X", "8S x X", "8", "8S x HA"]
)
def test_what_is_no_move_is_answered_with_how_moves_look(text: str) -> None:
    game = table("8S QC JC KC", "4C 4D 4H 5H", "3H KD 5S QS")
    with pytest.raises(UnreadableMove, match="7C x 3D 4S"):
        game.play(0, text)


@pytest.mark.parametrize(
    ("seat", "text", "sentence"),
    [
        (1, "4C", "It is not your turn."),
        (0, "4C", "You do not hold the 4♣."),
        (0, "8S x 8C", "The 8♣ does not lie on the layout."),
        (0, "8S x 3H 4C", "The 4♣ does not lie on the layout."),
        (0, "8S x 3H 3H 2D", "Name each captured card only once."),
        (0, "8S x KD", "A jack, queen or king captures one card of its own rank, and only its own rank captures it."),
        (
            0,
            "KC x 3H 5S",
            "A jack, queen or king captures one card of its own rank, and only its own rank captures it.",
        ),
        (
            0,
            "KC x KD 3H",
            "A jack, queen or king captures one card of its own rank, and only its own rank captures it.",
        ),
        (0, "8S x 5S", "5♠: that is 5. The 8♠ captures one card of its rank, or one set that adds up to 8."),
        (
            0,
            "8S x 2D 3H 5S",
            "2♦, 3♥ and 5♠: that is 10. The 8♠ captures one card of its rank, or one set that adds up to 8.",
        ),
        (0, "5C x 5S 3H 2D", "Capture one card of the same rank or one set, not both."),
    ],
)
def test_a_move_against_the_rules_is_refused_with_the_reason(seat: int, text: str, sentence: str) -> None:
    game = table("8S QC 5C KC", "4C 4D 4H 5H", "3H KD 5S 2D")
    with pytest.raises(IllegalMove) as refusal:
        game.play(seat, text)
    assert str(refusal.value) == sentence


def test_two_kings_at_once_are_refused() -> None:
    game = table("KC 8S QC JC", "4C 4D 4H 5H", "KD KH 5S 2D")
    with pytest.raises(IllegalMove, match="one card of its own rank"):
        game.play(0, "KC x KD KH")


def test_a_seat_imagines_every_hand_it_cannot_rule_out_and_no_other() -> None:
    game = table("8S QC JC KC", "4C 4D 4H 5H", "3H KD 5S QS")
    game.play(0, "8S x 3H 5S")
    game.play(1, "4C")
    view = game.view(0)
    rng = Random(1)
    hands = [Kontsina.imagine(view, rng).view(1).hand or () for _ in range(400)]
    known = {"QC", "JC", "KC", "8S", "3H", "5S", "KD", "QS", "4C"}
    assert all(len(hand) == 3 for hand in hands)
    assert {card for hand in hands for card in hand} == set(FRENCH_DECK) - known


def test_a_spectator_imagines_both_hands() -> None:
    game = table("8S QC JC KC", "4C 4D 4H 5H", "3H KD 5S QS")
    world = Kontsina.imagine(game.view(None), Random(1))
    assert world.view(None) == game.view(None)
    assert sorted(world.piles()) == sorted(FRENCH_DECK)
    assert world.view(0).hand != game.view(0).hand
