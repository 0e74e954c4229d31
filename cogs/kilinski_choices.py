"""What may be chosen in Kilinski, step by step, each choice with the run or sum that it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cogs.kilinski_scene import high_first
from games.cards import rank_of
from games.kilinski_fight import Fight, add_up
from games.kilinski_row import POSITIONS, ROW, falling, put
from games.kilinski_view import KilinskiView
from table.presentation import Choice, Menu, Show
from table.words import Words

#: More spoils than this are chosen in two steps, so that all of them fit on one message.
MOST_SPOILS = 20
#: So many spoils fit on the public message beside everything else, also on a phone.
PUBLIC_SPOILS = 8


def menu_of(show: Show, path: str) -> Menu:
    """The owner's choices at a step."""
    view: KilinskiView = show.view
    words = show.words
    if view.phase == "draft":
        return Menu(words.say("Take a card from the pool:"), draft_choices(show))
    if view.phase == "turn":
        return _with_position(show, int(path)) if path else _turn_menu(show)
    fight = view.fight
    assert fight is not None
    if view.phase == "ask":
        return Menu(words.say("One more card would be laid face down."), ask_choices(words))
    if view.phase == "spoils":
        return _spoils_menu(show, fight, path)
    return _support_menu(show, fight)


def public_choices_of(show: Show) -> tuple[Choice, ...]:
    """What may be chosen in front of everybody, because it hides nothing."""
    view: KilinskiView = show.view
    words, fight = show.words, view.fight
    if not view.to_act:
        return ()
    seat = view.to_act[0]
    if view.phase == "draft":
        return draft_choices(show)
    if view.phase == "turn":
        return (draw_choice(words),) if view.hands[seat] < ROW else ()
    if view.phase == "ask":
        return ask_choices(words)
    if view.phase == "extra" and fight is not None and fight.said[seat] != "more":
        return (enough_choice(words),)
    if view.phase == "spoils" and fight is not None:
        choices = spoils_choices(show, fight, fight.spoils(view.tables[seat], view.frozen[seat]))
        return choices if len(choices) <= PUBLIC_SPOILS else ()
    return ()


# ---- draft and turn ------------------------------------------------------------------------------------------


def draft_choices(show: Show) -> tuple[Choice, ...]:
    """The pool, from high to low."""
    return tuple(Choice(show.words.card(card), move=f"take {card}", card=card) for card in high_first(show.view.pool))


def draw_choice(words: Words) -> Choice:
    """To draw a card."""
    return Choice(words.say("Draw a card"), move="draw", tone="take")


def _turn_menu(show: Show) -> Menu:
    """One press to draw or exchange; a press on a card of the own Table leads to what it may do."""
    view: KilinskiView = show.view
    words, table, frozen = show.words, view.tables[show.seat], view.frozen[show.seat]
    choices = [draw_choice(words)] if "draw" in show.moves else []
    exchanges = [card for card in view.hand or () if f"exchange {card}" in show.moves]
    heading = words.say("Exchange {card} at position 8 for a card of your hand:", card=table[-1])
    for card in exchanges:
        label = _with_run(words, words.card(card), table, put(table, ROW, card))
        choices.append(Choice(label, move=f"exchange {card}", card=card, heading=heading))
        heading = ""
    heading = words.say("Or swap or attack with a card of your Table:")
    for position in POSITIONS:
        if position not in frozen:
            card = table[position - 1]
            label = words.say("{position}: {card} …", position=position, card=card)
            choices.append(Choice(label, path=str(position), card=card, tone="take", heading=heading))
            heading = ""
    if "draw" in show.moves:
        return Menu("", tuple(choices))
    return Menu("", tuple(choices), reason=words.say("With eight cards in hand you cannot draw."))


def _with_position(show: Show, position: int) -> Menu:
    """What one card of the own Table may do: change places, attack, be frozen."""
    view: KilinskiView = show.view
    words, seat = show.words, show.seat
    table, opposing = view.tables[seat], view.tables[1 - seat]
    card = table[position - 1]
    choices: list[Choice] = []
    heading = words.say("Swap {card} with:", card=card)
    for other in POSITIONS:
        move = f"swap {min(position, other)} {max(position, other)}"
        if move in show.moves:
            there = table[other - 1]
            label = words.say("{position}: {card}", position=other, card=there)
            label = _with_run(words, label, table, put(put(table, position, there), other, card))
            choices.append(Choice(label, move=move, card=there, heading=heading))
            heading = ""
    heading = words.say("Or attack with it, on the Table of {name}:", name=show.name(1 - seat))
    for other in POSITIONS:
        move = f"attack {position} {other}"
        if move in show.moves:
            there = opposing[other - 1]
            label = words.say("{position}: {card}", position=other, card=there)
            choices.append(Choice(label, move=move, card=there, tone="take", heading=heading))
            heading = ""
    if f"freeze {position}" in show.moves:
        heading = words.say("Or, for the rest of the game:")
        label = words.say("Freeze {card}", card=card)
        choices.append(Choice(label, move=f"freeze {position}", card=card, heading=heading))
    return Menu(words.say("Your position {position}, {card}:", position=position, card=card), tuple(choices))


def _with_run(words: Words, label: str, table: Sequence[str], after: Sequence[str]) -> str:
    """A label with the run that a move leads to, if it changes."""
    score = falling(after)
    return label if score == falling(table) else words.say("{label} (run {score})", label=label, score=score)


# ---- a fight -------------------------------------------------------------------------------------------------


def ask_choices(words: Words) -> tuple[Choice, ...]:
    """More or enough."""
    return (Choice(words.say("One more card"), move="more", tone="take"), enough_choice(words))


