"""The offline table: ``python -m offline`` serves the bot on a simulated server, at 127.0.0.1."""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import logging
import os
import sys
from collections.abc import Sequence

PORT = 8000
PACES = ("normal", "quick")
NO_SIMCORD = "The offline table needs simcord, which only development installs: pip install -r requirements-dev.txt"


def main(arguments: Sequence[str] | None = None, what: str = "Offline table, no token needed") -> int:
    """Read the command line and serve; returns the exit code. `what` begins the two lines that say what this is."""
    parser = argparse.ArgumentParser(prog="python -m offline", description=__doc__)
    parser.add_argument("--port", type=int, default=PORT, help=f"where the page is (default: {PORT}; 0: any free one)")
    parser.add_argument("--database", metavar="PATH", help="keep points and tables in this file (default: a new one)")
    parser.add_argument("--pace", choices=PACES, default="normal", help="how long computers seem to think")
    chosen = parser.parse_args(arguments)
    if importlib.util.find_spec("simcord") is None:
        print(NO_SIMCORD, file=sys.stderr)
        return 1
    from offline import serving  # before logging begins: simcord makes a client when it loads, which has complaints

    logging.basicConfig(
        level=os.environ.get("KUKU_LOG", "WARNING").upper(), format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    try:
        return asyncio.run(serving.serve(chosen.database, serving.PACES[chosen.pace], chosen.port, what))
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
