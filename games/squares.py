"""The boards of Allierad as geometry: names of squares, lines of sight and corners, worked out once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

#: A square is its place in the order in which the cards are laid: from the top row, left to right.
Square = int


class Board:
    """The geometry of a board, worked out once.

    `names` of the squares ("a6"); `rays`: for each square, the squares straight up, right, down and left of it,
    nearest first; `beside`: for each square, those next to it; `starts`: the corner of each seat.
    """

    def __init__(self, columns: int, rows: int, corners: Sequence[str]) -> None:
        self.columns = columns
        self.names = tuple(f"{'abcdefg'[column]}{rows - row}" for row in range(rows) for column in range(columns))
        self.places = {name: square for square, name in enumerate(self.names)}
        self.moves = tuple(f"to {name}" for name in self.names)
        self.starts = tuple(self.places[name] for name in corners)
        self.rays = tuple(self._rays(column, row, rows) for row in range(rows) for column in range(columns))
        self.beside = tuple(tuple(ray[0] for ray in rays if ray) for rays in self.rays)

    def _rays(self, column: int, row: int, rows: int) -> tuple[tuple[Square, ...], ...]:
        rays = []
        for across, down in ((0, -1), (1, 0), (0, 1), (-1, 0)):
            ray = []
            x, y = column + across, row + down
            while 0 <= x < self.columns and 0 <= y < rows:
                ray.append(y * self.columns + x)
                x, y = x + across, y + down
            rays.append(tuple(ray))
        return tuple(rays)


BOARDS: Final = {
    4: Board(7, 6, ("a1", "a6", "g6", "g1")),
    2: Board(5, 5, ("a1", "e5")),
}
