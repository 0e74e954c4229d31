"""People, channels and permissions disappear: what users of other bots reported, and that it cannot happen here."""

from __future__ import annotations

import random
import sqlite3
from typing import Any

import discord
import pytest

from db import points, results, tables
from db.members import remember_member
from games.game import Chance
from table.live import LiveTable
from table.opening import FOR_A_THREAD, NEEDED
from table.presentation import Presentation
from tests.support.people import controls, text_of
from tests.support.play import wander
from tests.support.world import World
from tests.table.playing import (
    GAMES,
    begin_table,
    fast_forward,
    fast_forward_to,
    next_player,
    play_moves,
    start_table,
)

#: So many games are looked through for phases, and so many moves of each.
SEEDS, MOVES = 8, 640
PURSE = 100
DAY = 86_400

Found = dict[str, tuple[int, int, list[tuple[int, str]]]]


def every_phase(presentation: Presentation) -> Found:
    """By phase: seats, seed and moves that lead there, when the game is played at random by a few and by more people."""
    kind, found = presentation.game, Found()
    for seats in sorted({min(kind.seats_allowed), min(4, max(kind.seats_allowed))}):
        for seed in range(SEEDS):
            purses = (PURSE,) * seats if kind.stakes else None
            game = kind(seats, kind.Options(), Chance(bytes([seed] * 32)), purses)
            made: list[tuple[int, str]] = []
            found.setdefault(presentation.phase(game.view(None)), (seats, seed, []))
            for move in wander(game, random.Random(seed), MOVES):
                made.append(move)
                if game.outcome is None and presentation.phase(game.view(None)) not in found:
                    found[presentation.phase(game.view(None))] = seats, seed, made.copy()
    return found


async def put_up(world: World, game: str, people: list[Any], seed: int, moves: list[tuple[int, str]]) -> LiveTable:
    """A table of these people on the slow clock, after these moves."""
    house = world.bot.house
    house.lobby._token = lambda size: bytes([seed] * size).hex()
    async with house.db.write() as tx:
        for person in people:
            tx.do(remember_member, world.guild.id, person.id, "p", 1)
            tx.do(points.grant, world.guild.id, person.id, PURSE, "correction", "1", 1)
    with world.env._bot_scope():
        number = await begin_table(
            house,
            game,
            [(person.id, f"p{seat}") for seat, person in enumerate(people)],
            server=world.guild.id,
            channel=world.channel.id,
            clock="slow",
        )
        async with house.db.write() as tx:
            tx.do(tables.append_moves, number, 0, moves, 1)
        house.forget(number)
        return await house.find(number)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.people(0)
async def test_soft_lock_waiting_for_a_member_who_left_the_server(world: World, game: str) -> None:
    """In every phase: a computer plays on for who is gone; when all are gone the table ends.

    Members are not heard leaving, since the bot knows no members: whoever lets a table wait for a day is asked for.
    """
    house = world.bot.house
    found = every_phase(house.presentations[game])
    members: dict[int | None, Any] = {}
    waiting: dict[str, LiveTable] = {}
    for phase, (seats, seed, moves) in found.items():
        people = [world.guild.add_member(world.env.create_user("p")) for _ in range(seats)]
        members |= {person.id: person for person in people}
        waiting[phase] = await put_up(world, game, people, seed, moves)
    gone = {phase: table.going().to_act[0] for phase, table in waiting.items()}
    for phase, table in waiting.items():
        assert house.presentations[game].phase(table.going().view(None)) == phase
        world.guild.remove_member(members[table.places[gone[phase]].member])
    await world.env.advance_time(DAY + 60)
    for phase, table in waiting.items():
        assert table.places[gone[phase]].left, phase
        assert gone[phase] not in table.going().to_act or not table.live, phase
        for place in table.places:
            if not place.left:
                world.guild.remove_member(members[place.member])
    await world.env.advance_time(30 * DAY)
    for phase, table in waiting.items():
        assert table.row.state in ("over", "void"), phase
    assert await world.bot.db.read(tables.open_tables, world.guild.id) == []


