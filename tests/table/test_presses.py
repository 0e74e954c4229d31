"""Presses that come late, twice, at one moment, or from the wrong person: each is answered, one counts."""

from __future__ import annotations

from typing import Any

from db import tables
from tests.support.people import Control, controls, text_of
from tests.support.world import World
from tests.table.playing import next_player, play_moves, start_table


def first_move(offers: list[Control]) -> Control:
    return next(control for control in offers if control.verb == "m")


async def moves_of(world: World) -> list[tables.MoveRow]:
    return await world.bot.db.read(tables.moves_of, world.tables()[-1].id)


async def test_a_second_hand_removes_the_first(world: World) -> None:
    lobby = await start_table(world)
    ann = world.people[0]
    first = ann.hand
    await ann.open_hand(world.message(lobby.id))
    seen = [message.id for message in world.channel.history(viewer=ann.actor)]
    assert first.id not in seen
    assert ann.hand.id in seen


async def test_the_next_players_open_hand_is_refreshed(world: World) -> None:
    await start_table(world)
    player = next_player(world)
    other = next(each for each in world.people if each is not player)
    assert not other.offers()
    assert "Waiting for" in text_of(other.hand)
    await player.play()
    assert other.offers()
    assert "Your turn" in text_of(other.hand)
    assert not player.offers()


async def test_text_scores_and_rules_answer_privately(world: World) -> None:
    lobby = await start_table(world)
    await play_moves(world, 3)
    ann = world.people[0]
    for label, expected in (("As text", "Layout"), ("Scores", "No round"), ("Rules", "Your turn")):
        answer = await ann.press(world.message(lobby.id), label)
        assert answer.ephemeral
        assert expected in text_of(answer.response)


def labels(message: Any) -> list[str]:
    return [control.label for control in controls(message)]


async def test_no_label_is_raw_move_text(world: World) -> None:
    await start_table(world)
    for _ in range(12):
        player = next_player(world)
        for control in player.offers():
            assert control.label.replace("\ufe0e", "") != control.object
            assert any(sign in control.label for sign in "♣♦♥♠")
        await player.play()
