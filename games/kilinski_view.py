"""What the seats know in Kilinski: the view, and how its hidden cards are dealt anew for an imagined world.

Three things are hidden: the hands, the face-down Supports and the deck. Everything else lies face up or lay face up
once, so the table knows more than the sizes of the hidden piles: a card that an exchange brought into a hand is
*known* there until it leaves; and when the discard becomes the deck, all cards that are neither in it nor face up are
in the hands, and later draws come from it alone. So hidden cards are told apart by the shuffle they came from.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from games.cards import low_order
from games.game import View, private
from games.kilinski_fight import Fight


@dataclass(frozen=True)
class Unseen:
    """Cards that were shuffled together and that not everybody has seen since, lowest first.

    `hands` says how many of them each seat holds (a face-down Support included). Those of the last shuffle that no
    hand holds are the deck; of the earlier ones none is left over.
    """

    cards: tuple[str, ...]
    hands: tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class KilinskiView(View):
    """What a seat knows of Kilinski; everything in pairs is by seat. `hands` and `deck` are numbers of cards.

    `known` are the cards that everybody saw go to a hand and that have not been seen to leave it; `unseen` says of
    all other hidden cards where they may be; `discarded` is the discard, oldest first: everybody saw it grow, so
    whoever remembers may use it, but the table shows only its top. `passed`: the last turn was a pass.
    """

    phase: str
    dealer: int
    turn: int
    pool: tuple[str, ...]
    drafted: tuple[tuple[str, ...], tuple[str, ...]]
    tables: tuple[tuple[str, ...], tuple[str, ...]]
    frozen: tuple[tuple[int, ...], tuple[int, ...]]
    falling: tuple[int, ...]
    hands: tuple[int, int]
    deck: int
    discard: int
    discard_top: str | None
    fight: Fight | None
    passed: bool
    discarded: tuple[str, ...]
    known: tuple[tuple[str, ...], tuple[str, ...]]
    unseen: tuple[Unseen, ...]
    hand: tuple[str, ...] | None = private()
    locked: str | None = private()


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards as a hand lists them: lowest first."""
    return tuple(sorted(cards, key=low_order))


def sort_hidden(
    shuffled: Iterable[frozenset[str]],
    held: tuple[Collection[str], Collection[str]],
    deck: Collection[str],
    known: frozenset[str],
) -> tuple[Unseen, ...]:
    """The hidden cards by the shuffle they came from. `held`: each seat's hand with its face-down Support."""
    hidden = [frozenset(cards) - known for cards in (*held, deck)]
    found = []
    for cards in shuffled:
        first, second, rest = (cards & pile for pile in hidden)
        if first or second or rest:
            found.append(Unseen(in_order(first | second | rest), (len(first), len(second))))
    return tuple(found)


def deal_hidden(view: KilinskiView, rng: Random) -> tuple[list[list[str]], list[str]]:
    """Hidden cards dealt anew, as sharply as the table's memory allows: (what each seat holds, the deck).

    A seat's face-down Support is among what it holds; its owner's own cards are as they are.
    """
    own: Sequence[str] = [card for card in (*(view.hand or ()), view.locked) if card]
    held = [list(own) if seat == view.seat else list(known) for seat, known in enumerate(view.known)]
    rest: list[str] = []
    for unseen in view.unseen:
        rest = [card for card in unseen.cards if card not in own]
        rng.shuffle(rest)
        for seat, count in enumerate(unseen.hands):
            if seat != view.seat:
                held[seat] += rest[:count]
                del rest[:count]
    return held, rest
