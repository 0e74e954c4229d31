"""Battalion: allocation, battles, replays and the end; each ruling of the page on armies written out."""

from __future__ import annotations

from random import Random

import pytest

from games.battalion import Battalion, BattalionOptions, fight
from games.game import BadSetup, Chance, Event, IllegalMove, UnreadableMove

ORDER = ("10", "9", "8", "7", "6", "5", "4", "3", "2", "A", "X")

#: Armies as what lies at the Jack, the Queen and the King.
HEAVY_JACK = "10 9 / 8 7 A / 6 5 4 3 2"
HEAVY_QUEEN = "8 7 / 10 6 A / 9 5 4 3 2"


def battalion(seats: int = 2, dealer: int = 0, games: int = 5) -> Battalion:
    return Battalion(seats, BattalionOptions(games=games), Chance(dealer=dealer))


def allocate(game: Battalion, army: str) -> list[Event]:
    """The seat that is placing lays its whole army; the events of its last move."""
    seat, at = game.to_act[0], {}
    has_joker = seat in game.jokers
    for general, stack in zip("JQK", army.split("/"), strict=True):
        at |= dict.fromkeys(stack.split(), general)
    events: list[Event] = []
    for card in ORDER:
        if card in at:
            events = game.play(seat, f"place {card} {at[card]}")
    return game.play(seat, "done") if has_joker and "X" not in at else events


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


# ---- allocation ------------------------------------------------------------------------------------------------------


def test_the_seat_left_of_the_dealer_allocates_first_then_clockwise() -> None:
    game = battalion(4, dealer=2)
    assert game.opening == (Event("game", game=1, order=(3, 0, 1, 2), jokers=(3, 0)),)
    placed = []
    for _ in range(3):
        placed.append(game.to_act)
        assert kinds(allocate(game, HEAVY_JACK)) == ["allocated"]
    assert [*placed, game.to_act] == [(3,), (0,), (1,), (2,)]


@pytest.mark.parametrize(("seats", "jokers"), [(2, (1,)), (3, (1, 2)), (4, (1, 2))])
def test_the_first_holds_a_joker_and_with_three_or_four_the_second_too(seats: int, jokers: tuple[int, ...]) -> None:
    assert battalion(seats).view(None).jokers == jokers


def test_soldiers_are_laid_one_by_one_the_ten_first() -> None:
    game = battalion()
    for card in ORDER[:10]:
        assert game.view(1).next == card
        assert game.moves(1) == [f"place {card} J", f"place {card} Q", f"place {card} K"]
        assert game.moves(0) == []
        assert game.play(1, f"place {card} K") == []
    assert game.view(1).next == "X"
    assert game.moves(1) == ["place X J", "place X Q", "place X K", "done"]


@pytest.mark.parametrize(("last", "jack"), [("place X J", 1), ("done", 0)])
def test_a_joker_is_laid_or_left_and_either_ends_the_allocation(last: str, jack: int) -> None:
    game = battalion()
    for card in ORDER[:10]:
        game.play(1, f"place {card} K")
    assert game.play(1, last) == [Event("allocated", seat=1, sizes={"J": jack, "Q": 0, "K": 10})]
    assert game.to_act == (0,)
    assert game.view(1).next is None


def test_a_seat_without_a_joker_ends_with_its_ace() -> None:
    game = battalion(3)
    allocate(game, HEAVY_JACK)
    allocate(game, HEAVY_JACK)
    for card in ORDER[:9]:
        game.play(0, f"place {card} Q")
    assert kinds(game.play(0, "place A Q"))[0] == "allocated"


def test_nothing_of_an_allocation_is_public_before_it_ends_not_even_how_many() -> None:
    game = battalion(3)
    before = [game.view(seat) for seat in (None, 0, 2)]
    for card in ORDER[:10]:
        game.play(1, f"place {card} Q")
        assert [game.view(seat) for seat in (None, 0, 2)] == before
    assert game.view(1).stacks == {"J": (), "Q": tuple(f"{card}D" for card in ORDER[:10]), "K": ()}
    game.play(1, "place X K")
    assert game.view(2).sizes == (None, {"J": 0, "Q": 10, "K": 1}, None)
    assert game.view(2).decision > before[0].decision
    assert game.view(2).stacks == {"J": (), "Q": (), "K": ()}


