"""A game in a terminal: one person against seats that move at random, from views and moves alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from games.errors import GameError
from games.game import Event, Game

#: Parts of a view that stay the same, or that the person knows without being told at each move.
UNSHOWN = frozenset(("seat", "seats", "options", "purses", "to_act", "decision", "outcome"))
#: How often a seat at random makes a move that it need not make.
EAGERNESS = 0.1
MOVES_SHOWN = 30
HELP = "Type a move as it is listed, or its number as #3; a lists all moves, q leaves."


class Left(Exception):
    """The person has left the table."""


class Terminal:
    """A person at `seat` of a game, asked by `ask(prompt)`, which returns a line, and told by `say(line)`."""

    def __init__(
        self, game: Game, seat: int, rng: Random, ask: Callable[[str], str], say: Callable[[str], object]
    ) -> None:
        self.game = game
        self.seat = seat
        self.rng = rng
        self.ask = ask
        self.say = say

    def play(self) -> None:
        """Play to the end. Raises Left if the person leaves; what `ask` raises passes through."""
        self.say(f"{self.game.title}: you are seat {self.seat} of 0 to {self.game.seats - 1}. {HELP}")
        self.tell(self.game.opening)
        waiting = -1  # the decision at which the person chose to let the others go on
        while self.game.outcome is None:
            decision = self.game.decision
            if self.seat in self.game.to_act or (waiting != decision and self.game.moves(self.seat)):
                waiting = -1 if self.decide() else decision
            else:
                self.move_another()
        self.show()
        self.say(f"The game is over: {self.game.outcome.reason}.")
        for seat, place in enumerate(self.game.outcome.places):
            score, net = self.game.outcome.scores[seat], self.game.outcome.net[seat]
            self.say(
                f"  {self.name(seat)}: place {place}, score {score}" + (f", net {net:+}" if self.game.stakes else "")
            )

    def decide(self) -> bool:
        """Ask until the person has made a move, or (False) has chosen not to make one they need not make."""
        needed = self.seat in self.game.to_act
        moves = self.game.moves(self.seat)
        numbered = {f"#{number}": move for number, move in enumerate(moves, 1)}
        self.show()
        self.list_moves(numbered, MOVES_SHOWN)
        while True:
            answer = self.ask("Your move: " if needed else "Your move, or Enter to wait: ").strip()
            if answer.lower() in ("q", "quit"):
                raise Left
            if answer.lower() in ("a", "all", "?", "help"):
                self.say(HELP)
                self.list_moves(numbered, len(numbered))
                continue
            if not answer and not needed:
                return False
            try:
                events = self.game.play(self.seat, numbered.get(answer, answer))
            except GameError as error:
                self.say(str(error))
                continue
            self.tell(events)
            return True

    def move_another(self) -> None:
        """Another seat moves at random: one that must, or now and then one that may."""
        others = [seat for seat in range(self.game.seats) if seat != self.seat]
        needed = [seat for seat in others if seat in self.game.to_act]
        eager = [seat for seat in others if seat not in needed and self.rng.random() < EAGERNESS]
        seat = self.rng.choice([seat for seat in eager if self.game.moves(seat)] or needed)
        events = self.game.play(seat, self.rng.choice(self.game.moves(seat)))
        if events:
            self.tell(events)
        else:
            self.say(f"* {self.name(seat)} has moved")

    def show(self) -> None:
        """What the person sees: the public part, then their own."""
        view = self.game.view(self.seat).to_json()
        shown = {name: value for name, value in view.items() if name not in UNSHOWN}
        width = max(map(len, shown))
        self.say("")
        for name, value in shown.items():
            self.say(f"  {name.replace('_', ' '):{width}}  {in_words(value)}")

    def list_moves(self, numbered: Mapping[str, str], most: int) -> None:
        """The first moves with their numbers, and how many more there are."""
        listed = [f"{number} {move}" for number, move in numbered.items()]
        more = f"  … and {len(listed) - most} more" if len(listed) > most else ""
        self.say("  moves: " + "  |  ".join(listed[:most]) + more)

    def tell(self, events: Iterable[Event]) -> None:
        """What has just become public, a line each."""
        for event in events:
            facts = event.to_json()
            del facts["event"]
            who = f"{self.name(facts.pop('seat'))}: " if isinstance(facts.get("seat"), int) else ""
            self.say(f"* {who}{event.kind.replace('_', ' ')} {in_words(facts)}".rstrip())

    def name(self, seat: int) -> str:
        """A seat as the person reads it."""
        return "you" if seat == self.seat else f"seat {seat}"


def in_words(value: Any) -> str:
    """A JSON value for a reader: lists with blanks, lists of lists with bars, objects as `name value`."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{str(name).replace('_', ' ')} {in_words(item)}" for name, item in value.items())
    if isinstance(value, list):
        nested = any(isinstance(item, list | dict) for item in value)
        return (" | " if nested else " ").join(in_words(item) for item in value) or "none"
    return str(value)
