"""The power goes in the middle of a game: everything goes on, and the buttons of before still work."""

from __future__ import annotations

from db import tables
from tests.support.people import controls, find, text_of
from tests.support.simkit import emit_click
from tests.support.world import World
from tests.table.playing import fast_forward, next_player, play_moves, play_to_the_end, start_table


async def test_three_moves_then_a_new_bot_on_the_same_file(world: World) -> None:
    """A reboot throws away every running game: not here."""
    await start_table(world)
    await play_moves(world, 3)
    before = world.tables()[0]
    state, deadline = before.going(), before.row.deadline
    await world.restart()
    table = await world.bot.house.find(before.id)
    assert table.going() == state
    assert [place.member for place in table.places] == [place.member for place in before.places]
    assert table.row.seed == before.row.seed
    assert deadline is not None
    assert table.row.deadline is not None
    assert table.row.deadline >= deadline


async def test_buttons_of_before_work_with_only_setup_hook_run_two_at_once(world: World) -> None:
    """Views stop after the bot restarts: ours are found by their custom_id. No command is run first."""
    lobby = await start_table(world)
    await play_moves(world, 2)
    player = next_player(world)
    move = next(control for control in player.offers() if control.verb == "m")
    old_hand, old_table = player.hand, world.message(lobby.id)
    await world.restart()
    played = emit_click(world.env, player.actor, old_hand, move.custom_id)
    shown = emit_click(world.env, player.actor, old_table, find(old_table, "My hand").custom_id)
    await world.env.settle()
    assert played.acknowledged
    assert shown.acknowledged
    moves = await world.bot.db.read(tables.moves_of, world.tables()[0].id)
    assert len(moves) == 3
    assert moves[-1].move == move.object


async def test_the_game_goes_on_to_its_end_after_a_restart(world: World) -> None:
    lobby = await start_table(world)
    await fast_forward(world, left=4)
    await world.restart()
    assert "restarted" in text_of(world.message(lobby.id))
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    table = await play_to_the_end(world)
    assert "the result" in text_of(world.table_message())
    assert table.row.state == "over"


async def test_a_second_restart_posts_nothing_twice(world: World) -> None:
    await start_table(world)
    await play_moves(world, 1)
    await world.restart()
    before = [message.id for message in world.channel.history()]
    await world.restart()
    assert [message.id for message in world.channel.history()] == before


async def test_a_lobby_survives(world: World) -> None:
    answer = await world.people[0].actor.slash(world.channel, "kontsina")
    await world.restart()
    await world.people[1].press(world.message(answer.response.id), "Join")
    assert world.tables()[0].live


async def test_a_result_that_was_committed_but_not_posted_is_posted_after_the_restart(world: World) -> None:
    lobby = await start_table(world)
    await fast_forward(world, left=2)
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    table = await play_to_the_end(world)
    async with world.bot.db.write() as tx:
        tx.do(tables.save_table, table.id, announced=None)
    await world.moderator.delete(world.table_message())
    await world.restart()
    assert "the result" in text_of(world.table_message())
    assert "Rematch" in [control.label for control in controls(world.table_message())]


async def test_a_record_that_no_longer_replays_is_voided_with_a_clear_message(world: World) -> None:
    lobby = await start_table(world)
    await play_moves(world, 2)
    table = world.tables()[0]
    async with world.bot.db.write() as tx:
        tx.do(tables.append_moves, table.id, 2, [(0, "not a move")], 1)
    await world.restart()
    row = await world.bot.db.read(tables.load_table, table.id)
    assert row is not None
    assert row.state == "void"
    assert "can no longer be read" in text_of(world.message(lobby.id))
