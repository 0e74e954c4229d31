"""Allierad at the table: the board with its pawns, squares as buttons, runs, votes, and an alliance that is asked twice."""

from __future__ import annotations

import statistics
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.allierad import AllieradTable
from games.allierad import Allierad
from games.chance import Chance
from games.game import Event
from pictures.alt import alt_text
from pictures.scene import Board, Scene
from tests.support.allierad import run, table
from tests.support.people import alts_of, controls, text_of
from tests.support.presenting import NAMES, check_everything_shown, check_public, playing, show_of
from tests.support.world import World
from tests.table.playing import fast_forward_to, next_player, open_table

TABLE = AllieradTable()


def after(game: Allierad, *moves: str) -> list[Event]:
    """The story of a game after these moves."""
    story = list(game.opening)
    for move in moves:
        story += run(game, move)
    return story


def board_of(scene: Scene) -> Board:
    (board,) = (element for element in scene.elements if isinstance(element, Board))
    return board


def moves_of(game: Allierad, story: list[Event], seat: int, path: str = "") -> dict[str, str | None]:
    """Label to move or path of what a hand offers."""
    return {choice.label: choice.move or choice.path for choice in TABLE.menu(show_of(game, story, seat), path).choices}


@settings(max_examples=6)
@given(st.integers(0, 2**16), st.sampled_from(Allierad.seats_allowed))
def test_everything_shown_holds_and_every_move_has_a_button(seed: int, seats: int) -> None:
    rng = Random(seed)
    game = Allierad(seats, Allierad.Options.read({"rounds": 2}), Chance(rng.randbytes(32)))
    told = 0
    for position, story in playing(game, rng):
        show = show_of(position, story)
        assert all(TABLE.sentence(event, show) for event in story[told:])
        told = len(story)
        if rng.random() < 0.06 or position.outcome is not None:
            check_everything_shown(TABLE, position, story)
            squares = [choice.move for choice in TABLE.public_choices(show)]
            expected = [] if position.outcome else [m for m in position.moves(position.turn) if m.startswith("to ")]
            assert squares == expected
            assert len(squares) <= 11
    check_public(TABLE, show_of(game, story))
    assert {TABLE.phase(game.view(None)), TABLE.phase(game.copy().view(None))} == {"over"}


# ---- the board -----------------------------------------------------------------------------------------------------


def test_the_board_shows_cards_pawns_coordinates_and_where_the_seat_in_turn_can_go() -> None:
    game = table(2, {"a3": "GO", "c1": "HU"})
    scene = TABLE.scene(show_of(game, after(game)))
    board = board_of(scene)
    names = [column + row for row in board.row_names for column in board.column_names]
    assert names[0] == "a5"
    assert names[-1] == "e1"
    assert board.squares[names.index("a3")].code == "GO"
    assert [names[pawn.square] for pawn in board.pawns] == ["a1", "e5"]
    assert [names[square] for square in board.reachable] == ["a2", "a3", "a4", "a5", "b1", "c1", "d1", "e1"]
    run(game, "0 to a3")
    board = board_of(TABLE.scene(show_of(game, [])))
    assert board.squares[names.index("a3")].code == "", "taken"
    assert [names[pawn.square] for pawn in board.pawns] == ["a3", "e5"]


def test_squares_are_buttons_with_the_card_on_them() -> None:
    game = table(2, {"a2": "GO", "b1": "7"})
    labels = moves_of(game, after(game), 0)
    assert labels["a2 Gök"] == "to a2"
    assert labels["b1 7"] == "to b1"
    run(game, "0 to a2", "1 to e4")
    labels = moves_of(game, after(game), 0)
    assert "a1" not in labels, "the card under a pawn at the start stays on the board"
    run(game, "0 to a1", "1 to e3")
    assert moves_of(game, after(game), 0)["a2"] == "to a2"


