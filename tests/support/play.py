"""Positions of any game: set-ups, options, purses, seeds and moves that Hypothesis chooses, as records."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hypothesis import strategies as st

from games.game import Event, Game, OptionRule
from games.record import Record

#: How often a random player makes a move that it need not make.
EAGERNESS = 0.15


@dataclass(frozen=True)
class Position:
    """A record and the game after its moves. Tests that move on must copy the game."""

    record: Record
    game: Game = field(repr=False)


def choose(game: Game, rng: Random) -> tuple[int, str]:
    """A random move of a seat to act, or now and then of one that need not move."""
    if rng.random() < EAGERNESS:
        eager = [seat for seat in range(game.seats) if seat not in game.to_act]
        rng.shuffle(eager)
        for seat in eager:
            moves = game.moves(seat)
            if moves:
                return seat, rng.choice(moves)
    seat = rng.choice(game.to_act)
    return seat, rng.choice(game.moves(seat))


def wander(game: Game, rng: Random, most: int) -> Iterator[tuple[int, str]]:
    """Up to `most` random moves, each made by `advance` before it is yielded, until the game is over."""
    for _ in range(most):
        if game.outcome is not None:
            return
        seat, move = choose(game, rng)
        game.advance(seat, move)
        yield seat, move


def option_values(rule: OptionRule, longest: int) -> st.SearchStrategy[Any]:
    """Values of one option: the default, the extremes, and what lies between up to `longest` above the lowest."""
    if rule.choices:
        return st.sampled_from(rule.choices)
    if isinstance(rule.default, bool):
        return st.booleans()
    low = 0 if rule.low is None else rule.low
    high = low + longest if rule.high is None else min(rule.high, low + longest)
    return st.integers(low, high) | st.sampled_from([low, high, rule.default])


@st.composite
def setups(draw: st.DrawFn, kind: type[Game], longest: int = 20) -> Record:
    """A record without moves: seats, options, purses, dealer and seed."""
    seats = draw(st.sampled_from(kind.seats_allowed))
    options = {rule.name: draw(option_values(rule, longest)) for rule in kind.Options.rules() if draw(st.booleans())}
    purses = draw(st.none() | st.lists(st.integers(-5, 60), min_size=seats, max_size=seats).map(tuple))
    dealer = draw(st.none() | st.integers(0, seats - 1))
    return Record(kind.key, seats, options, purses, dealer, seed=draw(st.binary(min_size=1, max_size=4)))


@st.composite
def positions(draw: st.DrawFn, kind: type[Game], most: int = 700) -> Position:
    """A position anywhere in a game: random moves up to some point, then a few that Hypothesis chooses one by one."""
    record = draw(setups(kind))
    walk = list(wander(record.start(), Random(draw(st.integers(0, 2**16))), most))
    moves = walk[: draw(st.integers(0, 100)) * len(walk) // 100]
    game = record.start()
    for seat, move in moves:
        game.advance(seat, move)
    for pick in draw(st.lists(st.integers(0, 999), max_size=4)):
        offers = [(seat, move) for seat in range(game.seats) for move in game.moves(seat)]
        if offers:
            seat, move = offers[pick % len(offers)]
            game.advance(seat, move)
            moves.append((seat, move))
    return Position(dataclasses.replace(record, moves=tuple(moves)), game)


def position_of(record: Record) -> Position:
    """The position of a record, such as a worked example.

    Shuffles that are stacked for later moves of the record would not fit the piles of others: they are left out.
    """
    used = record.replay().chance.shuffled
    record = dataclasses.replace(record, shuffles=record.shuffles[:used])
    return Position(record, record.replay())


def as_objects(events: Sequence[Event]) -> list[dict[str, Any]]:
    """Events as JSON objects, to compare them."""
    return [event.to_json() for event in events]
