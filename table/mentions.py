"""An edit does not notify: who is next and silent for a while is mentioned once, and the mention goes when they move."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from db import tables
from table.discord_calls import CallFailed, call
from table.live import LiveTable
from table.page import Page, Text

if TYPE_CHECKING:
    from table.house import House

log = logging.getLogger(__name__)


class Mentions:
    """One short mention a table, at most."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._waiting: dict[int, tuple[int, asyncio.Task[None]]] = {}

    def turn(self, table: LiveTable) -> None:
        """The table was shown: take back a mention of before, and wait for the one who is next now."""
        decision = table.game.decision if table.live and table.game is not None else -1
        waiting = self._waiting.get(table.id)
        if waiting is not None and waiting[0] == decision:
            return
        if waiting is not None:
            waiting[1].cancel()
            del self._waiting[table.id]
        if table.row.mention is not None:
            self._house.spawn(self._take_back(table), f"mention at table {table.id}")
        member = self._only_one_awaited(table)
        if member is not None:
            task = self._house.spawn(self._mention_later(table.id, decision, member), f"mention at table {table.id}")
            self._waiting[table.id] = (decision, task)

    def close(self, table_id: int) -> None:
        """Forget a table that is over."""
        self._waiting.pop(table_id, None)

    @staticmethod
    def _only_one_awaited(table: LiveTable) -> int | None:
        """The person the table waits for, if it is one alone: several are never pinged together."""
        if not table.live or table.game is None:
            return None
        awaited = [table.places[seat] for seat in table.game.to_act if not table.places[seat].computer]
        return awaited[0].member if len(awaited) == 1 else None

    async def _mention_later(self, table_id: int, decision: int, member: int) -> None:
        house = self._house
        await asyncio.sleep(house.pace.mention_after)
        if not (await house.choices.preferences(member)).mentions:
            return
        try:
            async with house.at(table_id) as table:
                if not table.live or table.going().decision != decision or table.row.mention is not None:
                    return
                words = house.words(table.row.server)
                mention = f"<@{member}>"
                text = words.say("{mention}, it is your turn.", mention=mention)
                page = Page((Text(text),), table.presentation.accent, (member,))
                try:
                    message = await house.board.say(table, page, "mention who is next")
                except CallFailed as failed:
                    log.info("%s", failed)
                    return
                async with house.db.write() as tx:
                    tx.do(tables.save_table, table.id, mention=message.id)
                table.take(mention=message.id)
        except LookupError:
            return

    async def _take_back(self, table: LiveTable) -> None:
        house = self._house
        message, channel = table.row.mention, house.bot.get_partial_messageable(table.channel)
        if message is None:
            return
        table.take(mention=None)
        async with house.db.write() as tx:
            tx.do(tables.save_table, table.id, mention=None)
        try:
            await call(channel.get_partial_message(message).delete, "take back a mention", retry_after=house.pace.retry)
        except CallFailed as failed:
            log.info("%s", failed)
