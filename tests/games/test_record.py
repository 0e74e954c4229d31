"""Records and the command line: what is read, what is printed, and one line with an exit code for all that is wrong."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from games import find_games
from games.__main__ import main
from games.cards import FRENCH_DECK
from games.record import FailedMove, Record, differences

ROOT = Path(__file__).parents[2]

#: AC 2C 3C … from the top: seat 1 holds AC 3C 5C 7C, seat 0 holds 2C 4C 6C 8C, the layout is 9C 10C JC QC.
FRESH: dict[str, Any] = {"game": "kontsina", "seats": 2, "dealer": 0, "shuffles": [list(FRENCH_DECK)]}

Run = subprocess.CompletedProcess[str]


def run(*arguments: str, text: str = "", **environment: str) -> Run:
    """The real command line, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); import runpy; "
         "runpy.run_module('games', run_name='__main__', alter_sys=True)", *arguments],
        input=text, capture_output=True, text=True, encoding="utf-8", timeout=30, env={**os.environ, **environment},
    )  # fmt: skip


def write(directory: Path, record: Any, name: str = "record.json") -> str:
    """A file with this record, or with this text."""
    path = directory / name
    path.write_text(record if isinstance(record, str) else json.dumps(record), encoding="utf-8")
    return str(path)


def refused(capsys: pytest.CaptureFixture[str], code: int, *arguments: str) -> str:
    """The one line that the command says on standard error, and nothing on standard output."""
    assert main(arguments) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err.endswith("\n")
    assert err.count("\n") == 1
    return err.rstrip("\n")


def test_a_record_without_moves_reports_the_position_after_the_deal() -> None:
    report = Record.from_json(FRESH).report()
    assert report["game"] == "kontsina"
    assert report["over"] is False
    assert report["to_act"] == [1]
    assert report["moves"] == {"0": [], "1": ["AC", "3C", "5C", "7C"]}
    assert (report["scores"], report["net"], report["outcome"]) == ([0, 0], [0, 0], None)
    assert report["public"]["layout"] == ["9C", "10C", "JC", "QC"]
    assert "hand" not in report["public"]
    assert report["private"] == [{"hand": ["2C", "4C", "6C", "8C"]}, {"hand": ["AC", "3C", "5C", "7C"]}]
    assert report["events"] == [{"event": "deal", "deal": 1, "layout": ["9C", "10C", "JC", "QC"]}]


def test_with_moves_the_events_are_those_of_the_last_one() -> None:
    report = Record.from_json({**FRESH, "moves": [[1, "ac"], [0, "2♣"]]}).report()
    assert report["events"] == [{"event": "lay", "seat": 0, "card": "2C"}]
    assert report["public"]["layout"] == ["9C", "10C", "JC", "QC", "AC", "2C"]


def test_the_report_of_a_game_that_is_over_has_its_outcome() -> None:
    record = Record.read((ROOT / "tests/records/kontsina-game-1.json").read_bytes())
    assert record.report()["outcome"] == {
        "reason": "rounds played",
        "places": [1, 2],
        "scores": [8, 2],
        "net": [0, 0],
    }


def test_a_record_survives_being_written_and_read() -> None:
    record = Record(
        "kontsina",
        2,
        {"rounds": 4},
        (5, 0),
        1,
        bytes.fromhex("00ff"),
        (FRENCH_DECK,),
        ((0, "AC"),),
        "about",
        {"over": False},
    )
    written = record.to_json()
    assert written["seed"] == "00ff"
    assert Record.read(json.dumps(written)) == record
    least = {"game": "kontsina", "seats": 2, "options": {}, "purses": None, "dealer": None, "moves": []}
    assert Record.from_json({"game": "kontsina", "seats": 2}).to_json() == least


def test_steps_show_every_position_with_its_events() -> None:
    record = Record.from_json({**FRESH, "moves": [[1, "AC"], [0, "2C"]]})
    seen = [(game.ply, [event.kind for event in events]) for game, events in record.steps()]
    assert seen == [(0, ["deal"]), (1, ["lay"]), (2, ["lay"])]


