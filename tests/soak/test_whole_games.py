"""`make soak`: every game, at its smallest and largest table, from the slash command to the result by buttons alone.

In the suite the middles of long games are passed over by the rules; here nothing is. Every message is looked at for
limits and hidden cards, as everywhere. Games of turns are played without a clock, the quick ones with their windows: the
simulation's patience is then shorter than any window, so that it never really waits for one, and scenes go out instead
of pictures, so that it need not be patient.
"""

from __future__ import annotations

import os
import random
import statistics

import pytest

from games import find_games
from games.game import Game
from table.live import LiveTable
from table.pace import NO_WAITS, Pace
from tests.support.people import Player, controls, text_of
from tests.support.world import World

pytestmark = [
    pytest.mark.skipif("KUKU_SOAK" not in os.environ, reason="takes minutes: make soak"),
    pytest.mark.timeout(1500),
]

#: The shortest game of each kind.
SHORTEST = {
    "allierad": {"rounds": 1},
    "battalion": {"games": 1},
    "djurpark": {"flips": 50},
    "fan_tan": {"deals": 1},
    "kierki": {"length": "short"},
    "kilinski": {"turns": 20},
    "kille": {"rounds": 1},
    "kontsina": {"rounds": 2},
}
#: Games whose questions have windows of seconds, and how often one of those is left to close by itself.
QUICK = ("bluffmaster", "byteskille", "djurpark")
LAZY = 0.1


def tables(quick: bool) -> list[object]:
    """Each game with its fewest and most seats; the world has as many people."""
    return [
        pytest.param(game, seats, id=f"{key}-{seats}", marks=pytest.mark.people(seats))
        for key, game in find_games().items()
        if (key in QUICK) == quick
        for seats in sorted({min(game.seats_allowed), max(game.seats_allowed)})
    ]


@pytest.fixture
def pace() -> Pace:
    """Nothing here waits for time: a timer that is near would really be waited for."""
    return NO_WAITS.with_changes(mention_after=1e8)


@pytest.mark.simcord(settle_timeout=30)
@pytest.mark.parametrize(("game", "seats"), tables(quick=False))
async def test_a_whole_game_by_buttons_alone(world: World, game: type[Game], seats: int) -> None:
    table = await sit_down(world, game, seats, clock="none")
    await play_to_the_end(world, table)


@pytest.mark.simcord(settle_timeout=2.5)
@pytest.mark.usefixtures("scenes_for_pictures")
@pytest.mark.parametrize(("game", "seats"), tables(quick=True))
async def test_a_whole_quick_game_by_buttons_alone(world: World, game: type[Game], seats: int) -> None:
    """Everybody presses what they are offered, in no order; now and then nobody does, and the window closes."""
    table = await sit_down(world, game, seats, clock="live")
    presses = await play_to_the_end(world, table)
    assert statistics.median(presses) == 1
    assert max(presses) <= 2, "a card, then what it is claimed to be"


async def sit_down(world: World, game: type[Game], seats: int, clock: str) -> LiveTable:
    """The table of this game with everybody at it, all hands open."""
    command = game.key.replace("_", "-")
    options = {"clock": clock, **SHORTEST.get(game.key, {})}
    lobby = (await world.people[0].actor.slash(world.channel, command, **options)).response
    for player in world.people[1:]:
        await player.press(world.message(lobby.id), "Join")
    if any(control.verb == "start" for control in controls(world.message(lobby.id))):
        await world.people[0].press(world.message(lobby.id), "Start")
    table = world.tables()[0]
    assert table.live
    assert len(table.places) == seats
    for player in world.people:
        await player.open_hand(world.message(table.row.message))
    return table


async def play_to_the_end(world: World, table: LiveTable) -> list[int]:
    """Press what the hands offer until the result is posted; how many presses each turn took."""
    by_id = {player.id: player for player in world.people}
    rng = random.Random(len(world.people))
    windows = waits = 0
    while table.live:
        window = table.presentation.window(table.going().view(None))
        if window is not None and window.seconds is not None and table.row.clock == "live" and rng.random() < LAZY:
            await world.env.advance_time(window.seconds + 0.1)
            windows += 1
            continue
        if window is not None and window.lock:
            await world.env.advance_time(window.lock + 0.1)
        free = [by_id[place.member] for seat, place in enumerate(table.places) if table.going().moves(seat)]
        ready = [player for player in free if moves_of(player)]
        if ready:
            await rng.choice(ready).play()
            waits = 0
            continue
        waits += 1
        assert waits < 10, [text_of(player.hand) for player in free]
        for player in free:
            await player.open_hand(world.message(table.row.message))
    assert table.row.state == "over"
    assert "the result" in text_of(world.table_message())
    presses = [count for player in world.people for count in player.presses]
    print(  # noqa: T201
        f"{table.row.game} {len(world.people)}: {len(presses)} turns, {windows} windows closed, "
        f"median {statistics.median(presses)}, most {max(presses)}"
    )
    return presses


def moves_of(player: Player) -> list[object]:
    """What the open hand offers, but for steps back."""
    return [control for control in player.offers() if control.label not in ("Back", "Earlier choices")]
