"""One card on the felt: face, back or empty place, with shadow, tilt, glow, veil, strike and marker."""

import math
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from pictures.canvas import Canvas, rounded, shadow_mask
from pictures.colours import GOLD, MUTED, ON_GOLD, RED, WHITE
from pictures.geometry import CARD_RATIO, Box, centred
from pictures.lettering import NAME, SMALLEST, two_lines
from pictures.scene import Card, Colours, Look
from pictures.spread import LABEL, Spread
from pictures.sprites import CARD_WIDTH, card_sprite

SHADOW: Final = 20
_GLOWS: Final = {"gold": GOLD, "red": RED}
_NUMBER: Final = 5
"""A text in an empty place no longer than this is a number or a rank, and as large as other numbers."""


def corner_radius(width: float, tile: bool) -> int:
    """The radius of a card's corners at this width."""
    return round(width * (24 / 128 if tile else 16 / CARD_WIDTH))


def _strike(face: Image.Image) -> None:
    """Cross a card out, over all of it, so that it shows in any light."""
    width, height = face.size
    layer = Image.new("L", (width * 2, height * 2))
    thickness = max(8, round(width * 0.13))
    ImageDraw.Draw(layer).line((width * 0.2, height * 1.84, width * 1.8, height * 0.16), fill=255, width=thickness)
    line = layer.resize((width, height), Image.Resampling.LANCZOS)
    face.paste(RED, (0, 0), line)


@lru_cache(384)
def _laid(card: Card, colours: Colours, width: int, height: int, tilt: float, tile: bool) -> Image.Image:
    """A card with its shadow, SHADOW pixels larger on every side, turned by `tilt` degrees."""
    face = card_sprite(card, colours, tile=tile).resize((width, height), Image.Resampling.LANCZOS)
    radius = corner_radius(width, tile)
    if card.veiled or card.struck:
        dark = rounded(width, height, radius, 84 if card.veiled else 60)
        face.paste("#0a1016", (0, 0), dark)
    if card.struck:
        _strike(face)
    laid = Image.new("RGBA", (width + 2 * SHADOW, height + 2 * SHADOW), "#00000000")
    laid.putalpha(shadow_mask(width, height, radius))
    lowered = Image.new("RGBA", laid.size, "#00000000")
    lowered.paste(laid, (0, 3))
    lowered.alpha_composite(face, (SHADOW, SHADOW))
    return lowered.rotate(tilt, Image.Resampling.BICUBIC, expand=True) if tilt else lowered


def _plain(card: Card) -> Card:
    """The card without its texts and glow, which are drawn apart: one drawing serves them all."""
    return Card(card.code, card.deck, veiled=card.veiled, struck=card.struck)


def lay_card(
    canvas: Canvas, card: Card, box: Box, look: Look, *, tilt: float = 0, tile: bool = False, text_size: int = SMALLEST
) -> None:
    """Draw a card into `box`. A tilted card keeps its middle; a card that glows lies straight."""
    radius = corner_radius(box.width, tile)
    if not card.code and card.deck is None:
        _lay_place(canvas, card, box, radius, text_size)
        return
    if card.glow:
        tilt = 0
        canvas.glow(box, _GLOWS[card.glow], radius, max(4, round(box.width * 0.045)))
    laid = _laid(_plain(card), look.colours, round(box.width), round(box.height), tilt, tile)
    x, y = box.middle
    canvas.image.paste(laid, (round(x - laid.width / 2), round(y - laid.height / 2)), laid)
    if card.marker:
        lay_marker(canvas, card.marker, box.right - box.width * 0.12, box.y + box.width * 0.12)


def _lay_place(canvas: Canvas, card: Card, box: Box, radius: int, text_size: int) -> None:
    gold = card.glow == "gold"
    canvas.field(box, WHITE, 16, radius)
    canvas.frame(box, GOLD if gold else WHITE, 3 if gold else 2, 255 if gold else 58, radius)
    if card.text:
        if len(card.text) <= _NUMBER:
            text_size = max(text_size, NAME, round(box.width * 0.3))
        lines = two_lines(card.text)
        x, y = box.middle
        for number, line in enumerate(lines):
            offset = (number - (len(lines) - 1) / 2) * (text_size + 4)
            canvas.write(line, x, y + offset, text_size, GOLD if gold else MUTED, width=box.width - 12, align="middle")


def lay_marker(canvas: Canvas, text: str, x: float, y: float, size: float = 44) -> None:
    """A gold disc with one or two characters in it, its middle at (x, y)."""
    canvas.field(centred(x, y, size + 6, size + 6), "#10151c", 190)
    canvas.field(centred(x, y, size, size), GOLD)
    canvas.write(text, x, y + 1, SMALLEST, ON_GOLD, width=size - 4, align="middle")


def lay_spread(canvas: Canvas, cards: tuple[Card, ...], lie: Spread, x: float, y: float, look: Look) -> None:
    """Draw cards as laid out by `spread`, the top left corner of their space at (x, y), with the texts over and under."""
    for card, (across, down) in zip(cards, lie.middles, strict=True):
        box = centred(x + across, y + down, lie.card_width, lie.card_height)
        lay_card(canvas, card, box, look, tile=lie.tiles, text_size=SMALLEST)
        room = max(min(lie.step, lie.card_width * 1.1), 30)
        colour = _GLOWS.get(card.glow, WHITE)
        middle = box.x + min(lie.step, lie.card_width) / 2
        if card.over:
            canvas.write(card.over, middle, box.y - LABEL / 2 + 2, NAME, colour, width=room, align="middle")
        if card.under:
            canvas.write(card.under, middle, box.bottom + LABEL / 2, NAME, colour, width=room, align="middle")


def card_box(x: float, y: float, width: float) -> Box:
    """The box of a whole card of this width round a point."""
    return centred(x, y, width, math.floor(width * CARD_RATIO))
