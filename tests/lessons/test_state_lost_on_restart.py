"""State lost on restart, dead buttons: what users of other bots reported, and that it cannot happen here."""

from __future__ import annotations

import ast
import asyncio
from pathlib import Path
from typing import Any

import pytest

import table
from bot import Kuku
from db import tables
from table.controls import CONTROLS, read_control
from tests.support import simkit
from tests.support.people import Control, controls, find, text_of
from tests.support.simkit import emit_click
from tests.support.world import World
from tests.table.playing import fast_forward, next_player, open_table, play_moves, play_to_the_end, start_table


class WithoutBeginning(Kuku):
    """A bot that has run setup_hook, and nothing after it: no table was resumed, no command was used."""

    async def _begin(self) -> None:
        return


async def restart_without_beginning(world: World) -> None:
    await world.bot.close_rooms()
    await world.env.restart_bot(WithoutBeginning(world.database, pace=world.pace, shard_count=1, upload=False))
    world.watch.attach(world.bot.house)


async def test_a_reboot_throws_away_every_running_game(world: World) -> None:
    await start_table(world)
    await play_moves(world, 3)
    before = world.tables()[0]
    state, deadline = before.going().state(), before.row.deadline
    shown = [before.going().view(seat).to_json() for seat in (None, 0, 1)]
    await world.restart()
    after = await world.bot.house.find(before.id)
    assert after is not before
    assert after.going().state() == state, "hands, turn, scores, everything"
    assert [after.going().view(seat).to_json() for seat in (None, 0, 1)] == shown
    assert after.record == before.record
    assert [place.member for place in after.places] == [place.member for place in before.places]
    assert after.row.seed == before.row.seed
    assert after.row.deadline is not None
    assert deadline is not None
    assert after.row.deadline >= deadline


async def test_views_stop_after_the_bot_restarts(world: World) -> None:
    """A hand and a table of before, pressed at one moment: the move is made, the hand is shown."""
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


async def test_after_a_restart_ticket_buttons_fail_until_someone_reloads_the_module(world: World) -> None:
    """Lobby, table and result of before, with only setup_hook run: every button does what it says."""
    ann, bo = world.people
    lobby = await open_table(world)
    await restart_without_beginning(world)
    await bo.press(world.message(lobby.id), "Join")
    assert world.tables()[0].live
    await restart_without_beginning(world)
    for control in controls(world.message(lobby.id)):
        answer = await ann.actor.click(world.message(lobby.id), custom_id=control.custom_id)
        assert answer.ephemeral, control
        assert "older version" not in text_of(answer.response), control
    await fast_forward(world, left=2)
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    await play_to_the_end(world)
    result = world.table_message()
    await restart_without_beginning(world)
    assert "SHA-256" in text_of((await ann.press(result, "Was it fair?")).response)
    assert "Join" in [control.label for control in controls((await ann.press(result, "Rematch")).response)]


async def test_views_stop_after_three_minutes(world: World) -> None:
    """discord.py gives a private view 15 minutes, and forgets the controls it holds for the whole bot: ours is not kept."""
    lobby = await start_table(world, clock="none")
    await world.people[0].press(world.message(lobby.id), "Scores")
    assert not [task for task in asyncio.all_tasks() if "timeout_task" in getattr(task.get_coro(), "__qualname__", "")]
    for seconds in (181, 16 * 60):
        await world.env.advance_time(seconds)
        store: Any = world.bot._connection._view_store
        assert set(store._dynamic_items.values()) == set(CONTROLS)
        assert not store._views
        assert not store._modals
        answer = await world.people[0].press(world.message(lobby.id), "As text")
        assert "Layout" in text_of(answer.response)
    custom_ids = [
        part["custom_id"]
        for sent in world.watch.sent
        for part in simkit.walk(sent.body.get("components"))
        if part.get("custom_id")
    ]
    presses = [read_control(custom_id) for custom_id in custom_ids]
    assert all(presses)
    assert {"join", "hand", "leave", "m"} <= {press.verb for press in presses if press is not None}


def test_no_view_or_form_has_a_time_out_of_its_own() -> None:
    """Every class of a message or form says so where it is made; nothing else makes views."""
    home = Path(table.__file__).parent.parent
    found = []
    for path in [home / "bot.py", *(home / "table").rglob("*.py"), *(home / "cogs").rglob("*.py")]:
        text = path.read_text()
        for node in ast.walk(ast.parse(text)) if "ui." in text else ():
            if isinstance(node, ast.ClassDef) and any(
                ast.unparse(base).endswith(("View", "Modal")) for base in node.bases if "ui." in ast.unparse(base)
            ):
                found.append(node.name)
                assert "timeout=None" in ast.unparse(node), node.name
            if isinstance(node, ast.Call):
                assert not ast.unparse(node.func).endswith(("ui.LayoutView", "ui.View", "ui.Modal")), path
    assert "Sheet" in found


