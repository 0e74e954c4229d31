"""A simple computer: random legal moves, captures preferred."""

from __future__ import annotations

import random
from collections.abc import Sequence

from games.game import Game, View


def choose_move(game: type[Game], view: View, moves: Sequence[str], rng: random.Random) -> str:
    """One of `moves` (not empty) for the owner of `view`: a capture if there is one, of those the one that takes most.

    In the moves of every game a capture is written ``played x taken …``; other moves are chosen at random.
    """
    captures = [move for move in moves if " x " in move]
    if not captures:
        return rng.choice(list(moves))
    most = max(len(move.split()) for move in captures)
    return rng.choice([move for move in captures if len(move.split()) == most])
