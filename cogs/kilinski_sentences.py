"""What happens in a game of Kilinski, in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cogs.kilinski_scene import last_fight
from games.game import Event
from games.kilinski_view import KilinskiView
from table.presentation import Show


def sentence_of(event: Event, show: Show) -> str | None:
    """The sentence of an event; None for one that is not of this game."""
    say = _SENTENCES.get(event.kind)
    return None if say is None else say(event, show)


def ending_of(show: Show) -> str:
    """Why the game is over. Raises KeyError for a reason that is not of this game."""
    view: KilinskiView = show.view
    words, outcome = show.words, view.outcome
    assert outcome is not None
    high, low = max(outcome.scores), min(outcome.scores)
    if outcome.reason == "38 at the start of a turn":
        (seat,) = outcome.winners
        return words.say(
            "{name} began turn {turn} with a run of {score}.",
            name=show.name(seat),
            turn=view.turn,
            score=outcome.scores[seat],
        )
    used_up = {
        "turn limit": words.say("Turn {turns} was the last.", turns=view.options.turns),
        "two passes": words.say("Neither of the two could move any more."),
    }[outcome.reason]
    if high == low:
        return used_up + " " + words.say("Both runs are {score}.", score=high)
    return used_up + " " + words.say("The higher run wins, {high} to {low}.", high=high, low=low)


def _deal(event: Event, show: Show) -> str:
    return show.words.say("Sixteen cards lie face up. {name} picks first.", name=show.name(1 - event["dealer"]))


def _pick(event: Event, show: Show) -> str:
    return show.words.say("{name} takes {card}.", name=show.name(event["seat"]), card=event["card"])


def _tables(event: Event, show: Show) -> str:
    return show.words.say("The Tables are laid; each has eight cards in hand.")


def _draw(event: Event, show: Show) -> str:
    return show.words.say("{name} draws a card.", name=show.name(event["seat"]))


def _reshuffle(event: Event, show: Show) -> str:
    return show.words.plural(
        "The discard is shuffled: {count} card is the new deck.",
        "The discard is shuffled: {count} cards are the new deck.",
        event["count"],
    )


def _swap(event: Event, show: Show) -> str:
    return show.words.say("{name} swaps {cards}.", name=show.name(event["seat"]), cards=event["cards"])


def _exchange(event: Event, show: Show) -> str:
    words = show.words
    return words.say(
        "{name} exchanges {taken} for {card}.",
        name=show.name(event["seat"]),
        taken=words.card(event["taken"]),
        card=event["given"],
    )


def _freeze(event: Event, show: Show) -> str:
    return show.words.say("{name} freezes {card}.", name=show.name(event["seat"]), card=event["card"])


def _attack(event: Event, show: Show) -> str:
    words, seat = show.words, event["seat"]
    return words.say(
        "{name} attacks {card} with {base}.",
        name=show.name(seat),
        card=event["bases"][1 - seat],
        base=words.card(event["bases"][seat]),
    )


def _locked(event: Event, show: Show) -> str:
    return show.words.say("{name} lays a card face down.", name=show.name(event["seat"]))


def _supports(event: Event, show: Show) -> str:
    words = show.words
    sides = [
        words.say("{name} adds {cards}: {sum}", name=show.name(seat), cards=cards, sum=event["sums"][seat])
        for seat, cards in enumerate(event["supports"])
    ]
    return ", ".join(sides) + "."


def _said(event: Event, show: Show) -> str:
    name = show.name(event["seat"])
    if event["word"] == "more":
        return show.words.say("{name} adds one more card.", name=name)
    return show.words.say("{name} has enough.", name=name)


def _tie(event: Event, show: Show) -> str:
    return show.words.say("Both sums are {sum}: nobody wins the fight.", sum=event["sums"][0])


def _won(event: Event, show: Show) -> str:
    high, low = max(event["sums"]), min(event["sums"])
    return show.words.say("{name} wins the fight, {high} to {low}.", name=show.name(event["seat"]), high=high, low=low)


def _take(event: Event, show: Show) -> str:
    words, seat = show.words, event["seat"]
    facts = {
        "name": show.name(seat),
        "other": show.name(1 - seat),
        "card": event["card"],
        "replaced": words.card(event["replaced"]),
    }
    told = next((number for number, other in enumerate(show.story, 1) if other is event), None)
    fought = last_fight(show.story[:told])
    if fought is not None and event["card"] == fought[0].bases[seat]:
        return words.say("{name} lets {card} and {other}'s {replaced} change places.", **facts)
    return words.say("{name} puts {card} in place of {other}'s {replaced}.", **facts)


def _adjust(event: Event, show: Show) -> str:
    words = show.words
    return words.say(
        "{name} puts {card} in place of {replaced} in the own Table.",
        name=show.name(event["seat"]),
        card=event["card"],
        replaced=words.card(event["replaced"]),
    )


def _decline(event: Event, show: Show) -> str:
    return show.words.say("{name} changes nothing.", name=show.name(event["seat"]))


def _pass(event: Event, show: Show) -> str:
    return show.words.say("{name} cannot move and passes.", name=show.name(event["seat"]))


_SENTENCES: Final[dict[str, Callable[[Event, Show], str]]] = {
    "deal": _deal,
    "pick": _pick,
    "tables": _tables,
    "draw": _draw,
    "reshuffle": _reshuffle,
    "swap": _swap,
    "exchange": _exchange,
    "freeze": _freeze,
    "attack": _attack,
    "locked": _locked,
    "supports": _supports,
    "said": _said,
    "tie": _tie,
    "won": _won,
    "take": _take,
    "adjust": _adjust,
    "decline": _decline,
    "pass": _pass,
}
