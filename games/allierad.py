"""Allierad (Allied): pawns move like rooks over a board of cards and gather the longest run, alone or as allies.

Source: rulebooks/kille.txt, "Allierad". Kille deck of 42.

The cards lie face up on a board of 7 × 6 squares (two seats: 5 × 5), a pawn of each seat in a corner. In turn, a seat
moves its pawn in a straight line, not onto or past a pawn, and takes the card where it stops. Once in a game of four, a
seat may choose an ally before it moves, and the other two are allies then. A round ends with the last card, or when all
others have voted one hand unbeatable, or after three laps without a card; the longest run of ranks wins it.

Rulings, where the rulebook is silent:

* A sequence is a run of consecutive ranks in the order of the 21; copies count once, and Harlekin and Blare are no
  neighbours. Equal best runs (length, then top card) are compared by the next best ones; equal in all: nobody wins.
* The card under a pawn at the start stays on the board; it is taken when a pawn stops there.
* A vote only ends the round: the winner is found from the hands. A seat has three votes a round, a changed one is a
  vote, and they last until changed, withdrawn or the round ends.
* A seat that cannot move is passed over; it makes no alliance in that turn but may vote.
* The laps are counted from the last card taken, turns passed over included, from 0 in each round.
* Drawn rounds count as rounds. The game ends with the target, or after `rounds` rounds.

Chance: the dealer, then one shuffle of the whole deck for each round.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

from games.cards import KILLE_DECK, KILLE_RANKS, STRENGTH, kille_order, simplify
from games.game import N_, Game, IllegalMove, Options, Tell, UnreadableMove, View, option, places_by, silent
from games.squares import BOARDS, Board, Square

TARGET_REACHED: Final = N_("target reached")
ROUNDS_PLAYED: Final = N_("rounds played")

VOTES_A_ROUND: Final = 3
QUIET_LAPS: Final = 3

TARGETS: Final = {4: 20, 2: 4}

#: The moves that name a seat, by that seat.
ALLY, UNBEATABLE = (tuple(f"{word} {seat + 1}" for seat in range(4)) for word in ("ally", "unbeatable"))

_SQUARE = re.compile(r"(?:to )?([a-z][1-9][0-9]?)")
_PLAYER = re.compile(r"(ally|unbeatable) ([0-9]{1,3})")

#: A run as its length and the strength of its top card, so that the better of two runs is the greater.
Run = tuple[int, int]


def runs_of(hand: Iterable[str]) -> list[Run]:
    """Cut a hand into runs of consecutive ranks, as long as possible, best first.

    Ruling: copies count once, and there is no step from Harlekin to Blare.
    """
    strengths = {STRENGTH[card] for card in hand}
    runs = []
    for top in strengths:
        if top + 1 not in strengths:
            bottom = top
            while bottom - 1 in strengths:
                bottom -= 1
            runs.append((top - bottom + 1, top))
    return sorted(runs, reverse=True)


def ranks_of(run: Run) -> tuple[str, ...]:
    """The ranks of a run, lowest first."""
    length, top = run
    return KILLE_RANKS[top - length : top]


@dataclass(frozen=True)
class AllieradOptions(Options):
    """What a table may choose before Allierad."""

    rounds: int = option(12, N_("After how many rounds the game ends."), low=1, high=50)
    target: int = option(
        0,
        N_("The points that end the game; 0 means 20 with four players and 4 with two."),
        low=0,
        high=100,
        words={0: N_("20 points, or 4 with two players")},
    )


@dataclass(frozen=True)
class RoundResult:
    """How a round ended: the winner's seat (None: drawn) and the points of each seat."""

    winner: int | None
    points: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class AllieradView(View):
    """All that anybody may know, which is the same for every seat: only the cards put aside are hidden.

    `board` holds the rows from the top; `pawns` square names, `votes` the seat voted for, `votes_cast` in this round.
    """

    round: int
    dealer: int
    turn: int | None
    board: tuple[tuple[str | None, ...], ...]
    pawns: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    alliance: tuple[int, int] | None
    votes: tuple[int | None, ...]
    votes_cast: tuple[int, ...]
    quiet: int
    aside: int
    last_round: RoundResult | None


