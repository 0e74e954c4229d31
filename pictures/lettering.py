"""Text on pictures: one font function that refuses small sizes, fitting, and names the font cannot write."""

import unicodedata
from functools import cache, lru_cache
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from pictures.codes import SUIT_SIGNS
from pictures.sprites import ASSETS, load, suit_path

SMALLEST: Final = 28
"""Pixels. A phone shows a third of it; nothing may be written smaller."""
NAME: Final = 36
"""Pixels of names and numbers."""
TEXT: Final = 32
"""Pixels of pills, which may go down to SMALLEST to fit."""

SIGNS: Final = {sign: suit for suit, sign in SUIT_SIGNS.items()}
"""Suit signs, which the font lacks; they are drawn from the sprites."""

_STAND_INS: Final = str.maketrans({"−": "–", "ʼ": "’", "→": "»", "≥": ">=", "≤": "<=", "★": "*"})
_NARROWEST: Final = 0.8
_ELLIPSIS: Final = "…"
_MISSING: Final = "\U0010fffd"

Font = ImageFont.FreeTypeFont


@cache
def lettering(size: int, bold: bool = True) -> Font:
    """The font of this many pixels. ValueError under SMALLEST: such text cannot be read on a phone."""
    if size < SMALLEST:
        raise ValueError(f"text of {size} px is too small to read on a phone; {SMALLEST} is the least")
    file = ASSETS / ("Roboto-Bold.ttf" if bold else "Roboto-Medium.ttf")
    # The basic layout needs no library of the system, so that pictures are equal byte for byte everywhere.
    return ImageFont.truetype(str(file), size, layout_engine=ImageFont.Layout.BASIC)


@cache
def _missing_shape() -> bytes:
    return bytes(lettering(NAME).getmask(_MISSING))


@lru_cache(4096)
def can_write(character: str) -> bool:
    """Does the font have a shape for this character?"""
    return bytes(lettering(NAME).getmask(character)) != _missing_shape()


@lru_cache(4096)
def readable(text: str) -> str:
    """The text without what the font cannot write: composed, with single blanks, without control characters."""
    composed = unicodedata.normalize("NFC", text).translate(_STAND_INS)
    blanks = "".join(" " if unicodedata.category(character)[0] == "Z" else character for character in composed)
    kept = "".join(
        character
        for character in blanks
        if character == " "
        or character in SIGNS
        or (unicodedata.category(character)[0] not in "CM" and can_write(character))
    )
    return " ".join(kept.split())


@lru_cache(1024)
def shown_name(name: str, fallbacks: tuple[str, ...] = ()) -> str:
    """The first of the names that can be written and still has a letter or digit; else what is left of them."""
    for candidate in (name, *fallbacks):
        written = readable(candidate)
        untouched = written == " ".join(candidate.split())
        if written and (untouched or any(character.isalnum() for character in written)):
            return written
    return next((written for written in map(readable, (name, *fallbacks)) if written), "?")


def initial(name: str) -> str:
    """The letter for a disc: the first letter or digit of a shown name, in upper case."""
    return next((character for character in name if character.isalnum()), name[:1]).upper()[:1]


def _parts(text: str) -> list[str]:
    """The text cut into suit signs and what stands between them."""
    parts: list[str] = []
    for character in text:
        if character in SIGNS or not parts or parts[-1] in SIGNS:
            parts.append(character)
        else:
            parts[-1] += character
    return parts


def _sign_width(font: Font) -> int:
    return round(font.size * 0.82)


def length(text: str, font: Font) -> float:
    """How wide the text is in this font, suit signs included."""
    return sum(_sign_width(font) if part in SIGNS else font.getlength(part) for part in _parts(text))


def shorten(text: str, font: Font, width: float) -> str:
    """The text, cut with … if it is wider than `width`."""
    if length(text, font) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if length(text[:middle].rstrip() + _ELLIPSIS, font) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + _ELLIPSIS


class Line(NamedTuple):
    """One line of text as masks of the same size: the letters with the black suits, and the red suits (None: none)."""

    ink: Image.Image
    red: Image.Image | None

    @property
    def width(self) -> int:
        """Pixels across."""
        return self.ink.width

    @property
    def height(self) -> int:
        """Pixels from ascender to descender, so that lines of one size share a base line."""
        return self.ink.height


@lru_cache(512)
def line_of(text: str, size: int, bold: bool, width: int, least: int = SMALLEST) -> Line:
    """One line of text, not wider than `width`: it gets smaller down to `least`, then narrower, then is cut."""
    text = readable(text)
    font = lettering(size, bold)
    while size > least and length(text, font) > width:
        size -= 1
        font = lettering(size, bold)
    text = shorten(text, font, width / _NARROWEST)
    natural = max(1, round(length(text, font)))
    ascent, descent = font.getmetrics()
    ink = Image.new("L", (natural + 2, ascent + descent))
    red = Image.new("L", ink.size) if any(character in "♥♦" for character in text) else None
    pen = ImageDraw.Draw(ink)
    x = 1.0
    for part in _parts(text):
        if part in SIGNS:
            across = _sign_width(font)
            sign = load(suit_path(SIGNS[part])).getchannel("A").resize((across, across), Image.Resampling.LANCZOS)
            onto = red if red is not None and part in "♥♦" else ink
            onto.paste(sign, (round(x), round(ascent - size * 0.36 - across / 2)))
            x += across
        else:
            pen.text((x, 0), part, font=font, fill=255)
            x += font.getlength(part)
    if natural > width:
        smaller = (width, ink.height)
        ink = ink.resize(smaller, Image.Resampling.LANCZOS)
        red = red.resize(smaller, Image.Resampling.LANCZOS) if red is not None else None
    return Line(ink, red)


@lru_cache(512)
def name_size(name: str, width: float) -> int:
    """The pixels of a name in a room of this width: NAME, narrowed, if it fits so; smaller, rather than cut, if not."""
    text = readable(name)
    sizes = range(NAME, SMALLEST, -2)
    return next((size for size in sizes if length(text, lettering(size)) <= width / _NARROWEST), SMALLEST)


def two_lines(text: str) -> list[str]:
    """The text as two lines of about equal length, broken at a blank; one line if it is one word."""
    words = text.split()
    if len(words) < 2:
        return [text]
    cut = min(range(1, len(words)), key=lambda place: abs(len(" ".join(words[:place])) - len(" ".join(words[place:]))))
    return [" ".join(words[:cut]), " ".join(words[cut:])]
