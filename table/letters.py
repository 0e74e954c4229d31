"""Hands by direct message, for those who prefer it: one message a table, edited at every change.

Where direct messages are closed the channel is told once, without naming cards, and **My hand** works as for everybody.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import discord

from db import tables
from table.discord_calls import CallFailed, Trouble, call
from table.live import LiveTable, Place
from table.page import Page, Text

if TYPE_CHECKING:
    from table.house import House

log = logging.getLogger(__name__)

#: Stored in place of a channel when somebody's direct messages are closed, so that it is said only once.
CLOSED = 0


class Letters:
    """The hands that go out by direct message."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._locks: dict[tuple[int, int], asyncio.Lock] = {}
        self._shown: dict[tuple[int, int], Page] = {}

    async def deliver(self, table: LiveTable, but: int | None = None) -> None:
        """Bring the direct messages of a table up to date. One that fails stops no other."""
        if table.game is None:
            return
        wanted = []
        for seat, place in enumerate(table.places):
            member = place.member
            if member is None or member == but or place.dm_channel == CLOSED:
                continue
            if (await self._house.choices.preferences(member)).hands == "dm":
                wanted.append(self._deliver(table, seat, place, member))
        await asyncio.gather(*wanted)

    async def reaches(self, table: LiveTable, member: int) -> bool:
        """Does this member get the hand of this table by direct message?"""
        seat = table.seat_of(member)
        if seat is None or table.places[seat].dm_channel == CLOSED:
            return False
        return (await self._house.choices.preferences(member)).hands == "dm"

    def close(self, table_id: int) -> None:
        """Forget what was shown of a table that is over."""
        for key in [key for key in self._locks if key[0] == table_id]:
            del self._locks[key]
            self._shown.pop(key, None)

    async def _deliver(self, table: LiveTable, seat: int, place: Place, member: int) -> None:
        house, key = self._house, (table.id, member)
        async with self._locks.setdefault(key, asyncio.Lock()):
            words = await house.choices.words(member) or house.words(table.row.server)
            guild = house.bot.get_guild(table.row.server)
            name = discord.utils.escape_markdown(guild.name) if guild is not None else words.say("the server")
            page = await house.hands.page(table, member, words, where=f" · [{name}]({table.link})")
            if page == self._shown.get(key):
                return
            try:
                await self._send(table, seat, place, member, page)
                self._shown[key] = page
            except CallFailed as failed:
                log.warning("a hand could not be sent: %s", failed)
                if failed.trouble is not Trouble.BUSY:  # what was busy is tried again at the next change
                    await self._say_closed(table, seat, place)

    async def _send(self, table: LiveTable, seat: int, place: Place, member: int, page: Page) -> None:
        house, retry = self._house, self._house.pace.retry
        if place.dm_channel and place.dm_message:
            message = house.bot.get_partial_messageable(place.dm_channel).get_partial_message(place.dm_message)
            try:
                await call(
                    lambda: message.edit(view=page.view(), attachments=page.files()), "edit a letter", retry_after=retry
                )
                return
            except CallFailed as failed:
                if failed.trouble is not Trouble.MESSAGE_GONE:
                    raise
        user = discord.Object(member)
        channel = await call(lambda: house.bot.create_dm(user), "open direct messages", retry_after=retry)
        sent = await call(
            lambda: channel.send(view=page.view(), files=page.files()), "send a letter", retry_after=retry
        )
        async with house.db.write() as tx:
            tx.do(tables.save_seat, table.id, seat, dm_channel=channel.id, dm_message=sent.id)
        place.dm_channel, place.dm_message = channel.id, sent.id

    async def _say_closed(self, table: LiveTable, seat: int, place: Place) -> None:
        house = self._house
        async with house.db.write() as tx:
            tx.do(tables.save_seat, table.id, seat, dm_channel=CLOSED, dm_message=None)
        place.dm_channel, place.dm_message = CLOSED, None
        words = house.words(table.row.server)
        name = table.names(words)[seat].text
        text = words.say(
            "I may not write to {name} directly. **My hand** shows the cards here, only to you.", name=name
        )
        page = Page((Text(text),), table.presentation.accent)
        try:
            await house.board.say(table, page, "say that a hand could not be sent")
        except CallFailed as failed:
            log.warning("%s", failed)
