"""Rows: tuples with one item for each seat, chair or place, changed by making a new one, so that copies may share them."""

from __future__ import annotations

from typing import TypeVar

Item = TypeVar("Item")


def replaced(row: tuple[Item, ...], place: int, item: Item) -> tuple[Item, ...]:
    """The row with another item at this place, counted from 0."""
    changed = list(row)
    changed[place] = item
    return tuple(changed)


def exchanged(row: tuple[Item, ...], place: int, other: int) -> tuple[Item, ...]:
    """The row with the items at two places exchanged."""
    return replaced(replaced(row, place, row[other]), other, row[place])


def without(row: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    """The row without the first item equal to this one, which it holds."""
    place = row.index(item)
    return row[:place] + row[place + 1 :]
