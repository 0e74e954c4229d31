"""Dubbel fanfar: two players build a line of all ranks up and down from a Värdshus, twice.

Source: the Kille rulebook. Kille deck of 42, Harlekin highest, Blare lowest. A gambling game.

Each seat pays 1 to the pot and gets 14 cards; the other 14 are the talon. A Värdshus starts the line; then fits the
card next below the low end, down to Blare, and the one next above the high end, up to Harlekin. A seat that holds a
card that fits plays one; one that holds none pays 1, draws the top card of the talon if there is one, and its turn is
over. A line of all 21 ranks is turned away and the second is built of the other copies. Who plays the last card of its
hand wins at once: the pot, and 1 from the other seat for each card left in that hand.

Rulings, where the rulebook is silent:

* The non-dealer opens; only if the dealer holds a Värdshus and the non-dealer none, the dealer does. The engine looks.
* There is one line at a time: the other copies wait. After a complete line the turns alternate as before.
* Who can play must; who cannot, says so by ``draw``, also with an empty talon: that costs 1 and draws nothing. A drawn
  card is not played in the same turn. If nobody holds a Värdshus, the seats draw until one appears.
* If the last card of a hand completes a line, it wins and no new line is started.
* Payments are forced: they may take a player below zero, and purses are not looked at. Each game has new antes and all
  the cards, and the deal changes seats. Equal nets are a draw.

Chance: the dealer, then one shuffle of the whole deck for each game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Final, Self

from games.cards import KILLE_DECK, KILLE_RANKS, find_kille, simplify
from games.dealing import clockwise, deal
from games.game import N_, IllegalMove, Options, Tell, UnreadableMove, View, option, places_by, private, silent
from games.kille_hand import DECK, DIGIT, ONE, RANK, RANKS, pack, ranks, size, texts, unpack
from games.kille_hidden import assign
from games.pot import GameWithPot

HAND: Final = 14  #: cards dealt to each seat, and to the talon
ANTE: Final = 1  #: what each seat pays before a game
FEE: Final = 1  #: what a draw costs
DRAW: Final = "draw"

INN: Final = RANK["VA"]
#: The ends of a line before its Värdshus lies: the Värdshus is next below the one and next above the other.
NO_LINE: Final = (INN + 1, INN - 1)
WHOLE_LINE: Final = (0, RANKS - 1)

#: By the rank at the low or high end of a line, the digit of the rank that fits there, 0 at the end of all ranks.
_BELOW: Final = (0, *DIGIT[:-1])
_ABOVE: Final = (*DIGIT[1:], 0)
_BYTES: Final = {code: bytes((rank,)) for code, rank in RANK.items()} | {DRAW: bytes((RANKS,))}
_MOVES: Final = (*KILLE_RANKS, DRAW)


@dataclass(frozen=True)
class DubbelFanfarOptions(Options):
    """What a table may choose."""

    games: int = option(1, N_("How many games are played; the deal changes seats after each."), low=1, high=10)


@dataclass(frozen=True)
class Line:
    """The ends of the line: the lowest and the highest card in it."""

    low: str
    high: str


@dataclass(frozen=True, kw_only=True)
class DubbelFanfarView(View):
    """What a seat knows of Dubbel fanfar. `hands` and `talon` are numbers of cards, `lines` those completed in this game.

    `line` is None if none lies. `past` are the moves of this game, by the opener and the other seat in turn, and `drew`
    the cards this seat has drawn in it, in order: whoever remembers may use them.
    """

    game_no: int
    games: int
    dealer: int
    opener: int
    line: Line | None
    lines: int
    hands: tuple[int, ...]
    talon: int
    pot: int
    past: tuple[str, ...]
    hand: tuple[str, ...] | None = private()
    drew: tuple[str, ...] | None = private()


class DubbelFanfar(GameWithPot):
    """A game of Dubbel fanfar.

    `hands` are numbers (`games.kille_hand`); `low` and `high` are the ranks at the ends of the line; `talon` has all its
    cards as they were dealt, of which `drawn` are gone; `past` are the moves of this game, ranks and `RANKS` for a draw.
    """

    key = "dubbel_fanfar"
    title = "Dubbel fanfar"
    seats_allowed = (2,)
    Options = DubbelFanfarOptions
    stakes = True

    __slots__ = ("dealer", "drawn", "game_no", "hands", "high", "lines", "low", "opener", "past", "talon")

    game_no: int
    dealer: int
    opener: int
    hands: list[int]
    talon: tuple[str, ...]
    drawn: int
    low: int
    high: int
    lines: int
    past: bytes

    def begin(self, tell: Tell) -> None:
        """The dealer is given or drawn; the first game is dealt."""
        self.pot = 0
        self.game_no = 0
        self.dealer = self.chance.dealer(self.seats)
        self.to_act = self._deal(tell)

    def _deal(self, tell: Tell) -> tuple[int, ...]:
        self.game_no += 1
        for seat in range(self.seats):
            self.pay(seat, ANTE)
        hands, talon = deal(self.chance.shuffle(KILLE_DECK), clockwise(1 - self.dealer, self.seats), HAND)
        self.hands = [pack(hand) for hand in hands]
        self.talon = tuple(talon)
        self.drawn = self.lines = 0
        self.low, self.high = NO_LINE
        self.past = b""
        self.opener = opener(self.dealer, [hand & DIGIT[INN] for hand in self.hands])
        if tell is not silent:
            tell("game", game=self.game_no, dealer=self.dealer, opens=self.opener, pot=self.pot)
        return (self.opener,)

    def moves(self, seat: int) -> list[str]:
        """The cards that fit, the lower one first; draw, if none does."""
        if seat not in self.to_act:
            return []
        return texts(self.hands[seat] & (_BELOW[self.low] | _ABOVE[self.high])) or [DRAW]

    def read(self, move: str) -> str:
        """``Draw`` → ``draw``; ``värdshus``, ``inn``, ``va`` → ``VA``."""
        if simplify(move) == DRAW:
            return DRAW
        card = find_kille(move)
        if card is None:
            raise UnreadableMove("A move is the card you play, such as 7 or Gök, or draw.")
        return card

    def refuse(self, seat: int, move: str) -> IllegalMove:
        """Drawing with a card that fits; a card that is not held or does not fit."""
        if seat not in self.to_act:
            return super().refuse(seat, move)
        playable = self.moves(seat)
        if move == DRAW:
            return IllegalMove("You hold a card that fits, so play it: {cards}.", cards=playable)
        if not self.hands[seat] & DIGIT[RANK[move]]:
            return IllegalMove("You do not hold {card}.", card=move)
        fitting = texts(_BELOW[self.low] | _ABOVE[self.high])
        if playable == [DRAW]:
            return IllegalMove("{card} does not fit now. No card of your hand does: draw.", card=move)
        if (self.low, self.high) == NO_LINE:
            return IllegalMove("A line is started with {card_start}: no other card fits before.", card_start=fitting[0])
        return IllegalMove("{card} does not fit now. What fits is {cards}.", card=move, cards=fitting)

    def apply(self, seat: int, move: str, tell: Tell = silent) -> None:
        """Play a card to the line, or pay and draw."""
        self.ply = self.decision = self.ply + 1
        self.past += _BYTES[move]
        if move == DRAW:
            self.to_act = self._draw(seat, tell)
        else:
            self.to_act = self._lay(seat, RANK[move], tell)

    advance = apply

    def _draw(self, seat: int, tell: Tell) -> tuple[int, ...]:
        self.pay(seat, FEE)
        drew = self.drawn < len(self.talon)
        if drew:
            self.hands[seat] += ONE[RANK[self.talon[self.drawn]]]
            self.drawn += 1
        if tell is not silent:
            tell("draw", seat=seat, drew=drew, pot=self.pot)
        return (1 - seat,)

    def _lay(self, seat: int, rank: int, tell: Tell) -> tuple[int, ...]:
        self.hands[seat] -= ONE[rank]
        self.low, self.high = extended(self.low, self.high, rank)
        if tell is not silent:
            tell("play", seat=seat, card=KILLE_RANKS[rank])
        if (self.low, self.high) == WHOLE_LINE:
            self.lines += 1
            self.low, self.high = NO_LINE
            if tell is not silent:
                tell("line", number=self.lines)
        return (1 - seat,) if self.hands[seat] else self._win(seat, tell)

    def _win(self, seat: int, tell: Tell) -> tuple[int, ...]:
        pot, left = self.pot, size(self.hands[1 - seat])
        self.pay(1 - seat, left)
        self.collect(seat, pot + left)
        if tell is not silent:
            tell("game_over", game=self.game_no, seat=seat, left=left, pot=pot, scores=tuple(self.scores))
        if self.game_no == self.options.games:
            self.finish(N_("games played"), places_by(self.scores))
            return ()
        self.dealer = 1 - self.dealer
        return self._deal(tell)

    def default(self, seat: int) -> str:
        """The card that fits at the low end, else the one at the high end, else draw."""
        return self.moves(seat)[0]

    def view(self, seat: int | None) -> DubbelFanfarView:
        """The ends of the line, the moves of this game, and what the seat holds and has drawn."""
        empty = (self.low, self.high) == NO_LINE
        return DubbelFanfarView(
            **self.common(seat),
            game_no=self.game_no,
            games=self.options.games,
            dealer=self.dealer,
            opener=self.opener,
            line=None if empty else Line(KILLE_RANKS[self.low], KILLE_RANKS[self.high]),
            lines=self.lines,
            hands=tuple(map(size, self.hands)),
            talon=len(self.talon) - self.drawn,
            pot=self.pot,
            past=tuple(_MOVES[move] for move in self.past),
            hand=None if seat is None else unpack(self.hands[seat]),
            drew=None if seat is None else self._drew(seat),
        )

    def _drew(self, seat: int) -> tuple[str, ...]:
        draws = [ply for ply, move in enumerate(self.past) if move == RANKS]
        return tuple(card for ply, card in zip(draws, self.talon, strict=False) if seat == self.opener ^ ply & 1)

    def copy(self) -> Self:
        """An independent game: only the pair of hands is made anew."""
        twin = self.blank()
        twin.pot, twin.game_no, twin.dealer, twin.opener = self.pot, self.game_no, self.dealer, self.opener
        twin.talon, twin.drawn, twin.past = self.talon, self.drawn, self.past
        twin.low, twin.high, twin.lines = self.low, self.high, self.lines
        twin.hands = self.hands.copy()
        return twin

    @classmethod
    def imagine(cls, view: DubbelFanfarView, rng: Random) -> Self:
        """Deal the unseen cards anew: who drew held no card that fitted, and the opener opened by right."""
        world = cls.from_view(view, rng)
        world.pot, world.game_no, world.dealer, world.opener = view.pot, view.game_no, view.dealer, view.opener
        world.lines, world.drawn = view.lines, HAND - view.talon
        world.low, world.high = (RANK[view.line.low], RANK[view.line.high]) if view.line else NO_LINE
        world.past = b"".join(_BYTES[move] for move in view.past)
        world.hands, world.talon = Whereabouts(view).deal(rng)
        return world

    def piles(self) -> Iterable[str]:
        """Hands, the cards played, and the talon."""
        played = (KILLE_RANKS[move] for move in self.past if move != RANKS)
        return chain(*map(unpack, self.hands), played, self.talon[self.drawn :])

    @classmethod
    def longest(cls, seats: int, options: DubbelFanfarOptions) -> int:
        """The rules page's bound for each game."""
        return 96 * options.games


