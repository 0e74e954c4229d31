"""Whispers between allies: a form, a line in the other's hand, nothing in any record."""

from __future__ import annotations

from typing import Any

import pytest

from db import tables
from table.controls import Press, read_form
from table.whispers import LONGEST, one_line
from tests.support.people import Control, Player, controls, text_of
from tests.support.world import World
from tests.table.playing import open_table, prefer_dms

SECRET = "take the *Gris* on c4 @everyone"


async def allied(world: World) -> tuple[Player, Player, Player]:
    """A table of Allierad with an alliance: the chooser, the chosen, and somebody else. All hands are open."""
    lobby = await open_table(world, "allierad")
    for player in world.people[1:]:
        await player.press(world.message(lobby.id), "Join")
    await world.people[0].press(world.message(lobby.id), "Start")
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    table = world.tables()[-1]
    seat = table.going().turn
    chooser, chosen, other = (player_of(world, (seat + step) % 4) for step in (0, 1, 2))
    assert not whisper_buttons(chooser)
    for label in ("Choose an ally …", chosen.actor.name, f"Yes, {chosen.actor.name} is my ally"):
        await chooser.press(chooser.hand, label)
    return chooser, chosen, other


def player_of(world: World, seat: int) -> Player:
    member = world.tables()[-1].places[seat].member
    return next(player for player in world.people if player.id == member)


def whisper_buttons(player: Player) -> list[Control]:
    return [control for control in controls(player.hand) if control.verb == "whisper"]


async def whisper(player: Player, text: str) -> Any:
    """Open the form from the hand and send it off."""
    (button,) = whisper_buttons(player)
    form = await player.actor.click(player.hand, custom_id=button.custom_id)
    assert form.modal is not None
    return await player.actor.submit_modal(form, {"text": text})


@pytest.mark.people(4)
async def test_a_whisper_appears_in_the_open_hand_of_the_ally_and_nowhere_else(world: World) -> None:
    chooser, chosen, other = await allied(world)
    assert [control.label for control in whisper_buttons(chosen)] == [f"Whisper to {chooser.actor.name}"]
    answer = await whisper(chooser, SECRET)
    assert answer.acknowledged
    heard = f"**{chooser.actor.name} whispers**: take the \\*Gris\\* on c4 @\u200beveryone"
    assert heard in text_of(chosen.hand)
    assert f"You to {chosen.actor.name}: take the" in text_of(chooser.hand)
    readers = {sent.reader for sent in world.watch.sent if "take the" in " ".join(sent.texts)}
    assert readers == {chooser.id, chosen.id}
    assert "take the" not in text_of(other.hand)
    moves = await world.bot.db.read(tables.moves_of, world.tables()[-1].id)
    assert [move.move for move in moves] == [f"ally {world.tables()[-1].seat_of(chosen.id) + 1}"]


@pytest.mark.people(4)
async def test_a_whisper_goes_after_a_lap(world: World) -> None:
    chooser, chosen, _ = await allied(world)
    await whisper(chooser, "hello")
    table = world.tables()[-1]
    for _ in range(5):
        assert "whispers" in text_of(chosen.hand)
        message = world.table_message()
        step = next(control for control in controls(message) if control.decides)
        await player_of(world, table.going().turn).actor.click(message, custom_id=step.custom_id)
    assert "whispers" not in text_of(chosen.hand)


@pytest.mark.people(4)
async def test_who_has_no_hand_open_sees_it_later_and_the_whisperer_is_told(world: World) -> None:
    chooser, chosen, _ = await allied(world)
    world.bot.house.hands._hands.pop((world.tables()[-1].id, chosen.id))
    await whisper(chooser, "hello")
    assert f"{chosen.actor.name} has no hand open now" in text_of(chooser.hand)
    await chosen.open_hand(world.table_message())
    assert "whispers**: hello" in text_of(chosen.hand)


