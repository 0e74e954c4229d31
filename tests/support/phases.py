"""Positions that show each phase of a game at its best, found by playing at random by the rules alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from hashlib import sha256
from random import Random
from typing import Any

from games.game import Event, Game
from games.record import Record
from table.presentation import Presentation
from tests.support.play import choose
from tests.support.presenting import show_of

#: What a game that is over is called here, whatever its presentation calls it.
OVER = "over"
#: At least so many whole games are played for each number of seats, and on until so many moves were made.
GAMES, MOVES = 12, 10_000
#: So many positions of a phase are looked at closely.
LOOKED_AT = 60
#: Gambling points of each seat at the start, in games that have stakes.
PURSE = 100
#: More buttons than this do not make a position say more.
MANY_MOVES = 12


@dataclass(frozen=True)
class Example:
    """A position of one phase: the record that leads there, and the seat to act with the most to choose (None: over)."""

    phase: str
    record: Record
    seat: int | None


def phase_at(presentation: Presentation, game: Game) -> str:
    """The phase of a position as the gallery names it."""
    return OVER if game.outcome is not None else presentation.phase(game.view(None))


def examples(presentation: Presentation, seats: int) -> list[Example]:
    """One position for every phase that comes up, the one that shows most, in the order in which they came up.

    A phase that needs other options (a second deal, say) is shown with such. The same for the same rules and
    presentation: seeds and choices are fixed.
    """
    usual = _examples(presentation, seats, as_usual=True)
    found = {**usual, **_examples(presentation, seats, as_usual=False), **usual}
    return sorted(found.values(), key=lambda example: example.phase == OVER)


def _examples(presentation: Presentation, seats: int, *, as_usual: bool) -> dict[str, Example]:
    """By phase; with the default options, or with any."""
    best: dict[str, tuple[int, Example]] = {}
    seen: dict[str, int] = {}
    games = moves = 0
    while games < GAMES or moves < MOVES:
        rng = Random(f"{presentation.game.key} {seats} {games}")
        options = {} if as_usual else _some_options(presentation.game, rng)
        for record, game, story in _positions(presentation.game, seats, options, rng):
            phase = phase_at(presentation, game)
            seen[phase] = seen.get(phase, 0) + 1
            if seen[phase] > LOOKED_AT and rng.random() > LOOKED_AT / seen[phase]:
                continue
            seat = max(game.to_act, key=lambda seat: len(game.moves(seat)), default=None)
            shown = _how_much(presentation, game, story, seat)
            if phase not in best or shown > best[phase][0]:
                best[phase] = shown, Example(phase, replace(record, moves=tuple(record.moves)), seat)
        games, moves = games + 1, moves + len(record.moves)
    return {phase: example for phase, (_, example) in best.items()}


def _some_options(kind: type[Game], rng: Random) -> dict[str, Any]:
    """Options of which some are as usual and some are not."""
    chosen: dict[str, Any] = {}
    for rule in kind.Options.rules():
        low = rule.low or 0
        values = rule.choices or ((False, True) if isinstance(rule.default, bool) else range(low, low + 4))
        chosen[rule.name] = rng.choice([rule.default, *filter(rule.allows, values)])
    return chosen


def _positions(
    kind: type[Game], seats: int, options: dict[str, Any], rng: Random
) -> Iterator[tuple[Record, Game, list[Event]]]:
    """Every position of one game played at random; record, game and story go on changing."""
    purses = (PURSE,) * seats if kind.stakes else None
    seed = sha256(repr(rng.random()).encode()).digest()
    made: list[tuple[int, str]] = []
    record = Record(kind.key, seats, options, purses, seed=seed, moves=made)  # type: ignore[arg-type]  # grows
    game = record.start()
    story = list(game.opening)
    yield record, game, story
    while game.outcome is None:
        seat, move = choose(game, rng)
        story += game.play(seat, move)
        made.append((seat, move))
        yield record, game, story


def _how_much(presentation: Presentation, game: Game, story: list[Event], seat: int | None) -> int:
    """How much there is to see: what is drawn on the table and in the hand, and the moves to choose from."""
    show = show_of(game, story)
    shown = _parts(presentation.scene(show)) + len(presentation.public_choices(show))
    if seat is None:
        return shown
    own = show_of(game, story, seat)
    return shown + _parts(presentation.hand(own)) + 3 * min(len(own.moves), MANY_MOVES)


def _parts(value: Any) -> int:
    """How many texts and cards are in a scene."""
    if is_dataclass(value):
        return sum(_parts(getattr(value, each.name)) for each in fields(value))
    if isinstance(value, tuple):
        return sum(map(_parts, value))
    return int(isinstance(value, str) and value != "")
