"""What Battalion looks like: generals with the sizes of their stacks, then one battle after another, all turned up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from games.battalion import GENERALS, BattalionView, Fought
from games.cards import JOKER, SUITS, rank_of
from pictures.scene import Card, Element, Groups, Pill, Row, Scene, Seat, back, face
from table.presentation import Show
from table.words import Words

#: So many soldiers lie side by side on the line of a seat; more are fanned. With two seats a line is longer.
ABREAST, ABREAST_OF_TWO = 4, 8


def allocation_scene(show: Show, caption: str) -> Scene:
    """Every general face up; where a seat has ended, a card face down and how many lie there."""
    view: BattalionView = show.view
    words = show.words
    lines = []
    for seat in range(view.seats):
        sizes = view.sizes[seat]
        cells = []
        for general in GENERALS if seat in view.playing else ():
            named = words.say("{card} of {name}", card=general + SUITS[seat], name=show.plain(seat))
            cards: list[Card] = [face(general + SUITS[seat])]
            if sizes is None:
                cells.append(Row(tuple(cards), words=named))
                continue
            count = sizes[general]
            if count:
                cards.append(back("french", words=words.plural("{count} card", "{count} cards", count)))
            cells.append(Row(tuple(cards), words=named, note=f"×{count}", overlap=True))
        lines.append(cells)
    return _field(show, lines, [_place_line(show, seat) for seat in range(view.seats)], caption, view.to_act)


def battle_scene(show: Show, facts: Mapping[str, Any], caption: str) -> Scene:
    """One battle turned up. `facts` are those of its event: general, stacks, cancelled, totals, winner."""
    view: BattalionView = show.view
    lines = [_battle_row(show, seat, facts) for seat in range(view.seats)]
    texts = ["" if row is not None else show.words.say("not in this game") for row in lines]
    return _field(show, [[row] if row is not None else [] for row in lines], texts, caption, (), columns=1)


def field_scene(show: Show, fought: Fought, caption: str) -> Scene:
    """How a game ended: the generals that were kept, the others flipped, and their totals; with two seats the soldiers."""
    view: BattalionView = show.view
    lines: list[list[Row]] = []
    texts = []
    for seat in range(view.seats):
        kept = fought.face_up[seat]
        rows = [_battle_row(show, seat, facts_of(fought, place)) for place in range(len(GENERALS))]
        shown = None if view.seats == 2 else 1
        lines.append([replace(row, cards=row.cards[:shown], overlap=True) for row in rows if row is not None])
        if kept is None:
            texts.append(show.words.say("not in this game"))
        else:
            texts.append(show.words.plural("{count} general", "{count} generals", len(kept)))
    return _field(show, lines, texts, caption, ())


def facts_of(fought: Fought, place: int) -> dict[str, Any]:
    """A battle of a game that was fought, as its event told it."""
    battle = fought.battles[place]
    return {
        "general": battle.general,
        "stacks": [None if stacks is None else stacks[battle.general] for stacks in fought.stacks],
        "cancelled": battle.cancelled,
        "totals": battle.totals,
        "winner": battle.winner,
        "flips": battle.flips,
    }


def _battle_row(show: Show, seat: int, facts: Mapping[str, Any]) -> Row | None:
    """A seat's stack in a battle, its general first; None if it was not in it."""
    stack, general = facts["stacks"][seat], facts["general"]
    if stack is None:
        return None
    words = show.words
    own = general + SUITS[seat]
    if seat == facts["winner"]:
        first = face(own, glow="gold", words=words.say("stays"))
    else:
        first = back("french", words=words.say("{card} flipped", card=own))
    soldiers = [face(card, struck=card != JOKER and rank_of(card) in facts["cancelled"]) for card in stack]
    named = words.say("{card} of {name}", card=own, name=show.plain(seat))
    many = len(soldiers) > (ABREAST_OF_TWO if show.view.seats == 2 else ABREAST)
    return Row((first, *soldiers), words=named, note=f"= {facts['totals'][seat]}", overlap=many)


def _place_line(show: Show, seat: int) -> str:
    """The short text of a seat while armies are placed."""
    view: BattalionView = show.view
    words = show.words
    if seat not in view.playing:
        return words.say("not in this game")
    if view.sizes[seat] is not None:
        return words.say("placed")
    if seat in view.jokers:
        return words.say("holds a Joker")
    return words.say("not placed yet")


def _field(
    show: Show,
    lines: Sequence[Sequence[Row]],
    texts: Sequence[str],
    caption: str,
    acting: Sequence[int],
    columns: int = len(GENERALS),
) -> Scene:
    """The seats and a line for each: two face each other, three and four sit at the side of their lines."""
    view: BattalionView = show.view
    words = show.words
    facing = view.seats == 2
    seats = tuple(
        Seat(
            name=show.plain(seat),
            fallbacks=(words.say("Player {number}", number=seat + 1),),
            line=texts[seat] if facing or not lines[seat] else "",
            to_act=seat in acting,
            out=not lines[seat],
            colour=seat,
            at=("bottom" if seat == 0 else "top") if facing else None,
        )
        for seat in range(view.seats)
    )
    elements: list[Element] = []
    if facing:
        elements += [Groups(tuple(lines[1]), columns, at="top"), Groups(tuple(lines[0]), columns, at="bottom")]
    else:
        filled = [list(line) + [Row((), words=" ")] * (columns - len(line)) for line in lines]
        elements.append(Groups(tuple(row for line in filled for row in line), columns))
    pills = [Pill(game_of(words, view.game, view.options.games), "top-right")] if facing else []
    if caption:
        pills.append(Pill(caption, "bottom-right" if facing else "centre"))
    return Scene("navy", seats, tuple(elements), tuple(pills), "around" if facing else "side")


def game_of(words: Words, game: int, games: int) -> str:
    """Which game of how many this is."""
    return words.say("Game {game} of at most {games}", game=game, games=games)
