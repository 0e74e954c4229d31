"""The pictures of Kille: packets and talon, the tricks, and between two hands what the last one brought."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from operator import sub

from cogs.kille_trick_scene import Lying, lying, taken_last, trick_picture
from games.kille import KilleView
from pictures.scene import At, Card, Element, Pile, Pill, Pot, Scene, Seat, back, place
from table.presentation import Show
from table.words import signed

#: Up to so many seats sit on the four sides of the table, with room for the talon beside one of them.
ON_FOUR_SIDES = 4


def phase_of(view: KilleView) -> str:
    """Which scene it is: ``decide``, ``tricks``, ``shares`` (a hand is over, nobody has decided in the next) or ``over``."""
    if view.outcome is not None:
        return "over"
    if view.share is not None:
        return "tricks"
    return "decide" if view.hand_no == 1 or any(view.decisions) else "shares"


def scene_of(show: Show, caption: str) -> Scene:
    """The table as it is now; `caption` is the last thing that happened."""
    view: KilleView = show.view
    words, phase = show.words, phase_of(view)
    elements: list[Element] = [pot_of(show)]
    if phase == "decide":
        side: At = "right" if view.seats <= ON_FOUR_SIDES else "centre"
        elements.append(Pile(view.talon, back("kille"), words.say("Talon"), talon_in_words(show), side))
    elif trick := trick_on_table(show):
        elements.append(trick_picture(trick, show))
    pills = [Pill(words.say("Hand {hand} of {hands}", hand=view.hand_no, hands=view.hands_total), "top-right")]
    if caption:
        pills.append(Pill(caption, "centre", "gold" if phase == "over" else "plain"))
    brought = gains(show)[-1] if phase in ("shares", "over") else ()
    packets = phase == "decide" or (bool(brought) and not was_played(show))
    seats = tuple(_seat(show, seat, brought, packets=packets) for seat in range(view.seats))
    return Scene("wine", seats, tuple(elements), tuple(pills))


def trick_on_table(show: Show) -> Lying | None:
    """The trick that is played; between two hands and at the end the last one, if the hand was played for tricks."""
    phase = phase_of(show.view)
    if phase == "tricks":
        return lying(show)
    return Lying(taken_last(show), True) if phase != "decide" and was_played(show) else None


def was_played(show: Show) -> bool:
    """Was the last hand that is over played for tricks, and not won without play?"""
    last = next((event.kind for event in reversed(show.story) if event.kind in ("trick", "walkover")), "")
    return last == "trick"


def pot_of(show: Show) -> Pot:
    """The pot; in play the share it pays for each trick is written over it."""
    view: KilleView = show.view
    words = show.words
    phrase = words.plural("Pot: {count} point", "Pot: {count} points", view.pot)
    if view.share is None or view.outcome is not None:
        return Pot(str(view.pot), words.say("Pot"), phrase)
    share = words.plural("{count} point a trick", "{count} points a trick", view.share)
    return Pot(str(view.pot), words.say("Pot, {share} a trick", share=view.share), f"{phrase}, {share}")


def talon_in_words(show: Show) -> str:
    """How many cards the talon has."""
    return show.words.plural("Talon: {count} card", "Talon: {count} cards", show.view.talon)


def _seat(show: Show, seat: int, brought: Sequence[int], *, packets: bool) -> Seat:
    """A plate; `brought`: what the last hand brought to each seat, if that is shown; `packets`: cards lie before it."""
    view: KilleView = show.view
    words = show.words
    net = signed(view.net[seat])
    if brought:
        line = words.say("{gain} · in all {points}", gain=signed(brought[seat]), points=net)
    elif view.share is not None and view.tricks[seat]:
        line = f"{net} · {_tricks(show, seat)}"
    elif view.decisions[seat] == "fold" or (view.share is None and view.decisions[seat]):
        line = f"{net} · {_decided(show, seat)}"
    else:
        line = words.plural("{points} point", "{points} points", abs(view.net[seat]), points=net)
    return Seat(
        name=show.plain(seat),
        fallbacks=(words.say("Player {number}", number=seat + 1),),
        line=line,
        to_act=seat in view.to_act,
        out=not brought and view.decisions[seat] == "fold",
        colour=seat,
        marker="D" if seat == view.dealer else "",
        cards=(_packet(show, seat, brought),) if packets else (),
        words=f"{show.plain(seat)}: {', '.join(facts_of(show, seat))}",
    )


def _packet(show: Show, seat: int, brought: Sequence[int]) -> Card:
    """The three cards of a seat, face down: bright once it is in, gone once it has folded or all is over."""
    view: KilleView = show.view
    if brought:
        return place(signed(brought[seat]), glow="gold" if brought[seat] > 0 else "")
    if view.decisions[seat] == "fold":
        return place(show.words.say("folded"))
    if seat in view.to_act:
        return place(show.words.say("to decide"), glow="gold")
    return back("kille", veiled=view.decisions[seat] is None)


def _decided(show: Show, seat: int) -> str:
    words = show.words
    decided = {"join": words.say("in"), "exchange": words.say("exchanged"), "fold": words.say("folded")}
    return decided[show.view.decisions[seat]]


def _tricks(show: Show, seat: int) -> str:
    count = show.view.tricks[seat]
    return show.words.plural("{count} trick", "{count} tricks", count) if count else show.words.say("no trick")


def facts_of(show: Show, seat: int) -> Iterator[str]:
    """What everybody knows of a seat, in words."""
    view: KilleView = show.view
    words = show.words
    if seat in view.to_act:
        yield words.say("to decide") if view.share is None else words.say("to play")
    yield words.say("score {points}", points=signed(view.net[seat]))
    if phase_of(view) in ("shares", "over"):
        yield words.say("{gain} in the last hand", gain=signed(gains(show)[-1][seat]))
    elif view.decisions[seat]:
        yield _decided(show, seat)
    elif seat not in view.to_act:
        yield words.say("not decided")
    if phase_of(view) == "tricks" and view.decisions[seat] != "fold":
        yield _tricks(show, seat)
        yield words.plural("{count} card", "{count} cards", view.hands[seat])
    if seat == view.dealer:
        yield words.say("dealer")


def gains(show: Show) -> list[tuple[int, ...]]:
    """What every hand that is over brought to each seat."""
    totals = [(0,) * show.view.seats, *(event["scores"] for event in show.story if event.kind == "hand_over")]
    return [tuple(map(sub, after, before)) for before, after in pairwise(totals)]
