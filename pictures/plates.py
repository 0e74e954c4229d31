"""Name plates: who sits where, with a line, a badge, a marker and a pile; in full or narrow."""

from typing import Final

from pictures.canvas import Align, Canvas, text_width
from pictures.cards import lay_card, lay_marker
from pictures.colours import GOLD, GREYED, MUTED, SEAT_COLOURS, WHITE
from pictures.geometry import CARD_RATIO, Box, centred
from pictures.lettering import NAME, SMALLEST, initial, name_size, shown_name
from pictures.scene import Look, Pile, Seat

PLATE: Final = 88
"""Height of a plate with a line under the name."""
LOW_PLATE: Final = 64
"""Height of a plate with the name alone."""
_WIDE: Final = 262
"""From this width on a plate has a disc with an initial."""

_NARROW_EDGE: Final = 16
"""Between a name and the right edge of a narrow plate, whose round corners lie below the letters."""


def seat_colour(seat: Seat) -> str:
    """The colour of the seat's disc and pawn."""
    return SEAT_COLOURS[seat.colour % len(SEAT_COLOURS)]


def draw_plate(canvas: Canvas, seat: Seat, box: Box, *, line: bool = True) -> None:
    """A name plate filling the box. `line` False: the caller writes the seat's line elsewhere."""
    name = shown_name(seat.name, seat.fallbacks)
    radius = min(box.height / 2, 44)
    if seat.to_act:
        canvas.glow(box, GOLD, radius, 5)
    canvas.field(box, "#14171c" if seat.to_act else "#080c12", 236 if seat.to_act else 165, radius)
    left, right = box.x + radius * 0.55, box.right - radius * 0.55
    _, y = box.middle
    if box.width >= _WIDE:
        size = box.height - 14
        disc = centred(box.x + 7 + size / 2, y, size, size)
        canvas.field(disc, "#4a525c" if seat.out else seat_colour(seat))
        canvas.write(initial(name), *_letter(disc), NAME, GREYED if seat.out else WHITE, width=size, align="middle")
        left = disc.right + 12
    elif box.width >= 190 or not line:
        beside = box.y + box.height * 0.32 if line and seat.line else y
        dot = centred(box.x + radius * 0.4 + 12, beside, 20, 20) if box.width >= 190 else None
        if dot is not None:
            canvas.field(dot, "#4a525c" if seat.out else seat_colour(seat))
            left = dot.right + 8
    if seat.badge:
        width = max(58, text_width(seat.badge, NAME, 150) + 28)
        badge = Box(box.right - width - 12, box.y + 14, width, box.height - 28)
        canvas.field(badge, WHITE, 40)
        canvas.write(seat.badge, badge.middle[0], y, NAME, WHITE, width=width - 12, align="middle", least=NAME)
        right = badge.x - 10
    if seat.marker and not seat.badge:
        right = min(right, box.right - 44)
    colour = GREYED if seat.out else GOLD if seat.to_act else WHITE
    if line and seat.line and box.height < 80:
        room = (right - left) * 0.45
        muted = GREYED if seat.out else MUTED
        right -= 12 + canvas.write(seat.line, right, y, SMALLEST, muted, width=room, align="right", bold=False)
        _write_name(canvas, name, left, y, colour, right - left)
    elif line and seat.line:
        if box.width < _WIDE and not seat.badge and not seat.marker:
            right = box.right - _NARROW_EDGE
        _write_name(canvas, name, left, box.y + box.height * 0.32, colour, right - left)
        muted = GREYED if seat.out else MUTED
        start = left if box.width >= _WIDE else box.x + radius * 0.6
        canvas.write(seat.line, start, box.y + box.height * 0.73, SMALLEST, muted, width=right - start, bold=False)
    elif box.width >= _WIDE or seat.badge:
        _write_name(canvas, name, left, y, colour, right - left)
    else:
        _write_name(canvas, name, (left + right) / 2, y, colour, right - left, "middle")
    if seat.marker:
        lay_marker(canvas, seat.marker, box.right - 18, box.y + 15, 40)


def _write_name(
    canvas: Canvas, name: str, x: float, y: float, colour: str, width: float, align: Align = "left"
) -> None:
    """A name at NAME pixels, or smaller where it would be cut: a whole name says more than large letters."""
    size = name_size(name, width)
    canvas.write(name, x, y, size, colour, width=width, align=align, least=size)


def _letter(disc: Box) -> tuple[float, float]:
    x, y = disc.middle
    return x, y + 1


def draw_seat_pile(canvas: Canvas, pile: Pile, x: float, y: float, height: float, look: Look) -> float:
    """A seat's own pile beside its plate: left edge and middle line given; returns its width."""
    card_height = height
    card_width = card_height / CARD_RATIO
    box = Box(x, y - card_height / 2, card_width, card_height)
    draw_stack(canvas, pile, box, look)
    width = card_width
    if pile.count is not None:
        room = 120.0
        raised = 17 if pile.caption else 0
        width += 14 + canvas.write(str(pile.count), box.right + 14, y - raised, NAME, WHITE, width=room, least=NAME)
        if pile.caption:
            taken = canvas.write(pile.caption, box.right + 14, y + 20, SMALLEST, MUTED, width=170, bold=False)
            width = max(width, card_width + 14 + taken)
    return width


def draw_stack(canvas: Canvas, pile: Pile, box: Box, look: Look) -> None:
    """Cards lying on each other, the topmost in `box`; nothing but an outline if there are none."""
    if pile.top is None or pile.count == 0:
        canvas.field(box, WHITE, 16, box.width * 0.09)
        canvas.frame(box, WHITE, 3, 60, box.width * 0.09)
        return
    below = min(2, (pile.count or 1) - 1)
    offset = max(2.0, box.width * 0.035)
    radius = box.width * 0.09
    for depth in range(below, 0, -1):
        under = Box(box.x + depth * offset, box.y + depth * offset, box.width, box.height)
        canvas.field(under, "#e9e6df", 255, radius)
        canvas.frame(under, "#8d8a83", 1, 255, radius)
    lay_card(canvas, pile.top, box, look)
