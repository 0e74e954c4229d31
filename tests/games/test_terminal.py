"""A whole game in a terminal: over a pipe, and with a scripted person for what a person may do wrong."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from games import find_games
from games.chance import Chance
from games.game import Game
from games.kontsina import Kontsina
from games.terminal import Left, Terminal, in_words

ROOT = Path(__file__).parents[2]


def over_a_pipe(text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """`python -m games play …` with this input."""
    command = [sys.executable, "-m", "games", "play", *arguments]
    return subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True, encoding="utf-8", timeout=30)


def script(answers: list[str]) -> Iterator[str]:
    """Answers one by one; then the first move each time."""
    yield from answers
    while True:
        yield "#1"


def sit_down(game: Game, seat: int, answers: list[str]) -> list[str]:
    """Play the whole game with these answers, then with first moves; returns the lines of the terminal."""
    lines: list[str] = []
    replies = script(answers)

    def ask(prompt: str) -> str:
        lines.append(prompt)
        return next(replies)

    Terminal(game, seat, Random(1), ask, lambda line: lines.append(str(line))).play()
    return lines


def test_a_whole_game_over_a_pipe() -> None:
    done = over_a_pipe("#1\n" * 48, "kontsina", "--seed", "5eed", "--seat", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "you are seat 1" in done.stdout
    assert "The game is over: rounds played." in done.stdout
    assert done.stdout.endswith("The seed was 5eed.\n")
    assert done.stdout == over_a_pipe("#1\n" * 48, "kontsina", "--seed", "5eed", "--seat", "1").stdout


def test_the_end_of_the_input_or_q_leaves_the_table() -> None:
    for text in ("", "#1\n", "q\n"):
        done = over_a_pipe(text, "kontsina")
        assert (done.returncode, done.stderr) == (0, "")
        assert "You have left the table." in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="there is no such signal")
def test_ctrl_c_leaves_the_table_without_a_traceback() -> None:
    command = [sys.executable, "-u", "-m", "games", "play", "kontsina"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=ROOT, text=True, encoding="utf-8", **pipes) as process:
        assert process.stdout is not None
        while "moves:" not in process.stdout.readline():
            pass
        process.stdout.read(len("Your move: "))  # now it waits
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (0, "")
    assert "You have left the table." in out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("poker",), "There is no game poker here."),
        (("kontsina", "--seats", "3"), "Kontsina is played by 2, not 3."),
        (("kontsina", "--seat", "2"), "There is no seat 2: they are numbered from 0 to 1."),
        (("kontsina", "--seed", "zz"), "The seed must be pairs of hexadecimal digits."),
    ],
)
def test_a_table_that_cannot_be_set_up_is_one_line_and_exit_code_2(arguments: tuple[str, ...], sentence: str) -> None:
    done = over_a_pipe("", *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", sentence + "\n")


def test_a_wrong_answer_is_explained_and_asked_again() -> None:
    game = Kontsina(2, chance=Chance(b"\x00", dealer=1))
    lines = sit_down(game, 0, ["hello", "#99", "", "KS x KD QD", "a"])
    asked = [number for number, line in enumerate(lines) if line == "Your move: "]
    assert lines[asked[0] + 1].startswith("A move is the card you play")
    assert lines[asked[1] + 1].startswith("A move is the card you play")
    assert lines[asked[2] + 1].startswith("A move is the card you play")
    assert lines[asked[3] + 1] == "You do not hold the K♠."
    assert lines[asked[4] + 2].startswith("  moves: #1 ")
    assert game.outcome is not None


def test_a_hand_of_another_seat_is_never_shown() -> None:
    game = Kontsina(2, chance=Chance(b"\x00", dealer=1))
    hidden = set(game.view(1).hand or ())
    lines: list[str] = []

    def leave(prompt: str) -> str:
        raise Left

    with pytest.raises(Left):
        Terminal(game, 0, Random(1), leave, lambda line: lines.append(str(line))).play()
    shown = {word.strip(",") for line in lines for word in line.split()}
    assert set(game.view(0).hand or ()) <= shown
    assert not hidden & shown


@pytest.mark.parametrize("kind", find_games().values(), ids=list(find_games()))
def test_every_game_can_be_sat_down_to(kind: type[Game]) -> None:
    asked = 0
    lines: list[str] = []

    def ask(prompt: str) -> str:
        nonlocal asked
        asked += 1
        if asked > 12:
            raise Left
        return "" if "Enter" in prompt else "#1"

    try:
        Terminal(kind(max(kind.seats_allowed)), 0, Random(2), ask, lambda line: lines.append(str(line))).play()
    except Left:
        pass
    assert lines[0].startswith(kind.title)
    assert any(line.startswith("  moves: #1 ") for line in lines)


def test_values_are_written_for_reading() -> None:
    assert in_words(["8C", "10D"]) == "8C 10D"
    assert in_words([]) == "none"
    assert in_words(None) == "–"
    assert in_words([["8C"], []]) == "8C | none"
    assert in_words({"two_of_clubs": 1, "won": True}) == "two of clubs 1, won yes"
