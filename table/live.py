"""One table in memory: who sits where, the game, and what happened. It is always what is committed."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import discord

from db.tables import SeatRow, TableRow
from games.game import Chance, Event, Game
from table.presentation import Name, Presentation, Show
from table.words import Words

LOBBY, LIVE, OVER, VOID, CLOSED = "lobby", "live", "over", "void", "closed"


@dataclass
class Place:
    """One seat of a table. `member` None: a computer sits there. A place that was left, or is on autopilot, stays its
    owner's, but a computer of `level` makes its moves."""

    member: int | None
    name: str
    level: str = "easy"
    autopilot: bool = False
    left: bool = False
    missed: int = 0
    dm_channel: int | None = None
    dm_message: int | None = None

    @property
    def computer(self) -> bool:
        """Does a computer make the moves of this seat?"""
        return self.member is None or self.autopilot or self.left

    @classmethod
    def read(cls, row: SeatRow) -> Place:
        """The place that a row describes."""
        return cls(
            row.member,
            row.name,
            row.level or "easy",
            row.autopilot,
            row.left,
            row.missed,
            row.dm_channel,
            row.dm_message,
        )


@dataclass
class LiveTable:
    """A lobby or a game. `row` holds what the database knows of it; change both together, in a write.

    `record` are the moves made so far; `told` is how many events of the story the public message has shown.
    """

    row: TableRow
    places: list[Place]
    presentation: Presentation
    game: Game | None = None
    record: list[tuple[int, str]] = field(default_factory=list)
    story: list[Event] = field(default_factory=list)
    told: int = 0
    note: str = ""
    paid: dict[int, int] = field(default_factory=dict)
    invited: tuple[int, ...] = ()

    @property
    def id(self) -> int:
        """The number of this table."""
        return self.row.id

    @property
    def channel(self) -> int:
        """Where its message is: its thread, if it has one, else its channel."""
        return self.row.thread or self.row.channel

    @property
    def kind(self) -> type[Game]:
        """The class of its game."""
        return self.presentation.game

    @property
    def options(self) -> Any:
        """The options of its game."""
        return self.kind.Options.read(self.row.options)

    @property
    def live(self) -> bool:
        """Is a game going on?"""
        return self.row.state == LIVE

    @property
    def link(self) -> str:
        """Where its message is, as an address."""
        return f"https://discord.com/channels/{self.row.server}/{self.channel}/{self.row.message or ''}"

    @property
    def practice(self) -> bool:
        """Was a computer seated at the start? Then nothing counts."""
        return any(place.member is None for place in self.places)

    def take(self, **changes: Any) -> None:
        """Take over changes of the row that were just committed."""
        self.row = replace(self.row, **changes)

    def seat_rows(self) -> list[SeatRow]:
        """The places as rows."""
        return [
            SeatRow(
                self.id,
                seat,
                place.member,
                place.name,
                computer=place.member is None,
                level=place.level,
                autopilot=place.autopilot,
                left=place.left,
                missed=place.missed,
                dm_channel=place.dm_channel,
                dm_message=place.dm_message,
            )
            for seat, place in enumerate(self.places)
        ]

    @property
    def everybody_away(self) -> bool:
        """Do computers play for all the people here? Then the table waits until somebody is back."""
        people = self.people()
        return bool(people) and all(place.computer for place in people)

    def going(self) -> Game:
        """The game that is going on or over. Raises RuntimeError in a lobby."""
        if self.game is None:
            raise RuntimeError(f"table {self.id} has no game yet")
        return self.game

    def seat_of(self, member: int) -> int | None:
        """The seat that belongs to a member, also while a computer plays for it."""
        for seat, place in enumerate(self.places):
            if place.member == member:
                return seat
        return None

    def people(self) -> list[Place]:
        """The places that belong to members."""
        return [place for place in self.places if place.member is not None]

    def show(self, words: Words, seat: int | None = None) -> Show:
        """What somebody may see now: the owner of a seat, or (None) everybody."""
        game = self.going()
        moves = tuple(game.moves(seat)) if seat is not None else ()
        record = tuple(self.record) if game.outcome is not None else ()
        return Show(game.view(seat), self.names(words), words, moves, tuple(self.story), record)

    def names(self, words: Words) -> tuple[Name, ...]:
        """The names by seat; in messages computers say that they are computers, in pictures there is no room for it."""
        found = []
        for place in self.places:
            text = discord.utils.escape_markdown(place.name)
            if place.member is None:
                text = words.say("{name} (computer)", name=text)
            found.append(Name(text, place.name, place.member is None))
        return tuple(found)

    def sentences(self, words: Words, count: int, told: int | None = None) -> list[str]:
        """The last things that happened, oldest first, as sentences; `told`: as it was after so many events."""
        show = self.show(words)
        spoken: list[str] = []
        for event in reversed(self.story[:told]):
            sentence = self.presentation.sentence(event, show)
            if sentence:
                spoken.append(sentence)
            if len(spoken) == count:
                break
        return spoken[::-1]

    def deal(self) -> Game:
        """The game of this table before its first move, from its record."""
        row = self.row
        chance = Chance(bytes.fromhex(row.seed or ""), row.dealer)
        return self.kind(len(self.places), self.options, chance, row.purses)

    def replay(self, moves: Sequence[tuple[int, str]]) -> None:
        """Deal and make these moves; afterwards the game and the story are as they were. Raises GameError."""
        game = self.deal()
        self.story.clear()
        self.story.extend(game.opening)
        for seat, move in moves:
            self.story.extend(game.play(seat, move))
        self.record[:] = moves
        self.game = game
        self.told = len(self.story)


def fingerprint(seed: str) -> str:
    """The SHA-256 of a seed given in hex, in hex: what is shown before the seed may be."""
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()
