"""People, channels and permissions disappear: what users of other bots reported, and that it cannot happen here."""

from __future__ import annotations

import random
from typing import Any

import pytest

from db import points, tables
from db.members import remember_member
from games.game import Chance
from table.live import LiveTable
from table.presentation import Presentation
from tests.support.play import wander
from tests.support.world import World
from tests.table.playing import GAMES, begin_table

#: So many games are looked through for phases, and so many moves of each.
SEEDS, MOVES = 5, 500
PURSE = 100
DAY = 86_400

Found = dict[str, tuple[int, int, list[tuple[int, str]]]]


def every_phase(presentation: Presentation) -> Found:
    """By phase: seats, seed and moves that lead there, when the game is played at random by a few and by more people."""
    kind, found = presentation.game, Found()
    for seats in sorted({min(kind.seats_allowed), min(4, max(kind.seats_allowed))}):
        for seed in range(SEEDS):
            purses = (PURSE,) * seats if kind.stakes else None
            game = kind(seats, kind.Options(), Chance(bytes([seed] * 32)), purses)
            made: list[tuple[int, str]] = []
            found.setdefault(presentation.phase(game.view(None)), (seats, seed, []))
            for move in wander(game, random.Random(seed), MOVES):
                made.append(move)
                if game.outcome is None and presentation.phase(game.view(None)) not in found:
                    found[presentation.phase(game.view(None))] = seats, seed, made.copy()
    return found


async def put_up(world: World, game: str, people: list[Any], seed: int, moves: list[tuple[int, str]]) -> LiveTable:
    """A table of these people on the slow clock, after these moves."""
    house = world.bot.house
    house.lobby._token = lambda size: bytes([seed] * size).hex()
    async with house.db.write() as tx:
        for person in people:
            tx.do(remember_member, world.guild.id, person.id, "p", 1)
            tx.do(points.grant, world.guild.id, person.id, PURSE, "correction", "1", 1)
    with world.env._bot_scope():
        number = await begin_table(
            house,
            game,
            [(person.id, f"p{seat}") for seat, person in enumerate(people)],
            server=world.guild.id,
            channel=world.channel.id,
            clock="slow",
        )
        async with house.db.write() as tx:
            tx.do(tables.append_moves, number, 0, moves, 1)
        house.forget(number)
        return await house.find(number)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.people(0)
async def test_soft_lock_waiting_for_a_member_who_left_the_server(world: World, game: str) -> None:
    """In every phase: a computer plays on for who is gone; when all are gone the table ends.

    Members are not heard leaving, since the bot knows no members: whoever lets a table wait for a day is asked for.
    """
    house = world.bot.house
    found = every_phase(house.presentations[game])
    members: dict[int | None, Any] = {}
    waiting: dict[str, LiveTable] = {}
    for phase, (seats, seed, moves) in found.items():
        people = [world.guild.add_member(world.env.create_user("p")) for _ in range(seats)]
        members |= {person.id: person for person in people}
        waiting[phase] = await put_up(world, game, people, seed, moves)
    gone = {phase: table.going().to_act[0] for phase, table in waiting.items()}
    for phase, table in waiting.items():
        assert house.presentations[game].phase(table.going().view(None)) == phase
        world.guild.remove_member(members[table.places[gone[phase]].member])
    await world.env.advance_time(DAY + 60)
    for phase, table in waiting.items():
        assert table.places[gone[phase]].left, phase
        assert gone[phase] not in table.going().to_act or not table.live, phase
        for place in table.places:
            if not place.left:
                world.guild.remove_member(members[place.member])
    await world.env.advance_time(30 * DAY)
    for phase, table in waiting.items():
        assert table.row.state in ("over", "void"), phase
    assert await world.bot.db.read(tables.open_tables, world.guild.id) == []