def test_imagined_armies_have_the_public_sizes_and_hold_the_joker_where_eleven_lie() -> None:
    game = battalion(3)
    allocate(game, "10 9 / 8 7 A X / 6 5 4 3 2")
    allocate(game, "10 / 8 7 A / 9 6 5 4 3 2")
    game.play(0, "place 10 K")
    worlds = [Battalion.imagine(game.view(0), Random(salt)) for salt in range(40)]
    assert {world.ply for world in worlds} == {game.ply}
    first = {tuple(world.stacks(1).items()) for world in worlds}
    assert len(first) > 30
    for world in worlds:
        assert world.sizes(1) == {"J": 2, "Q": 4, "K": 5}
        assert sum(stack.count("X") for stack in world.stacks(1).values()) == 1
        assert world.sizes(2) == {"J": 1, "Q": 3, "K": 6}
        assert not any("X" in stack for stack in world.stacks(2).values())
        assert world.stacks(0) == {"J": (), "Q": (), "K": ("10C",)}


def test_what_has_been_turned_up_is_imagined_as_it_lies() -> None:
    game = battalion()
    allocate(game, HEAVY_JACK)
    allocate(game, HEAVY_QUEEN)
    assert Battalion.imagine(game.view(0), Random(1)).laid == game.laid


def test_who_is_placing_may_have_come_to_any_card() -> None:
    game = battalion(2, dealer=0)
    for card in ORDER[:4]:
        game.play(1, f"place {card} Q")
    lengths = {len(Battalion.imagine(game.view(0), Random(salt)).laid[1]) for salt in range(200)}
    assert lengths == set(range(11))
    allocate_rest = [f"place {card} Q" for card in ORDER[4:10]]
    for move in [*allocate_rest, "done"]:
        game.play(1, move)
    lengths = {len(Battalion.imagine(game.view(1), Random(salt)).laid[0]) for salt in range(200)}
    assert lengths == set(range(10))  # the second seat has no Joker: with ten laid it would have ended


# ---- battles ---------------------------------------------------------------------------------------------------------


def test_equal_ranks_cancel_each_other_and_the_higher_rest_wins() -> None:
    battle = fight("K", {0: ("9C", "5C", "2C"), 1: ("6D", "5D", "2D")}, 2)
    assert battle.cancelled == ("2", "5")
    assert battle.totals == (9, 6)
    assert battle.winner == 0
    assert battle.flips == ((1,),)


def test_an_ace_counts_one_and_a_joker_nothing() -> None:
    battle = fight("J", {0: ("AC", "X"), 1: ()}, 2)
    assert battle.totals == (1, 0)
    assert battle.winner == 0


def test_two_jokers_do_not_cancel_and_an_empty_stack_has_nothing() -> None:
    battle = fight("J", {0: ("X",), 1: ("X",), 2: ()}, 3)
    assert battle.cancelled == ()
    assert battle.totals == (0, 0, 0)
    assert battle.winner is None
    assert battle.flips == ((0, 1, 2),)


def test_a_rank_in_two_of_three_stacks_counts_in_none_and_three_cancel_as_well() -> None:
    battle = fight("Q", {0: ("10C", "3C", "AC"), 1: ("10D", "4D", "AD"), 2: ("8H", "AH")}, 3)
    assert battle.cancelled == ("A", "10")
    assert battle.totals == (3, 4, 8)
    assert battle.flips == ((0,), (1,))


def test_a_shared_top_flips_all_the_lowest_first() -> None:
    battle = fight("J", {0: ("9C",), 1: ("3D",), 2: ("7H", "2H"), 3: ("5S",)}, 4)
    assert battle.winner is None
    assert battle.flips == ((1,), (3,), (0, 2))


def test_equal_totals_below_the_top_do_not_touch_the_winner() -> None:
    battle = fight("J", {0: ("5C",), 1: ("3D", "2D"), 2: ("7H",)}, 3)
    assert battle.winner == 2
    assert battle.flips == ((0, 1),)


def test_the_same_rank_at_different_generals_does_not_cancel() -> None:
    game = battalion()
    allocate(game, "10 / 9 8 7 6 5 4 3 2 / A")
    allocate(game, "A / 9 8 7 6 5 4 3 2 / 10")
    assert game.last is not None
    assert [battle.totals for battle in game.last.battles] == [(1, 10), (0, 0), (10, 1)]
    assert game.last.leaders == (0, 1)


