"""Byteskille: what each seat has seen, and that imagined worlds lead to the same hand."""

from __future__ import annotations

from random import Random

import pytest

from games.byteskille import Byteskille
from games.chance import Chance
from games.game import Event
from tests.support.byteskille import all_keep, cards, run, table

#: Cards that refuse a trade.
REFUSING = {"VA", "KA", "GR", "HU", "GO"}


def worlds(game: Byteskille, seat: int | None, count: int = 40) -> list[Byteskille]:
    return [Byteskille.imagine(game.view(seat), Random(number)) for number in range(count)]


def seen_in(game: Byteskille, seat: int | None, holder: int, count: int = 40) -> set[str | None]:
    """The cards that `holder` has in the worlds that this seat imagines."""
    return {cards(world)[holder] for world in worlds(game, seat, count)}


def test_a_card_seen_in_a_swap_is_followed_wherever_it_goes() -> None:
    game = table(4, "7 9 3 10")
    run(game, "0 trade", "1 trade")
    assert game.view(0).gave == ()
    assert seen_in(game, 0, 2) == {"7"}
    assert seen_in(game, 1, 2) == {"7"}
    assert seen_in(game, 2, 0) != {"9"}
    assert len(seen_in(game, 3, 2)) > 5


def test_a_card_shown_is_known_to_all_until_it_moves_and_after() -> None:
    game = table(4, "3 VA 5 9")
    run(game, "0 trade")
    assert seen_in(game, 3, 1) == seen_in(game, None, 1) == {"VA"}
    run(game, "1 trade")  # the inn goes to seat 2
    assert seen_in(game, None, 2) == {"VA"}


def test_who_swapped_when_asked_held_no_card_that_refuses() -> None:
    game = table(3, "3 9 10")
    run(game, "0 trade")  # now seat 0 has it
    assert not seen_in(game, 2, 0, 80) & REFUSING
    assert seen_in(game, 2, 1, 80) & REFUSING


def test_undone_trades_leave_the_faces_seen() -> None:
    game = table(4, "3 9 GO 10")
    run(game, "0 trade", "1 trade")
    assert cards(game) == ["3", "9", "GO", "10"]
    assert seen_in(game, 0, 1) == {"9"}
    assert seen_in(game, 1, 0) == {"3"}
    assert seen_in(game, 3, 2) == {"GO"}


def test_a_seller_remembers_the_card_it_sold_and_a_buyer_sees_it() -> None:
    game = table(4, "3 HU 8 9")
    run(game, "0 trade", "2 sell 8", "0 buy-card 3")
    assert seen_in(game, 2, 0) == {"8"}
    assert len(seen_in(game, 3, 0)) > 5
    assert game.view(0).card == "8"


def test_a_buyer_sees_the_card_that_an_undo_brings_back_to_its_chair() -> None:
    game = table(4, "2 9 9 HU", "3 9 GO")
    run(game, "keep", "keep", "keep", "keep", "0 skip")
    run(game, "1 trade", "2 sell 1", "0 buy-card 3", "0 trade")
    assert cards(game) == ["9", "3", None, "GO"]
    assert game.view(0).sights == ((0, "3"), (1, "9"))
    assert seen_in(game, 0, 1) == {"3"}


def test_a_new_deal_is_unknown_again() -> None:
    game = table(3, "5 6 7", "GO 9 BL")
    run(game, "0 trade", "1 keep", "2 keep")
    assert len(seen_in(game, 0, 1)) > 5
    assert game.view(0).sights == ((2, "BL"),)


def test_between_hands_nobody_holds_a_card() -> None:
    game = table(3, "2 9 HU")
    all_keep(game)
    for world in worlds(game, 1, 3):
        assert cards(world) == [None, None, None]
        assert world.view(None) == game.view(None)


@pytest.mark.parametrize("seed", range(12))
def test_the_hand_could_have_gone_like_this_from_the_cards_of_an_imagined_world(seed: int) -> None:
    """Each world's deck, dealt at the start of the hand, gives the same events for the same moves."""
    rng = Random(seed)
    game = Byteskille(rng.choice((3, 4, 6, 9)), None, Chance(bytes([seed])))
    start, moves, happened = game.copy(), list[tuple[int, str]](), list[Event]()
    checked = 0
    while game.outcome is None and checked < 60:
        seat = rng.choice([seat for seat in range(game.seats) if game.moves(seat)])
        move = rng.choice(["trade"] * 3 + game.moves(seat) if seat in game.to_act else game.moves(seat))
        move = move if move in game.moves(seat) else game.moves(seat)[0]
        shuffled = game.chance.shuffled
        happened += game.play(seat, move)
        moves.append((seat, move))
        if game.chance.shuffled != shuffled or game.phase == "buy-in":
            start, moves, happened = game.copy(), [], []
        elif game.phase == "trade":
            checked += 1
            for watcher in (None, *range(game.seats)):
                world = Byteskille.imagine(game.view(watcher), rng)
                again = start.copy()
                again.deck = world.deck
                assert [event for seat, move in moves for event in again.play(seat, move)] == happened
                assert again.view(watcher) == game.view(watcher)
