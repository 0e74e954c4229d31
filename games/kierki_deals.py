"""The twelve deals of Kierki: what each is about and what a trick costs or earns in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.masks import BIT, RANK, SUIT
from games.tricks import ANY_LEAD, HEARTS_LAST

LAST_OF_SHORT: Final = 6  #: the deal that the lottery follows in the short game
TRUMP_DEALS: Final = range(8, 12)
LOTTERY: Final = 12


@dataclass(frozen=True, slots=True)
class Deal:
    """What one deal is about: points for its winner of a trick.

    `trick`: for every trick. `cards`: for each card of a mask in it. `late`: by the number of the trick. `lead`: what
    must be led while a hand has any of it. `last`: the cards that an early end waits for.
    """

    name: str
    trick: int = 0
    cards: tuple[tuple[int, int], ...] = ()
    late: Mapping[int, int] | None = None
    lead: int = ANY_LEAD
    last: int = 0


_HEARTS: Final = (SUIT["H"], -20)
_QUEENS: Final = (RANK["Q"], -60)
_JACKS_AND_KINGS: Final = (RANK["J"] | RANK["K"], -30)
_KING_OF_HEARTS: Final = (BIT["KH"], -150)
_SEVENTH_AND_LAST: Final = {7: -75, 13: -75}

DEALS: Final = {
    1: Deal("tricks", trick=-20),
    2: Deal("hearts", cards=(_HEARTS,), lead=HEARTS_LAST, last=SUIT["H"]),
    3: Deal("queens", cards=(_QUEENS,), last=RANK["Q"]),
    4: Deal("jacks and kings", cards=(_JACKS_AND_KINGS,), last=RANK["J"] | RANK["K"]),
    5: Deal("king of hearts", cards=(_KING_OF_HEARTS,), lead=HEARTS_LAST, last=BIT["KH"]),
    6: Deal("seventh and last", late=_SEVENTH_AND_LAST),
    7: Deal(
        "everything",
        trick=-20,
        cards=(_HEARTS, _QUEENS, _JACKS_AND_KINGS, _KING_OF_HEARTS),
        late=_SEVENTH_AND_LAST,
        lead=HEARTS_LAST,
    ),
    **dict.fromkeys(TRUMP_DEALS, Deal("trumps", trick=25)),
    LOTTERY: Deal("lottery"),
}
