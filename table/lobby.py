"""Before the cards: who sits down, who is asked, who gets up, and how the game begins."""

from __future__ import annotations

import random
import secrets
from typing import TYPE_CHECKING, Any

import discord

from db import tables
from table.answers import Answer, Kind, Refusal
from table.controls import Press
from table.discord_calls import CallFailed, Trouble, call
from table.live import CLOSED, LIVE, LOBBY, LiveTable, Place, fingerprint
from table.lobby_page import missing
from table.opening import COMPUTERS, place_of, thread_name
from table.page import Button, Buttons, Page, People, Style, Text
from table.purses import check_purse, purses_at_start, remember
from table.turns import now_ms

if TYPE_CHECKING:
    from table.house import Handler, House

#: So many people are invited at once.
INVITED_AT_ONCE = 10
#: So many people, with two buttons each, fit a message.
OTHERS_AT_ONCE = 10


class Lobby:
    """Seats people, and lets games begin."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._lots: random.Random = random.SystemRandom()
        self._token = secrets.token_hex

    def handlers(self) -> dict[str, tuple[Kind, Handler]]:
        """The verbs before a game."""
        return {
            "join": (Kind.UPDATE, self._press_join),
            "quit": (Kind.UPDATE, self._press_quit),
            "add": (Kind.UPDATE, self._press_add),
            "remove": (Kind.UPDATE, self._press_remove),
            "order": (Kind.UPDATE, self._press_order),
            "start": (Kind.UPDATE, self._press_start),
            "cancel": (Kind.UPDATE, self._press_cancel),
            "invite": (Kind.PRIVATE, self._press_invite),
            "invited": (Kind.UPDATE, self._press_invited),
            "manage": (Kind.PRIVATE, self._press_manage),
            "others": (Kind.UPDATE, self._press_others),
            "kick": (Kind.UPDATE, self._press_kick),
            "host": (Kind.UPDATE, self._press_hand_over),
        }

    # ---- sitting down and getting up -------------------------------------------------------------------------

    async def _press_join(self, answer: Answer, press: Press) -> None:
        async with self._house.at(press.table) as table:
            await self._sit_down(answer, table)
        await self._shown(answer, press.table)

    async def join_from_elsewhere(self, answer: Answer, table_id: int) -> None:
        """Sit down at a table whose message is not the one that was pressed, and hear where it is."""
        async with self._house.at(table_id) as table:
            if table.seat_of(answer.member) is None:
                await self._sit_down(answer, table)
        try:
            await answer.tell(answer.words.say("You sit at the next table: {link}", link=table.link))
        finally:
            await self._house.turns.show(table_id)

    async def _sit_down(self, answer: Answer, table: LiveTable) -> None:
        must_be_lobby(answer, table)
        if table.seat_of(answer.member) is not None:
            raise Refusal(answer.words.say("You already sit at this table."))
        if len(table.places) >= max(table.kind.seats_allowed):
            raise Refusal(answer.words.say("Every seat is taken. Watch, or open another table."))
        if table.row.private and answer.member not in table.invited and answer.member != table.row.host:
            raise Refusal(answer.words.say("This table is only for invited players. Ask its host to invite you."))
        await check_purse(self._house, answer, table)
        table.places.append(place_of(answer))
        await self.save_seats(table, answer)
        await self.begin_if_full(table)

    async def _press_quit(self, answer: Answer, press: Press) -> None:
        async with self._house.at(press.table) as table:
            must_be_lobby(answer, table)
            seat = table.seat_of(answer.member)
            if seat is None:
                raise Refusal(answer.words.say("You do not sit at this table."))
            await self._get_up(table, seat)
        await self._shown(answer, press.table)

    async def _get_up(self, table: LiveTable, seat: int) -> None:
        """A person leaves a lobby: the next one is host, the last one out closes it."""
        gone = table.places[seat].member
        del table.places[seat]
        people = table.people()
        if not people:
            await self._house.ending.close(table, CLOSED, "Everybody has left.")
        else:
            await self.save_seats(table, host=people[0].member if table.row.host == gone else None)

    async def _press_add(self, answer: Answer, press: Press) -> None:
        async with self._house.at(press.table) as table:
            must_be_host(answer, table)
            if len(table.places) >= max(table.kind.seats_allowed):
                raise Refusal(answer.words.say("Every seat is taken."))
            taken = {place.name for place in table.places}
            name = next(name for name in COMPUTERS if name not in taken)
            table.places.append(Place(None, name, table.row.level))
            await self.save_seats(table)
            await self.begin_if_full(table)
        await self._shown(answer, press.table)

    async def _press_remove(self, answer: Answer, press: Press) -> None:
        async with self._house.at(press.table) as table:
            must_be_host(answer, table)
            computers = [seat for seat, place in enumerate(table.places) if place.member is None]
            if not computers:
                raise Refusal(answer.words.say("No computer sits at this table."))
            del table.places[computers[-1]]
            await self.save_seats(table)
        await self._shown(answer, press.table)

    async def _press_order(self, answer: Answer, press: Press) -> None:
        """Seats by lot, or as people sat down: the host decides."""
        async with self._house.at(press.table) as table:
            must_be_host(answer, table)
            keep = not table.row.keep_order
            async with self._house.db.write() as tx:
                tx.do(tables.save_table, table.id, keep_order=keep)
            table.take(keep_order=keep)
        await self._shown(answer, press.table)

    async def _press_start(self, answer: Answer, press: Press) -> None:
        async with self._house.at(press.table) as table:
            must_be_host(answer, table)
            if len(table.places) not in table.kind.seats_allowed:
                raise Refusal(missing(table, answer.words))
            await self._begin(table)
        await self._shown(answer, press.table)

    async def _press_cancel(self, answer: Answer, press: Press) -> None:
        async with self._house.at(press.table) as table:
            must_be_host(answer, table)
            await self._house.ending.close(table, CLOSED, "The host closed the table.")
        await self._shown(answer, press.table)

    async def _shown(self, answer: Answer, table_id: int) -> None:
        try:
            await self._house.board.answer(answer, table_id)
        finally:
            await self._house.turns.show(table_id)

    # ---- inviting, kicking, handing over ---------------------------------------------------------------------

    async def _press_invite(self, answer: Answer, press: Press) -> None:
        table = await self._house.find(press.table)
        must_be_lobby(answer, table)
        must_sit(answer, table)
        people = People(Press(table.id, None, "invited"), answer.words.say("Who shall be asked?"), INVITED_AT_ONCE)
        text = Text(answer.words.say("Each of them is mentioned once in the channel."))
        await answer.show(Page((text, people), table.presentation.accent))

    async def _press_invited(self, answer: Answer, press: Press) -> None:
        """Invite those who were chosen; each is mentioned once, however often they are invited."""
        at, asked = now_ms(), [int(value) for value in press.values]
        async with self._house.at(press.table) as table:
            must_be_lobby(answer, table)
            must_sit(answer, table)
            asked = [member for member in asked if table.seat_of(member) is None and member not in table.invited]
            async with self._house.db.write() as tx:
                for member in asked:
                    tx.do(tables.invite, table.id, member, at)
                tx.do(tables.save_table, table.id, touched=at, deadline=self._house.clock.lobby_deadline(at))
            table.invited = tuple(sorted({*table.invited, *asked}))
            table.take(touched=at, deadline=self._house.clock.lobby_deadline(at))
            self._house.clock.set(table)
        words = self._house.words(table.row.server)
        if asked:
            mentions = words.listed(f"<@{member}>" for member in asked)
            text = words.say(
                "{mentions}: {name} asks you to a game of {title}. Press **Join** above.",
                mentions=mentions,
                name=discord.utils.escape_markdown(answer.interaction.user.display_name),
                title=table.kind.title,
            )
            await self._mention(table, Page((Text(text),), table.presentation.accent, tuple(asked)))
            said = answer.words.plural("{count} person was asked.", "{count} people were asked.", len(asked))
        else:
            said = answer.words.say("They were asked already, or sit here.")
        await answer.update(Page((Text(said),)))
        self._house.board.show(table.id)

    async def _mention(self, table: LiveTable, page: Page) -> None:
        try:
            await self._house.board.say(table, page, "invite to a table")
        except CallFailed as failed:
            if failed.trouble is not Trouble.NO_PERMISSION:
                raise

    async def _press_manage(self, answer: Answer, press: Press) -> None:
        await answer.show(await self._manage_page(answer, press))

    async def _press_others(self, answer: Answer, press: Press) -> None:
        await answer.update(await self._manage_page(answer, press))

    async def _manage_page(self, answer: Answer, press: Press) -> Page:
        """The others at a lobby, with what the host may do about each; `press.object` is the page."""
        table = await self._house.find(press.table)
        must_be_host(answer, table)
        words, page = answer.words, int(press.object or 0)
        others = [place for place in table.people() if place.member != answer.member]
        blocks: list[Any] = [Text(words.say("Who shall be host instead of you, or leave the table?"))]
        for place in others[page * OTHERS_AT_ONCE : (page + 1) * OTHERS_AT_ONCE]:
            about = Press(table.id, None, "host", str(place.member))
            out = Press(table.id, None, "kick", str(place.member))
            host = Button(about, words.label(words.say("{name} is host", name=place.name)))
            kick = Button(out, words.label(words.say("Kick {name}", name=place.name)), Style.danger)
            blocks.append(Buttons((host, kick)))
        turning = []
        if page > 0:
            turning.append(Button(Press(table.id, None, "others", str(page - 1)), words.say("Back")))
        if len(others) > (page + 1) * OTHERS_AT_ONCE:
            turning.append(Button(Press(table.id, None, "others", str(page + 1)), words.say("More people")))
        if turning:
            blocks.append(Buttons(tuple(turning)))
        return Page(tuple(blocks), table.presentation.accent)

    async def _press_kick(self, answer: Answer, press: Press) -> None:
        async with self._house.at(press.table) as table:
            must_be_host(answer, table)
            seat = table.seat_of(int(press.object))
            if seat is not None and table.places[seat].member != answer.member:
                await self._get_up(table, seat)
        await answer.update(Page((Text(answer.words.say("Done.")),)))
        await self._house.turns.show(press.table)

    async def _press_hand_over(self, answer: Answer, press: Press) -> None:
        async with self._house.at(press.table) as table:
            must_be_host(answer, table)
            if table.seat_of(int(press.object)) is not None:
                await self.save_seats(table, host=int(press.object))
        await answer.update(Page((Text(answer.words.say("Done.")),)))
        await self._house.turns.show(press.table)

    # ---- beginning -------------------------------------------------------------------------------------------

    async def begin_if_full(self, table: LiveTable) -> None:
        """A game with a fixed number of seats begins by itself when they are taken."""
        if table.kind.seats_allowed == (len(table.places),):
            await self._begin(table)

    async def _begin(self, table: LiveTable) -> None:
        """Draw the seats by lot, make the seed, deal. A rematch of the same people keeps seats and moves the deal on."""
        house, at = self._house, now_ms()
        dealer = None
        before = await self._same_again(table) if table.row.rematch_of is not None else None
        if before is not None:
            order = {place.member or place.name: seat for seat, place in enumerate(before.places)}
            table.places.sort(key=lambda place: order[place.member or place.name])
            dealer = (getattr(before.deal(), "dealer", 0) + 1) % len(table.places)
            table.note = ""
        elif not table.row.keep_order:
            self._lots.shuffle(table.places)
            words = house.words(table.row.server)
            names = words.listed(name.text for name in table.names(words))
            table.note = words.say("The seats were drawn by lot: {names}.", names=[names])
        seed = self._token(32)
        changes: tables.TableChanges = {
            "seed": seed,
            "seed_hash": fingerprint(seed),
            "dealer": dealer,
            "purses": await purses_at_start(house, table),
            "touched": at,
        }
        table.take(**changes, state=LIVE, started=at, deadline=None)
        try:
            table.replay([])
            deadline = house.clock.deadline(table, table.going(), at)
            changes |= {"deadline": deadline, "deadline_decision": None if deadline is None else table.going().decision}
            async with house.db.write() as tx:
                tx.do(tables.replace_seats, table.id, table.seat_rows())
                tx.do(tables.save_table, table.id, **changes)
                tx.do(tables.set_state, table.id, "live", at)
        except BaseException:
            house.forget(table.id)
            raise
        table.take(**changes)
        house.clock.set(table)
        if table.row.thread is not None and table.row.message is not None:
            house.spawn(self._name_thread(table), f"name of the thread of table {table.id}")

    async def _name_thread(self, table: LiveTable) -> None:
        """The thread of a table tells who plays there."""
        state = self._house.bot._connection
        try:
            await call(lambda: state.http.edit_channel(table.row.thread or 0, name=thread_name(table)), "name a thread")
        except CallFailed as failed:
            if failed.trouble not in (Trouble.NO_PERMISSION, Trouble.CHANNEL_GONE, Trouble.BUSY):
                raise

    async def _same_again(self, table: LiveTable) -> LiveTable | None:
        try:
            before = await self._house.find(table.row.rematch_of or 0)
        except LookupError:
            return None
        now = sorted(str(place.member or place.name) for place in table.places)
        then = sorted(str(place.member or place.name) for place in before.places)
        return before if now == then else None

    # ---- writing ---------------------------------------------------------------------------------------------

    async def save_seats(self, table: LiveTable, answer: Answer | None = None, host: int | None = None) -> None:
        """Commit who sits at a lobby, and perhaps its new host; the half hour begins anew."""
        at = now_ms()
        changes: tables.TableChanges = {"touched": at, "deadline": self._house.clock.lobby_deadline(at)}
        if host is not None:
            changes["host"] = host
        settings = await self._house.choices.settings(table.row.server)
        try:
            async with self._house.db.write() as tx:
                tx.do(tables.replace_seats, table.id, table.seat_rows())
                tx.do(tables.save_table, table.id, **changes)
                if answer is not None:
                    remember(tx, answer, settings, at)
        except BaseException:
            self._house.forget(table.id)
            raise
        table.take(**changes)
        self._house.clock.set(table)


def must_be_lobby(answer: Answer, table: LiveTable) -> None:
    """Refuse where the game has begun, or the table is closed."""
    if table.row.state == LIVE:
        raise Refusal(answer.words.say("The game has begun already. You can watch, or open another table."))
    if table.row.state != LOBBY:
        raise Refusal(answer.words.say("This table is closed. Open a new one with the command of its game."))


def must_be_host(answer: Answer, table: LiveTable) -> None:
    """Refuse everybody but the host of a lobby."""
    must_be_lobby(answer, table)
    if table.row.host != answer.member:
        host = next((place.name for place in table.places if place.member == table.row.host), "?")
        name = discord.utils.escape_markdown(host)
        raise Refusal(answer.words.say("Only the host, {name}, can do that.", name=name))


def must_sit(answer: Answer, table: LiveTable) -> int:
    """The member's seat; refuses who does not sit at the table."""
    seat = table.seat_of(answer.member)
    if seat is None:
        raise Refusal(answer.words.say("You do not sit at this table."))
    return seat
