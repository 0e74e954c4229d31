"""The sprites: every card of both decks, readable on every background, and the emoji tiles."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from PIL import Image

from pictures import sprites
from pictures.codes import FRENCH_CODES, JOKER, KILLE_CODES, deck_of
from pictures.colours import SUIT_COLOURS
from pictures.emoji import TILES, emoji_name
from pictures.scene import Colours, back

LOOKS: tuple[Colours, ...] = ("four", "colour-blind", "two")
DARK, LIGHT = (0x31, 0x33, 0x38), (0xFF, 0xFF, 0xFF)
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


@pytest.mark.parametrize("look", LOOKS)
def test_each_card_has_a_face_and_a_tile_of_its_own(look: Colours) -> None:
    faces, tiles = set(), set()
    for code in (*FRENCH_CODES, *KILLE_CODES):
        face, tile = sprites.load(sprites.face_path(code, look)), sprites.load(sprites.tile_path(code, look))
        assert face.size == (180, 252)
        assert tile.size == (128, 128)
        faces.add(face.tobytes())
        tiles.add(tile.tobytes())
    assert len(faces) == len(tiles) == 53 + 21


@pytest.mark.parametrize("look", LOOKS)
def test_rank_and_suits_stand_out_from_the_face(look: Colours) -> None:
    for code in FRENCH_CODES:
        if code == JOKER:
            continue
        face = sprites.load(sprites.face_path(code, look))
        wanted = tuple(int(SUIT_COLOURS[look][code[-1]][at : at + 2], 16) for at in (1, 3, 5))
        # The rank at the top left, the small suit under it, and on numerals the large suit at the bottom right.
        places = [(12, 10, 62, 92), (12, 94, 62, 142)]
        if code[:-1] not in ("J", "Q", "K"):
            places.append((60, 120, 170, 240))
        for place in places:
            colours = colours_in(face, place)
            ground = max(colours[:40], key=luminance)
            ink = ink_of(colours, ground)
            assert ink == wanted, (code, place)
            # The paper gets darker towards the bottom; smoothed edges of the suits are tinted, the paper is not.
            papers = [colour for colour in colours if luminance(colour) > 0.8 and max(colour) - min(colour) < 6]
            worst = min(papers, key=luminance)
            assert contrast(ink, worst) >= 4.5, (code, place)


def test_names_and_numerals_of_kille_cards_stand_out() -> None:
    for code in KILLE_CODES:
        face = sprites.load(sprites.face_path(code, "four"))
        place = (30, 70, 150, 180) if code.isdigit() else (16, 14, 164, 48)
        colours = colours_in(face, place)
        ground = max(colours[:40], key=luminance)
        assert contrast(ink_of(colours, ground), ground) >= 4.5, code


def test_two_colour_and_colour_blind_faces_differ_only_where_the_suits_do() -> None:
    def face(code: str, look: Colours) -> bytes:
        return sprites.load(sprites.face_path(code, look)).tobytes()

    for look, changed in (("colour-blind", "HDC"), ("two", "DC")):
        for suit in "CDHS":
            for rank in ("A", "10", "Q"):
                same = face(rank + suit, look) == face(rank + suit, "four")
                assert same is (suit not in changed)


def test_colour_blind_players_can_tell_the_suits_apart() -> None:
    """How red and green look without one kind of cone (Machado, Oliveira and Fernandes 2009, full strength)."""
    blindness = {
        "protan": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
        "deutan": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
        "tritan": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
    }

    def seen(colour: str, matrix: tuple[tuple[float, ...], ...]) -> tuple[float, float, float]:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        red, green, blue = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in matrix)
        x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
        y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
        z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.0888
        a, b, c = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
        return 116 * b - 16, 500 * (a - b), 200 * (b - c)

    scheme = SUIT_COLOURS["colour-blind"]
    for kind, matrix in blindness.items():
        labs = {suit: seen(colour, matrix) for suit, colour in scheme.items()}
        for one in "CDHS":
            for other in "CDHS":
                if one < other:
                    apart = sum((a - b) ** 2 for a, b in zip(labs[one], labs[other], strict=True)) ** 0.5
                    assert apart > 20, (kind, one, other)


@pytest.mark.parametrize("code", [*FRENCH_CODES, *KILLE_CODES])
def test_tiles_can_be_read_on_dark_and_light_pages(code: str) -> None:
    tile = sprites.load(sprites.tile_path(code, "four"))
    ground = colours_in(tile, (20, 16, 108, 112))
    light = max(ground[:6], key=luminance)
    assert contrast(ink_of(ground, light), light) >= 4.5
    # On the dark page the ground of the tile stands out, on the light one its edge does.
    assert contrast(light, DARK) >= 4.5
    column = [tile.getpixel((64, y)) for y in range(64)]
    edge = next(pixel for pixel in column if isinstance(pixel, tuple) and pixel[3] > 200)
    assert contrast((edge[0], edge[1], edge[2]), LIGHT) >= 4.5


def test_emojis_fit_what_discord_takes() -> None:
    names = [tile.name for tile in TILES]
    assert len(names) == len(set(names)) == 53 + 21
    for tile in TILES:
        assert re.fullmatch(r"[a-z0-9_]{2,32}", tile.name)
        assert tile.path.stat().st_size <= 256 * 1024
        with Image.open(tile.path) as picture:
            assert picture.format == "PNG"
            assert picture.size == (128, 128)


def test_emoji_names_say_deck_card_and_version() -> None:
    assert emoji_name("GO") == "kille_gok_v1"
    assert emoji_name("VA") == "kille_vardshus_v1"
    assert emoji_name("12") == "kille_12_v1"
    assert emoji_name("10D") == "french_10d_v1"
    assert emoji_name("X") == "french_joker_v1"


def test_backs_differ_and_unknown_cards_are_refused() -> None:
    french = sprites.card_sprite(back("french"), "four")
    kille = sprites.card_sprite(back("kille"), "four")
    assert french.tobytes() != kille.tobytes()
    for wrong in ("1D", "11H", "13", "ZZ", "", "XX"):
        with pytest.raises(ValueError, match="not a card"):
            deck_of(wrong)


def test_the_sprites_are_small() -> None:
    assert sum(path.stat().st_size for path in sprites.ASSETS.rglob("*.*")) < 3 * 1024 * 1024
