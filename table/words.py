"""Sentences in a reader's language: gettext catalogs, card names and lists included.

English is the source. `Words(locale).say("{name} lays {card}.", name=…, card=…)` looks the sentence up and fills it;
the tools that collect sentences know `say`, `plural`, `N_` and the error classes of games/ (locales/__main__.py).
"""

from __future__ import annotations

import gettext
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from babel import Locale, UnknownLocaleError
from babel.lists import format_list

from games.cards import JOKER, KILLE_NAMES, SUIT_SIGNS, rank_of, suit_of
from games.errors import GameError
from games.options import N_

CATALOGS = Path(__file__).resolve().parent.parent / "locales"

#: Ask for the text form of a suit sign: a colour glyph disappears on a coloured button.
TEXT_FORM = "\ufe0e"

#: The languages there are catalogs for, each by its own name; English needs none.
LANGUAGES = {"en": "English"}

_SUIT = {"C": N_("club"), "D": N_("diamond"), "H": N_("heart"), "S": N_("spade")}
_SUITS = {"C": N_("clubs"), "D": N_("diamonds"), "H": N_("hearts"), "S": N_("spades")}
#: Letters of the French ranks that languages write differently (Swedish Kn D K, Polish W D K …).
_RANK = {"A": N_("A"), "J": N_("J"), "Q": N_("Q"), "K": N_("K")}


class Words:
    """What is said in one language. Make it with `words_for(locale)`."""

    def __init__(self, locale: str) -> None:
        self.locale = Locale.parse(locale, sep="-")
        self._catalog = gettext.translation(
            "kuku", localedir=CATALOGS, languages=[str(self.locale), self.locale.language], fallback=True
        )

    def translate(self, text: str) -> str:
        """The text in this language, its blanks still unfilled. An empty text stays empty."""
        return self._catalog.gettext(text) if text else ""

    def say(self, text: str, /, **facts: Any) -> str:
        """The sentence in this language with its blanks filled; facts are put into words by `fact`."""
        return self.translate(text).format(**{name: self.fact(name, value) for name, value in facts.items()})

    def plural(self, one: str, many: str, count: int, /, **facts: Any) -> str:
        """The sentence in the form this language uses for `count`, which fills ``{count}``."""
        text = self._catalog.ngettext(one, many, count)
        return text.format(count=count, **{name: self.fact(name, value) for name, value in facts.items()})

    def explain(self, error: GameError, names: Sequence[str] = ()) -> str:
        """A refusal by the rules as a sentence, with the names by seat."""

        def fact(name: str, value: Any) -> Any:
            if name == "player":
                return names[value - 1] if names else self.say("Player {number}", number=value)
            return self.fact(name, value)

        return error.sentence(self.translate, fact)

    def fact(self, name: str, value: Any) -> Any:
        """A fact in words; its name says what it is: card, cards, suit, suits, rank, names; else as it is."""
        if name == "cards":
            return self.listed(self.card(card) for card in value)
        if name == "names":
            return self.listed(value)
        if name == "suit" and value in _SUIT:
            return self.translate(_SUIT[value])
        if name == "suits" and value in _SUITS:
            return self.translate(_SUITS[value])
        if name == "card" and isinstance(value, str):
            return self.card(value)
        return value

    def card(self, code: str) -> str:
        """A card of either deck: ``10♦``, ``Gök``, ``7``, ``Joker``."""
        if code in KILLE_NAMES:
            return KILLE_NAMES[code]
        if code == JOKER:
            return self.say("Joker")
        rank = rank_of(code)
        letter = self.translate(_RANK[rank]) if rank in _RANK else rank
        return letter + SUIT_SIGNS[suit_of(code)]

    def label(self, text: str) -> str:
        """A text for a button: suit signs in their text form, at most 80 characters."""
        for sign in SUIT_SIGNS.values():
            text = text.replace(sign, sign + TEXT_FORM)
        return text if len(text) <= 80 else text[:79] + "…"

    def listed(self, names: Iterable[str]) -> str:
        """Names as a list of this language: ``Ann, Bob and Cy``."""
        items = list(names)
        if self.locale.language == "en":  # CLDR's American comma before "and" is not how card players write
            return " and ".join(filter(None, (", ".join(items[:-1]), *items[-1:])))
        return format_list(items, locale=self.locale)


def number(value: int) -> str:
    """A number as it is written: ``−60``, ``0``, ``325``."""
    return str(value).replace("-", "−")


def signed(value: int) -> str:
    """A gain or a loss: ``−60``, ``0``, ``+25``."""
    return f"+{value}" if value > 0 else number(value)


@cache
def words_for(locale: str) -> Words:
    """The words of a locale as Discord writes it (``en-GB``, ``sv-SE``); unknown ones speak English."""
    try:
        return Words(locale)
    except (ValueError, UnknownLocaleError):
        return Words("en")
