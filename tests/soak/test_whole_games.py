"""`make soak`: every game, at its smallest and largest table, from the slash command to the result by buttons alone.

In the suite the middles of long games are passed over by the rules; here nothing is. Every message is looked at for
limits and hidden cards, as everywhere. Games with short windows are left to their own tests: the simulation would
really wait for each of their windows.
"""

from __future__ import annotations

import os
import statistics

import pytest

from games import find_games
from games.game import Game
from table.pace import NO_WAITS, Pace
from tests.support.people import Player, controls, text_of
from tests.support.world import World

pytestmark = [
    pytest.mark.skipif("KUKU_SOAK" not in os.environ, reason="takes minutes: make soak"),
    pytest.mark.simcord(settle_timeout=30),
    pytest.mark.timeout(1500),
]

#: The shortest game of each kind.
SHORTEST = {
    "allierad": {"rounds": 1},
    "battalion": {"games": 1},
    "fan_tan": {"deals": 1},
    "kierki": {"length": "short"},
    "kilinski": {"turns": 20},
    "kille": {"rounds": 1},
    "kontsina": {"rounds": 2},
}
#: Games whose questions have windows of seconds.
WINDOWED = ("bluffmaster", "byteskille", "djurpark")


def tables() -> list[object]:
    """Each game with its fewest and most seats; the world has as many people."""
    return [
        pytest.param(game, seats, id=f"{key}-{seats}", marks=pytest.mark.people(seats))
        for key, game in find_games().items()
        if key not in WINDOWED
        for seats in sorted({min(game.seats_allowed), max(game.seats_allowed)})
    ]


@pytest.fixture
def pace() -> Pace:
    """Nothing here waits for time: a timer that is near would really be waited for."""
    return NO_WAITS.with_changes(mention_after=1e8)


@pytest.mark.parametrize(("game", "seats"), tables())
async def test_a_whole_game_by_buttons_alone(world: World, game: type[Game], seats: int) -> None:
    command = game.key.replace("_", "-")
    options = {"clock": "none", **SHORTEST.get(game.key, {})}
    lobby = (await world.people[0].actor.slash(world.channel, command, **options)).response
    for player in world.people[1:]:
        await player.press(world.message(lobby.id), "Join")
    start = [control for control in controls(world.message(lobby.id)) if control.verb == "start"]
    if start:
        await world.people[0].press(world.message(lobby.id), "Start")
    table = world.tables()[0]
    assert table.live
    assert len(table.places) == seats
    for player in world.people:
        await player.open_hand(world.message(table.row.message))
    by_id = {player.id: player for player in world.people}
    waits = 0
    while table.live:
        awaited = [by_id[table.places[seat].member] for seat in table.going().to_act]
        ready = [player for player in awaited if moves_of(player)]
        if ready:
            await ready[0].play()
            waits = 0
            continue
        waits += 1
        assert waits < 10, [text_of(player.hand) for player in awaited]
        for player in awaited:
            await player.open_hand(world.message(table.row.message))
    assert "the result" in text_of(world.table_message())
    presses = [count for player in world.people for count in player.presses]
    print(f"{game.key} {seats}: {len(presses)} turns, median {statistics.median(presses)}, most {max(presses)}")  # noqa: T201


def moves_of(player: Player) -> list[object]:
    """What the open hand offers, but for steps back."""
    return [control for control in player.offers() if control.label not in ("Back", "Earlier choices")]
