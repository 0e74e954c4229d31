"""Krypkille: each ruling of its page, on hands written out."""

from __future__ import annotations

from random import Random

import pytest

from games.cards import KILLE_DECK
from games.chance import Chance
from games.errors import BadSetup, IllegalMove, UnreadableMove
from games.krypkille import Krypkille, KrypkilleOptions, crawling
from tests.support.kille_deal import any_shuffles, check_replay, dealt, play_all, stack, wander

#: Fourteen hands whose lowest cards are below all others, and then the middle ones.
LOWS = ("BL", "BL", "PO", "PO", "KR", "KR", "1", "1", "2", "2", "3", "3", "4", "4")
MIDDLES = ("5", "5", "6", "6", "7", "7", "8", "8", "9", "9", "10", "10", "11", "11")
HIGHS = ("12", "12", "VA", "VA", "KA", "KA", "GR", "GR", "HU", "HU", "GO", "GO", "HA", "HA")
STEPS = [" ".join(cards) for cards in zip(LOWS, MIDDLES, HIGHS, strict=True)]


def table(*hands: str, dealer: int = -1, deals: int = 1, seats: int = 13) -> Krypkille:
    """The seats named first get these hands, the others the lowest cards; the last seat deals, so that seat 0 leads."""
    dealer %= seats
    each = 42 // seats
    shuffle = stack(dealer, *hands, *[""] * (seats - len(hands)), each=each)
    return Krypkille(seats, KrypkilleOptions(deals=deals), Chance(dealer=dealer, shuffles=[shuffle]))


@pytest.mark.parametrize(
    ("seats", "each", "aside"),
    [
        *((3, 14, 0), (4, 10, 2), (5, 8, 2), (6, 7, 0), (7, 6, 0), (8, 5, 2)),
        *((9, 4, 6), (10, 4, 2), (11, 3, 9), (12, 3, 6), (13, 3, 3), (14, 3, 0)),
    ],
)
def test_as_many_cards_as_possible_the_same_for_all(seats: int, each: int, aside: int) -> None:
    game = Krypkille(seats)
    view = game.view(None)
    assert view.hands == (each,) * seats
    assert view.aside == aside
    assert len(game.aside) == aside
    assert Krypkille.longest(seats, KrypkilleOptions(deals=2)) == 2 * seats * each


@pytest.mark.parametrize("seats", [2, 15])
def test_three_to_fourteen_seats(seats: int) -> None:
    with pytest.raises(BadSetup):
        Krypkille(seats)


def test_cards_go_one_at_a_time_from_the_left_of_the_dealer_who_leads() -> None:
    numerals = tuple(map(str, range(1, 13)))
    others = list(KILLE_DECK)
    for card in numerals:
        others.remove(card)
    game = Krypkille(12, None, Chance(dealer=4, shuffles=[(*numerals, *others)]))
    assert game.to_act == (5,)
    # the 13th to 36th cards, round the table again: BL BL PO PO KR KR 1 … 6, then 7 … 12 and VA VA KA KA GR GR
    assert [game.view(seat).hand for seat in (5, 6, 4)] == [("BL", "1", "7"), ("BL", "2", "8"), ("6", "12", "GR")]
    assert sorted(game.aside) == sorted(("HU", "HU", "GO", "GO", "HA", "HA"))


def test_the_leader_plays_any_card_and_two_copies_are_one_move() -> None:
    game = table("KR 7 7")
    assert game.moves(0) == ["KR", "7"]
    assert game.moves(1) == []


def test_an_equal_card_is_high_enough_and_the_lowest_is_always_allowed() -> None:
    game = table("9", "PO 9 12")
    game.play(0, "9")
    assert game.moves(1) == ["PO", "9", "12"]


def test_neither_high_enough_nor_the_lowest() -> None:
    game = table("8", "4 6 9")
    game.play(0, "8")
    with pytest.raises(IllegalMove) as refusal:
        game.play(1, "6")
    assert str(refusal.value) == "Play a card at least as high as 8, or your lowest."
    assert game.moves(1) == ["4", "9"]


def test_measured_by_the_highest_so_far_neither_the_lead_nor_the_last() -> None:
    game = table("5 6 7", "11 12 VA", "2 3 4", "KR 8 HU")
    play_all(game, "5 11 2")
    assert game.moves(3) == ["KR", "HU"]


