"""Bluffmäster: each ruling of its page, on hands written out."""

from __future__ import annotations

import pytest

from games.bluffmaster import PLAYS, Bluffmaster
from games.cards import KILLE_DECK
from games.chance import Chance
from games.game import Event, IllegalMove, UnreadableMove
from tests.support.kille_deal import stack

#: Three seats; the talon has 24 cards.
THREE = ("1 5 7 9 GO HA", "BL 2 3 6 8 KA", "PO 4 10 11 12 VA")
#: Four seats; the talon has 18 cards.
FOUR = (*THREE, "KR 1 2 9 GR HU")
#: Seven seats, who have all cards: no talon.
SEVEN = (
    *("BL 1 4 7 10 VA", "PO 2 5 8 11 KA", "KR 3 6 9 12 GR"),
    *("BL 1 4 7 10 VA", "PO 2 5 8 11 KA", "KR 3 6 9 12 GR"),
    "HU HU GO GO HA HA",
)


def table(*hands: str, then: str = "", taken: tuple[tuple[str, ...], ...] = ()) -> Bluffmaster:
    """Seat 0 deals and so leads. `then`: the top of the talon; `taken`: shuffles of hands that cards are taken from."""
    shuffles = [stack(0, *hands, then=then), *taken]
    return Bluffmaster(len(hands), None, Chance(dealer=0, shuffles=shuffles))


def run(game: Bluffmaster, *moves: str) -> list[Event]:
    """Make moves such as "0 play 5 as 9" or "1 stop"; "believed" and "stopped": all to act do. All their events."""
    events: list[Event] = []
    for move in moves:
        if move == "believed":
            for seat in game.to_act:
                events += game.play(seat, "believe")
        elif move == "stopped":
            while game.phase == "turn" and game.claim is not None:
                events += game.play(game.to_act[0], "stop")
        else:
            seat, text = move.split(" ", 1)
            events += game.play(int(seat), text)
    return events


def get_rid(game: Bluffmaster, cards: int) -> None:
    """The seat that leads plays its lowest cards, one after the other, as Harlekins; nobody minds, and it leads again."""
    leader = game.to_act[0]
    for _ in range(cards):
        run(game, f"{leader} play {game.hands[leader][0]} as HA", "believed", "stopped")


def claims(game: Bluffmaster, seat: int, card: str) -> list[str]:
    """The ranks that this seat may claim for this card."""
    beginning = f"play {card} as "
    return [move.removeprefix(beginning) for move in game.moves(seat) if move.startswith(beginning)]


def others(game: Bluffmaster, seat: int) -> list[str]:
    """The moves of this seat that are no plays."""
    return [move for move in game.moves(seat) if not move.startswith("play")]


# ---- the deal and turns ----------------------------------------------------------------------------------------------


def test_six_cards_each_from_the_left_of_the_dealer_who_leads() -> None:
    game = Bluffmaster(3, None, Chance(dealer=1, shuffles=[KILLE_DECK]))
    assert game.view(2).hand == ("BL", "PO", "1", "2", "4", "5")
    assert game.view(0).hand == ("BL", "KR", "1", "3", "4", "6")
    assert game.view(1).hand == ("PO", "KR", "2", "3", "5", "6")
    assert (game.to_act, game.view(None).talon, game.view(None).phase) == ((1,), 24, "turn")
    assert game.opening == (Event("deal", dealer=1),)


@pytest.mark.parametrize(("seats", "talon"), [(3, 24), (4, 18), (5, 12), (6, 6), (7, 0)])
def test_the_rest_is_the_talon(seats: int, talon: int) -> None:
    view = Bluffmaster(seats).view(None)
    assert (view.hands, view.talon) == ((6,) * seats, talon)


def test_a_leader_claims_any_rank_for_any_card_and_may_not_stop() -> None:
    game = table("5 5 7 9 GO HA", *THREE[1:])
    assert game.moves(0) == [play for card in ("5", "7", "9", "GO", "HA") for play in PLAYS[card]]
    assert game.moves(1) == game.moves(2) == []


