"""Sizes of the pictures and a rectangle to share out among what lies on the felt. All lengths are pixels."""

from dataclasses import dataclass
from typing import Final

TABLE_WIDTH: Final = 1100
TABLE_HEIGHT: Final = 700
MARGIN: Final = 24
"""What is drawn keeps this far from the edge; a client may round the corners off."""

CARD_RATIO: Final = 1.4
"""Height of a card over its width."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle: left, top, width, height."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the middle."""
        return self.x + self.width / 2, self.y + self.height / 2

    def inside(self, left: float = 0, top: float = 0, right: float = 0, bottom: float = 0) -> "Box":
        """The rectangle with these widths taken off its four sides; never narrower than a pixel."""
        return Box(
            self.x + left,
            self.y + top,
            max(1.0, self.width - left - right),
            max(1.0, self.height - top - bottom),
        )


def centred(x: float, y: float, width: float, height: float) -> Box:
    """The rectangle of this size round a point."""
    return Box(x - width / 2, y - height / 2, width, height)


TABLE: Final = Box(0, 0, TABLE_WIDTH, TABLE_HEIGHT)
SAFE: Final = TABLE.inside(MARGIN, MARGIN - 4, MARGIN, MARGIN - 4)
"""Everything that matters lies in here."""
