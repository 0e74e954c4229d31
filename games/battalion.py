"""Battalion: everybody has a suit; ten soldiers are laid face down to three generals, then the generals fight.

Source: the Battalion rulebook. French deck of 52 and two Jokers. Seat 0 has the clubs, 1 the diamonds, 2 the hearts,
3 the spades; suits mean nothing else. J, Q and K are the generals, face up; A (1) to 10 are the soldiers.

The seat left of the dealer allocates first, then clockwise. A seat lays all its soldiers, in any split; then the table
learns how many cards lie at each of its generals. The first seat also holds a Joker, worth 0, to lay like a soldier or
not at all; with three or four seats in the game the second holds the other one. When all have ended, the Jacks fight,
then the Queens, then the Kings: ranks in two or more stacks count for none, and only a strictly highest total keeps
its general. Most generals win; a shared most is played again among those who share it.

Rulings, where the rulebook is silent:

* Only the leaders replay. The first to allocate is the next leader clockwise after the one who was first before; the
  second Joker is given where three or four play. After `games` games the leaders of the last one share the win.
* If nobody keeps a general, the game is undecided between all seats in it.
* With three or four seats a rank in two stacks is cancelled wherever it lies. A Joker counts in the size of a stack,
  never in a total, and two Jokers do not cancel.
* Flips go from the lowest total up, equal totals together; below the top nobody survives.
* Soldiers are laid in a fixed order, 10 first, the Ace and then the Joker last. While a seat is placing, nothing of it
  is public, not even how many: its whole allocation is one question, so `decision` stays the same until it has ended.

Chance: the dealer alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain, groupby
from random import Random
from typing import Self

from games.cards import JOKER, RANKS, SUITS, find_french, rank_of, simplify
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

GENERALS = ("J", "Q", "K")
SOLDIERS = tuple(reversed(RANKS[:10]))  #: 10 … A, the order in which they are laid
CARDS = (*SOLDIERS, JOKER)  #: all that may be laid, in order
STRENGTH = {rank: RANKS.index(rank) + 1 for rank in SOLDIERS}
UNDECIDED = N_("undecided")  #: the reason of a game whose win is shared
MOVES_OF_GAME = {2: 21, 3: 32, 4: 42}  #: ten soldiers a seat, and a move for each Joker

Stacks = Mapping[str, tuple[str, ...]]  # general → cards with suits, in the order placed

_BETWEEN = re.compile(r"(?:\s|\b(?:the|to|at|on|with)\b)+")


@dataclass(frozen=True)
class BattalionOptions(Options):
    """What a table may choose."""

    games: int = option(
        5, N_("After this many games without a single winner the leaders share the win."), low=1, high=20
    )


@dataclass(frozen=True)
class Battle:
    """The generals of one kind against each other. `totals` by seat, None for a seat that is not in the game.

    `cancelled`: ranks, A first. `flips`: the seats whose general is flipped, lowest total first, equal ones together.
    """

    general: str
    cancelled: tuple[str, ...]
    totals: tuple[int | None, ...]
    winner: int | None
    flips: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Fought:
    """A game that has been fought. `stacks` and `face_up` by seat, None for a seat that was not in it."""

    game: int
    stacks: tuple[Stacks | None, ...]
    battles: tuple[Battle, ...]
    face_up: tuple[tuple[str, ...] | None, ...]
    leaders: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class BattalionView(View):
    """What a seat knows of Battalion; lists are by seat, except `order` and `jokers`, which are in order of allocation.

    `sizes` are numbers of cards at each general, None before a seat has ended. `merits`: the last game that each seat
    fought, and the generals it kept in it, which decide the places.
    """

    game: int
    dealer: int
    playing: tuple[int, ...]
    order: tuple[int, ...]
    jokers: tuple[int, ...]
    placing: int | None
    sizes: tuple[Mapping[str, int] | None, ...]
    last: Fought | None
    merits: tuple[tuple[int, int], ...]
    stacks: Mapping[str, tuple[str, ...]] | None = private()
    next: str | None = private()


class Battalion(Game):
    """A game of Battalion, with all its replays.

    `laid` says for each seat to which general each of its `CARDS` went, as far as they are laid: the order is fixed,
    so ``("J", "J", "K")`` is 10 and 9 at the Jack and 8 at the King.
    """

    key = "battalion"
    title = "Battalion"
    seats_allowed = (2, 3, 4)
    Options = BattalionOptions

    __slots__ = ("dealer", "game", "laid", "last", "merits", "order", "placing")

    dealer: int
    game: int
    order: tuple[int, ...]
    placing: int | None
    laid: tuple[tuple[str, ...], ...]
    last: Fought | None
    merits: tuple[tuple[int, int], ...]

    def begin(self, tell: Tell) -> None:
        """The seat left of the dealer allocates first."""
        self.dealer = self.chance.dealer(self.seats)
        self.game = 0
        self.last = None
        self.merits = ((0, 0),) * self.seats
        self._start_game(clockwise(self.dealer + 1, self.seats), tell)

    def _start_game(self, order: tuple[int, ...], tell: Tell) -> None:
        self.game += 1
        self.order = order
        self.laid = ((),) * self.seats
        self._ask(order[0])
        tell("game", game=self.game, order=order, jokers=self.jokers)

    def _ask(self, seat: int) -> None:
        self.placing, self.to_act = seat, (seat,)

    @property
    def jokers(self) -> tuple[int, ...]:
        """The seats that hold a Joker in this game, in order of allocation."""
        return self.order[: 1 if len(self.order) == 2 else 2]

    def next_card(self, seat: int) -> str | None:
        """The rank (or X) that this seat has to place now, None if it is not placing."""
        return CARDS[len(self.laid[seat])] if seat == self.placing else None

    def moves(self, seat: int) -> list[str]:
        """The next card to each general; a Joker may be left out."""
        card = self.next_card(seat)
        if card is None:
            return []
        moves = [f"place {card} {general}" for general in GENERALS]
        if card == JOKER:
            moves.append("done")
        return moves

    def read(self, move: str) -> str:
        """``Place T J``, ``place ten at the jack``, ``place joker k``, ``Done`` → ``place 10 J``, ``place X K``, ``done``."""
        parts = [part for part in _BETWEEN.split(simplify(move)) if part]
        if parts == ["done"]:
            return "done"
        if len(parts) == 3 and parts[0] == "place":
            card, general = read_rank(parts[1]), read_rank(parts[2])
            if card in CARDS and general in GENERALS:
                return f"place {card} {general}"
        raise UnreadableMove("A move is place, a card from 10 to A or X, and a general J, Q or K: place 10 J. Or done.")

    def refuse(self, seat: int, move: str) -> IllegalMove:
        """What is wrong with it: not the seat's time, or not the card that is next."""
        card = self.next_card(seat)
        if card is None:
            if seat not in self.order:
                return IllegalMove("The leaders play this game alone: you are not in it.")
            if self.has_ended(seat):
                return IllegalMove("Your army is placed: nothing can be added or taken back.")
            return IllegalMove("It is not your turn to place your army.")
        if card == JOKER:
            return IllegalMove("Your soldiers are all placed: place the Joker, or say done.")
        if move == "done":
            return IllegalMove("All ten soldiers must be placed: the {rank} is next.", rank=card)
        if JOKER in move and seat not in self.jokers:
            return IllegalMove("You hold no Joker in this game; the {rank} is next.", rank=card)
        return IllegalMove("Cards are placed in order, from 10 to A, a Joker last: the {rank} is next.", rank=card)

    def has_ended(self, seat: int) -> bool:
        """Has this seat placed its army in this game?"""
        if self.placing is None:
            return seat in self.order
        return seat in self.order[: self.order.index(self.placing)]

    def apply(self, seat: int, move: str, tell: Tell = silent) -> None:
        """Lay a card; a seat ends with its Ace, or with its Joker or `done` where it holds one.

        A whole allocation answers one question, so that `decision` does not tell how many cards have been placed.
        """
        self.ply += 1
        if move != "done":
            general = move[-1]
            self.laid = (*self.laid[:seat], (*self.laid[seat], general), *self.laid[seat + 1 :])
            laid = len(self.laid[seat])
            if laid < len(SOLDIERS) or (laid == len(SOLDIERS) and seat in self.jokers):
                return
        self.decision = self.ply
        tell("allocated", seat=seat, sizes=self.sizes(seat))
        waiting = self.order[self.order.index(seat) + 1 :]
        if waiting:
            self._ask(waiting[0])
        else:
            self._fight(tell)

    advance = apply

    def _fight(self, tell: Tell) -> None:
        stacks = {seat: self.stacks(seat) for seat in self.order}
        shown = tuple(stacks.get(seat) for seat in range(self.seats))
        battles = []
        for general in GENERALS:
            battle = fight(general, {seat: stacks[seat][general] for seat in sorted(stacks)}, self.seats)
            battles.append(battle)
            tell(
                "battle",
                general=general,
                stacks=tuple(None if own is None else own[general] for own in shown),
                cancelled=battle.cancelled,
                totals=battle.totals,
                winner=battle.winner,
                flips=battle.flips,
            )
        kept = {seat: tuple(battle.general for battle in battles if battle.winner == seat) for seat in self.order}
        most = max(len(generals) for generals in kept.values())
        leaders = tuple(seat for seat in sorted(kept) if len(kept[seat]) == most)
        face_up = tuple(kept.get(seat) for seat in range(self.seats))
        self.last = Fought(self.game, shown, tuple(battles), face_up, leaders)
        self.scores = [len(generals or ()) for generals in face_up]
        self.merits = tuple(
            (self.game, len(kept[seat])) if seat in kept else merit for seat, merit in enumerate(self.merits)
        )
        tell("result", game=self.game, generals=face_up, leaders=leaders)
        self._go_on(leaders, tell)

    def _go_on(self, leaders: tuple[int, ...], tell: Tell) -> None:
        if len(leaders) > 1 and self.game < self.options.games:
            after = clockwise(self.order[0] + 1, self.seats)
            self._start_game(tuple(seat for seat in after if seat in leaders), tell)
            return
        self.placing = None
        self.finish(N_("most generals") if len(leaders) == 1 else UNDECIDED, places_by(self.merits))

    def default(self, seat: int) -> str:
        """The weakest general so far gets the soldier, the first of equals in an order that turns by seat and game."""
        card = self.next_card(seat)
        if card == JOKER:
            return "done"
        sums = dict.fromkeys(GENERALS, 0)
        for soldier, general in zip(SOLDIERS, self.laid[seat], strict=False):
            sums[general] += STRENGTH[soldier]
        turned = [GENERALS[place] for place in clockwise((seat + self.game) % 3, 3)]
        return f"place {card} {min(turned, key=sums.__getitem__)}"

    def stacks(self, seat: int) -> dict[str, tuple[str, ...]]:
        """The cards at each general of a seat, with their suit, in the order placed."""
        placed = [
            (card if card == JOKER else card + SUITS[seat], general)
            for card, general in zip(CARDS, self.laid[seat], strict=False)
        ]
        return {general: tuple(card for card, where in placed if where == general) for general in GENERALS}

    def sizes(self, seat: int) -> dict[str, int]:
        """How many cards lie at each general of a seat."""
        return {general: self.laid[seat].count(general) for general in GENERALS}

    def view(self, seat: int | None) -> BattalionView:
        """What has been fought, the sizes of those who have ended, and the seat's own stacks."""
        return BattalionView(
            **self.common(seat),
            game=self.game,
            dealer=self.dealer,
            playing=tuple(sorted(self.order)),
            order=self.order,
            jokers=self.jokers,
            placing=self.placing,
            sizes=tuple(self.sizes(other) if self.has_ended(other) else None for other in range(self.seats)),
            last=self.last,
            merits=self.merits,
            stacks=None if seat is None else self.stacks(seat),
            next=None if seat is None else self.next_card(seat),
        )

    def copy(self) -> Self:
        """An independent game; everything of its own is immutable and shared."""
        twin = self.blank()
        twin.dealer, twin.game, twin.order, twin.placing = self.dealer, self.game, self.order, self.placing
        twin.laid, twin.last, twin.merits = self.laid, self.last, self.merits
        return twin

    @classmethod
    def imagine(cls, view: BattalionView, rng: Random) -> Self:
        """Soldiers in any split that has the public sizes; whoever is placing may have come to any card.

        A size of eleven in all holds the Joker. What has been turned up is as it lies.
        """
        world = cls.from_view(view, rng)
        world.dealer, world.game, world.order, world.placing = view.dealer, view.game, view.order, view.placing
        world.last, world.merits = view.last, view.merits
        laid: list[tuple[str, ...]] = []
        for seat, sizes in enumerate(view.sizes):
            stacks = view.stacks if seat == view.seat else None
            if view.last is not None and view.last.game == view.game:
                stacks = view.last.stacks[seat]
            if stacks is not None:
                laid.append(generals_of(stacks))
            elif sizes is not None:
                generals = [general for general in GENERALS for _ in range(sizes[general])]
                rng.shuffle(generals)
                laid.append(tuple(generals))
            elif seat == view.placing:
                most = len(SOLDIERS) if seat in view.jokers else len(SOLDIERS) - 1
                laid.append(tuple(rng.choices(GENERALS, k=rng.randint(0, most))))
            else:
                laid.append(())
        world.laid = tuple(laid)
        if view.placing is not None:
            world.ply += len(laid[view.placing])
        return world

    def piles(self) -> Iterable[str]:
        """Of each seat the generals, the cards laid to them and the soldiers in hand; and the Jokers that are not laid."""
        for seat in range(self.seats):
            stacks = self.stacks(seat)
            yield from (general + SUITS[seat] for general in GENERALS)
            yield from chain(*stacks.values())
            yield from (soldier + SUITS[seat] for soldier in SOLDIERS[len(self.laid[seat]) :])
        yield from [JOKER] * (2 - sum(len(laid) == len(CARDS) for laid in self.laid))

    @classmethod
    def longest(cls, seats: int, options: BattalionOptions) -> int:
        """All replays, with all seats in each of them."""
        return MOVES_OF_GAME[seats] * options.games


