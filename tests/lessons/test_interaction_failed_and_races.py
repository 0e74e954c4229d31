"""Failed interactions, double clicks, races: what users of other bots reported, and that it cannot happen here."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from db import points, tables
from table.house import House
from table.pace import NO_WAITS
from table.turns import Attempt, Verdict
from tests.support import simkit
from tests.support.people import Control, controls, find, text_of
from tests.support.simkit import emit_click
from tests.support.world import World
from tests.table.playing import (
    begin_table,
    close_house,
    fast_forward_to,
    is_last_move,
    next_player,
    open_house,
    open_table,
    play_moves,
    start_table,
)

#: The seed of a game of Kille that comes to a last move, whatever it is.
KILLE = 2


def first_move(offers: list[Control]) -> Control:
    return next(control for control in offers if control.verb == "m")


async def moves_of(world: World) -> list[tables.MoveRow]:
    return await world.bot.db.read(tables.moves_of, world.tables()[-1].id)


# ---- starting and joining -------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["owner", "member", "member without a role", "member in a thread"])
async def test_cannot_start_and_cannot_join(world: World, who: str) -> None:
    """(Interaction failed, buttons missing.) The lobby works for everybody who may be there: open, add, join, start."""
    channel, actor = world.channel, world.people[0].actor
    if who == "owner":
        world.env.backend.guilds[world.guild.id].owner_id = actor.id
    elif who == "member":
        actor = world.guild.add_member(world.env.create_user("eve"), roles=[world.guild.create_role("Player")])
    elif who == "member in a thread":
        await actor.slash(channel, "kontsina", thread=True)
        (channel,) = world.channel.threads
        await world.moderator.slash(channel, "end")
    answer = await actor.slash(channel, "fan-tan")
    assert answer.acknowledged
    assert not answer.ephemeral
    lobby = answer.response
    labels = [control.label for control in controls(lobby)]
    assert labels == ["Join", "Leave", "Invite", "Rules", "Add computer", "Start", "Keep order", "Cancel"]
    await actor.click(lobby, custom_id=find(lobby, "Add computer").custom_id)
    await world.people[1].press(lobby, "Join")
    (shown,) = [message for message in channel.history() if message.id == lobby.id]
    await actor.click(shown, custom_id=find(shown, "Start").custom_id)
    assert world.tables()[-1].live
    (shown,) = [message for message in channel.history() if message.id == lobby.id]
    assert "My hand" in [control.label for control in controls(shown)]


# ---- playing, leaving, resetting ------------------------------------------------------------------------------


async def test_playing_a_valid_card_fails(world: World) -> None:
    """Every card that the hand offers is played as it says, wherever in the hand it is."""
    await start_table(world)
    for turn in range(10):
        player = next_player(world)
        offers = [control for control in player.offers() if control.verb == "m"]
        control = offers[turn % len(offers)]
        await player.actor.click(player.hand, custom_id=control.custom_id)
        assert [move.move for move in await moves_of(world)][turn:] == [control.object]
        assert next_player(world) is not player


@pytest.mark.people(4)
async def test_one_player_leaving_ends_it_for_all(world: World) -> None:
    """Leaving is asked first; then a computer plays on, the others go on, and the one who left may come back."""
    lobby = await open_table(world, game="fan-tan")
    for player in world.people[1:]:
        await player.press(lobby, "Join")
    await world.people[0].press(world.message(lobby.id), "Start")
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    table, gone = world.tables()[0], next_player(world)
    place = table.places[table.seat_of(gone.id)]
    asked = await gone.press(world.message(lobby.id), "Leave")
    assert "Do you want to leave" in text_of(asked.response)
    assert not place.left
    await gone.press(asked.response, "Leave the table")
    assert place.left
    assert table.live
    assert next_player(world) is not gone, "the computer has played"
    for _ in range(6):
        await next_player(world).play()
        assert next_player(world) is not gone
    hand = await gone.press(world.message(lobby.id), "My hand")
    await gone.press(hand.response, "I'm back")
    assert not place.left


async def test_the_admin_reset_does_not_reset(world: World) -> None:
    """A moderator ends the game: its buttons play nothing any more, and channel and players are free at once."""
    lobby = await start_table(world)
    player = next_player(world)
    control = first_move(player.offers())
    await world.moderator.slash(world.channel, "end")
    assert "A moderator ended the game" in text_of(world.message(lobby.id))
    answer = emit_click(world.env, player.actor, player.hand, control.custom_id)
    await world.env.settle()
    assert answer.acknowledged
    assert await moves_of(world) == []
    assert [await world.bot.db.read(tables.open_tables_of, each.id) for each in world.people] == [[], []]
    await start_table(world)
    assert world.channel.threads == [], "in the channel itself, since nothing else is open there"
    await play_moves(world, 2)


# ---- three seconds --------------------------------------------------------------------------------------------


async def test_unknown_interaction_when_the_three_seconds_are_missed_on_a_slow_database(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 2.5 s of delay before every write and read, a move, a button and a command are acknowledged within a second."""
    lobby = await start_table(world)
    player = next_player(world)
    waits: list[float] = []
    real_write, real_read = world.bot.db.write, world.bot.db.read

    def write() -> Any:
        return _Late(real_write())

    async def read(*args: Any, **kwargs: Any) -> Any:
        await asyncio.sleep(2.5)
        return await real_read(*args, **kwargs)

    monkeypatch.setattr(world.bot.db, "write", write)
    monkeypatch.setattr(world.bot.db, "read", read)
    begun = time.perf_counter()

    def note(backend: Any, method: str, path: str, body: Any, files: Any) -> None:
        if path.endswith("/callback"):
            waits.append(time.perf_counter() - begun)

    simkit.watchers.append(note)
    try:
        played = player.press_at_once(world.env, player.hand, first_move(player.offers()))
        message = world.message(lobby.id)
        shown = player.press_at_once(world.env, message, find(message, "Scores"))
        other = next(each for each in world.people if each is not player)
        said = simkit.emit_slash(world.env, other.actor, world.channel, "hand")
        await world.env.settle()
    finally:
        simkit.watchers.remove(note)
    assert len(waits) == 3
    assert max(waits) < 1.0, waits
    assert played.acknowledged
    assert "No round" in text_of(shown.response)
    assert "Your hand" in text_of(said.response)
    assert "Waiting for" in text_of(player.hand)


