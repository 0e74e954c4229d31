"""Card codes as pictures need them: which deck, and an English name for texts.

French cards are rank then suit (``10D``, ``QS``), the Joker is ``X``; Kille cards are ``HA`` ``GO`` ``HU`` ``GR``
``KA`` ``VA``, the numerals ``12`` … ``1``, then ``KR`` ``PO`` ``BL``. No code is in both decks.
"""

from typing import Final, Literal

Deck = Literal["french", "kille"]

RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS: Final = ("C", "D", "H", "S")
SUIT_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
JOKER: Final = "X"
FRENCH_CODES: Final = (*(rank + suit for suit in SUITS for rank in RANKS), JOKER)

FIGURE_NAMES: Final = {
    "BL": "Blare",
    "PO": "Potta",
    "KR": "Krans",
    "VA": "Värdshus",
    "KA": "Kavall",
    "GR": "Gris",
    "HU": "Husar",
    "GO": "Gök",
    "HA": "Harlekin",
}
KILLE_CODES: Final = (
    "BL",
    "PO",
    "KR",
    *(str(numeral) for numeral in range(1, 13)),
    "VA",
    "KA",
    "GR",
    "HU",
    "GO",
    "HA",
)

_DECK_OF: Final[dict[str, Deck]] = {
    **dict.fromkeys(FRENCH_CODES, "french"),
    **dict.fromkeys(KILLE_CODES, "kille"),
}


def deck_of(code: str) -> Deck:
    """The deck that `code` belongs to. Raises ValueError for a code of neither deck."""
    try:
        return _DECK_OF[code]
    except KeyError:
        raise ValueError(f"{code!r} is not a card of either deck") from None


def english_name(code: str) -> str:
    """``10♦``, ``Joker``, ``Gök`` or ``12``: how a text without its own names calls a card."""
    if deck_of(code) == "kille":
        return FIGURE_NAMES.get(code, code)
    if code == JOKER:
        return "Joker"
    return code[:-1] + SUIT_SIGNS[code[-1]]
