"""Text on pictures: nothing too small, nothing the font cannot write."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pictures.lettering import (
    NAME,
    SMALLEST,
    length,
    lettering,
    line_of,
    name_size,
    readable,
    shorten,
    shown_name,
    two_lines,
)

PICTURES = Path(__file__).resolve().parents[2] / "pictures"


def test_text_too_small_for_a_phone_is_refused() -> None:
    assert lettering(SMALLEST).size == 28
    with pytest.raises(ValueError, match="too small"):
        lettering(27)


def test_only_one_place_makes_fonts() -> None:
    makers = [
        path.name
        for path in PICTURES.glob("*.py")
        if re.search(r"ImageFont\.(truetype|load|FreeTypeFont\()|\.textbbox|\.multiline_text", path.read_text())
    ]
    assert makers == ["lettering.py"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("Zażółć Gęślą", "Zażółć Gęślą"),
        ("Γιώργος", "Γιώργος"),
        ("Олександр", "Олександр"),
        ("Bjo\u0308rn", "Björn"),
        ("漢字Bob漢", "Bob"),
        ("🔥 Ann 🔥", "Ann"),
        ("  An\u200bn\n B ", "Ann B"),
        ("^_^", "^_^"),
        ("♥Ann", "♥Ann"),
    ],
)
def test_names_without_what_the_font_lacks(name: str, shown: str) -> None:
    assert shown_name(name, ("user.name", "Player 3")) == shown


def test_names_that_cannot_be_written_fall_back() -> None:
    assert shown_name("🔥🔥", ("ann_42", "Player 3")) == "ann_42"
    assert shown_name("漢字", ("火", "Player 3")) == "Player 3"
    assert shown_name("漢-字", ("Player 3",)) == "Player 3"
    assert shown_name("🔥", ()) == "?"


def test_signs_are_replaced_or_drawn() -> None:
    assert readable("−3 → ≥ 7") == "–3 » >= 7"
    assert readable("3♦ and 4♠\ufe0f") == "3♦ and 4♠"
    line = line_of("3♦", 36, True, 500)
    assert line.red is not None
    assert line.red.getbbox() is not None
    assert line_of("4♠", 36, True, 500).red is None


def test_long_text_gets_smaller_then_narrower_then_shorter() -> None:
    font = lettering(SMALLEST)
    text = "Konstantinos takes the trick"
    wide = line_of(text, 36, True, 1000)
    assert wide.width > 300
    for room in (400, 300, 120, 40):
        assert line_of(text, 36, True, room).width <= room + 2
    cut = shorten(text, font, 150)
    assert cut.endswith("…")
    assert length(cut, font) <= 150
    assert shorten("Ann", font, 150) == "Ann"


def test_a_name_keeps_its_height_when_it_must_fit() -> None:
    assert line_of("Maximiliane von Hohenstein", 36, True, 150, 36).height == line_of("Ann", 36, True, 150, 36).height


@pytest.mark.parametrize("width", [120, 150, 200, 300])
def test_a_name_gets_smaller_only_where_it_would_be_cut(width: int) -> None:
    assert name_size("Ann", width) == NAME
    assert name_size("Maximiliane von Hohenstein zu Ulm", width) == SMALLEST
    sizes = [name_size("Konstantinos R"[:letters], width) for letters in range(1, 15)]
    assert sizes == sorted(sizes, reverse=True)
    cut = next((letters for letters, size in enumerate(sizes, 1) if size < NAME), None)
    if cut is not None:
        assert shorten("Konstantinos R"[:cut], lettering(NAME), width / 0.8).endswith("…")


def test_two_lines_are_about_equally_long() -> None:
    assert two_lines("At least Värdshus, or the lowest") == ["At least Värdshus,", "or the lowest"]
    assert two_lines("play") == ["play"]
