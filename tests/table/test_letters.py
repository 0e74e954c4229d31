"""Hands by direct message, open or closed, text only, and several tables of one person."""

from __future__ import annotations

from typing import Any

from tests.support.people import alts_of, controls, find, text_of
from tests.support.world import World
from tests.table.playing import next_player, open_table, prefer_dms, start_table


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
