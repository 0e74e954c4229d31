"""Emoji tiles, 128 × 128 pixels: what remains readable of a card at 22 pixels, and on tables for many."""

from typing import Final

from PIL import Image, ImageDraw

from pictures.build.brush import (
    Picture,
    emblem,
    from_svg,
    glyphs,
    rounded_mask,
    rounded_outline,
    suit_sign,
    typeface,
    write,
)
from pictures.build.faces import PANELS, card_back
from pictures.codes import JOKER, Deck
from pictures.colours import KILLE_INK

SIZE: Final = 128


def tile(width: int, height: int, ground: str, edge: str, radius: int) -> Picture:
    """A rounded field in the middle of a transparent square; the edge stands out on a white page."""
    layer = Image.new("RGBA", (SIZE * 4, SIZE * 4), edge + "00")
    x, y = (SIZE - width) / 2, (SIZE - height) / 2
    ImageDraw.Draw(layer).rounded_rectangle(
        (x * 4 + 2, y * 4 + 2, (x + width) * 4 - 3, (y + height) * 4 - 3),
        radius * 4,
        fill=ground,
        outline=edge,
        width=14,
    )
    return layer.resize((SIZE, SIZE), Image.Resampling.LANCZOS)


def french_tile(code: str, colours: dict[str, str]) -> Picture:
    """Rank left, suit right."""
    field = tile(128, 112, "#ffffff", "#68655d", 24)
    if code == JOKER:
        field.alpha_composite(emblem("BL", 96), (16, 14))
        return field
    rank, suit = code[:-1], code[-1]
    ten = rank == "10"
    letters = glyphs(rank, typeface("rank", 98, 700), colours[suit], 0.74 if ten else 1.0)
    across = 50 if ten else 52
    x = round((SIZE - letters.width - 5 - across) / 2)
    field.alpha_composite(letters, (x, round(64 - letters.height / 2) + (4 if rank == "Q" else 0)))
    field.alpha_composite(suit_sign(suit, across, colours[suit]), (x + letters.width + 5, 64 - across // 2))
    return field


def kille_tile(code: str) -> Picture:
    """The emblem of a figure, or the numeral."""
    if code in PANELS:
        field = tile(128, 128, PANELS[code], KILLE_INK, 24)
        field.alpha_composite(emblem(code, 112), (8, 8))
        return field
    field = tile(128, 128, "#fff6df", "#7d6430", 24)
    font = typeface("numeral", 104 if len(code) == 1 else 88)
    left, top, right, bottom = font.getbbox(code)
    write(field, (64 - (left + right) / 2, 64 - (top + bottom) / 2), code, font, KILLE_INK)
    return field


def back_tile(deck: Deck) -> Picture:
    """The middle of a card back as a tile, for seats that hold one card face down at a table for many."""
    back = card_back(deck)
    x, y = (back.width - 124) // 2, (back.height - 124) // 2
    field = Image.new("RGBA", (SIZE, SIZE))
    ground = tile(128, 128, "#ffffff", "#9a978e", 24)
    field.alpha_composite(ground)
    inner = back.crop((x + 8, y + 8, x + 116, y + 116))
    field.paste(inner, (10, 10), rounded_mask(108, 108, 15))
    edge = {"french": "#5f83cf", "kille": "#d9a24a"}[deck]
    field.alpha_composite(rounded_outline((SIZE, SIZE), (13, 13, SIZE - 13, SIZE - 13), 13, edge, 2.5))
    return field


def coin(size: int = 104) -> Picture:
    """A gold coin with a star."""
    return from_svg(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">'
        '<circle cx="20" cy="20" r="18" fill="#e3a72f" stroke="#7a5208" stroke-width="3"/>'
        '<circle cx="20" cy="20" r="12" fill="none" stroke="#a87712" stroke-width="2.4"/>'
        '<path d="M20 12 L22.6 17.4 L28.5 18.2 L24.2 22.3 L25.3 28.1 L20 25.3 L14.7 28.1 L15.8 22.3 L11.5 18.2'
        ' L17.4 17.4 Z" fill="#fff2c4"/></svg>',
        width=size,
    )
