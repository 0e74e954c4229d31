"""The colours of cards, felts and seats, shared by the sprites and the drawing."""

from typing import Final

from pictures.scene import Colours, Felt

SUIT_COLOURS: Final[dict[Colours, dict[str, str]]] = {
    "four": {"S": "#16181d", "H": "#d3202f", "D": "#1763cf", "C": "#14803f"},
    # Told apart under protanopia, deuteranopia and tritanopia, and each dark enough for text on a card.
    "colour-blind": {"S": "#16181d", "H": "#cf190e", "D": "#1036a5", "C": "#007a6e"},
    "two": {"S": "#16181d", "H": "#d3202f", "D": "#d3202f", "C": "#16181d"},
}
"""Suit to colour for each way of looking. Shapes always go with the colours."""

FACE_TOP: Final = "#fdfdfb"
FACE_BOTTOM: Final = "#f4f3ef"
KILLE_FACE_TOP: Final = "#fff9ea"
KILLE_FACE_BOTTOM: Final = "#f3e6c8"
KILLE_INK: Final = "#1d2238"
KILLE_NAME: Final = "#8c1c2b"

FELTS: Final[dict[Felt, tuple[str, str]]] = {
    "navy": ("#24507a", "#0f2338"),
    "green": ("#257a58", "#0e3a2b"),
    "wine": ("#7a2b3f", "#34101c"),
}
"""Felt to its colours in the middle and at the rim."""

GOLD: Final = "#ffc94d"
RED: Final = "#ff5a66"
LIGHT_RED: Final = "#ff6b75"
"""Red suit signs in light text on dark pills."""
WHITE: Final = "#ffffff"
MUTED: Final = "#c8d3de"
GREYED: Final = "#98a2ad"
ON_GOLD: Final = "#2a1d00"
ON_RED: Final = "#2b0006"

# Discs with white initials and pawns: 3:1 against white letters of this size, and apart from each other on every felt.
SEAT_COLOURS: Final = (
    "#5865f2",
    "#d6338a",
    "#1d8f4b",
    "#b97708",
    "#0284c7",
    "#d1541f",
    "#9b59b6",
    "#0f8f82",
)
