"""What lies on the felt, each measured in a space and drawn in a box: rows, strips, groups, piles, boards."""

from collections.abc import Sequence
from typing import Final

from pictures.canvas import Canvas, text_width
from pictures.cards import lay_card, lay_spread
from pictures.colours import GOLD, MUTED, WHITE
from pictures.geometry import CARD_RATIO, Box, centred
from pictures.lettering import NAME, SMALLEST, initial, shown_name
from pictures.pills import POT, draw_line, item_height, item_width
from pictures.plates import draw_stack, seat_colour
from pictures.scene import Board, Groups, Look, Pile, Pill, Pot, Row, Seat, Strip
from pictures.spread import LARGEST, SMALL, Spread, spread

Lying = Row | Strip | Groups | Board | tuple[Pile | Pot, ...] | tuple[Pill | Pot, ...]
"""One line of the stack in the middle: an element, or piles, pots and pills that share a line."""

CAPTION: Final = 38
"""Height of a caption over cards."""
_NOTE_GAP: Final = 18


def _row_spread(row: Row, width: float, height: float) -> tuple[Spread, float]:
    """The row's cards in this space, and the width its note takes beside them."""
    note = text_width(row.note, NAME, width * 0.3) + _NOTE_GAP if row.note else 0.0
    caption = CAPTION if row.caption else 0
    lie = spread(row.cards, width - note, height - caption, small=row.small, overlap=row.overlap)
    return lie, note


def _strip_columns(strips: Sequence[Strip]) -> int:
    return max((strip.columns or len(strip.slots) for strip in strips), default=1)


def _strip_card(strip: Strip, width: float, height: float) -> tuple[float, float, int]:
    """Card width, step and lines of a strip in this space."""
    columns = max(1, strip.columns or len(strip.slots))
    lines = max(1, -(-len(strip.slots) // columns))
    gap = 6.0
    card = min(LARGEST, (width - gap * (columns - 1)) / columns, ((height + 8) / lines - 8) / CARD_RATIO)
    return card, card + gap, lines


def _auto_strip(strip: Strip) -> bool:
    """May the strip be broken where it fits best?"""
    return not strip.columns and len(strip.slots) > 13


def _caption_width(strip: Strip, width: float) -> float:
    return text_width(strip.caption, SMALLEST, width * 0.16) + 14 if strip.caption else 0.0


def _board_square(board: Board, width: float, height: float) -> float:
    rows = -(-len(board.squares) // board.columns)
    across = width - (36 if board.row_names else 0)
    down = height - (38 if board.column_names else 0)
    return min(across / board.columns, down / rows, 118)


def _pile_sizes(piles: Sequence[Pile | Pot], width: float, height: float) -> list[float]:
    """The width of each pile or pot of a line this high."""
    sizes = []
    for pile in piles:
        if isinstance(pile, Pot):
            sizes.append(item_width(pile, 300))
            continue
        card = min(LARGEST, height / CARD_RATIO)
        texts = 0.0
        if pile.caption or pile.count is not None:
            count = "" if pile.count is None else str(pile.count)
            texts = 20 + max(text_width(count, NAME, 200), text_width(pile.caption, SMALLEST, 240, bold=False))
        sizes.append(card * 1.07 + texts)
    return sizes


def weight(line: Lying) -> float:
    """How much of the height a line wants, compared with a row of cards (1.0). 0: what it needs, no more."""
    if isinstance(line, Row):
        return 0.55 if line.small else 1.0
    if isinstance(line, Strip):
        return 1.4 if _auto_strip(line) else 0.6
    if isinstance(line, Groups):
        return 0.9 * -(-len(line.rows) // line.columns)
    if isinstance(line, Board):
        return 4.0
    return 0.65 if any(isinstance(item, Pile) for item in line) else 0.0


def measure(line: Lying, width: float, height: float) -> float:
    """The height that a line uses of the space it is given."""
    if isinstance(line, Row):
        if not line.cards:
            return CAPTION if line.caption else 0
        return _row_spread(line, width, height)[0].height + (CAPTION if line.caption else 0)
    if isinstance(line, Strip):
        if _auto_strip(line):
            return spread(line.slots, width - _caption_width(line, width), height).height
        card, _, lines = _strip_card(line, width - _caption_width(line, width), height)
        return lines * card * CARD_RATIO + (lines - 1) * 8
    if isinstance(line, Groups):
        return height
    if isinstance(line, Board):
        rows = -(-len(line.squares) // line.columns)
        return _board_square(line, width, height) * rows + (38 if line.column_names else 0)
    if any(isinstance(item, Pile) for item in line):
        return min(height, LARGEST * CARD_RATIO * 0.8)
    return max(item_height(item, width) for item in line if not isinstance(item, Pile))


def draw_lying(canvas: Canvas, line: Lying, box: Box, look: Look, seats: tuple[Seat, ...]) -> None:
    """Draw one line of the stack into the box that was measured for it."""
    if isinstance(line, Row):
        draw_row(canvas, line, box, look)
    elif isinstance(line, Strip):
        _draw_strip(canvas, line, box, look)
    elif isinstance(line, Groups):
        _draw_groups(canvas, line, box, look)
    elif isinstance(line, Board):
        _draw_board(canvas, line, box, look, seats)
    elif any(isinstance(item, Pile) for item in line):
        _draw_piles(canvas, [item for item in line if not isinstance(item, Pill)], box, look)
    else:
        draw_line(canvas, tuple(item for item in line if not isinstance(item, Pile)), box)


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


def _draw_strip(canvas: Canvas, strip: Strip, box: Box, look: Look) -> None:
    caption = _caption_width(strip, box.width)
    if caption:
        canvas.write(strip.caption, box.x, box.middle[1], SMALLEST, WHITE, width=caption - 14)
    space = box.inside(left=caption)
    if _auto_strip(strip):
        lie = spread(strip.slots, space.width, space.height)
        lay_spread(canvas, strip.slots, lie, space.x + (space.width - lie.width) / 2, space.y, look)
        return
    card, step, lines = _strip_card(strip, space.width, space.height)
    columns = max(1, strip.columns or len(strip.slots))
    left = space.x + (space.width - (columns - 1) * step - card) / 2
    height = card * CARD_RATIO
    top = space.y + (space.height - lines * height - (lines - 1) * 8) / 2
    for place, slot in enumerate(strip.slots):
        line, column = divmod(place, columns)
        lay_card(canvas, slot, Box(left + column * step, top + line * (height + 8), card, height), look)


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


def _draw_piles(canvas: Canvas, piles: Sequence[Pile | Pot], box: Box, look: Look) -> None:
    gap = 60.0
    sizes = _pile_sizes(piles, box.width, box.height)
    gap = min(gap, (box.width - sum(sizes)) / max(1, len(piles) - 1)) if len(piles) > 1 else 0.0
    x = box.x + (box.width - sum(sizes) - gap * (len(piles) - 1)) / 2
    y = box.middle[1]
    for pile, width in zip(piles, sizes, strict=True):
        if isinstance(pile, Pot):
            draw_line(canvas, (pile,), Box(x, y - POT / 2, width + 2, POT))
        else:
            card = min(LARGEST, box.height / CARD_RATIO)
            lies = Box(x, y - card * CARD_RATIO / 2, card, card * CARD_RATIO)
            draw_stack(canvas, pile, lies, look)
            _pile_texts(canvas, pile, lies.right + card * 0.07 + 16, y)
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
            draw_line(canvas, (element,), space)
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
