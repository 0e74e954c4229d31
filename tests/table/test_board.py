"""The public message: few edits, the newest state, a fresh message in time, and one mention."""

from __future__ import annotations

import asyncio

import pytest

from table.pace import NO_WAITS
from tests.support import simkit
from tests.support.people import text_of
from tests.support.world import World
from tests.table.playing import next_player, open_table, play_moves, start_table


class Edits:
    """Counts the edits of public messages while it is open."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.paths: list[str] = []

    def __enter__(self) -> Edits:
        simkit.watchers.append(self._note)
        return self

    def __exit__(self, *_: object) -> None:
        simkit.watchers.remove(self._note)

    def _note(self, backend: object, method: str, path: str, body: object, files: object) -> None:
        if method == "PATCH" and path.startswith(f"/channels/{self.world.channel.id}/messages/"):
            self.paths.append(path)


@pytest.mark.parametrize("pace", [NO_WAITS.with_changes(coalesce=0.3)])
async def test_many_moves_make_few_edits_and_the_last_shows_the_end(world: World) -> None:
    lobby = await start_table(world)
    await asyncio.sleep(0.4)
    with Edits(world) as edits:
        with world.env._bot_scope():
            for _ in range(20):
                table = world.tables()[0]
                async with world.bot.house.at(table.id) as table:
                    seat = table.going().to_act[0]
                    await world.bot.house.turns.play(table, [(seat, table.going().moves(seat)[0])])
                world.bot.house.board.show(table.id)
        await world.env.settle()
    assert len(edits.paths) <= 3
    last = world.tables()[0].sentences(world.bot.house.words(world.guild.id), 1)[0]
    assert last in text_of(world.message(lobby.id))


@pytest.mark.parametrize("pace", [NO_WAITS.with_changes(coalesce=0.3)])
async def test_two_tables_of_a_channel_share_its_edits(world: World) -> None:
    await start_table(world)
    await open_table(world, thread=False)
    await world.people[1].press(world.table_message(), "Join")
    await asyncio.sleep(0.7)
    with Edits(world) as edits:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        with world.env._bot_scope():
            for table in world.tables():
                table.note = "changed"
                world.bot.house.board.show(table.id)
        await world.env.settle()
        took = loop.time() - begun
    assert len(edits.paths) == 2
    assert took >= 0.3


async def test_after_fifty_minutes_the_table_moves_to_a_fresh_message_at_the_next_deal(world: World) -> None:
    """Too many edits to a message older than an hour: 30046. A game of 70 minutes."""
    lobby = await start_table(world, clock="slow")
    await world.env.advance_time(51 * 60)
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    assert world.message(lobby.id) is not None
    await play_moves(world, 8)
    fresh = world.tables()[0].row.message
    assert fresh != lobby.id
    assert world.message(lobby.id) is None, "the old message goes"
    assert "Four new cards" in text_of(world.message(fresh))


async def test_in_any_case_before_the_hour(world: World) -> None:
    lobby = await start_table(world, clock="slow")
    await world.env.advance_time(58 * 60)
    player = next_player(world)
    await player.open_hand(world.message(lobby.id))
    await player.play()
    assert world.tables()[0].row.message != lobby.id


async def test_a_message_too_old_to_edit_is_posted_anew(world: World) -> None:
    lobby = await start_table(world)
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/*", status=400, code=30046)
    await play_moves(world, 1)
    assert world.tables()[0].row.message != lobby.id
    assert world.message(lobby.id) is None


async def test_a_busy_discord_is_tried_again(world: World) -> None:
    lobby = await start_table(world)
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/*", status=500, times=3)
    player = next_player(world)
    await play_moves(world, 1)
    assert player.actor.name in text_of(world.message(lobby.id))
    assert next_player(world) is not player
    assert f"**{next_player(world).actor.name}** is to" in text_of(world.message(lobby.id))


# ---- mentions -----------------------------------------------------------------------------------------------


def mentions(world: World) -> list[str]:
    return [text_of(message) for message in world.channel.history() if "it is your turn" in text_of(message)]


async def test_who_is_silent_for_twenty_seconds_is_mentioned_once_until_they_move(world: World) -> None:
    await start_table(world, clock="slow")
    player = next_player(world)
    await world.env.advance_time(19)
    assert mentions(world) == []
    await world.env.advance_time(2)
    assert mentions(world) == [f"<@{player.id}>, it is your turn."]
    await world.env.advance_time(300)
    assert len(mentions(world)) == 1
    await player.play()
    assert mentions(world) == []


async def test_who_does_not_want_it_is_not_mentioned(world: World) -> None:
    for player in world.people:
        await player.actor.slash(world.channel, "preferences", mentions=False)
    await start_table(world, clock="slow")
    await world.env.advance_time(60)
    assert mentions(world) == []


async def test_a_mention_of_before_a_restart_goes_with_the_turn(world: World) -> None:
    lobby = await start_table(world, clock="slow")
    await world.env.advance_time(21)
    assert len(mentions(world)) == 1
    await world.restart()
    player = next_player(world)
    await player.open_hand(world.message(lobby.id))
    await player.play()
    assert mentions(world) == []
