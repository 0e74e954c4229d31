"""Scores by deal as a small table, and numbers with a proper minus sign."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

#: Characters that a line of a code block has on a phone before it is broken.
LINE: Final = 38


def number(value: int) -> str:
    """A number as it is written: ``−60``, ``0``, ``325``."""
    return str(value).replace("-", "−")


def signed(value: int) -> str:
    """A gain or a loss: ``−60``, ``0``, ``+25``."""
    return f"+{value}" if value > 0 else number(value)


def score_columns(names: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Labelled rows with a column for each name, as a code block no wider than a phone. Long names are cut."""
    labels = max((len(label) for label, _ in rows), default=0)
    widest = max((len(text) for _, texts in rows for text in texts), default=1)
    room = (LINE - labels) // len(names) - 1
    width = max(widest, min(room, max(map(len, names))))
    heads = ["".join(name.replace("`", "'").split("\n"))[:width] for name in names]
    heads = [head if heads.count(head) == 1 else f"{head[: width - 1]}{seat + 1}" for seat, head in enumerate(heads)]
    lines = [("", heads), *rows]
    text = "\n".join(
        f"{label:<{labels}}" + "".join(f" {entry:>{width}}" for entry in entries) for label, entries in lines
    )
    return f"```\n{text}\n```"
