"""The promises of the contract (section 2), each as a check of one position of any game."""

from __future__ import annotations

import copy
import json
import pickle
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import fields
from random import Random
from typing import Any

import pytest

from games.cards import FRENCH_DECK, JOKER, KILLE_DECK
from games.errors import GameError, IllegalMove, UnreadableMove
from games.game import Game
from games.pot import GameWithPot
from games.record import Record, describe
from tests.support.play import Position, as_objects, choose

#: A sentence for a person: it begins like one, ends like one, and every fact has been filled in.
SENTENCE = re.compile(r"[^{}\n]+[.!?]")
#: Texts that are moves of no position, or only of a few.
JUNK = (
    "",
    " ",
    "x",
    "?",
    "pass pass",
    "7C x",
    "QS x QH KH",
    "🂡",
    "0",
    "-1",
    "null",
    "flip flop",
    "a" * 300,
    "\n",
    "\0",
)
#: Moves of some games, which are nothing or not allowed in others or at another time.
STRANGERS = (
    *("7C", "2C", "AS", "QH x QS", "10D", "X", "HA", "GO", "BL", "7", "12", "KR"),
    *("pass", "flip", "keep", "swap", "play", "stop", "check", "call cow", "draw", "fold", "bet", "reveal", "done"),
)


def everyone(game: Game) -> list[int | None]:
    """All who may look at a game: each seat, and a spectator."""
    return [None, *range(game.seats)]


def sample(moves: list[str], rng: Random, most: int) -> list[str]:
    """A few of many moves."""
    return moves if len(moves) <= most else rng.sample(moves, most)


def frozen(game: Game) -> dict[str, Any]:
    """Everything that a game is, apart from it."""
    return copy.deepcopy(game.state())


def play_on(game: Game, rng: Random, most: int) -> list[tuple[int, str]]:
    """Make some random moves, checked ones."""
    made = []
    while game.outcome is None and len(made) < most:
        seat, move = choose(game, rng)
        game.play(seat, move)
        made.append((seat, move))
    return made


def check_questions(game: Game) -> None:
    """Who is to act has moves, and the game is over exactly when nobody is (promise 1)."""
    assert len(set(game.to_act)) == len(game.to_act)
    assert set(game.to_act) <= set(range(game.seats))
    assert bool(game.to_act) == (game.outcome is None)
    assert len(game.scores) == len(game.net) == game.seats
    for seat in range(game.seats):
        moves = game.moves(seat)
        assert isinstance(moves, list)
        assert len(set(moves)) == len(moves), f"seat {seat} is offered a move twice"
        if game.outcome is not None:
            assert not moves, f"seat {seat} is offered moves after the end"
        elif seat in game.to_act:
            assert moves, f"seat {seat} is to act and has no move"
    if game.outcome is not None:
        check_outcome(game)


def check_outcome(game: Game) -> None:
    """The outcome has a reason, the final numbers, and places as in sports."""
    outcome = game.outcome
    assert outcome is not None
    assert outcome.reason
    assert list(outcome.scores) == game.scores
    assert list(outcome.net) == game.net
    assert len(outcome.places) == game.seats
    assert all(place == 1 + sum(other < place for other in outcome.places) for place in outcome.places)
    assert outcome.winners


def moves_are_accepted(position: Position) -> None:
    """2a. Every move offered is canonical and is accepted, in lower case and with blanks around it too."""
    game, rng = position.game, Random(2)
    for seat in range(game.seats):
        for move in sample(game.moves(seat), rng, 12):
            assert game.read(move) == move
            assert game.read(f"  {move.lower()} ") == move
            twin = game.copy()
            twin.play(seat, move)
            assert twin != game
            assert twin.ply == game.ply + 1
            assert twin.decision >= game.decision
            check_questions(twin)


