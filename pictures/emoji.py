"""The card tiles that are uploaded once as emojis of the application.

Their names carry a version: raise it when a tile changes, so that the old emoji is not taken for the new one.
"""

import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pictures.codes import FIGURE_NAMES, FRENCH_CODES, JOKER, KILLE_CODES, Deck, deck_of
from pictures.sprites import tile_path

VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Tile:
    """One emoji: the card it shows, its name (letters, digits, underscores; at most 32) and its 128 × 128 PNG."""

    code: str
    deck: Deck
    name: str
    path: Path


def emoji_name(code: str) -> str:
    """``french_10d_v1``, ``french_joker_v1``, ``kille_gok_v1``, ``kille_12_v1``. ValueError for an unknown code."""
    deck = deck_of(code)
    word = "joker" if code == JOKER else FIGURE_NAMES.get(code, code) if deck == "kille" else code
    plain = unicodedata.normalize("NFKD", word).encode("ascii", "ignore").decode().lower()
    return f"{deck}_{plain}_v{VERSION}"


TILES: Final = tuple(
    Tile(code, deck_of(code), emoji_name(code), tile_path(code, "four")) for code in (*KILLE_CODES, *FRENCH_CODES)
)
"""Every card of both decks, Kille first."""
