"""Every way a game can end goes through one settlement, once, and leaves nobody behind."""

from __future__ import annotations

import pytest

from db import tables
from tests.support import simkit
from tests.support.people import text_of
from tests.support.simkit import kick_bot
from tests.support.world import World
from tests.table.playing import next_player, open_table, play_moves, start_table


async def nobody_is_at_a_table(world: World) -> bool:
    return not any([await world.bot.db.read(tables.open_tables_of, player.id) for player in world.people])


async def test_the_host_ends_at_once(world: World) -> None:
    lobby = await start_table(world)
    await play_moves(world, 2)
    answer = await world.people[0].actor.slash(world.channel, "end")
    assert "was ended" in text_of(answer.response)
    assert "The host closed the table" in text_of(world.message(lobby.id))
    assert await nobody_is_at_a_table(world)
    answer = await world.people[0].actor.slash(world.channel, "kontsina")
    assert not answer.ephemeral, "a new table can be opened at once"


async def test_a_role_named_by_the_server_may_end(world: World) -> None:
    role = world.guild.create_role("Referee")
    referee = world.guild.add_member(world.env.create_user("ref"), roles=[role])
    lobby = await start_table(world)
    refused = await referee.slash(world.channel, "end")
    assert "Only its players" in text_of(refused.response)
    await world.moderator.slash(world.channel, "settings", moderators=role)
    await referee.slash(world.channel, "end")
    assert "A moderator ended the game" in text_of(world.message(lobby.id))


@pytest.mark.people(4)
async def test_the_others_end_by_a_vote(world: World) -> None:
    lobby = await open_table(world, game="fan-tan")
    for player in world.people[1:]:
        await player.press(world.message(lobby.id), "Join")
    await world.people[0].press(world.message(lobby.id), "Start")
    _, bo, cy, dee = world.people
    answer = await bo.actor.slash(world.channel, "end")
    assert "2 more votes" in text_of(answer.response)
    await bo.actor.slash(world.channel, "end")
    assert world.tables()[0].live, "nobody votes twice"
    await cy.actor.slash(world.channel, "end")
    assert "1 more vote" in text_of(world.message(lobby.id))
    await dee.actor.slash(world.channel, "end")
    assert world.tables()[0].row.state == "void"
    assert "voted to end" in text_of(world.message(lobby.id))


async def test_a_server_that_removes_the_bot_frees_its_players(world: World) -> None:
    await start_table(world)
    kick_bot(world.env, world.guild)
    await world.env.settle()
    assert await nobody_is_at_a_table(world)
    (row,) = [await world.bot.db.read(tables.load_table, table.id) for table in world.tables()]
    assert row is not None
    assert row.state == "void"


async def test_a_channel_found_gone_at_the_next_edit_voids_the_table(world: World) -> None:
    await start_table(world)
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/*", status=404, code=10003, times=None)
    await play_moves(world, 1)
    assert world.tables()[0].row.state == "void"


async def test_an_archived_thread_is_opened_again(world: World) -> None:
    await world.people[0].actor.slash(world.channel, "kontsina", thread=True)
    (thread,) = world.channel.threads
    await world.people[1].press(thread.last_message, "Join")
    player = next_player(world)
    answer = await player.actor.slash(thread, "hand")
    player.hand = answer.response
    calls: list[tuple[str, str, object]] = []
    simkit.watchers.append(lambda backend, method, path, body, files: calls.append((method, path, body)))
    world.env.inject_error("PATCH", f"/channels/{thread.id}/messages/*", status=400, code=50083)
    await player.play()
    simkit.watchers.pop()
    assert ("PATCH", f"/channels/{thread.id}", {"archived": False}) in calls
    assert "Kontsina" in text_of(thread.last_message)


async def test_prizes_stop_at_sixty_a_day(world: World) -> None:
    from table.ending import PRIZES_A_DAY, pay_prizes

    paid = []
    for number in range(5):
        async with world.bot.db.write() as tx:
            paid.append(tx.do(pay_prizes, world.guild.id, {7: 14}, str(number), 1000 + number, 0))
    assert [later.value.get(7, 0) for later in paid] == [14, 14, 14, 14, 4]
    assert sum(later.value.get(7, 0) for later in paid) == PRIZES_A_DAY
    async with world.bot.db.write() as tx:
        tomorrow = tx.do(pay_prizes, world.guild.id, {7: 14}, "5", 90_000_000, 86_400_000)
    assert tomorrow.value == {7: 14}


async def test_tables_that_are_over_do_not_fill_the_memory(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table.house.RETIRED", 2)
    for _ in range(5):
        await open_table(world, thread=False)
        await world.moderator.slash(world.channel, "end")
    assert len(world.tables()) <= 2
