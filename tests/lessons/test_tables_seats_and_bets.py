"""Several tables, empty seats, impossible bets: what users of other bots reported, and that it cannot happen here."""

from __future__ import annotations

import pytest

from db import tables
from tests.support.people import controls, find, text_of
from tests.support.simkit import emit_click
from tests.support.world import World
from tests.table.playing import next_player, open_table, start_table


async def test_one_game_per_channel_blocks_or_a_new_game_overwrites_the_old(world: World) -> None:
    """The same two people at two tables of one channel: each table goes its own way, on its own message."""
    messages = [await start_table(world, thread=False) for _ in range(2)]
    one, two = world.tables()
    assert one.row.message != two.row.message
    before = two.going().copy()
    player = next_player(world, one)
    await player.open_hand(world.message(messages[0].id))
    await player.play()
    assert (one.going().ply, two.going()) == (1, before)
    asked = await world.people[0].actor.slash(world.channel, "end")
    assert "There are several tables. Which one?" in text_of(asked.response)
    first, _ = controls(asked.response)
    await world.people[0].actor.click(asked.response, custom_id=first.custom_id)
    assert (one.row.state, two.row.state) == ("void", "live")
    player = next_player(world, two)
    await player.open_hand(world.message(messages[1].id))
    await player.play()
    assert (one.going().ply, two.going().ply) == (1, 1)


async def test_the_option_for_computers_exists_but_people_do_not_find_it(world: World) -> None:
    lobby = await open_table(world)
    ann = world.people[0]
    await ann.press(lobby, "Add computer")
    table = world.tables()[0]
    assert table.live
    assert [place.member for place in table.places if place.member is not None] == [ann.id]
    assert "(computer)" in text_of(world.message(lobby.id))


@pytest.mark.people(4)
async def test_start_with_fewer_than_the_default_seats_but_only_seated_players_may(world: World) -> None:
    """Three of eight are enough when the host says so; nobody else starts it, least of all somebody who does not sit."""
    lobby = await open_table(world, game="fan-tan")
    ann, bo, cy, outsider = world.people
    for player in (bo, cy):
        await player.press(lobby, "Join")
    start = find(world.message(lobby.id), "Start")
    for player in (outsider, bo):
        refused = await player.actor.click(world.message(lobby.id), custom_id=start.custom_id)
        assert refused.ephemeral
        assert "Only the host, ann, can do that." in text_of(refused.response)
    assert world.tables()[0].row.state == "lobby"
    await ann.press(world.message(lobby.id), "Start")
    assert world.tables()[0].live
    assert len(world.tables()[0].places) == 3


@pytest.mark.people(3)
async def test_an_impossible_choice_was_accepted_as_a_bet(world: World) -> None:
    """A press with a forged choice is refused with a sentence, before anything is paid or written."""
    lobby = await open_table(world, game="byteskille")
    for player in world.people[1:]:
        await player.press(lobby, "Join")
    await world.people[0].press(world.message(lobby.id), "Start")
    table, player = world.tables()[0], next_player(world)
    before = table.going().copy()
    for bet in ("sell 999", "sell -1", "sell 0", "sell x", "buy-card 9", "buy", "trade; keep"):
        forged = f"kb:{table.id}:{before.decision}:m:{bet}"
        answer = emit_click(world.env, player.actor, world.message(lobby.id), forged)
        await world.env.settle()
        assert answer.ephemeral, bet
        assert text_of(answer.response).endswith((".", "?")), bet
    assert table.going() == before
    assert await world.bot.db.read(tables.moves_of, table.id) == []
