"""The animal park as a picture: who is which animal, what lies revealed, and how cards change hands."""

from __future__ import annotations

from typing import Final

from games.djurpark import DjurparkView
from games.game import N_, Event
from pictures.scene import Card, Element, Pill, Row, Scene, Seat, back, face, faces
from table.presentation import Show
from table.words import Words, signed

ANIMAL_WORDS: Final = {
    "cow": N_("cow"),
    "duck": N_("duck"),
    "frog": N_("frog"),
    "owl": N_("owl"),
    "cat": N_("cat"),
    "dog": N_("dog"),
    "horse": N_("horse"),
    "pig": N_("pig"),
    "sheep": N_("sheep"),
    "goat": N_("goat"),
    "rooster": N_("rooster"),
    "bee": N_("bee"),
    "crow": N_("crow"),
    "lion": N_("lion"),
    "wolf": N_("wolf"),
    "elephant": N_("elephant"),
    "donkey": N_("donkey"),
    "mouse": N_("mouse"),
    "snake": N_("snake"),
    "turkey": N_("turkey"),
}

#: With more seats the plates are narrow, and have room for less.
ROOMY: Final = 6
#: What may follow the cards that changed hands without hiding them.
AFTER: Final = ("out", "win")


def animal_word(animal: str | None, words: Words) -> str:
    """An animal in this language; nothing for None."""
    return words.translate(ANIMAL_WORDS[animal]) if animal is not None else ""


def park_scene(show: Show, last: str) -> Scene:
    """The table; `last` is what happened last, for the caption."""
    view: DjurparkView = show.view
    words = show.words
    moved = _moved(show)
    elements: tuple[Element, ...] = ()
    pills = [Pill(last)] if last else []
    if view.phase == "animals":
        pills = [Pill(words.say("Everybody chooses an animal"))]
    elif moved is not None and moved["seat"] != moved["active"]:
        cards = faces(*moved["cards"]) if moved.kind == "right" else (back("kille"),)
        named = show.for_picture()
        giver, taker = (
            named.name(moved[who]) for who in (("active", "seat") if moved.kind == "right" else ("seat", "active"))
        )
        caption = words.say("{giver} » {taker}", giver=giver, taker=taker)
        elements = (Row(cards, caption=caption, words=words.say("From {giver} to {taker}", giver=giver, taker=taker)),)
        pills = []
    return Scene("wine", tuple(_seat(show, seat, moved) for seat in range(view.seats)), elements, tuple(pills), "rows")


def _moved(show: Show) -> Event | None:
    """The call that has just moved cards, if that is the last thing that happened."""
    for event in reversed(show.story):
        if event.kind == "right" or (event.kind == "wrong" and event["paid"]):
            return event
        if event.kind not in AFTER:
            return None
    return None


def _seat(show: Show, seat: int, moved: Event | None) -> Seat:
    view: DjurparkView = show.view
    words = show.words
    animal = animal_word(view.animals[seat], words)
    living = bool(view.scores[seat])
    change, roomy = _change(seat, moved), view.seats <= ROOMY
    count = words.say("out")
    if living and change:  # beside a long animal there is no room for more, and what changed is news
        count = str(view.down[seat]) if roomy else ""
    elif living:
        count = words.say("{count} down", count=view.down[seat]) if roomy else str(view.down[seat])
    line = " · ".join(filter(None, (animal, count))) + (f" {signed(change)}" if change else "")
    spoken = ", ".join(
        filter(
            None,
            (
                animal,
                words.plural("{count} face down", "{count} face down", view.down[seat]) if living else words.say("out"),
                words.say("revealed {cards}", cards=view.revealed[seat]) if view.revealed[seat] else "",
                words.say("flips next") if seat == view.turn else "",
            ),
        )
    )
    return Seat(
        name=show.plain(seat),
        fallbacks=(words.say("Player {number}", number=seat + 1),),
        line=line,
        to_act=seat in view.to_act,
        out=not living,
        colour=seat,
        cards=_cards(view, seat),
        words=f"{show.plain(seat)}: {spoken}",
    )


def _change(seat: int, moved: Event | None) -> int:
    """How many cards a seat has just got (or, below zero, given away)."""
    if moved is None or moved["seat"] == moved["active"]:
        return 0
    count = len(moved["cards"]) if moved.kind == "right" else -1
    return count if seat == moved["seat"] else -count if seat == moved["active"] else 0


def _cards(view: DjurparkView, seat: int) -> tuple[Card, ...]:
    """What lies before a seat; the card just flipped shines."""
    if view.phase == "animals" or not view.flips:
        return (back("kille"),)
    cards = list(faces(*view.revealed[seat]))
    if seat == view.active and cards:
        cards[-1] = face(view.revealed[seat][-1], glow="gold")
    return tuple(cards)
