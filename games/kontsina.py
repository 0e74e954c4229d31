"""Kontsina: two players fish for pairs and sums among the cards on the layout.

Source: the Kontsina rulebook. French deck of 52, ace = 1.

Each seat gets four cards, four lie face up (the layout), the rest is the stock. The non-dealer begins, turns
alternate, and a turn plays one card from the hand, which

* captures one layout card of its own rank, or
* (2 … 10 only) captures one set of numerals that add up to it, or
* is laid on the layout, even when it could have captured.

Empty hands are dealt four cards each again; the sixth deal ends the stock and with it the round. A round pays 2 for
most cards, 1 for most clubs, 1 for the 2C and 1 for the 10D. Then the deal passes; after `rounds` rounds the higher
total wins.

Rulings, where the rulebook is silent:

* Cards left on the layout at the end of a round are nobody's; with ``leftovers="last"`` they belong, before the
  count, to the seat that captured last in this round.
* Equal numbers of cards, or of clubs, give nobody those points.
* A capture is one card of the same rank or one set, never both, and never two sets. Courts add up to nothing.
* Among several captures the player chooses. Playing a card is compulsory. A bad layout is not dealt again.
* Equal totals are a draw. What lies in the captured piles was seen by both, but only their sizes are shown.
* The next round is dealt at once; after the last one everything stays as it was counted.

Chance: the dealer, then one shuffle of the whole deck for each round.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Self

from games.cards import FRENCH_DECK, JOKER, RANKS, find_french, low_order, rank_of, simplify, suit_of
from games.dealing import clockwise, deal
from games.game import (
    N_,
    Game,
    IllegalMove,
    Options,
    Tell,
    UnreadableMove,
    View,
    option,
    places_by,
    private,
    silent,
)
from games.rows import without

HAND = 4  #: cards dealt to a seat at once
FACE_UP = 4  #: cards that the first deal of a round lays on the layout
DEALS = 6  #: deals that use up the stock
PLAYS = 2 * HAND * DEALS  #: moves of a round

#: All cards, lowest first, and how high each is: A = 1 … K = 13.
CARDS = tuple(sorted(FRENCH_DECK, key=low_order))
HEIGHT = tuple(RANKS.index(rank_of(card)) + 1 for card in CARDS)
HIGHEST_NUMERAL = 10
#: What a numeral counts in a set, A = 1 … 10; the courts have no value.
VALUE = {card: height for card, height in zip(CARDS, HEIGHT, strict=True) if height <= HIGHEST_NUMERAL}

_CAPTURES = re.compile(r"\s+(?:x|takes|captures)\s+|\s*×\s*")
_BETWEEN = re.compile(r"(?:[\s,+&]|\band\b)+")


@dataclass(frozen=True)
class KontsinaOptions(Options):
    """What a table may choose."""

    rounds: int = option(2, N_("How many rounds are played; the deal passes after each."), choices=(2, 4, 6))
    leftovers: str = option(
        "nobody",
        N_("Who gets the cards that lie on the layout at the end of a round."),
        choices=("nobody", "last"),
        words={"nobody": N_("nobody"), "last": N_("the last to capture")},
    )


@dataclass(frozen=True, kw_only=True)
class KontsinaView(View):
    """What a seat knows of Kontsina. `hands`, `captured` and `stock` are numbers of cards.

    `won` are the cards in each seat's pile in the order captured: everybody saw them go there, so whoever remembers
    may use them, but the table shows only `captured`. `last` is the seat that captured last in this round.
    """

    round: int
    deal: int
    dealer: int
    layout: tuple[str, ...]
    stock: int
    hands: tuple[int, ...]
    captured: tuple[int, ...]
    won: tuple[tuple[str, ...], ...]
    last: int | None
    hand: tuple[str, ...] | None = private()


class Kontsina(Game):
    """A game of Kontsina. Piles of cards are tuples, so that a copy may share them.

    `stock` is in order of dealing, `hands` lowest first, `layout` in the order laid, `won` in the order captured.
    """

    key = "kontsina"
    title = "Kontsina"
    seats_allowed = (2,)
    Options = KontsinaOptions

    __slots__ = ("deal", "dealer", "hands", "last", "layout", "round", "stock", "won")

    round: int
    deal: int
    dealer: int
    stock: tuple[str, ...]
    layout: tuple[str, ...]
    hands: list[tuple[str, ...]]
    won: list[tuple[str, ...]]
    last: int | None

    def begin(self, tell: Tell) -> None:
        """The dealer is given or drawn; the first round is dealt."""
        self.round = 0
        self.dealer = self.chance.dealer(self.seats)
        self._deal_round(tell)

    def _deal_round(self, tell: Tell) -> None:
        self.round += 1
        self.deal = 0
        self.stock = tuple(self.chance.shuffle(FRENCH_DECK))
        self.layout = ()
        self.won = [(), ()]
        self.last = None
        self._deal_hands(tell, face_up=FACE_UP)

    def _deal_hands(self, tell: Tell, face_up: int = 0) -> None:
        self.deal += 1
        hands, stock = deal(self.stock, clockwise(1 - self.dealer, self.seats), each=HAND)
        self.hands = [tuple(sorted(hand, key=low_order)) for hand in hands]
        self.layout += tuple(stock[:face_up])
        self.stock = tuple(stock[face_up:])
        self.to_act = (1 - self.dealer,)
        tell("deal", deal=self.deal, layout=self.layout)

    def moves(self, seat: int) -> list[str]:
        """Each card of the hand, first laid, then with everything it may capture."""
        if seat not in self.to_act:
            return []
        layout = sorted(map(low_order, self.layout))
        moves = []
        for card in self.hands[seat]:
            moves.append(card)
            height = HEIGHT[low_order(card)]
            if height <= HIGHEST_NUMERAL:
                add_captures(f"{card} x", height, layout, moves)
            else:
                moves += [f"{card} x {CARDS[place]}" for place in layout if HEIGHT[place] == height]
        return moves

    def read(self, move: str) -> str:
        """``7c``, ``7♣ x 4s 3d``, ``seven of clubs takes 3D and 4S`` → ``7C``, ``7C x 3D 4S``."""
        played, *captured = _CAPTURES.split(simplify(move), maxsplit=1)
        taken = [card for text in captured for card in _BETWEEN.split(text)]
        cards = [find_french(text) or JOKER for text in (played, *taken)]
        if JOKER in cards:  # unknown, or really a Joker, which this deck has not
            raise UnreadableMove(
                "A move is the card you play, such as 7C, or that card, x and the cards it captures: 7C x 3D 4S."
            )
        return write_move(*cards)

    def refuse(self, seat: int, move: str) -> IllegalMove:
        """What is wrong with it: not held, not on the layout, twice the same, or no capture by the rules."""
        if seat not in self.to_act:
            return super().refuse(seat, move)
        card, *captured = move.split()
        taken = captured[1:]
        if card not in self.hands[seat]:
            return IllegalMove("You do not hold the {card}.", card=card)
        for other in taken:
            if other not in self.layout:
                return IllegalMove("The {card} does not lie on the layout.", card=other)
        if len(set(taken)) < len(taken):
            return IllegalMove("Name each captured card only once.")
        if not all(other in VALUE for other in (card, *taken)):
            return IllegalMove(
                "A jack, queen or king captures one card of its own rank, and only its own rank captures it."
            )
        if len(taken) > 1 and any(rank_of(other) == rank_of(card) for other in taken):
            return IllegalMove("Capture one card of the same rank or one set, not both.")
        return IllegalMove(
            "{cards}: that is {sum}. The {card} captures one card of its rank, or one set that adds up to {value}.",
            cards=taken,
            sum=sum(VALUE[other] for other in taken),
            card=card,
            value=VALUE[card],
        )

    def apply(self, seat: int, move: str, tell: Tell = silent) -> None:
        """Capture or lay; when both hands are empty, deal again or count the round."""
        self.ply = self.decision = self.ply + 1
        card, _, captured = move.partition(" x ")
        self.hands[seat] = without(self.hands[seat], card)
        if captured:
            taken = tuple(captured.split())
            self.layout = tuple([other for other in self.layout if other not in taken])
            self.won[seat] += (card, *taken)
            self.last = seat
            tell("capture", seat=seat, card=card, taken=taken)
        else:
            self.layout += (card,)
            tell("lay", seat=seat, card=card)
        self.to_act = (1 - seat,)
        if not any(self.hands):
            self._go_on(tell)

    advance = apply

    def _go_on(self, tell: Tell) -> None:
        if self.stock:
            self._deal_hands(tell)
            return
        self._count_round(tell)
        if self.round < self.options.rounds:
            self.dealer = 1 - self.dealer
            self._deal_round(tell)
        else:
            self.finish(N_("rounds played"), places_by(self.scores))

    def _count_round(self, tell: Tell) -> None:
        heir = self.last if self.options.leftovers == "last" else None
        if heir is not None:
            self.won[heir] += self.layout
            self.layout = ()
        cards = tuple(len(pile) for pile in self.won)
        clubs = tuple(sum(suit_of(card) == "C" for card in pile) for pile in self.won)
        owner = {card: seat for seat, pile in enumerate(self.won) for card in pile}
        points = [0, 0]
        for seat, worth in (
            (leader(cards), 2),
            (leader(clubs), 1),
            (owner.get("2C"), 1),
            (owner.get("10D"), 1),
        ):
            if seat is not None:
                points[seat] += worth
                self.scores[seat] += worth
        tell(
            "round",
            round=self.round,
            points=tuple(points),
            cards=cards,
            clubs=clubs,
            two_of_clubs=owner.get("2C"),
            ten_of_diamonds=owner.get("10D"),
            leftovers=heir,
        )

    def default(self, seat: int) -> str:
        """Lay the lowest card."""
        return self.hands[seat][0]

    def view(self, seat: int | None) -> KontsinaView:
        """The table, the sizes of hands and stock, and the seat's own hand."""
        return KontsinaView(
            **self.common(seat),
            round=self.round,
            deal=self.deal,
            dealer=self.dealer,
            layout=self.layout,
            stock=len(self.stock),
            hands=tuple(len(hand) for hand in self.hands),
            captured=tuple(len(pile) for pile in self.won),
            won=tuple(self.won),
            last=self.last,
            hand=None if seat is None else self.hands[seat],
        )

    def copy(self) -> Self:
        """An independent game: only the lists are made anew."""
        twin = self.blank()
        twin.round = self.round
        twin.deal = self.deal
        twin.dealer = self.dealer
        twin.last = self.last
        twin.stock = self.stock
        twin.layout = self.layout
        twin.hands = self.hands.copy()
        twin.won = self.won.copy()
        return twin

    @classmethod
    def imagine(cls, view: KontsinaView, rng: Random) -> Self:
        """Deal the unseen cards to the other hand and the stock: no move ever says what its player does not hold."""
        world = cls.from_view(view, rng)
        world.round, world.deal, world.dealer, world.last = view.round, view.deal, view.dealer, view.last
        world.layout, world.won = view.layout, list(view.won)
        seen = {*view.layout, *chain(*view.won), *(view.hand or ())}
        unseen = [card for card in FRENCH_DECK if card not in seen]
        rng.shuffle(unseen)
        world.hands = []
        for seat, size in enumerate(view.hands):
            if seat == view.seat and view.hand is not None:
                world.hands.append(view.hand)
            else:
                world.hands.append(tuple(sorted(unseen[:size], key=low_order)))
                del unseen[:size]
        world.stock = tuple(unseen)
        return world

    def piles(self) -> Iterable[str]:
        """Stock, layout, hands and captured cards."""
        return chain(self.stock, self.layout, *self.hands, *self.won)

    @classmethod
    def longest(cls, seats: int, options: KontsinaOptions) -> int:
        """Every card but the first four of each layout is played once."""
        return PLAYS * options.rounds


def add_captures(move: str, value: int, layout: Sequence[int], moves: list[str]) -> None:
    """Continue a move with every set of cards that makes the value: one of that value, or several that add up to it.

    `layout`: places in `CARDS`, lowest first, so that a set is found once, and the search ends at the first card that is
    too high, which every court is.
    """
    for used, place in enumerate(layout, 1):
        missing = value - HEIGHT[place]
        if not missing:
            moves.append(f"{move} {CARDS[place]}")
        elif missing < 0:
            return
        elif missing >= HEIGHT[place]:  # no less than the next card
            add_captures(f"{move} {CARDS[place]}", missing, layout[used:], moves)


def write_move(card: str, *taken: str) -> str:
    """The canonical text: the card alone, or with what it captures, lowest first."""
    return f"{card} x {' '.join(sorted(taken, key=low_order))}" if taken else card


def leader(counts: Sequence[int]) -> int | None:
    """The seat that has more than the other, or None."""
    first, second = counts
    return None if first == second else int(second > first)
