"""Kierki: every rule and ruling of its page, on hands written out. What a seat is refused comes with its sentence."""

from __future__ import annotations

from random import Random

import pytest

from games.cards import FRENCH_DECK
from games.chance import Chance
from games.errors import IllegalMove, UnreadableMove
from games.game import Event, plain
from games.kierki import Kierki, KierkiOptions
from tests.support.french_deal import dealt, stack

NAMES = {
    1: "tricks",
    2: "hearts",
    3: "queens",
    4: "jacks and kings",
    5: "king of hearts",
    6: "seventh and last",
    7: "everything",
    **dict.fromkeys(range(8, 12), "trumps"),
    12: "lottery",
}
#: Each seat holds one suit, so that whoever leads wins every trick: seat 0 clubs, 1 diamonds, 2 hearts, 3 spades.
ONE_SUIT_EACH = [[card for card in FRENCH_DECK if card[-1] == suit] for suit in "CDHS"]


def at_deal(number: int, *hands: str, dealer: int = 3, **options: object) -> Kierki:
    """The beginning of a deal with these hands, seat 0 first; missing cards are filled in. `dealer` deals it."""
    steps = 6 if options.get("length") == "short" and number == 12 else number - 1
    first = (dealer - steps) % 4
    earlier = [dealt((first + step + 1) % 4, ONE_SUIT_EACH) for step in range(steps)]
    shuffles = [*earlier, stack((dealer + 1) % 4, *hands)]
    game = Kierki(4, KierkiOptions(**options), Chance(dealer=first, shuffles=shuffles))  # type: ignore[arg-type]
    while game.deal < number:
        play_default(game)
    return game


def play_default(game: Kierki) -> list[Event]:
    seat = game.to_act[0]
    return game.play(seat, game.default(seat))


def play(game: Kierki, *moves: str) -> list[Event]:
    """Play cards or calls, each by the seat that is to act; the events of the last one."""
    events: list[Event] = []
    for move in moves:
        events = game.play(game.to_act[0], move)
    return events


def play_deal(game: Kierki) -> None:
    """Play on until this deal is over."""
    number = game.deal
    while game.outcome is None and game.deal == number:
        play_default(game)


def refused(game: Kierki, seat: int, text: str) -> str:
    """The sentence with which a move is refused; nothing changes by it."""
    before = game.copy()
    with pytest.raises(IllegalMove) as refusal:
        game.play(seat, text)
    assert game == before
    return str(refusal.value)


def moves(game: Kierki) -> str:
    """What the seat to act may do."""
    return " ".join(game.moves(game.to_act[0]))


# ---- deals ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [b"1", b"2", b"3"])
def test_twelve_deals_pass_left_and_the_totals_are_fixed(seed: bytes) -> None:
    game, rng = Kierki(4, chance=Chance(seed, dealer=2)), Random(1)
    totals = {
        1: -260,
        2: -260,
        3: -240,
        4: -240,
        5: -150,
        6: -150,
        7: -1300,
        8: 325,
        9: 325,
        10: 325,
        11: 325,
        12: 1300,
    }
    for number in range(1, 13):
        view = game.view(None)
        assert (view.deal, view.name, view.dealer) == (number, NAMES[number], (2 + number - 1) % 4)
        while game.outcome is None and game.deal == number:
            seat = game.to_act[0]
            events = game.play(seat, rng.choice(game.moves(seat)))
        (over,) = [event for event in events if event.kind == "deal_over"]
        assert over["deal"] == number
        assert sum(over["points"]) == totals[number]
        assert sum(game.scores) == sum(totals[earlier] for earlier in range(1, number + 1))
        if number == 7:
            assert sum(game.scores) == -2600
    assert game.outcome is not None
    assert game.outcome.reason == "deals played"
    assert sum(game.outcome.scores) == 0
    assert game.outcome.net == (0, 0, 0, 0)


