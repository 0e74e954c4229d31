"""Kilinski games from Tables, hands and deck written out, for tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.cards import FRENCH_DECK
from games.game import Chance, Event
from games.kilinski import Kilinski, KilinskiOptions

#: Tables that score 2 and 3, and hands without an equal card.
TABLES = ("2C KC 9C 7C JC 3C 10C 5C", "3D KD 4D QD 6D JD 8D 10D")
HANDS = ("6H 7H 8H 9H 10H JH QH KH", "6S 7S 8S 9S 10S JS QS KS")


def kilinski(
    tables: Sequence[str] = TABLES,
    hands: Sequence[str] = HANDS,
    deck: str = "",
    *,
    dealer: int = 0,
    reshuffles: Sequence[str] = (),
    **options: Any,
) -> Kilinski:
    """A game just after its draft. `deck`: its first cards, top first; what is not named fills it, in fresh order."""
    rows = [row.split() for row in tables]
    held = [hand.split() for hand in hands]
    named = [*rows[0], *rows[1], *held[0], *held[1], *deck.split()]
    rest = [card for card in FRENCH_DECK if card not in named]
    order = (1 - dealer, dealer)
    picks = [(seat, rows[seat][number]) for number in range(8) for seat in order]
    dealt = [held[seat][number] for number in range(8) for seat in order]
    first = [*(card for _, card in picks), *dealt, *deck.split(), *rest]
    chance = Chance(dealer=dealer, shuffles=[first, *rows, *(pile.split() for pile in reshuffles)])
    game = Kilinski(2, KilinskiOptions(**options), chance)
    for seat, card in picks:
        game.play(seat, f"take {card}")
    return game


def run(game: Kilinski, *moves: str) -> list[Event]:
    """Make moves such as "0 swap 1 2"; the events of the last one."""
    events: list[Event] = []
    for move in moves:
        seat, text = move.split(" ", 1)
        events = game.play(int(seat), text)
    return events
