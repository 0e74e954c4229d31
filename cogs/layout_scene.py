"""The layout of four suits that grow from their sevens, in picture and words: Fan Tan's, and that of Kierki's lottery."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.cards import ACE_HIGH, SUIT_SIGNS
from games.game import N_, Event
from games.layout import Ends
from pictures.scene import Card, Strip, face, place
from table.words import Words

#: Suits in the order in which hands and the layout show them: black and red in turn.
SHOWN: Final = "CDSH"

_TITLES: Final = {"C": N_("Clubs"), "D": N_("Diamonds"), "H": N_("Hearts"), "S": N_("Spades")}


def by_suit(cards: Sequence[str]) -> tuple[str, ...]:
    """Cards as a player holds them: suit by suit, the lowest first."""
    return tuple(sorted(cards, key=lambda card: (SHOWN.index(card[-1]), ACE_HIGH.index(card[:-1]))))


def suit_title(suit: str, words: Words) -> str:
    """A suit as the beginning of a line: ``Clubs``."""
    return words.translate(_TITLES[suit])


def layout_rows(layout: Ends, words: Words) -> tuple[Strip, ...]:
    """The four suits as rows of thirteen places; what may be laid next is a golden place with its rank."""
    return tuple(_row(layout[suit], suit, words) for suit in SHOWN)


def _row(run: tuple[str, str] | None, suit: str, words: Words) -> Strip:
    low, high = _ends(run)
    slots: list[Card] = []
    for index, rank in enumerate(ACE_HIGH):
        if run is not None and low <= index <= high:
            slots.append(face(rank + suit))
        elif index in (low - 1, high + 1):
            slots.append(place(rank, glow="gold"))
        else:
            slots.append(place())
    return Strip(tuple(slots), caption=SUIT_SIGNS[suit], words=suit_title(suit, words))


def _ends(run: tuple[str, str] | None) -> tuple[int, int]:
    """Indices of the lowest and highest rank laid; for a suit not begun so that its seven is next."""
    if run is None:
        seven = ACE_HIGH.index("7")
        return seven + 1, seven - 1
    return ACE_HIGH.index(run[0]), ACE_HIGH.index(run[1])


def layout_lines(layout: Ends, words: Words) -> list[str]:
    """The layout as text, a line for each suit."""
    lines = []
    for suit in SHOWN:
        run = layout[suit]
        title = suit_title(suit, words)
        if run is None:
            lines.append(words.say("{suit_title}: not begun", suit_title=title))
        elif run[0] == run[1]:
            lines.append(words.say("{suit_title}: {card}", suit_title=title, card=run[0] + suit))
        else:
            first, last = words.card(run[0] + suit), words.card(run[1] + suit)
            lines.append(words.say("{suit_title}: {first} to {last}", suit_title=title, first=first, last=last))
    return lines


def passed_together(event: Event, story: Sequence[Event]) -> tuple[int, ...]:
    """The seats passed over one after the other, told with the last of them; () for those before it.

    Only where `event` is this very event of the story; one from elsewhere speaks for itself.
    """
    place_in_story = next((index for index in reversed(range(len(story))) if story[index] is event), None)
    if place_in_story is None:
        return (event["seat"],)
    if place_in_story + 1 < len(story) and story[place_in_story + 1].kind == "pass":
        return ()
    seats: list[int] = []
    while place_in_story >= 0 and story[place_in_story].kind == "pass":
        seats.insert(0, story[place_in_story]["seat"])
        place_in_story -= 1
    return tuple(seats)