def test_runs_are_counted_under_each_player_and_only_the_best_is_bright() -> None:
    game = table(2, {"a2": "4", "a3": "5", "a4": "9", "a5": "6", "e4": "HA", "e3": "1"})
    story = after(game, "0 to a2", "1 to e4", "0 to a3", "1 to e3", "0 to a4", "1 to e2", "0 to a5")
    scene = TABLE.scene(show_of(game, story))
    ann = scene.seats[0]
    assert ann.line == "run 3"
    assert [(card.code, card.veiled) for card in ann.cards] == [("4", False), ("5", False), ("6", False), ("9", True)]
    assert "run of 3, 4 to 6" in alt_text(scene)
    assert "Runs: 4 to 6 (3)" in TABLE.hand_written(show_of(game, story, 0))
    assert scene.seats[1].line in ("", "run 2")


def test_copies_count_once() -> None:
    game = table(2, {"a2": "4", "a3": "4", "a4": "5"})
    story = after(game, "0 to a2", "1 to e4", "0 to a3", "1 to e3", "0 to a4")
    cards = TABLE.hand(show_of(game, story, 0)).cards
    assert [(card.code, card.glow) for card in cards] == [("4", "gold"), ("4", ""), ("5", "gold")]


# ---- allies and votes ----------------------------------------------------------------------------------------------


def test_an_alliance_is_asked_twice() -> None:
    game = table(4)
    story = after(game)
    assert moves_of(game, story, 0)["Choose an ally …"] == "ally"
    asked = TABLE.menu(show_of(game, story, 0), "ally").choices
    assert [(choice.label, choice.path, choice.move) for choice in asked] == [
        ("Bo", "ally 2", None), ("Cy", "ally 3", None), ("Dee", "ally 4", None)
    ]  # fmt: skip
    menu = TABLE.menu(show_of(game, story, 0), "ally 3")
    assert "Do you want Cy as your ally, for the whole game?" in menu.prompt
    assert "Bo and Dee become allies too" in menu.prompt
    assert [(choice.label, choice.move) for choice in menu.choices] == [("Yes, Cy is my ally", "ally 3")]
    assert "Choose an ally …" not in moves_of(game, story, 1), "not out of turn"
    story += run(game, "0 ally 3")
    assert [pill.text for pill in TABLE.scene(show_of(game, story)).pills] == ["Ann chose Cy", "Round 1"]
    told = [TABLE.hand_written(show_of(game, story, seat)).splitlines()[-1] for seat in range(4)]
    assert told == [
        "You chose Cy as your ally: if you win, nobody gets points.",
        "Your ally is Dee: if one of you wins, that one gets 6 and the other 4.",
        "Ann chose you as ally: if you win, you get 7 and Ann gets 3.",
        "Your ally is Bo: if one of you wins, that one gets 6 and the other 4.",
    ]
    assert "Allies: Ann, who chose, and Cy; Bo and Dee." in TABLE.written(show_of(game, story))
    assert "Choose an ally …" not in moves_of(game, story, 0)
    assert [TABLE.confidants(game.view(None), seat) for seat in range(4)] == [(2,), (3,), (0,), (1,)]
    game.finish("rounds played", (1, 1, 1, 1))
    assert not any("if " in TABLE.hand_written(show_of(game, story, seat)) for seat in range(4)), (
        "nothing is to win now"
    )


def test_without_an_alliance_nobody_whispers() -> None:
    assert TABLE.confidants(table(4).view(None), 0) == ()
    assert TABLE.confidants(table(2).view(None), 0) == ()


def test_votes_are_offered_to_everybody_at_any_time_and_counted() -> None:
    game = table(4)
    story = after(game)
    assert moves_of(game, story, 2) == {"Call a hand unbeatable …": "vote"}
    assert moves_of(game, story, 2, "vote") == {
        f"{NAMES[seat]} cannot be beaten": f"unbeatable {seat + 1}" for seat in (0, 1, 3)
    }
    story += run(game, "2 unbeatable 1")
    assert "The hand of Ann is called unbeatable by 1 of 3." in TABLE.status(show_of(game, story))
    assert "You call the hand of Ann unbeatable." in TABLE.hand_written(show_of(game, story, 2))
    assert moves_of(game, story, 2)["Withdraw my vote"] == "withdraw"
    assert "Ann cannot be beaten" not in moves_of(game, story, 2, "vote")


