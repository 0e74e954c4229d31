"""The layout of Fan Tan, which is also Kierki's lottery: four suits that grow from their sevens, one card a turn.

The layout is the mask of the cards laid (`games.masks`). Its suits are unbroken runs through the seven, from the 2 at
the lower end to the ace at the upper: the ace is next to the king and never to the 2. What fits is therefore a
neighbour of a laid card, or a seven.

A seat that holds a card that fits must lay one; one that holds none is passed over, and everybody has then seen that
it lacks all cards that fitted. A card that fits does so until it is laid, so what a passed seat lacks stays known.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Final

from games.cards import ACE_HIGH, SUITS, suit_of
from games.game import IllegalMove
from games.masks import BIT, CARDS, DECK, RANK, SUIT, cards_of
from games.unseen import deal_unseen

SEVENS: Final = RANK["7"]
#: For each card, how many places it lies from the seven of its suit: 7 for an ace, 5 for a 2.
DISTANCE: Final = {card: abs(ACE_HIGH.index(card[:-1]) - ACE_HIGH.index("7")) for card in CARDS}

#: Suit → ranks of the lowest and highest card laid, None before its seven.
Ends = dict[str, tuple[str, str] | None]


def fitting(laid: int) -> int:
    """The cards that may be laid next: the sevens and the neighbours of what is laid."""
    return (laid << 4 | laid >> 4 | SEVENS) & ~laid & DECK


def pass_over(hands: Sequence[int], lacks: list[int], fits: int, order: Iterable[int]) -> tuple[int, tuple[int, ...]]:
    """Whose turn it is, and who is passed over before: the first seat in order that holds a card that fits.

    Seats without cards are out and not asked. What passed seats lack is added to `lacks`. Somebody can always lay,
    because the next card of every unfinished suit is in a hand: raises ValueError otherwise.
    """
    passed: list[int] = []
    for seat in order:
        hand = hands[seat]
        if hand & fits:
            return seat, tuple(passed)
        if hand:
            lacks[seat] |= fits
            passed.append(seat)
    raise ValueError("nobody holds a card that fits")


def farthest(hand: int, fits: int) -> str:
    """The card laid for a seat whose time is up: the fitting one farthest from the seven, then the lowest, then C D H S."""
    return max(cards_of(hand & fits), key=DISTANCE.__getitem__)


def refuse_lay(hand: int, laid: int, card: str) -> IllegalMove:
    """Why this card may not be laid, told to the owner of the hand."""
    if not hand & BIT[card]:
        return IllegalMove("You do not hold the {card}.", card=card)
    suit = suit_of(card)
    next_cards = cards_of(fitting(laid) & SUIT[suit])
    if not laid & SUIT[suit]:
        return IllegalMove(
            "The {card} does not fit: {suits} start with the {cards}.", card=card, suits=suit, cards=next_cards
        )
    return IllegalMove(
        "The {card} does not fit yet. Next of the {suits}: {cards}.", card=card, suits=suit, cards=next_cards
    )


def ends_of(laid: int) -> Ends:
    """The layout as it is shown: for each suit its lowest and highest rank, None where the seven is not laid."""
    ends: Ends = {}
    for suit in SUITS:
        cards = cards_of(laid & SUIT[suit])
        ends[suit] = (cards[0][:-1], cards[-1][:-1]) if cards else None
    return ends


def laid_between(ends: Mapping[str, Sequence[str] | None]) -> int:
    """The cards of a layout from its ends; the opposite of `ends_of`."""
    laid = 0
    for suit, run in ends.items():
        if run is not None:
            low, high = (ACE_HIGH.index(rank) for rank in run)
            laid |= sum(BIT[rank + suit] for rank in ACE_HIGH[low : high + 1])
    return laid


def imagine_hands(
    rng: Random,
    laid: int,
    sizes: Sequence[int],
    lacks: Sequence[int],
    to_act: Sequence[int],
    seat: int | None,
    hand: int,
) -> list[int]:
    """Hands that fit all passes so far and the turn, around the hand of this seat (None and 0: all are hidden).

    The seat to act holds a card that fits, and no seat one of `lacks`, which tell of every pass of this deal.
    """
    room = [0 if place == seat else size for place, size in enumerate(sizes)]
    holder = to_act[0] if to_act and to_act[0] != seat else None
    hands = deal_unseen(rng, DECK & ~laid & ~hand, room, lacks, holder, 0 if holder is None else fitting(laid))
    if seat is not None:
        hands[seat] = hand
    return hands
