"""What happens when time is up: default moves, computers for the absent, and tables that nobody comes back to."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from db import tables
from games.options import N_
from table.clock import ABANDONED, NOTICE
from table.discord_calls import CallFailed
from table.live import CLOSED, LOBBY, VOID, LiveTable
from table.page import Page, Text
from table.turns import now_ms
from table.words import Words

if TYPE_CHECKING:
    from table.house import House

log = logging.getLogger(__name__)

#: After so many misses in a row a computer plays.
MISSES = 2

IDLE = N_("Nobody came for half an hour, so the table was closed.")
NOBODY_BACK = N_("Nobody came back for a week, so the game ended without a result.")
NOBODY_MOVED = N_("Nobody moved for 90 days, so the game ended without a result.")


class Time:
    """Acts for those who did not."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def is_up(self, table_id: int) -> None:
        """The deadline of a table has passed: act as its clock says, and show it."""
        late: list[int] = []
        try:
            async with self._house.at(table_id) as table:
                if table.row.deadline is None or table.row.deadline > now_ms():
                    return
                if table.row.state == LOBBY:
                    await self._house.ending.close(table, CLOSED, IDLE)
                elif table.live and table.everybody_away:
                    await self._house.ending.close(table, VOID, NOBODY_BACK)
                elif self._house.windows.holding(table_id):
                    return  # those who pressed in time come first; they set the clock again
                elif table.live and self._house.windows.seconds(table) is not None:
                    await self._house.windows.time_is_up(table)
                elif table.live and table.row.clock == "none":
                    late = await self._without_clock(table)
                elif table.live:
                    late = await self._default_moves(table)
                slow = table.row.clock != "live"
        except LookupError:
            return
        await self._house.turns.show(table_id)
        if late and slow:
            await self._house.leaving.ask_for(table_id, late)

    async def _without_clock(self, table: LiveTable) -> list[int]:
        """A day after the last move it is asked who is still there; after months a notice, a week later the end."""
        idle = now_ms() - table.row.touched
        if idle >= ABANDONED:
            await self._house.ending.close(table, VOID, NOBODY_MOVED)
            return []
        if idle >= NOTICE:
            await self._give_notice(table)
        await self._house.clock.renew(table)
        return [seat for seat in table.going().to_act if not table.places[seat].computer]

    async def _give_notice(self, table: LiveTable) -> None:
        words = self._house.words(table.row.server)
        people = tuple(place.member for place in table.people() if place.member is not None)
        text = words.say(
            "{mentions}: nobody has moved at this table for months. It will be closed in a week.",
            mentions=words.listed(f"<@{member}>" for member in people),
        )
        page = Page((Text(text),), table.presentation.accent, people)
        try:
            await self._house.board.say(table, page, "give notice")
        except CallFailed as failed:
            log.warning("%s", failed)

    async def _default_moves(self, table: LiveTable) -> list[int]:
        """The default move for everybody who did not answer in time; twice in a row, a computer takes over."""
        game = table.going()
        decision = game.decision
        late = [seat for seat in game.to_act if not table.places[seat].computer]
        words = self._house.words(table.row.server)
        notes = []
        for seat in late:
            if await self.play_defaults(table, seat, decision):
                await self._note_missed(table, seat)
                notes.append(_missed_note(table, seat, words))
        table.note = " ".join(notes)
        return late

    async def play_defaults(self, table: LiveTable, seat: int, decision: int) -> bool:
        """Answer the question for a seat with default moves, as many as it takes; False if it was answered already."""
        made = 0
        while table.live and table.going().decision == decision and seat in table.going().to_act:
            await self._house.turns.play(table, [(seat, table.going().default(seat))])
            made += 1
        return made > 0

    async def _note_missed(self, table: LiveTable, seat: int) -> None:
        place = table.places[seat]
        missed = place.missed + 1
        autopilot = missed >= MISSES
        async with self._house.db.write() as tx:
            tx.do(tables.save_seat, table.id, seat, missed=missed, autopilot=autopilot)
        place.missed, place.autopilot = missed, autopilot
        if table.live and table.everybody_away:
            await self._house.clock.renew(table)


def _missed_note(table: LiveTable, seat: int, words: Words) -> str:
    name = table.names(words)[seat].text
    if table.places[seat].autopilot:
        return words.say("{name} did not move in time again. A computer plays until {name} is back.", name=name)
    return words.say("{name} did not move in time: the simplest move was made.", name=name)
