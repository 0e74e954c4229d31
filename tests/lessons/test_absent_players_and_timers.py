"""Absent players and timers: what users of other bots reported, and that it cannot happen here.

Nobody has to be skipped by others: when time is up the default move is made, twice in a row and a computer plays, and
a table that nobody comes back to ends by itself.
"""

from __future__ import annotations

import pytest

from db import tables
from table.live import LiveTable
from tests.support.people import text_of
from tests.support.world import World
from tests.table.playing import (
    GAMES,
    begin_table,
    fast_forward,
    next_player,
    open_table,
    play_moves,
    start_table,
)

MINUTE, DAY = 60, 86_400


#: Options that make a long game short.
SHORT = {"djurpark": {"flips": 50}}


async def moves_of(world: World) -> list[tables.MoveRow]:
    return await world.bot.db.read(tables.moves_of, world.tables()[-1].id)


async def everybody_and_the_channel_are_free(world: World) -> None:
    """No table is open, nobody sits at one, and the next one begins in the channel itself, not in a thread."""
    assert await world.bot.db.read(tables.open_tables, world.guild.id) == []
    for player in world.people:
        assert await world.bot.db.read(tables.open_tables_of, player.id) == []
    await start_table(world)
    assert world.tables()[-1].live
    assert world.channel.threads == []


# ---- tables that nobody ends ----------------------------------------------------------------------------------


async def test_the_auto_kick_never_ran_for_months_in_a_lobby(world: World) -> None:
    lobby = await open_table(world)
    await world.env.advance_time(29 * MINUTE)
    assert world.tables()[0].row.state == "lobby"
    await world.env.advance_time(2 * MINUTE)
    assert "Nobody came for half an hour" in text_of(world.message(lobby.id))
    await everybody_and_the_channel_are_free(world)


@pytest.mark.people(3)
async def test_the_auto_kick_never_ran_for_months_while_the_host_was_away(world: World) -> None:
    """Enough people sit there, but the host does not start."""
    lobby = await open_table(world, game="fan-tan")
    for player in world.people[1:]:
        await player.press(lobby, "Join")
    assert "Ready: the host can start" in text_of(world.message(lobby.id))
    await world.env.advance_time(31 * MINUTE)
    assert "Nobody came for half an hour" in text_of(world.message(lobby.id))
    await everybody_and_the_channel_are_free(world)


async def test_the_auto_kick_never_ran_for_months_while_one_player_was_away(world: World) -> None:
    """The others wait for two moves at most; then a computer plays, and the game comes to its end."""
    lobby = await start_table(world)
    await fast_forward(world, left=8)
    absent, here = world.people
    await here.open_hand(world.message(lobby.id))
    table, waits = world.tables()[0], 0
    while table.live:
        if next_player(world) is absent:
            await world.env.advance_time(61)
            waits += 1
        else:
            await here.play()
    assert waits == 2
    assert "the result" in text_of(world.table_message())
    await everybody_and_the_channel_are_free(world)


async def test_the_auto_kick_never_ran_for_months_when_everyone_was_gone(world: World) -> None:
    """Two misses each, then the table waits for them, without computers playing among themselves; at last it ends."""
    lobby = await start_table(world)
    for _ in range(4):
        await world.env.advance_time(61)
    table = world.tables()[0]
    assert table.everybody_away
    plies = len(await moves_of(world))
    await world.env.advance_time(6 * DAY)
    assert table.live
    assert len(await moves_of(world)) == plies
    await world.env.advance_time(2 * DAY)
    assert table.row.state == "void"
    assert "Nobody came back for a week" in text_of(world.message(lobby.id))
    await everybody_and_the_channel_are_free(world)


@pytest.mark.people(3)
async def test_a_dead_but_running_game_blocks_the_topic_and_who_may_end_it(world: World) -> None:
    """It blocks nothing: others open their table at once, in a thread. Whoever is still there ends it alone.

    Instead of any member after some idle minutes: host and moderators at once, else a vote of those who are present,
    and at last the clock.
    """
    lobby = await start_table(world)
    for _ in range(4):
        await world.env.advance_time(61)
    _, bo, cy = world.people
    dead = world.tables()[0]
    assert dead.everybody_away
    refused = await cy.actor.slash(world.channel, "end")
    assert "Only its players, its host and moderators can end this table." in text_of(refused.response)
    opened = await cy.actor.slash(world.channel, "kontsina", computers=1)
    (thread,) = world.channel.threads
    assert f"<#{thread.id}>" in text_of(opened.response)
    assert world.tables()[1].live
    hand = await bo.press(world.message(lobby.id), "My hand")
    await bo.press(hand.response, "I'm back")
    ended = await bo.actor.slash(world.channel, "end")
    assert "The table was ended." in text_of(ended.response)
    assert dead.row.state == "void"


async def test_a_dead_game_without_a_clock_holds_its_players(world: World) -> None:
    """Whoever does not want to wait leaves, and is free at once."""
    await start_table(world, clock="none")
    bo = world.people[1]
    await world.env.advance_time(3 * DAY)
    await bo.actor.slash(world.channel, "leave")
    assert await world.bot.db.read(tables.open_tables_of, bo.id) == []


