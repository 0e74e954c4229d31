"""The sprites: every card of both decks, readable on every background, and the emoji tiles."""

from __future__ import annotations

import re

import pytest
from PIL import Image

from pictures import sprites
from pictures.codes import FRENCH_CODES, JOKER, KILLE_CODES, deck_of
from pictures.colours import SUIT_COLOURS
from pictures.emoji import TILES, emoji_name
from pictures.scene import Colours, back
from tests.support.contrast import colours_in, contrast, ink_of, luminance

LOOKS: tuple[Colours, ...] = ("four", "colour-blind", "two")


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
