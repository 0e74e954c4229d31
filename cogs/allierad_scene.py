"""Allierad as a picture: the board with coordinates and pawns beside the cards taken; then the hands of a round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from games.allierad import AllieradView, ranks_of, runs_of
from games.cards import kille_order
from games.game import Event
from games.squares import BOARDS
from pictures.scene import Board, Card, Glow, Pawn, Pill, Row, Scene, Seat, face, faces, place
from table.presentation import Show

#: A run of fewer cards is no run to speak of.
SHORTEST: Final = 2


def reach(view: AllieradView) -> list[str]:
    """The squares that the seat in turn can move to: up, right, down, left, the nearest first."""
    if view.turn is None:
        return []
    board = BOARDS[view.seats]
    pawns = {board.places[pawn] for pawn in view.pawns}
    squares = []
    for ray in board.rays[board.places[view.pawns[view.turn]]]:
        for square in ray:
            if square in pawns:
                break
            squares.append(board.names[square])
    return squares


def card_on(view: AllieradView, square: str) -> str | None:
    """The card on a square, by its name."""
    number = BOARDS[view.seats].places[square]
    return view.board[number // len(view.board[0])][number % len(view.board[0])]


def pairs(view: AllieradView) -> tuple[tuple[int, int], tuple[int, int]] | None:
    """The chooser and the chosen, and the other two; None: there is no alliance."""
    if view.alliance is None:
        return None
    one, two = (seat for seat in range(view.seats) if seat not in view.alliance)
    return view.alliance, (one, two)


def ally_of(view: AllieradView, seat: int) -> int | None:
    """The ally of a seat, if there is an alliance."""
    for pair in pairs(view) or ():
        if seat in pair:
            return pair[1 - pair.index(seat)]
    return None


def best_run(hand: Sequence[str]) -> tuple[str, ...]:
    """The ranks of the best run of a hand, lowest first."""
    return ranks_of(runs_of(hand)[0]) if hand else ()


# ---- the board ---------------------------------------------------------------------------------------------------


def board_picture(show: Show, caption: str) -> Scene:
    """The board on the left, where the seat in turn can go in gold; the seats with their cards on the right."""
    view: AllieradView = show.view
    words = show.words
    geometry = BOARDS[view.seats]
    columns, rows = len(view.board[0]), len(view.board)
    board = Board(
        columns,
        tuple(place() if card is None else face(card) for row in view.board for card in row),
        tuple(Pawn(seat, geometry.places[square]) for seat, square in enumerate(view.pawns)),
        tuple("abcdefg"[:columns]),
        tuple(str(row) for row in range(rows, 0, -1)),
        tuple(geometry.places[square] for square in reach(view)),
        words.say("Board"),
    )
    pills = [Pill(words.say("Round {round}", round=view.round) + (f" · {caption}" if caption else ""))]
    if view.alliance is not None:
        chooser, chosen = view.alliance
        pills.insert(0, Pill(words.say("{name} chose {other}", name=show.plain(chooser), other=show.plain(chosen))))
    seats = tuple(_seat(show, seat) for seat in range(view.seats))
    return Scene("wine", seats, (board,), tuple(pills), "side")


def _seat(show: Show, seat: int) -> Seat:
    view: AllieradView = show.view
    words = show.words
    run = best_run(view.hands[seat])
    return Seat(
        name=show.plain(seat),
        fallbacks=(words.say("Player {number}", number=seat + 1),),
        line=words.say("run {length}", length=len(run)) if len(run) >= SHORTEST else "",
        badge=str(view.scores[seat]),
        to_act=seat in view.to_act,
        colour=seat,
        cards=taken_cards(view.hands[seat]),
        words=f"{show.plain(seat)}: {', '.join(facts(show, seat))}",
    )


def taken_cards(hand: Sequence[str], glow: Glow = "") -> tuple[Card, ...]:
    """The cards of a hand, lowest first; if it has a run, the cards outside the best one veiled. `glow`: of that run."""
    run = best_run(hand)
    if len(run) < SHORTEST:
        return faces(*sorted(hand, key=kille_order))
    left, cards = set(run), []
    for card in sorted(hand, key=kille_order):
        inside = card in left
        left.discard(card)
        cards.append(face(card, veiled=not inside, glow=glow if inside else ""))
    return tuple(cards)


def facts(show: Show, seat: int) -> Iterator[str]:
    """What is known of a seat, in words."""
    view: AllieradView = show.view
    words = show.words
    if seat in view.to_act:
        yield words.say("to move")
    yield words.plural("{count} point", "{count} points", view.scores[seat])
    hand = view.hands[seat]
    if hand:
        yield run_in_words(show, best_run(hand))
        yield words.say("has {cards}", cards=hand)
    ally = ally_of(view, seat)
    if ally is not None:
        yield words.say("ally of {name}", name=show.plain(ally))
    vote = view.votes[seat]
    if vote is not None:
        yield words.say("calls the hand of {name} unbeatable", name=show.plain(vote))
    if seat == view.dealer:
        yield words.say("dealer")


def run_in_words(show: Show, run: Sequence[str]) -> str:
    """A run with its length: ``run of 3, Gris to Gök``."""
    words = show.words
    if len(run) < SHORTEST:
        return words.say("no run")
    low, high = words.card(run[0]), words.card(run[-1])
    return words.say("run of {length}, {low} to {high}", length=len(run), low=low, high=high)


# ---- a round that is over ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Played:
    """A round that is over: its event and the cards that each seat took."""

    event: Event
    hands: tuple[tuple[str, ...], ...]
    told: int


def last_round(show: Show) -> Played | None:
    """The round played last, from the story; None: none is over."""
    story = show.story
    end = next((place for place in range(len(story) - 1, -1, -1) if story[place].kind == "round"), None)
    if end is None:
        return None
    hands: list[list[str]] = [[] for _ in range(show.view.seats)]
    for event in reversed(story[:end]):
        if event.kind == "deal":
            break
        if event.kind == "move" and event["card"] is not None:
            hands[event["seat"]].append(event["card"])
    return Played(story[end], tuple(tuple(sorted(hand, key=kille_order)) for hand in hands), end + 1)


def ended_quietly(event: Event, show: Show) -> bool:
    """Did this round end because nobody took a card any more? The last card and the last vote tell it themselves."""
    before = next((told for told, after in zip(show.story, show.story[1:], strict=False) if after is event), None)
    return before is not None and (before.kind == "blocked" or (before.kind == "move" and before["card"] is None))


def round_picture(show: Show, played: Played, caption: str) -> Scene:
    """The hands of a round under each other, their best runs bright, the winner's in gold."""
    words = show.words
    winner = played.event["winner"]
    rows = []
    for seat, hand in enumerate(played.hands):
        run = run_in_words(show, played.event["runs"][seat])
        points = played.event["points"][seat]
        line = words.say("{name}: {run}", name=show.plain(seat), run=run)
        if points:
            line = words.plural("{line} · {count} point", "{line} · {count} points", points, line=line)
        rows.append(Row(taken_cards(hand, "gold" if seat == winner else ""), caption=line))
    return Scene("wine", (), tuple(rows), (Pill(caption, tone="gold" if winner is not None else "plain"),))