def test_cards_are_dealt_one_at_a_time_first_to_the_left_of_the_dealer() -> None:
    game = Kierki(4, chance=Chance(dealer=1, shuffles=[FRENCH_DECK]))
    assert {"AC", "5C", "9C", "KC"} < set(game.view(2).hand or ())
    assert {"2C", "6C", "10C"} < set(game.view(3).hand or ())
    assert {"4C", "8C", "QC"} < set(game.view(1).hand or ())
    assert game.to_act == (2,)
    assert plain(game.opening) == [{"event": "deal", "deal": 1, "name": "tricks", "dealer": 1}]


def test_the_short_game_is_deals_one_to_six_and_the_lottery() -> None:
    game = Kierki(4, KierkiOptions(length="short"), Chance(b"short", dealer=1))
    met = []
    while game.outcome is None:
        met.append((game.deal, game.dealer))
        play_deal(game)
    assert met == [(1, 1), (2, 2), (3, 3), (4, 0), (5, 1), (6, 2), (12, 3)]
    assert sum(game.scores) == 0


def test_equal_totals_share_the_place() -> None:
    game = at_deal(12, length="short")
    probe = game.copy()
    play_deal(probe)
    first, second = probe.finished
    game.scores = [0, 0, 0, 0]
    game.scores[first], game.scores[second] = -800, -500
    play_deal(game)
    assert game.outcome is not None
    assert game.outcome.scores == (0, 0, 0, 0)
    assert game.outcome.places == (1, 1, 1, 1)


# ---- tricks --------------------------------------------------------------------------------------------------------


def test_follow_the_suit_led_but_nothing_must_be_beaten() -> None:
    game = at_deal(1, "7D", "2D JD QD 2C 3C 4C 5C 6C 7C 8C 9C 10C JC", "3D 9D 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS")
    play(game, "7D")
    assert moves(game) == "2D JD QD"
    play(game, "JD")
    assert moves(game) == "3D 9D"


def test_a_seat_without_the_suit_led_may_play_anything() -> None:
    hand = "2S 3S 4S 5S 6S 7S 8S 9S 10S JS AH KH AD"
    game = at_deal(1, "7C", hand)
    play(game, "7C")
    assert sorted(game.moves(1)) == sorted(hand.split())


def test_the_highest_card_of_the_suit_led_wins_and_its_player_leads() -> None:
    game = at_deal(1, "10C", "AH AD AS KH KD KS QH QD QS JH JD JS 10H", "KC", "2C")
    (play_, trick) = play(game, "10C", "AH", "KC", "2C")
    assert play_ == Event("play", seat=3, card="2C")
    assert trick == Event("trick", seat=2, number=1, cards=("10C", "AH", "KC", "2C"), points=-20)
    assert game.to_act == (2,)
    assert game.scores == [0, 0, -20, 0]


def hands_for(trick: str) -> list[str]:
    """Hands that can play this trick, seat 0 first: who does not follow has nothing to follow with."""
    led = trick.split()[0][-1]
    same = [card for card in FRENCH_DECK if card[-1] == led and card not in trick.split()]
    others = [card for card in FRENCH_DECK if card[-1] != led and card not in trick.split()]
    first, *hands = ([card] for card in trick.split())
    first += same
    first += [others.pop() for _ in range(13 - len(first))]
    return [" ".join(hand) for hand in (first, *(hand + [others.pop() for _ in range(12)] for hand in hands))]


