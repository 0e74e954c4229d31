"""The fixtures of the table's tests, for the lessons of other bots. Pictures are empty: their alt texts are real."""

from __future__ import annotations

import pytest

from tests.table.conftest import database, empty_pictures, env, pace, simcord_bot, world

__all__ = ["database", "empty_pictures", "env", "pace", "simcord_bot", "world"]


@pytest.fixture(autouse=True)
def _draw_nothing(empty_pictures: None) -> None:
    pass
