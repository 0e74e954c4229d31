"""The watch itself: a leak made on purpose is found, wherever it is."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from games.cards import FRENCH_DECK
from pictures.scene import Pill
from tests.support.outgoing import shown
from tests.support.world import World
from tests.table.playing import play_moves, start_table


def hidden_card(world: World) -> str:
    table = world.tables()[0]
    return next(card for card in table.going().stock if card in FRENCH_DECK)


def problems(world: World) -> list[str]:
    found, world.watch.problems = world.watch.problems, []
    return found


async def test_a_card_of_the_stock_on_the_table_is_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await start_table(world)
    presentation = type(world.tables()[0].presentation)
    monkeypatch.setattr(presentation, "status", lambda self, show: f"a leak: {shown(hidden_card(world))}")
    await play_moves(world, 1)
    assert any("is hidden" in problem for problem in problems(world))


async def test_the_other_hand_in_mine_is_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await start_table(world)
    presentation = type(world.tables()[0].presentation)

    def both(self: Any, show: Any) -> str:
        return " ".join(shown(card) for hand in world.tables()[0].going().hands for card in hand)

    monkeypatch.setattr(presentation, "hand_written", both)
    await play_moves(world, 1)
    assert any("is hidden" in problem for problem in problems(world))


async def test_a_hidden_card_in_alt_text_or_a_log_is_found(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await start_table(world)
    card = hidden_card(world)
    presentation = type(world.tables()[0].presentation)
    scene = presentation.scene

    def leaking(self: Any, show: Any) -> Any:
        real = scene(self, show)
        return type(real)(real.felt, real.seats, real.elements, (*real.pills, Pill(shown(card))), real.seating)

    monkeypatch.setattr(presentation, "scene", leaking)
    await play_moves(world, 1)
    assert any("is hidden" in problem for problem in problems(world))
    logging.getLogger("kuku").warning("the stock begins with %s", hidden_card(world))
    assert any("log:" in problem for problem in problems(world))
