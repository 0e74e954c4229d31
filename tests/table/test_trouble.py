"""What Discord does to a bot: messages deleted, permissions gone, tokens expired, a slow disk. Nobody is left alone."""

from __future__ import annotations

from typing import Any

import pytest

from db import tables
from table.controls import TableButton, TableSelect
from table.pace import NO_WAITS
from tests.support.people import text_of
from tests.support.simkit import emit_click
from tests.support.world import World
from tests.table.playing import next_player, open_table, play_moves, start_table


async def plies(world: World) -> int:
    return len(await world.bot.db.read(tables.moves_of, world.tables()[-1].id))


async def test_a_permission_that_is_taken_away_in_the_middle_stops_nobody(world: World) -> None:
    await start_table(world)
    world.env.inject_error(
        "PATCH", f"/channels/{world.channel.id}/messages/*", status=403, code=50013, message="no", times=None
    )
    await play_moves(world, 2)
    assert await plies(world) == 2


async def test_a_busy_discord_is_tried_again(world: World) -> None:
    lobby = await start_table(world)
    world.env.inject_error("PATCH", f"/channels/{world.channel.id}/messages/*", status=500, times=3)
    player = next_player(world)
    await play_moves(world, 1)
    assert player.actor.name in text_of(world.message(lobby.id))
    assert next_player(world) is not player
    assert f"**{next_player(world).actor.name}** is to" in text_of(world.message(lobby.id))


def test_one_custom_id_never_fires_two_controls() -> None:
    button = TableButton.__discord_ui_compiled_template__
    select = TableSelect.__discord_ui_compiled_template__
    for custom_id in ("kb:1:2:m:7C", "ks:1:2:c:7C", "kb:1::hand"):
        assert bool(button.fullmatch(custom_id)) != bool(select.fullmatch(custom_id))


async def test_a_press_on_the_table_is_not_taken_for_a_hand(world: World) -> None:
    """@original of a press on the table is the table: deleting "the old hand" must never delete it."""
    lobby = await open_table(world)
    await world.people[1].press(lobby, "Join")
    ann = world.people[0]
    for _ in range(2):
        await ann.open_hand(world.message(lobby.id))
    assert world.message(lobby.id) is not None


@pytest.mark.parametrize("pace", [NO_WAITS.with_changes(answer_within=0.0)])
async def test_a_hand_that_goes_while_a_press_on_it_is_under_way_is_no_error(world: World) -> None:
    """Its owner has opened it again meanwhile, which removes this copy: the move is made, and the table shows it."""
    lobby = await start_table(world)
    player = next_player(world)
    control = next(control for control in player.offers() if control.verb == "m")
    world.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=404, code=10008)
    pressed = player.press_at_once(world.env, player.hand, control)
    await world.env.settle()
    assert pressed.acknowledged
    assert await plies(world) == 1
    assert f"**{next_player(world).actor.name}** is to" in text_of(world.message(lobby.id))
    assert not any("Sorry" in text for sent in world.watch.sent for text in sent.texts)


async def test_a_modal_of_before_gets_a_sentence(world: World) -> None:
    from simcord import interactions
    from simcord.enums import InteractionType
    from simcord.results import InteractionResult

    await start_table(world)
    record, payload = interactions.base_payload(
        world.env.backend,
        type=InteractionType.MODAL_SUBMIT,
        channel_id=world.channel.id,
        guild_id=world.guild.id,
        user_id=world.people[0].id,
        data={"custom_id": "an old modal", "components": []},
    )
    world.env.backend.emit("INTERACTION_CREATE", payload)
    await world.env.settle()
    answer = InteractionResult(world.env, record)
    assert answer.ephemeral
    assert "/table" in text_of(answer.response)


async def test_an_unexpected_error_is_logged_and_answered_with_a_reference(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    lobby = await start_table(world)

    def fail(*_: Any) -> Any:
        raise RuntimeError("a bug")

    monkeypatch.setattr(world.tables()[0].presentation, "written", fail)
    answer = await world.people[0].press(world.message(lobby.id), "As text")
    text = text_of(answer.response)
    assert "Sorry" in text
    reference = text.split("`")[1]
    (record,) = [record for record in caplog.records if reference in record.getMessage()]
    assert f"table {world.tables()[0].id}" in record.getMessage()
    assert record.exc_info is not None


async def test_a_write_that_fails_changes_nothing_and_the_next_press_plays(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await start_table(world)
    table_id, player = world.tables()[0].id, next_player(world)
    with monkeypatch.context() as patch:
        patch.setattr(tables, "append_moves", _broken)
        control = next(control for control in player.offers() if control.verb == "m")
        answer = emit_click(world.env, player.actor, player.hand, control.custom_id)
        await world.env.settle()
        assert any("Sorry" in text_of(followup) for followup in answer.followups) or "Sorry" in text_of(answer.response)
    assert await world.bot.db.read(tables.moves_of, table_id) == []
    assert (await world.bot.house.find(table_id)).going().ply == 0
    await player.play()
    assert await plies(world) == 1


def _broken(*_: Any) -> None:
    raise OSError("the disk is full")
