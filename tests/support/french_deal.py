"""Stacked shuffles of French cards: hands written out, and the order in which a dealer hands them out."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import FRENCH_DECK


def complete(sizes: Sequence[int], *hands: str) -> list[list[str]]:
    """Hands of these sizes: the cards written out, in that order, then whatever is left of the deck, A 2 3 … of clubs first."""
    named = [hand.split() for hand in hands] + [[] for _ in sizes[len(hands) :]]
    taken = {card for hand in named for card in hand}
    assert len(taken) == sum(map(len, named)), "a card is written out twice"
    rest = (card for card in FRENCH_DECK if card not in taken)
    return [hand + [next(rest) for _ in range(size - len(hand))] for hand, size in zip(named, sizes, strict=True)]


def dealt(first: int, hands: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The pile that becomes these hands when it is dealt one at a time, the first card to seat `first`."""
    order = [(first + step) % len(hands) for step in range(len(hands))]
    rounds = max(map(len, hands))
    return tuple(hands[seat][number] for number in range(rounds) for seat in order if number < len(hands[seat]))


def stack(first: int, *hands: str) -> tuple[str, ...]:
    """Four hands of 13, completed, as the pile that seat `first` gets the first card of."""
    return dealt(first, complete((13,) * 4, *hands))