def other_texts_are_refused(position: Position) -> None:
    """2b. What is not offered is refused with a sentence, and nothing changes."""
    game, rng = position.game, Random(3)
    before = frozen(game)
    elsewhere = [move for seat in range(game.seats) for move in sample(game.moves(seat), rng, 3)]
    earlier = [move for _, move in position.record.moves[-6:]]
    for seat in range(game.seats):
        offered = game.moves(seat)
        for text in (*JUNK, *elsewhere, *earlier, *STRANGERS):
            try:
                read = game.read(text)
            except UnreadableMove:
                read = None
            if read in offered:
                continue  # another spelling of a move that is allowed
            with pytest.raises(IllegalMove if read is not None and game.outcome is None else GameError) as refusal:
                game.play(seat, text)
            assert SENTENCE.fullmatch(str(refusal.value)), f"{text!r} is refused with {str(refusal.value)!r}"
            assert isinstance(refusal.value, IllegalMove | UnreadableMove)
    for seat in (-1, game.seats, True, None, "0"):
        with pytest.raises(IllegalMove):
            game.play(seat, "pass")  # type: ignore[arg-type]
    with pytest.raises(IllegalMove if game.outcome else UnreadableMove):
        game.play(0, None)  # type: ignore[arg-type]
    assert game.state() == before


def replay_is_equal(position: Position) -> None:
    """3a and 8. The record, through JSON and `play`, leads to the game that `advance` led to, at many lengths."""
    written = Record.read(json.dumps(position.record.to_json()))
    assert written == position.record
    shadow = position.record.start()
    number = 0
    for number, (game, _) in enumerate(written.steps()):
        if number:
            seat, move = position.record.moves[number - 1]
            shadow.advance(seat, game.read(move))
        if number & (number - 1) == 0:  # 0, 1, 2, 4, 8 …
            assert shadow == game, f"advance and play differ after {number} moves"
    assert game == shadow == position.game


def copy_is_independent(position: Position) -> None:
    """3b. A copy is equal; whichever of the two moves on, the other stays; and both meet the same chances."""
    game = position.record.replay()
    before = frozen(game)
    twin = game.copy()
    assert frozen(twin) == before
    moves = play_on(twin, Random(4), 40)
    assert game.state() == before, "moves of a copy have changed the original"
    after = frozen(twin)
    for seat, move in moves:
        game.play(seat, move)
    assert twin.state() == after, "moves of the original have changed its copy"
    assert game == twin, "the same moves lead a game and its copy to different states"


def nothing_is_lost(position: Position) -> None:
    """4. Each card is somewhere exactly once, now and after some moves, and every point paid is somewhere."""
    fresh = Counter(position.record.start().piles())
    assert fresh <= Counter([*FRENCH_DECK, JOKER, JOKER]) or fresh == Counter(KILLE_DECK)
    game, rng = position.game.copy(), Random(5)
    for _ in range(20):
        assert Counter(game.piles()) == fresh
        check_points(game)
        if not play_on(game, rng, 1):
            break


def check_points(game: Game) -> None:
    """Gambling points: what is won was paid, or lies in the pot."""
    pot = getattr(game, "pot", 0)
    if game.stakes:
        assert sum(game.net) + pot == 0
    else:
        assert not any(game.net), "a game without stakes moves gambling points"
    if isinstance(game, GameWithPot):
        for account in game.accounts:
            assert sum(getattr(game, account)) + pot == 0


def views_hold_no_secret(position: Position) -> None:
    """5a. Everybody sees what a spectator sees; only an owner sees a private field; a view is data and stays as it is."""
    game = position.game.copy()
    public = game.view(None)
    views = [game.view(seat) for seat in range(game.seats)]
    for view in views:
        for f in fields(view):
            if "private" in f.metadata:
                assert getattr(public, f.name) is None, f"a spectator sees {f.name}"
            elif f.name != "seat":
                assert getattr(view, f.name) == getattr(public, f.name), f"{f.name} is not the same for all"
    for seat, view in zip(everyone(game), (public, *views), strict=True):
        assert view.seat == seat
        assert pickle.loads(pickle.dumps(view)) == view  # players think in another process
    before = [json.dumps(view.to_json()) for view in (public, *views)]
    play_on(game, Random(6), 5)
    assert [json.dumps(view.to_json()) for view in (public, *views)] == before, "a view changes with the game"