class Allierad(Game):
    """4 or 2 seats, Kille 42. `scores` are points.

    `cards` lie on the board by square (None: empty), `pawns` stand on a square each, `hands` are in the order taken.
    `alliance` is (chooser, chosen) for the whole game. `quiet` counts turns in a row without a card.
    """

    key = "allierad"
    title = "Allierad"
    seats_allowed = (4, 2)
    Options = AllieradOptions

    __slots__ = (
        "alliance",
        "aside",
        "cards",
        "dealer",
        "hands",
        "last_round",
        "pawns",
        "quiet",
        "round",
        "turn",
        "votes",
        "votes_cast",
    )

    round: int
    dealer: int
    turn: int
    cards: list[str | None]
    pawns: list[Square]
    hands: list[tuple[str, ...]]
    alliance: tuple[int, int] | None
    votes: list[int | None]
    votes_cast: list[int]
    quiet: int
    aside: tuple[str, ...]
    last_round: RoundResult | None

    @property
    def board(self) -> Board:
        """The geometry for this number of seats."""
        return BOARDS[self.seats]

    # ---- a round ---------------------------------------------------------------------------------------------

    def begin(self, tell: Tell) -> None:
        """Choose the dealer and lay out the first round."""
        self.dealer = self.chance.dealer(self.seats)
        self.round = 1
        self.alliance = None
        self.last_round = None
        self.lay_out(tell)

    def lay_out(self, tell: Tell) -> None:
        """Lay a card face up on each square, row by row from the top; the rest is put aside. Left of the dealer moves first.

        The card under a pawn at the start is not taken; it stays on the board.
        """
        deck = self.chance.shuffle(KILLE_DECK)
        squares = len(self.board.names)
        self.cards = list(deck[:squares])
        self.aside = tuple(deck[squares:])
        self.pawns = list(self.board.starts)
        self.hands = [()] * self.seats
        self.votes = [None] * self.seats
        self.votes_cast = [0] * self.seats
        self.quiet = 0
        self.turn = (self.dealer + 1) % self.seats
        self.to_act = (self.turn,)
        tell("deal", round=self.round, dealer=self.dealer)

    def moves(self, seat: int) -> list[str]:
        """The squares within reach and the possible allies of the seat in turn; a vote for every seat at any time."""
        if self.outcome is not None:
            return []
        offered = []
        if seat == self.turn:
            texts = self.board.moves
            offered = [texts[square] for square in self.within_reach(seat)]
            if self.may_choose_ally():
                offered += [ALLY[other] for other in range(self.seats) if other != seat]
        vote = self.votes[seat]
        if self.votes_cast[seat] < VOTES_A_ROUND:
            offered += [UNBEATABLE[other] for other in range(self.seats) if other not in (seat, vote)]
        if vote is not None:
            offered.append("withdraw")
        return offered

    def within_reach(self, seat: int) -> list[Square]:
        """Any number of squares straight up, right, down or left, over cards and empty squares, never onto or past a pawn."""
        occupied = set(self.pawns)
        reached: list[Square] = []
        for ray in self.board.rays[self.pawns[seat]]:
            if occupied.isdisjoint(ray):
                reached += ray
                continue
            for square in ray:
                if square in occupied:
                    break
                reached.append(square)
        return reached

    def can_move(self, seat: int) -> bool:
        """Is there a square beside the pawn of this seat without a pawn?"""
        return not set(self.pawns).issuperset(self.board.beside[self.pawns[seat]])

    def may_choose_ally(self) -> bool:
        """Four seats, and no alliance in this game yet."""
        return self.seats == 4 and self.alliance is None

    def apply(self, seat: int, move: str, tell: Tell = silent) -> None:
        """Move the pawn, choose an ally, vote, or withdraw the vote."""
        self.ply += 1
        what, _, where = move.partition(" ")
        if what in ("to", "ally"):
            self.decision += 1
        if what == "to":
            self.move_pawn(seat, self.board.places[where], tell)
        elif what == "ally":
            # Nobody can refuse; the other two are allies as well, in all later rounds too.
            self.alliance = (seat, int(where) - 1)
            tell("ally", seat=seat, chosen=int(where) - 1)
        elif what == "unbeatable":
            self.vote(seat, int(where) - 1, tell)
        else:
            self.votes[seat] = None
            tell("vote", seat=seat, **{"for": None})

    advance = apply

    def move_pawn(self, seat: int, square: Square, tell: Tell) -> None:
        """Take the card where the pawn stops, if there is one; the last card on the board ends the round."""
        card = self.cards[square]
        self.pawns[seat] = square
        tell("move", seat=seat, square=self.board.names[square], card=card)
        if card is None:
            self.quiet += 1
            self.next_turn(tell)
            return
        self.cards[square] = None
        self.hands[seat] += (card,)
        self.quiet = 0
        if any(self.cards):
            self.next_turn(tell)
        else:
            self.end_round(tell)

    def next_turn(self, tell: Tell) -> None:
        """Clockwise to the next seat that can move; three laps without a card, passed-over turns included, end the round."""
        while self.quiet < QUIET_LAPS * self.seats:
            self.turn = (self.turn + 1) % self.seats
            if self.can_move(self.turn):
                self.to_act = (self.turn,)
                return
            self.quiet += 1
            tell("blocked", seat=self.turn)
        self.end_round(tell)

    def vote(self, seat: int, hand: int, tell: Tell) -> None:
        """Call a hand unbeatable. When all others agree on it, the round ends; who has won is found from the hands.

        Otherwise the question to the seat in turn is the same as before, so that `decision` stays.
        """
        self.votes[seat] = hand
        self.votes_cast[seat] += 1
        tell("vote", seat=seat, **{"for": hand})
        if all(vote == hand for voter, vote in enumerate(self.votes) if voter != hand):
            self.decision += 1
            self.end_round(tell)

    # ---- the score -------------------------------------------------------------------------------------------

    def end_round(self, tell: Tell) -> None:
        """Score the hands; the deal passes left, unless somebody has reached the target or the rounds are played."""
        runs = [runs_of(hand) for hand in self.hands]
        best = max(runs)
        winner = runs.index(best) if runs.count(best) == 1 else None
        points = self.points_for(winner)
        self.scores = [score + won for score, won in zip(self.scores, points, strict=True)]
        self.last_round = RoundResult(winner, points)
        best_runs = tuple(ranks_of(own[0]) if own else () for own in runs)
        tell("round", round=self.round, winner=winner, runs=best_runs, points=points)
        if max(self.scores) >= (self.options.target or TARGETS[self.seats]):
            self.finish(TARGET_REACHED, places_by(self.scores))
        elif self.round == self.options.rounds:
            self.finish(ROUNDS_PLAYED, places_by(self.scores))
        else:
            self.round += 1
            self.dealer = (self.dealer + 1) % self.seats
            self.lay_out(tell)

    def points_for(self, winner: int | None) -> tuple[int, ...]:
        """The points of a round by seat. Two seats: 1. Four: 10 alone; with an alliance it depends on who has won."""
        points = [0] * self.seats
        if winner is None:
            return tuple(points)
        if self.seats == 2:
            points[winner] = 1
        elif self.alliance is None:
            points[winner] = 10
        else:
            chooser, chosen = self.alliance
            if winner == chosen:
                points[chosen], points[chooser] = 7, 3
            elif winner != chooser:
                (ally,) = {0, 1, 2, 3} - {chooser, chosen, winner}
                points[winner], points[ally] = 6, 4
        return tuple(points)

    # ---- words -----------------------------------------------------------------------------------------------

    def read(self, move: str) -> str:
        """`to c4` or just `c4`, `ally 3`, `unbeatable 2`, `withdraw`."""
        text = simplify(move)
        if text == "withdraw":
            return text
        if square := _SQUARE.fullmatch(text):
            return f"to {square[1]}"
        if player := _PLAYER.fullmatch(text):
            return f"{player[1]} {int(player[2])}"
        raise UnreadableMove("In Allierad you move (to c4), choose an ally (ally 3) or vote (unbeatable 2, withdraw).")

    def refuse(self, seat: int, move: str) -> IllegalMove:
        """Why this seat may not move there, choose that ally or cast that vote."""
        what, _, where = move.partition(" ")
        if what == "to":
            return self.refuse_square(seat, where)
        if what == "withdraw":
            return IllegalMove("You have no vote to withdraw.")
        if what == "ally" and self.seats == 2:
            return IllegalMove("With two players there are no alliances.")
        other = int(where) - 1
        if not 0 <= other < self.seats:
            return IllegalMove("There is no player {number} at this table.", number=where)
        if what == "ally":
            if self.alliance is not None:
                return IllegalMove("There is an alliance already; it holds for the whole game.")
            if seat != self.turn:
                return IllegalMove("It is not your turn: an ally is chosen before your own move.")
            return IllegalMove("Choose another player as your ally, not yourself.")
        if other == seat:
            return IllegalMove("You cannot vote for your own hand.")
        if other == self.votes[seat]:
            return IllegalMove("You have voted for the hand of {player} already.", player=other + 1)
        return IllegalMove("You have voted {votes} times in this round; that is all.", votes=VOTES_A_ROUND)

    def refuse_square(self, seat: int, name: str) -> IllegalMove:
        """Why the pawn may not go to the square of this name."""
        if seat != self.turn:
            return IllegalMove("It is not your turn.")
        square = self.board.places.get(name)
        if square is None:
            return IllegalMove("There is no square {square} on this board.", square=name)
        own = self.pawns[seat]
        if square == own:
            return IllegalMove("Your pawn must move at least one square.")
        if square in self.pawns:
            return IllegalMove("There is a pawn on {square}.", square=name)
        if any(square in ray for ray in self.board.rays[own]):
            return IllegalMove(
                "There is a pawn between {start} and {square}.", start=self.board.names[own], square=name
            )
        return IllegalMove("A pawn moves straight up, down, left or right.")

    def default(self, seat: int) -> str:
        """The nearest card within reach, else the nearest square; among equally near ones up, right, down, left."""
        choices = []
        for direction, ray in enumerate(self.board.rays[self.pawns[seat]]):
            for distance, square in enumerate(ray):
                if square in self.pawns:
                    break
                choices.append((self.cards[square] is None, distance, direction, square))
        return self.board.moves[min(choices)[-1]]

    # ---- what is known ---------------------------------------------------------------------------------------

    def view(self, seat: int | None) -> AllieradView:
        """The same for all: everything but the cards put aside, which can be worked out but have no order."""
        columns = self.board.columns
        return AllieradView(
            **self.common(seat),
            round=self.round,
            dealer=self.dealer,
            turn=None if self.outcome else self.turn,
            board=tuple(tuple(self.cards[first : first + columns]) for first in range(0, len(self.cards), columns)),
            pawns=tuple(self.board.names[square] for square in self.pawns),
            hands=tuple(tuple(sorted(hand, key=kille_order)) for hand in self.hands),
            alliance=self.alliance,
            votes=tuple(self.votes),
            votes_cast=tuple(self.votes_cast),
            quiet=self.quiet,
            aside=len(self.aside),
            last_round=self.last_round,
        )

    @classmethod
    def imagine(cls, view: AllieradView, rng: random.Random) -> Self:
        """The same position; only the order of the cards put aside, which never matters, is dealt anew."""
        world = cls.from_view(view, rng)
        places = BOARDS[view.seats].places
        world.round, world.dealer = view.round, view.dealer
        # Over: the last turn is forgotten, and nothing depends on it any more.
        world.turn = view.dealer if view.turn is None else view.turn
        world.cards = [card for row in view.board for card in row]
        world.pawns = [places[name] for name in view.pawns]
        world.hands = list(view.hands)
        world.alliance = view.alliance
        world.votes, world.votes_cast = list(view.votes), list(view.votes_cast)
        world.quiet, world.last_round = view.quiet, view.last_round
        seen = [card for cards in (world.cards, *world.hands) for card in cards if card is not None]
        aside = list((Counter(KILLE_DECK) - Counter(seen)).elements())
        rng.shuffle(aside)
        world.aside = tuple(aside)
        return world

    def copy(self) -> Self:
        """An independent game in the same state."""
        twin = self.blank()
        twin.round, twin.dealer, twin.turn = self.round, self.dealer, self.turn
        twin.cards, twin.pawns, twin.hands = self.cards.copy(), self.pawns.copy(), self.hands.copy()
        twin.alliance, twin.last_round = self.alliance, self.last_round
        twin.votes, twin.votes_cast = self.votes.copy(), self.votes_cast.copy()
        twin.quiet, twin.aside = self.quiet, self.aside
        return twin

    def piles(self) -> Iterable[str]:
        """The cards on the board, in the hands and put aside."""
        return [card for cards in (self.cards, *self.hands, self.aside) for card in cards if card is not None]

    @classmethod
    def longest(cls, seats: int, options: AllieradOptions) -> int:
        """A round: at most 42 cards, each after 12 turns, and 4 × 6 votes; the alliance once in the game."""
        return 528 * options.rounds + 1