def test_crawling_is_free_and_changes_nothing_for_the_next() -> None:
    game = table("KA", "PO GR GR", "12 KA HA")
    play_all(game, "KA PO")
    assert game.moves(2) == ["12", "KA", "HA"]


def test_a_card_that_is_lowest_and_high_enough_is_one_move() -> None:
    game = table("3", "4 5 6")
    game.play(0, "3")
    assert game.moves(1) == ["4", "5", "6"]


def test_two_copies_of_the_lowest_are_one_choice() -> None:
    game = table("HA", "5 5 6")
    game.play(0, "HA")
    assert game.moves(1) == ["5"]


def test_one_is_above_krans_and_twelve_below_vardshus() -> None:
    game = table("KR", "PO 1 12", "BL 12 VA")
    play_all(game, "KR 1")
    assert game.moves(2) == ["BL", "12", "VA"]
    twelve = table("VA", "PO 1 12")
    twelve.play(0, "VA")
    assert twelve.moves(1) == ["PO"]


def test_the_later_of_equal_cards_takes_the_trick_and_leads() -> None:
    pairs = [
        "BL 11 GO",
        "BL 11 GO",
        "PO 10 HA",
        "PO 10 HA",
        "KR 9 HU",
        "KR 9 HU",
        "1 8 GR",
        "1 8 GR",
        "3 7 KA",
        "3 7 KA",
        "4 6 VA",
    ]
    game = table("5 6 12", "2 4 VA", "2 5 12", *pairs, seats=14)
    events = play_all(game, "12 2 12 BL BL PO PO KR KR 1 1 3 3 4")
    taken = events[-1]
    assert taken.kind == "trick"
    assert taken["seat"] == 2
    assert taken["number"] == 1
    assert taken["cards"] == ("12", "2", "12", "BL", "BL", "PO", "PO", "KR", "KR", "1", "1", "3", "3", "4")
    assert game.to_act == (2,)
    assert game.view(None).trick == ()
    assert game.view(None).last_trick == tuple(enumerate(taken["cards"]))


def test_the_last_trick_is_won_by_its_lowest_card_of_equal_ones_the_later() -> None:
    assert crawling(bytes([8, 0, 6])) == 1
    assert crawling(bytes([5, 2, 3, 2])) == 3
    assert crawling(bytes([4, 4, 4])) == 2


def play_down(game: Krypkille) -> list[object]:
    """Everybody always plays the lowest card."""
    events: list[object] = []
    while game.to_act:
        events = game.play(game.to_act[0], game.default(game.to_act[0]))
    return events


def test_the_end_of_a_deal_and_of_the_game() -> None:
    """All crawl in three tricks, led by seats 0, 13 and 12: of the two 12s of the last, that of seat 1 lies later."""
    game = table(*STEPS, seats=14)
    events = play_down(game)
    assert [event.kind for event in events] == ["play", "trick", "deal_over"]  # type: ignore[attr-defined]
    assert events[-1].to_json() == {  # type: ignore[attr-defined]
        "event": "deal_over",
        "deal": 1,
        "seat": 1,
        "card": "12",
        "scores": [0, 1, *[0] * 12],
    }
    outcome = game.outcome
    assert outcome is not None
    assert outcome.reason == "deals played"
    assert outcome.places == (2, 1, *[2] * 12)
    assert game.net == [0] * 14
    view = game.view(None)
    assert view.winners == (1,)
    assert [card for _, card in view.last_trick if card == "12"] == ["12", "12"]


def test_in_the_last_trick_everybody_plays_what_is_left() -> None:
    game = table(*STEPS, seats=14)
    for _ in range(28):
        game.play(game.to_act[0], game.default(game.to_act[0]))
    leader = game.to_act[0]
    game.play(leader, game.moves(leader)[0])
    for seat in range(14):
        if seat in game.to_act:
            assert game.moves(seat) == [HIGHS[seat]]


def test_the_deal_passes_left_and_the_seat_left_of_the_new_dealer_leads() -> None:
    shuffles = [stack(5, *STEPS), stack(6, *STEPS)]
    game = Krypkille(14, KrypkilleOptions(deals=2), Chance(dealer=5, shuffles=shuffles))
    assert game.to_act == (6,)
    for _ in range(42):
        events = game.play(game.to_act[0], game.default(game.to_act[0]))
    assert [event.kind for event in events] == ["play", "trick", "deal_over", "deal"]
    assert events[-1].to_json() == {"event": "deal", "deal": 2, "dealer": 6, "each": 3, "aside": 0}
    assert game.to_act == (7,)
    view = game.view(None)
    assert (view.deal, view.deals, view.dealer) == (2, 2, 6)
    assert (view.trick, view.last_trick, view.earlier) == ((), (), ())
    play_down(game)
    assert game.outcome is not None
    assert sum(game.scores) == 2
    assert len(game.view(None).winners) == 2


