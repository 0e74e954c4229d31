"""Opening a table: where, with which rights, in a thread or not, and how many are allowed."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from db import tables
from db.ids import new_id
from table.answers import Answer, Kind, Refusal
from table.controls import Press
from table.discord_calls import CallFailed, call
from table.live import CLOSED, LiveTable, Place
from table.page import Page, Text
from table.presentation import Presentation
from table.purses import check_purse, remember
from table.turns import now_ms

if TYPE_CHECKING:
    from table.house import Handler, House

log = logging.getLogger(__name__)

#: Raised when a change to a game's rules makes old records unreadable.
RULES_VERSION = "1"

#: So many tables may be open at once, for a person and in a server.
TABLES_OF_A_MEMBER, TABLES_OF_A_SERVER = 8, 100

#: Names of computers, in the order in which they sit down.
COMPUTERS = (
    *("Elsa", "Harald", "Signe", "Torsten", "Ylva", "Gunnar", "Saga", "Birger", "Hedda", "Sixten"),
    *("Idun", "Frej", "Tova", "Alvar", "Disa", "Bosse", "Runa", "Egil", "Vera", "Loke"),
)

#: What the bot must be allowed to do where a table is, with the names that Discord shows.
NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}
IN_THREADS = {"send_messages_in_threads": "Send Messages in Threads"}
FOR_A_THREAD = {"create_public_threads": "Create Public Threads", **IN_THREADS}


@dataclass(frozen=True)
class Wish:
    """What a game's command asks for: the game's options, and what is the same for every game.

    `clock` and `thread` None: as the server has set it; as it fits.
    """

    options: Any
    computers: int = 0
    level: str = "easy"
    clock: str | None = None
    thread: bool | None = None
    private: bool = False


class Opening:
    """Opens the tables of a house."""

    def __init__(self, house: House) -> None:
        self._house = house

    def handlers(self) -> dict[str, tuple[Kind, Handler]]:
        """The verb that opens a table anew."""
        return {"rematch": (Kind.PUBLIC, self._press_rematch)}

    async def open(self, answer: Answer, presentation: Presentation, wish: Wish) -> None:
        """Open a lobby where the command was typed, with its author as host; a full table begins at once."""
        kind = presentation.game
        if 1 + wish.computers > max(kind.seats_allowed):
            raise Refusal(
                answer.words.plural(
                    "{title} has room for {count} computer beside you.",
                    "{title} has room for {count} computers beside you.",
                    max(kind.seats_allowed) - 1,
                    title=kind.title,
                )
            )
        places = [place_of(answer), *computers(wish.computers, wish.level)]
        await self._open(answer, presentation, places, wish)

    async def _press_rematch(self, answer: Answer, press: Press) -> None:
        """The same people again: whoever presses first is host, the others are asked once. Who presses later joins."""
        async with self._house.at(press.table) as before:
            if before.seat_of(answer.member) is None:
                raise Refusal(answer.words.say("You did not sit at this table. Open one of your own with its command."))
            again = await self._rematch_of(before)
            if again is None:
                await self._open_rematch(answer, before)
                return
        await self._house.lobby.join_from_elsewhere(answer, again)

    async def _rematch_of(self, before: LiveTable) -> int | None:
        """The table where these people play again already."""
        rows = await self._house.db.read(tables.open_tables, before.row.server)
        return next((row.id for row in rows if row.rematch_of == before.id), None)

    async def _open_rematch(self, answer: Answer, before: LiveTable) -> None:
        others = tuple(place.member for place in before.people() if place.member not in (None, answer.member))
        places = [place_of(answer), *(Place(None, p.name, p.level) for p in before.places if p.member is None)]
        wish = Wish(before.options, 0, before.row.level, before.row.clock, None, before.row.private)
        await self._open(answer, before.presentation, places, wish, before, tuple(m for m in others if m is not None))

    async def _open(
        self,
        answer: Answer,
        presentation: Presentation,
        places: list[Place],
        wish: Wish,
        before: LiveTable | None = None,
        invited: tuple[int, ...] = (),
    ) -> None:
        house = self._house
        server, channel = where(answer)
        settings = await house.choices.settings(server)
        await self._check_limits(answer, server, channel, settings.channels)
        in_thread = await self._wants_thread(answer, wish.thread, channel)
        check_permissions(answer, FOR_A_THREAD if in_thread else {})
        at, table_id = now_ms(), new_id()
        here, thread = channel_and_thread(answer, channel)
        async with house.db.write() as tx:
            remember(tx, answer, settings, at)
            tx.do(
                tables.create_table,
                table_id,
                server=server,
                channel=here,
                thread=thread,
                game=presentation.game.key,
                options=wish.options.facts(),
                host=answer.member,
                at=at,
                private=wish.private,
                clock=wish.clock or settings.clock,  # type: ignore[arg-type]  # both offer only clocks
                level=wish.level,
                rules_version=RULES_VERSION,
                rematch_of=None if before is None else before.id,
            )
            for member in invited:
                tx.do(tables.invite, table_id, member, at)
        async with house.at(table_id) as table:
            table.places = places
            try:
                await check_purse(house, answer, table)
                await house.lobby.save_seats(table)
                await house.lobby.begin_if_full(table)
                await self._put_up(answer, table, in_thread)
            except (Refusal, CallFailed):
                await house.ending.close(table, CLOSED, "The table could not be shown.")
                raise
        await house.turns.show(table_id)

    async def _put_up(self, answer: Answer, table: LiveTable, in_thread: bool) -> None:
        """Show a new table: as the answer to its command, or in a thread of its own."""
        house, at = self._house, now_ms()
        if in_thread:
            thread = await self._make_thread(table)
            async with house.db.write() as tx:
                tx.do(tables.save_table, table.id, thread=thread)
            table.take(thread=thread)
            await house.board.post(table, await house.board.page(table))
            link = f"<#{thread}>"
            text = answer.words.say("{title}: the table is in {thread}.", title=table.kind.title, thread=link)
            await answer.post(Page((Text(text),), table.presentation.accent))
            return
        page = await house.board.page(table)
        message = await answer.post(page)
        async with house.db.write() as tx:
            tx.do(tables.save_table, table.id, message=message, message_at=at)
        table.take(message=message, message_at=at)
        house.board.was_shown(table.id, page)

    async def _make_thread(self, table: LiveTable) -> int:
        channel = self._house.bot.get_partial_messageable(table.row.channel, guild_id=table.row.server)
        state = channel._state  # a thread is made without the channel being cached, as everything else here
        made = await call(
            lambda: state.http.start_thread_without_message(
                table.row.channel,
                name=thread_name(table),
                auto_archive_duration=10080,
                type=discord.ChannelType.public_thread.value,
            ),
            "make a thread for a table",
        )
        return int(made["id"])

    async def _wants_thread(self, answer: Answer, wish: bool | None, channel: int) -> bool:
        """A thread of its own: if wished, or by itself where another table is open in the channel and it is allowed."""
        if isinstance(answer.interaction.channel, discord.Thread):
            return False
        if wish is not None:
            return wish
        others = [row for row in await self._house.db.read(tables.open_tables_in, channel) if row.thread is None]
        allowed = answer.interaction.app_permissions
        return bool(others) and all(getattr(allowed, name) for name in FOR_A_THREAD)

    async def _check_limits(self, answer: Answer, server: int, channel: int, allowed: tuple[int, ...]) -> None:
        parent = getattr(answer.interaction.channel, "parent_id", None)
        if allowed and channel not in allowed and parent not in allowed:
            raise Refusal(
                answer.words.say(
                    "In this server tables may be opened in: {channels}",
                    channels=answer.words.listed(f"<#{number}>" for number in allowed),
                )
            )
        mine = await self._house.db.read(tables.open_tables_of, answer.member)
        if len(mine) >= TABLES_OF_A_MEMBER:
            raise Refusal(
                answer.words.plural(
                    "You already sit at {count} open table. `/tables` lists them; leave one first.",
                    "You already sit at {count} open tables. `/tables` lists them; leave one first.",
                    len(mine),
                )
            )
        if len(await self._house.db.read(tables.open_tables, server)) >= TABLES_OF_A_SERVER:
            raise Refusal(
                answer.words.plural(
                    "This server has {count} open table. Join one of them: `/tables` lists them.",
                    "This server has {count} open tables. Join one of them: `/tables` lists them.",
                    TABLES_OF_A_SERVER,
                )
            )


def where(answer: Answer) -> tuple[int, int]:
    """Server and channel of an interaction. Refuses outside a server."""
    interaction = answer.interaction
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refusal(answer.words.say("A table needs a server: use this command in a channel of one."))
    return interaction.guild_id, interaction.channel_id


def channel_and_thread(answer: Answer, channel: int) -> tuple[int, int | None]:
    """The channel of a table and, if its command was typed in a thread, that thread."""
    parent = getattr(answer.interaction.channel, "parent_id", None)
    if isinstance(answer.interaction.channel, discord.Thread) and parent is not None:
        return parent, channel
    return channel, None


def check_permissions(answer: Answer, more: dict[str, str]) -> None:
    """Refuse, naming each permission that the bot lacks here."""
    allowed = answer.interaction.app_permissions
    needed = {**NEEDED, **more}
    if isinstance(answer.interaction.channel, discord.Thread):
        needed |= IN_THREADS
        del needed["send_messages"]
    lacking = [title for name, title in needed.items() if not getattr(allowed, name)]
    if lacking:
        raise Refusal(
            answer.words.say(
                "I cannot put up a table here, because I lack: {permissions}. Please ask somebody who manages "
                "this server to allow it, or try another channel.",
                permissions=answer.words.listed(f"**{title}**" for title in lacking),
            )
        )


def place_of(answer: Answer) -> Place:
    """A seat for the person who pressed."""
    return Place(answer.member, answer.interaction.user.display_name)


def computers(count: int, level: str) -> list[Place]:
    """Seats for so many computers."""
    return [Place(None, COMPUTERS[number % len(COMPUTERS)], level) for number in range(count)]


def thread_name(table: LiveTable) -> str:
    """A thread is named after the game and the players, within Discord's 100 characters."""
    return f"{table.kind.title}: {', '.join(place.name for place in table.places)}"[:100]
