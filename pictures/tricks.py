"""A trick: cards in a cross between four seats, or each in front of its seat."""

from dataclasses import replace
from typing import Final

from pictures.canvas import Canvas
from pictures.cards import card_box, lay_card
from pictures.geometry import Box
from pictures.lettering import SMALLEST
from pictures.scene import Card, Look, Side, Trick, place

_OFFSETS: Final[dict[Side, tuple[float, float, float]]] = {
    "top": (0, -0.79, -3),
    "right": (1.14, 0, 4),
    "bottom": (0, 0.79, 2),
    "left": (-1.14, 0, -4),
}
"""Side to how many card widths right and down of the middle its card lies, and its tilt."""
_LARGEST: Final = 152


def glowing(card: Card) -> Card:
    """The card with the winner's glow."""
    return replace(card, glow="gold")


def card_of(trick: Trick, seat: int) -> Card | None:
    """What lies in front of a seat: its card, the outlined place where it is to play, or nothing."""
    for played in trick.cards:
        if played.seat == seat:
            return glowing(played.card) if trick.winner == seat else played.card
    return place(trick.text, glow="gold") if seat in trick.to_play else None


def draw_cross(canvas: Canvas, cards: dict[Side, Card], box: Box, look: Look) -> None:
    """Cards of up to four sides round the middle of a box, slightly tilted."""
    x, y = box.middle
    if "top" in cards or "bottom" not in cards:
        reach = 0.79 + 0.7
        width = min(_LARGEST, box.height / 2 / reach, box.width / 3.34)
    else:
        # Nobody sits at the top: the cards at the sides stay level with their plates, the third comes nearer.
        width = min(_LARGEST, box.height / 2.6, box.width / 3.34)
        y = min(y, box.bottom - 1.5 * width)
    for side, card in cards.items():
        across, down, tilt = _OFFSETS[side]
        lies = card_box(x + across * width, y + down * width, width)
        lay_card(canvas, card, lies, look, tilt=tilt, text_size=max(SMALLEST, round(width * 0.2)))


def draw_before_seat(canvas: Canvas, card: Card, box: Box, look: Look, *, tile: bool) -> None:
    """A seat's card in the space before its plate."""
    width = min(box.width, box.height) if tile else min(box.width, box.height / 1.4)
    x, y = box.middle
    lies = Box(x - width / 2, y - width / 2, width, width) if tile else card_box(x, y, width)
    lay_card(canvas, card, lies, look, tile=tile)
