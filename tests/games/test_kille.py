"""Kille: each ruling of its page, on hands written out."""

from __future__ import annotations

from random import Random

import pytest

from games.chance import Chance
from games.errors import BadSetup, IllegalMove, UnreadableMove
from games.game import Event
from games.kille import Kille, KilleOptions
from games.kille_hand import RANK, unpack
from tests.support.kille_deal import any_shuffles, check_replay, dealt, play_all, stack, wander

#: Three seats; seat 0 deals first. The pot of the first hand is 3: nobody may fold.
FIRST = ("BL 5 GO", "2 9 HU", "4 9 HA")


def table(
    *hands: tuple[str, ...], dealer: int = 0, then: str = "", rounds: int = 1, talon: str = "once", seats: int = 3
) -> Kille:
    """Hands that are dealt in the first, second … hand, as text a seat; `then` begins the talon of each."""
    shuffles = [stack((dealer + number) % seats, *cards, then=then, each=3) for number, cards in enumerate(hands)]
    return Kille(seats, KilleOptions(rounds=rounds, talon=talon), Chance(dealer=dealer, shuffles=shuffles))


def second_hand(*hands: str, **options: object) -> Kille:
    """Three seats after a hand in which seat 0 dealt and took all tricks: pot 9, seat 1 deals, seat 2 decides first."""
    game = table(("GO HA HA", "2 3 4", "5 6 7"), hands, **options)  # type: ignore[arg-type]
    play_all(game, "join join join 4 7 HA HA 3 6 GO 2 5")
    assert (game.hand_no, game.pot, game.to_act) == (2, 9, (2,))
    return game


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


# ---- the deal and the antes ------------------------------------------------------------------------------------------


def test_the_dealer_pays_three_and_three_cards_go_to_everybody_and_the_talon() -> None:
    order = [*map(str, range(1, 13)), "BL", "BL", "PO", "PO", "KR", "KR", *map(str, range(1, 13))]
    order += ["VA", "VA", "KA", "KA", "GR", "GR", "HU", "HU", "GO", "GO", "HA", "HA"]
    game = Kille(3, None, Chance(dealer=1, shuffles=[order]))
    assert [game.view(seat).hand for seat in range(3)] == [("2", "5", "8"), ("3", "6", "9"), ("1", "4", "7")]
    assert game.to_act == (2,)
    assert game.scores == game.net == [0, -3, 0]
    assert game.view(None).pot == 3
    game.play(2, "exchange")
    assert game.view(2).hand == ("10", "11", "12")


def test_the_opening_tells_of_the_first_hand() -> None:
    game = table(FIRST)
    assert [event.to_json() for event in game.opening] == [{"event": "hand", "hand": 1, "dealer": 0, "pot": 3}]


@pytest.mark.parametrize(("seats", "rounds"), [(3, 1), (5, 1), (3, 2)])
def test_everybody_deals_as_often(seats: int, rounds: int) -> None:
    game = Kille(seats, KilleOptions(rounds=rounds), Chance(dealer=seats - 1))
    dealers = [event["dealer"] for event in game.opening]
    while game.to_act:
        events = game.play(game.to_act[0], game.default(game.to_act[0]))
        dealers += [event["dealer"] for event in events if event.kind == "hand"]
    assert dealers == [(seats - 1 + number) % seats for number in range(seats * rounds)]
    assert game.view(None).hands_total == seats * rounds


@pytest.mark.parametrize("seats", [2, 9])
def test_three_to_eight_seats(seats: int) -> None:
    with pytest.raises(BadSetup):
        Kille(seats)


# ---- decisions -------------------------------------------------------------------------------------------------------


def test_nobody_may_fold_while_only_the_dealers_ante_is_in_the_pot() -> None:
    game = table(FIRST)
    assert game.moves(1) == ["join", "exchange"]
    with pytest.raises(IllegalMove) as refusal:
        game.play(1, "fold")
    assert str(refusal.value) == "Nobody may fold while only the dealer's 3 points are in the pot."


