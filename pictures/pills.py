"""Pills and the pot: the short things that fit a corner or share a line."""

from typing import Final

from PIL import Image

from pictures.canvas import Canvas, text_width
from pictures.colours import GOLD, LIGHT_RED, MUTED, ON_GOLD, ON_RED, RED, WHITE
from pictures.geometry import Box
from pictures.lettering import NAME, SMALLEST, TEXT, length, lettering, readable, two_lines
from pictures.scene import Pill, Pot
from pictures.sprites import ASSETS, load, suit_path

PILL: Final = 60
"""Height of a pill."""
TWO_LINES: Final = 96
"""Height of a pill whose text takes two lines."""
POT: Final = 84
"""Height of a pot."""
_PADDING: Final = 22
_ICON: Final = 34
_COIN: Final = 52
_HEAP: Final = 92
_LINE: Final = 37
_TONES: Final = {"plain": ("#080c12", 165, WHITE), "gold": (GOLD, 242, ON_GOLD), "red": (RED, 242, ON_RED)}

Item = Pill | Pot


def _frame(pill: Pill) -> int:
    """What a pill needs besides its text."""
    return 2 * _PADDING + (_ICON + 10 if pill.icon else 0)


def _lines(pill: Pill, room: float) -> list[str]:
    """The text of a pill, broken in two if it does not fit on one line."""
    if length(readable(pill.text), lettering(SMALLEST)) <= room - _frame(pill):
        return [pill.text]
    return two_lines(pill.text)


def item_height(item: Item, room: float) -> int:
    """How high a pill or pot is that may take `room`."""
    if isinstance(item, Pot):
        return POT
    return PILL if len(_lines(item, room)) == 1 else TWO_LINES


def item_width(item: Item, room: float) -> float:
    """How wide a pill or pot becomes if it may take `room`."""
    if isinstance(item, Pill):
        frame = _frame(item)
        return frame + max(text_width(line, TEXT, room - frame) for line in _lines(item, room))
    text = max(
        text_width(item.amount, NAME, room - _HEAP - 12),
        text_width(item.caption, SMALLEST, room - _HEAP - 12, bold=False),
    )
    return _HEAP + 12 + text


def draw_item(canvas: Canvas, item: Item, x: float, y: float, room: float) -> None:
    """Draw a pill or pot with its left edge at x and its middle at height y, at most `room` wide."""
    if isinstance(item, Pill):
        _draw_pill(canvas, item, x, y, room)
    else:
        _draw_pot(canvas, item, x, y, room)


def _draw_pill(canvas: Canvas, pill: Pill, x: float, y: float, room: float) -> None:
    ground, strength, ink = _TONES[pill.tone]
    lines = _lines(pill, room)
    width, height = item_width(pill, room), item_height(pill, room)
    canvas.field(Box(x, y - height / 2, width, height), ground, strength, PILL / 2)
    left = x + _PADDING
    if pill.icon:
        sign = load(suit_path(pill.icon)).getchannel("A").resize((_ICON, _ICON), Image.Resampling.LANCZOS)
        red = pill.tone == "plain" and pill.icon in "HD"
        canvas.stamp(LIGHT_RED if red else ink, sign, left, y - _ICON / 2)
        left += _ICON + 10
    space = x + width - _PADDING - left
    for number, line in enumerate(lines):
        middle = y + 1 + (number - (len(lines) - 1) / 2) * _LINE
        canvas.write(line, left + space / 2, middle, TEXT, ink, width=space + 1, align="middle")


def _draw_pot(canvas: Canvas, pot: Pot, x: float, y: float, room: float) -> None:
    coin = load(ASSETS / "coin.png").resize((_COIN, _COIN), Image.Resampling.LANCZOS)
    for across, down in ((0, 10), (34, 12), (17, -10)):
        canvas.image.paste(coin, (round(x + across), round(y + down - 26)), coin)
    width = room - _HEAP - 12
    if pot.caption:
        canvas.write(pot.caption, x + _HEAP + 12, y - 19, SMALLEST, MUTED, width=width, bold=False)
    canvas.write(pot.amount, x + _HEAP + 12, y + (18 if pot.caption else 0), NAME, WHITE, width=width, least=NAME)


def fits_on_one_line(items: tuple[Item, ...], width: float) -> bool:
    """Can these stand side by side without being shortened much?"""
    wanted = [
        _frame(item) + length(readable(item.text), lettering(TEXT)) if isinstance(item, Pill) else item_width(item, 300)
        for item in items
    ]
    return sum(wanted) + 20 * (len(items) - 1) <= width
