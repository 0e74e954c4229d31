"""A trick of Kille cards in picture and words, for Kille and Krypkille."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from games.cards import STRENGTH
from games.kille_trick import Trick as Cards
from pictures.scene import Pill, Played, Scene, Seat, Trick, face
from table.presentation import Presentation, Show, Stage

Best = Literal["highest", "lowest"]


@dataclass(frozen=True)
class Lying:
    """The trick that lies on the table: its cards in order played, and whether it is complete.

    Between two tricks that is the one taken last: nobody would else see its last card.
    """

    cards: Cards
    complete: bool


def lying(show: Show) -> Lying:
    """The trick on the table: until it is led, the one before in this deal. No cards before the first lead."""
    view = show.view
    if view.trick or not view.last_trick:
        return Lying(view.trick, False)
    return Lying(view.last_trick, True)


def taken_last(show: Show) -> Cards:
    """The last complete trick, also one of an earlier deal; () if there is none."""
    if show.view.last_trick:
        cards: Cards = show.view.last_trick
        return cards
    for index in reversed(range(len(show.story))):
        event = show.story[index]
        if event.kind == "trick":
            plays = show.story[index - len(event["cards"]) : index]
            return tuple((play["seat"], play["card"]) for play in plays)
    return ()


def best_of(cards: Cards, best: Best = "highest") -> tuple[int, str]:
    """Seat and card of the highest or lowest card of a trick, of equal ones the last. The trick has cards."""
    sign = 1 if best == "highest" else -1
    _, number = max((sign * STRENGTH[card], number) for number, (_, card) in enumerate(cards))
    return cards[number]


def highest_card(cards: Sequence[str]) -> str:
    """The card that takes a trick."""
    return max(cards, key=STRENGTH.__getitem__)


def trick_picture(trick: Lying, show: Show, best: Best = "highest") -> Trick:
    """The trick as cards before their seats; what wins so far glows, a complete trick is dimmed beside its winner."""
    words = show.words
    if not trick.cards:
        return Trick((), None, show.view.to_act, words.say("to lead"), words.say("Trick"))
    winner = best_of(trick.cards, best)[0]
    played = tuple(
        Played(seat, replace(face(card), veiled=trick.complete and seat != winner)) for seat, card in trick.cards
    )
    if trick.complete:
        return Trick(played, winner, words=words.say("Trick taken last"))
    return Trick(played, winner, show.view.to_act, words.say("to play"), words.say("Trick"))


def taken_line(cards: Cards, show: Show) -> str:
    """A complete trick as a line of text."""
    return show.words.say("Trick taken last: {names}", names=[trick_in_words(cards, show)])


def trick_alone(cards: Cards, show: Show, said: str, best: Best = "highest") -> Scene:
    """A complete trick by itself; who played no card to it is greyed, `said` is its caption."""
    played = {seat for seat, _ in cards}
    words = show.words
    seats = tuple(
        Seat(
            show.plain(seat),
            out=seat not in played,
            colour=seat,
            fallbacks=(words.say("Player {number}", number=seat + 1),),
        )
        for seat in range(show.view.seats)
    )
    return Scene("wine", seats, (trick_picture(Lying(cards, True), show, best),), (Pill(said),))


def covered_trick(presentation: Presentation, show: Show, since: int) -> tuple[Stage, ...]:
    """The last trick completed from event `since` on, if a card or decision after it has taken it from the table."""
    story = show.story
    end = next((index for index in reversed(range(since, len(story))) if story[index].kind == "trick"), None)
    if end is None:
        return ()
    gone = next((index for index in range(end, len(story)) if story[index].kind in ("play", "decide")), None)
    found = presentation.last_trick(show)
    if gone is None or found is None or found[1] is None:
        return ()
    return (Stage(found[1], presentation.sentence(story[end], show) or "", gone),)


def trick_in_words(cards: Cards, show: Show) -> str:
    """The cards of a trick in order played: "Ann Gök, Bo 7 and Cy Krans"."""
    words = show.words
    return words.listed(words.say("{name} {card}", name=show.name(seat), card=card) for seat, card in cards)
