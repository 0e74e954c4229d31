"""From slash command to result: two people play Kontsina by pressing buttons."""

from __future__ import annotations

import statistics

import pytest

from db import results, tables
from tests.support.people import alts_of, controls, find, text_of
from tests.support.world import World


async def open_table(world: World, **options: object) -> object:
    """Ann opens a table of Kontsina; the message it stands on."""
    answer = await world.people[0].actor.slash(world.channel, "kontsina", **options)
    assert answer.response is not None
    assert not answer.ephemeral
    return answer.response


async def start_table(world: World, **options: object) -> object:
    """Ann opens, Bo joins: the game begins by itself. Both open their hands."""
    lobby = await open_table(world, **options)
    await world.people[1].press(lobby, "Join")
    for player in world.people[:2]:
        await player.open_hand(world.message(lobby.id))
    return lobby


async def play_to_the_end(world: World) -> None:
    table = world.tables()[0]
    by_id = {player.id: player for player in world.people}
    while table.live:
        seat = table.going().to_act[0]
        await by_id[table.places[seat].member].play()


async def test_a_lobby_says_what_is_played_who_sits_there_and_what_is_missing(world: World) -> None:
    lobby = await open_table(world, rounds=4)
    text = text_of(lobby)
    assert "Kontsina" in text
    assert "Rounds: 4" in text
    assert "About 20 minutes" in text
    assert "ann · host" in text
    assert "One more player is needed" in text
    assert [control.label for control in controls(lobby)] == [
        "Join",
        "Leave",
        "Rules",
        "Add computer",
        "Cancel",
    ]


async def test_two_people_play_a_whole_game_by_pressing_buttons(world: World) -> None:
    lobby = await start_table(world)
    await play_to_the_end(world)
    table = world.message(lobby.id)
    result = world.table_message()
    assert table is not None
    assert result.id != table.id
    text = text_of(result)
    assert "the result" in text
    assert "ann" in text
    assert "bo" in text
    assert "seed" in text
    rows = await world.bot.db.read(results.results_of, world.tables()[0].id) if world.tables() else None
    assert rows is None or len(rows) == 2
    presses = [count for player in world.people for count in player.presses]
    assert len(presses) == 96
    assert statistics.median(presses) == 1
    assert max(presses) <= 3


async def test_the_fingerprint_stands_from_the_start_and_the_seed_only_at_the_end(world: World) -> None:
    lobby = await start_table(world)
    table = world.tables()[0]
    seed = table.row.seed
    assert table.row.seed_hash in text_of(world.message(lobby.id))
    await play_to_the_end(world)
    assert seed in text_of(world.table_message())
    before_the_end = [sent for sent in world.watch.sent if seed in " ".join(sent.texts)]
    assert len(before_the_end) == 1


async def test_nobody_else_sees_a_hand(world: World) -> None:
    lobby = await start_table(world)
    for message in world.channel.history(viewer=world.moderator):
        assert "Your hand" not in text_of(message)
    answer = await world.moderator.click(
        world.message(lobby.id), custom_id=find(world.message(lobby.id), "My hand").custom_id
    )
    assert answer.ephemeral
    assert "You do not sit at this table" in text_of(answer.response)


async def test_pictures_have_words(world: World) -> None:
    lobby = await start_table(world)
    (alt,) = alts_of(world.message(lobby.id))
    assert alt.startswith("Layout:") or "Layout" in alt[:256]
    assert len(alt) <= 1024


async def test_a_computer_plays_on_its_own(world: World) -> None:
    ann = world.people[0]
    lobby = await open_table(world, computers=1)
    await ann.open_hand(world.message(lobby.id))
    table = world.tables()[0]
    while table.live:
        assert table.going().to_act == (table.seat_of(ann.id),)
        await ann.play()
    assert len(ann.presses) == 48
    assert "Practice" in text_of(world.table_message())
    rows = await world.bot.db.read(tables.finished_tables, world.guild.id)
    assert [row.id for row in rows] == [table.id]


@pytest.mark.people(3)
async def test_a_rematch_seats_the_same_people_and_moves_the_deal_on(world: World) -> None:
    await start_table(world)
    first = world.tables()[0]
    dealer = first.going().dealer
    rounds = first.options.rounds
    await play_to_the_end(world)
    ann, bo, cy = world.people
    result = world.table_message()
    refused = await cy.press(result, "Rematch")
    assert refused.ephemeral
    assert "do not sit" in text_of(refused.response)
    again = await ann.press(result, "Rematch")
    assert f"<@{bo.id}>" in text_of(again.response)
    await bo.press(again.response, "Join")
    second = world.tables()[-1]
    assert second.live
    assert [place.member for place in second.places] == [place.member for place in first.places]
    assert rounds % 2 == 0  # the dealer of the first deal deals again after an even number of rounds
    assert second.deal().dealer == (first.deal().dealer + 1) % 2
    assert dealer in (0, 1)
