"""A scene or a hand as a picture, and a picture as bytes."""

import io
from dataclasses import replace
from typing import Final

from PIL import Image

from pictures.arrangement import Arrangement, SeatSpace, arrange, sides
from pictures.canvas import Align, Canvas
from pictures.cards import lay_spread
from pictures.colours import GREYED, MUTED
from pictures.elements import (
    Beside,
    Lying,
    Strips,
    column_width,
    draw_column,
    draw_lying,
    least_height,
    measure,
    weight,
)
from pictures.geometry import TABLE_HEIGHT, TABLE_WIDTH, Box
from pictures.hands import draw_hand
from pictures.lettering import SMALLEST
from pictures.pills import Item, draw_item, fits_on_one_line, item_height, item_width
from pictures.plates import draw_plate, draw_seat_pile
from pictures.scene import At, Card, Look, Pile, Pill, Pot, Row, Scene, Seat, Side, Strip, Trick
from pictures.spread import spread
from pictures.tricks import card_of, draw_before_seat, draw_cross

__all__ = ["draw_hand", "draw_scene", "encode"]

_QUALITIES: Final = (82, 70)
"""WebP quality, and the one for the rare picture that is too large with it."""
_METHOD: Final = 0
_MOST_BYTES: Final = 90 * 1024
_LOWER: Final[tuple[At, ...]] = ("bottom-left", "bottom-right")
_GAP: Final = 16.0
_LARGEST_GAP: Final = 34.0
_LEAST_GAP: Final = 6.0


def draw_scene(scene: Scene, look: Look | None = None) -> Image.Image:
    """The table as an opaque RGB picture of 1100 × 700 pixels."""
    look = look or Look()
    canvas = Canvas(scene.felt, TABLE_WIDTH, TABLE_HEIGHT)
    table = arrange(scene)
    trick = next((element for element in scene.elements if isinstance(element, Trick)), None)
    cornered = _draw_corners(canvas, scene, table)
    cross = _cross_cards(scene, table, trick)
    centre = _draw_side_columns(canvas, scene, table, look)
    _draw_stack(canvas, scene, table, centre, cornered, cross, look)
    _draw_seats(canvas, scene, table, trick, look)
    return canvas.image


def encode(picture: Image.Image) -> bytes:
    """The picture as WebP, about 90 KiB at most. Equal pictures give equal bytes."""
    for quality in _QUALITIES:
        buffer = io.BytesIO()
        picture.save(buffer, "WEBP", quality=quality, method=_METHOD)
        if buffer.tell() <= _MOST_BYTES:
            break
    return buffer.getvalue()


def _corner_items(scene: Scene, table: Arrangement) -> list[Item]:
    """Pots and pills that belong in corners; round a cross the captions, too, if lower corners are free."""
    items: list[Item] = [element for element in scene.elements if isinstance(element, Pot)]
    items.extend(scene.pills)
    cornered = [item for item in items if "-" in item.at]
    if table.kind == "compass":
        free: list[At] = [at for at in _LOWER if all(item.at != at for item in cornered)]
        cornered.extend(replace(pill, at=at) for at, pill in zip(free, _captions(scene), strict=False))
    return cornered


def _captions(scene: Scene) -> list[Pill]:
    return [pill for pill in scene.pills if "-" not in pill.at]


def _draw_corners(canvas: Canvas, scene: Scene, table: Arrangement) -> list[Item]:
    """Pills and pots in the corners that are free; returns those that must stand in the middle instead."""
    left_over: list[Item] = []
    taken = set()
    for item in _corner_items(scene, table):
        box = table.corners.get(item.at)
        if box is None or item.at in taken:
            left_over.append(item)
            continue
        taken.add(item.at)
        width = item_width(item, box.width)
        x = box.x if item.at.endswith("left") else box.right - width
        if table.kind == "rows":
            x = box.x + (box.width - width) / 2
        y = box.middle[1]
        if item_height(item, box.width) > box.height:
            y += (item_height(item, box.width) - box.height) / 2 * (1 if item.at.startswith("top") else -1)
        draw_item(canvas, item, x, y, box.width)
    return left_over


