"""What ``make run`` starts: with a token the bot on Discord, without one the offline table."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from dotenv import load_dotenv

import bot
from offline import __main__ as offline


def main(arguments: Sequence[str] = ()) -> int:
    """Choose by DISCORD_TOKEN, from the environment or .env; returns the exit code. Arguments are the offline table's."""
    load_dotenv(bot.HOME / ".env")
    if os.environ.get("DISCORD_TOKEN", "").strip():
        return bot.main()
    return offline.main(arguments, "No DISCORD_TOKEN in the environment or in .env, so this is the offline table")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
