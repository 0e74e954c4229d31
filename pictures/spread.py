"""How cards lie in a space: how many lines, how large, how far apart. Numbers only, nothing is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pictures.geometry import CARD_RATIO
from pictures.scene import Card

LARGEST: Final = 176
"""Widest card, pixels: the sprites are 180 wide."""
SMALL: Final = 104
"""Widest card of a small row."""
LARGEST_TILE: Final = 100
FRENCH_SHOWN: Final = 0.46
"""Share of a French card's width that must be seen: rank and suit stand there, a 10 too."""
BACK_SHOWN: Final = 0.22
LABEL: Final = 40
"""Height of a line of text over or under cards."""
_SMALLEST_FRENCH: Final = 62
_SMALLEST_KILLE: Final = 80
_MOST_LINES: Final = 6


@dataclass(frozen=True, slots=True)
class Spread:
    """Where cards lie: width and height of each, the middle of each (from the top left of the space), the space used."""

    card_width: float
    card_height: float
    middles: tuple[tuple[float, float], ...]
    width: float
    height: float
    step: float
    tiles: bool = False


def shown_share(cards: Sequence[Card]) -> float:
    """How much of each card's width must stay visible: all of it (1.0) for Kille faces and empty places."""
    if any(not card.code and card.deck is None for card in cards):
        return 1.0
    if any(card.code and card.deck == "kille" for card in cards):
        return 1.0
    return FRENCH_SHOWN if any(card.code for card in cards) else BACK_SHOWN


def _best(
    count: int, width: float, height: float, largest: float, ratio: float, shown: float, labels: float, overlap: bool
) -> tuple[float, float, int, float]:
    """Score, card width, lines and step of the best way to lay `count` cards into the space."""
    best = (-1.0, 1.0, 1, 1.0)
    for lines in range(1, min(_MOST_LINES, count) + 1):
        in_line = -(-count // lines)
        gap_share = 0.06 if lines > 1 else 0.1
        tallest = ((height + 10) / lines - 10 - labels) / ratio
        apart = width / (in_line + (in_line - 1) * gap_share)
        closest = width / (1 + (in_line - 1) * shown) if shown < 1 else apart
        for limit in (apart, closest):
            card = min(largest, tallest, limit)
            if card < 8:
                continue
            room = (width - card) / (in_line - 1) if in_line > 1 else card
            wanted = card * shown if overlap else card * (1 + gap_share)
            step = max(min(room, wanted), card * shown) if in_line > 1 else card
            seen = min(1.0, step / card)
            hidden = 0.18 + 0.6 * (1 - seen) if seen < 1 and not overlap else 0.0
            score = card * (1 - hidden) * (1 - 0.02 * lines)
            if score > best[0]:
                best = (score, card, lines, step)
    return best


def spread(
    cards: Sequence[Card],
    width: float,
    height: float,
    *,
    small: bool = False,
    overlap: bool = False,
    tiles: bool | None = None,
    largest: float | None = None,
) -> Spread:
    """Lay cards in a space of this size: as large as possible, in as many lines as that takes.

    Small Kille cards become square tiles (`tiles` None: when they would be too narrow to read; True, False: as said).
    `overlap`: fanned even where there is room. Lines over and under cards keep room for their texts.
    """
    if not cards:
        return Spread(0, 0, (), 0, 0, 0)
    labels = LABEL * (any(card.over for card in cards) + any(card.under for card in cards))
    limit = largest if largest is not None else (SMALL if small else LARGEST)
    shown = shown_share(cards)
    ratio = CARD_RATIO
    use_tiles = bool(tiles)
    _, card_width, lines, step = _best(len(cards), width, height, limit, ratio, shown, labels, overlap and shown < 1)
    if not use_tiles and tiles is None:
        least = _SMALLEST_KILLE if any(card.deck == "kille" for card in cards) else _SMALLEST_FRENCH
        use_tiles = card_width < least
    if use_tiles:
        ratio, tile_limit = 1.0, min(limit, LARGEST_TILE)
        _, card_width, lines, step = _best(len(cards), width, height, tile_limit, ratio, 1.0, labels, False)
    lines = -(-len(cards) // -(-len(cards) // lines))
    card_height = card_width * ratio
    above = LABEL if any(card.over for card in cards) else 0
    line_height = card_height + labels
    gap = min(14.0, (height - lines * line_height) / (lines - 1)) if lines > 1 else 0.0
    middles: list[tuple[float, float]] = []
    in_line = -(-len(cards) // lines)
    for number in range(len(cards)):
        line, place = divmod(number, in_line)
        y = line * (line_height + gap) + above + card_height / 2
        middles.append((card_width / 2 + place * step, y))
    widest = (min(in_line, len(cards)) - 1) * step + card_width
    return Spread(
        card_width, card_height, tuple(middles), widest, lines * line_height + (lines - 1) * gap, step, use_tiles
    )
