"""The picture in the making: felt, rounded fields, glows, text. Shapes are made once and kept."""

import math
from functools import cache, lru_cache
from typing import Any, Final, Literal

from PIL import Image, ImageChops, ImageColor, ImageDraw, ImageFilter, ImageMath

from pictures.colours import FELTS, LIGHT_RED, MUTED, WHITE
from pictures.geometry import Box
from pictures.lettering import SMALLEST, line_of
from pictures.scene import Felt

Align = Literal["left", "middle", "right"]
FELT_RADIUS: Final = 36
_SMOOTH: Final = 4


@lru_cache(512)
def rounded(width: int, height: int, radius: int, strength: int = 255) -> Image.Image:
    """A mask, `strength` inside a rounded rectangle with smooth edges."""
    mask = Image.new("L", (width * _SMOOTH, height * _SMOOTH))
    ImageDraw.Draw(mask).rounded_rectangle(
        (0, 0, width * _SMOOTH - 1, height * _SMOOTH - 1), radius * _SMOOTH, fill=strength
    )
    return mask.resize((width, height), Image.Resampling.BOX)


@lru_cache(256)
def outline(width: int, height: int, radius: int, thickness: int, strength: int = 255) -> Image.Image:
    """A mask of the line along the inside of a rounded rectangle."""
    mask = Image.new("L", (width * _SMOOTH, height * _SMOOTH))
    ImageDraw.Draw(mask).rounded_rectangle(
        (0, 0, width * _SMOOTH - 1, height * _SMOOTH - 1), radius * _SMOOTH, outline=strength, width=thickness * _SMOOTH
    )
    return mask.resize((width, height), Image.Resampling.BOX)


HALO: Final = 30
"""How far a glow reaches beyond what glows."""


@lru_cache(256)
def glow_mask(width: int, height: int, radius: int, thickness: int) -> Image.Image:
    """A mask, HALO larger on every side, of a firm rim with a soft halo round a rounded rectangle of this size."""
    size = (width + 2 * HALO, height + 2 * HALO)
    rim = Image.new("L", size)
    rim.paste(
        rounded(width + 2 * thickness, height + 2 * thickness, radius + thickness), (HALO - thickness, HALO - thickness)
    )
    soft = rim.filter(ImageFilter.GaussianBlur(9)).point([round(value * 0.55) for value in range(256)])
    return ImageChops.lighter(soft, rim)


@lru_cache(256)
def shadow_mask(width: int, height: int, radius: int) -> Image.Image:
    """A mask, 20 larger on every side, of the soft shadow of a rounded rectangle."""
    mask = Image.new("L", (width + 40, height + 40))
    mask.paste(rounded(width, height, radius, 125), (20, 20))
    return mask.filter(ImageFilter.GaussianBlur(6))


def _felt_light(width: int, height: int) -> Image.Image:
    """0 in the middle to 1 at the rim, smooth, as numbers with fractions."""
    across, down = width // 10, height // 10
    light = Image.new("F", (across, down))
    for y in range(down):
        for x in range(across):
            distance = min(
                1.0, math.hypot((x + 0.5 - across / 2) / (across * 0.62), (y + 0.5 - down * 0.48) / (down * 0.72))
            )
            light.putpixel((x, y), distance * distance * (3 - 2 * distance))
    return light.resize((width, height), Image.Resampling.BICUBIC)


def _channel(light: Image.Image, middle: int, rim: int) -> Image.Image:
    """One colour channel of the felt."""

    def mixed(values: dict[str, Any]) -> Any:
        return values["convert"](values["light"] * (rim - middle) + middle + 0.5, "L")

    blended = ImageMath.lambda_eval(mixed, light=light)
    assert isinstance(blended, Image.Image)
    return blended


@cache
def felt(colour: Felt, width: int, height: int) -> Image.Image:
    """The empty felt with its hem."""
    light = _felt_light(width, height)
    channels = zip(*(ImageColor.getrgb(name)[:3] for name in FELTS[colour]), strict=True)
    bands = [_channel(light, middle, rim) for middle, rim in channels]
    cloth = Image.merge("RGB", bands)
    hem = outline(width - 16, height - 16, FELT_RADIUS - 6, 2, 46)
    cloth.paste(WHITE, (8, 8), hem)
    return cloth


class Canvas:
    """A picture on felt, to draw on."""

    def __init__(self, colour: Felt, width: int, height: int) -> None:
        self.image = felt(colour, width, height).copy()

    def stamp(self, colour: str, mask: Image.Image, x: float, y: float) -> None:
        """Paint a colour through a mask whose top left corner is (x, y)."""
        self.image.paste(colour, (round(x), round(y)), mask)

    def field(self, box: Box, colour: str, strength: int = 255, radius: float | None = None) -> None:
        """A filled rounded rectangle; `radius` None: round ends. `strength` 0–255 is how opaque it is."""
        width, height = round(box.width), round(box.height)
        corner = round(min(width, height) / 2 if radius is None else radius)
        self.stamp(colour, rounded(width, height, corner, strength), box.x, box.y)

    def frame(self, box: Box, colour: str, thickness: int, strength: int = 255, radius: float | None = None) -> None:
        """The line along the inside of a rounded rectangle."""
        width, height = round(box.width), round(box.height)
        corner = round(min(width, height) / 2 if radius is None else radius)
        self.stamp(colour, outline(width, height, corner, thickness, strength), box.x, box.y)

    def glow(self, box: Box, colour: str, radius: float, thickness: int = 5) -> None:
        """A glowing rim round a rounded rectangle."""
        mask = glow_mask(round(box.width), round(box.height), round(radius), thickness)
        self.stamp(colour, mask, box.x - HALO, box.y - HALO)

    def write(
        self,
        text: str,
        x: float,
        y: float,
        size: int,
        colour: str = WHITE,
        *,
        width: float,
        align: Align = "left",
        bold: bool = True,
        least: int = SMALLEST,
    ) -> float:
        """One line of text with its middle at height y, at most `width` wide; returns the width it took."""
        if not text:
            return 0.0
        line = line_of(text, size, bold, max(1, round(width)), min(size, least))
        left = x - (0 if align == "left" else line.width / 2 if align == "middle" else line.width)
        self.stamp(colour, line.ink, left, y - line.height / 2)
        if line.red is not None:
            self.stamp(LIGHT_RED if colour in (WHITE, MUTED) else colour, line.red, left, y - line.height / 2)
        return line.width


def text_width(text: str, size: int, width: float, *, bold: bool = True, least: int = SMALLEST) -> float:
    """How wide `Canvas.write` will make this text."""
    return line_of(text, size, bold, max(1, round(width)), min(size, least)).width if text else 0.0
