"""The worked examples in tests/records/ come out as they say, and every one of their positions keeps the promises."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.record import Record
from tests.support.play import position_of
from tests.support.promises import PROMISES, check_questions

RECORDS = sorted(Path(__file__).parents[1].joinpath("records").glob("*.json"))

each_record = pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])


@each_record
def test_record_comes_out_as_expected(path: Path) -> None:
    record = Record.read(path.read_bytes())
    assert record.expect, "a worked example says what to expect"
    assert record.check() == []


@each_record
def test_record_keeps_the_promises(path: Path) -> None:
    position = position_of(Record.read(path.read_bytes()))
    check_questions(position.game)
    for promise in PROMISES:
        promise(position)


def test_each_record_is_named_after_its_game() -> None:
    assert RECORDS
    for path in RECORDS:
        assert path.stem.startswith(Record.read(path.read_bytes()).game + "-")
