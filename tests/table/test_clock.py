"""Deadlines: the default move, the second miss, coming back, and time that is not counted."""

from __future__ import annotations

import pytest

from db import tables
from tests.support.people import controls, text_of
from tests.support.world import World
from tests.table.playing import next_player, open_table, play_moves, start_table


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


async def test_all_away_a_table_waits_a_week_and_is_void(world: World) -> None:
    """Everybody is away: two misses each, then the table waits for them, and at last the channel is free."""
    lobby = await start_table(world)
    for _ in range(4):
        await world.env.advance_time(61)
    table = world.tables()[0]
    assert table.everybody_away
    plies = len(await moves_of(world))
    await world.env.advance_time(6 * 86400)
    assert table.live
    assert len(await moves_of(world)) == plies, "computers do not play among themselves"
    await world.env.advance_time(2 * 86400)
    assert table.row.state == "void"
    assert "Nobody came back" in text_of(world.message(lobby.id))
    assert await world.bot.db.read(tables.open_tables_of, world.people[0].id) == []


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


async def test_a_lobby_closes_after_half_an_hour(world: World) -> None:
    lobby = await open_table(world)
    await world.env.advance_time(29 * 60)
    assert world.tables()[0].row.state == "lobby"
    await world.env.advance_time(2 * 60)
    assert world.tables()[0].row.state == "closed"
    assert "half an hour" in text_of(world.message(lobby.id))


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