@pytest.mark.people(4)
async def test_a_whisper_reaches_a_hand_by_direct_message_and_is_answered_from_there(world: World) -> None:
    chooser, chosen, _ = await allied(world)
    world.bot.house.hands._hands.pop((world.tables()[-1].id, chosen.id))
    await prefer_dms(world, chosen)
    await whisper(chooser, "hello")
    assert "has no hand open" not in text_of(chooser.hand)
    letter = chosen.actor.user.dm_channel.last_message
    assert f"**{chooser.actor.name} whispers**: hello" in text_of(letter)
    button = next(control for control in controls(letter) if control.verb == "whisper")
    form = await chosen.actor.user.click(letter, custom_id=button.custom_id)
    await chosen.actor.user.submit_modal(form, {"text": "well met"})
    assert f"**{chosen.actor.name} whispers**: well met" in text_of(chooser.hand)
    assert f"You to {chooser.actor.name}: well met" in text_of(chosen.actor.user.dm_channel.last_message)


@pytest.mark.people(4)
async def test_a_form_from_before_a_restart_is_delivered(world: World) -> None:
    chooser, chosen, _ = await allied(world)
    (button,) = whisper_buttons(chooser)
    form = await chooser.actor.click(chooser.hand, custom_id=button.custom_id)
    await world.restart()
    answer = await chooser.actor.submit_modal(form, {"text": "hello"})
    assert answer.acknowledged
    assert f"You to {chosen.actor.name}: hello" in text_of(chooser.hand)
    await chosen.open_hand(world.table_message())
    assert "whispers**: hello" in text_of(chosen.hand)


@pytest.mark.people(4)
async def test_a_form_for_a_table_that_is_over_gets_a_sentence(world: World) -> None:
    chooser, _, _ = await allied(world)
    (button,) = whisper_buttons(chooser)
    form = await chooser.actor.click(chooser.hand, custom_id=button.custom_id)
    await world.moderator.slash(world.channel, "end")
    answer = await chooser.actor.submit_modal(form, {"text": "hello"})
    assert answer.acknowledged
    assert "only to an ally, and only while the game is going on" in text_of(answer.response)
    assert not any("hello" in " ".join(sent.texts) for sent in world.watch.sent)


@pytest.mark.people(4)
async def test_only_allies_can_whisper_whatever_button_is_pressed(world: World) -> None:
    chooser, chosen, other = await allied(world)
    (button,) = whisper_buttons(chooser)
    answer = await other.actor.click(
        chosen.hand if False else other.hand, custom_id=whisper_buttons(other)[0].custom_id
    )
    assert answer.modal is not None, "the other two are allies as well"
    press = other.press_at_once(world.env, other.hand, button)
    await world.env.settle()
    assert "only to an ally" in text_of(press.response)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("  two\nlines\t here ", "two lines here"),
        ("# no heading", "\\# no heading"),
        ("@everyone <@123456789012345678>", "@\u200beveryone <@\u200b123456789012345678>"),
        ("**bold** `code` ||spoiler||", "\\*\\*bold\\*\\* \\`code\\` \\|\\|spoiler\\|\\|"),
        ("a" * 300, "a" * LONGEST),
        (" \n ", ""),
    ],
)
def test_a_whisper_is_one_line_without_markup_or_mentions(written: str, shown: str) -> None:
    assert one_line(written) == shown


def test_a_form_means_the_same_whoever_reads_it() -> None:
    press = Press(12, None, "whispered", "3")
    fields = [{"type": 18, "component": {"type": 4, "custom_id": "text", "value": "hi"}}]
    assert read_form(press.custom_id("km"), fields) == Press(12, None, "whispered", "3", ("hi",))
    rows = [{"type": 1, "components": [{"type": 4, "custom_id": "text", "value": "hi"}]}]
    assert read_form(press.custom_id("km"), rows) == Press(12, None, "whispered", "3", ("hi",))
    assert read_form("something-else", fields) is None