@pytest.mark.parametrize(
    ("deal", "trick", "points"),
    [
        (1, "10H KH QH JH", -20),
        (2, "10S 9H QS 3H", -40),
        (2, "10S 9S QS 3S", 0),
        (3, "10H QH 9H QS", -120),
        (3, "AH KH JH 10H", 0),
        (4, "JH KH 9H KS", -90),
        (4, "AH QH 10H 9H", 0),
        (5, "10S KH AH QH", -150),
        (5, "AS KS QS JS", 0),
        (6, "AH KH QH JH", 0),
        (7, "10S 9S 8S 7S", -20),
        (7, "10S KH 8S 7S", -20 - 200),
        (7, "10S QH 8S 7S", -20 - 80),
        (7, "10S JH 8S 7S", -20 - 50),
        (7, "10S KS QS JS", -20 - 30 - 60 - 30),
        (8, "10S KH QH JH", 25),
        (11, "10S 9S QS JS", 25),
    ],
)
def test_what_a_trick_costs_or_earns(deal: int, trick: str, points: int) -> None:
    game = at_deal(deal, *hands_for(trick), dealer=0 if deal > 7 else 3)
    if deal > 7:
        play(game, "trump C")
    before = game.scores[:]
    taken = play(game, *trick.split())[1]
    assert taken.kind == "trick"
    assert taken["points"] == points
    winner = taken["seat"]
    assert game.view(None).deal_points == tuple(points if seat == winner else 0 for seat in range(4))
    assert [new - old for new, old in zip(game.scores, before, strict=True)] == list(game.view(None).deal_points)


@pytest.mark.parametrize(("deal", "trick_points"), [(6, 0), (7, -20)])
def test_the_seventh_and_the_last_trick_of_the_deal_cost_75(deal: int, trick_points: int) -> None:
    """Seat 3 leads and holds all spades: no card that costs falls in deal 6, and seat 3 wins every trick."""
    spades = " ".join(card for card in FRENCH_DECK if card[-1] == "S")
    game = at_deal(deal, "", "", "", spades, dealer=2)
    extra = {}
    for number in range(1, 14):
        events = []
        for _ in range(4):
            events = play_default(game)
        (trick,) = [event for event in events if event.kind == "trick"]
        assert trick["number"] == number
        costs = 0
        if deal == 7:
            for card in trick["cards"]:
                costs -= 20 * (card[-1] == "H") + 60 * (card[0] == "Q") + 30 * (card[0] in "JK") + 150 * (card == "KH")
        extra[number] = trick["points"] - trick_points - costs
    assert {number for number, points in extra.items() if points} == {7, 13}
    assert extra[7] == extra[13] == -75


# ---- leading hearts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", [2, 5, 7])
def test_hearts_may_be_led_only_from_a_hand_of_nothing_but_hearts(deal: int) -> None:
    game = at_deal(deal, "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH 4S JC")
    assert moves(game) == "4S JC"
    assert refused(game, 0, "QH") == "A heart may be led only from a hand of nothing but hearts."
    hearts = " ".join(card for card in FRENCH_DECK if card[-1] == "H")
    game = at_deal(deal, hearts)
    assert sorted(game.moves(0)) == sorted(hearts.split())
    assert game.play(0, "KH")[0] == Event("play", seat=0, card="KH")


@pytest.mark.parametrize("deal", [1, 3, 4, 6])
def test_in_the_other_deals_any_card_may_be_led(deal: int) -> None:
    game = at_deal(deal, "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH 4S JC")
    assert len(game.moves(0)) == 13


def test_in_the_trump_deals_any_card_may_be_led() -> None:
    game = at_deal(9, "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH 4S JC", dealer=0)
    play(game, "trump H")
    assert len(game.moves(0)) == 13


def test_hearts_are_followed_and_thrown_away_freely_and_there_is_no_breaking() -> None:
    """Seat 1 is void in clubs: at the first trick of deal 2 it may throw hearts; later they still may not be led."""
    void = "2H 3D 4S 5D 6D 7S 8D 9H 10S JD QS KS AH"
    game = at_deal(2, "9C 5S", void, "10C 6H 2D", "JC 7D")
    play(game, "9C")
    assert sorted(game.moves(1)) == sorted(void.split())
    play(game, "AH", "10C", "JC")
    assert game.scores[3] == -20 + sum(game.before[3:])
    assert game.to_act == (3,)
    assert not any(card[-1] == "H" for card in game.moves(3))