def test_battles_follow_the_last_allocation_jacks_queens_kings() -> None:
    game = battalion()
    allocate(game, HEAVY_JACK)
    events = allocate(game, HEAVY_QUEEN)
    assert kinds(events) == ["allocated", "battle", "battle", "battle", "result"]
    assert [event["general"] for event in events[1:4]] == ["J", "Q", "K"]
    assert events[1] == Event(
        "battle",
        general="J",
        stacks=(("8C", "7C"), ("10D", "9D")),
        cancelled=(),
        totals=(15, 19),
        winner=1,
        flips=((0,),),
    )
    assert events[4] == Event("result", game=1, generals=(("Q", "K"), ("J",)), leaders=(0,))


# ---- the game and its replays ----------------------------------------------------------------------------------------


def test_most_generals_win_and_everything_stays_as_it_lies() -> None:
    game = battalion()
    allocate(game, HEAVY_JACK)
    allocate(game, HEAVY_QUEEN)
    assert game.outcome is not None
    assert game.outcome.reason == "most generals"
    assert game.outcome.places == (1, 2)
    assert game.scores == [2, 1]
    view = game.view(1)
    assert view.placing is None
    assert view.next is None
    assert view.sizes == ({"J": 2, "Q": 3, "K": 5}, {"J": 2, "Q": 3, "K": 5})
    assert view.stacks == {"J": ("10D", "9D"), "Q": ("8D", "7D", "AD"), "K": ("6D", "5D", "4D", "3D", "2D")}


def one_general_each(dealer: int) -> tuple[Battalion, list[Event]]:
    game = battalion(3, dealer)
    armies = ("10 9 / 2 A / 8 7 6 5 4 3", "2 A / 10 9 / 8 7 6 5 4 3", "4 3 / 6 5 / 10 9 8 7 2 A")
    events: list[Event] = []
    for seat in game.order:
        events = allocate(game, armies[seat])
    return game, events


def seat_one_is_out(dealer: int = 2, games: int = 5) -> Battalion:
    """Seats 0 and 2 have kept a general each, and play again."""
    game = battalion(3, dealer, games)
    armies = ("10 9 8 / 2 A / 7 6 5 4 3", "8 7 / 5 4 3 2 A / 10 9 6", "5 4 3 2 A / 10 9 7 6 / 8")
    for seat in game.order:
        allocate(game, armies[seat])
    return game


def test_a_shared_most_is_played_again_with_everything_back() -> None:
    game, events = one_general_each(dealer=2)
    assert game.scores == [1, 1, 1]
    assert events[-2:] == [
        Event("result", game=1, generals=(("J",), ("Q",), ("K",)), leaders=(0, 1, 2)),
        Event("game", game=2, order=(1, 2, 0), jokers=(1, 2)),
    ]
    view = game.view(1)
    assert (view.game, view.dealer, view.playing, view.placing) == (2, 2, (0, 1, 2), 1)
    assert view.sizes == (None, None, None)
    assert view.stacks == {"J": (), "Q": (), "K": ()}
    assert view.next == "10"
    assert view.last is not None
    assert view.last.stacks[1] == {"J": ("2D", "AD"), "Q": ("10D", "9D"), "K": ("8D", "7D", "6D", "5D", "4D", "3D")}


@pytest.mark.parametrize(("dealer", "order"), [(2, (2, 0)), (0, (2, 0)), (1, (0, 2))])
def test_only_the_leaders_replay_the_next_of_them_begins_and_two_have_one_joker(
    dealer: int, order: tuple[int, ...]
) -> None:
    game = seat_one_is_out(dealer)
    view = game.view(None)
    assert view.last is not None
    assert view.last.leaders == (0, 2)
    assert view.playing == (0, 2)
    assert view.order == order
    assert view.jokers == order[:1]


def test_a_new_game_is_a_new_question_even_for_the_seat_that_placed_last() -> None:
    game = seat_one_is_out(dealer=2)
    assert game.to_act == (2,)
    assert game.decision == game.ply
    assert game.view(2).next == "10"


def test_who_is_out_sees_no_stacks_of_its_own_and_gets_no_general() -> None:
    game = seat_one_is_out()
    assert game.scores == [1, 0, 1]
    with pytest.raises(IllegalMove, match="The leaders play this game alone"):
        game.play(1, "place 10 J")
    allocate(game, HEAVY_JACK)  # seat 2
    allocate(game, HEAVY_QUEEN)  # seat 0
    assert game.last is not None
    assert game.last.stacks[1] is None
    assert game.last.face_up == (("Q", "K"), None, ("J",))
    assert [battle.totals[1] for battle in game.last.battles] == [None, None, None]
    assert game.view(1).stacks == {"J": (), "Q": (), "K": ()}
    assert game.outcome is not None
    assert game.outcome.scores == (2, 0, 1)


