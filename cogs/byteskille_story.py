"""Byteskille in sentences: what happened in a hand, and why somebody goes out at its end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.byteskille_hand import HARLEKIN, KILLING
from games.byteskille_view import PASS_ON, PUT_OUT, Showdown
from games.cards import STRENGTH, kille_order
from games.game import Event
from table.presentation import Show
from table.words import Words

#: So many names stand in a sentence; of more, the others are counted.
NAMED: Final = 5
#: The cards of so many players are told one by one; those of more are in the picture and behind As text.
TOLD_EACH: Final = 8


def sentence(event: Event, show: Show) -> str | None:
    """An event as a sentence. `out` and `undo` follow from the card shown just before, which has said it; of a window
    the status says all, and who lets it pass says nothing."""
    words = show.words
    name = show.name(event["seat"]) if "seat" in event.facts else ""
    match event.kind:
        case "deal":
            return words.say("Hand {hand}: {name} deals a card to each.", hand=event["hand"], name=_dealer(event, show))
        case "keep":
            return words.say("{name} keeps.", name=name)
        case "shown":
            return _shown(event, show)
        case "swap":
            return words.say("{name} trades with {other}.", name=name, other=show.name(event["other"]))
        case "talon":
            return words.say("{name} trades with the talon.", name=name)
        case "offer":
            return words.say("{name} offers the card, unseen, for {price}.", name=name, price=event["price"])
        case "withdraw":
            return words.say("{name} offers the card no more.", name=name)
        case "void":
            return words.say("The offer of {name} is void.", name=name)
        case "sold":
            return words.say(
                "{buyer} buys the card of {name} for {price}, and they change places.",
                buyer=show.name(event["buyer"]), name=name, price=event["price"],
            )  # fmt: skip
        case "ask":
            return words.say("{name} asks for a redeal.", name=name)
        case "agree":
            return words.say("{name} agrees to a redeal.", name=name)
        case "refuse":
            return words.say("{name} wants no redeal.", name=name)
        case "redeal":
            return words.say("Redeal: {name} shuffles and deals again.", name=_dealer(event, show))
        case "showdown":
            return _showdown(event, show)
        case "buy":
            return words.say("{name} buys in for {price}.", name=name, price=event["price"])
        case "win":
            return words.say("{name} is the last one in and takes the pot of {pot}.", name=name, pot=event["pot"])
    return None


def _dealer(event: Event, show: Show) -> str:
    return show.name(event["dealer"])


def _shown(event: Event, show: Show) -> str:
    """A card that refuses, and what that means for who asked."""
    words = show.words
    facts = {"name": show.name(event["seat"]), "other": show.name(event["other"]), "card": event["card"]}
    if event["card"] in PASS_ON:
        return words.say("{name} asks {other}, who shows {card}: the next one is asked.", **facts)
    if event["card"] in PUT_OUT:
        return words.say("{name} asks {other}, who shows {card}: {name} is out.", **facts)
    return words.say("{name} asks {other}, who shows {card}: all trades are undone.", **facts)


def _showdown(event: Event, show: Show) -> str:
    words = show.words
    result = showdown_of(event, 0)
    if len(result.cards) > TOLD_EACH:
        cards = words.plural("Showdown of {count} card.", "Showdown of {count} cards.", len(result.cards))
    else:
        held = [words.say("{name} {card}", name=show.name(seat), card=card) for seat, card in result.cards]
        cards = words.say("The cards: {names}.", names=held)
    return f"{cards} {why(result, show)} {who(result, show)}"


def showdown_of(event: Event, hand: int) -> Showdown:
    """The showdown that an event tells of."""
    facts = event.facts
    return Showdown(hand, facts["cards"], facts["low"], facts["dead"], facts["killing"], facts["out"])


def killing_cards(result: Showdown) -> list[int]:
    """The seats whose cards kill: Gris, Husar, Gök, and a Harlekin that was not traded."""
    return [seat for seat, card in result.cards if STRENGTH[card] >= KILLING and seat not in result.low]


def why(result: Showdown, show: Show) -> str:
    """Which cards kill, or why somebody goes out, or nobody does, without any."""
    words = show.words
    killers = killing_cards(result)
    if not result.killing:
        return words.say("No card kills.")
    if not killers:
        return words.say("Ten hands without a loss: the lowest card goes out all the same.")
    held = dict(result.cards)
    cards = sorted((held[seat] for seat in killers), key=kille_order)
    return words.plural(
        "{count} killing card ({cards}).", "{count} killing cards ({cards}).", len(killers), cards=cards
    )


def who(result: Showdown, show: Show, named: int = NAMED) -> str:
    """Who goes out, and with which card at most."""
    words = show.words
    if not result.out:
        return words.say("Nobody goes out.")
    if len(result.out) == len(result.cards) - 1:
        (left,) = {seat for seat, _ in result.cards} - set(result.out)
        return words.say("All but {name} go out.", name=show.name(left))
    names = people(result.out, show, named)
    highest = limit(result)
    if highest is None:
        return words.say("Out: {names} (a Harlekin by trade is worth 0).", names=names)
    return words.say("Out: {names} ({card} or lower).", names=names, card=highest)


def bought(story: Sequence[Event]) -> list[int] | None:
    """Who bought in, from a showdown to the next hand; None if there was no window."""
    if not any(event.kind == "window" for event in story):
        return None
    return sorted(event["seat"] for event in story if event.kind == "buy")


def who_buys(back: Sequence[int] | None, show: Show, named: int = NAMED) -> str:
    """What a window brought; nothing if there was none."""
    if back is None:
        return ""
    if not back:
        return show.words.say("Nobody buys in.")
    return show.words.plural("{names} buys in.", "{names} buy in.", len(back), names=people(back, show, named))


def limit(result: Showdown) -> str | None:
    """The highest card that goes out; None: only Harlekins that are worth 0 do."""
    cards = [
        card for seat, card in result.cards if seat in result.out and not (card == HARLEKIN and seat in result.low)
    ]
    return max(cards, key=kille_order, default=None)


def people(seats: Sequence[int], show: Show, named: int = NAMED) -> list[str]:
    """The names of seats; of many, the first, and how many more."""
    if len(seats) <= named:
        return [show.name(seat) for seat in seats]
    more = show.words.plural("{count} more", "{count} more", len(seats) - named + 1)
    return [*(show.name(seat) for seat in seats[: named - 1]), more]


# ---- what a hand has brought so far ------------------------------------------------------------------------------


def this_hand(story: Sequence[Event]) -> list[Event]:
    """What happened since the cards were dealt last."""
    for place in range(len(story) - 1, -1, -1):
        if story[place].kind in ("deal", "redeal"):
            return list(story[place:])
    return list(story)


def decided(story: Sequence[Event]) -> dict[int, str]:
    """How the turns of this hand were used, "keep" or "trade", by the seat that now sits on the chair."""
    turns: dict[int, str] = {}
    for event in this_hand(story):
        if event.kind == "keep":
            turns[event["seat"]] = "keep"
        elif event.kind in ("shown", "swap", "talon"):
            turns[event["seat"]] = "trade"
        elif event.kind == "sold":
            seller, buyer = turns.pop(event["seat"], ""), turns.pop(event["buyer"], "")
            turns |= {seat: turn for seat, turn in ((event["buyer"], seller), (event["seat"], buyer)) if turn}
    return turns


def look_again(show: Show) -> str:
    """For the owner of the view: how the card came to be another one than the card dealt. "" if it is that one."""
    words, own, said = show.words, show.seat, ""
    for event in this_hand(show.story):
        match event.kind:
            case "swap" if event["other"] == own:
                said = words.say("**Look again**: {name} has traded with you.", name=show.name(event["seat"]))
            case "swap" if event["seat"] == own:
                said = words.say("You have traded with {name}.", name=show.name(event["other"]))
            case "talon" if event["seat"] == own:
                said = words.say("This is the top card of the talon.")
            case "undo":
                said = words.say("**Look again**: all trades were undone, you have the card that was dealt here.")
            case "sold" if event["buyer"] == own:
                said = words.say("You have bought the card of {name}.", name=show.name(event["seat"]))
    return said


def power(words: Words, card: str, low: bool) -> str:
    """What a card does for whoever holds it."""
    if card == HARLEKIN:
        if low:
            return words.say("It came by a trade, so it is worth 0, less than any other card.")
        return words.say("The highest card, and it kills, as long as you do not trade it.")
    if card in PASS_ON:
        return words.say("Whoever asks you for a trade must ask the next one.")
    if card in PUT_OUT:
        return words.say("Whoever asks you for a trade is out. It kills at the end of the hand.")
    if STRENGTH[card] >= KILLING:
        return words.say("Whoever asks you for a trade undoes all trades. It kills at the end of the hand.")
    return ""