# ---- every end is told ----------------------------------------------------------------------------------------


async def test_a_game_ended_by_a_flee_shows_no_result(world: World) -> None:
    """Who leaves is played for to the end: the result is posted, names both, and counts for both, once."""
    lobby = await start_table(world)
    table = await fast_forward(world, left=4)
    stays, flees = world.people
    await flees.actor.slash(world.channel, "leave")
    await stays.open_hand(world.message(lobby.id))
    while table.live:
        assert next_player(world) is stays
        await stays.play()
    (posted,) = [text_of(message) for message in world.channel.history() if "the result" in text_of(message)]
    for player in world.people:
        assert player.actor.name in posted
    rows = await world.bot.db.read(results.results_of, table.id)
    assert sorted(row.member for row in rows if row.member is not None) == sorted(player.id for player in world.people)
    assert not any(row.practice for row in rows)


WAYS = {
    "all leave": "Everybody has left.",
    "host": "The host closed the table.",
    "moderator": "A moderator ended the game.",
    "vote": "The players voted to end the game.",
    "time": "Nobody came back for a week",
    "played out": "",
}


@pytest.mark.parametrize("way", WAYS)
async def test_a_game_that_ends_in_another_way_shows_no_result(world: World, way: str) -> None:
    """Each way of ending is told on the table, once, through the same settlement; a second one finds nothing to end."""
    lobby = await start_table(world)
    table = await fast_forward(world, left=1) if way == "played out" else world.tables()[0]
    if way == "all leave":
        for player in world.people:
            await player.actor.slash(world.channel, "leave")
    elif way == "host":
        await world.people[0].actor.slash(world.channel, "end")
    elif way == "moderator":
        await world.moderator.slash(world.channel, "end")
    elif way == "vote":  # of people among whom there is no host
        async with world.bot.db.write() as tx:
            tx.do(tables.save_table, table.id, host=world.moderator.id)
        table.take(host=world.moderator.id)
        for player in world.people:
            await player.actor.slash(world.channel, "end")
    elif way == "time":
        await world.env.advance_time(4 * 61)
        await world.env.advance_time(8 * DAY)
    else:
        await next_player(world).open_hand(world.message(lobby.id))
        await next_player(world).play()
    ended, state = table.row.ended, "over" if way == "played out" else "void"
    assert table.row.state == state
    assert WAYS[way] in text_of(world.message(lobby.id))
    assert ("the result" in text_of(world.table_message())) == (way == "played out")
    assert [control.label for control in controls(world.message(lobby.id))] == ["Scores", "As text", "Rules"]
    await world.bot.house.ending.void(table.id, "The host closed the table.")
    await world.moderator.slash(world.channel, "end")
    row = await world.bot.db.read(tables.load_table, table.id)
    assert row is not None
    assert (row.state, row.ended) == (state, ended)


async def test_a_game_is_settled_twice(world: World) -> None:
    await start_table(world)
    table = world.tables()[0]
    game = table.going().copy()
    while game.outcome is None:
        seat = game.to_act[0]
        game.advance(seat, game.moves(seat)[0])
    settlement = world.bot.house.ending.prepare(table, game, 1)
    async with world.bot.db.write() as tx:
        settlement.write(tx)
    with pytest.raises(sqlite3.IntegrityError):
        async with world.bot.db.write() as tx:
            settlement.write(tx)
    assert len(await world.bot.db.read(results.results_of, table.id)) == 2
    assert await world.bot.db.read(points.check_purses) == []
    assert await world.bot.db.read(tables.open_tables, world.guild.id) == []


# ---- channels and messages that go ----------------------------------------------------------------------------


