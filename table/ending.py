"""Every way a table can end, through one settlement, once: played out, closed, or void."""

from __future__ import annotations

import logging
import sqlite3
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from db import points, results, tables
from db.database import Later, Transaction
from games.game import Game, Outcome
from games.options import N_
from table.answers import Answer, Kind, Refusal
from table.controls import Press
from table.discord_calls import CallFailed, call
from table.live import LIVE, LOBBY, OVER, VOID, LiveTable, fingerprint
from table.page import Button, Buttons, Page, Style, Text
from table.turns import now_ms
from table.words import Words, number, signed

if TYPE_CHECKING:
    from table.house import Handler, House

log = logging.getLogger(__name__)

#: Gambling points that prizes may bring a member in one day of the server.
PRIZES_A_DAY = 60

#: Reasons for which a table ends without a result; kept in English, shown translated.
REASONS = (
    N_("Everybody has left."),
    N_("The host closed the table."),
    N_("A moderator ended the game."),
    N_("The channel of this table is gone."),
    N_("The table could not be shown."),
    N_("The players voted to end the game."),
    N_("The bot was removed from the server."),
    N_("The moves of this game can no longer be read, so it was ended. Nobody's points changed."),
)


@dataclass
class Settlement:
    """What is written when a game has been played out, in the same transaction as its last move."""

    table: int
    server: int
    at: int
    rows: tuple[results.ResultRow, ...]
    prizes: dict[int, int]
    stakes: dict[int, int]
    day: int
    paid: Later[dict[int, int]] | None = field(default=None)

    def write(self, tx: Transaction) -> None:
        """Add the settlement to a transaction."""
        tx.do(end_once, self.table, OVER, self.at)
        tx.do(results.record_results, self.rows)
        for member, amount in self.stakes.items():
            tx.do(points.grant, self.server, member, amount, "game", str(self.table), self.at)
        self.paid = tx.do(pay_prizes, self.server, self.prizes, str(self.table), self.at, self.day)

    def settled(self, table: LiveTable) -> None:
        """Take over in memory what was just committed."""
        table.take(state=OVER, ended=self.at, deadline=None, deadline_decision=None)
        table.paid = self.paid.value if self.paid is not None else {}


def end_once(connection: sqlite3.Connection, table: int, state: Any, at: int, reason: str | None = None) -> None:
    """End a table. Raises sqlite3.IntegrityError if it has ended already, so that nothing is settled twice."""
    if not tables.set_state(connection, table, state, at, reason=reason):
        raise sqlite3.IntegrityError(f"table {table} has ended already")


def pay_prizes(
    connection: sqlite3.Connection, server: int, prizes: dict[int, int], source: str, at: int, since: int
) -> dict[int, int]:
    """Pay prizes, as far as the cap of the day that began at `since` allows; returns who really got what."""
    paid = {}
    for member, prize in prizes.items():
        amount = min(prize, PRIZES_A_DAY - points.prizes_today(connection, server, member, since))
        if amount > 0 and points.grant(connection, server, member, amount, "prize", source, at):
            paid[member] = amount
    return paid


