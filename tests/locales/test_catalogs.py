"""Sentences: the collection is current, blanks fit, plural forms are right, names are escaped."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from games.errors import IllegalMove
from locales.__main__ import HERE, collect, written
from table.words import words_for

BLANKS = re.compile(r"{(\w+)}")


def test_kuku_pot_is_current() -> None:
    """After a change of sentences: make catalogs."""
    assert (HERE / "kuku.pot").read_text(encoding="utf-8") == written(collect())


def test_every_sentence_has_well_formed_blanks() -> None:
    for message in collect():
        for text in message.id if isinstance(message.id, tuple) else (message.id,):
            assert text.count("{") == len(BLANKS.findall(text)), text


def test_both_forms_of_a_plural_have_the_same_blanks_but_for_the_number() -> None:
    for message in collect():
        if isinstance(message.id, tuple):
            one, many = (set(BLANKS.findall(text)) - {"count"} for text in message.id)
            assert one == many, message.id


@pytest.mark.parametrize(("count", "said"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_plural_forms(count: int, said: str) -> None:
    assert words_for("en-GB").plural("{count} card", "{count} cards", count) == said


def test_cards_and_lists_are_put_into_words() -> None:
    words = words_for("en-US")
    assert words.card("10D") == "10♦"
    assert words.card("GO") == "Gök"
    assert words.say("{name} takes {cards} with {card}.", name="Ann", cards=["3D", "4S"], card="7C") == (
        "Ann takes 3♦ and 4♠ with 7♣."
    )
    assert words.listed(["Ann", "Bo", "Cy"]) == "Ann, Bo and Cy"
    assert words.listed(["Ann"]) == "Ann"
    assert words.listed([]) == ""


def test_a_refusal_by_the_rules_is_a_sentence() -> None:
    error = IllegalMove("You hold a {suit}: follow {suits}.", suit="H", suits="H")
    assert words_for("en").explain(error) == str(error) == "You hold a heart: follow hearts."


def test_an_unknown_language_speaks_english() -> None:
    for locale in ("tlh", "", "xx-YY", "zh-CN"):
        assert words_for(locale).say("yes") == "yes"


def test_labels_ask_for_the_text_form_of_suits_and_fit() -> None:
    words = words_for("en")
    assert words.label("7♣ takes 7♦") == "7♣\ufe0e takes 7♦\ufe0e"
    assert len(words.label("♣" * 100)) == 80


def test_each_catalog_is_compiled() -> None:
    for path in Path(HERE).glob("*/LC_MESSAGES/kuku.po"):
        assert path.with_suffix(".mo").exists()
