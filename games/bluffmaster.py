"""Bluffmäster: cards are played face down, and what is said of them need not be true.

Source: the Kille rulebook. Kille deck of 42.

Six cards each, the rest is the talon. The dealer leads: a card face down and any rank claimed for it. In turn, each
either plays a card and claims a strictly higher rank, or stops for this turn. After each play the others believe or
check; until the next play, who has believed may still check. A check shows the card: whoever was wrong, its player or
the checker, takes three from the talon. A bluff is void: the claim before it stands again. When all others have
stopped, the owner of the standing claim leads anew. Who gets rid of all cards is out, and the first out has won; the
game ends when nobody plays higher than a seat without cards, or at most one seat has cards.

Rulings, where the rulebook is silent:

* Another rank than the claimed one is a bluff, a better card as well. Above Harlekin nothing can be claimed.
* A talon of one or two is taken whole. Without a talon, who was right gives one card of its hand, drawn at random; if
  it has none, nothing is taken.
* After a bluff: stops said since the restored claim count against it, before and after the bluff, except its owner's
  own; the bluffer counts as having stopped. A restored claim cannot be checked, and may belong to a seat that is out.
* If an opening card is caught no claim stands: the next seat with cards left of the bluffer leads, stopped or not.
* The last stop ends the sequence and closes its card; so does the end of the game.
* A seat is out when its last card can no longer be checked, or at once when its last card was taken. Who is out stays
  out. Only seats with cards react, check and have turns. A stop is always allowed, except to a leader.
* Played cards never come back to a hand.

Chance: the dealer, one shuffle of the whole deck, then one shuffle of the hand for each card taken from a hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Self

from games.bluffmaster_past import imagine_hidden
from games.bluffmaster_view import BluffmasterView, Standing, Step
from games.cards import KILLE_DECK, KILLE_RANKS, STRENGTH, find_kille, kille_order, simplify
from games.dealing import clockwise, deal
from games.game import N_, Game, IllegalMove, Options, Tell, UnreadableMove, silent
from games.rows import replaced, without

HAND = 6  #: cards dealt to a seat
TAKEN = 3  #: cards that whoever was wrong takes from the talon

NOBODY_PLAYS_HIGHER = N_("nobody plays higher")
ONE_HAS_CARDS = N_("at most one player has cards")

#: card → its plays, by the rank claimed, lowest first; and back.
PLAYS = {card: tuple(f"play {card} as {claim}" for claim in KILLE_RANKS) for card in KILLE_RANKS}
CARD_AND_CLAIM = {
    text: (card, claim) for card in KILLE_RANKS for claim, text in zip(KILLE_RANKS, PLAYS[card], strict=True)
}

_PLAY = re.compile(r"(?:play )?(.+?) (?:as|for|=) (.+)")


@dataclass(frozen=True)
class BluffmasterOptions(Options):
    """There is nothing to choose."""


class Bluffmaster(Game):
    """A game of Bluffmäster. Everything of its own is a number, a text or a tuple, so that a copy may share it.

    By seat: `hands`, lowest first, and `played`, the cards played and not shown, in order. The standing card is the
    last one of its owner there, as long as it is `checkable`. `talon` has its top first. `passed` are the cards that
    went from hand to hand, in the order of the `trail` (games/bluffmaster_view.py).
    """

    key = "bluffmaster"
    title = "Bluffmäster"
    seats_allowed = (3, 4, 5, 6, 7)
    Options = BluffmasterOptions

    phase: str
    dealer: int
    turn: int | None
    hands: tuple[tuple[str, ...], ...]
    played: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...]
    claim: str | None
    owner: int | None
    checkable: bool
    before: Standing | None
    believed: tuple[int, ...]
    stopped: tuple[int, ...]
    out: tuple[int, ...]
    shown: tuple[str, ...]
    trail: tuple[Step, ...]
    passed: tuple[str, ...]

    def begin(self, tell: Tell) -> None:
        """Six cards each, first to the seat left of the dealer; the dealer leads."""
        self.dealer = self.chance.dealer(self.seats)
        pile = self.chance.shuffle(KILLE_DECK)
        hands, talon = deal(pile, clockwise(self.dealer + 1, self.seats), each=HAND)
        self.hands = tuple([in_order(hand) for hand in hands])
        self.talon = tuple(talon)
        self.played = ((),) * self.seats
        self.out = self.shown = self.trail = self.passed = ()
        tell("deal", dealer=self.dealer)
        self.await_lead(self.dealer)

    # ---- turns -----------------------------------------------------------------------------------------------

    def await_lead(self, seat: int) -> None:
        """No claim stands, and this seat is to lead."""
        self.claim = self.owner = self.before = None
        self.checkable = False
        self.believed = self.stopped = ()
        self.await_turn(seat)

    def await_turn(self, seat: int) -> None:
        """This seat plays or stops."""
        self.turn = seat
        self.ask("turn", (seat,))

    def ask(self, phase: str, seats: Iterable[int]) -> None:
        """Put a new question to these seats; whoever answers an earlier one is too late."""
        self.phase = phase
        self.to_act = tuple(seats)
        self.decision = self.ply

    def play_card(self, seat: int, card: str, claim: str, tell: Tell) -> None:
        """A card face down, and a rank said. The card below can no longer be checked, so its player may be out."""
        below = self.owner
        self.before = None if self.claim is None or below is None else Standing(self.claim, below, self.stopped)
        self.hands = replaced(self.hands, seat, without(self.hands[seat], card))
        self.played = replaced(self.played, seat, (*self.played[seat], card))
        if self.trail:
            self.trail += (Step(seat),)
        self.claim, self.owner, self.checkable = claim, seat, True
        self.stopped = ()
        tell("play", seat=seat, claim=claim)
        if below is not None:
            self.leave_if_empty(below, tell)
        self.turn = None
        self.ask("reaction", [other for other in range(self.seats) if other != seat and self.hands[other]])

    def believe(self, seat: int, tell: Tell) -> None:
        """The last seat to believe ends the reaction."""
        self.believed = in_seat_order((*self.believed, seat))
        self.to_act = without(self.to_act, seat)
        tell("believe", seat=seat)
        if not self.to_act:
            self.believed = ()
            self.go_on(None, tell)

    def stop(self, seat: int, tell: Tell) -> None:
        """The seat lets this turn pass."""
        self.stopped = in_seat_order((*self.stopped, seat))
        tell("stop", seat=seat)
        self.go_on(None, tell)

    def go_on(self, first: int | None, tell: Tell) -> None:
        """The turn goes to the first seat, clockwise from `first` (None: from left of the owner), that has cards, does
        not own the standing card and has not stopped. If there is none, the owner leads, or without cards ends the game.
        """
        if self.hands.count(()) >= self.seats - 1:
            self.end(ONE_HAS_CARDS, tell)
            return
        owner = self.owner
        assert owner is not None
        for seat in clockwise(owner + 1 if first is None else first, self.seats):
            if self.hands[seat] and seat != owner and seat not in self.stopped:
                self.await_turn(seat)
                return
        if self.hands[owner]:
            tell("lead", seat=owner)
            self.await_lead(owner)
        else:
            self.end(NOBODY_PLAYS_HIGHER, tell)

    # ---- checks ----------------------------------------------------------------------------------------------

    def check(self, checker: int, tell: Tell) -> None:
        """The standing card is shown; whoever was wrong takes cards; play goes on with the claim that stands now."""
        player, claim = self.owner, self.claim
        assert player is not None
        assert claim is not None
        face_down = self.played[player]
        card = face_down[-1]
        self.played = replaced(self.played, player, face_down[:-1])
        self.shown += (card,)
        if self.trail:
            self.trail = (*self.trail[:-1], Step(player, card=card))
        first = (player + 1) % self.seats if self.turn is None else self.turn
        self.believed, self.checkable = (), False
        bluff = card != claim
        taker, giver = (player, checker) if bluff else (checker, player)
        count = self.take(taker, giver)
        tell("check", seat=checker, owner=player, card=card, claim=claim, bluff=bluff, taker=taker, count=count)
        self.leave_if_empty(giver, tell)
        if not bluff:
            self.go_on(first, tell)
        elif self.before is not None:
            self.restore(self.before, bluffer=player)
            self.go_on(first, tell)
        else:
            self.opening_caught(player, tell)

    def take(self, taker: int, giver: int) -> int:
        """Up to three from the talon; without a talon one of the giver's cards at random. Returns how many."""
        cards = self.talon[:TAKEN]
        self.talon = self.talon[TAKEN:]
        if not cards and self.hands[giver]:
            card = self.chance.shuffle(self.hands[giver])[0]
            self.hands = replaced(self.hands, giver, without(self.hands[giver], card))
            self.trail += (Step(taker, giver),)
            self.passed += (card,)
            cards = (card,)
        self.hands = replaced(self.hands, taker, in_order((*self.hands[taker], *cards)))
        return len(cards)

    def restore(self, before: Standing, bluffer: int) -> None:
        """The claim below a caught bluff stands again; all stops since it was played count, except its owner's own."""
        stopped = {*before.stopped, *self.stopped, bluffer} - {before.owner}
        self.claim, self.owner, self.before = before.claim, before.owner, None
        self.stopped = in_seat_order(stopped)

    def opening_caught(self, bluffer: int, tell: Tell) -> None:
        """No claim stands: the next seat with cards leads, whatever stops there were."""
        self.claim = self.owner = None
        self.stopped = ()
        leader = next(seat for seat in clockwise(bluffer + 1, self.seats) if self.hands[seat])
        if leader == bluffer:
            self.end(ONE_HAS_CARDS, tell)
        else:
            tell("lead", seat=leader)
            self.await_lead(leader)

    # ---- out and over ----------------------------------------------------------------------------------------

    def leave_if_empty(self, seat: int, tell: Tell) -> None:
        """A seat without cards is out, once and for good, and has its points from now on."""
        if not self.hands[seat] and seat not in self.out:
            self.out += (seat,)
            self.scores[seat] = self.seats - len(self.out)
            tell("out", seat=seat, place=len(self.out))

    def end(self, reason: str, tell: Tell) -> None:
        """The end closes the standing card, so its player may be out. Who has cards has lost."""
        for seat in range(self.seats):
            self.leave_if_empty(seat, tell)
        self.checkable, self.turn = False, None
        losers = tuple([seat for seat in range(self.seats) if self.hands[seat]])
        tell("over", losers=losers)
        self.ask("over", ())
        last = len(self.out) + 1
        self.finish(reason, [self.out.index(seat) + 1 if seat in self.out else last for seat in range(self.seats)])

    # ---- moves -----------------------------------------------------------------------------------------------

    def moves(self, seat: int) -> list[str]:
        """The plays by card and claim, stop, believe, and check, which is offered also to seats not in turn."""
        moves: list[str] = []
        if seat in self.to_act:
            if self.phase == "reaction":
                moves.append("believe")
            else:
                above = 0 if self.claim is None else STRENGTH[self.claim]
                for card in dict.fromkeys(self.hands[seat]):
                    moves += PLAYS[card][above:]
                if self.claim is not None:
                    moves.append("stop")
        if self.may_check(seat):
            moves.append("check")
        return moves

    def may_check(self, seat: int) -> bool:
        """Is the standing card open to a check, and has this seat, which is not its owner, cards?"""
        return self.checkable and seat != self.owner and bool(self.hands[seat])

    def read(self, move: str) -> str:
        """`Gök as Harlekin` → `play GO as HA`; `syn` → `check`."""
        if move in CARD_AND_CLAIM:
            return move
        text = simplify(move)
        if text in ("stop", "believe"):
            return text
        if text in ("check", "syn"):
            return "check"
        if match := _PLAY.fullmatch(text):
            card, claim = find_kille(match[1]), find_kille(match[2])
            if card and claim:
                return f"play {card} as {claim}"
        raise UnreadableMove(
            "In Bluffmäster you play a card and claim a rank for it (play 7 as 9), or say stop, check or believe."
        )

    def refuse(self, seat: int, move: str) -> IllegalMove:
        """What stands against it: out, not in turn, no card to check, the card not held, or the claim too low."""
        if move == "check":
            return self.refuse_check(seat)
        if not self.hands[seat]:
            return IllegalMove("You have no cards: you can only wait.")
        if move == "believe":
            return self.refuse_belief(seat)
        if seat in self.to_act and self.phase == "reaction":
            return IllegalMove("First believe or check the card that was just played.")
        if self.phase == "reaction":
            return IllegalMove("Wait until the others have believed or checked the card that was just played.")
        if seat != self.turn:
            return IllegalMove("It is not your turn.")
        if move == "stop":
            return IllegalMove("You lead, so you cannot stop: play a card and claim any rank.")
        card, _ = CARD_AND_CLAIM[move]
        if card not in self.hands[seat]:
            return IllegalMove("You do not hold the {card}.", card=card)
        if self.claim == KILLE_RANKS[-1]:
            return IllegalMove("Nothing is above {card}: stop, or check.", card=self.claim)
        return IllegalMove("Claim a rank above {card}, or stop.", card=self.claim)

    def refuse_check(self, seat: int) -> IllegalMove:
        """Why this seat may not check."""
        if self.claim is None:
            return IllegalMove("There is no card to check: a new sequence begins.")
        if seat == self.owner:
            return IllegalMove("The claim is your own.")
        if not self.checkable:
            return IllegalMove("The standing claim can no longer be checked.")
        return IllegalMove("Only players with cards may check.")

    def refuse_belief(self, seat: int) -> IllegalMove:
        """Why this seat need not say that it believes."""
        if self.phase != "reaction":
            return IllegalMove("There is nothing to believe: wait for the next card.")
        if seat == self.owner:
            return IllegalMove("The claim is your own.")
        return IllegalMove("You have believed already; until the next card is played you may still check.")

    def apply(self, seat: int, move: str, tell: Tell = silent) -> None:
        """Make a legal move. `ask` counts the questions: all beliefs in one reaction answer the same."""
        self.ply += 1
        if move == "believe":
            self.believe(seat, tell)
        elif move == "check":
            self.check(seat, tell)
        elif move == "stop":
            self.stop(seat, tell)
        else:
            card, claim = CARD_AND_CLAIM[move]
            self.play_card(seat, card, claim, tell)

    advance = apply

    def default(self, seat: int) -> str:
        """Believe; stop; a leader plays its lowest card and says what it is."""
        if self.phase == "reaction":
            return "believe"
        if self.claim is not None:
            return "stop"
        lowest = self.hands[seat][0]
        return f"play {lowest} as {lowest}"

    # ---- what is known ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> BluffmasterView:
        """The table; the seat's own hand, its own cards face down, and the cards it took from a hand or lost to one."""
        own = None
        if seat is not None:
            takings = [step for step in self.trail if step.giver is not None]
            own = tuple(
                [card for step, card in zip(takings, self.passed, strict=True) if seat in (step.seat, step.giver)]
            )
        return BluffmasterView(
            **self.common(seat),
            phase=self.phase,
            dealer=self.dealer,
            turn=self.turn,
            claim=self.claim,
            owner=self.owner,
            checkable=self.checkable,
            believed=self.believed,
            stopped=self.stopped,
            hands=tuple([len(hand) for hand in self.hands]),
            talon=len(self.talon),
            out=self.out,
            shown=self.shown,
            pile=sum(len(cards) for cards in self.played),
            before=self.before,
            unshown=tuple([len(cards) for cards in self.played]),
            trail=self.trail,
            hand=None if seat is None else self.hands[seat],
            played=None if seat is None else self.played[seat],
            passed=own,
        )

    def copy(self) -> Self:
        """An independent game in the same state."""
        twin = self.blank()
        twin.__dict__ = self.__dict__.copy()
        return twin

    @classmethod
    def imagine(cls, view: BluffmasterView, rng: Random) -> Self:
        """Deal the unseen cards so that each card known to have been in a hand was there (games/bluffmaster_past.py)."""
        world = cls.from_view(view, rng)
        world.phase, world.dealer, world.turn = view.phase, view.dealer, view.turn
        world.claim, world.owner, world.checkable, world.before = view.claim, view.owner, view.checkable, view.before
        world.believed, world.stopped, world.out, world.shown = view.believed, view.stopped, view.out, view.shown
        world.trail = view.trail
        world.hands, world.played, world.talon, world.passed = imagine_hidden(view, rng)
        return world

    def piles(self) -> Iterable[str]:
        """The hands, the cards played, face down or shown, and the talon."""
        return [*self.talon, *self.shown, *(card for cards in (*self.hands, *self.played) for card in cards)]

    @classmethod
    def longest(cls, seats: int, options: BluffmasterOptions) -> int:
        """At most 42 cards are played, each with a reaction, stops and a check."""
        return 600


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Cards of a hand, lowest first."""
    return tuple(sorted(cards, key=kille_order))


def in_seat_order(seats: Iterable[int]) -> tuple[int, ...]:
    """Seats, ascending, each once."""
    return tuple(sorted(set(seats)))
