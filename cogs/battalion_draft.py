"""An army of Battalion while its owner composes it: where each soldier goes, written in a custom_id.

A draft is one letter a card, for the soldiers from 10 to A and then the Joker, if the seat holds one: its general
``J``, ``Q``, ``K``, or ``-`` for none. Cards that are placed already (the clock or a computer did it) keep their place.
"""

from __future__ import annotations

import random

from games.battalion import CARDS, GENERALS, SOLDIERS, STRENGTH, BattalionView, generals_of
from games.cards import JOKER, SUITS
from games.game import IllegalMove
from table.presentation import Choice, Menu, Show

NOWHERE = "-"
#: What the next press on a soldier makes of its place; a Joker may be taken back.
TURNS = {NOWHERE: "J", "J": "Q", "Q": "K", "K": "J"}
JOKER_TURNS = {**TURNS, "K": NOWHERE}


def cards_of(view: BattalionView) -> tuple[str, ...]:
    """The cards that the owner of the view lays in this game, in the order of the rules: soldiers, perhaps a Joker."""
    return CARDS if view.seat in view.jokers else SOLDIERS


def read_draft(view: BattalionView, text: str) -> str:
    """The draft that a path means, with what is placed already; a new one where the path means none."""
    cards = cards_of(view)
    draft = text if len(text) == len(cards) and set(text) <= set(TURNS) else NOWHERE * len(cards)
    placed = generals_of(view.stacks or {})
    return "".join(placed) + draft[len(placed) :]


def is_complete(draft: str) -> bool:
    """Has every soldier its general? A Joker need not have one."""
    return NOWHERE not in draft[: len(SOLDIERS)]


def moves_of(view: BattalionView, draft: str) -> list[str]:
    """The moves that a complete draft means, from the next card on. Raises IllegalMove while soldiers are left over."""
    draft = read_draft(view, draft)
    if not is_complete(draft):
        raise IllegalMove("All ten soldiers must be placed first.")
    begun = len(generals_of(view.stacks or {}))
    moves = []
    for card, general in list(zip(cards_of(view), draft, strict=True))[begun:]:
        moves.append("done" if general == NOWHERE else f"place {card} {general}")
    return moves


def menu_of(show: Show, path: str) -> Menu:
    """A button for each card that moves it on, J to Q to K; ways to place the rest at once; Ready at the end."""
    view: BattalionView = show.view
    words = show.words
    draft = read_draft(view, path)
    begun = len(generals_of(view.stacks or {}))
    choices = []
    for place, card in enumerate(cards_of(view)):
        if place < begun:
            continue
        here = draft[place]
        there = (JOKER_TURNS if card == JOKER else TURNS)[here]
        code = card if card == JOKER else card + SUITS[show.seat]
        label = words.card(code)
        if here != NOWHERE:
            label = words.say("{card} → {general}", card=code, general=words.translate(here))
        moved = draft[:place] + there + draft[place + 1 :]
        choices.append(Choice(label, path=moved, card=code, tone="lay" if here == NOWHERE else "take"))
    return Menu(_so_far(show, draft), (*choices, *_further(show, draft, begun)), back=None)


def _so_far(show: Show, draft: str) -> str:
    """What lies where, with sums, as far as the draft goes."""
    words = show.words
    lines = [words.say("Press a soldier to send it to J, again for Q, again for K.")]
    for general in GENERALS:
        there = [card for card, where in zip(cards_of(show.view), draft, strict=True) if where == general]
        listed = " ".join(words.card(JOKER) if card == JOKER else words.translate(card) for card in there)
        total = sum(STRENGTH.get(card, 0) for card in there)
        title = f"**{words.translate(general)}**"
        count = words.plural("{count} card", "{count} cards", len(there))
        if there:
            lines.append(
                words.say(
                    "{general}: {listed} = {sum}, {number}", general=title, listed=listed, sum=total, number=count
                )
            )
        else:
            lines.append(words.say("{general}: nobody", general=title))
    return "\n".join(lines)


def _further(show: Show, draft: str, begun: int) -> list[Choice]:
    """Where all soldiers that are left go at once, or Ready; and a new beginning."""
    words = show.words
    left = draft[: len(SOLDIERS)].count(NOWHERE)
    over = [Choice(words.say("Start over"), path="", tone="say")] if draft[begun:].strip(NOWHERE) else []
    if not left:
        heading = words.say("All are placed. After **Ready** nothing can be changed:")
        return [Choice(words.say("Ready"), draft=draft, tone="take", heading=heading), *over]
    heading = words.plural("The soldier that is left:", "The {count} soldiers that are left:", left)
    ways = []
    for general in GENERALS:
        label = words.say("all to {general}", general=words.translate(general))
        ways.append(Choice(label, path=_filled(draft, general), tone="say", heading=heading))
        heading = ""
    ways.append(Choice(words.say("at random"), path=_filled(draft, GENERALS), tone="say"))
    return [*ways, *over]


def _filled(draft: str, generals: str | tuple[str, ...]) -> str:
    """The draft with every soldier that is left at one of these generals, by lot."""
    soldiers = (random.choice(generals) if where == NOWHERE else where for where in draft[: len(SOLDIERS)])
    return "".join(soldiers) + draft[len(SOLDIERS) :]