def opener(dealer: int, inns: Sequence[int]) -> int:
    """The seat that opens: the dealer only if it alone holds a Värdshus. `inns`: something true for a seat that does."""
    return dealer if inns[dealer] and not inns[1 - dealer] else 1 - dealer


def extended(low: int, high: int, rank: int) -> tuple[int, int]:
    """The ends of a line after a card that fits was played to it."""
    return min(low, rank), max(high, rank)


class Whereabouts:
    """Where each card that a view does not show may have been dealt, by everything that was seen in this game.

    A place is a bit: bits 0–13 are the first cards of seat 0, 14–27 those of seat 1, 28–41 the talon from its top.
    `may`: for each seat and rank the places from which a card of that rank in its hand may have come. A draw says that
    no card that fits was in the hand, so one that is there later came later. Of the view's own seat nothing is hidden:
    it has no places, and the cards of the talon that it has drawn have none.
    """

    def __init__(self, view: DubbelFanfarView) -> None:
        self.view = view
        self.firsts = [0 if seat == view.seat else _span(HAND * seat) for seat in range(view.seats)]
        self.may = [[first] * RANKS for first in self.firsts]
        self.places = sum(self.firsts)
        self.rest = _span(HAND * view.seats)  # of the talon, what has not been drawn
        self.drawn_by: list[int] = []
        self.played: list[int] = []  # ranks that hidden hands have played,
        self.played_from: list[int] = []  # and the places these may have come from
        self.own = pack(view.hand or ())  # what the view's seat holds and has played
        self._look_at_opening()
        self._look_at_moves()
        self.places |= self.rest

    def _look_at_opening(self) -> None:
        """If the dealer opens, the other held no Värdshus; if the other opens by drawing, the dealer held none either."""
        view = self.view
        if view.opener == view.dealer:
            self.may[1 - view.dealer][INN] = 0
        elif view.past[:1] == (DRAW,):
            self.may[view.dealer][INN] = 0

    def _look_at_moves(self) -> None:
        low, high = NO_LINE
        for ply, move in enumerate(self.view.past):
            seat = self.view.opener ^ ply & 1
            if move == DRAW:
                self._look_at_draw(seat, [rank for rank in (low - 1, high + 1) if 0 <= rank < RANKS])
                continue
            rank = RANK[move]
            if seat == self.view.seat:
                self.own += ONE[rank]
            else:
                self.played.append(rank)
                self.played_from.append(self.may[seat][rank])
            low, high = extended(low, high, rank)
            if (low, high) == WHOLE_LINE:
                low, high = NO_LINE

    def _look_at_draw(self, seat: int, fitting: Iterable[int]) -> None:
        for rank in fitting:
            self.may[seat][rank] = 0
        if not self.rest:
            return
        place = self.rest & -self.rest
        self.rest ^= place
        self.drawn_by.append(seat)
        if seat != self.view.seat:
            self.places |= place
            self.may[seat] = [places | place for places in self.may[seat]]

    def deal(self, rng: Random) -> tuple[list[int], tuple[str, ...]]:
        """Deal the hidden cards to places where they may lie. Returns the hands, as numbers, and the talon as dealt."""
        view = self.view
        unseen = ranks(DECK - self.own - sum(ONE[rank] for rank in self.played))
        anywhere = [self.rest | self.may[0][rank] | self.may[1][rank] for rank in range(RANKS)]
        allowed = self.played_from + [anywhere[rank] for rank in unseen]
        if not view.past:
            for card, place in zip(
                [card for card, rank in enumerate(unseen) if rank == INN], self._inns(rng), strict=True
            ):
                allowed[card] = place
        hands = [pack(view.hand or ()) if seat == view.seat else 0 for seat in range(view.seats)]
        talon = [""] * HAND
        drew = iter(view.drew or ())
        for number, seat in enumerate(self.drawn_by):
            if seat == view.seat:
                talon[number] = next(drew)
        for card, place in enumerate(assign(allowed, self.places, rng)):
            rank = self.played[card] if card < len(self.played) else unseen[card - len(self.played)]
            seat, number = divmod(place, HAND)
            if seat == view.seats:
                talon[number] = KILLE_RANKS[rank]
                if number >= len(self.drawn_by):
                    continue
                seat = self.drawn_by[number]
            if card >= len(self.played):
                hands[seat] += ONE[rank]
        return hands, tuple(talon)

    def _inns(self, rng: Random) -> Sequence[int]:
        """Before the first move: places for the hidden Värdshus cards by which the opener opens by right."""
        view = self.view
        held = [bool(self.own & DIGIT[INN]) and seat == view.seat for seat in range(view.seats)]
        hidden = size(DECK & DIGIT[INN]) - size(self.own & DIGIT[INN])
        places = [1 << place for place in range(self.places.bit_length()) if self.places >> place & 1]
        while True:
            chosen = rng.sample(places, hidden)
            inns = [own or any(first & place for place in chosen) for own, first in zip(held, self.firsts, strict=True)]
            if opener(view.dealer, inns) == view.opener:
                return chosen


def _span(first: int) -> int:
    """The places of a hand or of the talon, as bits from this one on."""
    return ((1 << HAND) - 1) << first
