"""What everybody reads speaks to nobody in particular: no "you" in the texts of a table, in any game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from games.game import Chance
from pictures.alt import alt_text
from table.presentation import Presentation, Show
from tests.support.presenting import playing, show_of
from tests.table.playing import GAMES, presentation_of

#: The ways to speak to one reader in English.
YOU = re.compile(r"\b(you|your|yours|yourself)\b", re.IGNORECASE)


def read_by_all(presentation: Presentation, show: Show, since: int) -> Iterator[str]:
    """Every text of the public message."""
    yield alt_text(presentation.scene(show))
    if show.view.to_act:
        yield presentation.status(show)
    for choice in presentation.public_choices(show):
        yield f"{choice.heading}: {choice.label}"
    for stage in presentation.stages(show, since):
        yield f"{stage.status}: {alt_text(stage.scene)}"
    for event in show.story[since:]:
        yield presentation.sentence(event, show) or ""


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_all_read_says_you(game: str) -> None:
    presentation = presentation_of(game)
    kind = presentation.game
    phases = set()
    for number, seats in enumerate((min(kind.seats_allowed), max(kind.seats_allowed), min(kind.seats_allowed))):
        start = kind(seats, kind.Options(), Chance(bytes([number])), (100,) * seats if kind.stakes else None)
        since = 0
        for count, (position, story) in enumerate(playing(start, Random(number))):
            phase = presentation.phase(position.view(None))
            if phase not in phases or count % 9 == 0:
                phases.add(phase)
                for text in read_by_all(presentation, show_of(position, story), since):
                    assert not YOU.search(text), (phase, text)
            since = len(story)
            if count > 400:
                break
