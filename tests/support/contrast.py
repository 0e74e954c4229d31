"""Whether one can tell colours apart: contrast as the Web Content Accessibility Guidelines reckon it, 4.5 for text."""

from __future__ import annotations

from collections import Counter

from PIL import Image

#: The pages that messages stand on, in Discord's dark and light themes.
DARK, LIGHT = (0x31, 0x33, 0x38), (0xFF, 0xFF, 0xFF)
#: What text must reach.
READABLE = 4.5

Rgb = tuple[int, int, int]


def luminance(colour: Rgb) -> float:
    parts = [part / 255 for part in colour]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgb, other: Rgb) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def colours_in(picture: Image.Image, box: tuple[int, int, int, int]) -> list[Rgb]:
    """The opaque colours in a part of a sprite, most frequent first, without the few pixels of smoothed edges."""
    counted: Counter[Rgb] = Counter()
    for red, green, blue, alpha in picture.crop(box).get_flattened_data():
        if alpha == 255:
            counted[red, green, blue] += 1
    return [colour for colour, times in counted.most_common() if times >= 12]


def ink_of(colours: list[Rgb], ground: Rgb) -> Rgb:
    """The most frequent colour that is plainly not the ground."""
    return next(colour for colour in colours if contrast(colour, ground) > 2)
