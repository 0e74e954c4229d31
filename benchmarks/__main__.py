"""Run every benchmark of this folder, or those that are named: `python -m benchmarks [rules commits …]`."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from pathlib import Path


def run(names: list[str]) -> int:
    """Call `main()` of each module; 1 if one of them returns False: an aim was missed."""
    missed = False
    for name in names:
        print(f"== {name}")
        missed = importlib.import_module(f"benchmarks.{name}").main() is False or missed
        print(flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    found = [module.name for module in pkgutil.iter_modules([str(Path(__file__).parent)])]
    sys.exit(run(sys.argv[1:] or [name for name in found if not name.startswith("_")]))
