"""/tables and /end where there are more tables than fit a message: pages, turned by buttons."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.tables import CHOICES, LISTED
from db import tables
from db.ids import new_id
from tests.support.people import Control, controls, find, text_of
from tests.support.world import World
from tests.table.playing import open_table, start_table


async def open_lobbies(world: World, count: int, *, name: str = "guest", people: int = 1, channel: int = 0) -> None:
    """So many lobbies of others in the database, each with people named after it."""

    async with world.bot.db.write() as tx:
        for number in range(count):
            table = new_id()
            tx.do(
                tables.create_table,
                table,
                server=world.guild.id,
                channel=channel or world.channel.id,
                game="djurpark",
                options={},
                host=1000,
                at=1,
                clock="live",
                rules_version=1,
                seats=[tables.SeatRow(table, seat, 1000 + seat, f"{name}{number}") for seat in range(people)],
            )


async def ask(world: World, command: str, who: Any = None) -> Any:
    answer = await (who or world.people[0].actor).slash(world.channel, command)
    assert answer.ephemeral
    return answer.response


async def turn(world: World, shown: Any, label: str, who: Any = None) -> None:
    await (who or world.people[0].actor).click(shown, custom_id=find(shown, label).custom_id)


async def all_pages(world: World, shown: Any, who: Any = None) -> list[tuple[str, list[Control]]]:
    """Text and controls of every page, from the first to the last."""
    pages = [(text_of(shown), controls(shown))]
    while any(control.label == "More tables" for control in controls(shown)):
        await turn(world, shown, "More tables", who)
        pages.append((text_of(shown), controls(shown)))
    return pages


async def test_every_open_table_is_on_a_page_of_tables(world: World) -> None:
    await start_table(world)
    await open_lobbies(world, 2 * LISTED)
    shown = await ask(world, "tables")
    pages = await all_pages(world, shown)
    assert len(pages) == 3
    told = "\n".join(text for text, _ in pages)
    assert all(told.count(f": guest{number} ·") == 1 for number in range(2 * LISTED))
    for number, (text, _) in enumerate(pages, 1):
        assert f"page {number} of 3" in text
        assert "### Open tables of this server" in text, "every page says what it lists"
    await turn(world, shown, "Earlier tables")
    assert "page 2 of 3" in text_of(shown)


async def test_pages_turn_after_a_restart_and_when_tables_have_gone(world: World) -> None:
    await open_lobbies(world, LISTED + 1)
    shown = await ask(world, "tables")
    await world.restart()
    for row in await world.bot.db.read(tables.open_tables, world.guild.id):
        async with world.bot.db.write() as tx:
            tx.do(tables.set_state, row.id, "closed", 2, reason="gone")
    await turn(world, shown, "More tables")
    assert "No table is open" in text_of(shown)


async def test_tables_of_many_people_with_long_names_fit_a_message(world: World) -> None:
    """The watch over all that goes out checks the limits."""
    await open_lobbies(world, 6, name="*" * 30, people=20)
    pages = await all_pages(world, await ask(world, "tables"))
    assert len(pages) > 1
    assert sum(text.count("Djurpark") for text, _ in pages) == 6


async def test_few_tables_have_no_pages(world: World) -> None:
    await open_lobbies(world, 2)
    shown = await ask(world, "tables")
    assert controls(shown) == []
    assert "page" not in text_of(shown)


@pytest.mark.people(1)
async def test_a_moderator_reaches_every_table_of_the_channel_and_ends_one(world: World) -> None:
    await open_table(world, thread=False)
    await open_lobbies(world, CHOICES + 3)
    shown = await ask(world, "end", world.moderator)
    pages = await all_pages(world, shown, world.moderator)
    assert len(pages) == 2
    offered = [control for _, page in pages for control in page if control.verb == "end"]
    assert len({control.custom_id for control in offered}) == CHOICES + 4
    await world.moderator.click(shown, custom_id=offered[-1].custom_id)
    assert len(await world.bot.db.read(tables.open_tables_in, world.channel.id)) == CHOICES + 3


async def test_a_moderator_who_plays_can_end_the_tables_of_others_too(world: World) -> None:
    await start_table(world)
    lobby = await open_table(world, thread=False)
    await world.moderator.click(lobby, custom_id=find(lobby, "Join").custom_id)
    shown = await ask(world, "end", world.moderator)
    ids = [control.custom_id for control in controls(shown)]
    assert len(ids) == 2
    assert str(world.tables()[1].id) in ids[0], "the own table comes first"


async def test_a_page_of_tables_to_end_is_no_way_round_who_may(world: World) -> None:
    await open_lobbies(world, CHOICES + 1)
    shown = await ask(world, "end", world.moderator)
    stranger = world.people[1]
    answer = stranger.press_at_once(world.env, shown, find(shown, "More tables"))
    await world.env.settle()
    assert "Only its players" in text_of(answer.response)


async def test_tables_of_the_channel_itself_come_before_those_of_its_threads(world: World) -> None:
    await open_table(world, thread=True)
    await open_table(world, thread=False)
    assert [row.row.thread is None for row in world.tables()] == [False, True]
    shown = await ask(world, "end", world.moderator)
    assert [control.custom_id.split(":")[1] for control in controls(shown)] == [
        str(table.id) for table in reversed(world.tables())
    ]