def test_the_king_of_hearts_need_not_be_thrown() -> None:
    game = at_deal(5, "9C", "KH 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS AS")
    play(game, "9C")
    assert len(game.moves(1)) == 13


# ---- early end -----------------------------------------------------------------------------------------------------


def test_early_end_stops_a_deal_with_the_last_card_that_costs() -> None:
    hands = ["AC", "KH AH 2H", "3D", "4S"]
    clubs = " ".join(card for card in FRENCH_DECK if card[-1] == "C" and card != "AC")
    game = at_deal(5, f"AC {clubs}", *hands[1:], early_end=True)
    events = play(game, "AC", "KH", "3D", "4S")
    assert [event.kind for event in events] == ["play", "trick", "deal_over", "deal"]
    assert events[2]["points"] == (-150, 0, 0, 0)
    view = game.view(None)
    assert (view.deal, view.dealer, view.hands, view.last_trick) == (6, 0, (13, 13, 13, 13), ())
    assert view.deal_points == (0, 0, 0, 0)

    game = at_deal(5, f"AC {clubs}", *hands[1:], early_end=False)
    events = play(game, "AC", "KH", "3D", "4S")
    assert [event.kind for event in events] == ["play", "trick"]
    assert (game.deal, game.to_act) == (5, (0,))


@pytest.mark.parametrize("seed", [b"a", b"b", b"c"])
def test_early_end_changes_no_points_and_stops_deals_two_to_five_only(seed: bytes) -> None:
    last = {2: 13, 3: 4, 4: 8, 5: 1}
    game, rng = Kierki(4, KierkiOptions(early_end=True), Chance(seed)), Random(2)
    totals = {1: -260, 2: -260, 3: -240, 4: -240, 5: -150, 6: -150, 7: -1300, 8: 325}
    for number in range(1, 9):
        costly: list[int] = []
        while game.deal == number:
            seat = game.to_act[0]
            events = game.play(seat, rng.choice(game.moves(seat)))
            for event in events:
                if event.kind == "trick":
                    costly.append(sum(costs(number, card) for card in event["cards"]))
                if event.kind == "deal_over":
                    assert sum(event["points"]) == totals[number]
        if number in last:
            assert sum(costly) == last[number]
            assert costly[-1] > 0 or len(costly) == 13, "the deal went on after the last card that costs"
        else:
            assert len(costly) == 13


def costs(deal: int, card: str) -> bool:
    return {2: card[-1] == "H", 3: card[0] == "Q", 4: card[0] in "JK", 5: card == "KH"}.get(deal, False)


# ---- trumps --------------------------------------------------------------------------------------------------------


def test_trumps_are_named_from_five_cards_and_the_dealer_leads() -> None:
    hands = (
        "2H 3C 9H KH AS 4C 5C 6C 7C 8C 9C 10C JC",
        "2S 3S 4S 10D 10H",
        "4H 5H 6H 7H QC",
        "QD KC KD AC AD",
    )
    game = at_deal(8, *hands, dealer=0)
    assert game.to_act == (0,)
    assert moves(game) == "trump C trump D trump H trump S"
    assert [game.moves(seat) for seat in (1, 2, 3)] == [[], [], []]
    view = game.view(0)
    assert (view.hands, view.stock, view.trump) == ((5, 5, 5, 5), 32, None)
    assert [set(game.view(seat).hand or ()) for seat in range(4)] == [set(hand.split()[:5]) for hand in hands]
    events = play(game, "trump H")
    assert plain(events) == [{"event": "trump", "seat": 0, "suit": "H"}]
    view = game.view(0)
    assert (view.hands, view.stock, view.trump) == ((13, 13, 13, 13), 0, "H")
    assert set(view.hand or ()) == set(hands[0].split())
    assert all(set(hand.split()) <= set(game.view(seat).hand or ()) for seat, hand in enumerate(hands))
    assert game.to_act == (0,)
    assert len(game.moves(0)) == 13