def _cross_cards(scene: Scene, table: Arrangement, trick: Trick | None) -> dict[Side, Card]:
    """The cards round the middle of a table for up to four: of the trick, else the one before each seat."""
    if table.kind not in ("compass", "facing") or (trick is None and table.kind == "facing"):
        return {}
    cards: dict[Side, Card] = {}
    for index, (seat, side) in enumerate(zip(scene.seats, sides(scene.seats), strict=True)):
        card = card_of(trick, index) if trick is not None else seat.cards[0] if seat.cards else None
        if card is not None:
            cards[side] = card
    return cards


def _draw_side_columns(canvas: Canvas, scene: Scene, table: Arrangement, look: Look) -> Box:
    """Elements at the left and right; returns what is left of the middle."""
    centre = table.centre
    for side in ("left", "right"):
        column = [element for element in scene.elements if isinstance(element, Row | Pile | Pot) and element.at == side]
        if not column:
            continue
        space = table.left if side == "left" else table.right
        if table.kind != "compass":
            width = column_width(column)
            x = space.x if side == "left" else space.right - width
            space = Box(x, space.y, width, space.height)
            centre = centre.inside(left=width + _GAP) if side == "left" else centre.inside(right=width + _GAP)
        draw_column(canvas, column, space, look)
    return centre


def _lines(scene: Scene, table: Arrangement, cornered: list[Item], width: float) -> list[Lying]:
    """What stands in the middle, from top to bottom."""
    before: dict[Side, list[Lying]] = {"top": [], "bottom": []}
    if table.kind == "facing":
        for seat, side in zip(scene.seats, sides(scene.seats), strict=True):
            if seat.cards:
                before[side].append(Row(seat.cards))
    captions: list[Item] = list(_captions(scene))
    if table.kind == "compass":
        used = {item.at for item in (*scene.elements, *scene.pills) if not isinstance(item, Trick)}
        captions = captions[sum(at not in used for at in _LOWER) :]
    return [
        *before["top"],
        *_beside(cornered, width),
        *_stacked(scene, "top"),
        *_stacked(scene, "centre"),
        *_beside(captions, width),
        *_stacked(scene, "bottom"),
        *before["bottom"],
    ]


def _stacked(scene: Scene, at: At) -> list[Lying]:
    """The elements of one place in lines: neighbouring piles and pots, and neighbouring strips, belong together."""
    lines: list[Lying] = []
    for element in scene.elements:
        if isinstance(element, Trick) or element.at != at:
            continue
        last = lines[-1] if lines else None
        if isinstance(element, Pile | Pot):
            together = last.items if isinstance(last, Beside) else ()
            lines[len(lines) - bool(together) :] = [Beside((*together, element))]
        elif isinstance(element, Strip):
            strips = last.strips if isinstance(last, Strips) else ()
            lines[len(lines) - bool(strips) :] = [Strips((*strips, element))]
        else:
            lines.append(element)
    return lines


def _beside(items: list[Item], width: float) -> list[Lying]:
    """Pills and pots as lines, as many on one as fit."""
    lines: list[Lying] = []
    waiting: tuple[Item, ...] = ()
    for item in items:
        if waiting and not fits_on_one_line((*waiting, item), width):
            lines.append(Beside(waiting))
            waiting = ()
        waiting = (*waiting, item)
    if waiting:
        lines.append(Beside(waiting))
    return lines


def _merged(lines: list[Lying], centre: Box) -> list[Lying]:
    """The lines as they are, or, where the middle is too low for them, all piles, pots and pills on one."""
    needed = sum(least_height(line, centre.width) for line in lines) + _LEAST_GAP * (len(lines) - 1)
    if needed <= centre.height:
        return lines
    items = tuple(item for line in lines if isinstance(line, Beside) for item in line.items)
    return [*(line for line in lines if not isinstance(line, Beside)), Beside(items)] if items else lines