def enough_choice(words: Words) -> Choice:
    """To add nothing."""
    return Choice(words.say("Enough"), move="enough", tone="say")


def _support_menu(show: Show, fight: Fight) -> Menu:
    """Each hand card with the sum that it makes."""
    words, seat = show.words, show.seat
    played = fight.supports[seat]
    choices = []
    for card in show.view.hand or ():
        if f"support {card}" not in show.moves:
            continue
        total = add_up(fight.attacker, fight.bases, _with_support(fight, seat, card))[seat]
        if not played and rank_of(card) == rank_of(fight.bases[seat]):
            label = words.say("{card}: {sum}, a pair", card=card, sum=total)
        else:
            label = words.say("{card}: {sum}", card=card, sum=total)
        choices.append(Choice(label, move=f"support {card}", card=card))
    if "enough" in show.moves:
        choices.append(enough_choice(words))
    cards = (fight.bases[seat], *played)
    prompt = words.say("Your side: {cards}, sum {sum}. Add a card, which makes:", cards=cards, sum=fight.sums[seat])
    return Menu(prompt, tuple(choices))


def _with_support(fight: Fight, seat: int, card: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    first, second = fight.supports
    return ((*first, card), second) if seat == 0 else (first, (*second, card))


def _spoils_menu(show: Show, fight: Fight, path: str) -> Menu:
    """Everything at once where it fits; else the changes of the own Table by Support."""
    if path:
        moves = [move for move in show.moves if move.startswith("adjust ") and move.endswith(f" {path}")]
        return Menu(show.words.say("{card} takes the place of:", card=path), _adjusts(show, fight, moves))
    return Menu("", spoils_choices(show, fight, show.moves, by_support=len(show.moves) > MOST_SPOILS))


def spoils_choices(show: Show, fight: Fight, moves: Sequence[str], *, by_support: bool = False) -> tuple[Choice, ...]:
    """What the winner may do, with the runs it leads to: what harms or helps most comes first.

    Everybody reads it on the public message, so it says names, not "you".
    """
    words, loser = show.words, 1 - _winner(fight)
    takes = [_take_choice(show, fight, move.split()[1]) for move in moves if move.startswith("take ")]
    adjusting = [move for move in moves if move.startswith("adjust ")]
    supports = dict.fromkeys(move.split()[2] for move in adjusting)
    steps = tuple(Choice(words.say("Lay {card} …", card=card), path=card, card=card, tone="take") for card in supports)
    taking = words.say("Put one of these in place of {card} of {name}:", card=fight.bases[loser], name=show.name(loser))
    return (
        *_headed(taking, _best_first(takes)),
        *_headed(
            words.say(
                "Or put a Support into the own Table of {name}, one step up or down. The run there is {score}:",
                name=show.name(_winner(fight)),
                score=falling(show.view.tables[_winner(fight)]),
            ),
            steps if by_support else _adjusts(show, fight, adjusting),
        ),
        *_headed(
            words.say("Or leave both Tables as they are:"),
            (Choice(words.say("Change nothing"), move="decline", tone="say"),),
        ),
    )


def _adjusts(show: Show, fight: Fight, moves: Sequence[str]) -> tuple[Choice, ...]:
    return _best_first([_adjust_choice(show, fight, move) for move in moves])


def _best_first(choices: list[tuple[int, Choice]]) -> tuple[Choice, ...]:
    return tuple(choice for _, choice in sorted(choices, key=lambda one: -one[0]))


def _headed(heading: str, choices: tuple[Choice, ...]) -> tuple[Choice, ...]:
    return (replace(choices[0], heading=heading), *choices[1:]) if choices else ()


def _take_choice(show: Show, fight: Fight, card: str) -> tuple[int, Choice]:
    """What it gains, and a take with what it does to the loser's run, and to the winner's own if the Bases change places."""
    words, tables = show.words, show.view.tables
    winner = _winner(fight)
    loser = 1 - winner
    theirs = falling(put(tables[loser], fight.positions[loser], card))
    effect = _their_run(words, falling(tables[loser]), theirs)
    label = words.say("{card}: {effect}", card=card, effect=effect)
    gain = falling(tables[loser]) - theirs
    if card == fight.bases[winner]:
        before = falling(tables[winner])
        after = falling(put(tables[winner], fight.positions[winner], fight.bases[loser]))
        gain += after - before
        effects = words.listed((effect, _own_run(words, before, after)))
        label = words.say("{card}, own Base: {effect}", card=card, effect=effects)
    return gain, Choice(label, move=f"take {card}", card=card, tone="take")


def _adjust_choice(show: Show, fight: Fight, move: str) -> tuple[int, Choice]:
    words, seat = show.words, _winner(fight)
    _, text, card = move.split()
    position, table = int(text), show.view.tables[seat]
    after = put(table, position, card)
    exchanged = words.card(table[position - 1])
    label = words.say("{card} for {other} at {position}", card=card, other=exchanged, position=position)
    return falling(after), Choice(_with_run(words, label, table, after), move=move, card=card)


def _winner(fight: Fight) -> int:
    assert fight.winner is not None
    return fight.winner


def _their_run(words: Words, before: int, after: int) -> str:
    if after < before:
        return words.say("their run falls to {score}", score=after)
    if after > before:
        return words.say("their run rises to {score}", score=after)
    return words.say("their run stays at {score}", score=after)


def _own_run(words: Words, before: int, after: int) -> str:
    if after < before:
        return words.say("own run falls to {score}", score=after)
    if after > before:
        return words.say("own run rises to {score}", score=after)
    return words.say("own run stays at {score}", score=after)
