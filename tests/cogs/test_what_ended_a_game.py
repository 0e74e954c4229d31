"""A result says in a sentence why the game is over, in each game that can end in several ways; played from records."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from games.game import Chance, Outcome
from games.record import Record
from table.presentation import Show
from tests.support.people import text_of
from tests.support.presenting import check_words, playing, show_of
from tests.support.world import World
from tests.table.playing import GAMES, fast_forward_to, next_player, open_table, presentation_of

RECORDS = Path(__file__).parents[1] / "records"

#: By record: what ended its game.
WHY = {
    "allierad-game-of-2": "4 points end the game.",
    "allierad-game-of-4": "20 points end the game.",
    "battalion-game-1": "Bo has kept 2 generals, more than anybody else.",
    "battalion-shared-after-one-game": "After 1 game without a single winner those who led it share the win.",
    "bluffmaster-game-of-3": "Only Ann has cards left.",
    "bluffmaster-game-over": "Nobody plays higher than the last card of Ann, who is out.",
    "byteskille-game-of-3": "All the others are out.",
    "byteskille-sale-ends-game": "Bo bought the card of the only other player who was still in.",
    "djurpark-flips-used-up": "Flip 50 was the last, and most cards win.",
    "djurpark-game-of-4": "Dee has every card.",
    "kilinski-game-1": "Ann began turn 64 with a run of 41.",
    "kilinski-turn-limit": "Turn 20 was the last. The higher run wins, 3 to 2.",
    "kierki-full-short-1": "",
    "kontsina-game-1": "",
}
SEVERAL = {record.split("-")[0] for record, why in WHY.items() if why}


def over(record: str) -> tuple[str, Show]:
    """A game that is over, as everybody sees it: its key and what is shown."""
    read = Record.read((RECORDS / f"{record}.json").read_text())
    steps = list(read.steps())
    game, story = steps[-1][0], [event for _, events in steps for event in events]
    assert game.outcome is not None
    return game.key, show_of(game, story)


@pytest.mark.parametrize("record", WHY)
def test_why_a_game_is_over(record: str) -> None:
    key, show = over(record)
    assert presentation_of(key).ended(show) == WHY[record]


def with_outcome(show: Show, **changes: object) -> Show:
    outcome = replace(show.view.outcome, **changes)
    assert isinstance(outcome, Outcome)
    return replace(show, view=replace(show.view, outcome=outcome))


def test_endings_that_no_record_has() -> None:
    _, show = over("kilinski-turn-limit")
    ended = presentation_of("kilinski").ended
    assert ended(with_outcome(show, scores=(7, 7))) == "Turn 20 was the last. Both runs are 7."
    assert (
        ended(with_outcome(show, reason="two passes"))
        == "Neither of the two could move any more. The higher run wins, 3 to 2."
    )
    with pytest.raises(KeyError):
        ended(with_outcome(show, reason="something new"))
    _, show = over("allierad-game-of-4")
    assert presentation_of("allierad").ended(with_outcome(show, reason="rounds played")) == "Round 12 was the last."


@pytest.mark.parametrize("game", GAMES)
def test_every_game_that_can_end_in_several_ways_says_in_which(game: str) -> None:
    presentation = presentation_of(game)
    kind, seats = presentation.game, min(presentation.game.seats_allowed)
    start = kind(seats, kind.Options(), Chance(b"end"), (100,) * seats if kind.stakes else None)
    *_, (position, story) = playing(start, Random(3))
    said = presentation.ended(show_of(position, story))
    check_words(said)
    assert bool(said) == (game in SEVERAL)


async def test_the_result_and_the_table_say_it(world: World) -> None:
    await open_table(world, "kilinski", turns=20)
    await world.people[1].press(world.table_message(), "Join")
    table = await fast_forward_to(world, lambda game: game.turn == 20 and game.phase == "turn")
    for player in world.people:
        await player.open_hand(world.message(table.row.message))
    while table.live:
        await next_player(world, table).play()
    for message in (world.table_message(), world.message(table.row.message)):
        assert "Turn 20 was the last." in text_of(message)