async def start_kille(world: World, thread: bool) -> Any:
    """A gambling table of three people; the channel or thread it is in."""
    await world.people[0].actor.slash(world.channel, "kille", thread=thread)
    place = world.channel.threads[0] if thread else world.channel
    for player in world.people[1:]:
        await player.press(place.history()[-1], "Join")
    await world.people[0].press(place.history()[-1], "Start")
    await fast_forward_to(world, lambda game: any(game.net) and game.ply > 3)
    assert world.tables()[-1].live
    return place


async def players_are_free_and_have_their_stakes(world: World) -> None:
    for player in world.people:
        assert await world.bot.db.read(tables.open_tables_of, player.id) == []
        assert await world.bot.db.read(points.purse, world.guild.id, player.id) == PURSE
        entries = await world.bot.db.read(points.latest_entries, world.guild.id, player.id)
        assert [entry.kind for entry in entries] == ["welcome"]
    elsewhere = world.guild.create_text_channel("elsewhere")
    answer = await world.people[0].actor.slash(elsewhere, "kille")
    assert not answer.ephemeral


@pytest.mark.people(3)
async def test_deleted_channel_the_game_can_not_be_destroyed_and_haunts_its_players_later(world: World) -> None:
    """Voided at once: no purse has changed, nobody sits there any more."""
    place = await start_kille(world, thread=False)
    with world.env._bot_scope():
        await world.bot.get_channel(place.id).delete()
    await world.env.settle()
    assert world.tables()[0].row.state == "void"
    await players_are_free_and_have_their_stakes(world)


@pytest.mark.people(3)
async def test_deleted_chat_players_locked_out_for_ten_minutes(world: World) -> None:
    """The same for a thread that is deleted."""
    place = await start_kille(world, thread=True)
    with world.env._bot_scope():
        await world.bot.get_channel(place.id).delete()
    await world.env.settle()
    assert world.tables()[0].row.state == "void"
    await players_are_free_and_have_their_stakes(world)


@pytest.mark.people(3)
async def test_deleted_channel_while_the_bot_was_away(world: World) -> None:
    """Nobody tells the bot of it: the first edit after the restart finds out."""
    place = await start_kille(world, thread=False)
    world.env.inject_error("PATCH", f"/channels/{place.id}/messages/*", status=404, code=10003, times=None)
    await world.restart()
    assert (await world.bot.house.find(world.tables()[0].id)).row.state == "void"
    await players_are_free_and_have_their_stakes(world)


async def test_users_delete_the_bots_message_and_later_edits_give_404(world: World) -> None:
    lobby = await start_table(world)
    await world.moderator.delete(world.message(lobby.id))
    await play_moves(world, 1)
    new = world.table_message()
    assert new.id != lobby.id
    assert "My hand" in [control.label for control in controls(new)]
    assert world.tables()[0].row.message == new.id
    await play_moves(world, 1)
    assert [message.id for message in world.channel.history()] == [new.id]


# ---- permissions ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("thread", [False, True], ids=["in the channel", "in a thread"])
async def test_no_warning_that_thread_permission_is_missing(world: World, thread: bool) -> None:
    """Each permission that is missing is named, and only that; nothing is left behind."""
    needed = {**NEEDED, **(FOR_A_THREAD if thread else {})}
    for lacking, title in needed.items():
        if lacking == "view_channel":
            continue  # then nobody can type the command for the bot to hear
        overwrite = discord.PermissionOverwrite(**{lacking: False})  # type: ignore[arg-type]  # one of its names
        place = world.guild.create_text_channel(lacking.replace("_", "-"), overwrites={world.guild.me: overwrite})
        answer = await world.people[0].actor.slash(place, "kontsina", thread=thread)
        assert answer.ephemeral
        text = text_of(answer.response)
        assert [name for name in needed.values() if f"**{name}**" in text] == [title]
        assert "ask somebody who manages this server" in text
    assert await world.bot.db.read(tables.open_tables, world.guild.id) == []
