"""The fixtures of the table's tests, for the lessons of other bots."""

from tests.table.conftest import database, env, pace, simcord_bot, world

__all__ = ["database", "env", "pace", "simcord_bot", "world"]
