"""Kierki: four players, twelve deals. Seven in which tricks cost, four in which they pay, and a lottery.

Source: the Kierki rulebook. French deck of 52, ace high. Everybody gets 13 cards; follow suit if able; the highest trump
wins, else the highest card of the suit led; what a trick costs or earns goes to its winner. `DEALS` says what that is
in each deal. In deals 1–7 the seat left of the dealer leads, without trumps. In deals 8–11 the dealer names trumps
from the first five cards of each hand and leads. Deal 12 is the little lottery, a game of Fan Tan (`games.layout`):
the first seat without cards earns 800, the second 500, and that ends the game. The highest total wins; the totals are
−2600 together after deal 7 and 0 at the end.

Rulings, where the rulebook is silent:

* "Pass dealing" in deals 8–11 is a pause: the same dealer names trumps and finishes the deal. Each seat sees its five.
* A suit must be named, and may be one that was named before. Nobody has to trump.
* Hearts may be led in deals 2, 5 and 7 from a hand of nothing else only. There is no breaking of hearts, and they may
  be followed with and thrown away freely. KH need not be thrown at the first chance.
* The 7th trick of deals 6 and 7 is the seventh of that deal.
* ``early_end``: deals 2–5 stop with the trick that takes the last card that costs. No points change by it.
* In the lottery a seat that can lay must lay; seats that are out are skipped without a pass, and the two that still
  hold cards earn nothing.
* The short game is deals 1–6 and the lottery, which keeps its number 12; the deal passes left as usual.
* Equal totals share the place. No redeals.

Chance: the dealer, then one shuffle of the whole deck for each deal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import sub
from random import Random
from typing import Final, Self

from games.cards import FRENCH_DECK, JOKER, SUITS, find_french, simplify
from games.dealing import clockwise
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
from games.kierki_deals import DEALS, LAST_OF_SHORT, LOTTERY, TRUMP_DEALS, Deal
from games.layout import Ends, ends_of, farthest, fitting, imagine_hands, pass_over, refuse_lay
from games.masks import BIT, DECK, SUIT, SUIT_OF, card_of, cards_of, mask_of
from games.tricks import best_of, following, refuse_card
from games.unseen import deal_unseen

SEATS: Final = 4
TRICKS: Final = 13
FIRST_CARDS: Final = 5  #: cards of each hand from which trumps are named
PRIZES: Final = (800, 500)  #: for the first and the second seat out of cards in the lottery

CALLS: Final = [f"trump {suit}" for suit in SUITS]
TURN: Final = tuple((seat,) for seat in range(SEATS))
FROM: Final = tuple(clockwise(seat, SEATS) for seat in range(SEATS))
LEFT_OF: Final = tuple(((seat + 1) % SEATS,) for seat in range(SEATS))

_CALL = re.compile(r"trumps?[\s:]*(\S*)|(\S+)[\s:]+trumps?")


@dataclass(frozen=True)
class KierkiOptions(Options):
    """What a table may choose."""

    length: str = option(
        "full",
        N_("How many deals are played: all twelve, or the first six and the lottery."),
        choices=("full", "short"),
        words={"full": N_("full: 12 deals"), "short": N_("short: 6 deals and the lottery")},
    )
    early_end: bool = option(
        False, N_("Whether deals 2 to 5 stop with the trick that takes the last card that costs points.")
    )


@dataclass(frozen=True, kw_only=True)
class KierkiView(View):
    """What a seat knows of Kierki.

    `trick` and `last_trick` are (seat, card) in order played; `hands` and `stock` are numbers of cards; `layout` is None
    before the lottery; `passed` are the seats passed over since the last card was laid, `finished` those that are out.
    Two public fields are what an observer remembers of this deal, lowest card first: `played`, the cards played or laid,
    and `lacking`, the other cards that each seat has shown that it does not hold.
    """

    deal: int
    name: str
    dealer: int
    trump: str | None
    trick: tuple[tuple[int, str], ...]
    last_trick: tuple[tuple[int, str], ...]
    tricks: tuple[int, ...]
    deal_points: tuple[int, ...]
    hands: tuple[int, ...]
    stock: int
    layout: Ends | None
    passed: tuple[int, ...]
    finished: tuple[int, ...]
    played: tuple[str, ...]
    lacking: tuple[tuple[str, ...], ...]
    hand: tuple[str, ...] | None = private()


class Kierki(Game):
    """A game of Kierki. Hands and sets of cards are masks (`games.masks`), because searches play millions of cards.

    `texts`: each hand as it is listed, while tricks are played. `gone`: the cards laid, or in tricks that are complete. `must`: what the seat to
    act plays if it holds any of it: the suit led, a lead that is allowed, what fits the layout (`games.tricks`).
    `lacks`: what each seat has shown that it does not hold. `trick`: in order played; None during the call and in the
    lottery. `closer` plays last to it, as `last_closer` did to `last_trick`. `stock` is in order of dealing, and empty
    except during the call. `before`: the scores when this deal began.
    """

    key = "kierki"
    title = "Kierki"
    seats_allowed = (SEATS,)
    Options = KierkiOptions

    __slots__ = (
        "before",
        "closer",
        "deal",
        "dealer",
        "finished",
        "gone",
        "hands",
        "lacks",
        "last_closer",
        "last_trick",
        "must",
        "passed",
        "rule",
        "stock",
        "texts",
        "trick",
        "tricks",
        "trumps",
    )

    deal: int
    rule: Deal
    dealer: int
    before: tuple[int, ...]
    hands: list[int]
    texts: list[list[str]]
    lacks: list[int]
    gone: int
    must: int
    trumps: int
    trick: list[int] | None
    last_trick: list[int]
    closer: int
    last_closer: int
    tricks: list[int]
    stock: tuple[str, ...]
    passed: tuple[int, ...]
    finished: tuple[int, ...]

    # ---- dealing -----------------------------------------------------------------------------------------------

    def begin(self, tell: Tell) -> None:
        """The dealer is given or drawn; the first deal is dealt."""
        self.dealer = self.chance.dealer(SEATS)
        self._deal(1, tell)

    def _deal(self, number: int, tell: Tell) -> None:
        """Deal this deal: the seat left of the dealer leads, or the dealer names trumps or starts the lottery."""
        self.deal = number
        self.rule = rule = DEALS[number]
        self.before = tuple(self.scores)
        self.must, self.trumps, self.gone = rule.lead, 0, 0
        self.hands, self.lacks, self.tricks = [0] * SEATS, [0] * SEATS, [0] * SEATS
        self.texts = [[] for _ in range(SEATS)]
        self.trick = None
        self.last_trick = []
        self.closer = self.last_closer = self.dealer
        self.stock = self.passed = self.finished = ()
        pack = self.chance.shuffle(FRENCH_DECK)
        if tell is not silent:
            tell("deal", deal=number, name=rule.name, dealer=self.dealer)
        if number in TRUMP_DEALS:
            self._hand_out(pack[: SEATS * FIRST_CARDS])
            self.stock = tuple(pack[SEATS * FIRST_CARDS :])
            self.to_act = TURN[self.dealer]
            return
        self._hand_out(pack)
        if number == LOTTERY:
            self._turn_to(self.dealer, tell)
        else:
            self._lead((self.dealer + 1) % SEATS)

    def _hand_out(self, pack: Sequence[str]) -> None:
        """Deal these cards to the hands, one at a time."""
        for place, seat in enumerate(FROM[(self.dealer + 1) % SEATS]):
            self.hands[seat] |= mask_of(pack[place::SEATS])
            self.texts[seat] = cards_of(self.hands[seat])

    # ---- moves -------------------------------------------------------------------------------------------------

    def moves(self, seat: int) -> list[str]:
        """The cards that may be played, led or laid, lowest first; or the four calls."""
        if seat not in self.to_act:
            return []
        must = self.must
        hand = self.hands[seat]
        held = hand & must
        trick = self.trick
        if trick:
            return following(held, must) if held else self.texts[seat].copy()
        if trick is None:
            return CALLS.copy() if self.stock else cards_of(held)
        return cards_of(held) if held and held != hand else self.texts[seat].copy()

    def read(self, move: str) -> str:
        """``qh``, ``Q♥``, ``queen of hearts`` → ``QH``; ``Trump: hearts``, ``♥ trumps`` → ``trump H``."""
        text = simplify(move)
        if call := _CALL.fullmatch(text):
            named = find_french("a" + (call[1] or call[2] or ""))
            if named is not None:
                return f"trump {named[-1]}"
        card = find_french(text)
        if card is None or card == JOKER:
            raise UnreadableMove("A move is a card, such as QH, or a call of trumps, such as trump H.")
        return card

    def refuse(self, seat: int, move: str) -> IllegalMove:
        """Not this seat's turn, not the time for a call or a card, not held, or a duty: to follow, to lead, to fit."""
        if seat not in self.to_act:
            return super().refuse(seat, move)
        if move in CALLS:
            if self.trumps:
                return IllegalMove("Trumps are named already: {suits}.", suits=card_of(self.trumps)[-1])
            return IllegalMove(
                "Trumps are named in deals {first} to {last} only.", first=TRUMP_DEALS[0], last=TRUMP_DEALS[-1]
            )
        if self.stock:
            return IllegalMove("Name trumps first: clubs, diamonds, hearts or spades.")
        if self.deal == LOTTERY:
            return refuse_lay(self.hands[seat], self.gone, move)
        return refuse_card(self.hands[seat], self.must, move)

    def apply(self, seat: int, move: str, tell: Tell = silent) -> None:
        """Play a card to the trick, lay it, or name trumps."""
        self.ply = self.decision = self.ply + 1
        trick = self.trick
        if trick is None:
            if self.stock:
                self._name_trumps(seat, move, tell)
            else:
                self._lay(seat, move, tell)
            return
        bit = BIT[move]
        self.hands[seat] ^= bit
        self.texts[seat].remove(move)
        if not bit & self.must:
            self.lacks[seat] |= self.must
        if tell is not silent:
            tell("play", seat=seat, card=move)
        if not trick:
            self.must = SUIT_OF[move]
        trick.append(bit)
        if seat == self.closer:
            self._take_trick(trick, seat, tell)
        else:
            self.to_act = LEFT_OF[seat]

    advance = apply

    def _lead(self, seat: int) -> None:
        """This seat leads the next trick."""
        self.trick = []
        self.must = self.rule.lead
        self.to_act = TURN[seat]
        self.closer = (seat - 1) % SEATS

    def _name_trumps(self, seat: int, move: str, tell: Tell) -> None:
        """The rest of the pack is dealt in the same order, and the dealer leads."""
        suit = move[-1]
        self.trumps = SUIT[suit]
        self._hand_out(self.stock)
        self.stock = ()
        self._lead(seat)
        if tell is not silent:
            tell("trump", seat=seat, suit=suit)

    def _take_trick(self, trick: list[int], closer: int, tell: Tell) -> None:
        """The winner gets the points of the trick and leads the next one, if there is one in this deal."""
        rule = self.rule
        first, second, third, fourth = trick
        cards = first | second | third | fourth
        winner = (closer + 1 + trick.index(best_of(cards, self.must, self.trumps))) % SEATS
        self.tricks[winner] += 1
        points = rule.trick
        for costly, cost in rule.cards:
            points += cost * (cards & costly).bit_count()
        if rule.late:
            points += rule.late.get(sum(self.tricks), 0)
        self.scores[winner] += points
        self.gone |= cards
        self.last_trick = trick
        self.last_closer = closer
        self.trick = []  # as _lead does, written out because searches come by at every trick
        self.must = rule.lead
        self.to_act = TURN[winner]
        self.closer = (winner - 1) % SEATS
        if tell is not silent:
            number = sum(self.tricks)
            tell("trick", seat=winner, number=number, cards=tuple(map(card_of, trick)), points=points)
        if not self.hands[winner] or (rule.last and self.options.early_end and not rule.last & ~self.gone):
            self._end_deal(tell)

    def _end_deal(self, tell: Tell) -> None:
        """The deal passes left; after the last one the game is over."""
        if tell is not silent:
            tell("deal_over", deal=self.deal, points=self._points(), scores=tuple(self.scores))
        if self.deal == LOTTERY:
            self.finish(N_("deals played"), places_by(self.scores))
            return
        self.dealer = (self.dealer + 1) % SEATS
        self._deal(LOTTERY if self.deal == LAST_OF_SHORT and self.options.length == "short" else self.deal + 1, tell)

    # ---- the lottery -------------------------------------------------------------------------------------------

    def _lay(self, seat: int, card: str, tell: Tell) -> None:
        """A card is laid; the seat may be out with it."""
        bit = BIT[card]
        self.hands[seat] ^= bit
        self.gone |= bit
        if tell is not silent:
            tell("lay", seat=seat, card=card)
        if not self.hands[seat]:
            points = PRIZES[len(self.finished)]
            self.finished += (seat,)
            self.scores[seat] += points
            tell("out", seat=seat, place=len(self.finished), points=points)
            if len(self.finished) == len(PRIZES):
                self.passed = ()
                self._end_deal(tell)
                return
        self._turn_to((seat + 1) % SEATS, tell)

    def _turn_to(self, first: int, tell: Tell) -> None:
        """The turn comes to the first seat that can lay, from this one on."""
        self.must = fitting(self.gone)
        seat, self.passed = pass_over(self.hands, self.lacks, self.must, FROM[first])
        self.to_act = TURN[seat]
        if tell is not silent:
            for other in self.passed:
                tell("pass", seat=other)

    # ---- what seats know ---------------------------------------------------------------------------------------

    def default(self, seat: int) -> str:
        """The lowest legal card; in the lottery the one farthest from its seven; as trumps the longest, highest suit."""
        hand = self.hands[seat]
        if self.stock:
            return f"trump {max(SUITS, key=lambda suit: strength_in(hand, suit))}"
        return farthest(hand, self.must) if self.deal == LOTTERY else self.moves(seat)[0]

    def view(self, seat: int | None) -> KierkiView:
        """The table, the sizes of the hands, what was played and shown in this deal, and the seat's own hand."""
        trick = self.trick or []
        gone = self.gone | sum(trick)
        return KierkiView(
            **self.common(seat),
            deal=self.deal,
            name=self.rule.name,
            dealer=self.dealer,
            trump=card_of(self.trumps)[-1] if self.trumps else None,
            trick=in_turn(self.closer, trick),
            last_trick=in_turn(self.last_closer, self.last_trick),
            tricks=tuple(self.tricks),
            deal_points=self._points(),
            hands=tuple(hand.bit_count() for hand in self.hands),
            stock=len(self.stock),
            layout=ends_of(self.gone) if self.deal == LOTTERY else None,
            passed=self.passed,
            finished=self.finished,
            played=tuple(cards_of(gone)),
            lacking=tuple(tuple(cards_of(lacks & ~gone)) for lacks in self.lacks),
            hand=None if seat is None else tuple(cards_of(self.hands[seat])),
        )

    def _points(self) -> tuple[int, ...]:
        """What each seat has won or lost in this deal."""
        return tuple(map(sub, self.scores, self.before))

    def copy(self) -> Self:
        """An independent game; a complete trick never changes any more and is shared."""
        twin = self.blank()
        twin.deal, twin.rule, twin.dealer, twin.before = self.deal, self.rule, self.dealer, self.before
        twin.hands, twin.lacks = self.hands.copy(), self.lacks.copy()
        first, second, third, fourth = self.texts
        twin.texts = [first.copy(), second.copy(), third.copy(), fourth.copy()]
        twin.gone, twin.must, twin.trumps = self.gone, self.must, self.trumps
        twin.trick = None if self.trick is None else self.trick.copy()
        twin.closer, twin.last_closer = self.closer, self.last_closer
        twin.last_trick, twin.tricks = self.last_trick, self.tricks.copy()
        twin.stock, twin.passed, twin.finished = self.stock, self.passed, self.finished
        return twin

    @classmethod
    def imagine(cls, view: KierkiView, rng: Random) -> Self:
        """Deal the unseen cards so that every play, lead and pass of this deal was as the rules demand."""
        world = cls.from_view(view, rng)
        world.deal, world.rule, world.dealer = view.deal, DEALS[view.deal], view.dealer
        world.before = tuple(map(sub, view.scores, view.deal_points))
        world.last_trick = [BIT[card] for _, card in view.last_trick]
        leader = view.to_act[0] if view.to_act else 0
        world.closer = closer_of(view.trick, leader)
        world.last_closer = closer_of(view.last_trick, leader)
        world.tricks = list(view.tricks)
        world.lacks = [mask_of(cards) for cards in view.lacking]
        world.trumps = SUIT[view.trump] if view.trump else 0
        world.passed, world.finished = view.passed, view.finished
        played, hand = mask_of(view.played), mask_of(view.hand or ())
        if view.deal == LOTTERY:
            world.gone, world.must, world.trick, world.stock = played, fitting(played), None, ()
            world.hands = imagine_hands(rng, played, view.hands, world.lacks, view.to_act, view.seat, hand)
        else:
            trick = [BIT[card] for _, card in view.trick]
            world.gone, world.trick = played & ~sum(trick), None if view.stock else trick
            world.must = SUIT_OF[view.trick[0][1]] if trick else world.rule.lead
            room = [0 if seat == view.seat else size for seat, size in enumerate(view.hands)]
            *world.hands, stock = deal_unseen(rng, DECK & ~played & ~hand, [*room, view.stock], [*world.lacks, 0])
            if view.seat is not None:
                world.hands[view.seat] = hand
            undealt = cards_of(stock)
            rng.shuffle(undealt)
            world.stock = tuple(undealt)
        world.texts = [cards_of(mask) for mask in world.hands]
        return world

    def piles(self) -> Iterable[str]:
        """Hands, what was played in this deal, and the stock."""
        return chain(*map(cards_of, (*self.hands, self.gone | sum(self.trick or ()))), self.stock)

    @classmethod
    def longest(cls, seats: int, options: KierkiOptions) -> int:
        """Every card of every deal and the calls; in the lottery the last two seats keep a card each at least."""
        short = options.length == "short"
        deals, calls = (LAST_OF_SHORT, 0) if short else (LOTTERY - 1, len(TRUMP_DEALS))
        return (deals + 1) * len(FRENCH_DECK) + calls - 2


def in_turn(closer: int, trick: Sequence[int]) -> tuple[tuple[int, str], ...]:
    """The cards of a trick with the seats that played them."""
    return tuple(((closer + place) % SEATS, card_of(bit)) for place, bit in enumerate(trick, 1))


def closer_of(trick: Sequence[tuple[int, str]], leader: int) -> int:
    """Who plays last to a trick; `leader`: who leads it, if it is still empty."""
    return ((trick[0][0] if trick else leader) - 1) % SEATS


def strength_in(hand: int, suit: str) -> tuple[int, int]:
    """How good a suit is as trumps: the number of its cards, then their ranks from the highest down."""
    cards = hand & SUIT[suit]
    return cards.bit_count(), cards >> SUITS.index(suit)