# ---- waiting --------------------------------------------------------------------------------------------------


async def test_waiting_for_a_dead_player_before_one_may_skip_is_too_slow(world: World) -> None:
    """Nobody need skip: after a minute the default move is made, and after the second miss nobody waits any more."""
    lobby = await start_table(world)
    player = next_player(world)
    other = next(each for each in world.people if each is not player)
    await world.env.advance_time(61)
    await other.play()
    await world.env.advance_time(61)
    table = world.tables()[0]
    seat = table.seat_of(player.id)
    assert seat is not None
    assert table.places[seat].autopilot
    assert "A computer plays until" in text_of(world.message(lobby.id))
    for _ in range(3):
        await other.play()
        assert next_player(world) is other, "the computer has played at once"
    hand = await player.press(world.message(lobby.id), "My hand")
    await player.press(hand.response, "I'm back")
    assert not table.places[seat].autopilot
    assert "is back" in text_of(world.message(lobby.id))
    row = await world.bot.db.read(tables.load_table, table.id)
    assert row is not None
    assert not row.seats[seat].autopilot


async def test_friends_want_no_limit_at_all_and_to_play_over_days(world: World) -> None:
    await start_table(world, clock="none")
    await world.env.advance_time(3 * DAY)
    await world.restart()
    await world.env.advance_time(4 * DAY)
    assert await moves_of(world) == []
    assert world.tables()[0].live
    await world.people[0].actor.slash(world.channel, "table")
    for player in world.people:
        await player.open_hand(world.table_message())
    await play_moves(world, 1)
    assert len(await moves_of(world)) == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.people(4)
async def test_skip_afk_players_with_a_neutral_default_move(world: World, game: str) -> None:
    """Nobody ever does anything: default moves, then the table waits for somebody to come back, and ends after a week."""
    house = world.bot.house
    seats = min(house.presentations[game].game.seats_allowed)
    with world.env._bot_scope():
        number = await begin_table(
            house,
            game,
            [(player.id, player.actor.name) for player in world.people[:seats]],
            server=world.guild.id,
            channel=world.channel.id,
            options=SHORT.get(game),
        )
    table: LiveTable = await house.find(number)
    asked = table.going().to_act
    expected = [(seat, table.going().default(seat)) for seat in asked]
    for _ in range(30):
        if table.everybody_away or not table.live:
            break
        await world.env.advance_time(101)
    assert table.record[0] in expected
    assert table.everybody_away or not table.live
    await world.env.advance_time(8 * DAY)
    assert table.row.state in ("over", "void")
    assert await world.bot.db.read(tables.open_tables, world.guild.id) == []


async def test_show_the_deadline_and_act_automatically(world: World) -> None:
    lobby = await start_table(world)
    row = await world.bot.db.read(tables.load_table, world.tables()[0].id)
    assert row is not None
    assert row.deadline is not None
    assert f"<t:{row.deadline // 1000}:R>" in text_of(world.message(lobby.id))
    player, game = next_player(world), world.tables()[0].going()
    expected = game.default(game.to_act[0])
    await world.env.advance_time((row.deadline - 1000) / 1000 - world.env.now().timestamp())
    assert await moves_of(world) == []
    await world.env.advance_time(2)
    assert [move.move for move in await moves_of(world)] == [expected]
    assert f"{player.actor.name} did not move in time" in text_of(world.message(lobby.id))
    assert next_player(world) is not player


@pytest.mark.parametrize("clock", ["slow", "none"])
async def test_the_opponent_is_gone_but_a_long_clock_must_run_out(world: World, clock: str) -> None:
    """After a day it is asked whether they are still in the server, whatever the clock; if not, a computer plays on."""
    await start_table(world, clock=clock)
    table, gone = world.tables()[0], next_player(world)
    world.guild.remove_member(gone.actor)
    await world.env.advance_time(DAY + MINUTE)
    assert table.places[table.seat_of(gone.id) or 0].left
    assert table.live
    assert next_player(world) is not gone, "the computer has played"


async def test_we_want_to_set_the_turn_time_and_the_groups_language(world: World) -> None:
    """Both are settings of the server, chosen from a list; a table may still have its own clock."""
    options = {option["name"]: option for option in world.env.backend.find_command("settings", None)["options"]}
    assert [choice["value"] for choice in options["clock"]["choices"]] == ["live", "slow", "none"]
    assert "en" in [choice["value"] for choice in options["language"]["choices"]]
    await world.moderator.slash(world.channel, "settings", clock="slow", language="en")
    await world.bot.house.choices.set(world.guild.id, "", 1, language="sv")
    await open_table(world)
    await open_table(world, clock="live", thread=False)
    assert [table.row.clock for table in world.tables()] == ["slow", "live"]
    assert world.bot.house.words(world.guild.id).locale.language == "sv"
    assert world.bot.house.words(world.guild.id + 1).locale.language == "en", "other servers have their own"
