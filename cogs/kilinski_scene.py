"""What a Table of Kilinski looks like: the draft, the two Tables with their falling runs, a fight with its sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from games.game import Event
from games.kilinski import GOAL
from games.kilinski_fight import Fight
from games.kilinski_row import HEIGHT, ROW, WORTH
from games.kilinski_view import KilinskiView, in_order
from pictures.scene import At, Card, Element, Groups, Pile, Pill, Row, Scene, Seat, back, face, faces, place
from table.presentation import Show


def high_first(cards: Sequence[str]) -> tuple[str, ...]:
    """Cards from the king down to the ace, as the falling run wants them."""
    return in_order(cards)[::-1]


def run_of(table: Sequence[str]) -> tuple[str, ...]:
    """The cards of the falling run from position 1."""
    for number, (left, card) in enumerate(pairwise(table), 1):
        if HEIGHT[card] >= HEIGHT[left]:
            return tuple(table[:number])
    return tuple(table)


def sum_of_run(table: Sequence[str]) -> str:
    """How the run is counted: ``10 + 10 + 5``."""
    return " + ".join(str(WORTH[card]) for card in run_of(table))


def draft_scene(show: Show, caption: str) -> Scene:
    """The pool from high to low in two rows, and before each seat what it has taken."""
    view: KilinskiView = show.view
    words = show.words
    pool = high_first(view.pool)
    lines = (pool[:ROW], pool[ROW:])
    picks: list[Element] = [
        Row(
            faces(*high_first(view.drafted[seat])),
            words=words.say("Picks of {name}", name=show.plain(seat)),
            small=True,
            at=_side(seat),
        )
        for seat in (0, 1)
        if view.drafted[seat]
    ]
    rows = [Row(faces(*line), words=words.say("Pool")) for line in lines if line]
    taken = 2 * ROW - len(view.pool)
    return Scene(
        felt="navy",
        seats=tuple(_seat(show, seat, badge=False) for seat in (0, 1)),
        elements=(*rows, *picks),
        pills=_pills(words.say("Pick {number} of {count}", number=taken + 1, count=2 * ROW), caption),
    )


def table_scene(show: Show, caption: str) -> Scene:
    """Both Tables with their positions, the runs in gold with their sums, deck and discard beside them."""
    view: KilinskiView = show.view
    words = show.words
    deck = words.plural("Deck: {count} card", "Deck: {count} cards", view.deck)
    discard = words.plural("Discard: {count} card", "Discard: {count} cards", view.discard)
    if view.discard_top:
        discard += words.say(", {card} on top", card=view.discard_top)
    piles = (
        Pile(view.deck, back("french") if view.deck else None, words.say("Deck"), deck, at="right"),
        Pile(
            view.discard,
            face(view.discard_top) if view.discard_top else None,
            words.say("Discard"),
            discard,
            at="right",
        ),
    )
    return Scene(
        felt="navy",
        seats=tuple(_seat(show, seat) for seat in (0, 1)),
        elements=(*(_table_row(show, seat) for seat in (1, 0)), *piles),
        pills=_pills(_turn(show), caption),
    )


def fight_scene(
    show: Show,
    fight: Fight,
    caption: str,
    *,
    to_choose: Sequence[int] = (),
    with_tables: bool = False,
    past: bool = False,
) -> Scene:
    """The two sides big, with their sums; under and over them the Tables, where the winner may change one.

    `past`: the fight is over, so that it is nobody's turn in it.
    """
    tables = (0, 1) if with_tables else ()
    sides = tuple(_side_of_fight(show, fight, seat, seat in to_choose) for seat in (fight.attacker, 1 - fight.attacker))
    rows = tuple(_small_table(show, seat, fight.positions[seat]) for seat in tables)
    return Scene(
        felt="navy",
        seats=tuple(replace(_seat(show, seat), to_act=seat in show.view.to_act and not past) for seat in (0, 1)),
        elements=(Groups(sides, 2), *rows),
        pills=_pills(_turn(show), caption, "bottom-right" if with_tables else "centre"),
    )


def last_fight(story: Sequence[Event]) -> tuple[Fight, int] | None:
    """The fight begun last in a story, as everybody saw it, and where in the story it begins."""
    for start in range(len(story) - 1, -1, -1):
        if story[start].kind == "attack":
            break
    else:
        return None
    attack = story[start]
    fight = Fight.begin(attack["seat"], tuple(attack["positions"]), tuple(attack["bases"]))
    for event in story[start + 1 :]:
        if event.kind == "supports":
            first, second = event["supports"]
            fight = replace(fight, supports=(tuple(first), tuple(second)), sums=tuple(event["sums"]))
        elif event.kind == "won":
            fight = replace(fight, winner=event["seat"])
    return fight, start


def _pills(corner: str, caption: str, at: At = "bottom-right") -> tuple[Pill, ...]:
    return (Pill(corner, "top-right"), *((Pill(caption, at),) if caption else ()))


def _turn(show: Show) -> str:
    return show.words.say("Turn {turn} · {goal} wins", turn=min(show.view.turn, show.view.options.turns), goal=GOAL)


def _side(seat: int) -> At:
    return "bottom" if seat == 0 else "top"


def _seat(show: Show, seat: int, *, badge: bool = True) -> Seat:
    view: KilinskiView = show.view
    words = show.words
    run = view.falling[seat]
    return Seat(
        name=show.plain(seat),
        fallbacks=(words.say("Player {number}", number=seat + 1),),
        line=words.plural("{count} card in hand", "{count} cards in hand", view.hands[seat]) if badge else "",
        badge=str(run) if badge else "",
        badge_words=words.say("run {score}", score=run) if badge else "",
        to_act=seat in view.to_act,
        colour=seat,
        marker="D" if seat == view.dealer else "",
        at="bottom" if seat == 0 else "top",
    )


def _table_row(show: Show, seat: int) -> Row:
    """A Table; its score stands after it and is named in its alt text."""
    view: KilinskiView = show.view
    table = view.tables[seat]
    run = len(run_of(table))
    cards = tuple(
        face(
            card,
            over=str(position),
            glow="gold" if position <= run else "",
            marker="F" if position in view.frozen[seat] else "",
            words=show.words.say("frozen") if position in view.frozen[seat] else "",
        )
        for position, card in enumerate(table, 1)
    )
    named = show.words.say("Table of {name}", name=show.plain(seat))
    return Row(cards, words=named, note=f"= {view.falling[seat]}", at=_side(seat))


def _small_table(show: Show, seat: int, fighting: int) -> Row:
    """A Table beside a fight: the run in gold, the Base red."""
    table = show.view.tables[seat]
    run = len(run_of(table))
    cards = tuple(
        face(
            card,
            glow="red" if position == fighting else "gold" if position <= run else "",
            words=show.words.say("fights") if position == fighting else "",
        )
        for position, card in enumerate(table, 1)
    )
    named = show.words.say("Table of {name}", name=show.plain(seat))
    return Row(cards, words=named, small=True, at=_side(seat))


def _side_of_fight(show: Show, fight: Fight, seat: int, to_choose: bool) -> Row:
    """One side of a fight: Base, Supports, a card face down or a place for one that is still to be chosen."""
    words = show.words
    glow = "gold" if seat == fight.winner else ""
    cards: list[Card] = [face(card, glow="gold" if glow else "") for card in (fight.bases[seat], *fight.supports[seat])]
    if seat in fight.locked:
        cards.append(back("french"))
    elif to_choose:
        cards.append(place("?", glow="gold", words=words.say("to choose")))
    name, position = show.plain(seat), fight.positions[seat]
    if seat == fight.attacker:
        caption = words.say("{name} attacks from {position}", name=name, position=position)
    else:
        caption = words.say("{name} defends {position}", name=name, position=position)
    return Row(tuple(cards), caption=caption, note=f"= {fight.sums[seat]}")
