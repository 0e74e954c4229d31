"""Djurpark (Animal Park): everybody is an animal, cards are flipped in turn, and a pair is a race to call.

Source: rulebooks/kille.txt, "Djurpark". Kille deck of 42.

Every seat chooses an animal, each animal once. All cards are dealt into face-down piles. In turn, each seat flips the
top card of its pile onto its revealed cards. If the other card of that rank lies revealed anywhere, the first to call
the animal of the seat that has just flipped, the active seat, wins the active seat's revealed cards and puts them under
its own pile; the active seat flips again. Who calls another animal, or calls without a match, pays the active seat a
card. A seat without cards is out; a seat with all cards wins.

Rulings, where the rulebook is silent:

* A call without a match costs a card, too. One call a flip. The active seat pays nothing for a wrong call of its own.
* A pile is turned over, without a shuffle, at its owner's next flip or payment, so that its last card can still be
  matched; cards turned down just before a flip no longer match it.
* Whether a flip was a match is settled when it is flipped, whatever is turned down or paid afterwards.
* A match that nobody has called before the next flip is gone.
* Who is out cannot be called. If the seat that should flip is out, the next living one flips.
* After `flips` flips the game is over at once, without calls: most cards wins.

Chance: the dealer, then one shuffle of the deck, before the animals are chosen.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Self

from games.cards import KILLE_DECK, simplify
from games.dealing import clockwise, deal
from games.game import N_, Game, IllegalMove, Options, Tell, UnreadableMove, View, option, places_by, silent

ANIMALS: Final = (
    *("cow", "duck", "frog", "owl", "cat", "dog", "horse", "pig", "sheep", "goat"),
    *("rooster", "bee", "crow", "lion", "wolf", "elephant", "donkey", "mouse", "snake", "turkey"),
)

ONE_HAS_ALL: Final = N_("one player has every card")
FLIPS_USED_UP: Final = N_("flips used up")

_CHOOSING: Final[Mapping[str | None, str]] = {animal: f"animal {animal}" for animal in ANIMALS}
_CALLING: Final[Mapping[str | None, str]] = {animal: f"call {animal}" for animal in ANIMALS}

#: A card on the table is its number in the fresh deck, so that `card ^ 1` is the only other card of its rank.
Card = int


@dataclass(frozen=True)
class DjurparkOptions(Options):
    """What a table may choose before Djurpark."""

    flips: int = option(600, N_("After how many flips the game ends."), low=50, high=5000)


@dataclass(frozen=True, kw_only=True)
class DjurparkView(View):
    """All that anybody may know, which is the same for every seat and for spectators: nobody sees a face-down card.

    `match` and `known` are for who imagines worlds, not for showing: they follow from what has been on the table, but
    remembering it is the game. `known`: by seat, the pile from the top, None for a card whose face nobody has seen yet.
    """

    phase: str
    dealer: int
    animals: tuple[str | None, ...]
    turn: int | None
    active: int | None
    called: tuple[int, ...]
    flips: int
    down: tuple[int, ...]
    revealed: tuple[tuple[str, ...], ...]
    match: bool
    known: tuple[tuple[str | None, ...], ...]


class Djurpark(Game):
    """4–10 seats, Kille 42. `scores` are the cards owned; a seat is living while it has one.

    `down` (top first) and `revealed` (in the order revealed) hold each seat's cards. `turn` flips next; `active`
    flipped last, while calls are open; `called` are the seats that have called on this flip, ascending; `match` tells
    whether that flip was one. `unseen`: cards whose face has never been up; everybody can follow all the others.
    """

    key = "djurpark"
    title = "Djurpark"
    seats_allowed = (4, 5, 6, 7, 8, 9, 10)
    Options = DjurparkOptions

    __slots__ = (
        "active",
        "animals",
        "called",
        "dealer",
        "down",
        "flips",
        "match",
        "phase",
        "revealed",
        "turn",
        "unseen",
    )

    phase: str
    dealer: int
    animals: list[str | None]
    turn: int | None
    active: int | None
    called: tuple[int, ...]
    flips: int
    down: list[tuple[Card, ...]]
    revealed: list[tuple[Card, ...]]
    match: bool
    unseen: frozenset[Card]

    # ---- the rules -------------------------------------------------------------------------------------------

    def begin(self, tell: Tell) -> None:
        """Deal every card, one at a time; then the animals are chosen."""
        self.dealer = self.chance.dealer(self.seats)
        deck = _Numbering().number(self.chance.shuffle(KILLE_DECK))
        piles, _ = deal(deck, clockwise(self.dealer + 1, self.seats))
        self.down = [tuple(pile) for pile in piles]
        self.revealed = [()] * self.seats
        self.unseen = frozenset(deck)
        self.scores = [len(pile) for pile in piles]
        self.animals = [None] * self.seats
        self.phase = "animals"
        self.turn = None
        self.flips = 0
        self.close_calls()
        self.to_act = tuple(range(self.seats))

    def moves(self, seat: int) -> list[str]:
        """The free animals for who has none; `flip` for the seat in turn; a call for every living seat after a flip."""
        if self.phase == "animals":
            return [_CHOOSING[animal] for animal in self.free_animals()] if self.animals[seat] is None else []
        offered = ["flip"] if seat == self.turn else []
        if self.may_call(seat):
            offered += [_CALLING[animal] for animal, cards in zip(self.animals, self.scores, strict=True) if cards]
        return offered

    def free_animals(self) -> list[str]:
        """The animals that nobody has chosen, in the order of the rules."""
        return [animal for animal in ANIMALS if animal not in self.animals]

    def may_call(self, seat: int) -> bool:
        """Are calls open, and does this seat live and still have its call on this flip?"""
        return self.active is not None and self.scores[seat] > 0 and seat not in self.called

    def apply(self, seat: int, move: str, tell: Tell = silent) -> None:
        """Choose an animal, flip, or call one: right if it is the active seat's own and its flip was a match.

        All choices of an animal answer one question, and so do all calls on one flip. A new question is asked when
        everybody has an animal, by each flip, and by a right call, which ends the calls.
        """
        self.ply += 1
        if move == "flip":
            self.flip(seat, tell)
            return
        what, animal = move.split()
        if what == "animal":
            self.choose(seat, animal, tell)
        elif self.match and self.active is not None and animal == self.animals[self.active]:
            self.take_revealed(seat, self.active, tell)
        else:
            self.pay(seat, animal, tell)

    advance = apply

    def choose(self, seat: int, animal: str, tell: Tell) -> None:
        """Each animal once, in any order; when all are chosen, the seat left of the dealer flips."""
        self.animals[seat] = animal
        self.to_act = tuple(other for other in self.to_act if other != seat)
        tell("animal", seat=seat, animal=animal)
        if not self.to_act:
            self.phase = "flip"
            self.decision += 1
            self.pass_to((self.dealer + 1) % self.seats)

    def flip(self, seat: int, tell: Tell) -> None:
        """The top card goes onto the seat's revealed ones; it matches if the other of its rank lies revealed anywhere.

        Ruling: cards turned face down just before the flip no longer match it.
        """
        turned = self.turn_pile_if_empty(seat)
        card, *rest = self.down[seat]
        other = card ^ 1
        self.match = any(other in cards for cards in self.revealed)
        self.down[seat] = tuple(rest)
        self.revealed[seat] += (card,)
        if card in self.unseen:
            self.unseen -= {card}
        self.active = seat
        self.called = ()
        self.flips += 1
        self.decision += 1
        tell("flip", seat=seat, card=KILLE_DECK[card], turned=turned)
        if self.flips == self.options.flips:
            self.end(FLIPS_USED_UP, tell)
        else:
            self.pass_to(self.next_living(seat))

    def take_revealed(self, seat: int, active: int, tell: Tell) -> None:
        """A right call: the active seat's revealed cards go under the caller's pile, the first revealed uppermost.

        The active seat flips again, or, if that was all it had, is out, and the next living seat flips.
        """
        cards = self.revealed[active]
        self.revealed[active] = ()
        self.down[seat] += cards
        self.scores[active] -= len(cards)
        self.scores[seat] += len(cards)
        self.close_calls()
        self.decision += 1
        tell("right", seat=seat, active=active, cards=_ranks(cards))
        self.pass_to(active)
        self.settle(loser=active, gainer=seat, tell=tell)

    def pay(self, seat: int, animal: str, tell: Tell) -> None:
        """A wrong call: the caller's top card goes, unseen, under the active seat's pile; the call is used up.

        The active seat pays nothing for its own wrong call.
        """
        active = self.active
        assert active is not None
        self.called = tuple(sorted((*self.called, seat)))
        if seat == active:
            tell("wrong", seat=seat, active=active, animal=animal, paid=0, turned=False)
            return
        turned = self.turn_pile_if_empty(seat)
        card, *rest = self.down[seat]
        self.down[seat] = tuple(rest)
        self.down[active] += (card,)
        self.scores[seat] -= 1
        self.scores[active] += 1
        tell("wrong", seat=seat, active=active, animal=animal, paid=1, turned=turned)
        self.settle(loser=seat, gainer=active, tell=tell)

    def settle(self, loser: int, gainer: int, tell: Tell) -> None:
        """After cards changed hands: without a card a seat is out for good, and with all of them a seat wins at once."""
        if not self.scores[loser]:
            tell("out", seat=loser)
            if self.turn == loser:
                self.pass_to(self.next_living(loser))
        if self.scores[gainer] == len(KILLE_DECK):
            self.end(ONE_HAS_ALL, tell)

    def turn_pile_if_empty(self, seat: int) -> bool:
        """Turn the seat's revealed cards over as a block if its pile is empty: the first revealed is on top again."""
        if self.down[seat]:
            return False
        self.down[seat] = self.revealed[seat]
        self.revealed[seat] = ()
        return True

    def next_living(self, seat: int) -> int:
        """The first seat to the left of this one that has cards."""
        following = (seat + 1) % self.seats
        while not self.scores[following]:
            following = (following + 1) % self.seats
        return following

    def pass_to(self, seat: int) -> None:
        """This seat flips next."""
        self.turn = seat
        self.to_act = (seat,)

    def close_calls(self) -> None:
        """No calls are open until the next flip."""
        self.active = None
        self.called = ()
        self.match = False

    def end(self, reason: str, tell: Tell) -> None:
        """Most cards, face down and revealed together, wins."""
        self.phase = "over"
        self.turn = None
        self.close_calls()
        self.finish(reason, places_by(self.scores))
        assert self.outcome is not None
        tell("win", seats=self.outcome.winners)

    # ---- words -----------------------------------------------------------------------------------------------

    def read(self, move: str) -> str:
        """`animal cow`, `flip`, `call cow`; a bare `cow` is the choice of an animal, and later a call."""
        words = simplify(move).split()
        if words == ["flip"]:
            return "flip"
        if len(words) == 1:
            words.insert(0, "animal" if self.phase == "animals" else "call")
        if len(words) == 2 and words[0] in ("animal", "call"):
            if words[1] in ANIMALS:
                return " ".join(words)
            raise UnreadableMove("There is no such animal in this park. Try a cow, a duck, a frog or an owl.")
        raise UnreadableMove("In Djurpark you choose an animal (animal cow), flip, or call an animal (call cow).")

    def refuse(self, seat: int, move: str) -> IllegalMove:
        """Why this seat may not choose, flip or call that."""
        what, _, animal = move.partition(" ")
        if self.phase == "animals":
            if what != "animal":
                return IllegalMove("Not yet: first everybody chooses an animal.")
            if self.animals[seat] is not None:
                return IllegalMove("You are the {animal}: an animal is chosen once.", animal=self.animals[seat])
            return IllegalMove("The {animal} is taken: choose another animal.", animal=animal)
        if what == "animal":
            return IllegalMove("Everybody has an animal already. To call one, say: call {animal}.", animal=animal)
        if not self.scores[seat]:
            return IllegalMove("You have no cards left, so you are out.")
        if what == "flip":
            return IllegalMove("{player} flips next.", player=self.to_act[0] + 1)
        if self.active is None:
            return IllegalMove("There is nothing to call now: wait for the next flip.")
        if seat in self.called:
            return IllegalMove("You have called on this flip already: one call a flip.")
        return IllegalMove("Nobody who is still in the game is the {animal}.", animal=animal)

    def default(self, seat: int) -> str:
        """One of the free animals, another for each seat; later `flip`."""
        if self.phase == "animals":
            free = self.free_animals()
            return f"animal {free[7 * (seat + 1) % len(free)]}"
        return "flip"

    # ---- what is known ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> DjurparkView:
        """The same for all: counts, revealed cards, and the faces that anybody could remember."""
        return DjurparkView(
            **self.common(seat),
            phase=self.phase,
            dealer=self.dealer,
            animals=tuple(self.animals),
            turn=self.turn,
            active=self.active,
            called=self.called,
            flips=self.flips,
            down=tuple(len(pile) for pile in self.down),
            revealed=tuple(_ranks(cards) for cards in self.revealed),
            match=self.match,
            known=tuple(
                tuple(None if card in self.unseen else KILLE_DECK[card] for card in pile) for pile in self.down
            ),
        )

    @classmethod
    def imagine(cls, view: DjurparkView, rng: random.Random) -> Self:
        """Deal the cards that have never been face up anew to the places of such cards; all others are where they are.

        Nobody has private knowledge and nothing but flips depends on a face, so every such deal is equally likely.
        """
        world = cls.from_view(view, rng)
        world.phase, world.dealer, world.animals = view.phase, view.dealer, list(view.animals)
        world.turn, world.active, world.called = view.turn, view.active, view.called
        world.flips, world.match = view.flips, view.match
        numbering = _Numbering()
        world.revealed = [tuple(numbering.number(cards)) for cards in view.revealed]
        known = [[None if rank is None else numbering.take(rank) for rank in pile] for pile in view.known]
        unseen = numbering.rest()
        world.unseen = frozenset(unseen)
        rng.shuffle(unseen)
        world.down = [tuple(unseen.pop() if card is None else card for card in pile) for pile in known]
        return world

    def copy(self) -> Self:
        """An independent game in the same state."""
        twin = self.blank()
        twin.phase, twin.dealer, twin.animals = self.phase, self.dealer, self.animals.copy()
        twin.turn, twin.active, twin.called = self.turn, self.active, self.called
        twin.flips, twin.match, twin.unseen = self.flips, self.match, self.unseen
        twin.down, twin.revealed = self.down.copy(), self.revealed.copy()
        return twin

    def piles(self) -> Iterable[str]:
        """The face-down and the revealed cards of every seat."""
        return [KILLE_DECK[card] for cards in (*self.down, *self.revealed) for card in cards]

    @classmethod
    def longest(cls, seats: int, options: DjurparkOptions) -> int:
        """An animal for each seat; each flip, and a call of every seat on it."""
        return seats + options.flips * (1 + seats)


class _Numbering:
    """Gives ranks the numbers of their cards: the lower number of a rank to its first copy, the higher to its second."""

    def __init__(self) -> None:
        self._left: dict[str, list[Card]] = {}
        for card, rank in enumerate(KILLE_DECK):
            self._left.setdefault(rank, []).append(card)

    def take(self, rank: str) -> Card:
        return self._left[rank].pop(0)

    def number(self, ranks: Iterable[str]) -> list[Card]:
        return [self.take(rank) for rank in ranks]

    def rest(self) -> list[Card]:
        """The cards not yet taken, lowest first."""
        return [card for cards in self._left.values() for card in cards]


def _ranks(cards: Iterable[Card]) -> tuple[str, ...]:
    return tuple(KILLE_DECK[card] for card in cards)
