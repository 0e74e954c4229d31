"""The deals of Kierki in words: what each is called, and what it punishes or pays, at every length that is needed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.cards import SUIT_SIGNS
from games.game import N_
from games.kierki import KierkiView
from games.kierki_deals import LAST_OF_SHORT, LOTTERY, TRUMP_DEALS
from table.words import Words


@dataclass(frozen=True)
class DealWords:
    """One deal in words. The king of hearts is never written as a card here: a sign would look like a card that is told.

    `title`: its name in a sentence. `costs`: what counts, in one line. `pill`: the same for a corner of the picture.
    `tiles`: what counts as (short text, points). `reminder`: what counts, for every turn, where `costs` is too long.
    """

    title: str
    costs: str
    pill: str
    tiles: tuple[tuple[str, int], ...] = ()
    reminder: str = ""


_TRUMPS: Final = DealWords(N_("trumps"), N_("+25 for each trick"), N_("Each trick +25"))

DEAL_WORDS: Final = {
    1: DealWords(N_("tricks"), N_("−20 for each trick"), N_("Each trick −20")),
    2: DealWords(N_("hearts"), N_("−20 for each heart"), N_("Each heart −20")),
    3: DealWords(N_("queens"), N_("−60 for each queen"), N_("Each queen −60")),
    4: DealWords(N_("jacks and kings"), N_("−30 for each jack and king"), N_("Each J and K −30")),
    5: DealWords(N_("king of hearts"), N_("−150 for the king of hearts"), N_("King of ♥ −150")),
    6: DealWords(
        N_("seventh and last"),
        N_("−75 for the seventh and for the last trick"),
        N_("Tricks 7, 13: −75"),
    ),
    7: DealWords(
        N_("everything"),
        N_(
            "−20 for each trick, −20 for each heart, −60 for each queen, −30 for each jack and king, "
            "−150 for the king of hearts, −75 for the seventh and for the last trick"
        ),
        N_("Everything costs"),
        (
            (N_("trick"), -20),
            (N_("♥"), -20),
            (N_("Q"), -60),
            (N_("J, K"), -30),
            (N_("K of ♥"), -150),
            (N_("7, 13"), -75),
        ),
        N_("all that cost points so far"),
    ),
    **dict.fromkeys(TRUMP_DEALS, _TRUMPS),
    LOTTERY: DealWords(
        N_("lottery"),
        N_("+800 for the first empty hand, +500 for the second"),
        N_("First out +800, second +500"),
    ),
}


def deal_title(view: KierkiView, words: Words) -> str:
    """Where the game is: ``Deal 3 of 12, queens``; the lottery, which is the last one, has no number."""
    if view.deal == LOTTERY:
        return words.say("Lottery, the last deal")
    deals = LAST_OF_SHORT + 1 if view.options.length == "short" else LOTTERY
    return words.say("Deal {deal} of {deals}, {title}", deal=view.deal, deals=deals, title=title_of(view.deal, words))


def title_of(deal: int, words: Words) -> str:
    """What a deal is called."""
    return words.translate(DEAL_WORDS[deal].title)


def costs(deal: int, words: Words) -> str:
    """What counts in a deal, in one line."""
    return words.translate(DEAL_WORDS[deal].costs)


def reminder(deal: int, words: Words) -> str:
    """What counts in a deal, as short as it can be said at every turn."""
    return words.translate(DEAL_WORDS[deal].reminder or DEAL_WORDS[deal].costs)


def legend(trumps: Mapping[int, str], words: Words) -> str:
    """What the numbers of deals stand for, from deal → trump suit or "": ``1 tricks · 8 trumps ♥``."""
    said = []
    for deal, trump in trumps.items():
        said.append(f"{deal} {title_of(deal, words)}" + (f" {SUIT_SIGNS[trump]}" if trump else ""))
    return " · ".join(said)