async def test_buttons_on_an_old_message_answer_only_interaction_failed(world: World) -> None:
    """Hands, lobbies and tables of before: the presser hears what is so now, and nothing is played."""
    ann, bo = world.people
    lobby = await open_table(world)
    begun = [(lobby, control) for control in controls(lobby)]
    await bo.press(lobby, "Join")
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    player = next_player(world)
    old = [(player.hand, control) for control in player.offers()]
    await player.play()
    for turn in range(2):  # while it is the other's turn, and when it is one's own again, with most of the cards
        if turn:
            await next_player(world).play()
        for message, control in old:
            answer = emit_click(world.env, player.actor, message, control.custom_id)
            await world.env.settle()
            assert answer.acknowledged
            assert "from before. This is how things stand now" in text_of(answer.response)
    for message, control in begun:
        answer = emit_click(world.env, ann.actor, message, control.custom_id)
        await world.env.settle()
        assert answer.ephemeral
        assert control.verb == "rules" or "begun already" in text_of(answer.response), control
    assert len(await world.bot.db.read(tables.moves_of, world.tables()[0].id)) == 2
    last = next_player(world)
    old = [(last.hand, control) for control in controls(last.hand)]
    old += [(world.message(lobby.id), control) for control in controls(world.message(lobby.id))]
    await world.moderator.slash(world.channel, "end")
    for message, control in old:
        answer = emit_click(world.env, last.actor, message, control.custom_id)
        await world.env.settle()
        assert answer.acknowledged, control
        assert text_of(answer.response), control


@pytest.mark.people(3)
async def test_buttons_of_someone_else_answer_only_interaction_failed(world: World) -> None:
    """An onlooker presses the table's buttons and, by a copied custom_id, those of a hand."""
    lobby = await start_table(world)
    cy = world.people[2]
    number, move = world.tables()[0].id, next(each for each in next_player(world).offers() if each.verb == "m")
    step = Control(f"kb:{number}:0:s:0:{move.object}", "a step of a choice")
    copied = [move, step]
    for control in [*controls(world.message(lobby.id)), *copied]:
        answer = emit_click(world.env, cy.actor, world.message(lobby.id), control.custom_id)
        await world.env.settle()
        assert answer.acknowledged, control
        assert answer.ephemeral, control
        assert text_of(answer.response), control
        if control in copied or control.verb in ("hand", "leave"):
            assert "You do not sit at this table" in text_of(answer.response)
    assert "or open a table of your own" in text_of((await cy.press(world.message(lobby.id), "My hand")).response)
    assert await world.bot.db.read(tables.moves_of, world.tables()[0].id) == []
    mine = next_player(world)
    other = next(player for player in world.people[:2] if player is not mine)
    answer = emit_click(world.env, other.actor, other.hand, copied[0].custom_id)
    await world.env.settle()
    assert answer.acknowledged
    assert await world.bot.db.read(tables.moves_of, world.tables()[0].id) == []


async def test_unknown_buttons_answer_only_interaction_failed(world: World) -> None:
    lobby = await start_table(world)
    for custom_id in ("kb:1:2:unheard-of", "kb:99999999::hand", "something-else", "kb:x:y:z"):
        answer = emit_click(world.env, world.people[0].actor, world.message(lobby.id), custom_id)
        await world.env.settle()
        assert answer.acknowledged
        assert answer.ephemeral
        assert "/table" in text_of(answer.response) or "Open a new one" in text_of(answer.response)


async def test_players_want_to_be_told_when_a_game_was_interrupted(world: World) -> None:
    """The table says so where everybody looks, once for each restart; nothing is posted beside it."""
    lobby = await start_table(world)
    await play_moves(world, 1)
    here = [message.id for message in world.channel.history()]
    for _ in range(2):
        sent = len(world.watch.sent)
        await world.restart()
        assert "The bot was restarted; the game goes on." in text_of(world.message(lobby.id))
        assert [(each.method, each.path) for each in world.watch.sent[sent:]] == [
            ("PATCH", f"/channels/{world.channel.id}/messages/{lobby.id}")
        ]
        assert [message.id for message in world.channel.history()] == here
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    await play_moves(world, 1)
    assert "restarted" not in text_of(world.message(lobby.id))


async def test_players_want_to_be_told_when_an_interrupted_game_cannot_go_on(world: World) -> None:
    """A record that no longer replays ends its table with a clear message, and frees its players."""
    lobby = await start_table(world)
    await play_moves(world, 2)
    number = world.tables()[0].id
    async with world.bot.db.write() as tx:
        tx.do(tables.append_moves, number, 2, [(0, "not a move")], 1)
    await world.restart()
    row = await world.bot.db.read(tables.load_table, number)
    assert row is not None
    assert row.state == "void"
    assert "can no longer be read" in text_of(world.message(lobby.id))
    assert await world.bot.db.read(tables.open_tables_of, world.people[0].id) == []
