"""The pot: what seats pay into it and take from it, in one place for every game that has one."""

from __future__ import annotations

from collections.abc import Sequence

from games.game import Game


class GameWithPot(Game):
    """A game with a pot. `accounts` names the lists that a payment changes: running scores, gambling points, or both.

    At every moment the sum of an account and the pot is 0 (where nothing else changes that account).
    """

    __slots__ = ("pot",)

    #: "scores", "net" or both: a game of chips keeps only scores, a gambling game keeps net.
    accounts: Sequence[str] = ("scores", "net")

    pot: int

    def pay(self, seat: int, points: int) -> None:
        """The seat pays into the pot; it may go below zero."""
        if "scores" in self.accounts:
            self.scores[seat] -= points
        if "net" in self.accounts:
            self.net[seat] -= points
        self.pot += points

    def collect(self, seat: int, points: int) -> None:
        """The seat takes points out of the pot."""
        if "scores" in self.accounts:
            self.scores[seat] += points
        if "net" in self.accounts:
            self.net[seat] += points
        self.pot -= points

    def covers(self, seat: int, points: int) -> bool:
        """Can this seat pay so much of its own will: its purse and what it has won so far? Yes if there are no purses."""
        return self.purses is None or self.purses[seat] + self.net[seat] >= points
