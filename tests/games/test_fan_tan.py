"""Fan Tan: every rule and ruling of its page, on hands written out; the layout itself is in test_layout.py."""

from __future__ import annotations

from random import Random

import pytest

from games.cards import FRENCH_DECK
from games.chance import Chance
from games.errors import IllegalMove, UnreadableMove
from games.fan_tan import FanTan, FanTanOptions
from games.game import Event, plain
from tests.support.french_deal import complete, dealt

#: Cards a seat by distance from the seat left of the dealer.
SIZES = {
    3: (18, 17, 17),
    4: (13, 13, 13, 13),
    5: (11, 11, 10, 10, 10),
    6: (9, 9, 9, 9, 8, 8),
    7: (8, 8, 8, 7, 7, 7, 7),
    8: (7, 7, 7, 7, 6, 6, 6, 6),
}


def fan_tan(*hands: str, seats: int = 4, dealer: int = 0, deals: int = 1, ante: int = 1) -> FanTan:
    """A game whose first deal has these hands, seat 0 first; missing cards are filled in."""
    first = (dealer + 1) % seats
    sizes = [SIZES[seats][(seat - first) % seats] for seat in range(seats)]
    pile = dealt(first, complete(sizes, *hands))
    return FanTan(seats, FanTanOptions(deals, ante), Chance(dealer=dealer, shuffles=[pile]))


def play_default(game: FanTan) -> list[Event]:
    seat = game.to_act[0]
    return game.play(seat, game.default(seat))


def refused(game: FanTan, seat: int, text: str) -> str:
    """The sentence with which a move is refused; nothing changes by it."""
    before = game.copy()
    with pytest.raises(IllegalMove) as refusal:
        game.play(seat, text)
    assert game == before
    return str(refusal.value)


# ---- the deal ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", SIZES)
def test_all_cards_are_dealt_and_shorter_hands_pay_a_chip_more(seats: int) -> None:
    dealer = seats - 2
    game = FanTan(seats, FanTanOptions(ante=3), Chance(b"deal", dealer=dealer))
    first = (dealer + 1) % seats
    sizes = [SIZES[seats][(seat - first) % seats] for seat in range(seats)]
    assert list(game.view(None).hands) == sizes
    antes = [3 + (size < max(sizes)) for size in sizes]
    opening = game.opening
    assert opening[0] == Event("deal", deal=1, dealer=dealer, antes=tuple(antes), pot=sum(antes))
    passes = [event["seat"] for event in opening[1:]]
    assert game.scores == [-ante - passes.count(seat) for seat, ante in enumerate(antes)]


def test_cards_are_dealt_one_at_a_time_first_to_the_left_of_the_dealer() -> None:
    game = FanTan(3, chance=Chance(dealer=0, shuffles=[FRENCH_DECK]))
    assert {"AC", "4C", "KS"} < set(game.view(1).hand or ())
    assert {"2C", "5C", "JS"} < set(game.view(2).hand or ())
    assert {"3C", "6C", "QS"} < set(game.view(0).hand or ())


def test_the_chip_for_a_shorter_hand_is_paid_without_an_ante_too() -> None:
    game = fan_tan("7C", seats=5, ante=0)
    assert game.scores == [-1, 0, 0, -1, -1]
    assert game.pot == 3
    assert fan_tan("7C", seats=4, ante=0).pot == 0


def test_the_dealer_starts_with_a_seven() -> None:
    game = fan_tan("7C 7S 6S", dealer=0)
    assert game.to_act == (0,)
    assert game.moves(0) == ["7C", "7S"]
    assert [game.moves(seat) for seat in (1, 2, 3)] == [[], [], []]


def test_who_has_no_seven_is_passed_over_and_pays() -> None:
    game = fan_tan("7C 7D 7H 7S", dealer=2)
    view = game.view(None)
    assert (view.passed, view.to_act, view.pot) == ((2, 3), (0,), 6)
    assert game.scores == [-1, -1, -2, -2]
    assert plain(game.opening[1:]) == [
        {"event": "pass", "seat": 2, "pot": 5},
        {"event": "pass", "seat": 3, "pot": 6},
    ]
    assert view.lacking == ((), (), ("7C", "7D", "7H", "7S"), ("7C", "7D", "7H", "7S"))


# ---- laying and passing --------------------------------------------------------------------------------------------