def test_nobody_has_to_trump() -> None:
    second = "2H 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AS"
    third = "AC 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
    game = at_deal(8, "10C 2C 3C 4C 5C 6C 7C 8C 9C JC QC KC 2D", second, third, dealer=0)
    play(game, "trump H", "10C")
    assert sorted(game.moves(1)) == sorted(second.split())
    play(game, "3D")
    assert moves(game) == "AC"
    play(game, "AC")
    assert len(game.moves(3)) == 13
    trick = play(game, "AD")[1]
    assert trick == Event("trick", seat=2, number=1, cards=("10C", "3D", "AC", "AD"), points=25)


def test_the_higher_trump_takes_the_trick() -> None:
    spades = [card for card in FRENCH_DECK if card[-1] == "S"]
    diamonds = [card for card in FRENCH_DECK if card[-1] == "D"]
    game = at_deal(8, "10C", f"2H {' '.join(spades[1:])}", "AC", f"3H {' '.join(diamonds[1:])}", dealer=0)
    play(game, "trump H")
    trick = play(game, "10C", "2H", "AC", "3H")[1]
    assert trick == Event("trick", seat=3, number=1, cards=("10C", "2H", "AC", "3H"), points=25)
    assert game.to_act == (3,)


def test_a_suit_that_was_named_may_be_named_again() -> None:
    game = at_deal(8, dealer=0)
    play(game, "trump D")
    play_deal(game)
    assert (game.deal, game.dealer, game.to_act) == (9, 1, (1,))
    play(game, "trump D")
    assert game.view(None).trump == "D"


# ---- the lottery ---------------------------------------------------------------------------------------------------

SEVENS = "7C 7D 7H 7S"


def test_sevens_open_and_neighbours_follow() -> None:
    game = at_deal(12, "6H 6S 8S 9S AS 7S", "7H", "7C 7D", dealer=0, length="short")
    assert moves(game) == "7S"
    (lay,) = play(game, "7S")
    assert lay == Event("lay", seat=0, card="7S")
    assert moves(game) == "7H"
    play(game, "7H", "7C")
    assert game.view(None).layout == {"C": ("7", "7"), "D": None, "H": ("7", "7"), "S": ("7", "7")}


def test_a_seat_that_can_lay_must_and_one_that_cannot_is_passed_over() -> None:
    third = "2D 3D 4D 5D KC QC JC 10C 9C 2H 3H 4H 5H"
    game = at_deal(12, f"{SEVENS} 2C", "6C 8C", third, "5C", dealer=0, length="short")
    events = play(game, "7C")
    assert [event.kind for event in events] == ["lay"]
    assert moves(game) == "6C 8C"
    with pytest.raises(UnreadableMove):
        game.play(1, "pass")
    events = play(game, "6C")
    assert plain(events) == [{"event": "lay", "seat": 1, "card": "6C"}, {"event": "pass", "seat": 2}]
    view = game.view(None)
    assert (view.passed, game.to_act) == ((2,), (3,))
    assert view.lacking[2] == ("5C", "7D", "7H", "7S", "8C")


def test_a_dealer_without_a_seven_is_passed_over() -> None:
    game = at_deal(12, "", SEVENS, dealer=3, length="short")
    assert (game.view(None).passed, game.to_act) == ((3, 0), (1,))
    game = at_deal(12, f"{SEVENS} AC", dealer=2, length="short")
    assert (game.view(None).passed, game.to_act) == ((2, 3), (0,))
    assert game.moves(0) == SEVENS.split()


def test_the_ace_is_next_to_the_king_only() -> None:
    """Seat 0 holds all spades and lays them from the seven down, then up; the others lay what they can."""
    game = at_deal(12, " ".join(card for card in FRENCH_DECK if card[-1] == "S"), dealer=0, length="short")
    down_then_up = "7S 6S 5S 4S 3S 2S 8S 9S 10S JS QS KS AS".split()
    for number, card in enumerate(down_then_up):
        while game.to_act != (0,):
            play_default(game)
        assert ("AS" in game.moves(0)) == (card == "AS")
        if number > 5:
            assert game.moves(0) == [card]
        play(game, card)