# ---- the end of a round --------------------------------------------------------------------------------------------


def test_the_hands_of_a_round_are_shown_before_the_next_one() -> None:
    game = table(4, {"a2": "4", "a3": "5", "b6": "9"}, {})
    story = after(game, "0 to a2", "1 to b6", "2 to f6", "3 to f1", "0 to a3")
    since = len(story)
    for voter in (1, 2, 3):
        story += run(game, f"{voter} unbeatable 1")
    assert game.round == 2
    (stage,) = TABLE.stages(show_of(game, story), since)
    assert stage.status == "Ann wins round 1: run of 2, 4 to 5. Points: Ann 10."
    rows = stage.scene.elements
    assert rows[0].caption == "Ann: run of 2, 4 to 5 · 10 points"
    assert [(card.code, card.glow) for card in rows[0].cards] == [("4", "gold"), ("5", "gold")]
    assert [len(row.cards) for row in rows] == [2, 1, 1, 1]
    assert story[stage.told - 1].kind == "round"
    assert TABLE.stages(show_of(game, story), stage.told) == ()
    assert TABLE.last_trick(show_of(game, story))[0] == stage.status
    assert "run" not in TABLE.scene(show_of(game, story)).seats[0].line, "the new round begins with empty hands"


def test_the_points_of_an_alliance_are_said() -> None:
    game = table(4, {"a2": "4", "b6": "9"}, {}, {})
    story = after(game, "0 ally 2", "0 to a2", "1 to b6")
    for voter in (1, 2, 3):
        story += run(game, f"{voter} unbeatable 1")
    show = show_of(game, story)
    said = [TABLE.sentence(event, show) for event in story if event.kind == "round"]
    assert said == ["Bo wins round 1: no run. Points: Ann 3 and Bo 7."]


def test_a_round_that_nobody_ends_says_why_it_is_over() -> None:
    """Otherwise the board is gone all of a sudden, with cards still on it."""
    game = table(2, {"a2": "4", "e4": "9"}, {})
    story = after(game, "0 to a2", "1 to e4", "0 to a1", "1 to e5")
    for move in ("0 to a2", "1 to e4", "0 to a1", "1 to e5", "0 to a2", "1 to e4"):
        story += run(game, move)
    assert game.round == 2
    (said,) = [TABLE.sentence(event, show_of(game, story)) for event in story if event.kind == "round"]
    assert said == "Three laps without a card end the round. Bo wins round 1: no run. Points: Bo 1."

    game = table(2, {"a2": "4", "e4": "9"}, {})
    story = after(game, "0 to a2", "1 to e4", "0 unbeatable 2")
    (said,) = [TABLE.sentence(event, show_of(game, story)) for event in story if event.kind == "round"]
    assert said == "Bo wins round 1: no run. Points: Bo 1."


def test_a_chooser_who_wins_gets_nothing_and_is_told_so() -> None:
    show = show_of(table(4), [])
    event = Event("round", round=3, winner=0, runs=(("4", "5"), (), (), ()), points=(0, 0, 0, 0))
    assert TABLE.sentence(event, show).endswith("The chooser has won, so nobody gets points.")
    drawn = Event("round", round=3, winner=None, runs=((), (), (), ()), points=(0, 0, 0, 0))
    assert TABLE.sentence(drawn, show) == "Round 3 is drawn: the best hands are equal."


def test_scores_by_round() -> None:
    game = table(2, {"a2": "4"}, {"a2": "5"}, {}, rounds=3)
    story = after(game, "0 to a2", "1 unbeatable 1")
    text = TABLE.score_table(show_of(game, story))
    lines = text.split("```")[1].strip("\n").splitlines()
    assert [line.split() for line in lines] == [["Ann", "Bo"], ["1", "1", "0"], ["=", "1", "0"]]
    assert "after 3 rounds" in text


