"""Deadlines: the default move, the second miss, coming back, and time that is not counted."""

from __future__ import annotations

from typing import Any

import pytest

from db import tables
from table.live import LiveTable
from table.pace import NO_WAITS
from tests.support.people import controls, text_of
from tests.support.world import World
from tests.table.playing import fast_forward_to, next_player, open_table, play_moves, start_table


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


def ends_a_deal(game: Any) -> bool:
    """Does any move of whoever is next end a deal, but not the game?"""
    after = game.copy()
    after.advance(game.to_act[0], game.moves(game.to_act[0])[0])
    return after.outcome is None and bool(after.view(None).deal != game.view(None).deal)


async def at_the_end_of_a_deal(world: World) -> LiveTable:
    """Three people have played the last card of a deal of Fan Tan, which is shown before the next deal."""
    lobby = await open_table(world, "fan-tan", deals=2)
    for player in world.people[1:]:
        await player.press(world.message(lobby.id), "Join")
    await world.people[0].press(world.message(lobby.id), "Start")
    table = await fast_forward_to(world, ends_a_deal)
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    await next_player(world, table).play()
    return table


def seconds_left(world: World, table: LiveTable) -> float:
    assert table.row.deadline is not None
    return table.row.deadline / 1000 - world.env.now().timestamp()


STAGE = 30.0


@pytest.mark.people(3)
@pytest.mark.parametrize("pace", [NO_WAITS.with_changes(stage=STAGE)])
async def test_the_time_of_a_question_begins_when_what_is_shown_before_it_has_been_seen(world: World) -> None:
    table = await at_the_end_of_a_deal(world)
    assert [control for control in controls(world.table_message()) if control.decides] == [], "a stage is shown"
    assert seconds_left(world, table) == pytest.approx(STAGE + 45, abs=5)
    moves = len(await moves_of(world))
    await world.env.advance_time(10)
    await next_player(world, table).play()
    assert seconds_left(world, table) == pytest.approx(STAGE - 10 + 45, abs=5), "the rest of the stage"
    await world.env.advance_time(STAGE - 10 + 35)
    assert len(await moves_of(world)) == moves + 1, "nobody is late yet"
    await next_player(world, table).play()
    assert seconds_left(world, table) == pytest.approx(45, abs=5), "nothing is shown before this one"