class _Late:
    """A transaction that comes 2.5 s late."""

    def __init__(self, real: Any) -> None:
        self._real = real

    async def __aenter__(self) -> Any:
        await asyncio.sleep(2.5)
        return await self._real.__aenter__()

    async def __aexit__(self, *error: Any) -> Any:
        return await self._real.__aexit__(*error)


@pytest.mark.parametrize("pace", [NO_WAITS, NO_WAITS.with_changes(answer_within=0.0)], ids=["answer", "defer"])
async def test_even_a_fast_defer_sometimes_fails_in_busy_servers(world: World) -> None:
    """Whether the answer fails or the defer before it: the move is made once, and the table agrees."""
    lobby = await start_table(world)
    for number, (status, code) in enumerate(((404, 10062), (400, 40060)), 1):
        player = next_player(world)
        await player.open_hand(world.message(lobby.id))
        move = first_move(player.offers())
        world.env.inject_error("POST", "/interactions/*/callback", status=status, code=code)
        player.press_at_once(world.env, player.hand, move)
        await world.env.settle()
        made = await moves_of(world)
        assert (len(made), made[-1].move) == (number, move.object)
        assert next_player(world) is not player
        assert f"**{next_player(world).actor.name}** is to" in text_of(world.message(lobby.id))


# ---- more than once -------------------------------------------------------------------------------------------


async def test_a_freeze_made_people_click_submit_repeatedly_and_each_click_scored(world: World) -> None:
    await start_table(world)
    player = next_player(world)
    control = first_move(player.offers())
    before = len(world.watch.sent)
    answers = [player.press_at_once(world.env, player.hand, control) for _ in range(5)]
    await world.env.settle()
    assert all(answer.acknowledged for answer in answers)
    assert [(move.ply, move.move) for move in await moves_of(world)] == [(0, control.object)]
    stale = [
        sent
        for sent in world.watch.sent[before:]
        if sent.reader == player.id and any("That button was from before" in text for text in sent.texts)
    ]
    assert len(stale) == 4


