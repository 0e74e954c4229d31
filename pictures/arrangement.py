"""Where the seats sit and what space is left, by their number and the seating the scene asks for. No drawing."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from pictures.geometry import MARGIN, SAFE, Box, centred
from pictures.pills import PILL, POT
from pictures.plates import LOW_PLATE, PLATE
from pictures.scene import At, Pot, Scene, Seat, Side, Trick

Kind = Literal["facing", "compass", "rows", "ring", "side"]

_MOST_IN_ROWS: Final = 10
_FACING_PLATE: Final = 430
_COMPASS_PLATE: Final = 300
_SIDE_PLATE: Final = 284

# Seats at the top, at each side and at the bottom of a ring, by their number.
_RING: Final[dict[int, tuple[int, int, int, int]]] = {
    11: (4, 2, 3, 2), 12: (4, 2, 4, 2), 13: (5, 2, 4, 2), 14: (5, 2, 5, 2), 15: (5, 3, 4, 3),
    16: (5, 3, 5, 3), 17: (6, 3, 5, 3), 18: (6, 3, 6, 3), 19: (6, 4, 5, 4), 20: (6, 4, 6, 4),
}  # fmt: skip
_CORNERS: Final = ("top-left", "top-right", "bottom-left", "bottom-right")


@dataclass(frozen=True, slots=True)
class SeatSpace:
    """A seat's plate, the space for its cards, and (narrow plates) the space for its line of text."""

    plate: Box
    cards: Box | None = None
    line: Box | None = None


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A table shared out: a space for each seat, the corners that are free, the middle and the side columns."""

    kind: Kind
    seats: tuple[SeatSpace, ...]
    corners: dict[At, Box]
    centre: Box
    left: Box
    right: Box


def sides(seats: Sequence[Seat]) -> tuple[Side, ...]:
    """The side of each of up to four seats: as said, else clockwise from the bottom."""
    clockwise: dict[int, tuple[Side, ...]] = {
        0: (),
        1: ("bottom",),
        2: ("bottom", "top"),
        3: ("bottom", "left", "right"),
        4: ("bottom", "left", "top", "right"),
    }
    return tuple(seat.at or side for seat, side in zip(seats, clockwise[len(seats)], strict=True))


def kind_of(scene: Scene) -> Kind:
    """Which arrangement fits the scene."""
    count = len(scene.seats)
    if scene.seating == "side":
        return "side"
    if count > _MOST_IN_ROWS:
        return "ring"
    fanned = count > 2 and any(len(seat.cards) > 1 for seat in scene.seats)
    if scene.seating == "rows" or count > 4 or fanned:
        return "rows"
    if count <= 2 and set(sides(scene.seats)) <= {"top", "bottom"}:
        return "facing"
    return "compass"


def arrange(scene: Scene) -> Arrangement:
    """Share the table out for this scene."""
    kind = kind_of(scene)
    if kind == "facing":
        return _facing(scene)
    if kind == "compass":
        return _compass(scene)
    if kind == "rows":
        return _rows(scene)
    if kind == "ring":
        return _ring(scene)
    return _side(scene)


def _used_corners(scene: Scene) -> set[At]:
    pots = {element.at for element in scene.elements if isinstance(element, Pot)}
    return {item for item in pots | {pill.at for pill in scene.pills} if item in _CORNERS}


def _corner_boxes(width: float) -> dict[At, Box]:
    height = max(PILL, POT)
    return {
        "top-left": Box(SAFE.x, SAFE.y, width, height),
        "top-right": Box(SAFE.right - width, SAFE.y, width, height),
        "bottom-left": Box(SAFE.x, SAFE.bottom - height, width, height),
        "bottom-right": Box(SAFE.right - width, SAFE.bottom - height, width, height),
    }


def _facing(scene: Scene) -> Arrangement:
    """Two seats, one at the top and one at the bottom, at the left unless that corner is used."""
    used = _used_corners(scene)
    spaces: list[SeatSpace] = []
    taken = {"top": 0.0, "bottom": 0.0}
    for side in sides(scene.seats):
        y = SAFE.y if side == "top" else SAFE.bottom - PLATE
        corner: At = "top-left" if side == "top" else "bottom-left"
        x = (SAFE.x + SAFE.right - _FACING_PLATE) / 2 if corner in used else SAFE.x
        spaces.append(SeatSpace(Box(x, y, _FACING_PLATE, PLATE)))
        taken[side] = PLATE
    for edge in taken:
        if any(corner.startswith(edge) for corner in used):
            taken[edge] = PLATE
    centre = SAFE.inside(top=taken["top"] + 16, bottom=taken["bottom"] + 16)
    return Arrangement("facing", tuple(spaces), _corner_boxes(330), centre, centre, centre)


def _compass(scene: Scene) -> Arrangement:
    """Up to four seats on the four sides."""
    middle_x, middle_y = SAFE.middle
    spots: dict[Side, Box] = {
        "top": Box(middle_x - _COMPASS_PLATE / 2, SAFE.y, _COMPASS_PLATE, PLATE),
        "bottom": Box(middle_x - _COMPASS_PLATE / 2, SAFE.bottom - PLATE, _COMPASS_PLATE, PLATE),
        "left": Box(SAFE.x - 4, middle_y - PLATE / 2, _SIDE_PLATE, PLATE),
        "right": Box(SAFE.right + 4 - _SIDE_PLATE, middle_y - PLATE / 2, _SIDE_PLATE, PLATE),
    }
    where = sides(scene.seats)
    spaces = tuple(SeatSpace(spots[side]) for side in where)
    top = PLATE + 16 if "top" in where else 10
    bottom = PLATE + 16 if "bottom" in where else 10
    beside = _SIDE_PLATE + 12
    centre = SAFE.inside(beside, top, beside, bottom)
    used = _used_corners(scene)
    columns = []
    edges: tuple[tuple[Side, At, float], ...] = (
        ("left", "bottom-left", SAFE.x),
        ("right", "bottom-right", SAFE.right - _SIDE_PLATE + 8),
    )
    for beside_seat, below, x in edges:
        corner = PILL + 24 if below in used else 0
        start = spots["left"].bottom + 14 if beside_seat in where else centre.y
        columns.append(Box(x, start, _SIDE_PLATE - 8, SAFE.bottom - corner - start))
    return Arrangement("compass", spaces, _corner_boxes(356), centre, columns[0], columns[1])


def _split(scene: Scene, top_count: int) -> tuple[list[int], list[int]]:
    """Seats of the upper and the lower line from left to right: as said, else clockwise from the top left."""
    count = len(scene.seats)
    if count and all(seat.at in ("top", "bottom") for seat in scene.seats):
        upper = [index for index in range(count) if scene.seats[index].at == "top"]
        return upper, [index for index in range(count) if scene.seats[index].at == "bottom"]
    return list(range(top_count)), list(range(count - 1, top_count - 1, -1))


def needs_cards(scene: Scene) -> bool:
    """Does anything lie in front of the seats?"""
    return any(seat.cards for seat in scene.seats) or any(isinstance(element, Trick) for element in scene.elements)


def _rows(scene: Scene) -> Arrangement:
    """Up to ten seats in two lines, cards in front of them, and the whole width between for the rest."""
    count = len(scene.seats)
    boxes: dict[int, SeatSpace] = {}
    corners: dict[At, Box] = {}
    lines = _split(scene, (count + 1) // 2)
    longest = max((len(line) for line in lines), default=1)
    plate_height = PLATE if any(seat.line for seat in scene.seats) else LOW_PLATE + 6
    many = any(len(seat.cards) > 1 for seat in scene.seats)
    cards_height = (160 if many else 150 if longest <= 4 else 142) if needs_cards(scene) else 0
    used = _used_corners(scene)
    # With few seats a column on the right is kept for what belongs in the corners.
    spare = 1 if used and longest <= 3 else 0
    columns = max(1, longest + spare)
    gap = 14.0
    cell = (SAFE.width - gap * (columns - 1)) / columns
    width = min(cell, 330.0)
    for side, line in zip(("top", "bottom"), lines, strict=True):
        y = SAFE.y if side == "top" else SAFE.bottom - plate_height
        start = SAFE.x + (cell + gap) * (columns - spare - len(line)) / 2
        for place, index in enumerate(line):
            x = start + place * (cell + gap) + (cell - width) / 2
            cards_y = y + plate_height + 12 if side == "top" else y - 12 - cards_height
            cards = Box(x, cards_y, width, cards_height) if cards_height else None
            boxes[index] = SeatSpace(Box(x, y, width, plate_height), cards)
    if spare:
        free = [SAFE.y, SAFE.bottom - plate_height]
        for corner in sorted(used, key=lambda at: ("bottom" in at, "left" in at)):
            if free:
                y = free.pop() if "bottom" in corner or len(free) == 1 else free.pop(0)
                corners[corner] = Box(SAFE.right - cell, y, cell, plate_height)
    taken = plate_height + 14 + (cards_height + 14 if cards_height else 0)
    centre = SAFE.inside(top=taken if lines[0] else 0, bottom=taken if lines[1] else 0)
    return Arrangement("rows", tuple(boxes[index] for index in range(count)), corners, centre, centre, centre)


def _ring(scene: Scene) -> Arrangement:
    """Eleven to twenty seats along all four sides, clockwise from the top left, each with one card inside."""
    count = len(scene.seats)
    if count not in _RING:
        raise ValueError(f"no table for {count} seats; twenty is the most")
    top, right, bottom, left = _RING[count]
    many = count > 14
    longest = max(top, bottom)
    gap = 10.0 if many else 14.0
    width = (SAFE.width - gap * (longest - 1)) / longest
    plate = 54.0 if many else 58.0
    card = 84.0 if many else 122.0
    beside = min(width, 200.0)
    spaces: list[SeatSpace] = []
    for place in range(top):
        x = SAFE.x + (SAFE.width - top * width - (top - 1) * gap) / 2 + place * (width + gap)
        spaces.append(_ring_cell(x, SAFE.y, width, plate, card, inside_down=True))
    height = SAFE.height - 2 * (plate + 8 + card + 8)
    pitch = height / max(right, left)
    card_beside = min(card, pitch - 10)
    for place in range(right):
        spaces.append(_side_cell(SAFE.right - beside, _side_y(place, right, pitch), beside, plate, card_beside, -1))
    for place in range(bottom - 1, -1, -1):
        x = SAFE.x + (SAFE.width - bottom * width - (bottom - 1) * gap) / 2 + place * (width + gap)
        spaces.append(_ring_cell(x, SAFE.bottom - plate, width, plate, card, inside_down=False))
    for place in range(left - 1, -1, -1):
        spaces.append(_side_cell(SAFE.x, _side_y(place, left, pitch), beside, plate, card_beside, 1))
    across = beside + 10 + card_beside + 12
    centre = SAFE.inside(across, plate + card + 24, across, plate + card + 24)
    return Arrangement("ring", tuple(spaces), {}, centre, centre, centre)


def _side_y(place: int, count: int, pitch: float) -> float:
    return SAFE.middle[1] + (place - (count - 1) / 2) * pitch


def _ring_cell(x: float, y: float, width: float, plate: float, card: float, *, inside_down: bool) -> SeatSpace:
    """A cell of the upper or lower line: the plate outside, card and line of text inside."""
    inner = y + plate + 8 if inside_down else y - 8 - card
    half = card if card < 100 else card / 1.4
    return SeatSpace(
        Box(x, y, width, plate),
        Box(x, inner, half + 4, card),
        Box(x + half + 12, inner, width - half - 12, card),
    )


def _side_cell(x: float, middle: float, width: float, plate: float, card: float, inward: int) -> SeatSpace:
    """A cell of a side: plate with the line of text under it, the card towards the middle."""
    space = centred(x + width / 2, middle, width, plate + 32)
    half = card if card < 100 else card / 1.4
    inner = x + width + 8 if inward > 0 else x - 8 - half
    return SeatSpace(
        Box(space.x, space.y, width, plate),
        Box(inner, middle - card / 2, half, card),
        Box(space.x, space.y + plate, width, 32),
    )


def _side(scene: Scene) -> Arrangement:
    """All seats under each other on the right, up to six with their cards; the rest is for what lies on the left."""
    count = max(1, len(scene.seats))
    width = 360.0
    pitch = SAFE.height / count
    spaces = []
    plate = LOW_PLATE + 4 if pitch >= 130 else LOW_PLATE - 8
    for index in range(len(scene.seats)):
        y = SAFE.y + index * pitch
        room = pitch - plate - 16
        cards = Box(SAFE.right - width, y + plate + 8, width, room) if room >= 36 else None
        spaces.append(SeatSpace(Box(SAFE.right - width, y + 2, width, plate), cards))
    centre = SAFE.inside(right=width + MARGIN)
    return Arrangement("side", tuple(spaces), {}, centre, centre, centre)
