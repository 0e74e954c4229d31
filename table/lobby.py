"""Before the cards: who opens a table, who sits down, who leaves, and how it begins."""

from __future__ import annotations

import random
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from db import members, servers, tables
from db.ids import new_id
from table.answers import Answer, Kind, Refusal
from table.controls import Press
from table.discord_calls import CallFailed
from table.live import CLOSED, LIVE, LOBBY, VOID, LiveTable, Place, fingerprint
from table.page import Button, Buttons, Page, Style, Text
from table.presentation import Presentation
from table.turns import now_ms
from table.words import Words

if TYPE_CHECKING:
    from table.house import Handler, House

#: Raised when a change to a game's rules makes old records unreadable.
RULES_VERSION = "1"

#: Names of computers, in the order in which they sit down.
COMPUTERS = ("Elsa", "Harald", "Signe", "Torsten", "Ylva", "Gunnar", "Saga", "Birger", "Hedda", "Sixten")

#: What the bot must be allowed to do where a table is, with the names that Discord shows.
NEEDED = {
    "view_channel": "View Channel",
    "send_messages": "Send Messages",
    "attach_files": "Attach Files",
    "read_message_history": "Read Message History",
}


@dataclass(frozen=True)
class Wish:
    """What a game's command asks for: the game's options, and what is the same for every game."""

    options: Any
    computers: int = 0
    level: str = "easy"
    clock: str = "live"