def test_a_claim_must_be_strictly_higher_whatever_the_card() -> None:
    game = table(*THREE)
    assert run(game, "0 play HA as GR") == [Event("play", seat=0, claim="GR")]
    run(game, "believed")
    assert claims(game, 1, "BL") == claims(game, 1, "KA") == ["HU", "GO", "HA"]
    assert others(game, 1) == ["stop", "check"]


def test_above_a_harlekin_there_is_no_play() -> None:
    game = table(*THREE)
    run(game, "0 play 1 as HA", "believed")
    assert game.moves(1) == ["stop", "check"]
    run(game, "1 check")
    assert claims(game, 1, "BL")[0] == "BL"  # it was a bluff, so seat 1 leads


def test_stop_skips_this_turn_only() -> None:
    game = table(*FOUR)
    run(game, "0 play 1 as 1", "believed", "1 stop")
    assert (game.to_act, game.view(None).stopped) == ((2,), (1,))
    run(game, "2 play 4 as 4", "believed", "3 stop", "0 stop")
    assert game.to_act == (1,)
    assert game.view(None).stopped == (0, 3)


def test_when_all_others_have_stopped_the_owner_leads_and_the_card_is_closed() -> None:
    game = table(*THREE)
    run(game, "0 play 5 as 5", "believed", "1 play 8 as 8", "believed", "2 stop")
    events = run(game, "0 stop")
    assert events == [Event("stop", seat=0), Event("lead", seat=1)]
    view = game.view(None)
    assert (view.claim, view.owner, view.checkable, view.stopped, game.to_act) == (None, None, False, (), (1,))
    assert others(game, 1) == others(game, 0) == others(game, 2) == []


# ---- reactions and late checks ---------------------------------------------------------------------------------------


def test_all_others_answer_and_the_last_to_believe_ends_the_reaction() -> None:
    game = table(*FOUR)
    run(game, "0 play 7 as KR")
    assert (game.to_act, game.view(None).phase, game.view(None).turn) == ((1, 2, 3), "reaction", None)
    assert [game.moves(seat) for seat in range(4)] == [[], *[["believe", "check"]] * 3]
    assert run(game, "3 believe") == [Event("believe", seat=3)]
    assert (game.to_act, game.view(None).believed, game.moves(3)) == ((1, 2), (3,), ["check"])
    run(game, "believed")
    assert (game.to_act, game.view(None).believed, game.view(None).turn) == ((1,), (), 1)


def test_the_first_check_ends_the_reaction() -> None:
    game = table(*FOUR)
    run(game, "0 play 7 as 7", "2 believe", "3 check")
    assert (game.to_act, game.view(None).believed) == ((1,), ())


def test_until_the_next_play_all_but_the_owner_may_check_late() -> None:
    game = table(*FOUR)
    run(game, "0 play 5 as 5", "believed", "1 stop")
    assert [others(game, seat) for seat in range(4)] == [[], ["check"], ["stop", "check"], ["check"]]
    run(game, "2 play 10 as 10", "believed")
    assert game.view(None).owner == 2
    run(game, "3 check")
    assert game.view(None).shown == ("10",)


def test_there_is_one_check_a_card() -> None:
    game = table(*FOUR)
    run(game, "0 play 5 as 5", "2 check")
    assert game.view(None).checkable is False
    assert [others(game, seat) for seat in range(4)] == [[], ["stop"], [], []]


def test_after_a_late_check_the_seat_in_turn_is_still_in_turn() -> None:
    game = table(*FOUR)
    run(game, "0 play 5 as 5", "believed", "1 stop", "3 check")
    assert game.to_act == (2,)
    run(game, "2 play 10 as 10", "believed", "3 check")
    assert game.to_act == (3,)


# ---- checks ----------------------------------------------------------------------------------------------------------


