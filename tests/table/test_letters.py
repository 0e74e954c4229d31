"""Hands by direct message, open or closed, text only, and several tables of one person."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.people import alts_of, controls, find, text_of
from tests.support.simkit import close_dms
from tests.support.world import World
from tests.table.playing import next_player, open_table, start_table


async def prefer_dms(world: World, *players: Any) -> None:
    for player in players:
        await player.actor.slash(world.channel, "preferences", hands="dm")


def letter(player: Any) -> Any:
    return player.actor.user.dm_channel.last_message if hasattr(player.actor, "user") else None


async def test_a_hand_by_direct_message_is_one_message_and_plays(world: World) -> None:
    ann, bo = world.people
    await prefer_dms(world, ann, bo)
    lobby = await open_table(world)
    await bo.press(lobby, "Join")
    player = next_player(world)
    hand = letter(player)
    text = text_of(hand)
    assert "Your turn" in text
    assert f"https://discord.com/channels/{world.guild.id}/{world.channel.id}/{lobby.id}" in text
    move = next(control for control in controls(hand) if control.verb == "m")
    await player.actor.user.click(hand, custom_id=move.custom_id)
    assert len(player.actor.user.dm_channel.history()) == 1, "edited, not sent again"
    assert "Waiting for" in text_of(letter(player))
    other = next(each for each in world.people if each is not player)
    assert "Your turn" in text_of(letter(other))


@pytest.mark.parametrize("code", [50007, 50278])
async def test_closed_direct_messages_are_said_once_without_cards(world: World, code: int) -> None:
    ann, bo = world.people
    await prefer_dms(world, ann)
    close_dms(world.env, ann.actor, code)
    lobby = await open_table(world)
    await bo.press(lobby, "Join")
    assert world.tables()[0].live
    said = [text_of(message) for message in world.channel.history() if "directly" in text_of(message)]
    assert len(said) == 1
    assert "ann" in said[0]
    await ann.open_hand(world.message(lobby.id))
    await bo.open_hand(world.message(lobby.id))
    for _ in range(3):
        await next_player(world).play()
    await world.restart()
    assert sum("directly" in text_of(message) for message in world.channel.history()) == 1
    answer = await ann.actor.slash(world.channel, "end")
    assert "was ended" in text_of(answer.response)


@pytest.mark.people(5)
async def test_the_third_of_five_is_closed_and_the_others_get_theirs(world: World) -> None:
    await prefer_dms(world, *world.people)
    close_dms(world.env, world.people[2].actor)
    lobby = await open_table(world, game="fan-tan")
    for player in world.people[1:]:
        await player.press(world.message(lobby.id), "Join")
    await world.people[0].press(world.message(lobby.id), "Start")
    arrived = [player.actor.name for player in world.people if player.actor.user.dm_channel.history()]
    assert arrived == ["ann", "bo", "dee", "eli"]
    said = [text_of(message) for message in world.channel.history() if "directly" in text_of(message)]
    assert len(said) == 1
    assert "cy" in said[0]


async def test_text_only_hands_have_no_picture(world: World) -> None:
    ann, bo = world.people
    await ann.actor.slash(world.channel, "preferences", pictures=False)
    lobby = await start_table(world)
    assert alts_of(ann.hand) == []
    assert "Your hand:" in text_of(ann.hand)
    assert len(alts_of(bo.hand)) == 1
    assert lobby is not None


async def test_somebody_at_several_tables_is_asked_which(world: World) -> None:
    ann, bo = world.people
    for _ in range(2):
        await open_table(world, thread=False)
        await bo.press(world.table_message(), "Join")
    other = world.guild.create_text_channel("elsewhere")
    answer = await ann.actor.slash(other, "hand")
    assert "Which one" in text_of(answer.response)
    first, second = controls(answer.response)
    hand = await ann.actor.click(answer.response, custom_id=second.custom_id)
    assert hand.ephemeral
    assert "Your hand" in text_of(hand.response)
    assert first.custom_id != second.custom_id


async def test_hand_works_in_a_direct_message_and_game_commands_say_why_not(world: World) -> None:
    ann = world.people[0]
    await start_table(world)
    answer = await ann.actor.user.slash("hand")
    assert "Your hand" in text_of(answer.response)
    assert "kontsina" not in ann.actor.user.available_commands()


async def test_tables_lists_those_that_wait_for_me_first(world: World) -> None:
    await start_table(world)
    await open_table(world, thread=False)
    waiting = next_player(world, world.tables()[0])
    answer = await waiting.actor.slash(world.channel, "tables")
    text = text_of(answer.response)
    assert text.index("Waiting for you") < text.index("Open tables")
    assert "1 free seat" in text
    other = next(each for each in world.people if each is not waiting)
    answer = await other.actor.slash(world.channel, "tables")
    assert "Waiting for you" not in text_of(answer.response)


async def test_table_brings_the_message_to_the_bottom(world: World) -> None:
    lobby = await start_table(world)
    await world.people[0].actor.send(world.channel, "chat")
    await world.people[0].actor.slash(world.channel, "table")
    messages = world.channel.history()
    assert lobby.id not in [message.id for message in messages]
    assert find(messages[-1], "My hand")