async def test_a_freeze_made_people_click_two_cards_and_both_were_played(world: World) -> None:
    await start_table(world)
    player = next_player(world)
    one, two = [control for control in player.offers() if control.verb == "m"][-2:]
    answers = [player.press_at_once(world.env, player.hand, control) for control in (one, two)]
    await world.env.settle()
    assert all(answer.acknowledged for answer in answers)
    assert len(await moves_of(world)) == 1


@contextmanager
def shuffled_scheduling(seed: int) -> Iterator[None]:
    """Whatever is ready to run at one moment runs in random order."""
    loop: Any = asyncio.get_running_loop()
    rng, run_once = random.Random(seed), loop._run_once

    def run_shuffled() -> None:
        # One by one from the left, since other threads add to the right meanwhile.
        ready = [loop._ready.popleft() for _ in range(len(loop._ready))]
        rng.shuffle(ready)
        loop._ready.extendleft(ready)
        run_once()

    loop._run_once = run_shuffled
    try:
        yield
    finally:
        del loop._run_once


@pytest.mark.people(3)
async def test_two_players_claiming_the_same_seat_at_the_same_moment(world: World) -> None:
    """The last seat of a lobby goes to one of them each time, by chance, and the other is told."""
    lobby = await open_table(world, game="kille", computers=6)
    _, bo, cy = world.people
    table, winners = world.tables()[0], []
    join, leave = find(lobby, "Join"), find(lobby, "Leave")
    for number in range(10):
        with shuffled_scheduling(number):
            answers = [player.press_at_once(world.env, lobby, join) for player in (bo, cy)]
            await world.env.settle()
        assert len(table.places) == 8
        (winner,) = [player for player in (bo, cy) if table.seat_of(player.id) is not None]
        assert all(answer.acknowledged for answer in answers)
        assert "Every seat is taken" in text_of(answers[winner is bo].response)
        winners.append(winner.id)
        winner.press_at_once(world.env, lobby, leave)
        await world.env.settle()
        assert len(table.places) == 7
    assert len(set(winners)) == 2
    row = await world.bot.db.read(tables.load_table, table.id)
    assert row is not None
    assert len(row.seats) == 7


def put_up_for_sale(game: Any) -> tuple[list[tuple[int, str]], int, tuple[int, ...]]:
    """Play Byteskille on until two of four are out and a third offers a card for a point; moves, seller and buyers."""
    moves: list[tuple[int, str]] = []
    while game.phase != "trade" or game.live.count(True) > 2:
        moves.append((game.to_act[0], game.default(game.to_act[0])))
        game.play(*moves[-1])
    seller = game.to_act[0]
    moves.append((seller, "sell 1"))
    game.play(*moves[-1])
    return moves, seller, tuple(seat for seat in range(game.seats) if not game.is_live(seat))


@pytest_asyncio.fixture
async def house(database: Path) -> AsyncIterator[House]:
    house = await open_house(database)
    yield house
    await close_house(house)


