"""The hidden cards of Bluffmäster dealt anew, so that all that a seat has seen could have happened.

Faces are known of the own cards and of those shown by checks. Any other card may be anywhere, but for this: when the
talon is empty cards go from hand to hand, and the two seats concerned know which. A card that a seat has lost was in
the other hand then; since then it may have been played, or taken by a third. So an imagined world goes back through
the trail of a view, from the cards where they are now: each play puts its card back into a hand, and each card taken
goes back to the hand it came from. Which card of the taker's hand that was is chosen at random, and chosen again where
it leaves a hand without a card that it must have held.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from games.bluffmaster_view import BluffmasterView
from games.cards import KILLE_DECK, kille_order
from games.rows import replaced, without

#: Where a card is now: ("hand" or "play", seat, number), or ("shown", seat, number of its step in the trail).
Place = tuple[str, int, int]
#: By seat, the places of the cards in its hand.
Hands = tuple[tuple[Place, ...], ...]


class Hidden(NamedTuple):
    """By seat the hands, lowest first, and the cards played and not shown, in order; the talon, its top first; and the
    cards that went from hand to hand, in the order of the trail.
    """

    hands: tuple[tuple[str, ...], ...]
    played: tuple[tuple[str, ...], ...]
    talon: tuple[str, ...]
    passed: tuple[str, ...]


@dataclass(frozen=True)
class Faces:
    """What is known, or has been assumed, of cards: the faces by place, and how many of each are left for the rest."""

    known: dict[Place, str]
    left: Counter[str]

    def may_be(self, place: Place, card: str) -> bool:
        """Can the card at this place be this one?"""
        return self.known[place] == card if place in self.known else self.left[card] > 0

    def assume(self, place: Place, card: str) -> Faces:
        """The same, and this card is at this place, where it may be."""
        if place in self.known:
            return self
        return Faces({**self.known, place: card}, self.left - Counter([card]))


@dataclass(frozen=True)
class Need:
    """A card lost to a hand, which therefore held it after `since` steps of the trail.

    `hands`: by step, the seats in whose hands it may have been before that step; `plays`: the steps and places of the
    plays that may have been it.
    """

    card: str
    since: int
    hands: dict[int, frozenset[int]]
    plays: tuple[tuple[int, Place], ...]

    def is_met(self, step: int, held: Hands, faces: Faces) -> bool:
        """May a card in these hands, before this step, or one played before it, be the one needed?"""
        places = [place for seat in self.hands[step] for place in held[seat]]
        places += [place for number, place in self.plays if number < step]
        return any(faces.may_be(place, self.card) for place in places)


def imagine_hidden(view: BluffmasterView, rng: Random) -> Hidden:
    """Deal the cards unseen by the owner of the view."""
    hands = tuple(tuple(("hand", seat, number) for number in range(count)) for seat, count in enumerate(view.hands))
    plays = tuple(tuple(("play", seat, number) for number in range(count)) for seat, count in enumerate(view.unshown))
    past = _Past(view, rng)
    known = dict(past.shown())
    left = Counter(KILLE_DECK) - Counter(view.shown)
    if view.seat is not None:
        own = (*(view.hand or ()), *(view.played or ()))
        known.update(zip((*hands[view.seat], *plays[view.seat]), own, strict=True))
        left -= Counter(own)
    faces, passed = past.find(hands, Faces(known, left))
    rest = list(faces.left.elements())
    rng.shuffle(rest)
    cards = dict(faces.known)
    for place in (place for places in (*hands, *plays) for place in places if place not in cards):
        cards[place] = rest.pop()
    return Hidden(
        hands=tuple([tuple(sorted([cards[place] for place in hand], key=kille_order)) for hand in hands]),
        played=tuple([tuple([cards[place] for place in places]) for places in plays]),
        talon=tuple(rest),
        passed=tuple([cards[place] for place in passed]),
    )


class _Past:
    """The trail of a view, with the places of the cards played and the cards that its owner knows."""

    def __init__(self, view: BluffmasterView, rng: Random) -> None:
        self.trail = view.trail
        self.rng = rng
        self.played = self._places(view)
        passed = iter(view.passed or ())
        #: by step: the card taken, if the owner of the view took or lost it
        self.taken = [
            next(passed) if step.giver is not None and view.seat in (step.seat, step.giver) else None
            for step in view.trail
        ]
        lost = [number for number, step in enumerate(view.trail) if step.giver is not None and step.giver == view.seat]
        self.needs = [self._need(number) for number in lost]

    def _places(self, view: BluffmasterView) -> list[Place]:
        """By step: where the card of that play is now (of a card taken, nothing that is used)."""
        hidden = Counter(step.seat for step in view.trail if step.giver is None and step.card is None)
        following = [count - hidden[seat] for seat, count in enumerate(view.unshown)]
        places: list[Place] = []
        for number, step in enumerate(view.trail):
            if step.giver is not None or step.card is not None:
                places.append(("shown", step.seat, number))
            else:
                places.append(("play", step.seat, following[step.seat]))
                following[step.seat] += 1
        return places

    def shown(self) -> Iterator[tuple[Place, str]]:
        """Place and face of the plays of the trail that were shown."""
        for step, place in zip(self.trail, self.played, strict=True):
            if step.card is not None:
                yield place, step.card

    def _need(self, number: int) -> Need:
        """Where the card that was lost in this step may have gone since."""
        card = self.taken[number]
        assert card is not None
        seats = frozenset([self.trail[number].seat])
        hands, plays = {number + 1: seats}, []
        for later in range(number + 1, len(self.trail)):
            step = self.trail[later]
            if step.giver is None:
                if step.seat in seats:
                    plays.append((later, self.played[later]))
            elif step.giver in seats and self.taken[later] in (None, card):
                seats |= {step.seat}
            hands[later + 1] = seats
        return Need(card, number + 1, hands, tuple(plays))

    def find(self, held: Hands, faces: Faces) -> tuple[Faces, tuple[Place, ...]]:
        """A past that leads to these hands: the faces that must be, and the places of the cards taken, as in the trail.

        A wrong choice may show late, so rather than trying all that follows from it the search soon begins anew.
        """
        patience = 4 * len(self.trail) + 4
        while True:
            self.patience = patience
            if (found := self.go_back(len(self.trail), held, faces)) is not None:
                return found
            patience += len(self.trail)

    def go_back(self, steps: int, held: Hands, faces: Faces) -> tuple[Faces, tuple[Place, ...]] | None:
        """As `find`, from the time after so many steps; None if patience ends or no past leads there."""
        self.patience -= 1
        if self.patience < 0 or not all(need.is_met(steps, held, faces) for need in self.needs if need.since <= steps):
            return None
        if steps == 0:
            return faces, ()
        number = steps - 1
        seat, giver, _ = self.trail[number]
        if giver is None:
            return self.go_back(number, replaced(held, seat, (*held[seat], self.played[number])), faces)
        card = self.taken[number]
        for place in self.rng.sample(held[seat], len(held[seat])):
            if card is None or faces.may_be(place, card):
                before = replaced(held, seat, without(held[seat], place))
                before = replaced(before, giver, (*before[giver], place))
                found = self.go_back(number, before, faces if card is None else faces.assume(place, card))
                if found is not None:
                    return found[0], (*found[1], place)
        return None