class Ending:
    """Ends the tables of a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._announcing: set[int] = set()

    def handlers(self) -> dict[str, tuple[Kind, Handler]]:
        """The verbs of a result."""
        return {"fair": (Kind.PRIVATE, self._press_fair)}

    # ---- settling --------------------------------------------------------------------------------------------

    def prepare(self, table: LiveTable, game: Game, at: int) -> Settlement:
        """The settlement of a game that has just been played out. Practice changes no points."""
        outcome = game.outcome
        assert outcome is not None
        rows = tuple(
            results.ResultRow(
                table=table.id,
                seat=seat,
                game=table.kind.key,
                server=table.row.server,
                member=place.member,
                name=place.name,
                place=outcome.places[seat],
                score=outcome.scores[seat],
                net=outcome.net[seat],
                practice=table.practice,
                at=at,
            )
            for seat, place in enumerate(table.places)
        )
        settings = self._house.choices.known_settings(table.row.server)
        prizes: dict[int, int] = {}
        stakes: dict[int, int] = {}
        if not table.practice:
            members = [place.member or 0 for place in table.places]
            if game.stakes:
                stakes = {member: outcome.net[seat] for seat, member in enumerate(members) if outcome.net[seat]}
            else:
                share = 2 * (len(members) - 1) // len(outcome.winners)
                prizes = {members[seat]: share for seat in outcome.winners}
        return Settlement(table.id, table.row.server, at, rows, prizes, stakes, settings.beginning_of_day(at))

    async def void(self, table_id: int, reason: str) -> None:
        """End a table without a result; nothing happens if it has ended already."""
        try:
            async with self._house.at(table_id) as table:
                await self.close(table, VOID, reason)
        except LookupError:
            return
        self._house.board.show(table_id)

    async def close(self, table: LiveTable, state: Any, reason: str) -> None:
        """End a table that is locked, without a result; the caller shows it."""
        if table.row.state not in ("lobby", "live"):
            return
        at = now_ms()
        async with self._house.db.write() as tx:
            tx.do(tables.set_state, table.id, state, at, reason=reason)
        table.take(state=state, ended=at, reason=reason, deadline=None, deadline_decision=None)
        self._house.clock.drop(table.id)
        self._house.retire(table.id)

    async def void_unreadable(self, table: LiveTable) -> None:
        """A record that no longer replays: the table ends, with a clear message, and no points change."""
        await self.close(table, VOID, REASONS[-1])
        if table.row.message is not None:
            channel = self._house.bot.get_partial_messageable(table.channel, guild_id=table.row.server)
            page = self.closed_page(table, self._house.words(table.row.server))
            try:
                message = channel.get_partial_message(table.row.message)
                await call(lambda: message.edit(view=page.view(), attachments=[]), "say that a table is void")
            except CallFailed as failed:
                log.warning("%s", failed)

    # ---- showing ---------------------------------------------------------------------------------------------

    async def announce(self, table: LiveTable) -> None:
        """Post the result of a game that is over, once."""
        house = self._house
        if table.id in self._announcing or table.row.announced is not None:
            return
        self._announcing.add(table.id)
        try:
            page = self.result_page(table, house.words(table.row.server))
            try:
                await house.board.say(table, page, "post a result")
            except CallFailed as failed:
                log.warning("the result of table %s could not be posted: %s", table.id, failed)
            at = now_ms()
            async with house.db.write() as tx:
                tx.do(tables.save_table, table.id, announced=at)
            table.take(announced=at)
        finally:
            self._announcing.discard(table.id)
        house.hands.close(table.id)
        house.retire(table.id)

    def result_page(self, table: LiveTable, words: Words) -> Page:
        """Places, scores, prizes, and the seed that proves the shuffle."""
        outcome = self._outcome(table)
        names = table.names(words)
        lines = [f"## {words.say('{title}: the result', title=table.kind.title)}", self.last_line(table, words), ""]
        alike: dict[tuple[int, str], list[str]] = {}
        for seat in sorted(range(len(names)), key=lambda seat: (outcome.places[seat], seat)):
            brought = outcome.places[seat], self._brought(table, outcome, seat, words)
            alike.setdefault(brought, []).append(names[seat].text)
        lines += [f"**{place}** · {words.listed(who)}: {what}" for (place, what), who in alike.items()]
        lines.append("")
        if table.practice:
            lines.append("-# " + words.say("Practice with a computer: no points and no places on the leaderboard."))
        seed = f"`{table.row.seed}`"
        lines.append("-# " + words.say("seed {seed}", seed=seed))
        lines.append("-# " + words.say("It matches the shuffle mark that stood on the table from the start."))
        rematch = Button(Press(table.id, None, "rematch"), words.say("Rematch"), Style.success)
        fair = Button(Press(table.id, None, "fair"), words.say("Was it fair?"))
        return Page((Text("\n".join(lines)), Buttons((rematch, fair))), table.presentation.accent)

    @staticmethod
    def _brought(table: LiveTable, outcome: Outcome, seat: int, words: Words) -> str:
        """What the game brought a seat: what it won or lost where there were stakes, else its points and its prize."""
        if table.kind.stakes:
            return f"**{signed(outcome.net[seat])}**"
        score = outcome.scores[seat]
        line = words.plural("**{points}** point", "**{points}** points", score, points=number(score))
        prize = table.paid.get(table.places[seat].member or 0)
        if prize:
            line += " " + words.plural("(prize: {count} gambling point)", "(prize: {count} gambling points)", prize)
        return line

    def last_line(self, table: LiveTable, words: Words) -> str:
        """Who has won and what ended the game, or why there is no result."""
        if table.row.state != OVER:
            return words.translate(table.row.reason or "")
        won = self._won(table, words)
        return " ".join(filter(None, (won, table.presentation.ended(table.show(words)))))

    def _won(self, table: LiveTable, words: Words) -> str:
        outcome = self._outcome(table)
        names = table.names(words)
        winners = [names[seat].text for seat in outcome.winners]
        if len(winners) == len(names):
            return words.say("A draw.")
        if len(winners) == 1:
            return words.say("{name} wins.", name=winners[0])
        return words.say("{names} share the first place.", names=winners)

    def closed_page(self, table: LiveTable, words: Words) -> Page:
        """A table that ended before its first card."""
        reason = words.translate(table.row.reason or "")
        return Page((Text(f"**{table.kind.title}** · {reason}"),), table.presentation.accent)

    @staticmethod
    def _outcome(table: LiveTable) -> Outcome:
        outcome = table.going().outcome
        if outcome is None:
            raise RuntimeError(f"table {table.id} has no outcome")
        return outcome

    async def _press_fair(self, answer: Answer, press: Press) -> None:
        """How anybody can check the shuffle, once it can give nothing away."""
        table = await self._house.find(press.table)
        seed = table.row.seed or ""
        words = answer.words
        if table.row.state in (LOBBY, LIVE):
            raise Refusal(words.say("The seed of the shuffles is shown when the game is over."))
        lines = [
            words.say(
                "Every shuffle of this game was made from one seed of 32 bytes. Its SHA-256 stood on the table from the "
                "first moment, so the seed could not be changed afterwards; now you see the seed itself."
            ),
            f"```\nseed     {seed}\nSHA-256  {fingerprint(seed)}\n```",
            words.say("Check it yourself on any machine:"),
            f"```sh\npython3 -c \"import hashlib; print(hashlib.sha256(bytes.fromhex('{seed}')).hexdigest())\"\n```",
        ]
        await answer.show(Page((Text("\n".join(lines)),), table.presentation.accent))
