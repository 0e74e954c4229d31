"""Closed direct messages: what users of other bots reported, and that it cannot happen here."""

from __future__ import annotations

from typing import Any

import pytest

from db import tables
from tests.support.people import text_of
from tests.support.simkit import close_dms
from tests.support.world import World
from tests.table.playing import next_player, open_table, prefer_dms


async def start_with_one_closed(world: World, closed: int, code: int = 50007) -> Any:
    """Everybody wants hands by direct message, which one person does not take; Fan Tan begins; its message."""
    await prefer_dms(world, *world.people)
    close_dms(world.env, world.people[closed].actor, code)
    lobby = await open_table(world, game="fan-tan", thread=False)
    for player in world.people[1:]:
        await player.press(world.message(lobby.id), "Join")
    await world.people[0].press(world.message(lobby.id), "Start")
    return lobby


def told(world: World) -> list[str]:
    """What the channel was told of closed direct messages."""
    return [text_of(message) for message in world.channel.history() if "directly" in text_of(message)]


def arrived(world: World) -> list[str]:
    return [player.actor.name for player in world.people if player.actor.user.dm_channel.history()]


@pytest.mark.parametrize("code", [50007, 50278, 50001])
async def test_the_game_fails_silently_when_the_starter_has_dms_off(world: World, code: int) -> None:
    """The channel says once, without cards, where the hand is; the game goes on, also after a restart."""
    ann, bo = world.people
    await prefer_dms(world, ann)
    close_dms(world.env, ann.actor, code)
    lobby = await open_table(world)
    await bo.press(lobby, "Join")
    assert world.tables()[0].live
    (said,) = told(world)
    assert said == "I may not write to ann directly. **My hand** shows the cards here, only to you."
    await ann.open_hand(world.message(lobby.id))
    await bo.open_hand(world.message(lobby.id))
    for _ in range(3):
        await next_player(world).play()
    await world.restart()
    assert told(world) == [said]


@pytest.mark.people(4)
async def test_a_match_hangs_because_one_dm_failed_and_force_end_does_not_help(world: World) -> None:
    lobby = await start_with_one_closed(world, closed=0)
    table = world.tables()[0]
    assert table.live
    await world.people[0].open_hand(world.message(lobby.id))
    ply = table.going().ply
    await world.env.advance_time(61)
    assert table.going().ply > ply, "the clock runs"
    answer = await world.moderator.slash(world.channel, "end")
    assert "was ended" in text_of(answer.response)
    assert table.row.state == "void"
    assert "A moderator ended the game" in text_of(world.message(lobby.id))


@pytest.mark.people(3)
async def test_one_closed_dm_left_a_session_that_never_ended_and_blocked_new_games(world: World) -> None:
    """The same people, closed messages included, play on and open a second table at once, and end both."""
    for number in range(2):
        await start_with_one_closed(world, closed=0)
        assert world.tables()[number].live
    assert len(told(world)) == 2, "once at each table"
    for row in await world.bot.db.read(tables.open_tables, world.guild.id):
        await world.bot.house.ending.void(row.id, "The host closed the table.")
    assert await world.bot.db.read(tables.open_tables_of, world.people[0].id) == []


@pytest.mark.people(5)
async def test_the_first_failed_dm_stops_all_later_ones_yet_everyone_is_listed_as_failed(world: World) -> None:
    await start_with_one_closed(world, closed=2)
    assert arrived(world) == ["ann", "bo", "dee", "eli"]
    (said,) = told(world)
    assert [player.actor.name for player in world.people if player.actor.name in said.split()] == ["cy"]
