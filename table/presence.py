"""Who is still in a server: asked, not heard, and kept for a day."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import TYPE_CHECKING

import discord

from db import members
from table.turns import now_ms

if TYPE_CHECKING:
    from table.house import House

log = logging.getLogger(__name__)

#: How long an answer is good, in milliseconds.
KEPT = 24 * 60 * 60_000
#: Discord answers for at most so many at once.
AT_ONCE = 100


async def who_is_gone(house: House, server: int, people: Iterable[int], *, fresh: bool = False) -> set[int]:
    """Those of `people` who are not in the server any more, as far as Discord can be asked.

    What is known is used for a day, unless it must be `fresh`. If Discord does not answer, nobody is gone.
    """
    asked = list(dict.fromkeys(people))[:AT_ONCE]
    at = now_ms()
    known = await house.db.read(members.members_of, server, asked)
    stale = [member for member in asked if fresh or _is_old(known.get(member), at)]
    guild = house.bot.get_guild(server)
    found: dict[int, bool] = {}
    if stale and guild is not None:
        try:
            there = {member.id for member in await guild.query_members(user_ids=stale, cache=False)}
            found = {member: member in there for member in stale}
        except (TimeoutError, discord.HTTPException, discord.ClientException) as error:
            log.warning("could not ask who is still in server %s: %s", server, error)
    if found:
        async with house.db.write() as tx:
            tx.do(members.save_presence, server, found, at)
    return {
        member for member in asked if not found.get(member, member not in known or known[member].present is not False)
    }


def _is_old(row: members.MemberRow | None, at: int) -> bool:
    return row is None or row.asked_at is None or row.asked_at < at - KEPT
