"""The fight of Kilinski: the public side of one attack, its sums, who may add a card, and what the winner may do.

Source: the Kilinski rulebook, move 5. A side is a Base, which stays in its Table, and one or two Supports from the
hand. Cards that lie face down are no part of this: `games.kilinski` keeps them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from games.cards import rank_of
from games.errors import IllegalMove
from games.kilinski_row import HEIGHT, NEIGHBOURS, WORTH

ACE_UP = 10  #: what an ace counts more where it is worth 11


@dataclass(frozen=True)
class Fight:
    """What the whole table knows of a fight; everything in pairs is by seat.

    `supports` are turned up, in the order played; `sums` are of Base and turned-up Supports; `said` is "more" or
    "enough"; `locked` are the seats with a face-down card, ascending.
    """

    attacker: int
    positions: tuple[int, int]
    bases: tuple[str, str]
    sums: tuple[int, int]
    supports: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    said: tuple[str | None, str | None] = (None, None)
    locked: tuple[int, ...] = ()
    winner: int | None = None

    @classmethod
    def begin(cls, attacker: int, positions: tuple[int, int], bases: tuple[str, str]) -> Fight:
        """Two Bases face each other, without Supports."""
        return cls(attacker, positions, bases, add_up(attacker, bases, ((), ())))

    def but(self, **facts: Any) -> Fight:
        """The same, but for these facts; as `dataclasses.replace`, at a quarter of its cost."""
        fight = object.__new__(Fight)
        fight.__dict__.update(self.__dict__, **facts)
        return fight

    @property
    def played(self) -> tuple[str, ...]:
        """The turned-up Supports of both sides: the attacker's, then the defender's."""
        return self.supports[self.attacker] + self.supports[1 - self.attacker]

    def lock(self, seat: int) -> Fight:
        """The seat has laid a card face down."""
        return self.but(locked=(0, 1) if self.locked else (seat,))

    def say(self, seat: int, word: str) -> Fight:
        """The seat has said whether it wants to add a card."""
        first, second = self.said
        return self.but(said=(word, second) if seat == 0 else (first, word))

    def turn_up(self, down: tuple[str | None, str | None]) -> Fight:
        """The face-down cards become Supports, and the sums are taken again, the ace rule too."""
        (first, second), (new_first, new_second) = self.supports, down
        supports = ((*first, new_first) if new_first else first, (*second, new_second) if new_second else second)
        return self.but(supports=supports, sums=add_up(self.attacker, self.bases, supports), locked=())

    def decide(self) -> Fight:
        """The higher sum wins; equal sums leave no winner."""
        first, second = self.sums
        return self if first == second else self.but(winner=int(second > first))

    def has_pair(self, seat: int) -> bool:
        """Are the seat's Base and first Support of one rank? (A jack and a queen are not.)"""
        return rank_of(self.bases[seat]) == rank_of(self.supports[seat][0])

    def speaks_first(self) -> int:
        """Who must say first whether it adds a card: the lower sum, the attacker if they are equal."""
        first, second = self.sums
        return self.attacker if first == second else int(second < first)

    def wanting_more(self) -> list[int]:
        """The seats that said they add a card."""
        return [seat for seat in (0, 1) if self.said[seat] == "more"]

    def spoils(self, table: Sequence[str], frozen: Sequence[int]) -> list[str]:
        """What the winner may do, given its own Table and frozen positions.

        A take is of its own Base or any Support: the loser's Base would go where it lies. An adjust differs by
        exactly 1 in height, so a king and an ace are no neighbours.
        """
        assert self.winner is not None
        played = self.played
        takes = [f"take {card}" for card in (self.bases[self.winner], *played)]
        adjusts = [
            f"adjust {position} {support}"
            for position, card in enumerate(table, 1)
            for support in played
            if support in NEIGHBOURS[card] and position not in frozen
        ]
        return [*takes, *adjusts, "decline"]

    def refuse_spoils(
        self, word: str, named: Sequence[str], table: Sequence[str], frozen: Sequence[int]
    ) -> IllegalMove:
        """Why a take or adjust that is not among the `spoils` is refused."""
        assert self.winner is not None
        card = named[-1]
        if word == "take":
            if card == self.bases[1 - self.winner]:
                return IllegalMove("The {card} lies there already: take another card, or decline.", card=card)
            return IllegalMove("The {card} is neither your Base nor a Support of this fight.", card=card)
        if card not in self.played:
            return IllegalMove("The {card} is no Support of this fight.", card=card)
        position = int(named[0])
        if position in frozen:
            return IllegalMove("Your position {position} is frozen.", position=position)
        replaced = table[position - 1]
        return IllegalMove(
            "The {card} cannot replace the {card_there}: they must differ by exactly 1.", card=card, card_there=replaced
        )


def add_up(attacker: int, bases: tuple[str, str], supports: tuple[tuple[str, ...], tuple[str, ...]]) -> tuple[int, int]:
    """The sums by seat of Base and Supports."""
    return (
        add_up_side((bases[0], *supports[0]), attacks=attacker == 0),
        add_up_side((bases[1], *supports[1]), attacks=attacker == 1),
    )


def add_up_side(cards: Sequence[str], attacks: bool) -> int:
    """The sum of one side. An ace is 11 in defence; in attack 11 each if there are two or more of them, else 1."""
    aces = len([card for card in cards if HEIGHT[card] == 1])
    up = 0 if attacks and aces == 1 else aces
    return sum([WORTH[card] for card in cards]) + up * ACE_UP