def test_folding_is_allowed_when_there_is_more_and_the_dealer_decides_last() -> None:
    game = second_hand(*FIRST)
    order = []
    while game.trick is None:
        seat = game.to_act[0]
        assert game.moves(seat) == ["join", "exchange", "fold"]
        order.append(seat)
        game.play(seat, "join")
    assert order == [2, 0, 1]
    assert game.view(None).decisions == ("join", "join", "join")


def test_who_exchanges_puts_the_hand_away_and_has_the_talon() -> None:
    game = table(FIRST, then="7 KR 3")
    events = game.play(1, "exchange")
    assert [event.to_json() for event in events] == [{"event": "decide", "seat": 1, "decision": "exchange"}]
    view = game.view(1)
    assert view.hand == ("KR", "3", "7")
    assert view.gave == ("2", "9", "HU")
    assert game.view(2).gave == ()
    assert game.view(None).gave is None


def test_talon_once_is_gone_with_the_first_exchange() -> None:
    game = second_hand(*FIRST)
    game.play(2, "exchange")
    assert game.view(None).talon == 0
    assert game.moves(0) == ["join", "fold"]
    with pytest.raises(IllegalMove) as refusal:
        game.play(0, "exchange")
    assert str(refusal.value) == "The talon is gone: somebody has exchanged in this hand."


def test_talon_again_hands_on_what_was_put_away() -> None:
    game = table(FIRST, then="7 KR 3", talon="again")
    game.play(1, "exchange")
    assert game.view(None).talon == 3
    game.play(2, "exchange")
    assert game.view(2).hand == ("2", "9", "HU")
    game.play(0, "exchange")
    assert game.view(0).hand == ("4", "9", "HA")
    assert game.view(0).gave == ("BL", "5", "GO")
    assert game.to_act == (1,)  # everybody has decided


def test_one_decision_a_seat_also_for_who_has_exchanged() -> None:
    game = second_hand(*FIRST)
    game.play(2, "exchange")
    assert game.moves(2) == []
    with pytest.raises(IllegalMove) as refusal:
        game.play(2, "fold")
    assert str(refusal.value) == "It is not your turn."


def test_a_folded_hand_is_out_of_play() -> None:
    game = second_hand("BL 5 GO", "2 9 HU", "4 9 HA")
    events = play_all(game, "fold join join")
    view = game.view(2)
    assert view.hands == (3, 3, 0)
    assert (view.hand, view.gave) == ((), ("4", "9", "HA"))
    assert not any(card in str(events) for card in ("HA", "'4'", "'9'"))
    assert game.to_act == (0,)  # the first joined seat left of dealer 1
    play_all(game, "BL HU")
    assert game.to_act == (1,)


# ---- one seat alone --------------------------------------------------------------------------------------------------


def test_if_all_others_fold_the_last_is_not_asked_and_takes_the_pot() -> None:
    game = second_hand(*FIRST)
    events = play_all(game, "fold fold")
    assert kinds(events) == ["decide", "decide", "walkover", "hand_over", "hand"]
    assert events[2].to_json() == {"event": "walkover", "seat": 1, "points": 9}
    assert events[3].to_json() == {"event": "hand_over", "hand": 2, "scores": [0, 3, -3], "pot": 0}
    assert game.hand_no == 3


def test_after_a_walk_over_the_pot_is_the_next_ante_and_nobody_may_fold() -> None:
    game = second_hand(*FIRST)
    play_all(game, "fold fold")
    assert game.pot == 3
    assert game.moves(0) == ["join", "exchange"]
    assert game.scores == [0, 3, -6]  # nobody has paid for having no trick; seat 2 deals


