"""Scores by deal as a small table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

#: Characters that a line of a code block has on a phone before it is broken.
LINE: Final = 27
#: A column is no narrower than this, so that names can be told apart.
NARROWEST: Final = 4
#: Nor wider than this for the sake of names.
WIDEST: Final = 7


def score_columns(names: Sequence[str], rows: Sequence[tuple[str, Sequence[str]]]) -> str:
    """Labelled rows with a column for each name, as code blocks no wider than a phone: two or more for many names.

    Long names are cut; those that are then equal get the number of their seat.
    """
    labels = max(len(label) for label, _ in rows)
    widest = max(NARROWEST, *(len(text) for _, texts in rows for text in texts))
    blocks = -(-len(names) // max(1, (LINE - labels) // (widest + 1)))
    share = -(-len(names) // blocks)
    width = max(widest, min(WIDEST, (LINE - labels) // share - 1, max(map(len, names))))
    heads = [_head(name, width) for name in names]
    heads = [head if heads.count(head) == 1 else f"{head[: width - 1]}{seat + 1}" for seat, head in enumerate(heads)]
    return "\n".join(
        _block(labels, width, [(label, entries[first : first + share]) for label, entries in (("", heads), *rows)])
        for first in range(0, len(names), share)
    )


def _head(name: str, width: int) -> str:
    """A name at the top of a column: cut to the width, at a blank if there is one."""
    written = " ".join(name.replace("`", "'").split())
    return written if len(written) <= width else written[: width + 1].rpartition(" ")[0] or written[:width]


def _block(labels: int, width: int, lines: Sequence[tuple[str, Sequence[str]]]) -> str:
    text = "\n".join(
        f"{label:<{labels}}" + "".join(f" {each:>{width}}" for each in entries) for label, entries in lines
    )
    return f"```\n{text}\n```"