class Lobby:
    """Opens tables and seats people."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._lots = random.SystemRandom()

    def handlers(self) -> dict[str, tuple[Kind, Handler]]:
        """The verbs before a game, and those for leaving one."""
        return {
            "join": (Kind.UPDATE, self._press_join),
            "quit": (Kind.UPDATE, self._press_quit),
            "add": (Kind.UPDATE, self._press_add),
            "remove": (Kind.UPDATE, self._press_remove),
            "start": (Kind.UPDATE, self._press_start),
            "cancel": (Kind.UPDATE, self._press_cancel),
            "leave": (Kind.PRIVATE, self._press_leave),
            "really-leave": (Kind.UPDATE, self._press_really_leave),
            "rematch": (Kind.PUBLIC, self._press_rematch),
        }

    # ---- opening ---------------------------------------------------------------------------------------------

    async def open(self, answer: Answer, presentation: Presentation, wish: Wish) -> None:
        """Open a lobby where the command was typed, with its author as host; a full table begins at once."""
        server, channel = where(answer)
        check_permissions(answer)
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
        places = [place_of(answer), *(Place(None, COMPUTERS[i % 10], wish.level) for i in range(wish.computers))]
        await self._open(answer, presentation, server, channel, places, wish)

    async def _open(
        self,
        answer: Answer,
        presentation: Presentation,
        server: int,
        channel: int,
        places: list[Place],
        wish: Wish,
        rematch_of: LiveTable | None = None,
        invited: tuple[int, ...] = (),
    ) -> None:
        house, at, table_id = self._house, now_ms(), new_id()
        async with house.db.write() as tx:
            remember(tx, answer, at)
            tx.do(
                tables.create_table,
                table_id,
                server=server,
                channel=channel,
                game=presentation.game.key,
                options=wish.options.facts(),
                host=answer.member,
                at=at,
                clock=wish.clock,  # type: ignore[arg-type]  # the command offers only clocks
                level=wish.level,
                rules_version=RULES_VERSION,
                rematch_of=None if rematch_of is None else rematch_of.id,
            )
            for member in invited:
                tx.do(tables.invite, table_id, member, at)
        async with house.at(table_id) as table:
            table.places = places
            await self._save_seats(table)
            if self._is_full(table):
                await self._begin(table)
            page = await house.board.page(table)
            try:
                message = await answer.post(page)
            except CallFailed:
                await self._close(table, CLOSED, "The table could not be shown.")
                raise
            async with house.db.write() as tx:
                tx.do(tables.save_table, table_id, message=message, message_at=at)
            table.take(message=message, message_at=at)
            house.board.was_shown(table_id, page)
        await house.turns.show(table_id)

    # ---- sitting down and getting up -------------------------------------------------------------------------

    async def _press_join(self, answer: Answer, press: Press) -> None:
        async with self._house.at(press.table) as table:
            self._must_be_lobby(answer, table)
            if table.seat_of(answer.member) is not None:
                raise Refusal(answer.words.say("You already sit at this table."))
            if len(table.places) >= max(table.kind.seats_allowed):
                raise Refusal(answer.words.say("Every seat is taken. Watch, or open another table."))
            table.places.append(place_of(answer))
            await self._save_seats(table, answer)
            if self._is_full(table):
                await self._begin(table)
        await self._shown(answer, press.table)

    async def _press_quit(self, answer: Answer, press: Press) -> None:
        async with self._house.at(press.table) as table:
            self._must_be_lobby(answer, table)
            seat = table.seat_of(answer.member)
            if seat is None:
                raise Refusal(answer.words.say("You do not sit at this table."))
            del table.places[seat]
            people = table.people()
            if not people:
                await self._close(table, CLOSED, "Everybody has left.")
            elif table.row.host == answer.member:
                await self._save_seats(table, host=people[0].member)
            else:
                await self._save_seats(table)
        await self._shown(answer, press.table)

    async def _press_add(self, answer: Answer, press: Press) -> None:
        async with self._house.at(press.table) as table:
            self._must_be_host(answer, table)
            if len(table.places) >= max(table.kind.seats_allowed):
                raise Refusal(answer.words.say("Every seat is taken."))
            taken = {place.name for place in table.places}
            name = next(name for name in (*COMPUTERS, *map(str, range(2, 30))) if name not in taken)
            table.places.append(Place(None, name, table.row.level))
            await self._save_seats(table)
            if self._is_full(table):
                await self._begin(table)
        await self._shown(answer, press.table)

    async def _press_remove(self, answer: Answer, press: Press) -> None:
        async with self._house.at(press.table) as table:
            self._must_be_host(answer, table)
            computers = [seat for seat, place in enumerate(table.places) if place.member is None]
            if not computers:
                raise Refusal(answer.words.say("No computer sits at this table."))
            del table.places[computers[-1]]
            await self._save_seats(table)
        await self._shown(answer, press.table)

    async def _press_start(self, answer: Answer, press: Press) -> None:
        async with self._house.at(press.table) as table:
            self._must_be_host(answer, table)
            if len(table.places) not in table.kind.seats_allowed:
                raise Refusal(missing(table, answer.words))
            await self._begin(table)
        await self._shown(answer, press.table)

    async def _press_cancel(self, answer: Answer, press: Press) -> None:
        async with self._house.at(press.table) as table:
            self._must_be_host(answer, table)
            await self._close(table, CLOSED, "The host closed the table.")
        await self._shown(answer, press.table)

    async def _shown(self, answer: Answer, table_id: int) -> None:
        try:
            await self._house.board.answer(answer, table_id)
        finally:
            await self._house.turns.show(table_id)

    # ---- beginning -------------------------------------------------------------------------------------------

    async def _begin(self, table: LiveTable) -> None:
        """Draw the seats by lot, make the seed, deal. A rematch of the same people keeps seats and moves the deal on."""
        house, at = self._house, now_ms()
        dealer, before = None, None
        if table.row.rematch_of is not None:
            before = await self._same_again(table)
        if before is not None:
            order = {place.member or place.name: seat for seat, place in enumerate(before.places)}
            table.places.sort(key=lambda place: order[place.member or place.name])
            first = before.deal()
            dealer = (getattr(first, "dealer", 0) + 1) % len(table.places)
            table.note = ""
        else:
            self._lots.shuffle(table.places)
            words = house.words(table.row.server)
            names = words.listed(name.text for name in table.names(words))
            table.note = words.say("The seats were drawn by lot: {names}.", names=[names])
        seed = secrets.token_hex(32)
        changes: tables.TableChanges = {"seed": seed, "seed_hash": fingerprint(seed), "dealer": dealer, "touched": at}
        table.take(**changes, state=LIVE, started=at)
        table.replay([])
        deadline = house.clock.deadline(table, table.going(), at)
        changes |= {"deadline": deadline, "deadline_decision": None if deadline is None else table.going().decision}
        try:
            async with house.db.write() as tx:
                tx.do(tables.replace_seats, table.id, table.seat_rows())
                tx.do(tables.save_table, table.id, **changes)
                tx.do(tables.set_state, table.id, "live", at)
        except BaseException:
            house.forget(table.id)
            raise
        table.take(**changes)
        house.clock.set(table)

    async def _same_again(self, table: LiveTable) -> LiveTable | None:
        try:
            before = await self._house.find(table.row.rematch_of or 0)
        except LookupError:
            return None
        now = sorted(str(place.member or place.name) for place in table.places)
        then = sorted(str(place.member or place.name) for place in before.places)
        return before if now == then else None

    # ---- leaving a game --------------------------------------------------------------------------------------

    async def _press_leave(self, answer: Answer, press: Press) -> None:
        table = await self._house.find(press.table)
        self._must_sit(answer, table)
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
        house = self._house
        async with house.at(table_id) as table:
            seat = self._must_sit(answer, table)
            if not table.live:
                raise Refusal(answer.words.say("The game is over."))
            async with house.db.write() as tx:
                tx.do(tables.save_seat, table.id, seat, left=True)
            table.places[seat].left = True
            words = house.words(table.row.server)
            table.note = words.say("{name} has left; a computer plays on.", name=table.names(words)[seat].text)
            if all(place.left for place in table.people()):
                await self._close(table, VOID, "Everybody has left.")
                return answer.words.say("You have left. You were the last one, so the game is over without a result.")
            await self._new_deadline(table)
        return answer.words.say("You have left; a computer plays on for you. **My hand** brings you back.")

    async def come_back(self, member: int, table_id: int) -> None:
        """Play on oneself after leaving or being absent; nothing happens where that is not the case."""
        house = self._house
        async with house.at(table_id) as table:
            seat = table.seat_of(member)
            if seat is None or not table.live or not table.places[seat].computer:
                return
            async with house.db.write() as tx:
                tx.do(tables.save_seat, table.id, seat, left=False, autopilot=False, missed=0)
            place = table.places[seat]
            place.left = place.autopilot = False
            place.missed = 0
            words = house.words(table.row.server)
            table.note = words.say("{name} is back.", name=table.names(words)[seat].text)
            await self._new_deadline(table)

    async def _new_deadline(self, table: LiveTable) -> None:
        deadline = self._house.clock.deadline(table, table.going(), now_ms())
        async with self._house.db.write() as tx:
            tx.do(tables.save_table, table.id, deadline=deadline)
        table.take(deadline=deadline)
        self._house.clock.set(table)

    # ---- again -----------------------------------------------------------------------------------------------

    async def _press_rematch(self, answer: Answer, press: Press) -> None:
        before = await self._house.find(press.table)
        self._must_sit(answer, before)
        server, channel = where(answer)
        check_permissions(answer)
        others = tuple(place.member for place in before.places if place.member not in (None, answer.member))
        places = [place_of(answer), *(Place(None, p.name, p.level) for p in before.places if p.member is None)]
        wish = Wish(before.options, 0, before.row.level, before.row.clock)
        await self._open(
            answer,
            before.presentation,
            server,
            channel,
            places,
            wish,
            before,
            tuple(m for m in others if m is not None),
        )

    # ---- checks and writes -----------------------------------------------------------------------------------

    @staticmethod
    def _must_be_lobby(answer: Answer, table: LiveTable) -> None:
        if table.row.state == LIVE:
            raise Refusal(answer.words.say("The game has begun already. You can watch, or open another table."))
        if table.row.state != LOBBY:
            raise Refusal(answer.words.say("This table is closed. Open a new one with the command of its game."))

    def _must_be_host(self, answer: Answer, table: LiveTable) -> None:
        self._must_be_lobby(answer, table)
        if table.row.host != answer.member:
            host = next((place.name for place in table.places if place.member == table.row.host), "?")
            raise Refusal(
                answer.words.say("Only the host, {name}, can do that.", name=discord.utils.escape_markdown(host))
            )

    @staticmethod
    def _must_sit(answer: Answer, table: LiveTable) -> int:
        seat = table.seat_of(answer.member)
        if seat is None:
            raise Refusal(answer.words.say("You do not sit at this table."))
        return seat

    @staticmethod
    def _is_full(table: LiveTable) -> bool:
        """A game with a fixed number of seats begins by itself when they are taken."""
        return table.kind.seats_allowed == (len(table.places),)

    async def _save_seats(self, table: LiveTable, answer: Answer | None = None, host: int | None = None) -> None:
        at = now_ms()
        changes: tables.TableChanges = {"touched": at}
        if host is not None:
            changes["host"] = host
        try:
            async with self._house.db.write() as tx:
                tx.do(tables.replace_seats, table.id, table.seat_rows())
                tx.do(tables.save_table, table.id, **changes)
                if answer is not None:
                    remember(tx, answer, at)
        except BaseException:
            self._house.forget(table.id)
            raise
        table.take(**changes)

    async def _close(self, table: LiveTable, state: Any, reason: str) -> None:
        await self._house.ending.close(table, state, reason)

    # ---- the page --------------------------------------------------------------------------------------------

    def page(self, table: LiveTable, words: Words) -> Page:
        """The lobby: game, options, length, who sits where, what is missing."""
        kind, seats = table.kind, len(table.places)
        length = table.presentation.length(max(seats, min(kind.seats_allowed)), table.options)
        lines = [
            f"## {kind.title}",
            options_in_words(kind.Options.rules(), table.row.options, words),
            words.plural("About {count} minute.", "About {count} minutes.", length),
            "",
        ]
        for name, place in zip(table.names(words), table.places, strict=True):
            host = words.say(" · host") if place.member == table.row.host else ""
            lines.append(f"- {name.text}{host}")
        awaited = [member for member in table.invited if table.seat_of(member) is None]
        if awaited:
            lines.append("- " + words.say("invited: {names}", names=[f"<@{member}>" for member in awaited]))
        lines.append(f"\n{missing(table, words)}")

        def about(verb: str, label: str, style: Style = Style.secondary, disabled: bool = False) -> Button:
            return Button(Press(table.id, None, verb), label, style, disabled=disabled)

        full = seats >= max(kind.seats_allowed)
        computers = any(place.member is None for place in table.places)
        first = (
            about("join", words.say("Join"), Style.success, full),
            about("quit", words.say("Leave")),
            about("rules", words.say("Rules")),
        )
        second = [about("add", words.say("Add computer"), disabled=full)]
        if computers:
            second.append(about("remove", words.say("Remove computer")))
        if kind.seats_allowed != (max(kind.seats_allowed),):
            ready = seats in kind.seats_allowed
            second.append(about("start", words.say("Start"), Style.primary, not ready))
        second.append(about("cancel", words.say("Cancel"), Style.danger))
        text = "\n".join(line for line in lines if line is not None)
        return Page((Text(text), Buttons(first), Buttons(tuple(second))), table.presentation.accent, tuple(awaited))


def missing(table: LiveTable, words: Words) -> str:
    """What a lobby still waits for, as a sentence."""
    allowed, seats = table.kind.seats_allowed, len(table.places)
    if seats in allowed:
        return words.say("Ready: the host can start.")
    more = min(number for number in allowed if number > seats) - seats
    return words.plural("One more player is needed.", "{count} more players are needed.", more)


def options_in_words(rules: Any, values: Mapping[str, Any], words: Words) -> str:
    """The options of a game in words: ``Rounds: 2 · Leftovers: nobody``."""
    said = []
    for rule in rules:
        value = values.get(rule.name, rule.default)
        if isinstance(value, bool):
            text = words.say("yes") if value else words.say("no")
        else:
            text = words.translate(str(rule.words[value])) if value in rule.words else str(value)
        said.append(f"{words.translate(rule.name.replace('_', ' ').capitalize())}: {text}")
    return " · ".join(said)


def where(answer: Answer) -> tuple[int, int]:
    """Server and channel of an interaction. Refuses outside a server."""
    interaction = answer.interaction
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refusal(answer.words.say("A table needs a server: use this command in a channel of one."))
    return interaction.guild_id, interaction.channel_id


def check_permissions(answer: Answer) -> None:
    """Refuse, naming each permission that the bot lacks here."""
    allowed = answer.interaction.app_permissions
    needed = dict(NEEDED)
    if isinstance(answer.interaction.channel, discord.Thread):
        needed["send_messages_in_threads"] = "Send Messages in Threads"
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


def remember(tx: Any, answer: Answer, at: int) -> None:
    """Keep the names of the server and of the person who acted."""
    guild = answer.interaction.guild
    if guild is not None:
        tx.do(servers.ensure_server, guild.id, guild.name, at)
        tx.do(members.remember_member, guild.id, answer.member, answer.interaction.user.display_name, at)
