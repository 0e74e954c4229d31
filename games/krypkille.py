"""Krypkille ("crawl Kille"): play high enough or crawl under with your lowest card; the last trick decides.

Source: the Kille rulebook. Kille deck of 42, Harlekin highest, Blare lowest.

Everybody gets equally many cards, as many as possible; what is left lies aside, seen by nobody. The seat left of the
dealer leads. Each other seat plays a card at least as high as the highest so far, or the lowest card of its hand, as it
likes. The highest card takes the trick, of equal ones the later, and the winner leads the next. When the hands are
empty, the seat with the lowest card of the last trick has won the deal, of equal ones the later. After `deals` deals
most deals won is first.

Rulings, where the rulebook is silent:

* At most 14 seats, three cards each. The numeral 1 is above Krans; no card has a special effect.
* "Higher" includes equal, since of equal cards the later counts as higher, and is measured by the highest so far.
* Crawling is free, also for a seat that could go higher. The last card of a hand is its lowest.
* The next deal is again led left of its dealer, whoever won the last one. No stakes; equal numbers of deals share a place.

Chance: the dealer, then one shuffle of the whole deck for each deal.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from operator import add
from random import Random
from typing import Self

from games.cards import KILLE_DECK, KILLE_RANKS, find_kille
from games.dealing import clockwise, deal
from games.game import N_, Game, IllegalMove, Options, Tell, UnreadableMove, option, places_by, private, silent
from games.kille_hand import DECK, DIGIT, FROM, ONE, RANK, RANKS, lowest, pack, size, texts, unpack
from games.kille_hidden import deal_nested
from games.kille_trick import KilleTrick, TricksView, measured, shown


@dataclass(frozen=True)
class KrypkilleOptions(Options):
    """What a table may choose."""

    deals: int = option(1, N_("How many deals are played; each is worth one point."), low=1, high=10)


@dataclass(frozen=True, kw_only=True)
class KrypkilleView(TricksView):
    """What a seat knows of Krypkille. `hands` and `aside` are numbers of cards, `winners` those of the finished deals."""

    deal: int
    deals: int
    dealer: int
    hands: tuple[int, ...]
    aside: int
    winners: tuple[int, ...]
    hand: tuple[str, ...] | None = private()


class Krypkille(Game):
    """A game of Krypkille. `trick` holds the hands as well; `aside` are the cards that nobody was dealt."""

    key = "krypkille"
    title = "Krypkille"
    seats_allowed = tuple(range(3, 15))
    Options = KrypkilleOptions

    __slots__ = ("aside", "deal", "dealer", "trick", "winners")

    deal: int
    dealer: int
    trick: KilleTrick
    aside: tuple[str, ...]
    winners: tuple[int, ...]

    def begin(self, tell: Tell) -> None:
        """The dealer is given or drawn; the first deal is dealt."""
        self.deal = 0
        self.winners = ()
        self.dealer = self.chance.dealer(self.seats)
        self.to_act = self._deal(tell)

    def _deal(self, tell: Tell) -> tuple[int, ...]:
        self.deal += 1
        each = len(KILLE_DECK) // self.seats
        ring = clockwise((self.dealer + 1) % self.seats, self.seats)
        hands, aside = deal(self.chance.shuffle(KILLE_DECK), ring, each)
        self.trick = KilleTrick(map(pack, hands), ring)
        self.aside = tuple(aside)
        if tell is not silent:
            tell("deal", deal=self.deal, dealer=self.dealer, each=each, aside=len(aside))
        return (ring[0],)

    def moves(self, seat: int) -> list[str]:
        """Every card that is high enough, and the lowest; as leader any."""
        if seat not in self.to_act:
            return []
        trick = self.trick
        hand = trick.hands[seat]
        return texts(hand & FROM[trick.highest] | hand & -hand)

    def read(self, move: str) -> str:
        """``gök``, ``cuckoo``, ``go`` → ``GO``."""
        card = find_kille(move)
        if card is None:
            raise UnreadableMove("A move is the card you play, such as 7 or Gök.")
        return card

    def refuse(self, seat: int, move: str) -> IllegalMove:
        """Not held, or neither high enough nor the lowest."""
        if seat not in self.to_act:
            return super().refuse(seat, move)
        if not self.trick.hands[seat] & DIGIT[RANK[move]]:
            return IllegalMove("You do not hold {card}.", card=move)
        return IllegalMove(
            "Play a card at least as high as {card}, or your lowest.", card=KILLE_RANKS[self.trick.highest]
        )

    def apply(self, seat: int, move: str, tell: Tell = silent) -> None:
        """Lay the card; the last card of a trick settles it, the last of a deal the deal."""
        self.ply = self.decision = self.ply + 1
        if tell is not silent:
            tell("play", seat=seat, card=move)
        self.to_act = self.trick.lay(seat, RANK[move]) or self._take(seat, tell)

    advance = apply

    def _take(self, last: int, tell: Tell) -> tuple[int, ...]:
        """The trick that this seat has completed is taken; returns whose turn it is."""
        trick = self.trick
        winner = trick.taker
        if tell is not silent:
            cards = tuple(KILLE_RANKS[rank] for rank in trick.last_ranks())
            tell("trick", seat=winner, number=trick.complete(), cards=cards)
        return trick.after[trick.before[winner]] if trick.hands[winner] else self._end_deal(last, tell)

    def _end_deal(self, last: int, tell: Tell) -> tuple[int, ...]:
        ranks = self.trick.last_ranks()
        place = crawling(ranks)
        winner = (last + 1 + place) % self.seats
        self.scores[winner] += 1
        self.winners += (winner,)
        if tell is not silent:
            card = KILLE_RANKS[ranks[place]]
            tell("deal_over", deal=self.deal, seat=winner, card=card, scores=tuple(self.scores))
        if self.deal == self.options.deals:
            self.finish(N_("deals played"), places_by(self.scores))
            return ()
        self.dealer = (self.dealer + 1) % self.seats
        return self._deal(tell)

    def default(self, seat: int) -> str:
        """The lowest card of the hand, which is always legal."""
        return texts(lowest(self.trick.hands[seat]))[0]

    def view(self, seat: int | None) -> KrypkilleView:
        """The tricks, the sizes of the hands, and the seat's own hand."""
        hands = self.trick.hands
        return KrypkilleView(
            **self.common(seat),
            **shown(self.trick),
            deal=self.deal,
            deals=self.options.deals,
            dealer=self.dealer,
            hands=tuple(map(size, hands)),
            aside=len(self.aside),
            winners=self.winners,
            hand=None if seat is None else unpack(hands[seat]),
        )

    def copy(self) -> Self:
        """An independent game: only the trick is made anew."""
        twin = self.blank()
        twin.deal, twin.dealer, twin.aside, twin.winners = self.deal, self.dealer, self.aside, self.winners
        twin.trick = self.trick.copy()
        return twin

    @classmethod
    def imagine(cls, view: KrypkilleView, rng: Random) -> Self:
        """Deal the unseen cards anew: who crawled under holds nothing lower than the card it crawled with."""
        world = cls.from_view(view, rng)
        world.deal, world.dealer, world.winners = view.deal, view.dealer, view.winners
        played = [0] * view.seats
        floor = [0] * view.seats
        for seat, rank, highest in measured(view):
            played[seat] += ONE[rank]
            if rank < highest:
                floor[seat] = rank
        own = pack(view.hand or ())
        wants = [
            (range(lowest, RANKS), 0 if seat == view.seat else cards)
            for seat, (lowest, cards) in enumerate(zip(floor, view.hands, strict=True))
        ]
        hands, aside = deal_nested(DECK - own - sum(played), wants, rng)
        if view.seat is not None:
            hands[view.seat] = own
        world.trick = KilleTrick(map(add, hands, played), clockwise((view.dealer + 1) % view.seats, view.seats))
        for seat, rank, _ in measured(view):
            world.trick.lay(seat, rank)
        world.aside = unpack(aside)
        return world

    def piles(self) -> Iterable[str]:
        """Hands, what was played in this deal, and the cards aside."""
        trick = self.trick
        return chain(*map(unpack, trick.hands), (KILLE_RANKS[rank] for rank in trick.past), self.aside)

    @classmethod
    def longest(cls, seats: int, options: KrypkilleOptions) -> int:
        """Every card dealt is played once."""
        return options.deals * seats * (len(KILLE_DECK) // seats)


def crawling(ranks: bytes) -> int:
    """Which card of the last trick, counted from 0 in order played, wins the deal: the lowest, of equal ones the last."""
    return ranks.rindex(min(ranks))
