"""Gambling points: purses change once a game, by its net; whatever is interrupted, they equal their ledger."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from db import points, results, tables
from table.house import House
from tests.support.people import text_of
from tests.support.world import World
from tests.table.playing import begin_table, close_house, is_last_move, open_house, open_table

SERVER = 1
OPTIONS = {"rounds": 1, "talon": "once"}


async def begin(house: House, people: int = 3, computers: int = 0) -> int:
    """A table of Kille that has begun; its id."""
    sitting = [*((10 + seat, f"p{seat}") for seat in range(people)), *((None, f"c{n}") for n in range(computers))]
    return await begin_table(house, "kille", sitting, server=SERVER, options=OPTIONS)


async def play(house: House, number: int, rng: random.Random, moves: int | None = None) -> None:
    """Random moves, so many or to the end."""
    async with house.at(number) as table:
        while table.live and moves != 0:
            game = table.going()
            seat = game.to_act[0]
            await house.turns.play(table, [(seat, rng.choice(game.moves(seat)))])
            moves = None if moves is None else moves - 1


async def check(house: House) -> None:
    """Purses equal their ledger, and the entries of each game add up to nothing."""
    assert await house.db.read(points.check_purses) == []

    def sums(connection: sqlite3.Connection) -> list[tuple[str, int]]:
        return connection.execute(
            "SELECT source, SUM(amount) FROM ledger WHERE kind = 'game' GROUP BY source"
        ).fetchall()

    assert all(total == 0 for _, total in await house.db.read(sums))


@settings(max_examples=12)
@given(
    steps=st.lists(st.sampled_from(["game", "part", "void", "daily", "restart", "practice"]), max_size=8),
    seed=st.integers(0, 999),
)
def test_purses_equal_their_ledger_over_everything_that_happens(
    steps: list[str], seed: int, tmp_path_factory: Any
) -> None:
    asyncio.run(live_through(steps, random.Random(seed), tmp_path_factory.mktemp("settlement") / "kuku.sqlite3"))


async def live_through(steps: list[str], rng: random.Random, database: Path) -> None:
    house = await open_house(database)
    day, open_tables = 0, [await begin(house)]
    for step in steps:
        if step == "game":
            await play(house, await begin(house, rng.choice([3, 4])), rng)
        elif step == "practice":
            before = await house.db.read(points.purses_of, SERVER, [10, 11])
            await play(house, await begin(house, 2, 2), rng)
            assert await house.db.read(points.purses_of, SERVER, [10, 11]) == before
        elif step == "part":
            open_tables.append(await begin(house))
            await play(house, open_tables[-1], rng, 5)
        elif step == "void" and open_tables:
            async with house.at(open_tables.pop()) as table:
                await house.ending.close(table, "void", "A moderator ended the game.")
        elif step == "daily":
            day += rng.randrange(2)
            async with house.db.write() as tx:
                tx.do(points.grant, SERVER, 10, 25, "daily", f"day {day}", day)
        elif step == "restart":
            await close_house(house)
            house = await open_house(database)
        await check(house)
    for number in open_tables:
        await play(house, number, rng)
    await check(house)
    await close_house(house)


# ---- a kill at each step of a settlement --------------------------------------------------------------------


def die_at(step: int, database: Path, number: int) -> None:
    """Play the last move, and die in the settlement's step with this number."""
    count = 0

    def mortal(function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            nonlocal count
            if count == step:
                os._exit(9)
            count += 1
            return function(*args, **kwargs)

        return call

    async def play_the_last_move() -> None:
        house = await open_house(database)
        for module, name in (
            (tables, "append_moves"),
            (tables, "save_table"),
            (tables, "set_state"),
            (points, "grant"),
        ):
            setattr(module, name, mortal(getattr(module, name)))
        results._record = mortal(results._record)
        await play(house, number, random.Random(2))
        os._exit(0)

    asyncio.run(play_the_last_move())


@pytest.mark.parametrize("step", range(9))
def test_a_kill_at_a_step_of_settlement_settles_exactly_once(step: int, tmp_path: Path) -> None:
    database = tmp_path / "kuku.sqlite3"

    async def play_nearly_to_the_end() -> int:
        house = await open_house(database)
        number = await begin(house)
        async with house.at(number) as table:
            while not is_last_move(table.going()):
                game = table.going()
                seat = game.to_act[0]
                await house.turns.play(table, [(seat, game.moves(seat)[0])])
        await close_house(house)
        return number

    number = asyncio.run(play_nearly_to_the_end())
    process = multiprocessing.get_context("fork").Process(target=die_at, args=(step, database, number))
    process.start()
    process.join()
    assert process.exitcode in (0, 9)

    async def look_and_finish() -> None:
        house = await open_house(database)
        row = await house.db.read(tables.load_table, number)
        assert row is not None
        assert row.state == ("over" if process.exitcode == 0 else "live")
        assert len(await house.db.read(results.results_of, number)) == (3 if process.exitcode == 0 else 0)
        await play(house, number, random.Random(2))
        table = await house.find(number)
        outcome = table.going().outcome
        assert outcome is not None
        held = await house.db.read(points.purses_of, SERVER, [10, 11, 12])
        assert [held[place.member] for place in table.places] == list(outcome.net)
        assert len(await house.db.read(results.results_of, number)) == 3
        await check(house)
        await close_house(house)

    asyncio.run(look_and_finish())


# ---- at the table -------------------------------------------------------------------------------------------


@pytest.mark.people(3)
async def test_who_is_too_deep_in_debt_cannot_sit_down_to_gamble(world: World) -> None:
    ann, bo, _ = world.people
    async with world.bot.db.write() as tx:
        tx.do(points.grant, world.guild.id, bo.id, -200, "correction", "1", 1)
    await bo.actor.slash(world.channel, "points")
    lobby = await open_table(world, game="kille")
    refused = await bo.press(lobby, "Join")
    assert "Your purse holds -100" in text_of(refused.response)
    await bo.actor.slash(world.channel, "daily")
    joined = await bo.press(lobby, "Join")
    assert joined.acknowledged
    assert world.tables()[0].seat_of(bo.id) is not None
    assert ann is not None


async def test_three_gambling_tables_are_enough(world: World) -> None:
    for _ in range(3):
        await open_table(world, game="kille", thread=False)
    answer = await world.people[0].actor.slash(world.channel, "kille", thread=False)
    assert answer.ephemeral
    assert "3 gambling tables" in text_of(answer.response)
    answer = await world.people[0].actor.slash(world.channel, "kontsina", thread=False)
    assert not answer.ephemeral


@pytest.mark.people(3)
async def test_purses_at_the_start_are_kept_with_the_table(world: World) -> None:
    lobby = await open_table(world, game="kille")
    for player in world.people[1:]:
        await player.press(world.message(lobby.id), "Join")
    await world.people[0].press(world.message(lobby.id), "Start")
    table = world.tables()[0]
    assert table.row.purses == (100, 100, 100)
    assert table.going().purses == (100, 100, 100)
    async with world.bot.db.write() as tx:
        tx.do(points.grant, world.guild.id, world.people[0].id, 500, "correction", "gift", 1)
    await world.restart()
    assert (await world.bot.house.find(table.id)).going().purses == (100, 100, 100), "a gift never changes a game"
