"""Deadlines: the default move, the second miss, coming back, and time that is not counted."""

from __future__ import annotations

import pytest

from db import tables
from tests.support.people import controls, text_of
from tests.support.world import World
from tests.table.playing import fast_forward, next_player, open_table, play_moves, start_table


async def moves_of(world: World) -> list[tables.MoveRow]:
    return await world.bot.db.read(tables.moves_of, world.tables()[-1].id)


async def test_the_table_shows_the_stored_deadline(world: World) -> None:
    lobby = await start_table(world)
    row = await world.bot.db.read(tables.load_table, world.tables()[0].id)
    assert row is not None
    assert row.deadline is not None
    assert f"<t:{row.deadline // 1000}:R>" in text_of(world.message(lobby.id))


async def test_time_up_makes_the_default_move_and_says_so(world: World) -> None:
    lobby = await start_table(world)
    player = next_player(world)
    game = world.tables()[0].going()
    expected = game.default(game.to_act[0])
    await world.env.advance_time(61)
    assert [move.move for move in await moves_of(world)] == [expected]
    assert f"{player.actor.name} did not move in time" in text_of(world.message(lobby.id))
    assert next_player(world) is not player


async def test_twice_in_a_row_and_a_computer_plays_until_im_back(world: World) -> None:
    lobby = await start_table(world)
    player = next_player(world)
    other = next(each for each in world.people if each is not player)
    await world.env.advance_time(61)
    await other.play()
    await world.env.advance_time(61)
    table = world.tables()[0]
    seat = table.seat_of(player.id)
    assert table.places[seat].autopilot
    assert "A computer plays until" in text_of(world.message(lobby.id))
    await other.play()
    assert next_player(world) is other, "the computer has played at once"
    hand = await player.press(world.message(lobby.id), "My hand")
    await player.press(hand.response, "I'm back")
    assert not table.places[seat].autopilot
    assert "is back" in text_of(world.message(lobby.id))
    row = await world.bot.db.read(tables.load_table, table.id)
    assert not row.seats[seat].autopilot


async def test_a_move_in_time_ends_the_row_of_misses(world: World) -> None:
    await start_table(world)
    player = next_player(world)
    await world.env.advance_time(61)
    await play_moves(world, 2)
    other = next(each for each in world.people if each is not player)
    await other.play()
    await world.env.advance_time(61)
    table = world.tables()[0]
    assert not table.places[table.seat_of(player.id)].autopilot


async def test_without_a_clock_nothing_happens_for_a_week_and_a_restart(world: World) -> None:
    await start_table(world, clock="none")
    await world.env.advance_time(3 * 86400)
    await world.restart()
    await world.env.advance_time(4 * 86400)
    assert await moves_of(world) == []
    assert world.tables()[0].live


async def test_the_slow_clock_waits_a_day(world: World) -> None:
    await start_table(world, clock="slow")
    await world.env.advance_time(86400 - 60)
    assert await moves_of(world) == []
    await world.env.advance_time(120)
    assert len(await moves_of(world)) == 1


async def test_downtime_is_not_counted_and_the_first_move_gets_more_time(world: World) -> None:
    await start_table(world)
    await world.env.advance_time(50)
    await world.restart()
    await world.env.advance_time(65)
    assert await moves_of(world) == []
    await world.env.advance_time(10)
    assert len(await moves_of(world)) == 1


async def test_all_away_a_table_plays_to_its_end(world: World) -> None:
    """Everybody is away: two misses each, then computers play the rest."""
    await start_table(world)
    await fast_forward(world, left=30)
    await world.restart()
    for _ in range(4):
        await world.env.advance_time(75)
    assert world.tables()[0].row.state == "over"


@pytest.mark.parametrize("computers", [1])
async def test_a_table_that_waits_for_a_computer_has_no_deadline(world: World, computers: int) -> None:
    lobby = await open_table(world, computers=computers)
    table = world.tables()[0]
    assert table.going().to_act == (table.seat_of(world.people[0].id),)
    assert table.row.deadline is not None
    await world.people[0].actor.slash(world.channel, "leave")
    assert table.row.state == "void"
    assert table.row.deadline is None
    assert [control.label for control in controls(world.message(lobby.id))] == ["Scores", "As text", "Rules"]
