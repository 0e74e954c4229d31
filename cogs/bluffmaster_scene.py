"""Bluffmäster as a picture: the card that stands and its claim, or the card a check has shown; and the claims in order."""

from __future__ import annotations

from typing import Final

from games.bluffmaster_view import BluffmasterView
from games.game import Event
from pictures.scene import Card, Element, Pile, Pill, Row, Scene, Seat, back, face, faces, place
from table.presentation import Show
from table.words import Words

#: What may follow a check while its card still lies there.
AFTER_CHECK: Final = ("stop", "believe", "lead", "out", "over")
#: So many cards of earlier checks can be read on a phone.
SHOWN: Final = 12


def last_check(show: Show) -> Event | None:
    """The check whose card is still to be seen: no card has been played since."""
    for event in reversed(show.story):
        if event.kind == "check":
            return event
        if event.kind not in AFTER_CHECK:
            return None
    return None


def bluff_scene(show: Show, last: str) -> Scene:
    """The table; `last` is what happened last, for the caption."""
    view: BluffmasterView = show.view
    words = show.words
    elements: list[Element] = [_middle(show)]
    elements += [
        Pile(
            view.talon,
            back("kille") if view.talon else None,
            words.say("Talon"),
            words=words.plural("Talon: {count} card", "Talon: {count} cards", view.talon),
            at="left",
        ),
        Pile(
            view.pile,
            back("kille") if view.pile else None,
            words.say("Played"),
            words=words.plural("{count} played card face down", "{count} played cards face down", view.pile),
            at="left",
        ),
    ]
    earlier = view.shown if last_check(show) is None else view.shown[:-1]
    named = words.say("Shown by checks") if len(earlier) <= SHOWN else words.say("Shown by the last checks")
    cards = faces(*earlier[-SHOWN:]) or (place(),)
    elements.append(Row(cards, caption=words.say("Shown before"), words=named, small=True, at="right"))
    pills = (Pill(last),) if last else ()
    seats = tuple(_seat(show, seat) for seat in range(view.seats))
    return Scene("wine", seats, tuple(elements), pills, "rows")


def _middle(show: Show) -> Row:
    view: BluffmasterView = show.view
    words = show.words
    checked = last_check(show)
    card = checked["card"] if checked is not None else _last_played(show)
    claim = checked["claim"] if checked is not None else view.claim
    if card is not None and claim is not None:
        bluff = card != claim
        shown = face(card, under=words.say("shown"), glow="red" if bluff else "gold")
        claimed = face(claim, under=words.say("claimed"), veiled=bluff, struck=bluff)
        name = words.say("A bluff") if bluff else words.say("As claimed")
        return Row((shown, claimed), words=name)
    if view.claim is None:
        return Row((place(words.say("to play")),), words=words.say("Nothing played"))
    owner = show.plain(view.owner or 0)
    cards: tuple[Card, ...] = (
        back("kille", under=words.say("played")),
        face(view.claim, under=words.say("claimed")),
    )
    return Row(cards, words=words.say("The card of {name}", name=owner))


def _last_played(show: Show) -> str | None:
    """The card that was played last; known only when the game is over."""
    return next((move.split()[1] for _, move in reversed(show.record) if move.startswith("play ")), None)


def _seat(show: Show, seat: int) -> Seat:
    view: BluffmasterView = show.view
    words = show.words
    state = state_of(view, seat, words)
    held = words.plural("{count} card in hand", "{count} cards in hand", view.hands[seat])
    spoken = ", ".join(filter(None, (held, state, words.say("to play") if seat in view.to_act else "")))
    return Seat(
        name=show.plain(seat),
        fallbacks=(words.say("Player {number}", number=seat + 1),),
        line=_line(view, seat, state, words),
        badge=str(view.hands[seat]),
        to_act=seat in view.to_act,
        out=seat in view.out,
        colour=seat,
        words=f"{show.plain(seat)}: {spoken}",
    )


def _line(view: BluffmasterView, seat: int, state: str, words: Words) -> str:
    """The line under a name. A plate of seven is too narrow for more than the claim itself."""
    if seat == view.owner and view.claim is not None and view.phase != "over" and seat not in view.out:
        return words.say("“{card}”", card=view.claim)
    return state or words.say("in hand")


def state_of(view: BluffmasterView, seat: int, words: Words) -> str:
    """What a seat has said in this sequence: its claim, stop, belief; or that it is out, and in which place."""
    if seat in view.out:
        return words.say("out, place {place}", place=view.out.index(seat) + 1)
    if view.phase == "over":
        return words.say("has lost")
    if seat == view.owner and view.claim is not None:
        return words.say("claims {card}", card=view.claim)
    if seat in view.believed:
        return words.say("believes")
    if seat in view.stopped:
        return words.say("stopped")
    return ""


# ---- the claims in order ---------------------------------------------------------------------------------------------


def history(show: Show, most: int) -> str:
    """The claims of the game, one sequence a line, in at most so many characters (the latest are kept).

    While the game goes on cards are named that checks have shown; when it is over, all of them.
    """
    words = show.words
    played = [move.split()[1] for _, move in show.record if move.startswith("play ")]
    sequences: list[list[str]] = [[]]
    plays = 0
    for event in show.story:
        if event.kind == "lead" and sequences[-1]:
            sequences.append([])
        elif event.kind == "play":
            real = played[plays] if plays < len(played) else None
            sequences[-1].append(_claim(event, real, show))
            plays += 1
        elif event.kind == "check":
            sequences[-1][-1:] = [_checked(event, show)]
    lines = [f"{number}. {' · '.join(sequence)}" for number, sequence in enumerate(sequences, 1) if sequence]
    if not lines:
        return ""
    title = words.say("**The claims**, sequence by sequence (~~crossed out~~: a bluff)")
    while lines and len("\n".join([title, *lines])) > most:
        del lines[0]
    return "\n".join([title, *lines])


def _claim(event: Event, real: str | None, show: Show) -> str:
    words, name, claim = show.words, show.name(event["seat"]), show.words.card(event["claim"])
    if real is None:
        return words.say("{name} {claim}", name=name, claim=claim)
    if real == event["claim"]:
        return words.say("{name} {claim} (true)", name=name, claim=claim)
    return words.say("{name} ~~{claim}~~ {shown}", name=name, claim=claim, shown=words.card(real))


def _checked(event: Event, show: Show) -> str:
    words = show.words
    said = _claim(Event("play", seat=event["owner"], claim=event["claim"]), event["card"], show)
    return words.say("{claim}, checked by {name}", claim=said, name=show.name(event["seat"]))