@pytest.mark.parametrize(("seed", "after_a_pass"), [(b"1", True), (b"2", False)])
def test_first_out_earns_800_second_500_and_that_is_the_end(seed: bytes, after_a_pass: bool) -> None:
    game = Kierki(4, KierkiOptions(length="short"), Chance(seed))
    while game.deal < 12:
        play_default(game)
    scores, seen = game.scores[:], []
    passed_before: tuple[int, ...] = ()
    while game.outcome is None:
        passed_before = game.passed
        events = play_default(game)
        seen += [(event.kind, event["seat"]) for event in events if event.kind in ("lay", "pass", "out")]
        if len(game.finished) == 1:
            first = game.finished[0]
            assert game.scores[first] == scores[first] + 800
            assert first not in game.to_act
    first, second = game.finished
    earned = [new - old for new, old in zip(game.scores, scores, strict=True)]
    assert earned == [{first: 800, second: 500}.get(seat, 0) for seat in range(4)]
    after = seen[seen.index(("out", first)) + 1 :]
    assert first not in [seat for _, seat in after], "a seat that is out was passed over"
    assert [event.kind for event in events] == ["lay", "out", "deal_over"]
    assert events[1] == Event("out", seat=second, place=2, points=500)
    assert events[2]["points"] == tuple(earned)
    assert bool(passed_before) == after_a_pass  # no pass is left standing in the view below
    view = game.view(None)
    assert (view.to_act, view.passed, view.finished) == ((), (), (first, second))
    assert view.hands[first] == view.hands[second] == 0
    assert view.layout is not None


# ---- what seats are told -------------------------------------------------------------------------------------------


def test_the_end_of_a_deal_is_told_in_order() -> None:
    game = at_deal(6, length="short", dealer=2)
    for _ in range(51):
        play_default(game)
    events = play_default(game)
    assert [event.kind for event in events][:4] == ["play", "trick", "deal_over", "deal"]
    assert events[3] == Event("deal", deal=12, name="lottery", dealer=3)
    assert {event.kind for event in events[4:]} <= {"pass"}
    assert tuple(event["seat"] for event in events[4:]) == game.view(None).passed
    assert events[2]["scores"] == tuple(game.scores)


def test_the_view_shows_the_trick_and_the_last_one() -> None:
    game = at_deal(1, "7C", "8C", "9C", "10C")
    assert (game.view(None).trick, game.view(None).last_trick) == ((), ())
    play(game, "7C", "8C")
    assert game.view(None).trick == ((0, "7C"), (1, "8C"))
    play(game, "9C", "10C")
    view = game.view(None)
    assert (view.trick, view.last_trick) == ((), ((0, "7C"), (1, "8C"), (2, "9C"), (3, "10C")))
    assert (view.tricks, view.hands, view.layout, view.stock) == ((0, 0, 0, 1), (12, 12, 12, 12), None, 0)
    assert view.played == ("7C", "8C", "9C", "10C")
    play(game, game.moves(3)[0])
    assert game.view(None).trick[0][0] == 3
    assert game.view(None).last_trick == view.last_trick


def test_who_does_not_follow_has_shown_what_is_lacking() -> None:
    game = at_deal(1, "7C", "2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD")
    play(game, "7C", "9D")
    lacking = game.view(None).lacking
    assert lacking[1] == tuple(f"{rank}C" for rank in "2 3 4 5 6 8 9 10 J Q K A".split())
    assert lacking[0] == lacking[2] == lacking[3] == ()


def test_who_leads_a_heart_where_it_waits_has_nothing_else() -> None:
    hearts = " ".join(card for card in FRENCH_DECK if card[-1] == "H")
    game = at_deal(2, hearts)
    play(game, "4H")
    assert set(game.view(None).lacking[0]) == {card for card in FRENCH_DECK if card[-1] != "H"}


