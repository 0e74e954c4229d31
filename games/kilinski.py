"""Kilinski: two rows of eight cards; who begins a turn with a falling run worth 38 has won.

Source: the Kilinski rulebook. French deck of 52, suits never matter; ace lowest, king highest.

The seats draft eight cards each from sixteen face-up ones, the non-dealer first. Each seat's eight are shuffled and
laid in a row, its *Table*, positions 1 to 8 from left to right; then each gets a hand of eight. A Table scores the
worth of its strictly falling run from position 1. Turns alternate, the dealer begins; a turn draws a card, swaps two
cards of the own Table, exchanges position 8 with a hand card, freezes a card (an option) or attacks (see
`games.kilinski_fight`).

Rulings, where the rulebook is silent or slips:

* The score is the run from the left end, not every card below all to its left: both printed totals need that.
* The start of a turn looks for 38, then for the turn limit, then for a seat that cannot move; nothing else does. So a
  Table of 38 from the draft wins for the dealer before its first move.
* The loser's own Base is no spoils. An extra Support does not earn another one.
* Supports go to the discard before the draws, so that a reshuffle takes them in: the attacker's, the defender's, last
  the card pushed out of a Table. Each single draw looks whether the deck is empty.
* Two cards of equal rank may be swapped. A frozen card still counts in the score.
* A seat with eight frozen cards and eight in hand passes by itself; the second pass in a row ends the game.
* At the turn limit and after two passes the higher score wins; equal scores are a draw.

What both seats saw stays known: a card that an exchange brought into a hand, everything that lay face up, and, when
the discard becomes the deck, that all other unseen cards are in the hands. `imagine` holds to that.

Chance: the dealer; a shuffle of the whole deck; one of each seat's drafted cards; then every reshuffle.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from random import Random
from typing import Self, TypeVar

from games.cards import FRENCH_DECK
from games.dealing import deal
from games.game import N_, Game, IllegalMove, Options, Tell, option, places_by, silent
from games.kilinski_fight import Fight
from games.kilinski_moves import EXCHANGE, QUESTIONS, SUPPORT, TAKE, WORDS, read_move, refuse_turn, row_moves
from games.kilinski_row import ROW, falling, idle_move, put
from games.kilinski_view import KilinskiView, deal_hidden, in_order, sort_hidden

GOAL = 38  #: the score that wins at the start of a turn
MOVES_OF_TURN = 8  #: at most: attack, two Supports, two words, two extra Supports, the spoils

T = TypeVar("T")


@dataclass(frozen=True)
class KilinskiOptions(Options):
    """What a table may choose."""

    freeze: bool = option(False, N_("A turn may freeze one own card for the rest of the game."))
    turns: int = option(200, N_("After this many turns the higher score wins."), low=20, high=1000)


class Kilinski(Game):
    """A game of Kilinski. All piles are tuples and all pairs are by seat, so that a copy may share everything.

    `deck` has its top first, `discard` its top last, `hands` are lowest first. `down` are the face-down Supports.
    `shuffled` are the cards of the first shuffle and of each reshuffle, as far as they were hidden at the last one;
    `known` are those in the hands that everybody saw go there.
    """

    key = "kilinski"
    title = "Kilinski"
    seats_allowed = (2,)
    Options = KilinskiOptions

    __slots__ = (
        "dealer",
        "deck",
        "discard",
        "down",
        "drafted",
        "fight",
        "frozen",
        "hands",
        "known",
        "passed",
        "phase",
        "pool",
        "shuffled",
        "tables",
        "turn",
    )

    dealer: int
    turn: int
    phase: str
    passed: bool
    pool: tuple[str, ...]
    drafted: tuple[tuple[str, ...], tuple[str, ...]]
    tables: tuple[tuple[str, ...], tuple[str, ...]]
    frozen: tuple[tuple[int, ...], tuple[int, ...]]
    hands: tuple[tuple[str, ...], tuple[str, ...]]
    deck: tuple[str, ...]
    discard: tuple[str, ...]
    fight: Fight | None
    down: tuple[str | None, str | None]
    known: frozenset[str]
    shuffled: tuple[frozenset[str], ...]

    # ---- the draft -------------------------------------------------------------------------------------------

    def begin(self, tell: Tell) -> None:
        """Sixteen cards face up; the non-dealer picks first."""
        self.dealer = self.chance.dealer(self.seats)
        cards = tuple(self.chance.shuffle(FRENCH_DECK))
        self.pool, self.deck = cards[: 2 * ROW], cards[2 * ROW :]
        self.drafted = self.tables = self.hands = ((), ())
        self.frozen = ((), ())
        self.discard = ()
        self.fight, self.down = None, (None, None)
        self.known, self.shuffled = frozenset(), (frozenset(self.deck),)
        self.turn, self.passed = 0, False
        self.phase, self.to_act = "draft", (1 - self.dealer,)
        tell("deal", dealer=self.dealer, pool=self.pool)

    def _pick(self, seat: int, card: str, tell: Tell) -> None:
        self.pool = without(self.pool, card)
        self.drafted = changed(self.drafted, seat, (*self.drafted[seat], card))
        self.to_act = (1 - seat,)
        tell("pick", seat=seat, card=card)
        if not self.pool:
            self._lay_tables(tell)

    def _lay_tables(self, tell: Tell) -> None:
        for seat in (0, 1):
            self._lay(seat, tuple(self.chance.shuffle(self.drafted[seat])))
        self.drafted = ((), ())
        tell("tables", tables=self.tables)
        (first, second), deck = deal(self.deck, (1 - self.dealer, self.dealer), each=ROW)
        self.hands = (in_order(first), in_order(second))
        self.deck = tuple(deck)
        self._begin_turn(tell)

    def _lay(self, seat: int, table: tuple[str, ...]) -> None:
        self.tables = changed(self.tables, seat, table)
        self.scores[seat] = falling(table)

    # ---- turns -----------------------------------------------------------------------------------------------

    def _begin_turn(self, tell: Tell) -> None:
        self.turn += 1
        seat = self.dealer if self.turn % 2 else 1 - self.dealer
        if self.scores[seat] >= GOAL:
            self._end(N_("38 at the start of a turn"), (1, 2) if seat == 0 else (2, 1))
        elif self.turn > self.options.turns:
            self._end(N_("turn limit"), places_by(self.scores))
        elif len(self.frozen[seat]) == len(self.hands[seat]) == ROW:
            self._pass(seat, tell)
        else:
            self.phase, self.to_act = "turn", (seat,)

    def _pass(self, seat: int, tell: Tell) -> None:
        tell("pass", seat=seat)
        if self.passed:
            self._end(N_("two passes"), places_by(self.scores))
        else:
            self.passed = True
            self._begin_turn(tell)

    def _end(self, reason: str, places: tuple[int, ...]) -> None:
        self.phase = "over"
        self.finish(reason, places)

    def _take_turn(self, seat: int, word: str, named: list[str], tell: Tell) -> None:
        self.passed = False
        if word == "attack":
            self._attack(seat, int(named[0]), int(named[1]), tell)
            return
        if word == "draw":
            self._draw(seat, tell)
        elif word == "swap":
            self._swap(seat, int(named[0]), int(named[1]), tell)
        elif word == "exchange":
            self._exchange(seat, named[0], tell)
        else:
            self._freeze(seat, int(named[0]), tell)
        self._begin_turn(tell)

    def _draw(self, seat: int, tell: Tell) -> None:
        if not self.deck:
            self._reshuffle(tell)
        self._give(seat, self.deck[0])
        self.deck = self.deck[1:]
        tell("draw", seat=seat)

    def _reshuffle(self, tell: Tell) -> None:
        tell("reshuffle", count=len(self.discard))
        hidden = frozenset(chain(*self.hands)) - self.known
        earlier = [cards & hidden for cards in self.shuffled]
        self.shuffled = (*(cards for cards in earlier if cards), frozenset(self.discard))
        self.deck, self.discard = tuple(self.chance.shuffle(self.discard)), ()

    def _swap(self, seat: int, low: int, high: int, tell: Tell) -> None:
        table = self.tables[seat]
        cards = (table[low - 1], table[high - 1])
        self._lay(seat, put(put(table, low, cards[1]), high, cards[0]))
        tell("swap", seat=seat, positions=(low, high), cards=cards)

    def _exchange(self, seat: int, given: str, tell: Tell) -> None:
        taken = self.tables[seat][-1]
        self._lay(seat, put(self.tables[seat], ROW, given))
        self.hands = changed(self.hands, seat, without(self.hands[seat], given))
        self._give(seat, taken)
        self.known = self.known - {given} | {taken}
        tell("exchange", seat=seat, given=given, taken=taken)

    def _freeze(self, seat: int, position: int, tell: Tell) -> None:
        self.frozen = changed(self.frozen, seat, tuple(sorted((*self.frozen[seat], position))))
        tell("freeze", seat=seat, position=position, card=self.tables[seat][position - 1])

    def _give(self, seat: int, card: str) -> None:
        self.hands = changed(self.hands, seat, in_order((*self.hands[seat], card)))

    # ---- a fight ---------------------------------------------------------------------------------------------

    def _attack(self, seat: int, own: int, opposing: int, tell: Tell) -> None:
        positions = (own, opposing) if seat == 0 else (opposing, own)
        bases = (self.tables[0][positions[0] - 1], self.tables[1][positions[1] - 1])
        self.fight = Fight.begin(seat, positions, bases)
        self.phase, self.to_act = "support", (0, 1)
        tell("attack", seat=seat, positions=positions, bases=bases)

    def _lock(self, fight: Fight, seat: int, card: str, tell: Tell) -> None:
        self.hands = changed(self.hands, seat, without(self.hands[seat], card))
        self.down = changed(self.down, seat, card)
        self.fight = fight.lock(seat)
        tell("locked", seat=seat)
        other = 1 - seat
        if other in self.to_act or (fight.wanting_more() == [seat] and not fight.locked):
            self.to_act = (other,)
        else:
            self._turn_up(self.fight, tell)

    def _turn_up(self, fight: Fight, tell: Tell) -> None:
        self.known = self.known.difference(self.down)
        fight = fight.turn_up(self.down)
        self.fight, self.down = fight, (None, None)
        tell("supports", supports=fight.supports, sums=fight.sums)
        adding = [seat for seat in (0, 1) if fight.has_pair(seat) and self.hands[seat]]
        if self.phase == "extra" or not adding:
            self._settle(fight, tell)
        elif len(adding) == 1:
            self.phase, self.to_act = "extra", (adding[0],)
        else:
            self.phase, self.to_act = "ask", (fight.speaks_first(),)

    def _say(self, fight: Fight, seat: int, word: str, tell: Tell) -> None:
        tell("said", seat=seat, word=word)
        if self.phase == "extra":
            if fight.locked:
                self._turn_up(fight, tell)
            else:
                self._settle(fight, tell)
            return
        self.fight = fight = fight.say(seat, word)
        if fight.said[1 - seat] is None:
            self.to_act = (1 - seat,)
        elif fight.wanting_more():
            self.phase, self.to_act = "extra", tuple(fight.wanting_more())
        else:
            self._settle(fight, tell)

    def _settle(self, fight: Fight, tell: Tell) -> None:
        self.fight = fight = fight.decide()
        if fight.winner is None:
            tell("tie", sums=fight.sums)
            self._clear_fight(fight, None, (), tell)
        else:
            tell("won", seat=fight.winner, sums=fight.sums)
            self.phase, self.to_act = "spoils", (fight.winner,)

    def _take_spoils(self, fight: Fight, seat: int, word: str, named: list[str], tell: Tell) -> None:
        if word == "decline":
            tell("decline", seat=seat)
            self._clear_fight(fight, None, (), tell)
        elif word == "adjust":
            position, card = int(named[0]), named[1]
            replaced = self.tables[seat][position - 1]
            self._lay(seat, put(self.tables[seat], position, card))
            tell("adjust", seat=seat, position=position, card=card, replaced=replaced)
            self._clear_fight(fight, card, (replaced,), tell)
        else:
            card, loser = named[0], 1 - seat
            replaced = fight.bases[loser]
            self._lay(loser, put(self.tables[loser], fight.positions[loser], card))
            tell("take", seat=seat, card=card, replaced=replaced)
            if card == fight.bases[seat]:
                self._lay(seat, put(self.tables[seat], fight.positions[seat], replaced))
                self._clear_fight(fight, None, (), tell)
            else:
                self._clear_fight(fight, card, (replaced,), tell)

    def _clear_fight(self, fight: Fight, kept: str | None, pushed_out: tuple[str, ...], tell: Tell) -> None:
        """Discard the Supports but the one kept in a Table, and the card pushed out of it; both draw; turn over."""
        self.discard += (*(card for card in fight.played if card != kept), *pushed_out)
        self.fight = None
        self._draw(fight.attacker, tell)
        self._draw(1 - fight.attacker, tell)
        self._begin_turn(tell)

    # ---- the questions of a game -----------------------------------------------------------------------------

    def moves(self, seat: int) -> list[str]:
        """The pool; a turn's choices; hand cards as Supports; words; or the spoils."""
        if seat not in self.to_act:
            return []
        hand, fight = self.hands[seat], self.fight
        if self.phase == "draft":
            return [TAKE[card] for card in self.pool]
        if self.phase == "turn" or fight is None:
            frozen = self.frozen[seat]
            draws = ["draw"] if len(hand) < ROW else []
            exchanges = [] if ROW in frozen else [EXCHANGE[card] for card in hand]
            return [*draws, *exchanges, *row_moves(frozen, self.frozen[1 - seat], self.options.freeze)]
        if self.phase == "ask":
            return ["more", "enough"]
        if self.phase == "spoils":
            return fight.spoils(self.tables[seat], self.frozen[seat])
        supports = [SUPPORT[card] for card in hand]
        if self.phase == "extra" and fight.said[seat] != "more":
            supports.append("enough")
        return supports

    def read(self, move: str) -> str:
        """``Attack 3 5``, ``swap 7,3``, ``take the Queen of Hearts`` → ``attack 3 5``, ``swap 3 7``, ``take QH``."""
        return read_move(move)

    def refuse(self, seat: int, move: str) -> IllegalMove:
        """What is wrong with it: whose turn, which phase, which card or position."""
        if seat not in self.to_act:
            if self.down[seat]:
                return IllegalMove("Your card is locked and cannot be changed.")
            return super().refuse(seat, move)
        word, *named = move.split()
        if word not in WORDS[self.phase]:
            return IllegalMove(QUESTIONS[self.phase])
        if word == "enough":
            return IllegalMove("You said more: add a Support from your hand.")
        if self.phase == "draft":
            return IllegalMove("The {card} is not in the pool.", card=named[0])
        if self.phase == "turn":
            return refuse_turn(word, named, self.hands[seat], self.frozen[seat], self.options.freeze)
        if self.fight is not None and self.phase == "spoils":
            return self.fight.refuse_spoils(word, named, self.tables[seat], self.frozen[seat])
        return IllegalMove("You do not hold the {card}.", card=named[0])

    def apply(self, seat: int, move: str, tell: Tell = silent) -> None:
        """Answer the question of the phase.

        Two seats that lock a card at the same time answer one question; every other move is followed by a new one.
        """
        self.ply += 1
        if len(self.to_act) == 1:
            self.decision = self.ply
        word, *named = move.split()
        if self.phase == "draft":
            self._pick(seat, named[0], tell)
        elif self.fight is None:
            self._take_turn(seat, word, named, tell)
        elif word == "support":
            self._lock(self.fight, seat, named[0], tell)
        elif self.phase == "spoils":
            self._take_spoils(self.fight, seat, word, named, tell)
        else:
            self._say(self.fight, seat, word, tell)

    advance = apply

    def default(self, seat: int) -> str:
        """The highest pool card; a draw or a move that changes nothing; the lowest Support; no more than is asked."""
        hand = self.hands[seat]
        if self.phase == "draft":
            return f"take {in_order(self.pool)[-1]}"
        if self.phase == "turn":
            return "draw" if len(hand) < ROW else idle_move(self.tables[seat], self.frozen[seat])
        if self.phase == "spoils":
            return "decline"
        must_add = self.phase == "support" or (self.fight is not None and self.fight.said[seat] == "more")
        return f"support {hand[0]}" if must_add else "enough"

    # ---- who knows what --------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> KilinskiView:
        """Both Tables and all that everybody saw, and the seat's own hand and face-down card."""
        first, second = ((*hand, card) if card else hand for hand, card in zip(self.hands, self.down, strict=True))
        return KilinskiView(
            **self.common(seat),
            phase=self.phase,
            dealer=self.dealer,
            turn=self.turn,
            pool=self.pool,
            drafted=self.drafted,
            tables=self.tables,
            frozen=self.frozen,
            falling=tuple(self.scores),
            hands=(len(self.hands[0]), len(self.hands[1])),
            deck=len(self.deck),
            discard=len(self.discard),
            discard_top=self.discard[-1] if self.discard else None,
            fight=self.fight,
            passed=self.passed,
            discarded=self.discard,
            known=(in_order(self.known & {*first}), in_order(self.known & {*second})),
            unseen=sort_hidden(self.shuffled, (first, second), self.deck, self.known),
            hand=None if seat is None else self.hands[seat],
            locked=None if seat is None else self.down[seat],
        )

    def copy(self) -> Self:
        """An independent game; everything of its own is immutable and shared."""
        twin = self.blank()
        twin.dealer, twin.turn, twin.phase, twin.passed = self.dealer, self.turn, self.phase, self.passed
        twin.pool, twin.drafted = self.pool, self.drafted
        twin.tables, twin.frozen, twin.hands = self.tables, self.frozen, self.hands
        twin.deck, twin.discard = self.deck, self.discard
        twin.fight, twin.down = self.fight, self.down
        twin.known, twin.shuffled = self.known, self.shuffled
        return twin

    @classmethod
    def imagine(cls, view: KilinskiView, rng: Random) -> Self:
        """Deal the hidden cards anew; a face-down Support may be any card of its hand, also a known one."""
        world = cls.from_view(view, rng)
        world.dealer, world.turn, world.phase, world.passed = view.dealer, view.turn, view.phase, view.passed
        world.pool, world.drafted = view.pool, view.drafted
        world.tables, world.frozen, world.discard = view.tables, view.frozen, view.discarded
        world.known = frozenset(chain(*view.known))
        world.shuffled = tuple(frozenset(unseen.cards) for unseen in view.unseen)
        held, deck = deal_hidden(view, rng)
        world.fight, world.down = view.fight, (None, None)
        for seat in view.fight.locked if view.fight else ():
            card = view.locked if seat == view.seat and view.locked else rng.choice(held[seat])
            held[seat].remove(card)
            world.down = changed(world.down, seat, card)
        world.hands = (in_order(held[0]), in_order(held[1]))
        world.deck = tuple(deck)
        if view.fight and len(view.fight.locked) == 1 and view.fight.wanting_more() in ([], [0, 1]):
            world.ply += 1  # one of two seats has answered the question that is on the table
        return world

    def piles(self) -> Iterable[str]:
        """The pool and what was drafted from it, Tables, hands, face-down Supports and those turned up, deck, discard."""
        down = [card for card in self.down if card]
        played = self.fight.played if self.fight else ()
        return chain(self.pool, *self.drafted, *self.tables, *self.hands, down, played, self.deck, self.discard)

    @classmethod
    def longest(cls, seats: int, options: KilinskiOptions) -> int:
        """The draft, and in every turn a fight with everything a fight can have."""
        return 2 * ROW + MOVES_OF_TURN * options.turns


def without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    """The cards but this one."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]


def changed(pair: tuple[T, T], seat: int, item: T) -> tuple[T, T]:
    """A pair by seat, with another item for this seat."""
    return (item, pair[1]) if seat == 0 else (pair[0], item)
