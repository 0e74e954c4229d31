"""The fixtures of the table's tests, for what takes longer."""

from tests.table.conftest import database, env, scenes_for_pictures, simcord_bot, world

__all__ = ["database", "env", "scenes_for_pictures", "simcord_bot", "world"]
