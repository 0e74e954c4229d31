"""Both decks: codes, order, names, and a forgiving reader (contract, section 3).

A card is a short code. French: rank then suit, ``10D``, ``QS``; the Joker is ``X``. Kille: ``HA`` … ``BL`` and the
numerals ``12`` … ``1``, two identical copies of each. Everything that leaves this module is canonical.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from typing import Any, Final

SUITS: Final = "CDHS"
RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ACE_HIGH: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
JOKER: Final = "X"

#: A fresh French deck, as every shuffle by a seed finds it: AC 2C … KC, then D, H, S.
FRENCH_DECK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)

#: The Kille ranks, lowest first; strength is the index + 1 (Blare 1 … Harlekin 21).
KILLE_RANKS: Final = (
    *("BL", "PO", "KR"),
    *(str(number) for number in range(1, 13)),
    *("VA", "KA", "GR", "HU", "GO", "HA"),
)
STRENGTH: Final = {rank: index + 1 for index, rank in enumerate(KILLE_RANKS)}

#: A fresh Kille deck: lowest first, the two copies side by side.
KILLE_DECK: Final = tuple(rank for rank in KILLE_RANKS for _ in range(2))

SUIT_SIGNS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SUIT_NAMES: Final = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}
KILLE_NAMES: Final = {
    "HA": "Harlekin",
    "GO": "Gök",
    "HU": "Husar",
    "GR": "Gris",
    "KA": "Kavall",
    "VA": "Värdshus",
    "KR": "Krans",
    "PO": "Potta",
    "BL": "Blare",
    **{str(number): str(number) for number in range(1, 13)},
}

# Other names of the Kille ranks: the rulebook's Swedish ones and the English ones, without accents.
_KILLE_WORDS: Final = {
    "HA": ("harlekin", "harlequin", "kille", "boy"),
    "GO": ("gok", "goken", "kuku", "cuckoo"),
    "HU": ("husar", "hussar"),
    "GR": ("gris", "husu", "pig"),
    "KA": ("kavall", "cavall", "knight", "cavalier", "horseman"),
    "VA": ("vardshus", "inn"),
    "KR": ("krans", "wreath"),
    "PO": ("potta", "blompotta", "flowerpot", "pot", "urn"),
    "BL": ("blare", "blaren", "jester"),
}
_KILLE_BY_WORD = {name: code for code, names in _KILLE_WORDS.items() for name in (code.lower(), *names)} | {
    str(number): str(number) for number in range(1, 13)
}
_RANK_WORDS: Final = {
    **{rank.lower(): rank for rank in RANKS},
    "t": "10",
    "1": "A",
    "ace": "A",
    "jack": "J",
    "knave": "J",
    "queen": "Q",
    "king": "K",
    **dict(zip(("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), RANKS[1:10], strict=True)),
}
_SUIT_WORDS: Final = {
    **{code.lower(): code for code in SUITS},
    **{sign: code for code, sign in SUIT_SIGNS.items()},
    **dict(zip("♧♢♡♤", SUITS, strict=True)),
    **{name: code for code, name in SUIT_NAMES.items()},
    **{name + "s": code for code, name in SUIT_NAMES.items()},
}
_LONG_NAME = re.compile(r"\b([a-z]+|10|[2-9])\s+of\s+(clubs?|diamonds?|hearts?|spades?)\b")


def rank_of(card: str) -> str:
    """The rank of a French card: ``"10"`` of ``"10D"``."""
    return card[:-1]


def suit_of(card: str) -> str:
    """The suit letter of a French card: ``"D"`` of ``"10D"``."""
    return card[-1]


def _order_of(cards: Iterable[str]) -> Callable[[str], int]:
    return {card: place for place, card in enumerate(cards)}.__getitem__


#: Sort keys of French cards: by rank, the ace lowest (and the Joker last) or the ace highest, then C D H S.
low_order: Final = _order_of([*(rank + suit for rank in RANKS for suit in SUITS), JOKER])
high_order: Final = _order_of(rank + suit for rank in ACE_HIGH for suit in SUITS)
#: Sort key of Kille cards: by strength.
kille_order: Final = STRENGTH.__getitem__


def simplify(text: str) -> str:
    """Text as the readers see it: lower case, no accents or variation selectors, single blanks, long names folded.

    ``"7♥️  X  Queen of Hearts"`` becomes ``"7♥ x qh"``.
    """
    plain = unicodedata.normalize("NFKD", text)
    plain = "".join(sign for sign in plain if not unicodedata.combining(sign) and sign not in "\ufe0e\ufe0f")
    plain = " ".join(plain.lower().split())
    return _LONG_NAME.sub(_fold_long_name, plain)


def _fold_long_name(match: re.Match[str]) -> str:
    rank = _RANK_WORDS.get(match[1])
    return f"{rank}{_SUIT_WORDS[match[2]]}".lower() if rank else match[0]


def find_french(text: str) -> str | None:
    """The French card that a piece of text names, or None: ``"td"``, ``"10♦"``, ``"ten of diamonds"`` are ``10D``."""
    plain = simplify(text)
    if plain in ("x", "joker"):
        return JOKER
    for split in range(len(plain) - 1, 0, -1):
        rank, suit = _RANK_WORDS.get(plain[:split]), _SUIT_WORDS.get(plain[split:].strip())
        if rank and suit and plain[:split] != "1":
            return rank + suit
    return None


def find_kille(text: str) -> str | None:
    """The Kille rank that a piece of text names, or None: ``"Värdshus"``, ``"inn"``, ``"va"`` are ``VA``."""
    return _KILLE_BY_WORD.get(simplify(text))


def card_name(card: str) -> str:
    """A card of either deck as English text: ``10♦``, ``Gök``, ``7``, ``Joker``."""
    if card in KILLE_NAMES:
        return KILLE_NAMES[card]
    return "Joker" if card == JOKER else rank_of(card) + SUIT_SIGNS[suit_of(card)]


def listed(names: Iterable[str]) -> str:
    """Names as an English list: ``a, b and c``."""
    *firsts, last = list(names) or [""]
    return f"{', '.join(firsts)} and {last}" if firsts else last


def word(name: str, value: Any) -> str:
    """A fact in English words; its name says what it is: card, cards, suit, suits, rank, player (people's number,
    seat + 1); else it is shown as it is.
    """
    if name == "cards":
        return listed(card_name(card) for card in value)
    if name.startswith("card"):
        return card_name(value)
    if name == "suits":
        return SUIT_NAMES[value] + "s"
    if name == "suit":
        return SUIT_NAMES[value]
    if name == "player":
        return f"Player {value}"
    return str(value)
