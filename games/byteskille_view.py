"""What a seat knows of Byteskille, and the deals that it cannot tell from the real one.

All that moves in a hand is public except the faces: who swapped with whom, who drew, who showed what. So a card is
followed by its *origin*, its place in the shuffled deck (0 = the first card dealt): everybody can say of each card on
the table where it was dealt, and a face once seen stays known until the next deal, wherever the card goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from random import Random

from games.cards import KILLE_DECK
from games.game import View, private

#: Whoever holds one of these must refuse a trade: the next one is asked, the asker is out, or all trades are undone.
PASS_ON = ("VA", "KA")
PUT_OUT = ("GR", "HU")
UNDO = "GO"
REFUSING = (*PASS_ON, *PUT_OUT, UNDO)


@dataclass(frozen=True)
class Showdown:
    """A showdown: `cards` (seat, card) of the live in order, `low` seats whose Harlekin was worth 0, `dead` (seat, card)
    of the chairs put out in trading, `killing` the number of killing cards with the guard, `out` seats, ascending.
    """

    hand: int
    cards: tuple[tuple[int, str], ...]
    low: tuple[int, ...]
    dead: tuple[tuple[int, str], ...]
    killing: int
    out: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class ByteskilleView(View):
    """What a seat knows of Byteskille. Seats sit on chairs (`ring`: seats by chair); the rules page explains the rest.

    Beyond the rules page, public: `order` the chairs of this hand in order of dealing and trading; for each of them
    `origins` the origin of its card and `givers` the seat that gave it in a swap (both empty between hands);
    `sighted` by seat the origins whose faces it has seen; `faces` origin and card of those shown to all; `swappable`
    the origins that were asked for and did not refuse; `made` by seat the offers made in this hand; `asked` the seats
    that have asked for a redeal in it; `redealt` whether there was one.
    Private: `gave` (seat, card) that this seat gave in a swap and that are still there; `sights` origin and card of
    every face this seat has seen in this hand.
    """

    phase: str
    hand: int
    dealer: int
    ring: tuple[int, ...]
    live: tuple[int, ...]
    turn: int | None
    pot: int
    window_pot: int | None
    buy_ins: tuple[int, ...]
    offers: tuple[int | None, ...]
    asker: int | None
    agreed: tuple[int, ...]
    shown: tuple[tuple[int, str], ...]
    talon: int
    dry: int
    showdown: Showdown | None
    order: tuple[int, ...]
    origins: tuple[int, ...]
    givers: tuple[int | None, ...]
    sighted: tuple[tuple[int, ...], ...]
    faces: tuple[tuple[int, str], ...]
    swappable: tuple[int, ...]
    made: tuple[int, ...]
    asked: tuple[int, ...]
    redealt: bool
    card: str | None = private()
    low: bool | None = private()
    gave: tuple[tuple[int, str], ...] | None = private()
    sights: tuple[tuple[int, str], ...] | None = private()


def imagine_deck(view: ByteskilleView, rng: Random) -> tuple[str, ...]:
    """A shuffled deck, by origin, from which every public event of this hand would have come out as it did.

    Faces seen stay; a card that was swapped when it was asked for is none that refuses; all others are dealt anew.
    """
    if not view.origins:
        return KILLE_DECK
    known = dict((*view.faces, *(view.sights or ())))
    unseen = list(KILLE_DECK)
    for card in known.values():
        unseen.remove(card)
    rng.shuffle(unseen)
    for origin in view.swappable:
        if origin not in known:
            known[origin] = _take_swappable(unseen)
    return tuple(_filled(known, unseen))


def _take_swappable(unseen: list[str]) -> str:
    return unseen.pop(next(place for place, card in enumerate(unseen) if card not in REFUSING))


def _filled(known: Mapping[int, str], unseen: Iterable[str]) -> Iterable[str]:
    rest = iter(unseen)
    for origin in range(len(KILLE_DECK)):
        yield known[origin] if origin in known else next(rest)
