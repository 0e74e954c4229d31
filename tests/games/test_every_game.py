"""Every game keeps the promises of the contract (section 2): one suite for all, and nothing to register."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import find_games
from games.errors import BadSetup
from games.game import Game
from tests.support.play import Position, choose, positions, setups
from tests.support.promises import PROMISES, check_points, check_questions

GAMES = list(find_games().values())

#: A play-out that has not ended after so many moves is left alone, as long as it is within its bound.
PATIENCE = 6_000

each_game = pytest.mark.parametrize("kind", GAMES, ids=[kind.key for kind in GAMES])


@each_game
@pytest.mark.parametrize("promise", PROMISES, ids=[promise.__name__ for promise in PROMISES])
def test_promise(kind: type[Game], promise: Callable[[Position], None]) -> None:
    @settings(max_examples=25)
    @given(positions(kind))
    def keeps_it(position: Position) -> None:
        promise(position)

    keeps_it()


@each_game
def test_random_games_end(kind: type[Game]) -> None:
    @settings(max_examples=12)
    @given(setups(kind, longest=3), st.integers(0, 2**16))
    def ends(record, salt) -> None:  # type: ignore[no-untyped-def]
        game, rng = record.start(), Random(salt)
        play_to_the_end(game, lambda: choose(game, rng))

    ends()


@each_game
def test_games_of_absent_players_end(kind: type[Game]) -> None:
    for seats in {min(kind.seats_allowed), max(kind.seats_allowed)}:
        game = kind(seats)
        play_to_the_end(game, lambda game=game: (game.to_act[0], game.default(game.to_act[0])))


def play_to_the_end(game: Game, choice: Callable[[], tuple[int, str]]) -> None:
    bound = type(game).longest(game.seats, game.options)
    cards = Counter(game.piles())
    made = 0
    while game.outcome is None and made < PATIENCE:
        check_questions(game)
        decision = game.decision
        game.play(*choice())
        made += 1
        assert made <= bound, f"more than {bound} moves"
        assert game.ply == made
        assert game.decision >= decision
        check_points(game)
    check_questions(game)
    assert Counter(game.piles()) == cards


@each_game
def test_set_ups_that_do_not_fit(kind: type[Game]) -> None:
    fitting = min(kind.seats_allowed)
    for seats in (0, -1, min(kind.seats_allowed) - 1, max(kind.seats_allowed) + 1, True, 2.0, "2", None):
        with pytest.raises(BadSetup):
            kind(seats)  # type: ignore[arg-type]
    with pytest.raises(BadSetup):
        kind(fitting, purses=(1,) * (fitting + 1))
    with pytest.raises(BadSetup):
        kind(fitting, purses=("1",) * fitting)  # type: ignore[arg-type]
    with pytest.raises(BadSetup):
        kind(fitting, object())  # type: ignore[arg-type]
    with pytest.raises(BadSetup):
        kind.Options.read({"colour": "blue"})


@each_game
def test_a_game_introduces_itself(kind: type[Game]) -> None:
    assert kind.key == kind.key.lower()
    assert kind.title
    assert len(set(kind.seats_allowed)) == len(kind.seats_allowed)
    for rule in kind.Options.rules():
        assert rule.allows(rule.default)
        assert rule.help.endswith(".")
        assert all(rule.allows(value) for value in rule.words)


def test_there_are_games_and_their_keys_and_titles_differ() -> None:
    assert "kontsina" in find_games()
    assert len({kind.title for kind in GAMES}) == len({kind.key for kind in GAMES}) == len(GAMES)