def fight(general: str, stacks: Mapping[int, tuple[str, ...]], seats: int) -> Battle:
    """One battle. `stacks`: the cards of each seat in it, by ascending seat; `seats`: how many sit at the table."""
    soldiers = {seat: [rank_of(card) for card in stack if card != JOKER] for seat, stack in stacks.items()}
    times = Counter(chain(*soldiers.values()))
    totals = {seat: sum(STRENGTH[rank] for rank in ranks if times[rank] == 1) for seat, ranks in soldiers.items()}
    highest = max(totals.values())
    at_top = [seat for seat in totals if totals[seat] == highest]
    winner = at_top[0] if len(at_top) == 1 else None
    flipped = sorted((seat for seat in totals if seat != winner), key=totals.__getitem__)
    return Battle(
        general,
        cancelled=tuple(rank for rank in RANKS if times[rank] > 1),
        totals=tuple(totals.get(seat) for seat in range(seats)),
        winner=winner,
        flips=tuple(tuple(group) for _, group in groupby(flipped, key=totals.__getitem__)),
    )


def generals_of(stacks: Stacks) -> tuple[str, ...]:
    """The general at which each card lies, for the cards in the order in which they are laid."""
    where = {card if card == JOKER else rank_of(card): general for general, cards in stacks.items() for card in cards}
    return tuple(where[card] for card in CARDS if card in where)


def read_rank(text: str) -> str | None:
    """``t``, ``Ten`` → ``10``; ``jack`` → ``J``; ``joker`` → ``X``; None for what is no rank."""
    card = find_french(text)
    if card == JOKER:
        return JOKER
    card = find_french(f"{text}c")  # a rank alone, as it would be read with a suit
    return None if card is None or card == JOKER else rank_of(card)
