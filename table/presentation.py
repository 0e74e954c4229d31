"""What a game's cog gives to the table: its scene, sentences and choices. The table knows no game beyond this.

A cog makes one `Presentation` and the table asks it, always with a `Show`: a view that somebody may see, the names
at the table, and the language of the reader. So nothing that a presentation makes can hold more than its reader knows.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal

from games.game import Event, Game
from pictures.scene import HandStrip, Scene
from table.controls import OPTIONS_MAX
from table.words import Words

Tone = Literal["lay", "take", "say", "danger"]


@dataclass(frozen=True)
class Name:
    """Who sits on a seat, as everybody sees it. `text` is for messages (escaped), `plain` for pictures."""

    text: str
    plain: str
    computer: bool = False


@dataclass(frozen=True)
class Show:
    """What is shown and to whom: a view, the names by seat, the reader's language.

    `moves` are the moves of the view's owner (none for the public table); `story` is everything public that happened.
    `record` is every move that was made, hidden ones included: () until the game is over.
    """

    view: Any
    names: tuple[Name, ...]
    words: Words
    moves: tuple[str, ...] = ()
    story: tuple[Event, ...] = ()
    record: tuple[tuple[int, str], ...] = ()

    @property
    def seat(self) -> int:
        """The seat of the owner of this view. Raises ValueError for the public one."""
        if self.view.seat is None:
            raise ValueError("the public view has no seat")
        return int(self.view.seat)

    def name(self, seat: int) -> str:
        """The name on a seat, for a message."""
        return self.names[seat].text

    def plain(self, seat: int) -> str:
        """The name on a seat, for a picture or alt text."""
        return self.names[seat].plain

    def for_picture(self) -> Show:
        """The same with plain names, for sentences that are drawn and not written."""
        return replace(self, names=tuple(replace(name, text=name.plain) for name in self.names))

    def listed(self, seats: Sequence[int]) -> str:
        """The names on some seats as a list."""
        return self.words.listed(self.name(seat) for seat in seats)


@dataclass(frozen=True)
class Choice:
    """One button: it makes a `move`, or opens a further step (`path`), or makes the moves of a `draft` together.

    Exactly one of the three is given; path and draft are at most 60 characters. The label is in words; `card` puts
    that card's emoji before it, `emoji` a Unicode one. A `heading` stands over this choice and those after it, which
    begin a new row.
    """

    label: str
    move: str | None = None
    path: str | None = None
    draft: str | None = None
    card: str | None = None
    tone: Tone = "lay"
    heading: str = ""
    emoji: str = ""


@dataclass(frozen=True)
class Combine:
    """Cards chosen together in one select: (card, label) pairs, of which `least` to `most` may be taken.

    A select holds 25. Raises ValueError for more, which a menu must divide into steps: none may be out of reach.
    """

    cards: tuple[tuple[str, str], ...]
    least: int
    most: int
    prompt: str

    def __post_init__(self) -> None:
        if len(self.cards) > OPTIONS_MAX:
            raise ValueError(f"{len(self.cards)} cards do not fit a select")


@dataclass(frozen=True)
class Menu:
    """What a player may choose at one step. `prompt` says what to do; `reason` why other cards are not offered.

    `back` is the path that the Back button of a further step leads to; None: the step has no such button.
    """

    prompt: str
    choices: tuple[Choice, ...] = ()
    combine: Combine | None = None
    reason: str = ""
    back: str | None = ""


@dataclass(frozen=True)
class Stage:
    """A moment on the way to the present one, shown for a short while: its picture and the line over it.

    `told` is how many events of the story had been told by then.
    """

    scene: Scene
    status: str
    told: int


@dataclass(frozen=True)
class Window:
    """How quick a question is (table/windows.py); moves are named by their first word.

    `seconds`: when the default moves are made, counted from when it is shown; None: the usual limit. `locked` moves are
    refused for the first `lock` seconds. `racing` moves go by who pressed first, not by whose press arrived first.
    """

    seconds: float | None = None
    lock: float = 0.0
    locked: tuple[str, ...] = ()
    racing: tuple[str, ...] = ()

    @property
    def timed(self) -> bool:
        """Is something counted from the moment when the question is shown?"""
        return self.seconds is not None or self.lock > 0

    def locks(self, move: str) -> bool:
        """Is this move refused at first?"""
        return move.split(" ", 1)[0] in self.locked

    def races(self, move: str) -> bool:
        """Is this move a race?"""
        return move.split(" ", 1)[0] in self.racing


class Presentation(ABC):
    """How one game looks and speaks. One object a game, without state."""

    game: ClassVar[type[Game]]
    #: The edge of the game's messages, 0xRRGGBB.
    accent: ClassVar[int]
    #: Seconds for a move on a `live` clock (`seconds` may say more exactly).
    limit: ClassVar[int] = 60
    #: Does the table make the only legal move of a person by itself, after the pause of any other move?
    plays_forced: ClassVar[bool] = False
    #: Expected minutes of a game by default options, for the lobby.
    minutes: ClassVar[int] = 20

    def length(self, seats: int, options: Any) -> int:
        """The expected length of a game in minutes, for the lobby."""
        return self.minutes

    @abstractmethod
    def scene(self, show: Show) -> Scene:
        """The picture of the table, from a public view."""

    @abstractmethod
    def status(self, show: Show) -> str:
        """One line: whose turn it is and what they may do."""

    @abstractmethod
    def sentence(self, event: Event, show: Show) -> str | None:
        """An event as a plain sentence, or None for one that needs no words."""

    @abstractmethod
    def written(self, show: Show) -> str:
        """The table as text: everything the picture shows."""

    @abstractmethod
    def task(self, show: Show) -> str:
        """For the owner of the view: what they must do now, or whom the game waits for."""

    @abstractmethod
    def hand(self, show: Show) -> HandStrip | None:
        """The owner's cards as a picture; None where there is nothing to hold."""

    @abstractmethod
    def hand_written(self, show: Show) -> str:
        """The owner's cards as text."""

    @abstractmethod
    def menu(self, show: Show, path: str) -> Menu:
        """The owner's choices at a step; path "" is the first one. Only called while the owner has moves."""

    def phase(self, view: Any) -> str:
        """Which kind of question is on the table: each has its own scene, and its own pictures in the gallery."""
        return str(getattr(view, "phase", "play"))

    def public_choices(self, show: Show) -> tuple[Choice, ...]:
        """Moves that hide nothing, as buttons on the public message: from the public view, for whoever may make them."""
        return ()

    def is_break(self, event: Event) -> bool:
        """Does a new deal, hand or round begin with this event? Then the table may move to a fresh message."""
        return event.kind in ("deal", "hand", "round", "game")

    def stages(self, show: Show, since: int) -> tuple[Stage, ...]:
        """What the public message shows one after another before the present scene.

        `since`: how many events of ``show.story`` had been told when the message was changed last. () for most
        moves; a game has stages where a move takes away at once what everybody should have seen.
        """
        return ()

    def last_trick(self, show: Show) -> tuple[str, Scene | None] | None:
        """The last complete trick as text and picture; None where there is none (then there is no button)."""
        return None

    def has_tricks(self) -> bool:
        """Is there a Last trick button?"""
        return type(self).last_trick is not Presentation.last_trick

    def trick_label(self, words: Words) -> str:
        """What the button of `last_trick` says, in games where it is no trick."""
        return words.say("Last trick")

    def seconds(self, view: Any) -> int:
        """How long the question now on the table may take on a `live` clock."""
        return self.limit

    def window(self, view: Any) -> Window | None:
        """How quick the question on the table is, from the public view; None: an ordinary one."""
        return None

    def still_means(self, move: str, then: Any, now: Any) -> bool:
        """Does a move that was pressed for an earlier question mean the same in the present one (public views)?"""
        return False

    def reflex(self, view: Any, moves: Sequence[str], level: str, rng: random.Random) -> tuple[float, str] | None:
        """What a computer does in a window without being asked: after how many seconds, and the move; None: nothing."""
        return None

    def confidants(self, view: Any, seat: int) -> tuple[int, ...]:
        """The seats to which the owner of a seat may whisper now (table/whispers.py), from the public view."""
        return ()

    def drafted(self, show: Show, draft: str) -> list[str]:
        """The moves that a finished draft means; they stand or fall together. Raises GameError with a sentence."""
        raise NotImplementedError

    def combined(self, show: Show, path: str, cards: Sequence[str]) -> str:
        """The move that cards chosen together mean. Raises GameError with a sentence if they mean none."""
        raise NotImplementedError

    def score_table(self, show: Show) -> str:
        """The scores, as the Scores button shows them."""
        return "\n".join(f"{show.name(seat)}: **{points}**" for seat, points in enumerate(show.view.scores))

    def ended(self, show: Show) -> str:
        """Why a game that is over ended when it did, as a sentence for everybody; "" where there is but one way."""
        return ""

    def afterword(self, show: Show) -> str:
        """What is told under the last picture of a game that is over, at most 2500 characters; "" for nothing."""
        return ""

    def rules_page(self, words: Words) -> str:
        """The rules in own words, rulings marked, as `/rules` shows them (markdown, below 4000 characters)."""
        raise NotImplementedError
