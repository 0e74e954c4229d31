"""Kille: join, exchange or fold, then three tricks for thirds of the pot.

Source: the Kille rulebook. Kille deck of 42, Harlekin highest, Blare lowest. A gambling game.

The dealer pays 3 to the pot; three cards to each seat and three to the talon. From the dealer's left, once each, a seat
joins with its cards, or exchanges them unseen for the talon and so joins, or folds, if there is more than 3 in the pot.
If a single seat is in, it takes the pot. Otherwise the first seat in left of the dealer leads; the others must play a
card at least as high as the highest so far if they can, else their highest. Each of the three tricks pays a third of
the pot; then who is in and has taken none pays 3 for the next hand. Everybody deals `rounds` times.

Rulings, where the rulebook is silent:

* "At least as high" is measured by the highest card so far, not by the card led. Which sufficient card is free. The
  numeral 1 is above Krans; no card has a special effect.
* ``talon="once"``: the first to exchange gets it and the cards put away are out of play. ``talon="again"``: they are the
  new talon. Exchanging is allowed where folding is not; nobody decides twice.
* If all others have folded, the last seat, who is the dealer, is not asked. A dealer who folds leaves the 3 in the pot.
* Folders, and who takes the pot without play, pay nothing for having no trick. The next pot is then the dealer's 3 alone.
* After the last hand what is paid for having no trick is shared by the tricks of that hand, so that the pot is 0.
* Payments are forced: they may take a player below zero, and purses are not looked at. Equal nets share the place.

Chance: the dealer, then one shuffle of the whole deck for each hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Self

from games.cards import KILLE_DECK, KILLE_RANKS, find_kille, simplify
from games.dealing import clockwise, deal
from games.game import N_, IllegalMove, Options, Tell, UnreadableMove, option, places_by, private, silent
from games.kille_hand import DECK, DIGIT, FEW, FROM, ONE, RANK, RANKS, highest, pack, size, texts, unpack
from games.kille_hidden import deal_nested
from games.kille_trick import KilleTrick, TricksView, measured, shown
from games.pot import GameWithPot

HAND = 3  #: cards dealt to each seat and to the talon; so many tricks are played
ANTE = 3  #: what the dealer pays before a hand, and after it who is in and has taken no trick

DECISIONS = ("join", "exchange", "fold")
#: What may be decided, by whether there is a talon to take and whether folding is allowed.
CHOICES = {
    (False, False): ("join",),
    (False, True): ("join", "fold"),
    (True, False): ("join", "exchange"),
    (True, True): ("join", "exchange", "fold"),
}


@dataclass(frozen=True)
class KilleOptions(Options):
    """What a table may choose."""

    rounds: int = option(2, N_("How many times everybody deals a hand."), low=1, high=5)
    talon: str = option(
        "once",
        N_("Whether only one player may exchange in a hand, or others may take what was put away."),
        choices=("once", "again"),
        words={"once": N_("one exchange a hand"), "again": N_("the cards put away may be taken in turn")},
    )


@dataclass(frozen=True, kw_only=True)
class KilleView(TricksView):
    """What a seat knows of Kille. `hands` and `talon` are numbers of cards, `tricks` how many each seat has taken.

    `decisions`: None for a seat that has not decided, or was not asked. `share`: what a trick pays, None before play.
    `gave`: the cards this seat has folded or exchanged away in this hand.
    """

    hand_no: int
    hands_total: int
    dealer: int
    pot: int
    may_fold: bool
    share: int | None
    talon: int
    decisions: tuple[str | None, ...]
    tricks: tuple[int, ...]
    hands: tuple[int, ...]
    hand: tuple[str, ...] | None = private()
    gave: tuple[str, ...] | None = private()


class Kille(GameWithPot):
    """A game of Kille.

    `joined` are the three cards each seat plays with, 0 for one that has folded; once play has started, `trick` holds
    what is left of them. `gave` are those it has folded or exchanged away, `talon` those on the talon: all of them hands
    as numbers (`games.kille_hand`). `aside` are the cards that were not dealt, `won` counts tricks.
    """

    key = "kille"
    title = "Kille"
    seats_allowed = tuple(range(3, 9))
    Options = KilleOptions
    stakes = True

    __slots__ = (
        "aside",
        "dealer",
        "decisions",
        "gave",
        "hand_no",
        "joined",
        "may_fold",
        "share",
        "talon",
        "trick",
        "won",
    )

    hand_no: int
    dealer: int
    may_fold: bool
    decisions: list[str | None]
    joined: list[int]
    gave: list[int]
    talon: int
    aside: tuple[str, ...]
    share: int | None
    trick: KilleTrick | None
    won: list[int]

    # ---- a hand ------------------------------------------------------------------------------------------------

    def begin(self, tell: Tell) -> None:
        """The dealer is given or drawn and pays; the first hand is dealt."""
        self.pot = 0
        self.hand_no = 0
        self.dealer = self.chance.dealer(self.seats)
        self.to_act = self._deal(tell)

    def _deal(self, tell: Tell) -> tuple[int, ...]:
        seats = self.seats
        self.hand_no += 1
        self.pay(self.dealer, ANTE)
        first = (self.dealer + 1) % seats
        hands, rest = deal(self.chance.shuffle(KILLE_DECK), clockwise(first, seats), HAND)
        self.joined = [pack(hand) for hand in hands]
        self.talon, self.aside = pack(rest[:HAND]), tuple(rest[HAND:])
        self.gave = [0] * seats
        self.decisions = [None] * seats
        self.may_fold = self.pot > ANTE
        self.share = self.trick = None
        self.won = [0] * seats
        if tell is not silent:
            tell("hand", hand=self.hand_no, dealer=self.dealer, pot=self.pot)
        return (first,)

    def _decide(self, seat: int, decision: str, tell: Tell) -> tuple[int, ...]:
        self.decisions[seat] = decision
        if tell is not silent:
            tell("decide", seat=seat, decision=decision)
        if decision == "fold":
            self.gave[seat], self.joined[seat] = self.joined[seat], 0
        elif decision == "exchange":
            self.gave[seat], self.joined[seat] = self.joined[seat], self.talon
            self.talon = self.gave[seat] if self.options.talon == "again" else 0
        following = (seat + 1) % self.seats
        if seat != self.dealer and (following != self.dealer or self._anybody_in()):
            return (following,)
        return self._all_decided(tell)

    def _anybody_in(self) -> bool:
        return "join" in self.decisions or "exchange" in self.decisions

    def _all_decided(self, tell: Tell) -> tuple[int, ...]:
        ring = [seat for seat in clockwise((self.dealer + 1) % self.seats, self.seats) if self.joined[seat]]
        if len(ring) == 1:
            return self._walk_over(ring[0], tell)
        self.share = self.pot // HAND
        self.trick = KilleTrick(self.joined, ring)
        if tell is not silent:
            tell("start", share=self.share)
        return (ring[0],)

    def _walk_over(self, seat: int, tell: Tell) -> tuple[int, ...]:
        points = self.pot
        self.collect(seat, points)
        if tell is not silent:
            tell("walkover", seat=seat, points=points)
        return self._end_hand(tell)

    def _take(self, trick: KilleTrick, tell: Tell) -> tuple[int, ...]:
        """A complete trick is taken and paid; returns whose turn it is."""
        winner, share = trick.taker, self.share or 0
        self.won[winner] += 1
        self.collect(winner, share)
        if tell is not silent:
            cards = tuple(KILLE_RANKS[rank] for rank in trick.last_ranks())
            tell("trick", seat=winner, number=trick.complete(), cards=cards, points=share)
        if trick.hands[winner]:
            return (winner,)
        self._settle(trick.ring, tell)
        return self._end_hand(tell)

    def _settle(self, ring: Sequence[int], tell: Tell) -> None:
        """Who is in and has no trick pays; after the last hand the tricks share that."""
        without = [seat for seat in ring if not self.won[seat]]
        for seat in without:
            self.pay(seat, ANTE)
            if tell is not silent:
                tell("no_trick", seat=seat, points=ANTE)
        if without and self.hand_no == self._hands_total():
            points = [len(without) * tricks for tricks in self.won]
            for seat in ring:
                self.collect(seat, points[seat])
            if tell is not silent:
                tell("shareout", points=tuple(points))

    def _end_hand(self, tell: Tell) -> tuple[int, ...]:
        if tell is not silent:
            tell("hand_over", hand=self.hand_no, scores=tuple(self.scores), pot=self.pot)
        if self.hand_no == self._hands_total():
            self.finish(N_("hands played"), places_by(self.scores))
            return ()
        self.dealer = (self.dealer + 1) % self.seats
        return self._deal(tell)

    def _hands_total(self) -> int:
        hands: int = self.seats * self.options.rounds
        return hands

    # ---- moves -------------------------------------------------------------------------------------------------

    def moves(self, seat: int) -> list[str]:
        """The decisions; in play every card that is high enough, or the highest alone; as leader any."""
        if seat not in self.to_act:
            return []
        trick = self.trick
        if trick is None:
            return [*CHOICES[self.talon > 0, self.may_fold]]
        hand = trick.hands[seat]
        return [*FEW[hand & FROM[trick.highest] or highest(hand)]]

    def read(self, move: str) -> str:
        """``Fold`` → ``fold``; ``gök``, ``cuckoo``, ``go`` → ``GO``."""
        text = simplify(move)
        if text in DECISIONS:
            return text
        card = find_kille(move)
        if card is None:
            raise UnreadableMove("A move is join, exchange or fold, or the card you play, such as 7 or Gök.")
        return card

    def refuse(self, seat: int, move: str) -> IllegalMove:
        """Not asked, too early or too late to decide, no talon, no folding; not held, or not the card that must be played."""
        if seat not in self.to_act:
            return super().refuse(seat, move)
        trick = self.trick
        if trick is None:
            return self._refuse_decision(move)
        if move in DECISIONS:
            return IllegalMove("The hand is being played: play a card.")
        hand = trick.hands[seat]
        if not hand & DIGIT[RANK[move]]:
            return IllegalMove("You do not hold {card}.", card=move)
        to_beat = KILLE_RANKS[trick.highest]
        if hand & FROM[trick.highest]:
            return IllegalMove("Play a card at least as high as {card}.", card=to_beat)
        return IllegalMove(
            "You hold no card as high as {card}: play your highest, {card_highest}.",
            card=to_beat,
            card_highest=texts(highest(hand))[0],
        )

    def _refuse_decision(self, move: str) -> IllegalMove:
        if move == "fold":
            return IllegalMove("Nobody may fold while only the dealer's {points} points are in the pot.", points=ANTE)
        if move == "exchange":
            return IllegalMove("The talon is gone: somebody has exchanged in this hand.")
        if self.may_fold:
            return IllegalMove("First decide whether you join or fold; cards are played when everybody has decided.")
        return IllegalMove("First decide how you join; cards are played when everybody has decided.")

    def apply(self, seat: int, move: str, tell: Tell = silent) -> None:
        """Decide, or lay a card; the last card of a trick pays it, the last trick ends the hand."""
        self.ply = self.decision = self.ply + 1
        trick = self.trick
        if trick is None:
            self.to_act = self._decide(seat, move, tell)
            return
        if tell is not silent:
            tell("play", seat=seat, card=move)
        self.to_act = trick.lay(seat, RANK[move]) or self._take(trick, tell)

    advance = apply

    def default(self, seat: int) -> str:
        """Fold if that is allowed, else join; in play the lowest legal card."""
        if self.trick is None:
            return "fold" if self.may_fold else "join"
        return self.moves(seat)[0]

    # ---- what is known -----------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> KilleView:
        """The decisions and tricks, the sizes of hands and talon, and what the seat holds and has put away."""
        hands = self.trick.hands if self.trick else self.joined
        return KilleView(
            **self.common(seat),
            **shown(self.trick),
            hand_no=self.hand_no,
            hands_total=self._hands_total(),
            dealer=self.dealer,
            pot=self.pot,
            may_fold=self.may_fold,
            share=self.share,
            talon=size(self.talon),
            decisions=tuple(self.decisions),
            tricks=tuple(self.won),
            hands=tuple(map(size, hands)),
            hand=None if seat is None else unpack(hands[seat]),
            gave=None if seat is None else unpack(self.gave[seat]),
        )

    def copy(self) -> Self:
        """An independent game: only lists and the trick are made anew."""
        twin = self.blank()
        twin.pot, twin.hand_no, twin.dealer = self.pot, self.hand_no, self.dealer
        twin.may_fold, twin.share, twin.talon, twin.aside = self.may_fold, self.share, self.talon, self.aside
        twin.decisions, twin.joined, twin.gave = self.decisions.copy(), self.joined.copy(), self.gave.copy()
        twin.won = self.won.copy()
        twin.trick = None if self.trick is None else self.trick.copy()
        return twin

    @classmethod
    def imagine(cls, view: KilleView, rng: Random) -> Self:
        """Deal the unseen cards anew: who played below the highest so far held nothing higher than that card.

        What this seat put away is where it went: in nobody's hand, on the talon, or with the next who exchanged.
        """
        world = cls.from_view(view, rng)
        world.pot, world.hand_no, world.dealer = view.pot, view.hand_no, view.dealer
        world.may_fold, world.share, world.won = view.may_fold, view.share, list(view.tricks)
        world.decisions = list(view.decisions)
        packets = Packets(view)
        cards, aside = packets.fill(rng)
        world.joined = [0 if packet is None else cards[packet] for packet in packets.joined]
        world.gave = [0 if packet is None else cards[packet] for packet in packets.gave]
        world.talon = 0 if packets.talon is None else cards[packets.talon]
        world.aside = unpack(aside)
        world.trick = None
        if view.share is not None:
            order = clockwise((view.dealer + 1) % view.seats, view.seats)
            world.trick = KilleTrick(world.joined, [seat for seat in order if world.joined[seat]])
            for seat, rank, _ in measured(view):
                world.trick.lay(seat, rank)
        return world

    def piles(self) -> Iterable[str]:
        """Hands, what was played, talon, cards put away that nobody took, and those that were not dealt."""
        hands, played = (self.trick.hands, self.trick.past) if self.trick else (self.joined, b"")
        taken_again = self.options.talon == "again"
        put_away = [
            cards
            for cards, decision in zip(self.gave, self.decisions, strict=True)
            if decision == "fold" or not taken_again
        ]
        hidden = map(unpack, (*hands, self.talon, *put_away))
        return chain(*hidden, (KILLE_RANKS[rank] for rank in played), self.aside)

    @classmethod
    def longest(cls, seats: int, options: KilleOptions) -> int:
        """A decision and three cards for every seat in every hand."""
        return seats * options.rounds * seats * (1 + HAND)


class Packets:
    """Where the packets of three cards that were dealt in this hand are, and what a view tells of their cards.

    A packet is named by the seat it was dealt to, the talon's by the number of seats. `joined` and `gave`: for each seat
    the packet it plays with and the one it has put away, `talon` the one that lies there; None for no packet.
    """

    def __init__(self, view: KilleView) -> None:
        seats = view.seats
        self.joined: list[int | None] = list(range(seats))
        self.gave: list[int | None] = [None] * seats
        self.talon: int | None = seats
        for seat in clockwise((view.dealer + 1) % seats, seats):
            decision = view.decisions[seat]
            if decision == "fold":
                self.gave[seat], self.joined[seat] = self.joined[seat], None
            elif decision == "exchange":
                self.gave[seat], self.joined[seat] = self.joined[seat], self.talon
                self.talon = self.gave[seat] if view.options.talon == "again" else None
        self._known = [0] * (seats + 1)
        self._top = [RANKS] * (seats + 1)
        self._look(view)

    def _look(self, view: KilleView) -> None:
        for seat, rank, so_far in measured(view):
            packet = self.joined[seat]
            if packet is not None:
                self._known[packet] += ONE[rank]
                if rank < so_far:
                    self._top[packet] = rank + 1
        if view.seat is None:
            return
        joined, gave = self.joined[view.seat], self.gave[view.seat]
        if joined is not None:
            self._known[joined] += pack(view.hand or ())
        if gave is not None:
            self._known[gave] = pack(view.gave or ())  # with what its next owner has played of it

    def fill(self, rng: Random) -> tuple[list[int], int]:
        """Deal the unseen cards to the packets. Returns the packets, and what is left, as hands."""
        wants = [(range(top), HAND - size(known)) for top, known in zip(self._top, self._known, strict=True)]
        dealt, left = deal_nested(DECK - sum(self._known), wants, rng)
        return [known + hand for known, hand in zip(self._known, dealt, strict=True)], left
