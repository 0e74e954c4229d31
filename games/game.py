"""The contract of a game: the questions that every game in this room answers, in one place.

For an author of a game. A game is one class below `Game` in a file of its own; nothing has to be registered. It
knows cards, a turn and what each seat may know; never discord, a database, a clock or the global `random`. Write

* `key`, `title`, `seats_allowed`, `Options` (a frozen dataclass of `option(...)` fields),
* `begin(tell)`: deal and set `to_act`,
* `moves(seat)`: every move of this seat now, required or optional, in canonical text,
* `read(move)`: human spelling → canonical text, else `UnreadableMove`,
* `refuse(seat, move)`: why a readable move is not allowed, as a sentence for the player,
* `apply(seat, move, tell)`: count and make a legal move, calling `tell("kind", fact=…)` for what became public,
* `default(seat)`, `view(seat)`, `copy()`, `imagine(view, rng)`,
* `piles()` and `longest(seats, options)`, which let the shared suite count cards and moves.

`play` is checked and explained; `advance` is the same move unchecked and without events, for searches. The suite in
tests/games/test_every_game.py holds every game to the promises of the contract.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, ClassVar, Protocol, Self

from games.chance import Chance
from games.errors import BadSetup, GameError, IllegalMove, UnreadableMove
from games.options import N_, OptionRule, Options, option

GameOptions = Options  # inside Game the name Options is the class attribute

__all__ = [
    "N_",
    "BadSetup",
    "Chance",
    "Event",
    "Game",
    "GameError",
    "IllegalMove",
    "OptionRule",
    "Options",
    "Outcome",
    "Tell",
    "UnreadableMove",
    "View",
    "option",
    "plain",
    "private",
]


class Event:
    """Something that became public: ``Event("capture", seat=0, card="7C", taken=("3D", "4S"))``.

    `kind` is the name, the facts are read as ``event["card"]``. An event never holds a hidden card.
    """

    __slots__ = ("facts", "kind")

    def __init__(self, kind: str, /, **facts: Any) -> None:
        self.kind = kind
        self.facts: Mapping[str, Any] = facts

    def __getitem__(self, name: str) -> Any:
        return self.facts[name]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return self.kind == other.kind and plain(self.facts) == plain(other.facts)

    def __hash__(self) -> int:
        return hash(self.kind)

    def __repr__(self) -> str:
        return f"Event({self.kind!r}, {', '.join(f'{name}={value!r}' for name, value in self.facts.items())})"

    def to_json(self) -> dict[str, Any]:
        """The event as an object: its kind under "event", then its facts."""
        return {"event": self.kind, **{name: plain(value) for name, value in self.facts.items()}}


class Tell(Protocol):
    """How a game says what became public while it makes a move: ``tell("capture", seat=0, card="7C")``."""

    def __call__(self, kind: str, /, **facts: Any) -> object:
        """An event of this kind, with these facts, has happened."""


def silent(kind: str, /, **facts: Any) -> None:
    """Hear an event and forget it: for searches, which make a million moves and read none of them."""


def note_in(events: list[Event]) -> Tell:
    """A way to tell events that adds them to this list."""

    def tell(kind: str, /, **facts: Any) -> None:
        events.append(Event(kind, **facts))

    return tell


@dataclass(frozen=True)
class Outcome:
    """Why and how a game ended: an English reason (marked for translation), places (1 = first, ties share), scores, net."""

    reason: str
    places: tuple[int, ...]
    scores: tuple[int, ...]
    net: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


def places_by(merits: Sequence[Any]) -> tuple[int, ...]:
    """Places from merits, one a seat, more is better: 1 + how many seats are better; equal merits share a place."""
    best_first = sorted(merits, reverse=True)
    return tuple([1 + best_first.index(own) for own in merits])


def private() -> Any:
    """A field of a View that only its owner sees: None in the view of everybody else, and left out of its JSON."""
    return field(default=None, metadata={"private": True})


@dataclass(frozen=True, kw_only=True)
class View:
    """What one seat (or nobody: seat None) may know. Games add their public fields and `private()` ones.

    A view holds everything its seat knows, so that `imagine` needs nothing else: the options, the purses, and what
    has been seen of the past. The fields here are filled by `Game.common(seat)`.
    """

    seat: int | None
    seats: int
    options: Any
    purses: tuple[int, ...] | None
    to_act: tuple[int, ...]
    decision: int
    scores: tuple[int, ...]
    net: tuple[int, ...]
    outcome: Outcome | None

    def to_json(self) -> dict[str, Any]:
        """The view as JSON-able values; private fields only for a seat, which is told too that one of its own is null."""
        shown = {}
        for f in fields(self):
            if self.seat is not None or "private" not in f.metadata:
                shown[f.name] = plain(getattr(self, f.name))
        return shown


def plain(value: Any) -> Any:
    """A value as JSON knows it: tuples become lists, dataclasses and events objects, keys text."""
    if isinstance(value, str | int | float | bool) or value is None:
        return value
    if isinstance(value, View | Event):
        return value.to_json()
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    raise TypeError(f"no JSON for {type(value).__name__}")


class Game(ABC):
    """One game from its deal to its outcome. See the module's text for what an author writes.

    Public state: `to_act` (seats the game waits for, () when over), `decision` (the number of the question on the
    table), `scores` and `net` (one number a seat), `outcome`, `opening` (events before the first move), `ply` (moves
    made so far). `decision` is the ply, unless several seats answer one question: then the game sets it itself.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    seats_allowed: ClassVar[tuple[int, ...]]
    Options: ClassVar[type[GameOptions]]
    #: True for games whose `net` moves gambling points.
    stakes: ClassVar[bool] = False

    __slots__ = (
        "_chance",
        "decision",
        "net",
        "opening",
        "options",
        "outcome",
        "ply",
        "purses",
        "scores",
        "seats",
        "to_act",
    )

    def __init__(
        self,
        seats: int,
        options: GameOptions | None = None,
        chance: Chance | None = None,
        purses: Sequence[int] | None = None,
    ) -> None:
        """Set up and deal. `purses`: gambling points of each seat at the start, or None where cover does not matter.

        Raises BadSetup for seats, options, purses, a dealer or stacked shuffles that do not fit.
        """
        self._found(seats, options if options is not None else self.Options(), chance or Chance(), purses)
        opening: list[Event] = []
        self.begin(note_in(opening))
        self.opening: tuple[Event, ...] = tuple(opening)

    def _found(self, seats: int, options: GameOptions, chance: Chance, purses: Sequence[int] | None) -> None:
        if type(seats) is not int or seats not in self.seats_allowed:
            allowed = ", ".join(str(number) for number in self.seats_allowed)
            raise BadSetup(
                "{title} is played by {allowed}, not {seats}.", title=self.title, allowed=allowed, seats=seats
            )
        if not isinstance(options, self.Options):
            raise BadSetup("These are not options of {title}.", title=self.title)
        if purses is not None and (
            len(purses) != seats or any(isinstance(purse, bool) or not isinstance(purse, int) for purse in purses)
        ):
            raise BadSetup("There must be one purse, a whole number, for each of the {seats} seats.", seats=seats)
        self.seats = seats
        self.options: Any = options
        self._chance = chance
        self.purses = None if purses is None else tuple(purses)
        self.ply = 0
        self.decision = 0
        self.to_act: tuple[int, ...] = ()
        self.scores = [0] * seats
        self.net = [0] * seats
        self.outcome: Outcome | None = None
        self.opening = ()

    # ---- what an author writes -------------------------------------------------------------------------------

    @abstractmethod
    def begin(self, tell: Tell) -> None:
        """Choose the dealer, shuffle, deal, set `to_act`; tell what is public before the first move."""

    @abstractmethod
    def moves(self, seat: int) -> list[str]:
        """Every move this seat may make now, required or optional, in canonical text; a new list. [] when over."""

    @abstractmethod
    def read(self, move: str) -> str:
        """Human spelling → canonical text, without asking whether it is allowed. Raises UnreadableMove."""

    @abstractmethod
    def apply(self, seat: int, move: str, tell: Tell) -> None:
        """Make a move that is known to be legal, telling its events in order. It begins with counting the move:

        ``self.ply = self.decision = self.ply + 1``, or `ply` alone where the question on the table may stay the same.
        """

    def refuse(self, seat: int, move: str) -> IllegalMove:
        """Why a readable move that is not in `moves(seat)` is refused: a sentence for the player."""
        if seat not in self.to_act:
            return IllegalMove("It is not your turn.")
        return IllegalMove("That is not possible now.")

    @abstractmethod
    def default(self, seat: int) -> str:
        """The legal move made for a seat whose time is up; determined by that seat's view alone."""

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What this seat may know; None: a spectator, who sees the least."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent game in the same state; begin with `twin = self.blank()`."""

    @classmethod
    @abstractmethod
    def imagine(cls, view: Any, rng: random.Random) -> Self:
        """A whole world that the owner of this view cannot tell from the real one; begin with `cls.from_view(view, rng)`.

        Hidden cards are dealt anew with `rng`, as sharp as the rules allow: every earlier public move of this deal
        must have been legal, and every forced pass true, from the hands imagined.
        """

    def piles(self) -> Iterable[str]:
        """Every card of the deck exactly once, wherever it is now, hidden or public; in any order.

        For the suite, which checks that no card is lost or doubled at any moment, in this game and in imagined worlds.
        """
        raise NotImplementedError(f"{type(self).__name__}.piles")

    @classmethod
    def longest(cls, seats: int, options: Any) -> int:
        """No game with these seats and options takes more moves than this, optional moves counted: the rules page's bound."""
        raise NotImplementedError(f"{cls.__name__}.longest")

    # ---- what every game has ---------------------------------------------------------------------------------

    @property
    def chance(self) -> Chance:
        """The dealer and every shuffle come from here. Copies of a game share it until one of them asks for it."""
        if self._chance.shared:
            self._chance = self._chance.copy()
        return self._chance

    @chance.setter
    def chance(self, chance: Chance) -> None:
        self._chance = chance

    def play(self, seat: int, move: str) -> list[Event]:
        """Make a move, in canonical or human spelling; returns what became public.

        Raises UnreadableMove (no move of this game) or IllegalMove (not now, and why); then nothing has changed.
        """
        if self.outcome is not None:
            raise IllegalMove("The game is over.")
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.seats:
            raise IllegalMove("There is no such seat at this table.")
        if not isinstance(move, str):
            raise UnreadableMove("A move is a line of text.")
        text = self.read(move)
        if text not in self.moves(seat):
            raise self.refuse(seat, text)
        events: list[Event] = []
        self.apply(seat, text, note_in(events))
        return events

    def advance(self, seat: int, move: str) -> None:
        """Make a move that is known to be in `moves(seat)`: unchecked, without events. Leads to the same game as `play`.

        A game may write ``advance = apply``, if its `apply` is `silent` unless it is told to tell.
        """
        self.apply(seat, move, silent)

    def finish(self, reason: str, places: Sequence[int]) -> None:
        """End the game: nobody is to act, and the outcome holds the scores and net as they are now."""
        self.to_act = ()
        self.outcome = Outcome(reason, tuple(places), tuple(self.scores), tuple(self.net))

    def common(self, seat: int | None) -> dict[str, Any]:
        """The fields every view has, for ``KontsinaView(**self.common(seat), layout=…)``."""
        return {
            "seat": seat,
            "seats": self.seats,
            "options": self.options,
            "purses": self.purses,
            "to_act": self.to_act,
            "decision": self.decision,
            "scores": tuple(self.scores),
            "net": tuple(self.net),
            "outcome": self.outcome,
        }

    def blank(self) -> Self:
        """A game of this class with the common state copied and nothing else: where `copy` begins."""
        twin = object.__new__(type(self))
        twin.seats = self.seats
        twin.options = self.options
        twin.purses = self.purses
        twin._chance = chance = self._chance
        chance.shared = True
        twin.ply = self.ply
        twin.decision = self.decision
        twin.to_act = self.to_act
        twin.scores = self.scores.copy()
        twin.net = self.net.copy()
        twin.outcome = self.outcome
        twin.opening = self.opening
        return twin

    @classmethod
    def from_view(cls, view: View, rng: random.Random) -> Self:
        """A game with the common state of a view and a chance from `rng`: where `imagine` begins."""
        world = cls.__new__(cls)
        world.seats, world.options, world.purses = view.seats, view.options, view.purses
        world.chance = Chance(rng.randbytes(32))
        world.ply = world.decision = view.decision
        world.to_act = view.to_act
        world.scores, world.net = list(view.scores), list(view.net)
        world.outcome, world.opening = view.outcome, ()
        return world

    def state(self) -> dict[str, Any]:
        """Every attribute by name: what equality compares and what a test may look into. Shares, does not copy."""
        names = [name for kind in type(self).__mro__ for name in getattr(kind, "__slots__", ())]
        if hasattr(self, "__dict__"):
            names.extend(self.__dict__)
        return {name: getattr(self, name) for name in names if hasattr(self, name)}

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self.state() == other.state()

    __hash__ = None  # type: ignore[assignment]  # a game changes as it is played
