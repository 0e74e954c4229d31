"""What a seat knows of Bluffmäster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from games.game import View, private


class Step(NamedTuple):
    """A play by `seat` (`card` if it was shown later), or a card that `seat` took from the hand of `giver`."""

    seat: int
    giver: int | None = None
    card: str | None = None


class Standing(NamedTuple):
    """A claim, its owner, and the seats that have stopped or been caught since its card was played, ascending."""

    claim: str
    owner: int
    stopped: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class BluffmasterView(View):
    """What a seat knows of Bluffmäster. `hands`, `talon` and `pile` are numbers of cards.

    Beyond the rules page, public: `before` the claim that a caught bluff would bring back, or None; `unshown` by seat
    how many of its played cards have not been shown; `trail` the plays and takings since the first card was taken from
    a hand. Private: `passed` the cards that this seat took from a hand or lost to one, in the order of the trail.
    """

    phase: str
    dealer: int
    turn: int | None
    claim: str | None
    owner: int | None
    checkable: bool
    believed: tuple[int, ...]
    stopped: tuple[int, ...]
    hands: tuple[int, ...]
    talon: int
    out: tuple[int, ...]
    shown: tuple[str, ...]
    pile: int
    before: Standing | None
    unshown: tuple[int, ...]
    trail: tuple[Step, ...]
    hand: tuple[str, ...] | None = private()
    played: tuple[str, ...] | None = private()
    passed: tuple[str, ...] | None = private()