def test_a_bluff_costs_three_and_the_claim_before_it_stands_again() -> None:
    game = table(*FOUR, then="3 4 VA")
    run(game, "0 play 5 as 5", "believed", "1 play BL as 8")
    events = run(game, "2 check")
    assert events == [
        Event("check", seat=2, owner=1, card="BL", claim="8", bluff=True, taker=1, count=3),
    ]
    assert game.view(1).hand == ("2", "3", "3", "4", "6", "8", "VA", "KA")
    view = game.view(None)
    assert (view.claim, view.owner, view.checkable, view.stopped) == ("5", 0, False, (1,))
    assert (view.talon, view.shown, view.pile) == (15, ("BL",), 1)
    assert game.to_act == (2,)
    assert claims(game, 2, "PO")[0] == "6"


def test_a_better_card_is_a_bluff_too() -> None:
    game = table(*FOUR)
    run(game, "0 play HA as GO")
    assert run(game, "3 check")[0]["bluff"] is True


def test_a_true_claim_costs_the_checker_three_and_stands() -> None:
    game = table(*FOUR, then="3 4 VA")
    run(game, "0 play 5 as 5")
    assert run(game, "3 check") == [
        Event("check", seat=3, owner=0, card="5", claim="5", bluff=False, taker=3, count=3),
    ]
    assert game.view(3).hand == ("KR", "1", "2", "3", "4", "9", "VA", "GR", "HU")
    view = game.view(None)
    assert (view.claim, view.owner, view.checkable, view.hands) == ("5", 0, False, (5, 6, 6, 9))
    assert game.to_act == (1,)


def test_the_bluffer_has_stopped_and_so_have_those_who_stopped_before_and_after() -> None:
    game = table(*FOUR)
    run(game, "0 play 5 as 5", "believed", "1 stop", "2 play PO as 8", "believed", "3 stop", "0 stop")
    assert game.to_act == (1,)
    events = run(game, "3 check")
    assert events[-1] == Event("lead", seat=0)  # 1 stopped before the bluff, 2 bluffed, 3 stopped after it
    assert game.to_act == (0,)


def test_a_new_play_over_a_restored_claim_counts_stops_anew() -> None:
    game = table(*FOUR)
    run(game, "0 play 5 as 5", "believed", "1 play BL as 8", "believed", "2 stop", "2 check")
    assert (game.view(None).stopped, game.to_act) == ((1, 2), (3,))
    run(game, "3 play 9 as 9", "believed")
    assert (game.view(None).stopped, game.to_act) == ((), (0,))


def test_a_caught_opening_leaves_no_claim_and_the_next_seat_leads_though_it_stopped() -> None:
    game = table(*FOUR)
    run(game, "0 play 5 as 9", "believed", "1 stop")
    events = run(game, "3 check")
    assert [event.kind for event in events] == ["check", "lead"]
    assert game.to_act == (1,)
    view = game.view(None)
    assert (view.claim, view.owner, view.stopped, view.hands) == (None, None, (), (8, 6, 6, 6))
    assert "stop" not in game.moves(1)


def test_without_a_talon_the_bluffer_takes_a_card_of_the_checker() -> None:
    game = table(*SEVEN, taken=(("GR", "KR", "3", "6", "9", "12"),))
    run(game, "0 play BL as 1")
    assert run(game, "2 check")[0] == Event(
        "check", seat=2, owner=0, card="BL", claim="1", bluff=True, taker=0, count=1
    )
    assert game.view(0).hand == ("1", "4", "7", "10", "VA", "GR")
    assert game.view(2).hand == ("KR", "3", "6", "9", "12")


def test_without_a_talon_a_wrong_checker_takes_a_card_of_the_player() -> None:
    game = table(*SEVEN, taken=(("7", "1", "4", "10", "VA"),))
    run(game, "0 play BL as BL")
    event = run(game, "2 check")[0]
    assert (event["taker"], event["count"]) == (2, 1)
    assert game.view(0).hand == ("1", "4", "10", "VA")
    assert game.view(2).hand == ("KR", "3", "6", "7", "9", "12", "GR")


def test_if_that_player_has_none_nothing_is_taken_and_it_is_out() -> None:
    game = table(*SEVEN)
    get_rid(game, 5)
    run(game, "0 play VA as VA")
    events = run(game, "3 check")
    assert [event.kind for event in events] == ["check", "out"]
    assert (events[0]["taker"], events[0]["count"]) == (3, 0)
    assert game.chance.shuffled == 1
    assert (game.view(None).claim, game.view(None).owner, game.to_act) == ("VA", 0, (1,))


