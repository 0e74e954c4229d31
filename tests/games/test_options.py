"""Options: defaults, bounds and the sentences for values that do not fit."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass
from typing import Any

import pytest

from games.errors import BadSetup
from games.options import Options, option


@dataclass(frozen=True)
class Tea(Options):
    """Every kind of option."""

    cups: int = option(2, "How many cups.", low=1, high=6)
    kind: str = option("green", "Which kind.", choices=("green", "black"), words={"green": "green tea"})
    steps: int = option(4, "How many steps.", choices=(2, 4))
    milk: bool = option(False, "With milk.")


def test_what_is_not_named_keeps_its_default() -> None:
    assert Tea.read({}) == Tea()
    assert Tea.read({"cups": 6, "milk": True}) == Tea(cups=6, milk=True)
    assert Tea.read({"kind": "black"}).facts() == {"cups": 2, "kind": "black", "steps": 4, "milk": False}


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"cups": 0}, "The option cups must be a whole number from 1 to 6."),
        ({"cups": 7}, "The option cups must be a whole number from 1 to 6."),
        ({"cups": True}, "The option cups must be a whole number from 1 to 6."),
        ({"cups": 2.0}, "The option cups must be a whole number from 1 to 6."),
        ({"cups": "2"}, "The option cups must be a whole number from 1 to 6."),
        ({"cups": None}, "The option cups must be a whole number from 1 to 6."),
        ({"kind": "white"}, "The option kind must be one of green, black."),
        ({"kind": ["green"]}, "The option kind must be one of green, black."),
        ({"steps": 3}, "The option steps must be one of 2, 4."),
        ({"milk": 1}, "The option milk must be true or false."),
        ({"sugar": 1}, "There is no option sugar in this game."),
    ],
)
def test_a_value_that_does_not_fit_is_refused_with_what_would(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSetup) as refusal:
        Tea.read(values)
    assert str(refusal.value) == sentence


def test_making_options_checks_them_too() -> None:
    with pytest.raises(BadSetup):
        Tea(cups=9)
    with pytest.raises(FrozenInstanceError):
        Tea().cups = 3  # type: ignore[misc]


def test_options_are_described_as_data() -> None:
    assert [rule.facts() for rule in Tea.rules()] == [
        {"name": "cups", "default": 2, "help": "How many cups.", "low": 1, "high": 6},
        {"name": "kind", "default": "green", "help": "Which kind.", "choices": ["green", "black"]},
        {"name": "steps", "default": 4, "help": "How many steps.", "choices": [2, 4]},
        {"name": "milk", "default": False, "help": "With milk."},
    ]
    assert Tea.rules()[1].words == {"green": "green tea"}
