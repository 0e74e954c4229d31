"""Byteskille as a picture: the seats in the order of their chairs, each with its card; then who goes out, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from cogs.byteskille_story import decided, killing_cards, sentence, who, who_buys, why
from games.byteskille_view import ByteskilleView, Showdown
from games.byteskille_words import BUY_INS
from games.game import Event
from pictures.scene import At, Card, Element, Pile, Pill, Pot, Scene, Seat, back, face
from table.presentation import Show

#: Up to so many seats sit on the four sides of the table, with room for the talon beside one of them.
ON_FOUR_SIDES: Final = 4
#: From so many on, a seat has little room for words beside its card.
CROWDED: Final = 11
#: After so many hands without a loss the picture counts them.
QUIET_SHOWN: Final = 7
#: So many names of those who go out have room in the picture.
NAMED: Final = 3
#: What the caption of a hand may tell.
TOLD: Final = (
    "deal",
    "redeal",
    "keep",
    "shown",
    "swap",
    "talon",
    "offer",
    "withdraw",
    "sold",
    "ask",
    "agree",
    "refuse",
)


def picture(show: Show) -> Scene:
    """The table as it is: a hand, what its showdown brought, or the end."""
    view: ByteskilleView = show.view
    result = latest(view)
    if result is not None and view.phase in ("buy-in", "over"):
        return showdown_picture(show, result)
    return _hand_picture(show)


def latest(view: ByteskilleView) -> Showdown | None:
    """The showdown that ended the hand now on the table, if one has."""
    return view.showdown if view.showdown is not None and view.showdown.hand == view.hand else None


def shown_cards(view: ByteskilleView) -> dict[int, str]:
    """The cards of this hand that all have seen, by the seat on whose chair they lie."""
    if not view.origins:  # the game is over in the middle of a hand, and the cards were put together
        return dict(view.shown)
    faces = dict(view.faces)
    places = zip(view.order, view.origins, strict=True)
    return {view.ring[chair]: faces[origin] for chair, origin in places if origin in faces}


def buy_in_price(view: ByteskilleView, seat: int) -> int:
    """What the next buy-in of a seat costs in this window: twice the bet, half the pot rounded up, the pot."""
    pot = view.window_pot or 0
    return (2 * view.options.bet, (pot + 1) // 2, pot)[min(view.buy_ins[seat], BUY_INS - 1)]


# ---- a hand ------------------------------------------------------------------------------------------------------


def _hand_picture(show: Show) -> Scene:
    """Cards face down but for those shown, the pot, what happened last; with few seats the talon."""
    view: ByteskilleView = show.view
    words = show.words
    elements: list[Element] = [_pot(show)]
    if view.origins and view.seats <= ON_FOUR_SIDES:
        talon = words.plural("Talon: {count} card", "Talon: {count} cards", view.talon)
        elements.append(Pile(view.talon, back("kille"), words.say("Talon"), talon, "right"))
    turns = decided(show.story)
    seats = tuple(
        _seat(show, seat, _hand_cards(show, seat), _hand_line(show, seat, turns), ", ".join(facts(show, seat, turns)))
        for seat in view.ring
    )
    said = _caption(show)
    pills = (_hand_pill(show), *((said,) if said.text else ()))
    return Scene("wine", seats, tuple(elements), pills)


def _seat(show: Show, seat: int, cards: tuple[Card, ...], line: str, spoken: str) -> Seat:
    view: ByteskilleView = show.view
    wins = view.outcome is not None and seat in view.outcome.winners
    return Seat(
        name=show.plain(seat),
        fallbacks=(show.words.say("Player {number}", number=seat + 1),),
        line=line,
        to_act=wins or seat in view.to_act,
        out=seat not in view.live and seat not in view.to_act,
        colour=seat,
        marker="D" if seat == view.dealer else "",
        cards=cards,
        words=f"{show.plain(seat)}: {spoken}" if spoken else show.plain(seat),
    )


def _pot(show: Show) -> Pot:
    """The pot; when it has been won, as it was."""
    win = _win(show)
    amount = show.view.pot if win is None else win["pot"]
    return Pot(
        str(amount), show.words.say("Pot"), show.words.plural("Pot: {count} point", "Pot: {count} points", amount)
    )


def _win(show: Show) -> Event | None:
    return next((event for event in reversed(show.story) if event.kind == "win"), None)


def _caption(show: Show) -> Pill:
    """What happened last in this hand; who has won."""
    picture, at, win = show.for_picture(), _caption_place(show.view), _win(show)
    if win is not None:
        return Pill(sentence(win, picture) or "", at, "gold")
    event = next((event for event in reversed(show.story) if event.kind in TOLD), None)
    if event is None:
        return Pill("", at)
    if event.kind == "deal":  # the number of the hand stands beside it
        return Pill(show.words.say("{name} deals.", name=show.plain(event["dealer"])), at)
    return Pill(sentence(event, picture) or "", at)


def _caption_place(view: ByteskilleView) -> At:
    """Two seats have their cards in the middle, and a corner free."""
    return "bottom-right" if view.seats == 2 else "centre"


def _hand_pill(show: Show) -> Pill:
    """Which hand it is; after many without a loss, how many these are."""
    view: ByteskilleView = show.view
    words = show.words
    text = words.say("Hand {hand}", hand=view.hand)
    if view.dry >= QUIET_SHOWN:
        text = words.plural("Hand {hand} · {count} quiet", "Hand {hand} · {count} quiet", view.dry, hand=view.hand)
    return Pill(text, "top-right")


def _hand_cards(show: Show, seat: int) -> tuple[Card, ...]:
    """What lies before a seat: its card, face up if it was shown; a dead one is veiled."""
    view: ByteskilleView = show.view
    dead = seat not in view.live
    card = shown_cards(view).get(seat)
    if card is not None:
        return (face(card, veiled=dead),)
    if view.origins and view.ring.index(seat) in view.order:
        return (back("kille", veiled=dead),)
    return ()


def _hand_line(show: Show, seat: int, turns: dict[int, str]) -> str:
    """The few words under a name: an offer, an answer, how the turn was used."""
    view: ByteskilleView = show.view
    words = show.words
    price = view.offers[seat]
    if view.outcome is not None and seat in view.outcome.winners:
        return words.say("wins")
    if seat not in view.live:
        return words.say("out")
    if price is not None:
        return words.say("sells") if view.seats >= CROWDED else words.say("sells: {price}", price=price)
    if view.phase == "redeal":
        if seat == view.asker:
            return words.say("redeal?")
        return words.say("agrees") if seat in view.agreed else words.say("asked")
    return {"keep": words.say("kept"), "trade": words.say("traded")}.get(turns.get(seat, ""), "")


def facts(show: Show, seat: int, turns: dict[int, str]) -> Iterator[str]:
    """What is known of a seat while a hand is played, in words."""
    view: ByteskilleView = show.view
    words = show.words
    if view.outcome is not None and seat in view.outcome.winners:
        yield words.say("wins")
    elif seat not in view.live:
        yield words.say("out")
    elif seat in view.to_act:
        yield words.say("to keep or trade") if view.phase == "trade" else words.say("asked about a redeal")
    elif seat in view.agreed:
        yield words.say("agrees to a redeal")
    elif seat in turns:
        yield words.say("kept") if turns[seat] == "keep" else words.say("traded")
    card = shown_cards(view).get(seat)
    if card is not None:
        yield (
            words.say("has shown {card}", card=card) if seat in view.live else words.say("dead card {card}", card=card)
        )
    if view.offers[seat] is not None:
        yield words.say("sells the card for {price}", price=view.offers[seat])
    if seat == view.dealer:
        yield words.say("dealer")


# ---- the showdown ------------------------------------------------------------------------------------------------


def showdown_picture(show: Show, result: Showdown, back: Sequence[int] | None = None) -> Scene:
    """All cards on the table: killing cards in gold, those that go out in red, and the reason; at the end who wins.

    `back`: who has bought in since, when the window of a hand that is over has closed; None: there was no window.
    """
    view: ByteskilleView = show.view
    words = show.words
    killers = killing_cards(result)
    seats = tuple(
        _seat(
            show,
            seat,
            _result_card(show, result, seat),
            _result_line(show, result, seat),
            ", ".join(result_facts(show, result, seat)),
        )
        for seat in view.ring
    )
    if result.hand != view.hand:  # a moment that has passed: who is in now, to move, or deals, does not belong to it
        gone = set(result.out) | {seat for seat in range(view.seats) if seat not in dict(result.cards)}
        seats = tuple(
            replace(plate, to_act=False, marker="", out=seat in gone)
            if seat not in (back or ())
            else _back_in(show, plate)
            for plate, seat in zip(seats, view.ring, strict=True)
        )
    count = len(killers)
    reason = words.plural("{count} killing card", "{count} killing cards", count) if count else why(result, show)
    said = Pill(who(result, show.for_picture(), NAMED), _caption_place(view), "red" if result.out else "plain")
    if back is not None:
        said = replace(said, text=who_buys(back, show.for_picture(), NAMED), tone="plain")
    if result.hand == view.hand and view.outcome is not None:
        said = _caption(show)
    return Scene("wine", seats, (_pot(show),), (Pill(reason, "top-right"), said))


def _result_card(show: Show, result: Showdown, seat: int) -> tuple[Card, ...]:
    alive, dead = dict(result.cards), dict(result.dead)
    if seat in dead:
        return (face(dead[seat], veiled=True, struck=True),)
    if seat not in alive:
        return ()
    marker = "0" if seat in result.low else ""
    if seat in result.out:
        return (face(alive[seat], glow="red", marker=marker),)
    return (face(alive[seat], glow="gold" if seat in killing_cards(result) else "", marker=marker),)


def _result_line(show: Show, result: Showdown, seat: int) -> str:
    """Under a name: what the card did; in the window, what buying in costs, or that it was done."""
    view: ByteskilleView = show.view
    words = show.words
    if result.hand == view.hand:
        if view.outcome is not None and seat in view.outcome.winners:
            return words.say("wins")
        if seat in view.to_act:
            price = buy_in_price(view, seat)
            short, full = words.say("in: {price}?", price=price), words.say("back for {price}?", price=price)
            return short if view.seats >= CROWDED else full
        if has_bought(view, result, seat):
            return words.say("in") if view.seats >= CROWDED else words.say("back in")
    if seat in result.out or seat not in dict(result.cards):
        return words.say("out")
    return words.say("kills") if seat in killing_cards(result) else ""


def _back_in(show: Show, plate: Seat) -> Seat:
    """The plate of a seat that has bought in, in the window of a hand that is over."""
    words = show.words
    line = words.say("in") if show.view.seats >= CROWDED else words.say("back in")
    spoken = f"{plate.words}, {words.say('has bought in again')}"
    return replace(plate, to_act=False, marker="", out=False, line=line, words=spoken)


def has_bought(view: ByteskilleView, result: Showdown, seat: int) -> bool:
    """Has a seat bought in since this showdown, in its window?"""
    return seat in view.live and (seat in result.out or seat not in dict(result.cards))


def result_facts(show: Show, result: Showdown, seat: int) -> Iterator[str]:
    """What a showdown brought to a seat, in words."""
    view: ByteskilleView = show.view
    words = show.words
    card = dict((*result.cards, *result.dead)).get(seat)
    if card is not None:
        yield words.card(card)
    if seat in result.low:
        yield words.say("worth 0, it came by a trade")
    if seat in killing_cards(result):
        yield words.say("kills")
    if seat in result.out:
        yield words.say("goes out")
    elif seat in dict(result.dead):
        yield words.say("out in trading")
    elif card is None:
        yield words.say("out")
    if result.hand == view.hand:
        if view.outcome is not None and seat in view.outcome.winners:
            yield words.say("wins")
        if seat in view.to_act:
            yield words.say("may buy in for {price}", price=buy_in_price(view, seat))
        elif has_bought(view, result, seat):
            yield words.say("has bought in again")