def test_who_can_lay_must_and_who_cannot_pays_a_chip() -> None:
    second = "2C 3C 4C 5C QC KC AC 2D 3D 4D 5D QD KD"
    game = fan_tan("7H 8H", second, "6H", "7S", dealer=0, ante=2)
    events = game.play(0, "7H")
    assert plain(events) == [{"event": "lay", "seat": 0, "card": "7H"}, {"event": "pass", "seat": 1, "pot": 9}]
    assert game.scores == [-2, -3, -2, -2]
    view = game.view(None)
    assert (view.passed, view.to_act) == ((1,), (2,))
    assert view.layout == {"C": None, "D": None, "H": ("7", "7"), "S": None}
    assert view.lacking[1] == ("6H", "7C", "7D", "7S", "8H")
    with pytest.raises(UnreadableMove):
        game.play(2, "pass")
    events = game.play(2, "6H")
    assert game.view(None).passed == tuple(event["seat"] for event in events[1:])


def test_which_of_several_fitting_cards_is_laid_is_free_and_there_is_no_extra_turn() -> None:
    game = fan_tan(" ".join(card for card in FRENCH_DECK if card[-1] == "S"), dealer=0)
    for card in ("7S", "6S", "5S", "4S", "3S"):
        while game.to_act != (0,):
            play_default(game)
        game.play(0, card)
        assert game.to_act != (0,) or game.passed == (1, 2, 3)
    while game.to_act != (0,):
        play_default(game)
    assert game.moves(0) == ["2S", "8S"]
    game.play(0, "2S")
    while game.to_act != (0,):
        play_default(game)
    assert game.moves(0) == ["8S"]


# ---- settlement ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 5, 8])
def test_the_first_empty_hand_ends_the_deal_and_takes_the_pot(seats: int) -> None:
    game = FanTan(seats, FanTanOptions(1, 2), Chance(b"end", dealer=1))
    while True:
        before, pot, hands = game.scores[:], game.pot, game.view(None).hands
        seat = game.to_act[0]
        events = play_default(game)
        if game.outcome is not None:
            break
        assert all(game.view(None).hands)
        assert sum(game.scores) + game.pot == 0
    assert [event.kind for event in events] == ["lay", "deal_over"], "somebody was passed over after the last card"
    left = [size - (other == seat) for other, size in enumerate(hands)]
    taken = pot + sum(left)
    assert events[1] == Event("deal_over", deal=1, seat=seat, left=tuple(left), pot=taken, scores=tuple(game.scores))
    for other in range(seats):
        assert game.scores[other] == before[other] - left[other] + (taken if other == seat else 0)
    view = game.view(None)
    assert (view.pot, view.passed, view.to_act) == (0, (), ())
    assert view.hands == tuple(left)
    assert game.outcome.reason == "deals played"
    assert game.outcome.net == (0,) * seats
    assert game.outcome.places == tuple(1 + sum(other > own for other in game.scores) for own in game.scores)


def test_chips_are_carried_from_deal_to_deal_and_the_deal_passes_left() -> None:
    game = FanTan(3, FanTanOptions(ante=4), Chance(b"carry", dealer=1))
    dealers, rng = [], Random(1)
    for number in range(1, 4):
        assert (game.deal, game.view(None).deals) == (number, 3)
        dealers.append(game.dealer)
        while game.outcome is None and game.deal == number:
            seat = game.to_act[0]
            events = game.play(seat, rng.choice(game.moves(seat)))
        over = next(event for event in events if event.kind == "deal_over")
        assert sum(over["scores"]) == 0, "the pot is not empty between deals"
        if number < 3:
            deal = events[events.index(over) + 1]
            assert (deal.kind, deal["deal"], deal["dealer"]) == ("deal", number + 1, (dealers[-1] + 1) % 3)
            assert deal["antes"] == tuple(4 + (seat != (deal["dealer"] + 1) % 3) for seat in range(3))
            passes = [event["seat"] for event in events[events.index(deal) + 1 :]]
            assert [
                chips - ante - passes.count(seat)
                for seat, (chips, ante) in enumerate(zip(over["scores"], deal["antes"], strict=True))
            ] == game.scores
    assert dealers == [1, 2, 0]
    assert game.outcome is not None


@pytest.mark.parametrize(("seats", "deals", "played"), [(3, 0, 3), (8, 0, 8), (4, 1, 1), (3, 20, 20)])
def test_as_many_deals_as_seats_or_as_chosen(seats: int, deals: int, played: int) -> None:
    game = FanTan(seats, FanTanOptions(deals), Chance(b"many"))
    assert game.view(None).deals == played
    while game.outcome is None:
        play_default(game)
    assert game.deal == played


