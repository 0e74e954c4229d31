"""The only source of randomness: the dealer and the order of each shuffled pile (contract, section 4).

Strangers recompute deals from a published seed, in any language, so the algorithm is fixed: a byte stream
SHA-256(seed ‖ counter as 8 bytes, big-endian), counter 0, 1, 2 …; `below(n)` throws away bytes of
256 − 256 mod n and above and takes the rest mod n; Fisher–Yates from the last index down to 1.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from operator import length_hint
from typing import TypeVar

from games.errors import BadSetup

Card = TypeVar("Card")

#: For each last place of a pile of up to 256: which place each byte draws, None for the bytes that are thrown away.
_DRAWN = tuple(tuple(byte % n if byte < 256 - 256 % n else None for byte in range(256)) for n in range(1, 257))


class Chance:
    """Deals, from a seed (bytes; none = the empty seed), an optional given dealer and given shuffles.

    The k-th shuffle of a game uses ``shuffles[k]`` where it is given, else the seed's stream. A given order has its
    first element on top, which is the first card dealt.
    """

    __slots__ = ("_counter", "_given", "_left", "_seed", "_stacked", "shared", "shuffled")

    def __init__(self, seed: bytes = b"", dealer: int | None = None, shuffles: Sequence[Sequence[str]] = ()) -> None:
        self._seed = seed
        self._given = dealer
        self._stacked = tuple(tuple(pile) for pile in shuffles)
        #: How many piles have been shuffled so far.
        self.shuffled = 0
        self._counter = 0
        self._left: bytes = b""
        #: True once several games hold this very object; none of them draws from it then, but from a copy of its own.
        self.shared = False

    def dealer(self, seats: int) -> int:
        """The given dealer, or below(seats). Raises BadSetup for a dealer who does not sit at the table."""
        if self._given is None:
            return self.below(seats)
        if not isinstance(self._given, int) or isinstance(self._given, bool) or not 0 <= self._given < seats:
            raise BadSetup("The dealer must be one of the {seats} seats, counted from 0.", seats=seats)
        return self._given

    def shuffle(self, pile: Sequence[Card]) -> list[Card]:
        """The pile in a new order, top first. Raises BadSetup if the given order is no permutation of the pile."""
        number = self.shuffled
        if number < len(self._stacked):
            stacked = self._stacked[number]
            if Counter(stacked) != Counter(pile):
                raise BadSetup("Shuffle {number} does not hold exactly the cards of its pile.", number=number)
            self.shuffled += 1
            return list(stacked)  # type: ignore[arg-type]  # the same cards, as just checked
        self.shuffled += 1
        cards = list(pile)
        last = len(cards) - 1
        while last > 0:  # as below(last + 1) would draw; written out, because searches shuffle much
            stream = self._left or self._next_block()
            draw = iter(stream)
            for byte in draw:
                place = _DRAWN[last][byte]
                if place is not None:
                    cards[last], cards[place] = cards[place], cards[last]
                    last -= 1
                    if not last:
                        break
            self._left = stream[len(stream) - length_hint(draw) :]
        return cards

    def below(self, n: int) -> int:
        """A whole number from 0 to n − 1, for n from 1 to 256; below(1) takes no byte."""
        if n == 1:
            return 0
        while True:
            stream = self._left or self._next_block()
            self._left = stream[1:]
            drawn = _DRAWN[n - 1][stream[0]]
            if drawn is not None:
                return drawn

    def _next_block(self) -> bytes:
        block = hashlib.sha256(self._seed + self._counter.to_bytes(8, "big")).digest()
        self._counter += 1
        return block

    def copy(self) -> Chance:
        """An independent Chance at the same place of the stream."""
        twin = object.__new__(Chance)
        twin._seed = self._seed
        twin._given = self._given
        twin._stacked = self._stacked
        twin.shuffled = self.shuffled
        twin._counter = self._counter
        twin._left = self._left
        twin.shared = False
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chance):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__ if name != "shared")

    __hash__ = None  # type: ignore[assignment]  # it changes as it is used
