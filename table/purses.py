"""Gambling points around a game: the welcome, who may sit down, and what the purses held at the start."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from db import members, points, servers, tables
from db.database import Transaction
from table.answers import Answer, Refusal
from table.live import LiveTable
from table.settings import Settings

if TYPE_CHECKING:
    from table.house import House

#: At so many gambling tables a person may sit at once.
TABLES_AT_ONCE = 3


def remember(tx: Transaction, answer: Answer, settings: Settings, at: int) -> None:
    """Keep the names of the server and of the person who acted; whoever acts for the first time gets the welcome."""
    guild = answer.interaction.guild_id
    if guild is None:
        return
    name = answer.interaction.guild.name if answer.interaction.guild is not None else ""
    tx.do(servers.ensure_server, guild, name, at)
    tx.do(members.remember_member, guild, answer.member, answer.interaction.user.display_name, at)
    if settings.welcome:
        tx.do(points.grant, guild, answer.member, settings.welcome, "welcome", "once", at)


async def check_purse(house: House, answer: Answer, table: LiveTable) -> None:
    """May this person sit down here? At a gambling table a purse must be above the debt limit, and three are enough."""
    if not table.kind.stakes:
        return
    server = table.row.server
    settings = await house.choices.settings(server)
    purse = await house.db.read(points.purse, server, answer.member)
    words = answer.words
    if purse <= -settings.debt:
        raise Refusal(
            words.plural(
                "Your purse holds {count} gambling point, and {limit} is as far as debt may go here. "
                "`/daily` and games without stakes bring points.",
                "Your purse holds {count} gambling points, and {limit} is as far as debt may go here. "
                "`/daily` and games without stakes bring points.",
                purse,
                limit=-settings.debt,
            )
        )
    mine = await house.db.read(tables.open_tables_of, answer.member)
    gambling = [row for row in mine if _has_stakes(house, row.game) and row.id != table.id]
    if len(gambling) >= TABLES_AT_ONCE:
        raise Refusal(
            words.plural(
                "You already sit at {count} gambling table. Finish one first.",
                "You already sit at {count} gambling tables. Finish one first.",
                len(gambling),
            )
        )


async def purses_at_start(house: House, table: LiveTable) -> tuple[int, ...] | None:
    """What each seat may pay of its own will, by seat; None for games without stakes and for practice."""
    if not table.kind.stakes or table.practice:
        return None
    people: list[int] = [place.member for place in table.places if place.member is not None]
    held: dict[Any, int] = dict(await house.db.read(points.purses_of, table.row.server, people))
    return tuple(held[place.member] for place in table.places)


def _has_stakes(house: House, game: str) -> bool:
    presentation = house.presentations.get(game)
    return presentation is not None and presentation.game.stakes