def test_a_dealer_who_folds_leaves_the_ante_to_the_only_seat_in() -> None:
    game = second_hand(*FIRST)
    events = play_all(game, "fold join fold")
    assert events[3].to_json() == {"event": "walkover", "seat": 0, "points": 9}
    assert game.scores == [9, -6, -6]  # seat 2 deals the next hand


def test_a_dealer_is_asked_if_anybody_is_in() -> None:
    game = second_hand(*FIRST)
    play_all(game, "join fold")
    assert game.to_act == (1,)


def test_a_walk_over_in_the_last_hand_ends_the_game() -> None:
    game = table(("GO HA HA", "2 3 4", "5 6 7"), FIRST, ("PO 4 VA", "KR 6 7", "1 3 11"))
    play_all(game, "join join join 4 7 HA HA 3 6 GO 2 5")
    play_all(game, "join join join HA GO HU 4 5 9 2 9 BL")
    assert game.hand_no == 3
    events = play_all(game, "fold fold")
    assert kinds(events)[-2:] == ["walkover", "hand_over"]
    outcome = game.outcome
    assert outcome is not None
    assert outcome.reason == "hands played"
    view = game.view(2)
    assert (view.pot, view.hand_no, view.hands) == (0, 3, (0, 0, 3))
    assert view.hand == ("1", "3", "11")
    assert view.decisions == ("fold", "fold", None)
    assert view.share is None


# ---- tricks ----------------------------------------------------------------------------------------------------------


def playing(*hands: str, dealer: int = -1) -> Kille:
    """A first hand that everybody has joined; seat 0 leads."""
    game = table(hands, dealer=dealer % len(hands), seats=len(hands))
    for _ in hands:
        game.play(game.to_act[0], "join")
    return game


def test_the_leader_plays_any_card() -> None:
    game = playing("BL 7 7", "2 3 4", "5 6 8")
    assert game.moves(0) == ["BL", "7"]
    assert game.moves(1) == []


def test_who_writes_into_a_list_of_moves_changes_no_later_one() -> None:
    undecided, leading = table(), playing("BL 7 7", "2 3 4", "5 6 8")
    for game in (undecided, leading):
        seat = game.to_act[0]
        offered = tuple(game.moves(seat))
        game.moves(seat).clear()
        assert tuple(game.moves(seat)) == offered != ()


def test_any_card_at_least_as_high_as_the_highest_so_far_and_no_other() -> None:
    game = playing("2 3 4", "10 11 12", "5 7 11")
    play_all(game, "2 10")
    assert game.moves(2) == ["11"]
    game = playing("4 5 6", "3 12 VA", "2 12 GR")
    play_all(game, "4 12")
    assert game.moves(2) == ["12", "GR"]


def test_who_cannot_reach_it_plays_the_highest() -> None:
    game = playing("10 11 12", "KR 3 6", "BL 7 7")
    play_all(game, "10")
    assert game.moves(1) == ["6"]
    game.play(1, "6")
    assert game.moves(2) == ["7"]


def test_of_equal_cards_the_one_played_last_takes_the_trick() -> None:
    game = playing("9 BL PO", "12 1 2", "12 3 4")
    events = play_all(game, "9 12 12")
    assert events[-1].to_json() == {
        "event": "trick",
        "seat": 2,
        "number": 1,
        "cards": ["9", "12", "12"],
        "points": 1,
    }
    assert game.to_act == (2,)


def test_one_is_above_krans_and_no_card_has_a_special_effect() -> None:
    game = playing("KR 2 3", "1 BL PO", "PO BL KR")
    play_all(game, "KR")
    assert game.moves(1) == ["1"]
    game.play(1, "1")
    assert game.moves(2) == ["KR"]
    special = playing("GO HU GR", "VA KA 12", "HA 1 2")
    play_all(special, "GO")
    assert special.moves(1) == ["KA"]
    special.play(1, "KA")
    assert special.moves(2) == ["HA"]