@pytest.mark.parametrize(
    ("armies", "places"),
    [((HEAVY_JACK, HEAVY_QUEEN), (1, 3, 2)), ((HEAVY_QUEEN, HEAVY_JACK), (2, 3, 1))],
)
def test_a_later_game_counts_more_than_an_earlier_one(armies: tuple[str, str], places: tuple[int, ...]) -> None:
    game = seat_one_is_out()
    for army in armies:  # seat 2, then seat 0
        allocate(game, army)
    assert game.outcome is not None
    assert game.outcome.places == places


def test_if_nobody_keeps_a_general_all_play_again() -> None:
    game = battalion(3)
    for _ in range(3):
        events = allocate(game, HEAVY_JACK)
    assert events[-2] == Event("result", game=1, generals=((), (), ()), leaders=(0, 1, 2))
    assert game.view(None).playing == (0, 1, 2)
    assert game.view(None).game == 2


def test_after_the_last_game_the_leaders_share_the_win() -> None:
    game = seat_one_is_out(games=3)
    for _ in range(4):
        assert game.outcome is None
        allocate(game, HEAVY_JACK)
    assert game.outcome is not None
    assert game.outcome.reason == "undecided"
    assert game.outcome.places == (1, 3, 1)
    assert game.scores == [0, 0, 0]
    assert game.view(None).game == 3


@pytest.mark.parametrize("games", [0, 21])
def test_the_number_of_games_has_bounds(games: int) -> None:
    with pytest.raises(BadSetup):
        BattalionOptions(games=games)


# ---- defaults --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seat", "turned"), [(0, "QKJ"), (1, "KJQ"), (2, "JQK"), (3, "QKJ")])
def test_the_default_starts_where_seat_and_game_say_and_strengthens_the_weakest(seat: int, turned: str) -> None:
    game = battalion(4, dealer=(seat - 1) % 4)
    first, second, third = turned
    lowest = [first, second, third, third, second, first, first, second, third, third]
    # 10 9 8, with 7 6 5 15 15 15, with 4 3 2 19 18 17
    for card, general in zip(ORDER[:10], lowest, strict=True):
        assert game.default(seat) == f"place {card} {general}"
        game.play(seat, game.default(seat))
    assert game.default(seat) == "done"


def test_the_order_of_the_default_turns_on_in_the_next_game() -> None:
    game = battalion()
    allocate(game, HEAVY_JACK)
    allocate(game, HEAVY_JACK)
    assert (game.game, game.to_act) == (2, (0,))
    assert game.default(0) == "place 10 K"


# ---- text ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("place t j", "place 10 J"),
        ("Place ten at the Jack", "place 10 J"),
        ("PLACE  Ace  Q", "place A Q"),
        ("place a king", "place A K"),
        ("place joker to queen", "place X Q"),
        (" Done ", "done"),
    ],
)
def test_human_spelling(text: str, canonical: str) -> None:
    assert battalion().read(text) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "",
        "place",
        "place 10",
        "place 10 9",
        "place J Q",
        "place 11 J",
        "place 10 X",
        "10 J",
        "done now",
        "place 10 J K",
    ],
)
def test_what_is_no_move_of_battalion(text: str) -> None:
    game = battalion()
    before = game.copy()
    with pytest.raises(UnreadableMove):
        game.play(1, text)
    assert game == before


@pytest.mark.parametrize(
    ("placed", "seat", "move", "sentence"),
    [
        (0, 0, "place 10 J", "It is not your turn to place your army"),
        (0, 1, "place 9 J", "Cards are placed in order, from 10 to A, a Joker last: the 10 is next"),
        (3, 1, "place 10 J", "the 7 is next"),
        (3, 1, "place X J", "a Joker last: the 7 is next"),
        (3, 1, "done", "All ten soldiers must be placed: the 7 is next"),
        (10, 1, "place A J", "Your soldiers are all placed: place the Joker, or say done"),
        (11, 1, "place X J", "Your army is placed: nothing can be added or taken back"),
        (11, 0, "place X J", "You hold no Joker in this game; the 10 is next"),
    ],
)
def test_refusals_say_why(placed: int, seat: int, move: str, sentence: str) -> None:
    game = battalion()
    for card in ORDER[:placed]:
        game.play(1, f"place {card} Q")
    before = game.copy()
    with pytest.raises(IllegalMove, match=sentence):
        game.play(seat, move)
    assert game == before
