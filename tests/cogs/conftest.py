"""The fixtures of the table's tests, for the cogs of the games."""

from tests.table.conftest import database, empty_pictures, env, pace, scenes_for_pictures, simcord_bot, world

__all__ = ["database", "empty_pictures", "env", "pace", "scenes_for_pictures", "simcord_bot", "world"]