def test_folded_seats_are_passed_by() -> None:
    game = table(("GO HA HA", "2 3 4", "5 6 7", "8 9 10"), ("BL 5 GO", "2 9 HU", "4 9 HA", "1 1 KR"), seats=4)
    play_all(game, "join join join join 4 7 10 HA HA 3 6 9 GO 2 5 8")
    play_all(game, "fold join fold join")
    assert game.to_act == (3,)
    play_all(game, "1")
    assert game.to_act == (1,)
    assert game.moves(1) == ["2", "9", "HU"]


# ---- payment ---------------------------------------------------------------------------------------------------------


def test_each_trick_pays_a_third_of_the_pot_at_once() -> None:
    game = second_hand("BL 5 GO", "2 9 HU", "4 9 HA")
    events = play_all(game, "join join join")
    assert events[-1].to_json() == {"event": "start", "share": 3}
    assert game.scores == [0, -6, -3]
    play_all(game, "HA GO HU")
    assert game.scores == [0, -6, 0]
    view = game.view(None)
    assert (view.pot, view.share, view.tricks) == (6, 3, (0, 0, 1))


def test_who_is_in_without_a_trick_pays_three_and_the_next_dealer_three_more() -> None:
    game = second_hand("BL 5 GO", "2 9 HU", "4 9 HA")
    events = play_all(game, "join join join HA GO HU 4 5 9 2 9 BL")
    assert kinds(events)[-4:] == ["trick", "no_trick", "hand_over", "hand"]
    assert events[-3].to_json() == {"event": "no_trick", "seat": 0, "points": 3}
    # seat 2 two tricks of 3, seat 1 one; seat 0 none; seat 2 deals
    assert game.scores == [-3, -3, 0]
    assert events[-2].to_json() == {"event": "hand_over", "hand": 2, "scores": [-3, -3, 3], "pot": 3}
    assert (game.pot, game.dealer) == (6, 2)
    assert game.view(None).may_fold


def test_who_has_just_paid_pays_again_as_the_next_dealer() -> None:
    game = playing("2 3 4", "5 6 7", "GO HA HA")
    play_all(game, "4 7 HA HA 3 6 GO 2 5")
    assert game.dealer == 0
    assert game.scores == [-6, -3, 0]


def test_who_folded_pays_nothing_for_having_no_trick() -> None:
    game = second_hand("BL 5 GO", "2 9 HU", "4 9 HA")
    events = play_all(game, "join fold join 4 9 HU HA 9 2")
    assert "no_trick" not in kinds(events)
    assert game.scores[0] == 0


def test_after_the_last_hand_what_is_paid_is_shared_by_its_tricks() -> None:
    game = table(("GO HA HA", "2 3 4", "5 6 7"), ("BL PO KR", "2 3 4", "GO HA HA"), ("PO BL KR", "9 GO 4", "HA 1 2"))
    play_all(game, "join join join 4 7 HA HA 3 6 GO 2 5")  # pot 9 with seat 1's ante
    play_all(game, "join join join HA KR 4 HA PO 3 GO BL 2")  # pot 9 with seat 2's ante
    assert (game.hand_no, game.pot) == (3, 9)
    before = list(game.scores)
    events = play_all(game, "join join join KR 9 HA 1 PO GO 4 2 BL")
    assert kinds(events)[-4:] == ["trick", "no_trick", "shareout", "hand_over"]
    assert events[-2].to_json() == {"event": "shareout", "points": [0, 2, 1]}
    assert [now - then for now, then in zip(game.scores, before, strict=True)] == [-3, 6 + 2, 3 + 1]
    assert game.pot == 0
    assert game.outcome is not None
    assert game.outcome.net == game.outcome.scores == tuple(game.scores)


def test_without_anybody_to_pay_the_last_hand_shares_out_nothing() -> None:
    game = table(("GO HA HA", "2 3 4", "5 6 7"), FIRST, ("PO 4 VA", "KR 6 7", "1 3 11"))
    play_all(game, "join join join 4 7 HA HA 3 6 GO 2 5")
    play_all(game, "join join join HA GO HU 4 5 9 2 9 BL")
    events = play_all(game, "fold join join 6 11 1 7 KR 3")
    assert kinds(events)[-2:] == ["trick", "hand_over"]
    assert game.pot == 0