# ---- moves: spelling, refusals, defaults ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("qh", "QH"),
        (" Q♥️ ", "QH"),
        ("queen of hearts", "QH"),
        ("td", "10D"),
        ("trump h", "trump H"),
        ("TRUMPS: Hearts", "trump H"),
        ("trump ♠", "trump S"),
        ("♦ trumps", "trump D"),
        ("clubs are trumps", None),
        ("trump", None),
        ("no trump", None),
        ("trump X", None),
        ("trump 7", None),
        ("X", None),
        ("pass", None),
        ("7C 8C", None),
    ],
)
def test_spelling(text: str, move: str | None) -> None:
    game = at_deal(1)
    if move is not None:
        assert game.read(text) == move
        return
    with pytest.raises(UnreadableMove) as refusal:
        game.play(0, text)
    assert str(refusal.value) == "A move is a card, such as QH, or a call of trumps, such as trump H."


def refusals() -> list[tuple[Kierki, int, str, str]]:
    """Positions, and what is refused in them with which sentence."""
    lead = at_deal(1, "7C 2D", "8C 2H")
    follow = at_deal(1, "7C", "8C 2H AS")
    play(follow, "7C")
    call = at_deal(8, "2H 3H", dealer=0)
    named = at_deal(8, "2H 3H", dealer=0)
    play(named, "trump S")
    lottery = at_deal(12, "7S 6S AS 2H", "8S 7H", "7D 2C", dealer=0, length="short")
    play(lottery, "7S")
    over = at_deal(12, length="short")
    play_deal(over)
    return [
        (lead, 1, "8C", "It is not your turn."),
        (lead, 1, "trump C", "It is not your turn."),
        (lead, 4, "8C", "There is no such seat at this table."),
        (lead, 0, "8C", "You do not hold the 8♣."),
        (lead, 0, "trump C", "Trumps are named in deals 8 to 11 only."),
        (follow, 1, "2h", "You hold a club: follow clubs."),
        (follow, 1, "7C", "You do not hold the 7♣."),
        (follow, 0, "2D", "It is not your turn."),
        (call, 0, "2H", "Name trumps first: clubs, diamonds, hearts or spades."),
        (call, 1, "trump H", "It is not your turn."),
        (named, 0, "trump H", "Trumps are named already: spades."),
        (lottery, 1, "7D", "You do not hold the 7♦."),
        (lottery, 1, "trump D", "Trumps are named in deals 8 to 11 only."),
        (lottery, 2, "7D", "It is not your turn."),
        (over, 0, "7D", "The game is over."),
    ]


def test_every_refusal_has_its_sentence_and_changes_nothing() -> None:
    for game, seat, text, sentence in refusals():
        assert refused(game, seat, text) == sentence


def test_a_card_that_does_not_fit_is_refused() -> None:
    game = at_deal(12, "7S 6S AS", "8S 9S 7H QH", "", dealer=0, length="short")
    play(game, "7S")
    assert refused(game, 1, "9S") == "The 9♠ does not fit yet. Next of the spades: 6♠ and 8♠."
    assert refused(game, 1, "QH") == "The Q♥ does not fit: hearts start with the 7♥."


@pytest.mark.parametrize(
    ("hand", "call"),
    [
        ("2H 3H 4H AC KC", "trump H"),  # the longest
        ("2H 9H 3C 8C AS", "trump H"),  # of equally long ones the higher first card
        ("KH 9H KC 8C AS", "trump H"),  # then the next
        ("KC 9C KH 9H AS", "trump C"),  # then clubs before hearts
        ("AS KS 2D 3D QC", "trump S"),
        ("10S 2S 9D 8D QC", "trump S"),  # ten above nine
    ],
)
def test_the_default_call_is_the_longest_then_highest_suit(hand: str, call: str) -> None:
    assert at_deal(8, hand, dealer=0).default(0) == call