def test_a_refused_move_says_which_one_and_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    moves = [[1, "AC"], [0, "2C"], [1, "3C x AC 2C"], [0, "4C"], [1, "5C"], [0, "6C"], [1, "4C"]]
    assert (
        refused(capsys, 1, "replay", write(tmp_path, {**FRESH, "moves": moves}))
        == "move 7: seat 1: You do not hold the 4♣."
    )
    moves = [[0, "2C"]]
    assert (
        refused(capsys, 1, "replay", write(tmp_path, {**FRESH, "moves": moves}))
        == "move 1: seat 0: It is not your turn."
    )
    moves = [[1, "AC"], [5, "2C"]]
    said = refused(capsys, 1, "replay", write(tmp_path, {**FRESH, "moves": moves}))
    assert said == "move 2: seat 5: There is no such seat at this table."
    moves = [[1, "hello\nworld"]]
    assert refused(capsys, 1, "replay", write(tmp_path, {**FRESH, "moves": moves})).startswith(
        "move 1: seat 1: A move is"
    )


def test_a_failed_move_tells_programs_which_one() -> None:
    with pytest.raises(FailedMove) as failure:
        Record.from_json({**FRESH, "moves": [[1, "AC"], [0, "AC"]]}).replay()
    for error in (failure.value, pickle.loads(pickle.dumps(failure.value))):
        assert (error.number, error.seat, error.error.message) == (2, 0, "You do not hold the {card}.")


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        ("", "The record is no JSON: Expecting value in line 1, column 1."),
        ('{"game": "kontsina",\n "seats": }', "The record is no JSON: Expecting value in line 2, column 11."),
        ('{"game": "kontsina", "seats": NaN}', "The record is no JSON that can be read: NaN is no number."),
        ("[]", "A record is one JSON object."),
        ("null", "A record is one JSON object."),
        ({"seats": 2}, "The record has no game."),
        ({"game": "kontsina"}, "The record has no seats."),
        ({**FRESH, "game": 5}, "The record's game must be text."),
        ({**FRESH, "game": "poker"}, "There is no game poker here."),
        ({**FRESH, "game": "po\nker"}, "There is no game po ker here."),
        ({**FRESH, "seats": "2"}, "The record's seats must be a whole number."),
        ({**FRESH, "seats": True}, "The record's seats must be a whole number."),
        ({**FRESH, "seats": 2.0}, "The record's seats must be a whole number."),
        ({**FRESH, "seats": None}, "The record's seats must be a whole number."),
        ({**FRESH, "seats": 3}, "Kontsina is played by 2, not 3."),
        ({**FRESH, "options": []}, "The record's options must be an object."),
        ({**FRESH, "options": ["rounds"]}, "The record's options must be an object."),
        ({**FRESH, "options": {"rounds": 3}}, "The option rounds must be one of 2, 4, 6."),
        ({**FRESH, "options": {"round": 2}}, "There is no option round in this game."),
        ({**FRESH, "purses": 5}, "The record's purses must be a list of whole numbers, or null."),
        ({**FRESH, "purses": [1, "2"]}, "The record's purses must be a list of whole numbers, or null."),
        ({**FRESH, "purses": [1]}, "There must be one purse, a whole number, for each of the 2 seats."),
        ({**FRESH, "dealer": "0"}, "The record's dealer must be a whole number."),
        ({**FRESH, "dealer": 2}, "The dealer must be one of the 2 seats, counted from 0."),
        ({**FRESH, "dealer": -1}, "The dealer must be one of the 2 seats, counted from 0."),
        ({**FRESH, "seed": "xyz"}, "The record's seed must be pairs of hexadecimal digits."),
        ({**FRESH, "seed": "abc"}, "The record's seed must be pairs of hexadecimal digits."),
        ({**FRESH, "seed": 12}, "The record's seed must be text."),
        ({**FRESH, "seed": 0}, "The record's seed must be text."),
        ({**FRESH, "shuffles": {}}, "The record's shuffles must be a list."),
        ({**FRESH, "shuffles": {"0": []}}, "The record's shuffles must be a list."),
        ({**FRESH, "shuffles": ["AC"]}, "Each shuffle of the record must be a list of cards."),
        ({**FRESH, "shuffles": [[["AC"]]]}, "Each shuffle of the record must be a list of cards."),
        ({**FRESH, "shuffles": [["AC"]]}, "Shuffle 0 does not hold exactly the cards of its pile."),
        ({**FRESH, "shuffles": [["2C", *FRENCH_DECK[1:]]]}, "Shuffle 0 does not hold exactly the cards of its pile."),
        ({**FRESH, "moves": "AC"}, "The record's moves must be a list."),
        ({**FRESH, "moves": ["AC"]}, "Move 1 of the record must be a seat and a text."),
        ({**FRESH, "moves": [[1, "AC"], [0]]}, "Move 2 of the record must be a seat and a text."),
        ({**FRESH, "moves": [[True, "AC"]]}, "Move 1 of the record must be a seat and a text."),
        ({**FRESH, "moves": [[1, 7]]}, "Move 1 of the record must be a seat and a text."),
        ({**FRESH, "expect": 1}, "The record's expect must be an object."),
        ({**FRESH, "about": 1}, "The record's about must be text."),
    ],
)
def test_a_record_that_cannot_be_used_is_one_line_and_exit_code_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], record: Any, sentence: str
) -> None:
    assert refused(capsys, 2, "replay", write(tmp_path, record)) == sentence


