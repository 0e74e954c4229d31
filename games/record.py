"""Records: a whole game, or its beginning, as one JSON object (contract, section 5).

A table is its record, a bug report is one, and so are the worked examples in tests/records/: those say under
"expect" what must come out. ::

    record = Record.read(path.read_text())
    game = record.replay()
    print(record.report())
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn, Self

from games import find_game
from games.chance import Chance
from games.errors import BadSetup, GameError
from games.game import Event, Game, plain


class FailedMove(GameError):
    """A move of a record that the rules refuse. `number` counts from 1, `seat` from 0; `error` is the refusal."""

    def __init__(self, number: int, seat: int, error: GameError) -> None:
        super().__init__("move {number}: seat {seat}: {sentence}", number=number, seat=seat, sentence=str(error))
        self.number = number
        self.seat = seat
        self.error = error

    def __reduce__(self) -> tuple[Any, ...]:
        return FailedMove, (self.number, self.seat, self.error)


@dataclass(frozen=True)
class Record:
    """A game from its set-up through its moves. `seed` b"" is the empty seed; `dealer` None is drawn from it.

    `options` holds what differs from the defaults, or more. `expect` names parts of the report that must be equal.
    """

    game: str
    seats: int
    options: Mapping[str, Any] = field(default_factory=dict)
    purses: tuple[int, ...] | None = None
    dealer: int | None = None
    seed: bytes = b""
    shuffles: tuple[tuple[str, ...], ...] = ()
    moves: tuple[tuple[int, str], ...] = ()
    about: str = ""
    expect: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def read(cls, text: str | bytes) -> Self:
        """A record from JSON text. Raises BadSetup for text that is no record; what it says is not played yet."""
        try:
            value = json.loads(text.decode("utf-8-sig") if isinstance(text, bytes) else text, parse_constant=_refuse)
        except UnicodeDecodeError:
            raise BadSetup("The record is no UTF-8 text.") from None
        except json.JSONDecodeError as error:
            raise BadSetup(
                "The record is no JSON: {problem} in line {line}, column {column}.",
                problem=error.msg,
                line=error.lineno,
                column=error.colno,
            ) from None
        except (ValueError, RecursionError) as error:  # a number of too many digits; too many brackets
            raise BadSetup("The record is no JSON that can be read: {problem}.", problem=error) from None
        return cls.from_json(value)

    @classmethod
    def from_json(cls, value: Any) -> Self:
        """A record from a parsed JSON object; keys that no record has are ignored. Raises BadSetup, naming the key."""
        if not isinstance(value, Mapping):
            raise BadSetup("A record is one JSON object.")
        for key in ("game", "seats"):
            if key not in value:
                raise BadSetup("The record has no {key}.", key=key)
        fields = _Fields(value)
        return cls(
            game=fields.text("game"),
            seats=fields.number("seats"),
            options=fields.mapping("options"),
            purses=fields.purses(),
            dealer=None if value.get("dealer") is None else fields.number("dealer"),
            seed=fields.seed(),
            shuffles=fields.shuffles(),
            moves=fields.moves(),
            about=fields.text("about"),
            expect=fields.mapping("expect"),
        )

    def to_json(self) -> dict[str, Any]:
        """The record as an object that `from_json` reads back to an equal record."""
        written: dict[str, Any] = {"about": self.about} if self.about else {}
        written |= {"game": self.game, "seats": self.seats, "options": dict(self.options)}
        written |= {"purses": plain(self.purses), "dealer": self.dealer}
        if self.seed:
            written["seed"] = self.seed.hex()
        if self.shuffles:
            written["shuffles"] = plain(self.shuffles)
        written["moves"] = plain(self.moves)
        if self.expect:
            written["expect"] = dict(self.expect)
        return written

    def start(self) -> Game:
        """The game before its first move. Raises BadSetup if there is no such game or it cannot be set up like this."""
        kind = find_game(self.game)
        chance = Chance(self.seed, self.dealer, self.shuffles)
        return kind(self.seats, kind.Options.read(self.options), chance, self.purses)

    def steps(self) -> Iterator[tuple[Game, Sequence[Event]]]:
        """The game after its opening and after each move, with the events of that step.

        It is one game that moves on: copy it to keep a position. Raises BadSetup, or FailedMove at the move refused.
        """
        game = self.start()
        yield game, game.opening
        for number, (seat, move) in enumerate(self.moves, 1):
            try:
                events = game.play(seat, move)
            except GameError as error:
                raise FailedMove(number, seat, error) from error
            yield game, events

    def replay(self) -> Game:
        """The game after the last move. Raises BadSetup or FailedMove."""
        for game, _ in self.steps():  # noqa: B007  # the last one stays
            pass
        return game

    def report(self) -> dict[str, Any]:
        """What `python -m games replay` prints: the position after the last move. Raises BadSetup or FailedMove."""
        for game, events in self.steps():  # noqa: B007  # the last ones stay
            pass
        return describe(game, events)

    def check(self) -> list[str]:
        """What the report has otherwise than "expect" says, a line for each; [] if all is well. Raises like `report`."""
        return differences(self.expect, self.report())


def describe(game: Game, events: Sequence[Event]) -> dict[str, Any]:
    """A position as a JSON-able object: what everybody sees, what each seat sees besides, moves, and these events."""
    public = game.view(None).to_json()
    views = [game.view(seat).to_json() for seat in range(game.seats)]
    return {
        "game": game.key,
        "over": game.outcome is not None,
        "to_act": plain(game.to_act),
        "moves": {str(seat): game.moves(seat) for seat in range(game.seats)},
        "scores": plain(game.scores),
        "net": plain(game.net),
        "outcome": plain(game.outcome),
        "public": public,
        "private": [{key: view[key] for key in view if key not in public} for view in views],
        "events": [event.to_json() for event in events],
    }


# ---- comparing -----------------------------------------------------------------------------------------------------


def differences(expected: Any, found: Any, place: str = "", any_order: bool = False) -> list[str]:
    """Where `found` is not what was expected, a line for each place.

    Objects are compared by the keys expected, lists whole (those of "moves" in any order), and {"has": […]} or
    {"lacks": […]} in place of a list ask for members.
    """
    if isinstance(found, list) and isinstance(expected, dict) and expected and expected.keys() <= {"has", "lacks"}:
        lines = [f"{place}: has no {_json(item)}" for item in expected.get("has", ()) if not _member(item, found)]
        return lines + [f"{place}: has {_json(item)}" for item in expected.get("lacks", ()) if _member(item, found)]
    if isinstance(expected, dict) and isinstance(found, dict):
        lines = []
        for key, value in expected.items():
            inside = f"{place}.{key}" if place else key
            if key in found:
                lines += differences(value, found[key], inside, any_order or inside == "moves")
            else:
                lines.append(f"{inside}: is missing")
        return lines
    if isinstance(expected, list) and isinstance(found, list):
        if any_order:
            expected, found = sorted(expected, key=_json), sorted(found, key=_json)
        if len(expected) == len(found) and all(not differences(*pair) for pair in zip(expected, found, strict=True)):
            return []
    elif type(expected) is type(found) and expected == found:
        return []
    return [f"{place}: expected {_json(expected)}, found {_json(found)}"]


def _member(item: Any, found: list[Any]) -> bool:
    return any(not differences(item, other) for other in found)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


# ---- reading -------------------------------------------------------------------------------------------------------


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no number")


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


class _Fields:
    """The values of a JSON object by key, each of its type; an absent one or null is the empty value of the type."""

    def __init__(self, value: Mapping[str, Any]) -> None:
        self._value = value

    def text(self, key: str) -> str:
        value = self._value.get(key)
        if value is not None and not isinstance(value, str):
            raise BadSetup("The record's {key} must be text.", key=key)
        return value or ""

    def number(self, key: str) -> int:
        value = self._value[key]
        if not _is_number(value):
            raise BadSetup("The record's {key} must be a whole number.", key=key)
        return int(value)

    def mapping(self, key: str) -> Mapping[str, Any]:
        value = self._value.get(key)
        if value is not None and not isinstance(value, Mapping):
            raise BadSetup("The record's {key} must be an object.", key=key)
        return value or {}

    def seed(self) -> bytes:
        try:
            return bytes.fromhex(self.text("seed"))
        except ValueError:
            raise BadSetup("The record's seed must be pairs of hexadecimal digits.") from None

    def purses(self) -> tuple[int, ...] | None:
        value = self._value.get("purses")
        if value is None:
            return None
        if not isinstance(value, list) or not all(_is_number(purse) for purse in value):
            raise BadSetup("The record's purses must be a list of whole numbers, or null.")
        return tuple(value)

    def shuffles(self) -> tuple[tuple[str, ...], ...]:
        value = self._list("shuffles")
        if not all(_is_texts(pile) for pile in value):
            raise BadSetup("Each shuffle of the record must be a list of cards.")
        return tuple(tuple(pile) for pile in value)

    def moves(self) -> tuple[tuple[int, str], ...]:
        value = self._list("moves")
        for number, move in enumerate(value, 1):
            if not (isinstance(move, list) and len(move) == 2 and _is_number(move[0]) and isinstance(move[1], str)):
                raise BadSetup("Move {number} of the record must be a seat and a text.", number=number)
        return tuple((seat, text) for seat, text in value)

    def _list(self, key: str) -> list[Any]:
        value = self._value.get(key)
        if value is not None and not isinstance(value, list):
            raise BadSetup("The record's {key} must be a list.", key=key)
        return value or []
