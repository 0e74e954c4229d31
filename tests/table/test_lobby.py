"""The lobby: inviting, kicking, handing over, private tables, threads, limits, permissions."""

from __future__ import annotations

from typing import Any

import pytest

from db import tables
from tests.support.people import controls, find, text_of
from tests.support.simkit import emit_click
from tests.support.world import World
from tests.table.playing import open_table


async def pick_people(world: World, message: Any, *members: int) -> Any:
    """Choose people in the user select of a private message, as Discord would send it."""
    from simcord import interactions
    from simcord.backend import serializers
    from simcord.enums import InteractionType
    from simcord.results import InteractionResult

    (control,) = walk_selects(message)
    backend, ann = world.env.backend, world.people[0].actor
    stored = backend.get_message(world.channel.id, message.id)
    record, payload = interactions.base_payload(
        backend,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=world.channel.id,
        guild_id=world.guild.id,
        user_id=ann.id,
        data={"custom_id": control["custom_id"], "component_type": 5, "values": [str(member) for member in members]},
    )
    payload["message"] = dict(serializers.message_payload(backend, stored))
    record.source_message_id = stored.id
    backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    return InteractionResult(world.env, record)


def walk_selects(message: Any) -> list[dict[str, Any]]:
    from tests.support.people import components_of
    from tests.support.simkit import walk

    return [part for part in walk(components_of(message)) if part.get("type") == 5]


@pytest.mark.people(3)
async def test_each_invited_person_is_mentioned_once(world: World) -> None:
    lobby = await open_table(world)
    ann, bo, cy = world.people
    asked = await ann.press(lobby, "Invite")
    answer = await pick_people(world, asked.response, bo.id, cy.id)
    assert "2 people were asked" in text_of(answer.response)
    mention = world.table_message()
    assert f"<@{bo.id}> and <@{cy.id}>" in text_of(mention) or f"<@{cy.id}> and <@{bo.id}>" in text_of(mention)
    asked = await ann.press(lobby, "Invite")
    before = len(world.channel.history())
    answer = await pick_people(world, asked.response, bo.id)
    assert "asked already" in text_of(answer.response)
    assert len(world.channel.history()) == before
    assert f"<@{bo.id}>" in text_of(world.message(lobby.id))


@pytest.mark.people(3)
async def test_a_private_table_takes_only_invited_people(world: World) -> None:
    lobby = await open_table(world, private=True)
    ann, bo, cy = world.people
    asked = await ann.press(lobby, "Invite")
    await pick_people(world, asked.response, bo.id)
    refused = await cy.press(lobby, "Join")
    assert "only for invited" in text_of(refused.response)
    await bo.press(lobby, "Join")
    assert world.tables()[0].live


@pytest.mark.people(3)
async def test_the_host_may_kick_and_hand_over(world: World) -> None:
    lobby = await open_table(world, game="kierki")
    ann, bo, cy = world.people
    await bo.press(lobby, "Join")
    await cy.press(lobby, "Join")
    refused = await bo.press(world.message(lobby.id), "Kick or hand over")
    assert "Only the host, ann" in text_of(refused.response)
    page = await ann.press(world.message(lobby.id), "Kick or hand over")
    await ann.press(page.response, "Kick bo")
    table = world.tables()[0]
    assert [place.name for place in table.places] == ["ann", "cy"]
    page = await ann.press(world.message(lobby.id), "Kick or hand over")
    await ann.press(page.response, "cy is host")
    assert table.row.host == cy.id
    assert "cy · host" in text_of(world.message(lobby.id))
    refused = await ann.press(world.message(lobby.id), "Add computer")
    assert "Only the host, cy" in text_of(refused.response)


async def test_when_the_host_leaves_the_next_is_host_and_the_last_one_closes(world: World) -> None:
    lobby = await open_table(world, game="kierki")
    ann, bo = world.people
    await bo.press(lobby, "Join")
    await ann.press(lobby, "Leave")
    table = world.tables()[0]
    assert table.row.host == bo.id
    await bo.press(world.message(lobby.id), "Leave")
    assert table.row.state == "closed"
    assert "Everybody has left" in text_of(world.message(lobby.id))
    assert controls(world.message(lobby.id)) == []
    row = await world.bot.db.read(tables.load_table, table.id)
    assert row is not None
    assert row.state == "closed"


async def test_the_host_may_keep_the_order(world: World) -> None:
    for _ in range(6):
        lobby = await open_table(world, thread=False)
        await world.people[0].press(lobby, "Keep order")
        await world.people[1].press(lobby, "Join")
        table = world.tables()[-1]
        assert [place.name for place in table.places] == ["ann", "bo"]
        await world.moderator.slash(world.channel, "end")


async def test_a_variable_game_starts_when_the_host_wishes_and_enough_sit(world: World) -> None:
    lobby = await open_table(world, game="fan-tan")
    ann = world.people[0]
    assert find(lobby, "Start").disabled
    answer = emit_click(world.env, ann.actor, lobby, find(lobby, "Start").custom_id)
    await world.env.settle()
    assert "more players are needed" in "".join(text_of(each) for each in (answer.response, *answer.followups) if each)
    await ann.press(lobby, "Add computer")
    await ann.press(lobby, "Add computer")
    await ann.press(world.message(lobby.id), "Remove computer")
    await ann.press(world.message(lobby.id), "Add computer")
    await ann.press(world.message(lobby.id), "Start")
    assert world.tables()[0].live
    assert len(world.tables()[0].places) == 3


async def test_a_second_table_in_a_channel_gets_a_thread_of_its_own(world: World) -> None:
    await open_table(world)
    answer = await world.people[1].actor.slash(world.channel, "kontsina")
    (thread,) = world.channel.threads
    assert f"<#{thread.id}>" in text_of(answer.response)
    assert thread.name == "Kontsina: bo"
    await world.people[0].press(thread.last_message, "Join")
    second = world.tables()[-1]
    assert second.live
    assert second.channel == thread.id
    first, second_row = await world.bot.db.read(tables.open_tables, world.guild.id)
    assert (first.thread, second_row.thread) == (None, thread.id)


async def test_a_command_in_a_thread_opens_its_lobby_there(world: World) -> None:
    await world.people[0].actor.slash(world.channel, "kontsina", thread=True)
    (thread,) = world.channel.threads
    await world.moderator.slash(thread, "end")
    answer = await world.people[0].actor.slash(thread, "kontsina")
    assert answer.response is not None
    assert world.tables()[-1].row.thread == thread.id


async def test_nobody_sits_at_more_than_eight_open_tables(world: World) -> None:
    for _ in range(8):
        await open_table(world, thread=False)
    answer = await world.people[0].actor.slash(world.channel, "kontsina", thread=False)
    assert answer.ephemeral
    assert "8 open tables" in text_of(answer.response)


async def test_too_many_computers_are_refused_with_a_number(world: World) -> None:
    options = world.env.backend.find_command("kontsina", None)["options"]
    (computers,) = [option for option in options if option["name"] == "computers"]
    assert (computers["min_value"], computers["max_value"]) == (0, 1)