def test_files_that_are_no_text_or_too_deep_are_one_line_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe{}")
    assert refused(capsys, 2, "replay", str(tmp_path / "bytes")) == "The record is no UTF-8 text."
    assert "cannot" not in refused(capsys, 2, "replay", write(tmp_path, "[" * 100_000))
    assert "No such file" in refused(capsys, 2, "replay", str(tmp_path / "nothing"))
    assert "directory" in refused(capsys, 2, "replay", str(tmp_path))
    assert refused(capsys, 2, "replay", write(tmp_path, '{"game": "kontsina", "seats": ' + "9" * 5000 + "}"))
    assert refused(capsys, 2, "replay", "a", "b") == "Replay one record at a time, or several with --check."


@pytest.mark.parametrize(
    "arguments", [(), ("replay",), ("juggle",), ("play",), ("list", "x"), ("play", "kontsina", "--seats", "x")]
)
def test_a_wrong_command_line_is_one_line_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(arguments)
    out, err = capsys.readouterr()
    assert (end.value.code, out, err.count("\n")) == (2, "", 1)


def test_the_list_has_every_game_with_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    listed = {game["key"]: game for game in json.loads(capsys.readouterr().out)}
    assert listed.keys() == find_games().keys()
    assert listed["kontsina"]["title"] == "Kontsina"
    assert listed["kontsina"]["seats"] == [2]
    assert [(o["name"], o["default"], o["choices"]) for o in listed["kontsina"]["options"]] == [
        ("rounds", 2, [2, 4, 6]),
        ("leftovers", "nobody", ["nobody", "last"]),
    ]


# ---- comparing -----------------------------------------------------------------------------------------------------

FOUND = {
    "over": False,
    "to_act": [1],
    "net": [0, 0],
    "moves": {"0": [], "1": ["4H", "8S x 8C"]},
    "public": {"layout": ["8C", "5S"], "trick": [{"seat": 0, "card": "5S"}, {"seat": 1, "card": "7S"}], "stock": 40},
    "outcome": None,
}


