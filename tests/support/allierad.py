"""Games of Allierad with the boards written out."""

from __future__ import annotations

from collections import Counter

from games.allierad import Allierad, AllieradOptions
from games.cards import KILLE_DECK
from games.chance import Chance
from games.game import Event


def board(seats: int, cards: dict[str, str]) -> list[str]:
    """The shuffle that lays these cards on their squares; the other squares are filled, lowest first."""
    columns, rows = {4: ("abcdefg", "654321"), 2: ("abcde", "54321")}[seats]
    deck = [cards.get(column + row) for row in rows for column in columns] + [None] * (42 - len(columns) * len(rows))
    rest = list((Counter(KILLE_DECK) - Counter(cards.values())).elements())
    return [card or rest.pop(0) for card in deck]


def table(seats: int = 4, *rounds: dict[str, str], **options: int) -> Allierad:
    """A game in which seat 0 is the first to move in the first round."""
    boards = [board(seats, cards) for cards in rounds]
    return Allierad(seats, AllieradOptions(**options), Chance(dealer=seats - 1, shuffles=boards))


def run(game: Allierad, *moves: str) -> list[Event]:
    """Make moves such as "0 to a2"; the events of the last one."""
    events: list[Event] = []
    for move in moves:
        seat, text = move.split(" ", 1)
        events = game.play(int(seat), text)
    return events