# ---- out and over ----------------------------------------------------------------------------------------------------


def test_a_last_card_that_may_be_checked_keeps_its_player_in() -> None:
    game = table(*SEVEN)
    get_rid(game, 5)
    run(game, "0 play VA as 5", "believed")
    assert (game.view(None).out, game.view(None).hands[0], game.scores[0]) == ((), 0, 0)
    run(game, "4 check")  # it takes a card before anybody is out
    assert (game.view(None).out, game.view(None).hands[0]) == ((), 1)


def test_out_with_the_next_play() -> None:
    game = table(*SEVEN)
    get_rid(game, 5)
    run(game, "0 play VA as 5", "believed")
    events = run(game, "1 play PO as 6")
    assert events == [Event("play", seat=1, claim="6"), Event("out", seat=0, place=1)]
    assert game.scores == [6, 0, 0, 0, 0, 0, 0]
    assert game.to_act == (2, 3, 4, 5, 6)


def test_who_is_out_stays_out_though_its_claim_is_restored_and_it_must_be_beaten() -> None:
    game = table(*SEVEN)
    get_rid(game, 5)
    run(game, "0 play VA as 5", "believed", "1 play PO as 6", "3 check")
    view = game.view(None)
    assert (view.claim, view.owner, view.out, game.to_act) == ("5", 0, (0,), (2,))
    assert claims(game, 2, "KR")[0] == "6"
    events = run(game, "stopped")
    assert events[-1] == Event("over", losers=(1, 2, 3, 4, 5, 6))
    assert game.outcome is not None
    assert game.outcome.reason == "nobody plays higher"


def test_a_checker_whose_last_card_is_taken_is_out_at_once() -> None:
    game = table(*SEVEN)
    get_rid(game, 4)
    run(game, "0 play 10 as BL", "believed", "1 play KA as 6")
    events = run(game, "0 check")
    assert [event.kind for event in events] == ["check", "out"]
    assert game.chance.shuffled == 2  # one card counts
    assert game.view(1).hand == ("PO", "2", "5", "8", "11", "VA")
    assert (game.view(None).claim, game.view(None).owner, game.view(None).out) == ("BL", 0, (0,))
    assert game.to_act == (2,)


def test_a_player_whose_last_card_is_taken_is_out_at_once() -> None:
    game = table(*SEVEN)
    get_rid(game, 4)
    run(game, "0 play 10 as 10")
    assert [event.kind for event in run(game, "6 check")] == ["check", "out"]
    assert game.view(6).hand == ("VA", "HU", "HU", "GO", "GO", "HA", "HA")
    assert game.scores[0] == 6


def test_nobody_plays_higher_than_who_has_no_cards() -> None:
    game = table(*SEVEN)
    get_rid(game, 5)
    run(game, "0 play VA as 5", "believed")
    events = run(game, "stopped")
    assert events[-2:] == [Event("out", seat=0, place=1), Event("over", losers=(1, 2, 3, 4, 5, 6))]
    assert game.outcome is not None
    assert game.outcome.reason == "nobody plays higher"
    assert game.outcome.places == (1, 2, 2, 2, 2, 2, 2)
    assert game.outcome.scores == (6, 0, 0, 0, 0, 0, 0)
    view = game.view(None)
    assert (view.phase, view.claim, view.owner, view.checkable, view.turn) == ("over", "5", 0, False, None)
    assert view.stopped == (1, 2, 3, 4, 5, 6)


def two_left() -> Bluffmaster:
    """Seat 0 is out; seat 1 has one card, leads, and seat 2 has six."""
    game = table(*THREE)
    get_rid(game, 5)
    run(game, "0 play HA as BL", "believed", "1 play BL as HA", "2 believe", "2 stop")
    get_rid(game, 4)
    assert game.view(None).hands == (0, 1, 6)
    return game


