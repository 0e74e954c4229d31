"""What can be wrong with a move or a setup: three plain classes, each with a sentence for a person.

A message is an English template with named facts, ``IllegalMove("You hold a {suit}: follow {suits}.", suit="H",
suits="H")``. The template is the message id that the table translates; ``str()`` is the English sentence.
How a fact is put into words follows from its name (`games.cards.word`): ``card``, ``cards``, ``suit``, ``suits``,
``rank`` are codes, ``player`` is a number that a table replaces by a name; everything else is shown as it is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.cards import word


class GameError(Exception):
    """A refusal by the rules. `message` is the template (and message id), `facts` what fills it."""

    def __init__(self, message: str, **facts: Any) -> None:
        super().__init__(message)
        self.message = message
        self.facts = facts

    def sentence(
        self,
        translate: Callable[[str], str] = lambda text: text,
        words: Callable[[str, Any], str] = word,
    ) -> str:
        """The sentence in the language of `translate`, with each fact put into words by `words(name, value)`."""
        return translate(self.message).format(**{name: words(name, value) for name, value in self.facts.items()})

    def __str__(self) -> str:
        return self.sentence()

    def __reduce__(self) -> tuple[Any, ...]:
        return _again, (type(self), self.message, self.facts)


class IllegalMove(GameError):
    """The move was understood and is not allowed now; the sentence is meant for the player."""


class UnreadableMove(GameError):
    """The text is no move of this game."""


class BadSetup(GameError):
    """Seats, options, dealer, purses or a stacked shuffle do not fit the game."""


def _again(kind: type[GameError], message: str, facts: dict[str, Any]) -> GameError:
    """Rebuild an error on the other side of a process boundary."""
    return kind(message, **facts)