def test_rules_fit_a_message_and_lengths_are_sensible() -> None:
    assert len(TABLE.rules_page(show_of(table(2), []).words)) < 3900
    assert 20 <= TABLE.length(4, Allierad.Options()) <= 40
    assert TABLE.length(2, Allierad.Options.read({"rounds": 1})) == 4
    assert [TABLE.length(seats, Allierad.Options()) for seats in (1, 3)] == [
        TABLE.length(seats, Allierad.Options()) for seats in (2, 4)
    ], "a lobby asks before it is full"


# ---- over simcord --------------------------------------------------------------------------------------------------


async def sit_down(world: World, **options: object) -> Any:
    world.bot.house.lobby._token = lambda size: bytes([1] * size).hex()
    lobby = await open_table(world, "allierad", **options)
    for player in world.people[1:]:
        if world.tables()[-1].live:
            break
        await player.press(world.message(lobby.id), "Join")
    if not world.tables()[-1].live:
        await world.people[0].press(world.message(lobby.id), "Start")
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    return lobby


def few_cards_left(game: Any) -> bool:
    """Is the last round about to end?"""
    return game.round == game.options.rounds and sum(card is not None for card in game.cards) <= 3


def nearest_card(game: Any, seat: int, rng: Random) -> str:
    """No votes, so that the round goes on."""
    return game.default(seat)


async def play_on(world: World, lobby: Any) -> None:
    """Whoever is next takes a card if one lies within reach, on the public message."""
    wanted = world.tables()[-1]
    while wanted.live:
        player = next_player(world, wanted)
        offers = [control for control in controls(world.message(lobby.id)) if control.decides]
        cards = [control for control in offers if " " in control.label]
        await player.actor.click(world.message(lobby.id), custom_id=(cards or offers)[0].custom_id)
        player.presses.append(1)


@pytest.mark.people(2)
async def test_two_people_play_a_game_by_pressing(world: World) -> None:
    await sit_down(world, rounds=1)
    for _ in range(4):
        player = next_player(world)
        (control, *_) = (control for control in player.offers() if control.object.startswith("to "))
        await player.actor.click(player.hand, custom_id=control.custom_id)
        player.presses.append(1)
    await fast_forward_to(world, few_cards_left, nearest_card)
    await world.people[0].actor.slash(world.channel, "table")
    await play_on(world, world.table_message())
    assert "the result" in text_of(world.table_message())
    assert statistics.median(count for player in world.people for count in player.presses) == 1


@pytest.mark.people(4)
async def test_four_people_ally_vote_and_play_on_after_a_restart(world: World) -> None:
    lobby = await sit_down(world, rounds=1)
    wanted = world.tables()[-1]
    first = next_player(world)
    seat = wanted.seat_of(first.id)
    chosen = wanted.places[(seat + 1) % 4].name
    for label in ("Choose an ally …", chosen, f"Yes, {chosen} is my ally"):
        assert wanted.going().alliance is None
        await first.press(first.hand, label)
    assert wanted.going().alliance == (seat, (seat + 1) % 4)
    assert f"{chosen}" in text_of(first.hand)
    assert "chose" in alts_of(world.message(lobby.id))[0]
    other = next(player for player in world.people if player is not first)
    await other.press(other.hand, "Call a hand unbeatable …")
    await other.press(other.hand, f"{first.actor.name} cannot be beaten")
    assert "called unbeatable by 1 of 3" in text_of(world.message(lobby.id))
    before = wanted.going()
    await world.restart()
    wanted = await world.bot.house.find(wanted.id)
    assert wanted.going() == before
    await fast_forward_to(world, few_cards_left, nearest_card)
    await world.people[0].actor.slash(world.channel, "table")
    await play_on(world, world.table_message())
    assert "the result" in text_of(world.table_message())