def test_at_most_one_has_cards() -> None:
    game = two_left()
    run(game, "1 play KA as 9")
    assert game.outcome is None
    events = run(game, "2 believe")
    assert [event.kind for event in events] == ["believe", "out", "over"]
    assert game.outcome is not None
    assert (game.outcome.reason, game.outcome.places) == ("at most one player has cards", (1, 2, 3))
    assert game.outcome.scores == (2, 1, 0)


def test_a_check_in_that_reaction_comes_first() -> None:
    game = two_left()
    run(game, "1 play KA as 9", "2 check")
    assert game.outcome is None
    assert (game.view(None).hands, game.to_act) == ((0, 3, 6), (2,))


def test_only_seats_with_cards_react_and_have_turns() -> None:
    game = two_left()
    run(game, "1 play KA as 9")
    assert game.to_act == (2,)
    assert game.moves(0) == []


# ---- questions, defaults, words --------------------------------------------------------------------------------------


def test_each_card_and_turn_is_a_new_question_and_beliefs_answer_the_same() -> None:
    game = table(*THREE)
    decisions = [game.decision]
    for move in ("0 play 5 as 5", "2 believe", "1 believe", "1 stop", "1 check"):
        run(game, move)
        decisions.append(game.decision)
    assert decisions == [0, 1, 1, 3, 4, 5]


def test_defaults() -> None:
    game = table(*THREE)
    assert game.default(0) == "play 1 as 1"
    run(game, "0 play 5 as 6")
    assert game.default(2) == "believe"
    run(game, "believed")
    assert game.default(1) == "stop"


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("Gök as Harlekin", "play GO as HA"),
        ("PLAY husu AS cuckoo", "play GR as GO"),
        ("play 7 for 9", "play 7 as 9"),
        ("play flower pot as inn", None),
        ("play 7", None),
        ("play 13 as 9", None),
        ("Syn", "check"),
        (" Stop ", "stop"),
    ],
)
def test_moves_are_read_as_people_write_them(text: str, move: str | None) -> None:
    game = table(*THREE)
    if move is None:
        with pytest.raises(UnreadableMove):
            game.play(0, text)
    else:
        assert game.read(text) == move


@pytest.mark.parametrize(
    ("before", "move", "sentence"),
    [
        ((), "1 play 2 as 3", "It is not your turn."),
        ((), "0 stop", "You lead, so you cannot stop: play a card and claim any rank."),
        ((), "0 play 2 as 3", "You do not hold the 2."),
        ((), "0 check", "There is no card to check: a new sequence begins."),
        ((), "0 believe", "There is nothing to believe: wait for the next card."),
        (("0 play 5 as GO",), "0 check", "The claim is your own."),
        (("0 play 5 as GO",), "0 believe", "The claim is your own."),
        (("0 play 5 as GO",), "1 stop", "First believe or check the card that was just played."),
        (("0 play 5 as GO", "1 believe"), "1 play BL as HA", "Wait until the others have believed or checked the card"),
        (("0 play 5 as GO", "1 believe"), "1 believe", "until the next card is played you may still check."),
        (("0 play 5 as GO", "believed"), "1 play BL as GO", "Claim a rank above Gök, or stop."),
        (("0 play 5 as HA", "believed"), "1 play BL as HA", "Nothing is above Harlekin: stop, or check."),
        (("0 play 5 as 5", "1 check"), "2 check", "The standing claim can no longer be checked."),
    ],
)
def test_refusals_say_why_and_change_nothing(before: tuple[str, ...], move: str, sentence: str) -> None:
    game = table(*THREE)
    run(game, *before)
    twin = game.copy()
    with pytest.raises(IllegalMove) as refusal:
        run(game, move)
    assert sentence in str(refusal.value)
    assert game == twin


def test_refusals_of_who_has_no_cards() -> None:
    game = two_left()
    run(game, "1 play KA as 9")
    with pytest.raises(IllegalMove, match="Only players with cards may check"):
        run(game, "0 check")
    with pytest.raises(IllegalMove, match="You have no cards: you can only wait"):
        run(game, "0 stop")
