"""The fixtures of the table's tests, for the lessons of other bots. Pictures are empty: their alt texts are real."""

from __future__ import annotations

import pytest

from pictures.studio import Studio
from tests.table.conftest import database, env, pace, simcord_bot, world

__all__ = ["database", "env", "pace", "simcord_bot", "world"]


@pytest.fixture(autouse=True)
def _draw_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(*_: object) -> bytes:
        return b""

    monkeypatch.setattr(Studio, "_bytes", nothing)
