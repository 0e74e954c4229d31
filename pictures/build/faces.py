"""Card faces and backs, 180 × 252 pixels."""

from pathlib import Path
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from pictures.build.brush import (
    Picture,
    emblem,
    gradient,
    rounded_mask,
    rounded_outline,
    suit_sign,
    typeface,
    write,
)
from pictures.build.courts import portrait
from pictures.codes import FIGURE_NAMES, JOKER, Deck
from pictures.colours import (
    FACE_BOTTOM,
    FACE_TOP,
    KILLE_FACE_BOTTOM,
    KILLE_FACE_TOP,
    KILLE_INK,
    KILLE_NAME,
)

WIDTH: Final = 180
HEIGHT: Final = 252
RADIUS: Final = 16

PANELS: Final = {
    "HA": "#ffe3a6",
    "GO": "#cfe6f5",
    "HU": "#f7d6c4",
    "GR": "#dff0d2",
    "KA": "#dfe0f6",
    "VA": "#fbe7b8",
    "KR": "#e3f1dd",
    "PO": "#f9dfe2",
    "BL": "#e9dff3",
}
"""The ground behind each figure."""


def blank(top: str = FACE_TOP, bottom: str = FACE_BOTTOM, edge: str = "#c9c6bd") -> Picture:
    """A card without anything on it."""
    card = gradient(WIDTH, HEIGHT, top, bottom)
    card.alpha_composite(rounded_outline((WIDTH, HEIGHT), (0.5, 0.5, WIDTH - 0.5, HEIGHT - 0.5), RADIUS, edge, 1.75))
    card.putalpha(rounded_mask(WIDTH, HEIGHT, RADIUS))
    return card


def french_face(code: str, colour: str, drawings: Path) -> Picture:
    """A French card: rank with the suit under it on the left, so that a fanned hand shows both."""
    rank, suit = code[:-1], code[-1]
    card = blank()
    font = typeface("rank", 80 if rank in ("10", "J", "Q", "K") else 84, 600)
    left, top, _, _ = font.getbbox(rank)
    write(card, (14 - left, 15 - top), rank, font, colour)
    if rank in ("J", "Q", "K"):
        x, y, width, height = 67, 16, WIDTH - 67 - 12, HEIGHT - 32
        court = portrait(drawings, code, width, height)
        card.paste(court, (x, y), ImageChops.multiply(rounded_mask(width, height, 9), court.getchannel("A")))
        card.alpha_composite(
            rounded_outline((width, height), (0.3, 0.3, width - 0.3, height - 0.3), 9, colour, 2), (x, y)
        )
        card.alpha_composite(suit_sign(suit, 42, colour), (14, 96))
    else:
        card.alpha_composite(suit_sign(suit, 46, colour), (14, 96))
        card.alpha_composite(suit_sign(suit, 116, colour), (WIDTH - 14 - 112, HEIGHT - 16 - 116))
    return card


def joker_face(ink: str) -> Picture:
    """The Joker: its name down the left side, where a fanned hand shows it, and the jester in a court's panel."""
    card = blank()
    font = typeface("rank", 44, 600)
    for line, letter in enumerate("JOKER"):
        write(card, (34, 34 + 46 * line), letter, font, ink, "mm")
    x, y, width, height = 63, 16, WIDTH - 63 - 12, HEIGHT - 32
    panel = gradient(width, height, "#f3ecfa", "#dccdee")
    jester = emblem("BL", 176)
    panel.alpha_composite(jester.crop((36, 0, 36 + width, 176)), (0, height - 176 + 2))
    card.paste(panel, (x, y), rounded_mask(width, height, 9))
    card.alpha_composite(rounded_outline((width, height), (0.3, 0.3, width - 0.3, height - 0.3), 9, ink, 2), (x, y))
    return card


def kille_face(code: str) -> Picture:
    """A Kille card: a figure under its name, or a numeral between two fleurs-de-lis."""
    card = blank(KILLE_FACE_TOP, KILLE_FACE_BOTTOM, "#b99a5f")
    if code in FIGURE_NAMES:
        card.paste(
            Image.new("RGBA", (WIDTH - 18, HEIGHT - 62), PANELS[code]),
            (9, 53),
            rounded_mask(WIDTH - 18, HEIGHT - 62, 8),
        )
    card.alpha_composite(rounded_outline((WIDTH, HEIGHT), (7, 7, WIDTH - 7, HEIGHT - 7), 10, KILLE_INK, 1.75))
    if code not in FIGURE_NAMES:
        write(
            card,
            (WIDTH // 2, HEIGHT // 2 + 3),
            code,
            typeface("numeral", 138 if len(code) == 1 else 116),
            KILLE_INK,
            "mm",
        )
        ornament = emblem("fleur", 46)
        card.alpha_composite(ornament, ((WIDTH - 46) // 2, 14))
        card.alpha_composite(ornament.rotate(180), ((WIDTH - 46) // 2, HEIGHT - 14 - 46))
        return card
    line = Image.new("RGBA", (WIDTH * 4, HEIGHT * 4), KILLE_INK + "00")
    ImageDraw.Draw(line).line((28, 208, WIDTH * 4 - 29, 208), fill=KILLE_INK, width=7)
    card.alpha_composite(line.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS))
    name = FIGURE_NAMES[code].upper()
    size = 40
    while typeface("name", size, 800).getlength(name) > WIDTH - 30:
        size -= 1
    write(card, (WIDTH // 2, 31), name, typeface("name", size, 800), KILLE_NAME, "mm")
    figure = emblem(code, 158)
    card.alpha_composite(figure, ((WIDTH - 158) // 2, 56 + (HEIGHT - 65 - 158) // 2))
    return card


def card_back(deck: Deck) -> Picture:
    """The back of a deck: a lattice, blue for French cards, wine with a fleur-de-lis for Kille."""
    top, bottom, line = {"french": ("#2b4a8b", "#1c3263", "#5f83cf"), "kille": ("#8c2434", "#5d1522", "#d9a24a")}[deck]
    margin = 12
    width, height = WIDTH - 2 * margin, HEIGHT - 2 * margin
    panel = gradient(width, height, top, bottom)
    lattice = Image.new("RGBA", (width * 3, height * 3), line + "00")
    pen = ImageDraw.Draw(lattice)
    for start in range(-12 * 78, 24 * 78, 78):
        pen.line((start, 0, start + height * 3, height * 3), fill=line + "66", width=4)
        pen.line((start, 0, start - height * 3, height * 3), fill=line + "66", width=4)
    panel.alpha_composite(lattice.resize((width, height), Image.Resampling.LANCZOS))
    panel.alpha_composite(rounded_outline((width, height), (4, 4, width - 4, height - 4), 7, line, 2))
    if deck == "kille":
        panel.alpha_composite(emblem("fleur", 78), ((width - 78) // 2, (height - 78) // 2))
    card = blank("#ffffff", "#f4f2ee")
    card.paste(panel, (margin, margin), rounded_mask(width, height, 9))
    return card


def face_of(code: str, colours: dict[str, str], drawings: Path) -> Picture:
    """The face of a French card in these suit colours."""
    return joker_face(colours["S"]) if code == JOKER else french_face(code, colours[code[-1]], drawings)
