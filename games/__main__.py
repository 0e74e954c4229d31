"""The rules on the command line: `python -m games list`, `replay FILE`, `replay --check FILE…`, `play GAME`.

Needs the standard library only. Exit codes: 0, all is well; 1, a move of a record is refused or a check fails;
2, a record, a file or the command line cannot be used. Seats are numbered from 0, as in records; moves from 1.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import NoReturn

from games import find_game, find_games
from games.chance import Chance
from games.errors import BadSetup, GameError
from games.record import FailedMove, Record
from games.terminal import Left, Terminal

REFUSED, UNUSABLE = 1, 2
INTERRUPTED, PIPE_CLOSED = 130, 141  # 128 + the number of the signal, as shells have it


class OneLineParser(argparse.ArgumentParser):
    """Says what is wrong with a command line in one line."""

    def error(self, message: str) -> NoReturn:
        """One line on standard error, exit code 2."""
        self.exit(UNUSABLE, f"{message} (see python -m games --help)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # cards and names need UTF-8 whatever the locale is
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    given = parser().parse_args(arguments)
    try:
        code = run(given)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # the reader has seen enough; keep Python from failing again when it flushes at exit
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except KeyboardInterrupt:
        complain("Interrupted.")
        return INTERRUPTED
    except FailedMove as error:
        complain(error)
        return REFUSED
    except (GameError, OSError) as error:
        complain(error)
        return UNUSABLE


def parser() -> argparse.ArgumentParser:
    """The command line."""
    top = OneLineParser(prog="python -m games", description="The rules of every game, without Discord.")
    commands = top.add_subparsers(dest="command", required=True, metavar="command")
    commands.add_parser("list", help="each game's key, title, seats and options, as JSON")
    replay = commands.add_parser("replay", help="play a record and print the position as JSON")
    replay.add_argument("--check", action="store_true", help='compare with what each record says under "expect"')
    replay.add_argument("files", nargs="+", metavar="FILE", help="a record, or - for standard input")
    play = commands.add_parser("play", help="play in this terminal against seats that move at random")
    play.add_argument("game", metavar="GAME", help="the key of a game")
    play.add_argument("--seats", type=int, help="how many play (default: as few as can)")
    play.add_argument("--seat", type=int, default=0, help="where you sit, counted from 0 (default: 0)")
    play.add_argument("--seed", help="hexadecimal digits that decide every deal and the other seats' moves")
    return top


def run(given: argparse.Namespace) -> int:
    """The command that was asked for."""
    if given.command == "list":
        return list_games()
    if given.command == "play":
        return play(given.game, given.seats, given.seat, given.seed)
    if given.check:
        return check(given.files)
    if len(given.files) > 1:
        raise BadSetup("Replay one record at a time, or several with --check.")
    print(json.dumps(read(given.files[0]).report(), ensure_ascii=False))
    return 0


def list_games() -> int:
    """Every game as a JSON list."""
    games = [
        {
            "key": game.key,
            "title": game.title,
            "seats": list(game.seats_allowed),
            "stakes": game.stakes,
            "options": [rule.facts() for rule in game.Options.rules()],
        }
        for game in find_games().values()
    ]
    print(json.dumps(games, ensure_ascii=False, indent=2))
    return 0


def read(name: str) -> Record:
    """The record in a file, or on standard input."""
    return Record.read(sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes())


def check(names: Sequence[str]) -> int:
    """Compare each record with what it expects; a line for each difference, then how many passed."""
    failed = 0
    for name in names:
        try:
            lines = read(name).check()
        except BrokenPipeError:
            raise
        except (GameError, OSError) as error:
            lines = [str(error)]
        except Exception as error:  # a fault of a game must not hide what the other records show
            lines = [f"{type(error).__name__}: {error}"]
        failed += bool(lines)
        for line in lines:
            print(f"{name}: {one_line(line)}")
    print(f"{len(names) - failed} passed, {failed} failed")
    return REFUSED if failed else 0


def play(key: str, seats: int | None, seat: int, seed: str | None) -> int:
    """A game in this terminal, until it ends or the person leaves."""
    kind = find_game(key)
    try:
        drawn = secrets.token_bytes(32) if seed is None else bytes.fromhex(seed)
    except ValueError:
        raise BadSetup("The seed must be pairs of hexadecimal digits.") from None
    game = kind(min(kind.seats_allowed) if seats is None else seats, chance=Chance(drawn))
    if not 0 <= seat < game.seats:
        raise BadSetup("There is no seat {seat}: they are numbered from 0 to {last}.", seat=seat, last=game.seats - 1)
    try:
        Terminal(game, seat, Random(drawn), input, print).play()
    except (Left, EOFError, KeyboardInterrupt):
        print("\nYou have left the table.")
    print(f"The seed was {drawn.hex()}.")
    return 0


def complain(problem: object) -> None:
    """One line on standard error."""
    print(one_line(str(problem)), file=sys.stderr)


def one_line(text: str) -> str:
    """The text without line breaks, which names in a record may contain."""
    return " ".join(text.split())


if __name__ == "__main__":
    sys.exit(main())
