"""Stacked Kille decks, and deals played again from the cards that an imagined world says were dealt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from games.cards import KILLE_DECK
from games.chance import Chance
from games.game import Game


def stack(dealer: int, *hands: str, then: str = "", each: int | None = None) -> tuple[str, ...]:
    """A shuffle that deals these hands, ``"BL 7 HA"``, seat 0 first, and then these cards; the lowest others fill up.

    A hand may name fewer cards than are dealt (`each`, by default as many as the longest names): it gets others too.
    """
    named = [hand.split() for hand in hands]
    each = each or max(map(len, named))
    left = Counter(KILLE_DECK)
    left.subtract([card for cards in named for card in cards] + then.split())
    assert not -left, f"more than two copies: {-left}"
    others = list(left.elements())
    full = [cards + [others.pop(0) for _ in range(each - len(cards))] for cards in named]
    order = [(dealer + 1 + step) % len(full) for step in range(len(full))]
    return (*[full[seat][number] for number in range(each) for seat in order], *then.split(), *others)


def dealt(dealer: int, hands: Sequence[Sequence[str]], rest: Sequence[str]) -> tuple[str, ...]:
    """The shuffle that deals these whole hands, and leaves these cards."""
    return stack(dealer, *map(" ".join, hands), then=" ".join(rest))


def any_shuffles(rng: Random, count: int) -> list[tuple[str, ...]]:
    """Some shuffles of the whole deck."""
    return [tuple(rng.sample(KILLE_DECK, len(KILLE_DECK))) for _ in range(count)]


def play_all(game: Game, moves: Sequence[tuple[int, str]] | str) -> list[Any]:
    """Make checked moves; returns the events. A text has the moves of whoever is to act, one after another."""
    events: list[Any] = []
    if isinstance(moves, str):
        for move in moves.split():
            events += game.play(game.to_act[0], move)
    else:
        for seat, move in moves:
            events += game.play(seat, move)
    return events


def wander(game: Game, rng: Random, most: int) -> list[tuple[int, str]]:
    """Make up to `most` random moves; returns them."""
    moves = []
    while game.to_act and len(moves) < most:
        seat = game.to_act[0]
        moves.append((seat, rng.choice(game.moves(seat))))
        game.advance(*moves[-1])
    return moves


def check_replay(
    game: Game, seat: int | None, moves: Sequence[tuple[int, str]], dealer: int, shuffles: Sequence[Sequence[str]]
) -> None:
    """From these shuffles all moves so far are legal, and end where this seat sees what it sees in `game`."""
    again = type(game)(game.seats, game.options, Chance(dealer=dealer, shuffles=shuffles))
    play_all(again, moves)
    assert again.view(seat) == game.view(seat)