def test_purses_are_not_looked_at() -> None:
    game = Kille(3, None, Chance(dealer=0, shuffles=[stack(0, *FIRST)]), purses=[0, 0, 0])
    assert game.scores == [-3, 0, 0]
    assert game.stakes


def test_equal_nets_share_the_place() -> None:
    """Everybody deals once and takes one trick of each hand."""
    leader, middle, dealer = "2 6 12", "4 5 10", "1 3 9"
    game = table((dealer, leader, middle), (middle, dealer, leader), (leader, middle, dealer))
    for _ in range(3):
        play_all(game, "join join join 2 5 9 3 6 10 4 1 12")
    assert game.outcome is not None
    assert game.outcome.net == (0, 0, 0)
    assert game.outcome.places == (1, 1, 1)


# ---- what is refused, and what is done for who is late --------------------------------------------------------------


def test_the_default_folds_if_it_may_and_plays_the_lowest_legal_card() -> None:
    game = table(FIRST)
    assert game.default(1) == "join"
    assert second_hand(*FIRST).default(2) == "fold"
    game = playing("4 9 HA", "2 9 HU", "BL 5 GO")
    assert game.default(0) == "4"
    game.play(0, "9")
    assert game.default(1) == "9"
    game.play(1, "9")
    assert game.default(2) == "GO"


READ = "A move is join, exchange or fold, or the card you play, such as 7 or Gök."


@pytest.mark.parametrize(
    ("seat", "move", "kind", "sentence"),
    [
        (2, "join", IllegalMove, "It is not your turn."),
        (3, "join", IllegalMove, "There is no such seat at this table."),
        (1, "fold", IllegalMove, "Nobody may fold while only the dealer's 3 points are in the pot."),
        (1, "9", IllegalMove, "First decide how you join; cards are played when everybody has decided."),
        (1, "bet", UnreadableMove, READ),
        (1, "", UnreadableMove, READ),
        (1, "9H", UnreadableMove, READ),
    ],
)
def test_refused_while_deciding(seat: int, move: str, kind: type[Exception], sentence: str) -> None:
    game = table(FIRST)
    before = game.copy()
    with pytest.raises(kind) as refusal:
        game.play(seat, move)
    assert str(refusal.value) == sentence
    assert game == before


def test_a_card_is_refused_while_there_is_folding_too() -> None:
    with pytest.raises(IllegalMove) as refusal:
        second_hand(*FIRST).play(2, "HA")
    assert str(refusal.value) == ("First decide whether you join or fold; cards are played when everybody has decided.")


@pytest.mark.parametrize(
    ("seat", "move", "sentence"),
    [
        (0, "2", "It is not your turn."),
        (1, "fold", "The hand is being played: play a card."),
        (1, "join", "The hand is being played: play a card."),
        (1, "GO", "You do not hold Gök."),
        (1, "2", "Play a card at least as high as 5."),
    ],
)
def test_refused_in_play(seat: int, move: str, sentence: str) -> None:
    game = playing("5 6 7", "2 9 HU", "4 9 HA")
    game.play(0, "5")
    before = game.copy()
    with pytest.raises(IllegalMove) as refusal:
        game.play(seat, move)
    assert str(refusal.value) == sentence
    assert game == before


def test_refused_a_lower_card_where_only_the_highest_is_allowed() -> None:
    game = playing("GO 6 7", "2 9 HU", "4 9 HA")
    game.play(0, "GO")
    with pytest.raises(IllegalMove) as refusal:
        game.play(1, "2")
    assert str(refusal.value) == "You hold no card as high as Gök: play your highest, Husar."


