"""A trick of Kille cards: the highest card so far, what may be played to it, who takes it. For Kille and Krypkille.

Every seat in play plays one card, clockwise from the leader. The highest card takes the trick, of equal cards the one
played last, and its seat leads the next. A follower is measured by the highest card *so far*, which need not be the
card led; an equal card is high enough, since it was played later.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from games.cards import KILLE_RANKS
from games.game import View
from games.kille_hand import FROM, ONE, RANK, RANKS

#: A trick as people see it: (seat, card) in order played.
Trick = tuple[tuple[int, str], ...]

_BYTES: Final = tuple(bytes((rank,)) for rank in range(RANKS))


class KilleTrick:
    """The trick on the table and the hands it is played from, through one deal.

    `hands`: a number a seat (see `games.kille_hand`); `ring`: the seats in play, clockwise from the first leader;
    `after` and `before`: by seat, who plays after it, as `to_act`, and who before it; `highest`: the rank of the highest
    card so far, 0 before the lead (every card is at least a Blare); `taker`: the seat that played it, before the lead the
    leader; `last`: the seat that completes this trick; `past`: the rank of every card played in this deal, in order.
    """

    __slots__ = ("after", "before", "hands", "highest", "last", "past", "ring", "taker")

    def __init__(self, hands: Iterable[int], ring: Sequence[int]) -> None:
        self.hands = list(hands)
        self.ring = tuple(ring)
        self.after, self.before = _neighbours(self.ring, len(self.hands))
        self.past = b""
        self.highest = 0
        self.taker = self.ring[0]
        self.last = self.ring[-1]

    def at_least(self, seat: int) -> int:
        """The cards of this seat that are at least as high as the highest so far; all of them for the leader."""
        return self.hands[seat] & FROM[self.highest]

    def lay(self, seat: int, rank: int) -> tuple[int, ...]:
        """Play a card of this rank. Returns whose turn it is, () when the trick is complete: then `taker` has won it."""
        self.hands[seat] -= ONE[rank]
        self.past += _BYTES[rank]
        if rank >= self.highest:
            self.highest = rank
            self.taker = seat
        if seat != self.last:
            return self.after[seat]
        self.highest = 0
        self.last = self.before[self.taker]
        return ()

    def tricks(self) -> list[Trick]:
        """All tricks of this deal in order; the last one may be unfinished."""
        ring, count = self.ring, len(self.ring)
        tricks: list[Trick] = []
        for start in range(0, len(self.past), count):
            ranks = self.past[start : start + count]
            tricks.append(tuple(zip(ring, [KILLE_RANKS[rank] for rank in ranks], strict=False)))
            leader = taking(ranks)
            ring = ring[leader:] + ring[:leader]
        return tricks

    def complete(self) -> int:
        """How many tricks of this deal are complete."""
        return len(self.past) // len(self.ring)

    def last_ranks(self) -> bytes:
        """The ranks of the trick that has just been completed, in order played."""
        return self.past[-len(self.ring) :]

    def copy(self) -> KilleTrick:
        """An independent trick in the same state."""
        twin = KilleTrick.__new__(KilleTrick)
        twin.hands = self.hands.copy()
        twin.ring, twin.after, twin.before, twin.past = self.ring, self.after, self.before, self.past
        twin.highest, twin.taker, twin.last = self.highest, self.taker, self.last
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, KilleTrick):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    __hash__ = None  # type: ignore[assignment]  # it changes as it is played


@lru_cache(maxsize=4096)
def _neighbours(ring: tuple[int, ...], seats: int) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """By seat, who plays after it, as `to_act`, and who before it; () and 0 for a seat that is not in the ring."""
    after: list[tuple[int, ...]] = [()] * seats
    before = [0] * seats
    for seat, following in zip(ring, (*ring[1:], ring[0]), strict=True):
        after[seat] = (following,)
        before[following] = seat
    return tuple(after), tuple(before)


def taking(ranks: bytes) -> int:
    """Which card of a trick, counted from 0 in order played, takes it: the highest, of equal ones the last."""
    return ranks.rindex(max(ranks))


# ---- as people see it ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class TricksView(View):
    """What everybody sees of the tricks of a deal.

    `trick` is empty between tricks, `last_trick` before the first is complete. `earlier` are all complete tricks of this
    deal: everybody saw them, so whoever remembers may use them, but a table shows only the last.
    """

    trick: Trick
    last_trick: Trick
    earlier: tuple[Trick, ...]


def shown(trick: KilleTrick | None) -> dict[str, Any]:
    """The fields of a `TricksView`; None: nothing was played yet."""
    tricks = trick.tricks() if trick else []
    complete = trick.complete() if trick else 0
    return {
        "trick": tricks[complete] if complete < len(tricks) else (),
        "last_trick": tricks[complete - 1] if complete else (),
        "earlier": tuple(tricks[:complete]),
    }


def measured(view: TricksView) -> Iterator[tuple[int, int, int]]:
    """Every card seen in this deal, in order: (seat, its rank, the highest rank in its trick before it, 0 for a lead)."""
    for trick in (*view.earlier, view.trick):
        highest = 0
        for seat, card in trick:
            rank = RANK[card]
            yield seat, rank, highest
            highest = max(highest, rank)
