"""The tools of the sprites: fonts, rounded shapes, gradients, SVG to pixels."""

import importlib.util
import io
from functools import cache
from pathlib import Path
from typing import Final, Literal

import resvg_py
from PIL import Image, ImageColor, ImageDraw, ImageFont

from pictures.build.emblems import emblem_svg

Picture = Image.Image
Typeface = Literal["rank", "numeral", "name"]

_FILES: Final[dict[Typeface, tuple[str, str]]] = {
    "rank": ("fontpkg_oswald", "Oswald[wght].ttf"),
    "numeral": ("fontpkg_abril_fatface", "AbrilFatface-Regular.ttf"),
    "name": ("fontpkg_roboto_condensed", "RobotoCondensed[wght].ttf"),
}

SUIT_PATHS: Final = {
    "S": "M50 4 C58 22 94 42 94 68 C94 88 68 92 57 76 C58 86 62 92 70 97 L30 97 C38 92 42 86 43 76 C32 92 6 88 6 68 "
    "C6 42 42 22 50 4 Z",
    "H": "M50 94 C38 76 6 58 6 30 C6 4 42 2 50 28 C58 2 94 4 94 30 C94 58 62 76 50 94 Z",
    "D": "M50 3 C60 22 74 38 88 50 C74 62 60 78 50 97 C40 78 26 62 12 50 C26 38 40 22 50 3 Z",
    "C": "M50 5 C64 5 74 15 74 28 C74 36 70 42 64 47 C80 42 95 51 95 67 C95 82 83 90 72 88 C64 87 58 81 56 74 "
    "C57 85 62 92 70 97 L30 97 C38 92 43 85 44 74 C42 81 36 87 28 88 C17 90 5 82 5 67 C5 51 20 42 36 47 "
    "C30 42 26 36 26 28 C26 15 36 5 50 5 Z",
}


@cache
def typeface(name: Typeface, size: int, weight: int | None = None) -> ImageFont.FreeTypeFont:
    """A font of the art requirements at `size` pixels; `weight` for the variable ones."""
    package, file = _FILES[name]
    found = importlib.util.find_spec(package)
    if found is None or found.origin is None:
        raise ModuleNotFoundError(f"{package} is missing: pip install -r requirements-art.txt")
    font = ImageFont.truetype(str(Path(found.origin).parent / "files" / file), size)
    if weight is not None:
        font.set_variation_by_axes([weight])
    return font


def from_svg(svg: str, *, width: int | None = None, height: int | None = None) -> Picture:
    """The SVG document drawn at this width or height in pixels, with transparency."""
    drawn = resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height)
    return Image.open(io.BytesIO(bytes(drawn))).convert("RGBA")


@cache
def suit_sign(suit: str, size: int, colour: str) -> Picture:
    """A suit sign, `size` pixels square."""
    shape = f'<path d="{SUIT_PATHS[suit]}" fill="{colour}"/>'
    return from_svg(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{shape}</svg>', width=size)


@cache
def emblem(name: str, size: int) -> Picture:
    """A Kille figure (its code) or ``fleur``, `size` pixels square."""
    return from_svg(emblem_svg(name), width=size)


def rounded_mask(width: int, height: int, radius: int) -> Picture:
    """White inside a rounded rectangle, with smooth edges."""
    mask = Image.new("L", (width * 4, height * 4))
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, width * 4 - 1, height * 4 - 1), radius * 4, fill=255)
    return mask.resize((width, height), Image.Resampling.LANCZOS)


def rounded_outline(
    size: tuple[int, int], box: tuple[float, float, float, float], radius: float, colour: str, thickness: float
) -> Picture:
    """A transparent layer of `size` with the smooth outline of a rounded rectangle; `box` in pixels of the layer."""
    layer = Image.new("RGBA", (size[0] * 4, size[1] * 4), colour + "00")
    left, top, right, bottom = (edge * 4 for edge in box)
    ImageDraw.Draw(layer).rounded_rectangle(
        (left, top, right - 1, bottom - 1), radius * 4, outline=colour, width=round(thickness * 4)
    )
    return layer.resize(size, Image.Resampling.LANCZOS)


def gradient(width: int, height: int, top: str, bottom: str) -> Picture:
    """Two colours running into each other from top to bottom."""
    first, last = ImageColor.getrgb(top), ImageColor.getrgb(bottom)
    column = Image.new("RGB", (1, height))
    for y in range(height):
        share = y / (height - 1)
        red, green, blue = (round(a + (b - a) * share) for a, b in zip(first[:3], last[:3], strict=True))
        column.putpixel((0, y), (red, green, blue))
    return column.resize((width, height)).convert("RGBA")


def write(
    onto: Picture,
    at: tuple[float, float],
    text: str,
    font: ImageFont.FreeTypeFont,
    colour: str,
    anchor: str = "la",
) -> None:
    """Text on a picture; `anchor` as Pillow names them."""
    ImageDraw.Draw(onto).text(at, text, font=font, fill=colour, anchor=anchor)


def glyphs(text: str, font: ImageFont.FreeTypeFont, colour: str, squeeze: float = 1.0) -> Picture:
    """The text alone, cropped to its ink, narrower by `squeeze`."""
    left, top, right, bottom = font.getbbox(text)
    drawn = Image.new("RGBA", (round(right - left), round(bottom - top)), colour + "00")
    write(drawn, (-left, -top), text, font, colour)
    if squeeze == 1.0:
        return drawn
    return drawn.resize((round(drawn.width * squeeze), drawn.height), Image.Resampling.LANCZOS)
