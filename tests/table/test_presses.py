"""Presses that come late, twice, at one moment, or from the wrong person: each is answered, one counts."""

from __future__ import annotations

from typing import Any

import pytest

from db import tables
from tests.support.people import Control, controls, find, text_of
from tests.support.world import World
from tests.table.playing import next_player, open_table, play_moves, start_table


def first_move(offers: list[Control]) -> Control:
    return next(control for control in offers if control.verb == "m")


async def moves_of(world: World) -> list[tables.MoveRow]:
    return await world.bot.db.read(tables.moves_of, world.tables()[-1].id)


async def test_five_presses_of_one_card_count_once(world: World) -> None:
    """A freeze makes people press again and again."""
    await start_table(world)
    player = next_player(world)
    control = first_move(player.offers())
    answers = [player.press_at_once(world.env, player.hand, control) for _ in range(5)]
    await world.env.settle()
    assert all(answer.acknowledged for answer in answers)
    moves = await moves_of(world)
    assert [(move.ply, move.move) for move in moves] == [(0, control.object)]


async def test_two_moves_of_one_player_at_one_moment_make_one(world: World) -> None:
    await start_table(world)
    player = next_player(world)
    one, two = [control for control in player.offers() if control.verb == "m"][-2:]
    answers = [player.press_at_once(world.env, player.hand, control) for control in (one, two)]
    await world.env.settle()
    assert all(answer.acknowledged for answer in answers)
    assert len(await moves_of(world)) == 1


@pytest.mark.people(3)
async def test_the_last_seat_goes_to_one_of_two_who_press_at_once(world: World) -> None:
    lobby = await open_table(world)
    _, bo, cy = world.people
    join = find(lobby, "Join")
    answers = [player.press_at_once(world.env, lobby, join) for player in (bo, cy)]
    await world.env.settle()
    members = [place.member for place in world.tables()[0].places]
    assert sorted(members) in (sorted([world.people[0].id, bo.id]), sorted([world.people[0].id, cy.id]))
    assert all(answer.acknowledged for answer in answers)
    said = [text_of(followup) for answer in answers for followup in answer.followups]
    said += [text_of(answer.response) for answer in answers if answer.response is not None]
    assert any("has begun already" in text or "Every seat is taken" in text for text in said)


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


async def test_leaving_asks_first_and_a_computer_plays_on(world: World) -> None:
    lobby = await start_table(world)
    player = next_player(world)
    asked = await player.press(world.message(lobby.id), "Leave")
    assert "Do you want to leave" in text_of(asked.response)
    assert not world.tables()[0].places[world.tables()[0].seat_of(player.id)].left
    await player.press(asked.response, "Leave the table")
    table = world.tables()[0]
    assert table.places[table.seat_of(player.id)].left
    other = next(each for each in world.people if each is not player)
    assert other.offers(), "the computer has played and it is the other's turn"
    hand = await player.press(world.message(lobby.id), "My hand")
    assert "I'm back" in [control.label for control in controls(hand.response)]
    await player.press(hand.response, "I'm back")
    assert not table.places[table.seat_of(player.id)].left


def labels(message: Any) -> list[str]:
    return [control.label for control in controls(message)]


async def test_no_label_is_raw_move_text(world: World) -> None:
    await start_table(world)
    for _ in range(30):
        player = next_player(world)
        for control in player.offers():
            assert control.label.replace("\ufe0e", "") != control.object
            assert any(sign in control.label for sign in "♣♦♥♠")
        await player.play()


async def test_a_bare_suit_never_stands_on_a_red_or_grey_button(world: World) -> None:
    await start_table(world)
    for _ in range(30):
        player = next_player(world)
        for control in player.offers():
            if any(sign in control.label for sign in "♣♦♥♠"):
                assert control.style in (1, 3), control
        await player.play()