def test_equal_numbers_of_deals_share_a_place() -> None:
    swapped = [STEPS[3], *STEPS[1:3], STEPS[0], *STEPS[4:]]
    two = KrypkilleOptions(deals=2)
    game = Krypkille(14, two, Chance(dealer=13, shuffles=[stack(13, *STEPS), stack(0, *swapped)]))
    play_down(game)
    winners = game.view(None).winners
    assert len(set(winners)) == 2
    assert game.outcome is not None
    assert [seat for seat, place in enumerate(game.outcome.places) if place == 1] == sorted(winners)
    assert set(game.outcome.places) == {1, 3}


def test_the_default_is_the_lowest_card_also_for_the_leader() -> None:
    game = table("KR 7 HA", "2 HA")
    assert game.default(0) == "KR"
    game.play(0, "7")
    assert game.default(1) == game.moves(1)[0]


def test_what_is_refused_and_why() -> None:
    game = table("5 7 9", "2 6 8")
    for seat, move, kind, sentence in (
        (1, "2", IllegalMove, "It is not your turn."),
        (0, "6", IllegalMove, "You do not hold 6."),
        (0, "Gök", IllegalMove, "You do not hold Gök."),
        (0, "7C", UnreadableMove, "A move is the card you play, such as 7 or Gök."),
        (0, "pass", UnreadableMove, "A move is the card you play, such as 7 or Gök."),
        (0, "5 7", UnreadableMove, "A move is the card you play, such as 7 or Gök."),
        (13, "5", IllegalMove, "There is no such seat at this table."),
    ):
        before = game.copy()
        with pytest.raises(kind) as refusal:
            game.play(seat, move)
        assert str(refusal.value) == sentence
        assert game == before


def test_cards_are_read_by_all_their_names() -> None:
    game = table("GO VA HA")
    assert [game.read(text) for text in ("cuckoo", "Värdshus", " kille ", "KUKU", "12", "wreath")] == [
        *("GO", "VA", "HA", "GO", "12", "KR")
    ]


def test_a_hand_is_its_owners_and_the_cards_aside_are_nobodys() -> None:
    game = table("5 7 9", "2 6 8")
    view = game.view(0)
    assert view.hand == ("5", "7", "9")
    assert game.view(None).hand is None
    assert len(game.aside) == view.aside == 3
    assert view == game.view(0)


@pytest.mark.parametrize(("seats", "deals"), [(3, 1), (5, 2), (8, 1), (14, 2)])
def test_in_an_imagined_world_everything_seen_was_legal(seats: int, deals: int) -> None:
    """The deal is played again from the cards imagined: whoever crawled under played its lowest card then."""
    rng = Random(seats)
    for _ in range(8):
        shuffles = any_shuffles(rng, deals)
        dealer = rng.randrange(seats)
        game = Krypkille(seats, KrypkilleOptions(deals=deals), Chance(dealer=dealer, shuffles=shuffles))
        moves = wander(game, rng, rng.randrange(Krypkille.longest(seats, game.options) + 1))
        for watcher in (None, *rng.sample(range(seats), 3)):
            view = game.view(watcher)
            world = Krypkille.imagine(view, rng)
            played = [
                [card for trick in (*view.earlier, view.trick) for by, card in trick if by == seat]
                for seat in range(seats)
            ]
            hands = [[*(world.view(seat).hand or ()), *played[seat]] for seat in range(seats)]
            shuffles[view.deal - 1] = dealt(view.dealer, hands, world.aside)
            check_replay(game, watcher, moves, dealer, shuffles)


def test_who_crawled_under_holds_nothing_lower() -> None:
    game = table("HA", "4 9 10", "2 3 5")
    play_all(game, "HA 4")
    lows = set()
    for salt in range(30):
        hand = Krypkille.imagine(game.view(0), Random(salt)).view(1).hand or ()
        assert not set(hand) & {"BL", "PO", "KR", "1", "2", "3"}
        lows.update(hand)
    assert "4" in lows  # the other copy: of equal cards either is the lowest
