"""Collect every sentence into kuku.pot, bring the catalogs up to date, compile them.

`make catalogs` runs this after sentences have changed; a test checks that it was done.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

HERE = Path(__file__).resolve().parent
ROOMS = ("games", "table", "cogs")

#: The command line of the rules speaks English, to authors of games.
METHODS = [("terminal.py", "ignore"), ("__main__.py", "ignore"), ("**.py", "python")]

#: Who says something: N_("…"), words.say("…"), words.plural("…", "…", n), and the refusals of the rules.
SAYINGS = {
    "N_": None,
    "say": None,
    "plural": (1, 2),
    "IllegalMove": None,
    "UnreadableMove": None,
    "BadSetup": None,
}


def collect() -> Catalog:
    """All sentences of the rooms that speak, sorted, without line numbers (which change with every edit)."""
    catalog = Catalog(project="Kuku", charset="utf-8", header_comment="# The sentences of Kuku.")
    for room in ROOMS:
        found = extract_from_dir(HERE.parent / room, method_map=METHODS, keywords=SAYINGS)
        for filename, _, message, _, _ in found:
            if message:
                catalog.add(message, locations=[(f"{room}/{filename}", 0)])
    return catalog


def written(catalog: Catalog) -> str:
    """A catalog as the text of a .po file, in a fixed order."""
    out = io.BytesIO()
    write_po(out, catalog, sort_output=True, omit_header=True, include_lineno=False, width=0)
    return out.getvalue().decode()


def main() -> int:
    """Write kuku.pot, update and compile each language; returns the exit code."""
    template = collect()
    (HERE / "kuku.pot").write_text(written(template), encoding="utf-8")
    for path in sorted(HERE.glob("*/LC_MESSAGES/kuku.po")):
        with path.open("rb") as file:
            catalog = read_po(file, locale=path.parts[-3])
        catalog.update(template)
        with path.open("wb") as file:
            write_po(file, catalog, sort_output=True, include_lineno=False, width=0)
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalog)
    return 0


if __name__ == "__main__":
    sys.exit(main())