@pytest.mark.parametrize(
    "expected",
    [
        {},
        {"to_act": [1], "outcome": None},
        {"moves": {"1": ["8S x 8C", "4H"]}},
        {"moves": {"1": {"has": ["4H"], "lacks": ["4S", "8S"]}, "0": []}},
        {"public": {"layout": ["8C", "5S"]}},
        {"public": {"layout": {"has": ["5S"]}}},
        {"public": {"trick": [{"card": "5S"}, {}]}},
        {"public": {"trick": {"has": [{"seat": 1}], "lacks": [{"seat": 2}]}}},
    ],
)
def test_what_is_named_and_equal_is_no_difference(expected: dict[str, Any]) -> None:
    assert differences(expected, FOUND) == []


@pytest.mark.parametrize(
    ("expected", "lines"),
    [
        ({"over": True}, ["over: expected true, found false"]),
        ({"over": 0}, ["over: expected 0, found false"]),
        ({"net": [False, 0]}, ["net: expected [false, 0], found [0, 0]"]),
        ({"rain": None}, ["rain: is missing"]),
        ({"to_act": []}, ["to_act: expected [], found [1]"]),
        ({"outcome": {}}, ["outcome: expected {}, found null"]),
        ({"public": {"layout": ["5S", "8C"]}}, ['public.layout: expected ["5S", "8C"], found ["8C", "5S"]']),
        ({"public": {"layout": {"has": ["9C"], "lacks": ["8C"]}}}, ['public.layout: has no "9C"', 'public.layout: has "8C"']),
        ({"public": {"layout": ["8C"], "stock": 39}}, ['public.layout: expected ["8C"], found ["8C", "5S"]', "public.stock: expected 39, found 40"]),
        ({"moves": {"1": ["4H"]}}, ['moves.1: expected ["4H"], found ["4H", "8S x 8C"]']),
        ({"public": {"trick": {"lacks": [{"card": "5S"}]}}}, ['public.trick: has {"card": "5S"}']),
    ],
)  # fmt: skip
def test_each_difference_is_a_line(expected: dict[str, Any], lines: list[str]) -> None:
    assert differences(expected, FOUND) == lines


def test_check_counts_and_names_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = write(tmp_path, {**FRESH, "expect": {"to_act": [1], "moves": {"1": ["7C", "5C", "3C", "AC"]}}}, "good.json")
    bad = write(tmp_path, {**FRESH, "expect": {"to_act": [0], "public": {"stock": 39}}}, "bad.json")
    other = write(tmp_path, {"game": "poker", "seats": 2}, "other.json")
    stuck = write(tmp_path, {**FRESH, "moves": [[0, "2C"]]}, "stuck.json")
    absent = str(tmp_path / "absent.json")
    assert main(["replay", "--check", good, bad, other, stuck, absent]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[:4] == [
        f"{bad}: to_act: expected [0], found [1]",
        f"{bad}: public.stock: expected 39, found 40",
        f"{other}: There is no game poker here.",
        f"{stuck}: move 1: seat 0: It is not your turn.",
    ]
    assert lines[4].startswith(f"{absent}: ")
    assert lines[5:] == ["1 passed, 4 failed"]
    assert main(["replay", "--check", good]) == 0
    assert capsys.readouterr().out == "1 passed, 0 failed\n"


# ---- in a process of its own -----------------------------------------------------------------------------------------


def test_a_bare_python_replays_standard_input_in_any_locale() -> None:
    done = run(
        "replay",
        "-",
        text=json.dumps({**FRESH, "moves": [[1, "3♣"]]}),
        LC_ALL="C",
        PYTHONUTF8="0",
        PYTHONCOERCECLOCALE="0",
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["events"] == [{"event": "lay", "seat": 1, "card": "3C"}]
    done = run(
        "replay",
        "-",
        text=json.dumps({**FRESH, "moves": [[1, "4♣"]]}),
        LC_ALL="C",
        PYTHONUTF8="0",
        PYTHONCOERCECLOCALE="0",
    )
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "move 1: seat 1: You do not hold the 4♣.\n")


def test_a_reader_who_stops_reading_gets_no_traceback(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "games", "list"],
            cwd=ROOT,
            stdout=closed,
            stderr=subprocess.PIPE,
            text=True,
            timeout=30,
        )
    assert (done.returncode, done.stderr) == (141, "")