async def test_two_players_claiming_the_same_card_at_the_same_moment(house: House) -> None:
    """200 tables of Byteskille, each with a card for sale that two people want: each time one of them gets it and pays."""
    async with house.db.write() as tx:
        for member in range(4):
            tx.do(points.grant, 1, member, 100, "correction", "1", 1)
    house.lobby._token = lambda size: bytes(size).hex()
    sitting = [(member, f"p{member}") for member in range(4)]
    numbers = await asyncio.gather(*[begin_table(house, "byteskille", sitting) for _ in range(200)])
    game = (await house.find(numbers[0])).going().copy()
    moves, seller, buyers = put_up_for_sale(game)
    async with house.db.write() as tx:
        for number in numbers:
            tx.do(tables.append_moves, number, 0, moves, 1)
            house.forget(number)

    async def claim(number: int, seat: int) -> Verdict:
        async with house.at(number) as table:
            read = lambda table, seat: [f"buy-card {seller + 1}"]  # noqa: E731
            attempt = Attempt(seat, 1, table.going().decision, read, house.words(1))
            return await house.turns.judge(table, attempt)

    with shuffled_scheduling(1):
        claims = [claim(number, seat) for number in numbers for seat in buyers]
        verdicts = await asyncio.gather(*claims)
    firsts = verdicts[::2]
    for one, other in zip(firsts, verdicts[1::2], strict=True):
        assert one.played != other.played
        assert (other if one.played else one).refusal
    assert 0 < sum(verdict.played for verdict in firsts) < 200, "chance decided"
    for number in numbers:
        table = await house.find(number)
        made = await house.db.read(tables.moves_of, number)
        assert len(made) == len(moves) + 1
        assert table.going().net[made[-1].seat] == game.net[made[-1].seat] - 1


async def start_kille(world: World) -> Any:
    """A game of one round among three, always with the same cards; its message."""
    world.bot.house.lobby._token = lambda size: bytes([KILLE] * size).hex()
    lobby = await open_table(world, game="kille", rounds=1)
    for player in world.people[1:]:
        await player.press(lobby, "Join")
    await world.people[0].press(world.message(lobby.id), "Start")
    return lobby


@pytest.mark.people(3)
async def test_lag_makes_one_bet_into_several(world: World) -> None:
    """The press that ends a game of Kille is delivered three times: one move, one result, one entry for each purse."""
    lobby = await start_kille(world)
    table = await fast_forward_to(world, is_last_move)
    player = next_player(world)
    hand = await player.open_hand(world.message(lobby.id))
    made = len(await moves_of(world))
    answer = emit_click(world.env, player.actor, hand, first_move(player.offers()).custom_id, times=3)
    await world.env.settle()
    assert answer.acknowledged
    assert table.row.state == "over"
    assert len(await moves_of(world)) == made + 1
    net = {place.member: table.going().net[seat] for seat, place in enumerate(table.places)}
    for each in world.people:
        entries = await world.bot.db.read(points.latest_entries, world.guild.id, each.id)
        assert [entry.amount for entry in entries if entry.kind == "game"] == [net[each.id]] * bool(net[each.id])
    assert sum("the result" in text_of(message) for message in world.channel.history()) == 1


@pytest.mark.people(3)
async def test_lag_makes_one_raise_into_several(world: World) -> None:
    """A payment in the middle of a game, delivered three times, is made once."""
    lobby = await start_kille(world)
    table = await fast_forward_to(world, lambda game: any(costs(game, move) for move in game.moves(game.to_act[0])))
    player = next_player(world)
    hand = await player.open_hand(world.message(lobby.id))
    before = table.going().copy()
    control = next(control for control in player.offers() if costs(before, control.object))
    emit_click(world.env, player.actor, hand, control.custom_id, times=3)
    await world.env.settle()
    before.play(before.to_act[0], control.object)
    assert table.going() == before


def costs(game: Any, move: str) -> bool:
    """Does this move pay something into the pot?"""
    after, seat = game.copy(), game.to_act[0]
    after.play(seat, move)
    return bool(after.net[seat] < game.net[seat])


async def test_the_library_has_no_locks_and_leaves_them_to_us(world: World) -> None:
    """While one table is held up, another in the same channel is played; then the first goes on."""
    await start_table(world)
    await start_table(world, thread=False)
    first, second = world.tables()
    async with world.bot.house.at(first.id):
        async with asyncio.timeout(5):
            answer = await next_player(world, first).actor.slash(world.channel, "tables")
            assert answer.acknowledged
            for _ in range(2):
                player = next_player(world, second)
                control = first_move(player.offers())
                await player.actor.click(player.hand, custom_id=control.custom_id)
        assert (first.going().ply, second.going().ply) == (0, 2)
    async with asyncio.timeout(5), world.bot.house.at(first.id) as table:
        assert table is first
