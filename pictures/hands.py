"""One player's own cards as a strip, what may not be played veiled."""

from dataclasses import replace
from typing import Final

from PIL import Image

from pictures.canvas import Canvas
from pictures.cards import lay_card
from pictures.colours import MUTED
from pictures.geometry import CARD_RATIO, MARGIN, TABLE_WIDTH, Box
from pictures.lettering import TEXT
from pictures.scene import Card, HandStrip, Look
from pictures.spread import shown_share

_FEW: Final = 164
_MANY: Final = 150
_NARROWEST: Final = 112
_OVER: Final = 12
_TITLE: Final = 56
_GAP: Final = 14
_MOST_LINES: Final = 4


def _lines(cards: tuple[Card, ...]) -> tuple[int, float, float]:
    """How many lines a hand takes, the width of a card and the step from one to the next."""
    room = TABLE_WIDTH - 2 * MARGIN
    largest = _FEW if len(cards) <= 5 else _MANY
    shown = max(shown_share(cards), 0.42)
    for lines in range(1, _MOST_LINES + 1):
        in_line = max(1, -(-len(cards) // lines))
        if in_line == 1:
            return lines, largest, largest
        if shown == 1.0:
            width = min(float(largest), (room - _GAP * (in_line - 1)) / in_line)
            if width >= _NARROWEST or lines == _MOST_LINES:
                return lines, width, width + _GAP
        else:
            step = min(largest + float(_GAP), (room - largest) / (in_line - 1))
            if step >= largest * shown or lines == _MOST_LINES:
                return lines, largest, step
    raise AssertionError("unreachable")


def draw_hand(hand: HandStrip, look: Look | None = None) -> Image.Image:
    """The hand as an opaque RGB picture, 1100 pixels wide and as high as its lines of cards need (one: about 260)."""
    look = look or Look()
    lines, width, step = _lines(hand.cards)
    card_height = round(width * CARD_RATIO)
    top = _TITLE if hand.title else 12
    height = top + lines * (_OVER + card_height) + (lines - 1) * 10 + 24
    canvas = Canvas(hand.felt, TABLE_WIDTH, height)
    if hand.title:
        canvas.write(hand.title, TABLE_WIDTH / 2, 38, TEXT, MUTED, width=TABLE_WIDTH - 4 * MARGIN, align="middle")
    for line in range(lines):
        first, last = line * len(hand.cards) // lines, (line + 1) * len(hand.cards) // lines
        taken = (last - first - 1) * step + width
        y = top + line * (_OVER + card_height + 10) + _OVER
        for index in range(first, last):
            x = (TABLE_WIDTH - taken) / 2 + (index - first) * step
            _draw_card(canvas, hand, index, Box(x, y, width, card_height), look)
    return canvas.image


def _draw_card(canvas: Canvas, hand: HandStrip, index: int, box: Box, look: Look) -> None:
    card = hand.cards[index]
    playable = hand.playable is None or index in hand.playable
    chosen = index in hand.chosen
    shown = replace(card, over="", under="", veiled=not playable, glow="gold" if chosen else card.glow)
    lay_card(canvas, shown, box, look)