def test_moves_are_read_by_all_their_names() -> None:
    game = table(FIRST)
    assert [game.read(text) for text in (" JOIN", "Exchange", "fold ", "kuku", "harlequin", "12", "pig")] == [
        *("join", "exchange", "fold", "GO", "HA", "12", "GR")
    ]


# ---- what is known ---------------------------------------------------------------------------------------------------


def test_the_view_of_a_trick_and_of_those_before() -> None:
    game = playing("5 6 7", "2 9 HU", "4 9 HA")
    play_all(game, "5 9 HA 4")
    view = game.view(None)
    assert view.last_trick == ((0, "5"), (1, "9"), (2, "HA"))
    assert view.trick == ((2, "4"),)
    assert view.earlier == (view.last_trick,)
    assert view.hands == (2, 2, 1)
    assert game.view(0).hand == ("6", "7")


def dealt_again(world: Kille) -> tuple[str, ...]:
    """The shuffle of the hand that this world is in."""
    order = [(world.dealer + 1 + step) % world.seats for step in range(world.seats)]
    hands = [unpack(gave or joined) for gave, joined in zip(world.gave, world.joined, strict=True)]
    exchanged = [seat for seat in order if world.decisions[seat] == "exchange"]
    talon = world.joined[exchanged[0]] if exchanged else world.talon
    return dealt(world.dealer, hands, [*unpack(talon), *world.aside])


@pytest.mark.parametrize("talon", ["once", "again"])
@pytest.mark.parametrize("seats", [3, 5, 8])
def test_in_an_imagined_world_everything_seen_was_legal(seats: int, talon: str) -> None:
    """The hand is played again from the cards imagined: whoever played below the highest so far had to."""
    rng = Random(seats)
    options = KilleOptions(rounds=1, talon=talon)
    for _ in range(10):
        shuffles = any_shuffles(rng, seats)
        dealer = rng.randrange(seats)
        game = Kille(seats, options, Chance(dealer=dealer, shuffles=shuffles))
        moves = wander(game, rng, rng.randrange(4 * seats * seats))
        for watcher in (None, *rng.sample(range(seats), 3)):
            world = Kille.imagine(game.view(watcher), rng)
            shuffles[game.hand_no - 1] = dealt_again(world)
            check_replay(game, watcher, moves, dealer, shuffles)


def test_what_was_put_away_is_with_the_next_who_exchanged() -> None:
    """Seat 1 knows all cards of seat 2, also after seat 2 has played one of them; and seat 2 knows what seat 1 put away."""
    game = table(("BL 5 GO", "2 9 HU", "4 9 HA"), then="7 KR 3", talon="again")
    play_all(game, "exchange exchange join 3 HU")
    for salt in range(10):
        world = Kille.imagine(game.view(1), Random(salt))
        assert world.view(2).hand == ("2", "9")
        assert Kille.imagine(game.view(2), Random(salt)).view(1).gave == ("2", "9", "HU")


def test_what_was_put_away_once_is_in_nobodys_hand() -> None:
    game = table(("BL 5 GO", "2 9 HU", "4 9 HA"), then="7 KR 3")
    play_all(game, "exchange join join 3")
    hands = set()
    for salt in range(40):
        world = Kille.imagine(game.view(1), Random(salt))
        assert world.view(1).gave == ("2", "9", "HU")
        hands |= {card for seat in (0, 2) for card in world.view(seat).hand or ()}
    assert {"HU", "GO", "HA"} <= hands  # the other Husar may be


def test_who_played_below_the_highest_so_far_holds_nothing_higher() -> None:
    game = playing("VA BL BL", "12 5 6", "9 3 4")
    play_all(game, "VA 12 9")
    for salt in range(30):
        world = Kille.imagine(game.view(0), Random(salt))
        assert all(RANK[card] <= RANK["12"] for card in world.view(1).hand or ())
        assert all(RANK[card] <= RANK["9"] for card in world.view(2).hand or ())
