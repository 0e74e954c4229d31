"""Tables of Byteskille with the cards of each hand written out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.byteskille import Byteskille, ByteskilleOptions
from games.cards import KILLE_DECK
from games.chance import Chance
from games.game import Event


def deck(top: str) -> tuple[str, ...]:
    """A shuffle with these cards on top, in order of dealing, then the talon's; the others follow, lowest first."""
    cards = top.split()
    left = Counter(KILLE_DECK)
    left.subtract(cards)
    assert not -left, f"more than two copies: {-left}"
    return (*cards, *left.elements())


def table(seats: int, *hands: str, bet: int = 2, purses: Sequence[int] | None = None) -> Byteskille:
    """The last seat deals first, so that the first hand goes to seats 0, 1, 2 …; `hands` are in order of dealing."""
    chance = Chance(dealer=seats - 1, shuffles=[deck(hand) for hand in hands])
    return Byteskille(seats, ByteskilleOptions(bet=bet), chance, purses)


def run(game: Byteskille, *moves: str) -> list[Event]:
    """Make moves such as "0 trade", or "keep" of whoever is first to act; the events of all of them."""
    events: list[Event] = []
    for move in moves:
        seat, _, text = move.partition(" ") if move[0].isdigit() else (str(game.to_act[0]), "", move)
        events += game.play(int(seat), text)
    return events


def all_keep(game: Byteskille) -> list[Event]:
    """Whoever has not decided in this hand keeps; the events."""
    hand, events = game.hand, []
    while game.hand == hand and game.phase == "trade":
        events += run(game, "keep")
    return events


def all_skip(game: Byteskille) -> None:
    """Nobody buys in any more."""
    while game.phase == "buy-in":
        run(game, "skip")


def told(events: list[Event], kind: str) -> list[Event]:
    """The events of one kind."""
    return [event for event in events if event.kind == kind]


def cards(game: Byteskille) -> list[str | None]:
    """Each seat's card, as it sees it."""
    return [game.view(seat).card for seat in range(game.seats)]
