"""Games of the Kille family at a table of people: sitting down, playing on, cutting the power."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from table.live import LiveTable
from tests.support.world import World
from tests.table.playing import fast_forward_to, next_player, open_table


async def sit_down(world: World, game: str, **options: object) -> Any:
    """Everybody joins, and the host starts where seats are many; the message of the table."""
    lobby = await open_table(world, game, **options)
    for player in world.people[1:]:
        await player.press(lobby, "Join")
    if world.tables()[-1].game is None:
        await world.people[0].press(world.message(lobby.id), "Start")
    return lobby


async def turns(world: World, count: int) -> LiveTable:
    """So many turns by pressing, each with exactly one press on an open hand; the table."""
    table = world.tables()[-1]
    for _ in range(count):
        player = next_player(world, table)
        if player.hand is None:
            await player.open_hand(world.message(table.row.message))
        assert await player.play() == 1
    return table


async def skip_to(world: World, reached: Callable[[Any], bool]) -> LiveTable:
    """Play by the rules alone until the game is so, and bring the public message up to date; hands are closed then."""
    table = await fast_forward_to(world, reached)
    assert reached(table.going()), "the game ended before"
    with world.env._bot_scope():
        world.bot.house.board.show(table.id)
    await world.env.settle()
    close_hands(world)
    return table


async def cut_power(world: World) -> LiveTable:
    """The bot is killed and starts again: the game is as it was; hands must be opened again."""
    before = world.tables()[-1]
    state = before.going()
    await world.restart()
    table = await world.bot.house.find(before.id)
    assert table.going() == state
    assert table.story == before.story
    close_hands(world)
    return table


def close_hands(world: World) -> None:
    """Nobody looks at a hand any more."""
    for player in world.people:
        player.hand = None