def worlds_look_the_same(position: Position) -> None:
    """5b and 6. A world imagined from a view has the same view, offers the same moves, and the same default."""
    game = position.game
    fresh = Counter(game.piles())
    for seat in range(game.seats):
        view = game.view(seat)
        for salt in range(2):
            world = type(game).imagine(view, Random(salt))
            assert world.view(seat) == view
            assert world.view(None) == game.view(None)
            assert world.moves(seat) == game.moves(seat)
            assert Counter(world.piles()) == fresh
            check_questions(world)
            if seat in game.to_act:
                assert world.default(seat) == game.default(seat)
            play_on(world, Random(salt), 12)
            assert Counter(world.piles()) == fresh
            assert game.view(seat) == view, "moves in an imagined world have changed the view"


def default_is_legal(position: Position) -> None:
    """6. The move made for who is late is legal, always the same, and asking for it changes nothing."""
    game = position.game
    before = frozen(game)
    for seat in game.to_act:
        move = game.default(seat)
        assert move in game.moves(seat)
        assert game.default(seat) == move
        assert game.copy().default(seat) == move
    assert game.state() == before


def hidden_cards_stay_hidden(position: Position) -> None:
    """7. Two worlds that a seat cannot tell apart: as long as the same things happen in both, all public stays the same.

    What differs after equal events would tell a spectator more than the events did; and a seat that sees the same in
    both worlds must be offered the same.
    """
    game = position.game
    for watcher in range(game.seats):
        view = game.view(watcher)
        one, two = (type(game).imagine(view, Random(salt)) for salt in (7, 8))
        two.chance = one.chance.copy()  # so that a pile shuffled from now on is no difference
        rng = Random(9)
        for _ in range(6):
            compare_worlds(one, two)
            shared = [(seat, move) for seat in range(game.seats) for move in one.moves(seat) if move in two.moves(seat)]
            if not shared:
                break
            seat, move = rng.choice(shared)
            shuffled = one.chance.shuffled
            if as_objects(one.play(seat, move)) != as_objects(two.play(seat, move)):
                # The move has shown a card in which the worlds differ. Then it is public from now on, until a new deal.
                if one.chance.shuffled == shuffled:
                    assert one.view(None) != two.view(None), "an event holds what the public view does not"
                break


def compare_worlds(one: Game, two: Game) -> None:
    """Two games with the same public past: the same public view, and the same offers to who sees the same."""
    assert one.view(None) == two.view(None), "hidden cards change the public view"
    for seat in range(one.seats):
        if one.view(seat) == two.view(seat):
            assert one.moves(seat) == two.moves(seat), "hidden cards change the moves offered"
            if seat in one.to_act:
                assert one.default(seat) == two.default(seat), "hidden cards change the default"


def report_is_json(position: Position) -> None:
    """The report of a record can be written, and says what the game says."""
    game = position.game
    report = json.loads(json.dumps(describe(game, game.opening)))
    assert report["scores"] == game.scores
    assert report["over"] == (game.outcome is not None)
    assert len(report["private"]) == game.seats
    assert [event["event"] for event in report["events"]] == [event.kind for event in game.opening]


PROMISES: tuple[Callable[[Position], None], ...] = (
    moves_are_accepted,
    other_texts_are_refused,
    replay_is_equal,
    copy_is_independent,
    nothing_is_lost,
    views_hold_no_secret,
    worlds_look_the_same,
    default_is_legal,
    hidden_cards_stay_hidden,
    report_is_json,
)
