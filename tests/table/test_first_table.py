"""From slash command to result: people play Kontsina by pressing buttons."""

from __future__ import annotations

import statistics

from db import points, results, tables
from tests.support.people import controls, text_of
from tests.support.world import World
from tests.table.playing import fast_forward, open_table, play_moves, play_the_last, play_to_the_end, start_table

#: What everybody has who acts for the first time.
WELCOME = 100


async def test_a_lobby_says_what_is_played_who_sits_there_and_what_is_missing(world: World) -> None:
    lobby = await open_table(world, rounds=4)
    text = text_of(lobby)
    assert "Kontsina" in text
    assert "Rounds: 4" in text
    assert "About 20 minutes" in text
    assert "ann · host" in text
    assert "One more player is needed" in text
    labels = [control.label for control in controls(lobby)]
    assert labels == ["Join", "Leave", "Invite", "Rules", "Add computer", "Keep order", "Cancel"]


async def test_two_people_play_by_pressing_buttons_until_the_result(world: World) -> None:
    """From the lobby to the result; the middle by the rules alone (whole games by buttons: make soak)."""
    lobby = await start_table(world)
    table = world.tables()[0]
    seed = table.row.seed
    assert table.row.seed_hash in text_of(world.message(lobby.id)), "the hash stands there from the first moment"
    await play_moves(world, 8)
    table = await fast_forward(world, left=24)
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    await play_to_the_end(world)
    result = world.table_message()
    assert result.id != lobby.id
    text = text_of(result)
    for expected in ("the result", "ann", "bo", seed):
        assert expected in text
    assert len([sent for sent in world.watch.sent if seed in " ".join(sent.texts)]) == 1, "the seed is shown at the end"
    presses = [count for player in world.people for count in player.presses]
    assert len(presses) == 8 + 24
    assert statistics.median(presses) == 1
    assert max(presses) <= 3

    outcome = table.going().outcome
    rows = await world.bot.db.read(results.results_of, table.id)
    assert [(row.member, row.place, row.score) for row in rows] == [
        (place.member, outcome.places[seat], outcome.scores[seat]) for seat, place in enumerate(table.places)
    ]
    for seat, place in enumerate(table.places):
        prize = 2 // len(outcome.winners) if seat in outcome.winners else 0
        assert await world.bot.db.read(points.purse, world.guild.id, place.member) == WELCOME + prize


async def test_a_computer_plays_on_its_own_and_practice_counts_nowhere(world: World) -> None:
    ann = world.people[0]
    lobby = await open_table(world, computers=1)
    table = await fast_forward(world, left=12)
    await ann.open_hand(world.message(lobby.id))
    while table.live:
        assert table.going().to_act == (table.seat_of(ann.id),)
        await ann.play()
    assert len(ann.presses) == 6
    assert "Practice" in text_of(world.table_message())
    rows = await world.bot.db.read(tables.finished_tables, world.guild.id)
    assert [row.id for row in rows] == [table.id]
    assert await world.bot.db.read(results.wins_board, world.guild.id, None, 10) == []
    assert await world.bot.db.read(points.purse, world.guild.id, ann.id) == WELCOME


async def test_a_rematch_seats_the_same_people_and_moves_the_deal_on(world: World) -> None:
    first = await play_the_last(world, 2)
    ann, bo = world.people
    again = await ann.press(world.table_message(), "Rematch")
    assert f"<@{bo.id}>" in text_of(again.response)
    await bo.press(again.response, "Join")
    second = world.tables()[-1]
    assert second.live
    assert [place.member for place in second.places] == [place.member for place in first.places]
    assert second.deal().dealer == (first.deal().dealer + 1) % 2


async def test_everybody_who_presses_rematch_meets_at_one_table(world: World) -> None:
    first = await play_the_last(world, 1)
    ann, bo = world.people
    result = world.table_message()
    await ann.press(result, "Rematch")
    twice = await ann.press(result, "Rematch")
    assert "You sit at the next table" in text_of(twice.response)
    joined = await bo.press(result, "Rematch")
    assert joined.ephemeral
    again = [table for table in world.tables() if table.row.rematch_of == first.id]
    assert [(table.live, len(table.places)) for table in again] == [(True, 2)]
    assert again[0].link in text_of(joined.response)


async def test_the_fairness_button_shows_how_to_check(world: World) -> None:
    table = await play_the_last(world, 1)
    answer = await world.people[0].press(world.table_message(), "Was it fair?")
    assert answer.ephemeral
    assert table.row.seed in text_of(answer.response)
    assert table.row.seed_hash in text_of(answer.response)
