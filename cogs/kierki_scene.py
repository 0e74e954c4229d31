"""The pictures of Kierki: a trick, the summary between two deals, the call of trumps, the lottery's four rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, Literal

from cogs.kierki_deals import DEAL_WORDS, costs, deal_title
from cogs.layout_scene import layout_rows
from games.cards import ACE_HIGH
from games.game import Event
from games.kierki import TRICKS, KierkiView
from games.kierki_deals import LOTTERY, TRUMP_DEALS
from pictures.scene import Element, Pile, Pill, Played, Row, Scene, Seat, Side, Trick, back, face, faces, place
from table.presentation import Show
from table.words import Words, number, signed

#: Seats of a trick, clockwise from the bottom; in the lottery two lines that keep this order.
AROUND: Final[tuple[Side, ...]] = ("bottom", "left", "top", "right")
IN_LINES: Final[tuple[Side, ...]] = ("bottom", "top", "top", "bottom")

ICONS: Final[dict[str, Literal["C", "D", "H", "S"]]] = {"C": "C", "D": "D", "H": "H", "S": "S"}

#: Deals whose costly cards are few enough to be shown when they are taken.
SHOWS_TAKEN: Final = {3: ("Q",), 4: ("J", "K"), 5: ("K",)}


def phase_of(view: KierkiView) -> str:
    """Which scene it is: ``call``, ``next deal`` (a deal is over, no card of the next is played), ``trick``,
    ``trumps`` (a trick in deals 8–11) or ``lottery``."""
    if view.stock:
        return "call"
    if view.deal > 1 and view.trump is None and not view.played:
        return "next deal"
    if view.deal == LOTTERY:
        return "lottery"
    return "trumps" if view.deal in TRUMP_DEALS else "trick"


def scene_of(show: Show, caption: str) -> Scene:
    """The table as it is now; `caption` is the last thing that happened."""
    phase = phase_of(show.view)
    if phase in ("call", "next deal"):
        return _between_deals(show, caption)
    return _lottery(show, caption) if phase == "lottery" else _trick(show, caption)


def _seats(show: Show, where: Sequence[Side], *, deal_points: bool = True) -> tuple[Seat, ...]:
    """The name plates: the score, and in brackets what this deal has brought so far."""
    view: KierkiView = show.view
    words = show.words
    seats = []
    for seat in range(view.seats):
        line = number(view.scores[seat])
        if view.deal == LOTTERY:
            cards = words.plural("{count} card", "{count} cards", view.hands[seat])
            if seat in view.finished:
                cards = words.say("out second") if view.finished.index(seat) else words.say("out first")
            elif seat in view.passed:
                cards = words.say("pass · {cards_held}", cards_held=cards)
            line = f"{cards} · {line}"
        elif deal_points:
            line += f" ({signed(view.deal_points[seat])})"
        seats.append(
            Seat(
                name=show.plain(seat),
                fallbacks=(words.say("Player {number}", number=seat + 1),),
                line=line,
                to_act=seat in view.to_act,
                out=seat in view.finished,
                colour=seat,
                marker="D" if seat == view.dealer else "",
                at=where[seat],
                words=f"{show.plain(seat)}: {', '.join(facts_of(show, seat))}",
            )
        )
    return tuple(seats)


def facts_of(show: Show, seat: int) -> Iterator[str]:
    """What everybody knows of a seat, in words."""
    view: KierkiView = show.view
    words = show.words
    if seat in view.to_act:
        yield words.say("to play")
    yield words.say("score {points}", points=number(view.scores[seat]))
    if view.deal != LOTTERY:
        yield words.say("{points} in this deal", points=signed(view.deal_points[seat]))
        yield words.plural("{count} trick", "{count} tricks", view.tricks[seat])
    yield words.plural("{count} card", "{count} cards", view.hands[seat])
    if seat in view.finished:
        yield words.say("out, place {place}", place=view.finished.index(seat) + 1)
    if seat in view.passed:
        yield words.say("passed")
    if seat == view.dealer:
        yield words.say("dealer")


def _deal_pill(show: Show) -> Pill:
    """What this deal punishes (red) or pays (gold)."""
    view: KierkiView = show.view
    words = show.words
    pays = view.deal in TRUMP_DEALS or view.deal == LOTTERY
    said = f"{deal_title(view, words)}: {costs(view.deal, words)}."
    if view.trump is not None:
        said += " " + words.say("Trumps are {suits}.", suits=view.trump)
        return Pill(words.say("trumps · trick +25"), "top-left", "gold", ICONS[view.trump], said)
    return Pill(words.translate(DEAL_WORDS[view.deal].pill), "top-left", "gold" if pays else "red", words=said)


# ---- tricks ------------------------------------------------------------------------------------------------------


def _trick(show: Show, caption: str) -> Scene:
    """The trick; until its first card is played, the one before lies there dimmed, so that its last card is seen."""
    view: KierkiView = show.view
    words = show.words
    count = sum(view.tricks)
    lies = view.trick or view.last_trick
    winner = winner_of(lies, view.trump) if lies else None
    complete = not view.trick and bool(lies)
    if complete:
        title = words.say("Trick {number}", number=count)
    else:
        title = words.say("Trick {number} of {tricks}", number=count + 1, tricks=TRICKS)
    trick = Trick(
        tuple(Played(seat, face(card, veiled=complete and seat != winner)) for seat, card in lies),
        winner,
        () if complete else view.to_act,
        words.say("to play") if view.trick else words.say("to lead"),
        title,
    )
    pills = [
        _deal_pill(show),
        Pill(words.say("Deal {deal} · trick {number}", deal=view.deal, number=min(count + 1, TRICKS)), "top-right"),
        *_led(view, words),
    ]
    if caption:
        pills.append(Pill(caption, "bottom-left"))
    return Scene("green", _seats(show, AROUND), (trick, *_sides(show)), tuple(pills))


def _led(view: KierkiView, words: Words) -> list[Pill]:
    """The suit led."""
    if not view.trick:
        return []
    led = view.trick[0][1][-1]
    return [Pill(words.say("led"), "bottom-right", icon=ICONS[led], words=words.say("{suits} led", suits=led))]


def _sides(show: Show) -> Iterator[Element]:
    """Beside the trick: in deals 3–5 the costly cards that are taken, in deal 7 what everything costs."""
    view: KierkiView = show.view
    words = show.words
    tiles = [place(words.translate(text), under=number(points)) for text, points in DEAL_WORDS[view.deal].tiles]
    if tiles:
        half = len(tiles) // 2
        yield Row(tuple(tiles[:half]), words=words.say("Costs"), small=True, at="left")
        yield Row(tuple(tiles[half:]), words=words.say("and"), small=True, at="right")
    if gone := taken(view):
        yield Row(faces(*gone), words.say("Taken"), small=True, overlap=True, at="left")


def taken(view: KierkiView) -> tuple[str, ...]:
    """The cards that cost points in deals 3–5 and lie in tricks that are complete."""
    if view.deal not in SHOWS_TAKEN:
        return ()
    ranks = SHOWS_TAKEN[view.deal]
    open_cards = [card for _, card in view.trick]
    return tuple(
        card
        for card in view.played
        if card[:-1] in ranks and card not in open_cards and (view.deal != 5 or card[-1] == "H")
    )


def winner_of(trick: Sequence[tuple[int, str]], trump: str | None) -> int:
    """The seat whose card wins a trick, or wins it so far."""
    led = trick[0][1][-1]

    def strength(played: tuple[int, str]) -> tuple[bool, bool, int]:
        rank, suit = played[1][:-1], played[1][-1]
        return suit == trump, suit == led, ACE_HIGH.index(rank)

    return max(trick, key=strength)[0]


# ---- between deals, and the lottery --------------------------------------------------------------------------------


def _between_deals(show: Show, caption: str) -> Scene:
    """What the last deal brought each seat, and what the next one is about; during the call also the stock."""
    view: KierkiView = show.view
    words = show.words
    over = next((event for event in reversed(show.story) if event.kind == "deal_over"), None)
    elements: list[Element] = []
    if over is not None:
        brought = [
            Played(seat, place(signed(points), glow="gold" if points == max(over["points"]) else ""))
            for seat, points in enumerate(over["points"])
        ]
        elements.append(Trick(tuple(brought), words=words.say("Deal {deal} brought", deal=over["deal"])))
    pills = [
        _deal_pill(show),
        Pill(deal_title(view, words), "top-right"),
    ]
    if over is not None:
        pills.append(Pill(words.say("Points of deal {deal}", deal=over["deal"]), "bottom-left"))
    if view.stock:
        elements.append(
            Pile(view.stock, back("french"), at="right", words=words.say("Stock: {stock} cards", stock=view.stock))
        )
    pills.append(Pill(caption, "bottom-right"))
    return Scene("green", _seats(show, AROUND, deal_points=False), tuple(elements), tuple(pills))


def _lottery(show: Show, caption: str) -> Scene:
    """The layout as four rows, the seats in two lines."""
    view: KierkiView = show.view
    pills = [replace(_deal_pill(show), at="top-right")]
    if caption:
        pills.append(Pill(caption, "bottom-right"))
    rows = layout_rows(view.layout, show.words) if view.layout is not None else ()
    return Scene("green", _seats(show, IN_LINES), rows, tuple(pills), "rows")


# ---- the last trick ------------------------------------------------------------------------------------------------


def last_trick_scene(show: Show, plays: Sequence[Event], trick: Event, deal: int, caption: str) -> Scene:
    """The last complete trick alone, with its winner, also when the deal it belongs to is over."""
    words = show.words
    seats = tuple(
        Seat(name=show.plain(seat), fallbacks=(words.say("Player {number}", number=seat + 1),), colour=seat, at=side)
        for seat, side in enumerate(AROUND)
    )
    lies = Trick(
        tuple(Played(event["seat"], face(event["card"])) for event in plays),
        trick["seat"],
        words=words.say("Trick {number}", number=trick["number"]),
    )
    pills = (
        Pill(words.say("Deal {deal} · trick {number}", deal=deal, number=trick["number"]), "top-right"),
        Pill(caption, "bottom-left"),
    )
    return Scene("green", seats, (lies,), pills)