def test_the_default_card_is_the_lowest_legal_one_ace_high() -> None:
    game = at_deal(1, "AC 3S 3D KC", "AD 5S 9D")
    assert game.default(0) == game.moves(0)[0]
    game = at_deal(1, "AC 3S 3D KC JC JD JH JS QC QD QH QS KD")
    assert game.default(0) == "3D"
    play(game, "3D")
    game = at_deal(2, "AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H AS")
    assert game.default(0) == "AS"


def test_the_default_in_the_lottery_is_the_farthest_card() -> None:
    game = at_deal(12, "7S", "8S", "9S", "6S 10S 7D", dealer=0, length="short")
    play(game, "7S", "8S", "9S")
    assert moves(game) == "6S 7D 10S"
    assert game.default(3) == "10S"


# ---- imagined worlds -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seed", "length"), [(b"x", "short"), (b"y", "short"), (b"z", "full")])
def test_imagined_hands_could_have_made_every_move_of_the_deal(seed: bytes, length: str) -> None:
    """The hands that an imagined world began its deal with are dealt, and all moves since are made by the rules.

    Then everything public is the same again, passes included: nobody can tell the worlds apart.
    """
    options, rng = KierkiOptions(length=length, early_end=seed == b"y"), Random(7)
    game = Kierki(4, options, Chance(seed, dealer=1))
    before: tuple[Kierki, tuple[int, str]] | None = None
    made: list[tuple[int, str]] = []
    checked = 0
    while game.outcome is None:
        if rng.random() < 0.12:
            for seat in (0, 1, 2, 3, None):
                world = Kierki.imagine(game.view(seat), rng)
                check_past(options, before, made, game, seat, world)
                checked += 1
        seat = game.to_act[0]
        move, number, earlier = rng.choice(game.moves(seat)), game.deal, game.copy()
        game.play(seat, move)
        if game.deal == number:
            made.append((seat, move))
        else:
            before, made = (earlier, (seat, move)), []
    assert checked > 100


def check_past(
    options: KierkiOptions,
    before: tuple[Kierki, tuple[int, str]] | None,
    made: list[tuple[int, str]],
    game: Kierki,
    seat: int | None,
    world: Kierki,
) -> None:
    hands = [list(world.view(other).hand or ()) for other in range(4)]
    for other, card in made:
        if not card.startswith("trump"):
            hands[other].append(card)
    pile = (*dealt((game.dealer + 1) % 4, hands), *world.stock)
    if before is None:
        again = Kierki(4, options, Chance(dealer=game.dealer, shuffles=[pile]))
    else:
        again, (last, move) = before[0].copy(), before[1]
        again.chance = Chance(shuffles=[pile])
        again.play(last, move)
    for other, card in made:
        again.play(other, card)
    assert again.view(None) == game.view(None)
    assert again.view(seat) == game.view(seat)
    assert [again.view(other).hand for other in range(4)] == [world.view(other).hand for other in range(4)]


def test_the_first_five_cards_are_known_to_their_owner_only() -> None:
    game = at_deal(8, "2H 3C 9H KH AS", dealer=0)
    met: set[frozenset[str]] = set()
    next_cards = set()
    for salt in range(20):
        world = Kierki.imagine(game.view(0), Random(salt))
        assert world.view(0).hand == game.view(0).hand
        assert len(world.stock) == 32
        next_cards.add(world.stock[0])
        met.add(frozenset(world.view(1).hand or ()))
    assert len(met) > 15
    assert len(next_cards) > 8


def test_worlds_differ_and_go_on_to_different_ends() -> None:
    view = at_deal(1).view(0)
    hands = {Kierki.imagine(view, Random(salt)).view(1).hand for salt in range(10)}
    assert len(hands) == 10
    ends = set()
    for salt in range(4):
        world = Kierki.imagine(view, Random(salt))
        while world.outcome is None:
            play_default(world)
        ends.add(tuple(world.scores))
    assert len(ends) > 1
