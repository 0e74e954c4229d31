"""The power goes in the middle of a game: everything goes on, and the buttons of before still work."""

from __future__ import annotations

from db import tables
from tests.support.people import controls, text_of
from tests.support.world import World
from tests.table.playing import fast_forward, play_to_the_end, start_table


async def test_the_game_goes_on_to_its_end_after_a_restart(world: World) -> None:
    lobby = await start_table(world)
    await fast_forward(world, left=4)
    await world.restart()
    assert "restarted" in text_of(world.message(lobby.id))
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    table = await play_to_the_end(world)
    assert "the result" in text_of(world.table_message())
    assert table.row.state == "over"


async def test_a_lobby_survives(world: World) -> None:
    answer = await world.people[0].actor.slash(world.channel, "kontsina")
    await world.restart()
    await world.people[1].press(world.message(answer.response.id), "Join")
    assert world.tables()[0].live


async def test_a_result_that_was_committed_but_not_posted_is_posted_after_the_restart(world: World) -> None:
    lobby = await start_table(world)
    await fast_forward(world, left=2)
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    table = await play_to_the_end(world)
    async with world.bot.db.write() as tx:
        tx.do(tables.save_table, table.id, announced=None)
    await world.moderator.delete(world.table_message())
    await world.restart()
    assert "the result" in text_of(world.table_message())
    assert "Rematch" in [control.label for control in controls(world.table_message())]
