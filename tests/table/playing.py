"""Steps that many tests of the table begin with."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bot import Kuku
from db import tables
from db.database import Database
from db.ids import new_id
from games import find_games
from games.game import Game
from pictures.studio import Studio
from table.house import House
from table.live import LiveTable
from table.opening import RULES_VERSION
from table.pace import NO_WAITS
from table.presentation import Presentation
from tests.support.people import Player
from tests.support.world import World


async def open_table(world: World, game: str = "kontsina", **options: object) -> Any:
    """The first player opens a table; the message it stands on."""
    answer = await world.people[0].actor.slash(world.channel, game, **options)
    assert answer.response is not None
    assert not answer.ephemeral
    return answer.response


async def start_table(world: World, **options: object) -> Any:
    """Ann opens a table of Kontsina, Bo joins: the game begins by itself. Both open their hands."""
    lobby = await open_table(world, **options)
    await world.people[1].press(lobby, "Join")
    for player in world.people[:2]:
        await player.open_hand(world.message(lobby.id))
    return lobby


async def prefer_dms(world: World, *players: Player) -> None:
    """These people want their hands by direct message."""
    for player in players:
        await player.actor.slash(world.channel, "preferences", hands="dm")


def next_player(world: World, table: LiveTable | None = None) -> Player:
    """The player whose turn it is."""
    table = table or world.tables()[-1]
    member = table.places[table.going().to_act[0]].member
    return next(player for player in world.people if player.id == member)


async def play_to_the_end(world: World) -> LiveTable:
    """Everybody plays what their hand offers until the game is over; the table."""
    table = world.tables()[-1]
    while table.live:
        await next_player(world, table).play()
    return table


async def play_moves(world: World, count: int) -> None:
    """So many turns, by whoever is next."""
    for _ in range(count):
        await next_player(world).play()


async def fast_forward(world: World, left: int) -> LiveTable:
    """Play on by the rules alone, at random, until about so many moves are left, and load the table anew.

    Only for games whose length is known beforehand (Kontsina): open hands must be opened again afterwards.
    """
    return await fast_forward_to(world, lambda game: game.ply >= game.longest(game.seats, game.options) - left)


async def play_the_last(world: World, left: int) -> LiveTable:
    """A table of Kontsina from its start to its result, about the last `left` moves of it by pressing; the table."""
    lobby = await start_table(world)
    await fast_forward(world, left)
    for player in world.people:
        await player.open_hand(world.message(lobby.id))
    return await play_to_the_end(world)


def any_move(game: Any, seat: int, rng: random.Random) -> str:
    """Any legal move."""
    return rng.choice(game.moves(seat))


async def fast_forward_to(
    world: World, reached: Callable[[Any], bool], pick: Callable[[Any, int, random.Random], str] = any_move
) -> LiveTable:
    """Play on by the rules alone, at random, until the game is so or over, and load the table anew."""
    table = world.tables()[-1]
    game, rng = table.going().copy(), random.Random(5)
    first, moves = game.ply, []
    while game.outcome is None and not reached(game):
        seat = game.to_act[0]
        moves.append((seat, pick(game, seat, rng)))
        game.advance(*moves[-1])
    async with world.bot.db.write() as tx:
        tx.do(tables.append_moves, table.id, first, moves, 1)
    world.bot.house.forget(table.id)
    table = await world.bot.house.find(table.id)
    with world.env._bot_scope():
        world.bot.house.turns.wake(table)
    await world.env.settle()
    return table


def is_last_move(game: Game) -> bool:
    """Does every move of whoever is next end the game?"""
    for move in game.moves(game.to_act[0]):
        after = game.copy()
        after.advance(game.to_act[0], move)
        if after.outcome is None:
            return False
    return True


#: The games that can be played at a table.
GAMES = sorted(key for key in find_games() if find_spec(f"cogs.{key}"))


def presentation_of(game: str) -> Presentation:
    """How a game looks and speaks, from its cog."""
    for found in vars(import_module(f"cogs.{game}")).values():
        if isinstance(found, type) and issubclass(found, Presentation) and found is not Presentation:
            return found()
    raise LookupError(game)


async def open_house(database: Path) -> House:
    """A house without Discord: tables are played in it, but nobody sees them."""
    house = House(Kuku(database, shard_count=1), await Database.open(database), Studio(), NO_WAITS)
    for game in GAMES:
        house.present(presentation_of(game))
    return house


async def close_house(house: House) -> None:
    """Stop what runs in such a house and close its database."""
    await house.close()
    house.studio.close()
    await house.db.close()


async def begin_table(
    house: House,
    game: str,
    people: Iterable[tuple[int | None, str]],
    *,
    server: int = 1,
    channel: int = 2,
    clock: tables.Clock = "live",
    options: Mapping[str, Any] | None = None,
) -> int:
    """A table that has begun, without lobby and message; its id. `people` are members (None: a computer) and names."""
    number = new_id()
    sitting = list(people)
    async with house.db.write() as tx:
        tx.do(
            tables.create_table,
            number,
            server=server,
            channel=channel,
            game=game,
            options=find_games()[game].Options.read(options or {}).facts(),
            host=next(member for member, _ in sitting if member is not None),
            at=1,
            clock=clock,
            rules_version=RULES_VERSION,
            seats=[
                tables.SeatRow(number, seat, member, name, computer=member is None, level="easy")
                for seat, (member, name) in enumerate(sitting)
            ],
        )
    async with house.at(number) as table:
        await house.lobby._begin(table)
    return number