def _draw_stack(
    canvas: Canvas,
    scene: Scene,
    table: Arrangement,
    centre: Box,
    cornered: list[Item],
    cross: dict[Side, Card],
    look: Look,
) -> None:
    """Share the height of the middle among its lines and draw them."""
    lines = _merged(_lines(scene, table, cornered, centre.width), centre)
    stacked: list[Lying | None] = list(lines)
    if cross:
        pills = [line for line in lines if weight(line) == 0]
        others = [line for line in lines if weight(line) > 0]
        stacked = [*others, None, *pills]
    if not stacked:
        return
    weights = [3.0 if line is None else weight(line) for line in stacked]
    heights = _share(stacked, weights, centre)
    spare = centre.height - sum(heights)
    gap = min(_LARGEST_GAP, max(_LEAST_GAP, spare / (len(stacked) + 1)))
    y = centre.y + (centre.height - sum(heights) - gap * (len(stacked) - 1)) / 2
    for line, height in zip(stacked, heights, strict=True):
        box = Box(centre.x, y, centre.width, height)
        if line is None:
            draw_cross(canvas, cross, box, look)
        else:
            draw_lying(canvas, line, box, look, scene.seats)
        y += height + gap


def _share(stacked: list[Lying | None], weights: list[float], centre: Box) -> list[float]:
    """The height of each line: what it can use of its share; what one leaves goes to the others."""
    room = centre.height - _GAP * (len(stacked) - 1)
    heights = [0.0] * len(stacked)
    for index, line in enumerate(stacked):
        if weights[index] == 0 and line is not None:
            heights[index] = measure(line, centre.width, room)
    open_lines = [index for index in range(len(stacked)) if weights[index] > 0]
    left = room - sum(heights)
    while open_lines:
        total = sum(weights[index] for index in open_lines)
        settled = []
        for index in open_lines:
            line = stacked[index]
            least = 40.0 if line is None else least_height(line, centre.width)
            share = max(least, left * weights[index] / total)
            used = share if line is None else min(share, measure(line, centre.width, share))
            heights[index] = used
            if used < share - 1:
                settled.append(index)
        if not settled:
            break
        for index in settled:
            open_lines.remove(index)
            left -= heights[index]
    return heights


def _draw_seats(canvas: Canvas, scene: Scene, table: Arrangement, trick: Trick | None, look: Look) -> None:
    for index, (seat, space) in enumerate(zip(scene.seats, table.seats, strict=True)):
        narrow = space.line is not None
        draw_plate(canvas, seat, space.plate, line=not narrow)
        if seat.pile is not None:
            _draw_pile_of_seat(canvas, seat.pile, space.plate, table, look)
        if space.cards is None:
            continue
        card = card_of(trick, index) if trick is not None else None
        if narrow:
            _draw_line_of_seat(canvas, seat, space, empty=card is None and not seat.cards)
        if card is not None:
            draw_before_seat(canvas, card, space.cards, look, tile=space.cards.height < 100)
        elif len(seat.cards) == 1 and table.kind in ("ring", "rows"):
            draw_before_seat(canvas, seat.cards[0], space.cards, look, tile=space.cards.height < 100)
        elif seat.cards:
            _draw_cards_of_seat(canvas, seat.cards, space.cards, look, left=table.kind == "side")


def _draw_line_of_seat(canvas: Canvas, seat: Seat, space: SeatSpace, *, empty: bool) -> None:
    """The line of a narrow plate: beside the card, under a plate at the side, in the middle where no card lies."""
    if space.line is None or not seat.line:
        return
    box = space.line
    beside = box.height > 40
    if beside and empty and space.cards is not None:
        y = box.y if space.plate.y < box.y else box.bottom - 40
        box = Box(space.cards.x, y, box.right - space.cards.x, 40)
    x = box.x if beside and not empty else box.middle[0]
    align: Align = "left" if beside and not empty else "middle"
    colour = GREYED if seat.out else MUTED
    canvas.write(seat.line, x, box.middle[1], SMALLEST, colour, width=box.width, align=align, bold=False)


def _draw_cards_of_seat(canvas: Canvas, cards: tuple[Card, ...], box: Box, look: Look, *, left: bool) -> None:
    tiles = True if box.height < 100 else None
    lie = spread(cards, box.width, box.height, small=True, tiles=tiles)
    x = box.x if left else box.x + (box.width - lie.width) / 2
    lay_spread(canvas, cards, lie, x, box.y + (0 if left else (box.height - lie.height) / 2), look)


def _draw_pile_of_seat(canvas: Canvas, pile: Pile, plate: Box, table: Arrangement, look: Look) -> None:
    """Beside the plate of a seat at a table for two; elsewhere there is no room, and the line must tell."""
    if table.kind == "facing":
        draw_seat_pile(canvas, pile, plate.right + 20, plate.middle[1], plate.height - 4, look)
