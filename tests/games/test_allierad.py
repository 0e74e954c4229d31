"""Allierad: every ruling of the page, on boards written out."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from games.allierad import Allierad, AllieradOptions, RoundResult, ranks_of, runs_of
from games.cards import KILLE_DECK
from games.game import BadSetup, Chance, Event, IllegalMove, UnreadableMove
from tests.support.allierad import run, table


def squares(game: Allierad, seat: int) -> list[str]:
    return [move[3:] for move in game.moves(seat) if move.startswith("to ")]


def vote_out(game: Allierad, hand: int) -> list[Event]:
    """All other seats vote this hand unbeatable."""
    voters = [seat for seat in range(game.seats) if seat != hand and game.votes[seat] != hand]
    return run(game, *(f"{seat} unbeatable {hand + 1}" for seat in voters))


# ---- the board -------------------------------------------------------------------------------------------------------


def test_the_cards_are_laid_row_by_row_from_the_top_and_the_pawns_stand_in_the_corners() -> None:
    deck = list(KILLE_DECK)
    game = Allierad(4, None, Chance(dealer=2, shuffles=[deck]))
    view = game.view(None)
    assert view.board[0] == ("BL", "BL", "PO", "PO", "KR", "KR", "1")
    assert view.board[5] == ("GR", "HU", "HU", "GO", "GO", "HA", "HA")
    assert view.pawns == ("a1", "a6", "g6", "g1")
    assert view.aside == 0
    assert game.opening == (Event("deal", round=1, dealer=2),)
    assert game.to_act == (3,)
    game = Allierad(2, None, Chance(dealer=0, shuffles=[deck]))
    view = game.view(None)
    assert view.board[0] == ("BL", "BL", "PO", "PO", "KR")
    assert view.board[4] == ("8", "8", "9", "9", "10")
    assert view.pawns == ("a1", "e5")
    assert view.aside == 17
    assert game.to_act == (1,)


def test_three_seats_are_no_table_of_allierad() -> None:
    with pytest.raises(BadSetup):
        Allierad(3)


def test_a_pawn_takes_the_card_where_it_stops_not_where_it_starts_nor_what_it_passes() -> None:
    game = table(4, {"a1": "HA", "a2": "PO", "a3": "7"})
    assert run(game, "0 to a3") == [Event("move", seat=0, square="a3", card="7")]
    view = game.view(None)
    assert view.hands == (("7",), (), (), ())
    assert view.board[5][0] == "HA"
    assert view.board[4][0] == "PO"
    assert view.board[3][0] is None
    assert view.pawns[0] == "a3"
    assert game.to_act == (1,)


def test_the_card_under_a_start_is_taken_when_a_pawn_stops_there() -> None:
    game = table(2, {"a1": "HA"})
    run(game, "0 to a2", "1 to e4")
    assert run(game, "0 to a1") == [Event("move", seat=0, square="a1", card="HA")]


def test_an_empty_square_may_be_chosen_and_passed() -> None:
    game = table(2)
    run(game, "0 to a2", "1 to e4", "0 to a3", "1 to e3")
    assert squares(game, 0) == ["a4", "a5", "b3", "c3", "d3", "a2", "a1"]  # seat 1 stands on e3
    assert run(game, "0 to a2") == [Event("move", seat=0, square="a2", card=None)]


def test_a_pawn_does_not_move_onto_or_past_a_pawn() -> None:
    game = table(4)
    assert squares(game, 0) == ["a2", "a3", "a4", "a5", "b1", "c1", "d1", "e1", "f1"]
    run(game, "0 to a4", "1 to a5", "2 to g5", "3 to g4")
    assert squares(game, 0) == ["b4", "c4", "d4", "e4", "f4", "a3", "a2", "a1"]


def test_hands_are_shown_lowest_first() -> None:
    game = table(2, {"a2": "HA", "a3": "BL", "a4": "12"})
    run(game, "0 to a2", "1 to e4", "0 to a3", "1 to e3", "0 to a4")
    assert game.view(None).hands[0] == ("BL", "12", "HA")


# ---- passed over -----------------------------------------------------------------------------------------------------


def blocked_in_the_corner() -> tuple[Allierad, list[Event]]:
    """Seat 1 stands in a6 between seat 2 on b6 and seat 0 on a5."""
    game = Allierad(4, None, Chance(dealer=1))
    return game, run(game, "2 to b6", "3 to g5", "0 to a5")


def test_a_seat_that_cannot_move_is_passed_over_without_an_alliance_but_may_vote() -> None:
    game, events = blocked_in_the_corner()
    assert events[1:] == [Event("blocked", seat=1)]
    assert game.to_act == (2,)
    assert game.view(None).quiet == 1
    assert game.moves(1) == ["unbeatable 1", "unbeatable 3", "unbeatable 4"]
    with pytest.raises(IllegalMove, match="not your turn"):
        run(game, "1 ally 1")
    run(game, "1 unbeatable 3")
    assert game.view(None).votes == (None, 2, None, None)


def test_three_laps_without_a_card_end_the_round_and_passing_over_may_complete_them() -> None:
    game = table(4)
    run(game, "0 to a4", "1 to b6", "2 to g5", "3 to f1")
    run(game, "0 to a5", "1 to a6", "2 to g6", "3 to e1")
    run(game, "0 to a4", "1 to c6")  # the last card taken
    assert game.view(None).quiet == 0
    run(game, "2 to g5", "3 to f1", "0 to a5", "1 to b6")
    run(game, "2 to g6", "3 to e1", "0 to a4", "1 to a6")
    run(game, "2 to b6", "3 to f1")
    assert game.view(None).quiet == 10
    events = run(game, "0 to a5")
    assert [event.kind for event in events] == ["move", "blocked", "round", "deal"]
    assert game.view(None).quiet == 0
    assert game.view(None).round == 2


def test_the_laps_count_from_the_last_card_of_this_round() -> None:
    game = table(2)
    run(game, "0 to a2", "1 to e4", "0 to a1", "1 to e5")
    shuttle = ["0 to a2", "1 to e4", "0 to a1", "1 to e5", "0 to a2"]
    run(game, *shuttle, "1 to d5")  # five quiet turns, then a card
    assert (game.view(None).round, game.view(None).quiet) == (1, 0)
    run(game, "0 to a1", "1 to e5", "0 to a2", "1 to e4", "0 to a1")
    assert (game.view(None).round, game.view(None).quiet) == (1, 5)
    assert [event.kind for event in run(game, "1 to e5")] == ["move", "round", "deal"]


def test_the_last_card_on_the_board_ends_the_round_at_once() -> None:
    game = table(4)
    events: list[Event] = []
    left = 42
    while game.round == 1:
        left = sum(card is not None for row in game.view(None).board for card in row)
        (seat,) = game.to_act
        events = game.play(seat, game.default(seat))
    assert left == 1
    assert [event.kind for event in events] == ["move", "round", "deal"]
    assert events[0]["card"] is not None
    assert game.view(None).last_round is not None


# ---- runs ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "runs"),
    [
        ("", []),
        ("7", ["7"]),
        ("KR 1 2 3", ["KR 1 2 3"]),  # the numeral 1 follows the wreath
        ("12 VA KA GR HU GO HA", ["12 VA KA GR HU GO HA"]),
        ("BL PO KR", ["BL PO KR"]),
        ("HA BL", ["HA", "BL"]),  # no step from Harlekin to Blare
        ("GO HA BL PO KR", ["BL PO KR", "GO HA"]),
        ("7 7 8 8", ["7 8"]),  # copies count once
        ("5 9 6 10 HA", ["9 10", "5 6", "HA"]),  # of equally long ones the higher first
        ("2 4 6", ["6", "4", "2"]),  # a rising set is no run
    ],
)
def test_a_hand_is_cut_into_its_runs_best_first(hand: str, runs: list[str]) -> None:
    assert [ranks_of(run) for run in runs_of(hand.split())] == [tuple(run.split()) for run in runs]


@pytest.mark.parametrize(
    ("south", "north", "winner"),
    [
        ("3 4", "HA 10", 0),  # longer
        ("3 4", "4 5", 1),  # equally long: the higher top
        ("3 4 8", "3 4 9", 1),  # equal best runs: the next ones
        ("3 4 8", "3 4", 0),  # no more runs loses to one that has one
        ("3 4 8", "4 3 8", None),  # equal in all
        ("7 7", "6 5", 1),  # copies count once
    ],
)
def test_the_longest_run_wins_and_equal_ones_are_compared_further(south: str, north: str, winner: int | None) -> None:
    up, down = south.split(), north.split()
    columns = {f"a{2 + place}": card for place, card in enumerate(up)}
    game = table(2, columns | {f"e{4 - place}": card for place, card in enumerate(down)})
    for place in range(3):
        # Who has taken all that is written goes back over squares that are empty by then.
        run(game, f"0 to a{2 + place}" if place < len(up) else "0 to a2")
        run(game, f"1 to e{4 - place}" if place < len(down) else "1 to e4")
    assert [Counter(hand) for hand in game.view(None).hands] == [Counter(up), Counter(down)]
    (event, *_) = [event for event in vote_out(game, 0) if event.kind == "round"]
    assert event["winner"] == winner
    assert game.view(None).last_round == RoundResult(winner, tuple(int(seat == winner) for seat in range(2)))


# ---- alliance and points ---------------------------------------------------------------------------------------------

HIGHEST_OF = {0: "a2", 1: "b6", 2: "g5", 3: "f1"}


def test_an_ally_is_chosen_before_the_move_and_the_seat_still_moves() -> None:
    game = table(4)
    assert run(game, "0 ally 3") == [Event("ally", seat=0, chosen=2)]
    assert game.to_act == (0,)
    assert game.view(None).alliance == (0, 2)
    assert not any(move.startswith("ally") for move in game.moves(0))
    assert "a2" in squares(game, 0)
    run(game, "0 to a2")
    assert not any(move.startswith("ally") for move in game.moves(1))


def test_only_the_seat_in_turn_chooses_and_never_with_two() -> None:
    game = table(4)
    assert [move for move in game.moves(0) if "ally" in move] == ["ally 2", "ally 3", "ally 4"]
    assert not any("ally" in move for seat in (1, 2, 3) for move in game.moves(seat))
    assert not any("ally" in move for move in table(2).moves(0))


@pytest.mark.parametrize(
    ("winner", "points"), [(0, (0, 0, 0, 0)), (1, (3, 7, 0, 0)), (2, (0, 0, 6, 4)), (3, (0, 0, 4, 6))]
)
def test_points_with_an_alliance_of_chooser_0_and_chosen_1(winner: int, points: tuple[int, ...]) -> None:
    game = table(
        4, {square: "HA" if seat == winner else "7" for seat, square in HIGHEST_OF.items() if seat != 3 - winner}
    )
    run(game, "0 ally 2", *(f"{seat} to {square}" for seat, square in HIGHEST_OF.items()))
    (event, *_) = [event for event in vote_out(game, 3) if event.kind == "round"]
    assert (event["winner"], event["points"]) == (winner, points)
    assert event["runs"][winner] == ("HA",)
    assert game.scores == list(points)


def test_the_winner_without_an_alliance_gets_ten() -> None:
    game = table(4, {"f1": "HA"})
    run(game, *(f"{seat} to {square}" for seat, square in HIGHEST_OF.items()))
    vote_out(game, 0)  # a vote only ends the round: the winner is found from the hands
    assert game.scores == [0, 0, 0, 10]


def test_the_alliance_and_its_roles_hold_for_later_rounds() -> None:
    game = table(4, {}, {"b6": "HA"})
    run(game, "0 ally 2")
    vote_out(game, 3)  # made just before the votes ended the round, it holds
    assert game.view(None).alliance == (0, 1)
    assert game.view(None).last_round == RoundResult(None, (0, 0, 0, 0))
    assert game.to_act == (1,)
    assert not any(move.startswith("ally") for move in game.moves(1))
    run(game, "1 to b6")
    vote_out(game, 3)
    assert game.scores == [3, 7, 0, 0]


def test_if_nobody_chooses_the_alliance_stays_possible_in_the_next_round() -> None:
    game = table(4)
    vote_out(game, 3)
    assert game.view(None).round == 2
    assert "ally 1" in game.moves(1)
    run(game, "1 ally 1")
    assert game.view(None).alliance == (1, 0)


# ---- votes -----------------------------------------------------------------------------------------------------------


def test_votes_may_be_changed_and_withdrawn_but_not_repeated_and_last_over_turns() -> None:
    game = table(4)
    assert game.moves(2) == ["unbeatable 1", "unbeatable 2", "unbeatable 4"]
    assert run(game, "2 unbeatable 1") == [Event("vote", seat=2, **{"for": 0})]
    assert game.moves(2) == ["unbeatable 2", "unbeatable 4", "withdraw"]
    run(game, "0 to a2", "1 to b6")
    assert game.view(None).votes == (None, None, 0, None)
    assert run(game, "2 withdraw") == [Event("vote", seat=2, **{"for": None})]
    assert game.view(None).votes == (None,) * 4
    run(game, "2 unbeatable 1", "2 unbeatable 2")
    assert game.view(None).votes == (None, None, 1, None)
    # Three votes are used up; what is left is to withdraw.
    assert [move for move in game.moves(2) if not move.startswith(("to", "ally"))] == ["withdraw"]
    run(game, "2 withdraw")
    with pytest.raises(IllegalMove, match="You have voted 3 times in this round"):
        run(game, "2 unbeatable 4")


def test_the_round_ends_when_all_others_agree_and_a_new_one_has_new_votes() -> None:
    game = table(4, {"a2": "HA"})
    run(game, "0 to a2", "1 unbeatable 1", "3 unbeatable 1", "2 unbeatable 4")
    assert game.view(None).round == 1
    events = run(game, "2 unbeatable 1")
    points = (10, 0, 0, 0)
    assert events == [
        Event("vote", seat=2, **{"for": 0}),
        Event("round", round=1, winner=0, runs=(("HA",), (), (), ()), points=points),
        Event("deal", round=2, dealer=0),
    ]
    view = game.view(None)
    assert view.votes == (None,) * 4
    assert view.hands == ((),) * 4
    assert view.pawns == ("a1", "a6", "g6", "g1")
    assert (view.dealer, view.turn, view.last_round) == (0, 1, RoundResult(0, points))
    assert len([move for move in game.moves(2) if move.startswith("unbeatable")]) == 3


def test_with_two_seats_one_vote_ends_the_round_whoevers_turn_it_is() -> None:
    game = table(2, {"a2": "7", "e4": "9"})
    run(game, "0 to a2", "1 to e4")
    events = run(game, "1 unbeatable 1")
    assert [event.kind for event in events] == ["vote", "round", "deal"]
    assert game.scores == [0, 1]


# ---- the end ---------------------------------------------------------------------------------------------------------


def test_the_game_ends_with_the_target_and_the_last_board_stays() -> None:
    game = table(2, {"a2": "HA"}, target=1)
    run(game, "0 to a2", "1 to e4")
    events = run(game, "0 unbeatable 2")
    assert [event.kind for event in events] == ["vote", "round"]
    assert game.outcome is not None
    assert game.outcome.reason == "target reached"
    assert (game.outcome.places, game.outcome.scores, game.outcome.net) == ((1, 2), (1, 0), (0, 0))
    assert game.to_act == ()
    assert game.moves(0) == game.moves(1) == []
    view = game.view(None)
    assert (view.turn, view.pawns, view.hands[0], view.round) == (None, ("a2", "e4"), ("HA",), 1)
    assert view.board[3][0] is None
    with pytest.raises(IllegalMove, match="over"):
        run(game, "0 to a3")


@pytest.mark.parametrize(("seats", "rounds_won"), [(2, 4), (4, 2)])
def test_target_0_is_four_points_with_two_seats_and_twenty_with_four(seats: int, rounds_won: int) -> None:
    game = table(seats, *[{"a2": "HA"}] * 7)
    rounds = 0
    while game.outcome is None:
        while game.to_act != (0,):
            (seat,) = game.to_act
            game.play(seat, game.default(seat))
        run(game, "0 to a2")
        vote_out(game, 0)
        rounds += 1
    assert rounds == rounds_won
    assert game.outcome.scores[0] == {2: 4, 4: 20}[seats]


def test_drawn_rounds_count_and_equal_points_share() -> None:
    game = table(2, rounds=2)
    vote_out(game, 0)
    assert game.view(None).last_round == RoundResult(None, (0, 0))
    vote_out(game, 0)
    assert game.outcome is not None
    assert game.outcome.reason == "rounds played"
    assert game.outcome.places == (1, 1)


def test_the_target_is_the_reason_in_the_last_round_too() -> None:
    game = table(2, {"a2": "HA"}, rounds=1, target=1)
    run(game, "0 to a2", "1 unbeatable 1")
    assert game.outcome is not None
    assert game.outcome.reason == "target reached"


def test_the_options_have_the_bounds_of_the_page() -> None:
    assert (AllieradOptions().rounds, AllieradOptions().target) == (12, 0)
    for wrong in ({"rounds": 0}, {"rounds": 51}, {"target": -1}, {"target": 101}):
        with pytest.raises(BadSetup):
            AllieradOptions(**wrong)


# ---- the default -----------------------------------------------------------------------------------------------------


def test_the_default_is_the_nearest_card_and_of_equally_near_ones_up_right_down_left() -> None:
    game = table(2)
    assert game.default(0) == "to a2"
    run(game, "0 to a2", "1 to e4", "0 to b2", "1 to d4")
    assert game.default(0) == "to b3"
    run(game, "0 to b3", "1 to d5")
    assert game.default(0) == "to b4"
    run(game, "0 to b4", "1 to d4", "0 to b3")
    run(game, "1 to d5")
    assert game.default(0) == "to c3"  # up is empty, right has a card, both one square away
    assert not game.default(0).startswith("ally")


def test_the_default_passes_an_empty_square_for_a_card_and_takes_the_nearest_square_if_there_is_no_card() -> None:
    game = table(2, {"a5": "7"})
    for square in ("a2", "a3", "b3", "b2", "b1", "a1"):
        run(game, f"0 to {square}", "1 to e4" if game.pawns[1] == game.board.places["e5"] else "1 to e5")
    assert game.default(0) == "to c1"  # a1: two squares right; up it is three
    game.cards = [None] * len(game.cards)
    assert game.default(0) == "to a2"
    game.pawns[1] = game.board.places["a2"]
    assert game.default(0) == "to b1"


# ---- questions and worlds --------------------------------------------------------------------------------------------


def test_votes_leave_the_question_as_it_is_unless_they_end_the_round() -> None:
    game = table(4)
    question = game.decision
    run(game, "1 unbeatable 1", "0 unbeatable 2", "1 withdraw", "2 unbeatable 1")
    assert game.decision == question
    run(game, "0 ally 2")  # what the seat is asked now has no ally in it
    assert game.decision == question + 1
    run(game, "0 to a2")
    assert game.decision == question + 2
    run(game, "1 unbeatable 1")
    assert game.decision == question + 2
    run(game, "3 unbeatable 1")  # all others agree
    assert game.view(None).round == 2
    assert game.decision == question + 3


def test_a_vote_that_ends_the_game_is_a_new_question_too() -> None:
    game = table(2, rounds=1)
    question = game.decision
    run(game, "0 unbeatable 2")
    assert game.decision == question + 1


@pytest.mark.parametrize("seats", [2, 4])
def test_an_imagined_world_is_the_same_position_and_keeps_the_votes_used(seats: int) -> None:
    game = table(seats)
    run(game, "0 to a2", "1 to e4" if seats == 2 else "1 to b6")
    if seats == 4:
        run(game, "2 unbeatable 1", "2 unbeatable 2", "2 unbeatable 1", "2 ally 4")
    for seat in (None, *range(seats)):
        world = Allierad.imagine(game.view(seat), random.Random(7))
        assert world.view(seat) == game.view(seat)
        assert [world.moves(other) for other in range(seats)] == [game.moves(other) for other in range(seats)]
        assert Counter(world.piles()) == Counter(KILLE_DECK)
        assert Counter(world.aside) == Counter(game.aside)


def test_everybody_sees_the_same() -> None:
    game = table(4)
    run(game, "0 to a2")
    public = game.view(None).to_json()
    for seat in range(4):
        assert game.view(seat).to_json() == public | {"seat": seat}


# ---- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["to c1", " TO  C1", "c1", "C1"])
def test_squares_are_read_forgivingly(text: str) -> None:
    assert table(4).play(0, text)[0]["square"] == "c1"


@pytest.mark.parametrize(
    "text", ["", "to", "to 1c", "to c0", "ally", "ally two", "unbeatable", "withdraw 2", "a1 a2", "pass"]
)
def test_what_is_no_move_of_allierad_is_unreadable_and_changes_nothing(text: str) -> None:
    game = table(4)
    before = game.copy()
    with pytest.raises(UnreadableMove):
        game.play(0, text)
    assert game == before


@pytest.mark.parametrize(
    ("seat", "text", "sentence"),
    [
        (1, "to a5", "It is not your turn."),
        (0, "to b2", "A pawn moves straight up, down, left or right."),
        (0, "to a1", "Your pawn must move at least one square."),
        (0, "to a6", "There is a pawn on a6."),
        (0, "to h1", "There is no square h1 on this board."),
        (0, "ally 1", "Choose another player as your ally, not yourself."),
        (0, "ally 5", "There is no player 5 at this table."),
        (0, "ally 0", "There is no player 0 at this table."),
        (1, "ally 3", "It is not your turn: an ally is chosen before your own move."),
        (0, "unbeatable 1", "You cannot vote for your own hand."),
        (0, "unbeatable 9", "There is no player 9 at this table."),
        (3, "unbeatable 1", "You have voted for the hand of Player 1 already."),
        (0, "withdraw", "You have no vote to withdraw."),
    ],
)
def test_refusals_are_sentences_and_change_nothing(seat: int, text: str, sentence: str) -> None:
    game = table(4)
    run(game, "3 unbeatable 1")
    before = game.copy()
    with pytest.raises(IllegalMove) as refusal:
        game.play(seat, text)
    assert str(refusal.value) == sentence
    assert game == before


def test_refusals_that_need_a_longer_game() -> None:
    game = table(4)
    run(game, "0 ally 2", "0 to a4", "1 to a5", "2 to g5", "3 to f1", "0 to a3")
    with pytest.raises(IllegalMove, match="There is a pawn between a5 and a1"):
        run(game, "1 to a1")
    with pytest.raises(IllegalMove, match="There is an alliance already; it holds for the whole game"):
        run(game, "1 ally 3")
    with pytest.raises(IllegalMove, match="With two players there are no alliances"):
        run(table(2), "0 ally 2")
    with pytest.raises(IllegalMove, match="There is no square g6 on this board"):
        run(table(2), "0 to g6")
