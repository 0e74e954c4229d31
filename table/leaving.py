"""People who go: by themselves, by a vote to end the game, from the server, or with the whole server or channel."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import discord

from db import servers, tables
from table.answers import Answer, Kind, Refusal
from table.controls import Press
from table.live import LOBBY, VOID, LiveTable
from table.lobby import must_sit
from table.page import Button, Buttons, Page, Style, Text
from table.presence import who_is_gone
from table.turns import now_ms

if TYPE_CHECKING:
    from table.house import Handler, House

log = logging.getLogger(__name__)


class Leaving:
    """Lets people go, and come back."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._votes: dict[int, set[int]] = {}

    def handlers(self) -> dict[str, tuple[Kind, Handler]]:
        """The verbs for leaving a game."""
        return {
            "leave": (Kind.PRIVATE, self._press_leave),
            "really-leave": (Kind.UPDATE, self._press_really_leave),
            "end": (Kind.PRIVATE, self._press_end),
        }

    def listen(self) -> None:
        """Hear of servers and channels that go away."""
        self._house.bot.add_listener(self._server_gone, "on_guild_remove")
        self._house.bot.add_listener(self._channel_gone, "on_guild_channel_delete")
        self._house.bot.add_listener(self._thread_gone, "on_raw_thread_delete")

    # ---- leaving and coming back -----------------------------------------------------------------------------

    async def _press_leave(self, answer: Answer, press: Press) -> None:
        table = await self._house.find(press.table)
        must_sit(answer, table)
        leave = Button(Press(table.id, None, "really-leave"), answer.words.say("Leave the table"), Style.danger)
        text = answer.words.say(
            "Do you want to leave {title}? A computer plays on for you, and the result counts for you all the same.",
            title=table.kind.title,
        )
        await answer.show(Page((Text(text), Buttons((leave,))), table.presentation.accent))

    async def _press_really_leave(self, answer: Answer, press: Press) -> None:
        said = await self.leave(answer, press.table)
        await answer.update(Page((Text(said),)))
        await self._house.turns.show(press.table)

    async def leave(self, answer: Answer, table_id: int) -> str:
        """Leave a game: a computer plays on. When the last person has left the game is over without a result."""
        async with self._house.at(table_id) as table:
            seat = must_sit(answer, table)
            if not table.live:
                raise Refusal(answer.words.say("The game is over."))
            await self._vacate(table, seat)
            if not table.live:
                return answer.words.say("You have left. You were the last one, so the game is over without a result.")
        return answer.words.say("You have left; a computer plays on for you. **My hand** brings you back.")

    async def _vacate(self, table: LiveTable, seat: int) -> None:
        async with self._house.db.write() as tx:
            tx.do(tables.save_seat, table.id, seat, left=True)
        table.places[seat].left = True
        words = self._house.words(table.row.server)
        table.note = words.say("{name} has left; a computer plays on.", name=table.names(words)[seat].text)
        if all(place.left for place in table.people()):
            await self._house.ending.close(table, VOID, "Everybody has left.")
        else:
            await self._new_deadline(table)

    async def come_back(self, member: int, table_id: int) -> None:
        """Play on oneself after leaving or being absent; nothing happens where that is not the case."""
        async with self._house.at(table_id) as table:
            seat = table.seat_of(member)
            if seat is None or not table.live or not table.places[seat].computer:
                return
            at = now_ms()
            async with self._house.db.write() as tx:
                tx.do(tables.save_seat, table.id, seat, left=False, autopilot=False, missed=0)
                tx.do(tables.save_table, table.id, touched=at)
            place = table.places[seat]
            place.left = place.autopilot = False
            place.missed = 0
            words = self._house.words(table.row.server)
            table.take(touched=at)
            table.note = words.say("{name} is back.", name=table.names(words)[seat].text)
            await self._new_deadline(table)

    async def _new_deadline(self, table: LiveTable) -> None:
        table.take(deadline_decision=None)  # who plays has changed: the question is as if it were new
        await self._house.clock.renew(table)

    async def is_moderator(self, interaction: discord.Interaction[Any]) -> bool:
        """May this person end any table here: Manage Messages, or the role that the server has named?"""
        if interaction.guild_id is None:
            return False
        role = (await self._house.choices.settings(interaction.guild_id)).moderators
        roles = getattr(interaction.user, "roles", ())
        return interaction.permissions.manage_messages or any(each.id == role for each in roles)

    # ---- ending together -------------------------------------------------------------------------------------

    async def end(self, answer: Answer, table_id: int, moderator: bool) -> str:
        """End a table: its host and moderators at once, the others when more than half of those present want it."""
        async with self._house.at(table_id) as table:
            words = answer.words
            if table.row.state not in ("lobby", "live"):
                raise Refusal(words.say("The game is over."))
            if moderator or table.row.host == answer.member:
                by_host = table.row.host == answer.member
                reason = "The host closed the table." if by_host else "A moderator ended the game."
                await self._house.ending.close(table, VOID, reason)
                return words.say("The table was ended.")
            seat = must_sit(answer, table)
            if table.row.state == LOBBY:
                raise Refusal(words.say("The game has not begun yet: press **Leave** instead."))
            votes = self._votes.setdefault(table.id, set())
            votes.add(seat)
            present = [s for s, place in enumerate(table.places) if not place.computer or s == seat]
            needed = len(present) // 2 + 1
            count = len(votes & set(present))
            if count >= needed:
                del self._votes[table.id]
                await self._house.ending.close(table, VOID, "The players voted to end the game.")
                return words.say("The table was ended.")
            said = self._house.words(table.row.server)
            table.note = said.plural(
                "{name} wants to end the game; {count} more vote is needed (`/end`).",
                "{name} wants to end the game; {count} more votes are needed (`/end`).",
                needed - count,
                name=table.names(said)[seat].text,
            )
            return words.plural("{count} more vote is needed.", "{count} more votes are needed.", needed - count)

    async def _press_end(self, answer: Answer, press: Press) -> None:
        said = await self.end(answer, press.table, await self.is_moderator(answer.interaction))
        await answer.tell(said)
        await self._house.turns.show(press.table)

    def close(self, table_id: int) -> None:
        """The votes of a table that is over."""
        self._votes.pop(table_id, None)

    # ---- gone from the server --------------------------------------------------------------------------------

    async def ask_for(self, table_id: int, late: list[int]) -> None:
        """Ask Discord whether people who let a table wait for long are still in the server; a computer plays on if not."""
        house = self._house
        table = await house.find(table_id)
        people = [member for seat in late if (member := table.places[seat].member) is not None]
        gone = await who_is_gone(house, table.row.server, people, fresh=True)
        async with house.at(table_id) as table:
            for member in gone:
                seat = table.seat_of(member)
                if seat is not None and table.live and not table.places[seat].left:
                    await self._vacate(table, seat)
        if gone:
            await house.turns.show(table_id)

    async def _server_gone(self, guild: discord.Guild) -> None:
        async with self._house.db.write() as tx:
            tx.do(servers.mark_left, guild.id, now_ms())
        for row in await self._house.db.read(tables.open_tables, guild.id):
            await self._house.ending.void(row.id, "The bot was removed from the server.")

    async def _channel_gone(self, channel: discord.abc.GuildChannel) -> None:
        await self._void_in(channel.id)

    async def _thread_gone(self, event: discord.RawThreadDeleteEvent) -> None:
        await self._void_in(event.thread_id)

    async def _void_in(self, channel: int) -> None:
        for row in await self._house.db.read(tables.open_tables_in, channel):
            await self._house.ending.void(row.id, "The channel of this table is gone.")
