"""Fan Tan: three to eight players empty their hands onto a layout that grows from the sevens.

Source: the little lottery of the Kierki rulebook, on its own and with chips. French deck of 52, ace high. All cards are
dealt; the dealer starts; one card a turn is laid (`games.layout`). A seat that can lay must lay, one that cannot is
passed over and pays a chip to the pot. The first empty hand ends the deal: every other seat pays a chip for each card
left, and the winner takes the pot. The deal passes left; after the last deal the highest score wins.

Rulings, where the rulebook is silent:

* Kierki's 800 and 500 and its end at the second empty hand do not apply. Ante, chips, settlement and 3–8 seats are ours.
* Every seat pays the ante; a seat with a card less than others pays a chip more, with an ante of 0 too.
* A dealer without a seven is passed over, and pays, like anybody else, then the next seat, until somebody has a seven.
* No extra turn for laying an end card. Which of several fitting cards is laid is free, and holding one back is too.
* After the last card of a deal nobody is passed over. The pot is empty between deals.
* Chips are this game's score and nothing else: they start at 0, may fall below, and no gambling points move.
* Equal scores share the place.

Chance: the dealer, then one shuffle of the whole deck for each deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Self

from games.cards import FRENCH_DECK, JOKER, find_french
from games.dealing import clockwise, deal
from games.game import N_, IllegalMove, Options, Tell, UnreadableMove, View, option, places_by, private, silent
from games.layout import Ends, ends_of, farthest, fitting, imagine_hands, laid_between, pass_over, refuse_lay
from games.masks import BIT, cards_of, mask_of
from games.pot import GameWithPot


@dataclass(frozen=True)
class FanTanOptions(Options):
    """What a table may choose."""

    deals: int = option(
        0,
        N_("How many deals are played; 0 means one for each seat."),
        low=0,
        high=20,
        words={0: N_("one for each player")},
    )
    ante: int = option(1, N_("How many chips everybody pays to the pot before a deal."), low=0, high=10)


@dataclass(frozen=True, kw_only=True)
class FanTanView(View):
    """What a seat knows of Fan Tan. `hands` are numbers of cards; `layout` has the ends of each suit.

    `passed` are the seats passed over since the last card was laid, or since the deal. `lacking` is what an observer
    remembers: the cards not yet laid that each seat has shown, by being passed over, that it does not hold.
    """

    deal: int
    deals: int
    dealer: int
    layout: Ends
    passed: tuple[int, ...]
    hands: tuple[int, ...]
    pot: int
    lacking: tuple[tuple[str, ...], ...]
    hand: tuple[str, ...] | None = private()


class FanTan(GameWithPot):
    """A game of Fan Tan. Hands and sets of cards are masks (`games.masks`).

    `laid` is the layout, `fits` what may be laid next, `lacks` what each seat has shown that it does not hold.
    """

    key = "fan_tan"
    title = "Fan Tan"
    seats_allowed = (3, 4, 5, 6, 7, 8)
    Options = FanTanOptions
    accounts = ("scores",)

    __slots__ = ("deal", "dealer", "fits", "hands", "lacks", "laid", "passed")

    deal: int
    dealer: int
    hands: list[int]
    lacks: list[int]
    laid: int
    fits: int
    passed: tuple[int, ...]

    @property
    def deals(self) -> int:
        """How many deals are played in all."""
        return deals_of(self.seats, self.options)

    def begin(self, tell: Tell) -> None:
        """The dealer is given or drawn; the first deal is dealt."""
        self.dealer = self.chance.dealer(self.seats)
        self.deal = self.pot = 0
        self._deal(tell)

    def _deal(self, tell: Tell) -> None:
        """Deal all cards, take the antes; the dealer starts."""
        self.deal += 1
        hands, _ = deal(self.chance.shuffle(FRENCH_DECK), clockwise(self.dealer + 1, self.seats))
        most = max(map(len, hands))
        antes = tuple(self.options.ante + (len(hand) < most) for hand in hands)
        for seat, ante in enumerate(antes):
            self.pay(seat, ante)
        self.hands = [mask_of(hand) for hand in hands]
        self.lacks = [0] * self.seats
        self.laid = 0
        tell("deal", deal=self.deal, dealer=self.dealer, antes=antes, pot=self.pot)
        self._turn_to(self.dealer, tell)

    def _turn_to(self, first: int, tell: Tell) -> None:
        """The turn comes to the first seat that can lay, from this one on; those before it pay a chip each."""
        self.fits = fitting(self.laid)
        seat, self.passed = pass_over(self.hands, self.lacks, self.fits, clockwise(first, self.seats))
        self.to_act = (seat,)
        for other in self.passed:
            self.pay(other, 1)
            tell("pass", seat=other, pot=self.pot)

    def moves(self, seat: int) -> list[str]:
        """The cards that fit, lowest first."""
        return cards_of(self.hands[seat] & self.fits) if seat in self.to_act else []

    def read(self, move: str) -> str:
        """``7h``, ``7♥``, ``seven of hearts`` → ``7H``."""
        card = find_french(move)
        if card is None or card == JOKER:
            raise UnreadableMove("A move is a card, such as 7H.")
        return card

    def refuse(self, seat: int, move: str) -> IllegalMove:
        """Not this seat's turn, a card not held, or one that does not fit."""
        return refuse_lay(self.hands[seat], self.laid, move) if seat in self.to_act else super().refuse(seat, move)

    def apply(self, seat: int, move: str, tell: Tell = silent) -> None:
        """Lay a card; the last of a hand ends the deal."""
        self.ply = self.decision = self.ply + 1
        bit = BIT[move]
        self.hands[seat] ^= bit
        self.laid |= bit
        tell("lay", seat=seat, card=move)
        if self.hands[seat]:
            self._turn_to(seat + 1, tell)
        else:
            self._end_deal(seat, tell)

    advance = apply

    def _end_deal(self, winner: int, tell: Tell) -> None:
        """A chip for each card left; the winner takes the pot; the deal passes left, if there is another."""
        left = tuple(hand.bit_count() for hand in self.hands)
        for seat, cards in enumerate(left):
            self.pay(seat, cards)
        taken = self.pot
        self.collect(winner, taken)
        self.passed = ()
        tell("deal_over", deal=self.deal, seat=winner, left=left, pot=taken, scores=tuple(self.scores))
        if self.deal == self.deals:
            self.finish(N_("deals played"), places_by(self.scores))
            return
        self.dealer = (self.dealer + 1) % self.seats
        self._deal(tell)

    def default(self, seat: int) -> str:
        """The fitting card farthest from the seven of its suit."""
        return farthest(self.hands[seat], self.fits)

    def view(self, seat: int | None) -> FanTanView:
        """The layout, the pot, the sizes of the hands, what passes have shown, and the seat's own hand."""
        return FanTanView(
            **self.common(seat),
            deal=self.deal,
            deals=self.deals,
            dealer=self.dealer,
            layout=ends_of(self.laid),
            passed=self.passed,
            hands=tuple(hand.bit_count() for hand in self.hands),
            pot=self.pot,
            lacking=tuple(tuple(cards_of(lacks & ~self.laid)) for lacks in self.lacks),
            hand=None if seat is None else tuple(cards_of(self.hands[seat])),
        )

    def copy(self) -> Self:
        """An independent game: only the lists are made anew."""
        twin = self.blank()
        twin.deal, twin.dealer, twin.pot = self.deal, self.dealer, self.pot
        twin.laid, twin.fits, twin.passed = self.laid, self.fits, self.passed
        twin.hands, twin.lacks = self.hands.copy(), self.lacks.copy()
        return twin

    @classmethod
    def imagine(cls, view: FanTanView, rng: Random) -> Self:
        """Deal the unseen cards so that every pass of this deal was forced and the seat to act can lay."""
        world = cls.from_view(view, rng)
        world.deal, world.dealer, world.pot, world.passed = view.deal, view.dealer, view.pot, view.passed
        world.laid = laid_between(view.layout)
        world.fits = fitting(world.laid)
        world.lacks = [mask_of(cards) for cards in view.lacking]
        hand = mask_of(view.hand or ())
        world.hands = imagine_hands(rng, world.laid, view.hands, world.lacks, view.to_act, view.seat, hand)
        return world

    def piles(self) -> Iterable[str]:
        """Hands and layout."""
        for mask in (*self.hands, self.laid):
            yield from cards_of(mask)

    @classmethod
    def longest(cls, seats: int, options: FanTanOptions) -> int:
        """Every card of every deal."""
        return deals_of(seats, options) * len(FRENCH_DECK)


def deals_of(seats: int, options: FanTanOptions) -> int:
    """How many deals are played: as chosen, or one for each seat."""
    return options.deals or seats