def test_equal_scores_share_the_place() -> None:
    game = fan_tan(seats=4)
    while min(game.view(None).hands) > 1:
        play_default(game)
    probe = game.copy()
    while probe.outcome is None:
        play_default(probe)
    game.scores = [own - end for own, end in zip(game.scores, probe.scores, strict=True)]
    while game.outcome is None:
        play_default(game)
    assert game.outcome.scores == (0, 0, 0, 0)
    assert game.outcome.places == (1, 1, 1, 1)


# ---- moves ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["7h", " 7♥️", "seven of hearts", "7 of HEARTS"])
def test_spelling(text: str) -> None:
    game = fan_tan("7H")
    assert game.read(text) == "7H"
    assert game.play(0, text)[0] == Event("lay", seat=0, card="7H")


@pytest.mark.parametrize("text", ["", "pass", "X", "joker", "7", "1H", "7H 8H"])
def test_what_is_no_card_is_no_move(text: str) -> None:
    game = fan_tan("7H")
    with pytest.raises(UnreadableMove) as refusal:
        game.play(0, text)
    assert str(refusal.value) == "A move is a card, such as 7H."


def test_every_refusal_has_its_sentence_and_changes_nothing() -> None:
    game = fan_tan("7S 9S QH 7D", "8S", dealer=0)
    assert refused(game, 0, "9S") == "The 9♠ does not fit: spades start with the 7♠."
    assert refused(game, 0, "8S") == "You do not hold the 8♠."
    assert refused(game, 1, "8S") == "It is not your turn."
    assert refused(game, -1, "8S") == "There is no such seat at this table."
    game.play(0, "7S")
    assert refused(game, 0, "7S") == "It is not your turn."
    assert refused(game, 1, "7S") == "You do not hold the 7♠."
    game.play(1, "8S")
    while game.to_act != (0,):
        play_default(game)
    assert refused(game, 0, "QH").startswith("The Q♥ does not fit")
    while game.outcome is None:
        play_default(game)
    assert refused(game, 0, "QH") == "The game is over."


def test_the_default_is_the_farthest_card() -> None:
    game = fan_tan("7S", "8S", "9S", "6S 10S 7D", dealer=0)
    for seat, card in enumerate(("7S", "8S", "9S")):
        game.play(seat, card)
    assert game.moves(3) == ["6S", "7D", "10S"]
    assert game.default(3) == "10S"


# ---- imagined worlds -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "seed"), [(3, b"p"), (4, b"q"), (6, b"r"), (8, b"s")])
def test_imagined_hands_could_have_made_every_move_and_pass_of_the_deal(seats: int, seed: bytes) -> None:
    """The hands that an imagined world began its deal with are dealt, and all cards since are laid by the rules.

    Then everything public is the same again: each pass was forced, each seat paid what it paid.
    """
    rng, options = Random(5), FanTanOptions(1)
    game = FanTan(seats, options, Chance(seed, dealer=1))
    made: list[tuple[int, str]] = []
    while game.outcome is None:
        for seat in (*range(seats), None):
            world = FanTan.imagine(game.view(seat), rng)
            hands = [list(world.view(other).hand or ()) for other in range(seats)]
            for other, card in made:
                hands[other].append(card)
            again = FanTan(seats, options, Chance(dealer=1, shuffles=[dealt(2 % seats, hands)]))
            for other, card in made:
                again.play(other, card)
            assert again.view(None) == game.view(None)
            assert again.view(seat) == game.view(seat)
            assert [again.view(other).hand for other in range(seats)] == [
                world.view(other).hand for other in range(seats)
            ]
        seat = game.to_act[0]
        made.append((seat, rng.choice(game.moves(seat))))
        game.play(*made[-1])
    assert len(made) > 15


def test_a_passed_seat_is_never_given_what_it_lacks_later_in_the_deal() -> None:
    """Seat 1 is passed over when 6H, 8H and three sevens fit; 8H is still out after other cards were laid."""
    second = "2C 3C 4C 5C QC KC AC 2D 3D 4D 5D QD KD"
    game = fan_tan("7H 8H 7D", second, "6H 5H", "7S 7C", dealer=0)
    for seat, card in ((0, "7H"), (2, "6H"), (3, "7S")):
        game.play(seat, card)
    assert "8H" in game.view(None).lacking[1]
    holders = set()
    for salt in range(60):
        world = FanTan.imagine(game.view(2), Random(salt))
        holders |= {seat for seat in range(4) if "8H" in (world.view(seat).hand or ())}
    assert holders == {0, 3}
