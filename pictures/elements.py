"""What lies on the felt, each measured in a space and drawn in a box: rows, strips, groups, piles, boards."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pictures.canvas import Canvas, text_width
from pictures.cards import lay_card, lay_spread
from pictures.colours import GOLD, MUTED, WHITE
from pictures.geometry import CARD_RATIO, Box, centred
from pictures.lettering import NAME, SMALLEST, initial, shown_name
from pictures.pills import draw_item, item_height, item_width
from pictures.plates import draw_stack, seat_colour
from pictures.scene import Board, Groups, Look, Pile, Pill, Pot, Row, Seat, Strip
from pictures.spread import LARGEST, LARGEST_TILE, SMALL, Spread, spread


@dataclass(frozen=True, slots=True)
class Beside:
    """Piles, pots and pills that share a line."""

    items: tuple[Pile | Pot | Pill, ...]

    @property
    def has_pile(self) -> bool:
        """Is there anything in it that grows with its height?"""
        return any(isinstance(item, Pile) for item in self.items)


@dataclass(frozen=True, slots=True)
class Strips:
    """Strips under each other with their slots in columns."""

    strips: tuple[Strip, ...]

    @property
    def breaks(self) -> bool:
        """Is this one long strip that may be broken where it fits best?"""
        first = self.strips[0]
        return len(self.strips) == 1 and not first.columns and len(first.slots) > 13


Lying = Row | Strips | Groups | Board | Beside
"""One line of the stack in the middle."""

CAPTION: Final = 38
"""Height of a caption over cards."""
TEXTS: Final = 78
"""Height of a pile's caption and number."""
_NOTE_GAP: Final = 18
_NARROWEST_SLOT: Final = 61
_SLOT_GAP: Final = 6
_STRIP_GAP: Final = 8
_WIDEST_ITEM: Final = 560
"""A pill or pot in the middle is no wider: a longer text takes two lines."""


def _row_spread(row: Row, width: float, height: float) -> tuple[Spread, float]:
    """The row's cards in this space, and the width its note takes beside them."""
    note = text_width(row.note, NAME, width * 0.3) + _NOTE_GAP if row.note else 0.0
    caption = CAPTION if row.caption else 0
    lie = spread(row.cards, width - note, height - caption, small=row.small, overlap=row.overlap)
    return lie, note


