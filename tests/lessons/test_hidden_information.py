"""Hidden information and cheating: what users of other bots reported, and that it cannot happen here.

Beside these, every test of the table is watched for cards that the reader of a message may not know
(tests/support/outgoing.py; that the watch finds leaks made on purpose is shown by tests/table/test_watch.py).
"""

from __future__ import annotations

import logging
import random
from typing import Any

import pytest

from games import find_games
from games.chance import Chance
from games.game import Game
from table.words import TEXT_FORM
from tests.support.outgoing import cards_in
from tests.support.people import controls, find, text_of
from tests.support.play import wander
from tests.support.simkit import emit_click
from tests.support.world import World
from tests.table.playing import (
    fast_forward,
    next_player,
    open_table,
    play_moves,
    play_to_the_end,
    prefer_dms,
    start_table,
)


async def press_everything(world: World, message: Any, actor: Any) -> None:
    """Whatever can be pressed on a table without moving or leaving; but the rules name cards as examples."""
    for control in controls(message):
        if not control.decides and control.verb not in ("leave", "rules"):
            await actor.click(message, custom_id=control.custom_id)


@pytest.mark.people(5)
async def test_the_secret_filter_missed_the_copies_kept_for_undo_and_the_initial_state(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """All 52 cards of Kierki are in hands: whatever is pressed, shown, refreshed, written or logged, also after a
    restart, nothing that somebody can read names a card of another hand: no text, label, custom_id, alt text or file
    name. An onlooker presses everything, too."""
    caplog.set_level(logging.DEBUG)
    *players, onlooker = world.people
    lobby = await open_table(world, game="kierki")
    await prefer_dms(world, players[3])
    for player in players[1:]:
        await player.press(world.message(lobby.id), "Join")
    for turn in range(6):
        if turn == 3:
            await world.restart()
        for player in (players[turn % 3], onlooker):
            await press_everything(world, world.message(lobby.id), player.actor)
        for player in players[:3]:
            await player.open_hand(world.message(lobby.id))
        player = next_player(world)
        if player is players[3]:
            player.hand = player.actor.user.dm_channel.last_message
            control = next(control for control in player.offers() if control.verb == "m")
            await player.actor.user.click(player.hand, custom_id=control.custom_id)
        else:
            await player.play()
    table = world.tables()[0]
    game = table.going()
    assert 6 <= game.ply < 52, "still the first deal"
    still_held = {table.places[seat].member: set(game.view(seat).hand) for seat in range(4)}
    everybody = {None: 0, onlooker.id: 0, **dict.fromkeys(still_held, 0)}
    for sent in world.watch.sent:
        everybody[sent.reader] += 1
        secret = set().union(*(cards for member, cards in still_held.items() if member != sent.reader))
        for text in sent.texts:
            assert not cards_in(text.replace(TEXT_FORM, "")) & secret, (sent.reader, text)
    assert min(everybody.values()) > 4, "all have read something"
    secret = set().union(*still_held.values())
    for record in caplog.records:
        if record.name.split(".")[0] not in ("discord", "asyncio", "simcord"):
            assert not cards_in(record.getMessage()) & secret


async def test_the_start_state_deck_order_included_went_to_every_client(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """Until the game is over only the hash of the seed leaves the process, whatever is asked for; then the seed does."""
    caplog.set_level(logging.DEBUG)
    ann, bo = world.people
    await prefer_dms(world, bo)
    lobby = await start_table(world)
    table = world.tables()[0]
    seed = table.row.seed
    assert seed is not None
    await play_moves(world, 4)
    for player in world.people:
        await press_everything(world, world.message(lobby.id), player.actor)
    await world.restart()
    for command in ("hand", "table", "tables"):
        await ann.actor.slash(world.channel, command)
    table_now = world.table_message()
    forged = find(table_now, "Scores").custom_id.replace("scores", "fair")
    answer = emit_click(world.env, ann.actor, table_now, forged)
    await world.env.settle()
    assert "when the game is over" in text_of(answer.response)

    def told() -> list[str]:
        sent = [text for each in world.watch.sent for text in each.texts]
        return [text for text in [*sent, *(record.getMessage() for record in caplog.records)] if seed[:16] in text]

    assert told() == []
    assert any(table.row.seed_hash in text for each in world.watch.sent for text in each.texts)
    await fast_forward(world, left=2)
    await ann.actor.slash(world.channel, "table")
    for player in world.people:
        await player.open_hand(world.table_message())
    caplog.clear()
    await play_to_the_end(world)
    (result,) = told()
    assert "the result" in result


#: Games in which nobody sees more than anybody else.
OPEN = {"allierad", "djurpark"}


@pytest.mark.parametrize("kind", find_games().values(), ids=find_games())
def test_the_spectator_view_returned_the_full_board(kind: type[Game]) -> None:
    """What a spectator sees is the smallest view: a part of every seat's, without what a seat alone knows."""
    known_alone: set[str] = set()
    for seats in {min(kind.seats_allowed), max(kind.seats_allowed)}:
        game = kind(seats, chance=Chance(bytes([seats])))
        for _ in wander(game, random.Random(seats), 50):
            public = game.view(None).to_json()
            assert public.pop("seat") is None
            for seat in range(seats):
                own = game.view(seat).to_json()
                assert {name: own[name] for name in public} == public
                known_alone |= own.keys() - public.keys() - {"seat"}
    assert bool(known_alone) == (kind.key not in OPEN)


@pytest.mark.people(3)
async def test_a_player_watches_their_own_game_from_a_second_account(world: World) -> None:
    """An onlooker sees no hand, neither in the channel nor by pressing or asking; the table as text is all there is."""
    lobby = await start_table(world)
    await play_moves(world, 3)
    second = world.people[2]
    held = {card for hand in world.tables()[0].going().hands for card in hand}
    answers = []
    for control in controls(world.message(lobby.id)):
        if control.verb != "rules":  # which name cards as examples
            answer = await second.actor.click(world.message(lobby.id), custom_id=control.custom_id)
            assert answer.ephemeral
            answers.append(text_of(answer.response))
    for command in ("hand", "tables", "points"):
        answers.append(text_of((await second.actor.slash(world.channel, command)).response))
    seen = answers + [text_of(message) for message in world.channel.history(viewer=second.actor)]
    assert any("You do not sit at this table" in text for text in seen)
    assert any("You sit at no table" in text for text in seen)
    assert any("Layout" in text for text in seen)
    assert not any("Your hand" in text for text in seen)
    assert not [text for text in seen if cards_in(text) & held]
