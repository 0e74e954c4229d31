"""A game's presentation without Discord: what it shows at a position, and what must hold of that at every position."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from games.game import Event, Game
from pictures.alt import alt_text, hand_text
from table.controls import Press
from table.presentation import Choice, Name, Presentation, Show
from table.words import words_for
from tests.support.outgoing import ALT_MAX, CUSTOM_ID_MAX, LABEL_MAX, cards_in
from tests.support.play import choose

WORDS = words_for("en")
NAMES = (
    "Ann", "Bo", "Cy", "Dee", "Eli", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou", "Mia", "Ned", "Ole", "Pia", "Roy",
    "Sue", "Tom", "Una",
)  # fmt: skip

#: A text of a message stays below Discord's 4000 together with what the table adds.
TEXT_MAX = 3_900
#: Buttons of a hand that fit beside its text, picture and rows; more are turned over in pages.
LONGEST_PATH = 60


def show_of(game: Game, story: list[Event], seat: int | None = None, names: tuple[str, ...] = NAMES) -> Show:
    """What a seat, or everybody, is shown of a game after these events."""
    moves = tuple(game.moves(seat)) if seat is not None else ()
    sitting = tuple(Name(name, name) for name in names[: game.seats])
    return Show(game.view(seat), sitting, WORDS, moves, tuple(story))


def playing(game: Game, rng: Random) -> Iterator[tuple[Game, list[Event]]]:
    """Positions of one game played at random, each with its story so far; the same game and list go on changing."""
    story = list(game.opening)
    yield game, story
    while game.outcome is None:
        story += game.play(*choose(game, rng))
        yield game, story


def played_until(game: Game, reached: Callable[[Any], bool], rng: Random) -> list[Event]:
    """Play at random until this is so; the story. Fails if the game ends before."""
    for each, story in playing(game, rng):
        if reached(each):
            return story
    raise AssertionError("the game ended before")


def reachable(presentation: Presentation, show: Show, path: str = "") -> Iterator[Choice]:
    """Every choice that makes a move, however many steps behind the hand it lies. Those of one step can be told apart."""
    choices = presentation.menu(show, path).choices
    labels = [choice.label for choice in choices]
    assert len(set(labels)) == len(labels), labels
    for choice in choices:
        if choice.path is None:
            yield choice
        else:
            assert len(choice.path) <= LONGEST_PATH, choice
            yield from reachable(presentation, show, choice.path)


def check_everything_shown(presentation: Presentation, game: Game, story: list[Event]) -> None:
    """What must hold of a position: texts fit, nothing hidden is public, every move has a button with a name in words."""
    check_public(presentation, show_of(game, story))
    for seat in range(game.seats):
        check_hand(presentation, show_of(game, story, seat))


def check_public(presentation: Presentation, show: Show) -> None:
    """The table as everybody sees it: texts, alt text, scores; only public cards, and no raw names of anything."""
    scene = presentation.scene(show)
    hash(scene)
    alt = alt_text(scene)
    assert len(alt) <= ALT_MAX
    texts = [alt, presentation.written(show), presentation.score_table(show)]
    if show.view.to_act:
        texts.append(presentation.status(show))
        assert any(show.name(seat) in texts[-1] for seat in show.view.to_act), texts[-1]
    public = set(strings(show.view.to_json())) | told_since_the_deal(presentation, show)
    for text in texts:
        assert text
        assert len(text) <= TEXT_MAX
        check_words(text)
        assert cards_in(text) <= public, text
    assert presentation.phase(show.view)


def told_since_the_deal(presentation: Presentation, show: Show) -> set[str]:
    """What the events of this deal have named."""
    told: set[str] = set()
    for event in reversed(show.story):
        told.update(strings(event.to_json()))
        if presentation.is_break(event):
            break
    return told


def check_hand(presentation: Presentation, show: Show) -> None:
    """What a player sees: all cards, and exactly the legal moves as buttons that can be told apart."""
    task = presentation.task(show)
    written = presentation.hand_written(show)
    assert task
    assert len(task) + len(written) <= TEXT_MAX
    check_words(task + written)
    strip = presentation.hand(show)
    if strip is not None:
        assert len(hand_text(strip)) <= ALT_MAX
    if not show.moves:
        return
    choices = list(reachable(presentation, show))
    assert sorted(choice.move for choice in choices if choice.move) == sorted(show.moves)
    for choice in choices:
        assert 0 < len(WORDS.label(choice.label)) <= LABEL_MAX
        assert choice.label != choice.move or choice.label.isdecimal()
        check_words(choice.label)
        assert len(Press(10**9, 10**4, "m", choice.move or "").custom_id("kb")) <= CUSTOM_ID_MAX
        assert choice.tone in ("lay", "take") or not re.search("[♣♦♥♠]", choice.label)


def check_words(text: str) -> None:
    """No blank was left unfilled, and nothing of Python shows through."""
    assert not re.search(r"[{}]|None|True|False|\('", text), text


def strings(value: Any) -> Iterator[str]:
    """Every text in a value of JSON."""
    if isinstance(value, dict):
        for item in value.values():
            yield from strings(item)
    elif isinstance(value, list):
        for item in value:
            yield from strings(item)
    elif isinstance(value, str):
        yield value