def _strip_lines(strip: Strip, columns: int) -> int:
    return max(1, -(-len(strip.slots) // columns))


@dataclass(frozen=True, slots=True)
class _Slots:
    """How strips lie: size of a card, columns, lines in all, width of the captions, and whether they are tiles."""

    width: float
    height: float
    columns: int
    lines: int
    captions: float
    tiles: bool


def _slots(strips: Strips, width: float, height: float) -> _Slots:
    columns = max(1, *(strip.columns or len(strip.slots) for strip in strips.strips))
    lines = sum(_strip_lines(strip, columns) for strip in strips.strips)
    captions = _captions_width(strips, width)
    across = (width - captions - _SLOT_GAP * (columns - 1)) / columns
    down = (height + _STRIP_GAP) / lines - _STRIP_GAP
    card = min(LARGEST, across, down / CARD_RATIO)
    if card >= _NARROWEST_SLOT:
        return _Slots(card, card * CARD_RATIO, columns, lines, captions, False)
    tile = min(LARGEST_TILE, across, down)
    return _Slots(tile, tile, columns, lines, captions, True)


def _captions_width(strips: Strips, width: float) -> float:
    widest = max(text_width(strip.caption, SMALLEST, width * 0.16) for strip in strips.strips)
    return widest + 14 if widest else 0.0


def _board_square(board: Board, width: float, height: float) -> float:
    rows = -(-len(board.squares) // board.columns)
    across = width - (36 if board.row_names else 0)
    down = height - (38 if board.column_names else 0)
    return min(across / board.columns, down / rows, 118)


def _sizes_beside(line: Beside, height: float) -> list[float]:
    """The width of each pile, pot and pill of a line this high."""
    sizes = []
    for item in line.items:
        if not isinstance(item, Pile):
            sizes.append(item_width(item, _WIDEST_ITEM))
            continue
        texts = 0.0
        if item.caption or item.count is not None:
            count = "" if item.count is None else str(item.count)
            texts = 20 + max(text_width(count, NAME, 200), text_width(item.caption, SMALLEST, 240, bold=False))
        sizes.append(min(LARGEST, height / CARD_RATIO) * 1.07 + texts)
    return sizes


def weight(line: Lying) -> float:
    """How much of the height a line wants, compared with a row of cards (1.0). 0: what it needs, no more."""
    if isinstance(line, Row):
        return 0.55 if line.small else 1.0
    if isinstance(line, Strips):
        return 1.4 if line.breaks else 0.6 * len(line.strips)
    if isinstance(line, Groups):
        return 0.9 * -(-len(line.rows) // line.columns)
    if isinstance(line, Board):
        return 4.0
    return 0.65 if line.has_pile else 0.0


def least_height(line: Lying, width: float) -> float:
    """The height below which a line cannot be read."""
    if isinstance(line, Beside):
        room = min(width, _WIDEST_ITEM)
        return max(TEXTS if isinstance(item, Pile) else item_height(item, room) for item in line.items)
    return 40.0


def measure(line: Lying, width: float, height: float) -> float:
    """The height that a line uses of the space it is given."""
    if isinstance(line, Row):
        if not line.cards:
            return CAPTION if line.caption else 0
        return _row_spread(line, width, height)[0].height + (CAPTION if line.caption else 0)
    if isinstance(line, Strips):
        if line.breaks:
            return spread(line.strips[0].slots, width - _captions_width(line, width), height).height
        slots = _slots(line, width, height)
        return slots.lines * (slots.height + _STRIP_GAP) - _STRIP_GAP
    if isinstance(line, Groups):
        return height
    if isinstance(line, Board):
        rows = -(-len(line.squares) // line.columns)
        return _board_square(line, width, height) * rows + (38 if line.column_names else 0)
    if line.has_pile:
        return max(least_height(line, width), min(height, LARGEST * CARD_RATIO * 0.8))
    return least_height(line, width)


def draw_lying(canvas: Canvas, line: Lying, box: Box, look: Look, seats: tuple[Seat, ...]) -> None:
    """Draw one line of the stack into the box that was measured for it."""
    if isinstance(line, Row):
        draw_row(canvas, line, box, look)
    elif isinstance(line, Strips):
        _draw_strips(canvas, line, box, look)
    elif isinstance(line, Groups):
        _draw_groups(canvas, line, box, look)
    elif isinstance(line, Board):
        _draw_board(canvas, line, box, look, seats)
    else:
        _draw_beside(canvas, line, box, look)


def draw_row(canvas: Canvas, row: Row, box: Box, look: Look) -> None:
    """A row of cards in the middle of a box, its caption over it and its note after it."""
    top = box.y
    lie, note = _row_spread(row, box.width, box.height)
    if row.caption:
        canvas.write(row.caption, box.middle[0], top + 15, SMALLEST, MUTED, width=box.width, align="middle", bold=False)
        top += CAPTION
    x = box.x + (box.width - lie.width - note) / 2
    y = top + max(0.0, (box.bottom - top - lie.height) / 2)
    lay_spread(canvas, row.cards, lie, x, y, look)
    if row.note:
        middle = y + lie.height / 2
        canvas.write(row.note, x + lie.width + _NOTE_GAP, middle, NAME, WHITE, width=box.width * 0.3, least=NAME)


def _draw_strips(canvas: Canvas, strips: Strips, box: Box, look: Look) -> None:
    if strips.breaks:
        (strip,) = strips.strips
        captions = _captions_width(strips, box.width)
        lie = spread(strip.slots, box.width - captions, box.height)
        if captions:
            canvas.write(strip.caption, box.x, box.middle[1], SMALLEST, WHITE, width=captions - 14)
        lay_spread(canvas, strip.slots, lie, box.x + captions + (box.width - captions - lie.width) / 2, box.y, look)
        return
    slots = _slots(strips, box.width, box.height)
    right, down = slots.width + _SLOT_GAP, slots.height + _STRIP_GAP
    left = box.x + slots.captions + (box.width - slots.captions - slots.columns * right + _SLOT_GAP) / 2
    top = box.y + (box.height - slots.lines * down + _STRIP_GAP) / 2
    for strip in strips.strips:
        taken = _strip_lines(strip, slots.columns)
        middle = top + (taken * down - _STRIP_GAP) / 2
        room = max(1.0, slots.captions - 14)
        canvas.write(strip.caption, left - slots.captions, middle, SMALLEST, WHITE, width=room)
        for number, card in enumerate(strip.slots):
            line, column = divmod(number, slots.columns)
            lies = Box(left + column * right, top + line * down, slots.width, slots.height)
            lay_card(canvas, card, lies, look, tile=slots.tiles)
        top += taken * down


def _draw_groups(canvas: Canvas, groups: Groups, box: Box, look: Look) -> None:
    gap = 18.0
    lines = -(-len(groups.rows) // groups.columns)
    width = (box.width - gap * (groups.columns - 1)) / groups.columns
    height = (box.height - gap * (lines - 1)) / lines
    for number, row in enumerate(groups.rows):
        line, column = divmod(number, groups.columns)
        draw_row(canvas, row, Box(box.x + column * (width + gap), box.y + line * (height + gap), width, height), look)


def _draw_board(canvas: Canvas, board: Board, box: Box, look: Look, seats: tuple[Seat, ...]) -> None:
    size = _board_square(board, box.width, box.height)
    rows = -(-len(board.squares) // board.columns)
    left = box.x + (box.width - size * board.columns + (36 if board.row_names else 0)) / 2
    top = box.y + (box.height - size * rows - (38 if board.column_names else 0)) / 2
    ground = Box(left - 6, top - 6, size * board.columns + 12, size * rows + 12)
    canvas.field(ground, "#080c12", 90, 18)
    for column, name in enumerate(board.column_names):
        canvas.write(
            name, left + (column + 0.5) * size, top + rows * size + 24, SMALLEST, MUTED, width=size, align="middle"
        )
    for row, name in enumerate(board.row_names):
        canvas.write(name, left - 22, top + (row + 0.5) * size, SMALLEST, MUTED, width=36, align="middle")
    middles = [
        (left + (square % board.columns + 0.5) * size, top + (square // board.columns + 0.5) * size)
        for square in range(len(board.squares))
    ]
    tile = size - 8
    for square, (card, (x, y)) in enumerate(zip(board.squares, middles, strict=True)):
        lies = centred(x, y, tile, tile)
        if card.code or card.deck is not None:
            lay_card(canvas, card, lies, look, tile=True)
        else:
            canvas.field(lies, WHITE, 14, tile * 0.19)
        if square in board.reachable:
            canvas.frame(centred(x, y, size - 2, size - 2), GOLD, 4, 255, size * 0.2)
    for pawn in board.pawns:
        x, y = middles[pawn.square]
        canvas.frame(centred(x, y, size, size), seat_colour(seats[pawn.seat]), 7, 255, size * 0.2)
        draw_pawn(canvas, seats[pawn.seat], x + size * 0.27, y + size * 0.27, max(44.0, size * 0.5))


def draw_pawn(canvas: Canvas, seat: Seat, x: float, y: float, size: float) -> None:
    """A round pawn in the seat's colour with the initial of its player."""
    canvas.glow(centred(x, y, size - 10, size - 10), GOLD if seat.to_act else "#000000", size / 2, 5)
    canvas.field(centred(x, y, size, size), WHITE)
    canvas.field(centred(x, y, size - 7, size - 7), seat_colour(seat))
    letter = initial(shown_name(seat.name, seat.fallbacks))
    canvas.write(letter, x, y + 1, max(SMALLEST, round(size * 0.6)), WHITE, width=size, align="middle")


def _draw_beside(canvas: Canvas, line: Beside, box: Box, look: Look) -> None:
    gap = 60.0 if line.has_pile else 20.0
    sizes = _sizes_beside(line, box.height)
    fixed = sum(size for item, size in zip(line.items, sizes, strict=True) if isinstance(item, Pile))
    room = box.width - fixed - 20.0 * (len(sizes) - 1)
    squeeze = min(1.0, room / max(1.0, sum(sizes) - fixed))
    sizes = [size if isinstance(item, Pile) else size * squeeze for item, size in zip(line.items, sizes, strict=True)]
    gap = min(gap, (box.width - sum(sizes)) / max(1, len(sizes) - 1))
    x = box.x + (box.width - sum(sizes) - gap * (len(sizes) - 1)) / 2
    y = box.middle[1]
    for item, width in zip(line.items, sizes, strict=True):
        if isinstance(item, Pile):
            card = min(LARGEST, box.height / CARD_RATIO)
            lies = Box(x, y - card * CARD_RATIO / 2, card, card * CARD_RATIO)
            draw_stack(canvas, item, lies, look)
            _pile_texts(canvas, item, lies.right + card * 0.07 + 16, y)
        else:
            draw_item(canvas, item, x, y, width + 1)
        x += width + gap


def _pile_texts(canvas: Canvas, pile: Pile, x: float, y: float) -> None:
    both = bool(pile.caption) and pile.count is not None
    if pile.caption:
        canvas.write(pile.caption, x, y - (20 if both else 0), SMALLEST, MUTED, width=240, bold=False)
    if pile.count is not None:
        canvas.write(str(pile.count), x, y + (18 if both else 0), NAME, WHITE, width=200, least=NAME)


def column_width(elements: Sequence[Row | Pile | Pot]) -> float:
    """How wide a column at the side of the table is."""
    return 170.0 if all(isinstance(element, Pile) for element in elements) else 230.0


def draw_column(canvas: Canvas, elements: Sequence[Row | Pile | Pot], box: Box, look: Look) -> None:
    """Elements under each other in a column at the side; piles have their texts under them."""
    gap = 18.0
    height = (box.height - gap * (len(elements) - 1)) / len(elements)
    for number, element in enumerate(elements):
        space = Box(box.x, box.y + number * (height + gap), box.width, height)
        if isinstance(element, Row):
            draw_row(canvas, element, space, look)
        elif isinstance(element, Pot):
            width = item_width(element, space.width)
            draw_item(canvas, element, space.x + (space.width - width) / 2, space.middle[1], width + 1)
        else:
            _draw_standing_pile(canvas, element, space, look)


def _draw_standing_pile(canvas: Canvas, pile: Pile, box: Box, look: Look) -> None:
    texts = (44 if pile.count is not None else 0) + (36 if pile.caption else 0)
    card = min(SMALL + 16, box.width * 0.8, (box.height - texts - 8) / CARD_RATIO)
    height = card * CARD_RATIO
    x, middle = box.middle
    top = middle - (height + texts) / 2
    draw_stack(canvas, pile, Box(x - card / 2, top, card, height), look)
    y = top + height + 30
    if pile.count is not None:
        canvas.write(str(pile.count), x, y, 40, WHITE, width=box.width, align="middle", least=NAME)
        y += 38
    if pile.caption:
        canvas.write(pile.caption, x, y, SMALLEST, MUTED, width=box.width, align="middle", bold=False)
