"""Deadlines: the default move, the second miss, coming back, and time that is not counted."""

from __future__ import annotations

import pytest

from db import tables
from tests.support.people import controls, text_of
from tests.support.world import World
from tests.table.playing import next_player, open_table, play_moves, start_table


async def moves_of(world: World) -> list[tables.MoveRow]:
    return await world.bot.db.read(tables.moves_of, world.tables()[-1].id)


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


async def test_one_who_comes_back_wakes_the_table(world: World) -> None:
    lobby = await start_table(world)
    for _ in range(4):
        await world.env.advance_time(61)
    await world.env.advance_time(3 * 86400)
    ann = world.people[0]
    hand = await ann.press(world.message(lobby.id), "My hand")
    await ann.press(hand.response, "I'm back")
    table = world.tables()[0]
    assert not table.everybody_away
    assert next_player(world) is ann, "the computer of the other seat has played on"
    assert table.row.deadline is not None


async def test_without_a_clock_a_notice_after_83_days_and_the_end_after_90(world: World) -> None:
    await start_table(world, clock="none")
    await world.env.advance_time(82 * 86400)
    assert not any("closed in a week" in text_of(message) for message in world.channel.history())
    await world.env.advance_time(2 * 86400)
    assert sum("closed in a week" in text_of(message) for message in world.channel.history()) == 1
    await world.env.advance_time(7 * 86400)
    table = world.tables()[0]
    assert table.row.state == "void"
    assert "90 days" in text_of(world.message(table.row.message))


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
