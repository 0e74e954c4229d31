"""The sprites in pictures/assets: where each picture lies, and loading it once."""

from functools import cache
from pathlib import Path
from typing import Final

from PIL import Image

from pictures.codes import JOKER, Deck, deck_of
from pictures.scene import Card, Colours

ASSETS: Final = Path(__file__).parent / "assets"

CARD_WIDTH: Final = 180


def variant(code: str, colours: Colours) -> Colours:
    """The look whose sprite serves: suits that look the same as with four colours are stored once, there."""
    redrawn = {"four": "", "colour-blind": "HDC", "two": "DC"}[colours]
    return colours if code != JOKER and code[-1] in redrawn else "four"


def face_path(code: str, colours: Colours) -> Path:
    """Where the face of a card lies."""
    folder = "kille" if deck_of(code) == "kille" else variant(code, colours)
    return ASSETS / "cards" / folder / f"{code}.png"


def tile_path(code: str, colours: Colours) -> Path:
    """Where the 128 × 128 tile of a card lies."""
    folder = "kille" if deck_of(code) == "kille" else variant(code, colours)
    return ASSETS / "tiles" / folder / f"{code}.png"


def back_path(deck: Deck) -> Path:
    """Where the back of a deck lies."""
    return ASSETS / "cards" / f"back-{deck}.png"


def back_tile_path(deck: Deck) -> Path:
    """Where the tile of a deck's back lies."""
    return ASSETS / "tiles" / f"back-{deck}.png"


def suit_path(suit: str) -> Path:
    """Where the white sign of a suit lies; its transparency is its shape."""
    return ASSETS / "suits" / f"{suit}.png"


@cache
def load(path: Path) -> Image.Image:
    """The picture of a sprite with transparency, read once. Never change it: copies only."""
    with Image.open(path) as file:
        return file.convert("RGBA")


def card_sprite(card: Card, colours: Colours, *, tile: bool = False) -> Image.Image:
    """The sprite of a card or back (not of an empty place), whole or as a tile."""
    if card.code:
        return load(tile_path(card.code, colours) if tile else face_path(card.code, colours))
    if card.deck is None:
        raise ValueError("an empty place has no sprite")
    return load(back_tile_path(card.deck) if tile else back_path(card.deck))
