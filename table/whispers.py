"""Whispers: private lines between people whom a game allows to talk in private (`Presentation.confidants`).

What is whispered stands in the hands of the two, until about one round of moves after it was shown there. It is in no
record, no log and no database; a restart forgets it. The form in which it is written means the same to every bot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import discord

from table.answers import Answer, Kind, Refusal
from table.controls import Form, Press
from table.live import LiveTable
from table.page import Button, Style
from table.words import Words

if TYPE_CHECKING:
    from table.house import Handler, House

#: Characters of one whisper.
LONGEST: Final = 200
#: So many of the last whispers stand in a hand.
KEPT: Final = 4


@dataclass
class Line:
    """One whisper in the hand of somebody: by whom, to whom, and at which move its reader saw it first."""

    speaker: int
    listener: int
    text: str
    seen: int | None = None


class Whispers:
    """The whispers of all tables of a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._lines: dict[tuple[int, int], list[Line]] = {}

    def handlers(self) -> dict[str, tuple[Kind, Handler]]:
        """The button that opens the form, and the form when it is sent off."""
        return {"whisper": (Kind.UPDATE, self._press), "whispered": (Kind.UPDATE, self._written)}

    def close(self, table_id: int) -> None:
        """Forget what was whispered at a table that is over."""
        for key in [key for key in self._lines if key[0] == table_id]:
            del self._lines[key]

    # ---- what a hand shows -----------------------------------------------------------------------------------

    def listeners(self, table: LiveTable, seat: int) -> tuple[int, ...]:
        """The seats to which this one may whisper now: of people who are still there."""
        if not table.live or table.game is None:
            return ()
        allowed = table.presentation.confidants(table.game.view(None), seat)
        return tuple(other for other in allowed if table.places[other].member and not table.places[other].left)

    def buttons(self, table: LiveTable, seat: int, words: Words) -> tuple[Button, ...]:
        """A button for each person to whom this seat may whisper."""
        names = table.names(words)
        return tuple(
            Button(
                Press(table.id, None, "whisper", str(other)),
                words.label(words.say("Whisper to {name}", name=names[other].plain)),
                Style.secondary,
            )
            for other in self.listeners(table, seat)
        )

    def lines(self, table: LiveTable, seat: int, words: Words) -> list[str]:
        """What was whispered to this seat and by it, as its hand shows it now; from now on it counts as seen."""
        moves = table.going().ply
        kept = [
            line
            for line in self._lines.get((table.id, seat), ())
            if line.seen is None or moves - line.seen <= len(table.places)
        ]
        self._lines[table.id, seat] = kept
        names = table.names(words)
        said = []
        for line in kept:
            line.seen = moves if line.seen is None else line.seen
            if line.listener == seat:
                said.append(words.say("**{name} whispers**: {text}", name=names[line.speaker].text, text=line.text))
            else:
                said.append(words.say("You to {name}: {text}", name=names[line.listener].text, text=line.text))
        return said

    # ---- whispering ------------------------------------------------------------------------------------------

    async def _press(self, answer: Answer, press: Press) -> None:
        table = await self._house.find(press.table)
        _, listener = self._pair(answer, table, press)
        words = answer.words
        name = table.names(words)[listener].plain
        title = words.say("Whisper to {name}", name=name)
        form = Form(Press(table.id, None, "whispered", str(listener)), title, words.say("What you whisper"), LONGEST)
        if not await answer.ask(form):
            raise Refusal(words.say("That took too long. Please press **Whisper** again."))

    async def _written(self, answer: Answer, press: Press) -> None:
        house, words = self._house, answer.words
        table = await house.find(press.table)
        speaker, listener = self._pair(answer, table, press)
        text = one_line("".join(press.values))
        if not text:
            raise Refusal(words.say("There was nothing to whisper."))
        for seat in (speaker, listener):
            lines = self._lines.setdefault((table.id, seat), [])
            lines.append(Line(speaker, listener, text))
            del lines[:-KEPT]
        member = table.places[listener].member
        note = ""
        if member is not None and not await house.hands.refresh_one(table, member):
            name = table.names(words)[listener].text
            note = words.say("{name} has no hand open now, and will see it there.", name=name)
        await house.hands.answer(answer, press.table, note=note)

    def _pair(self, answer: Answer, table: LiveTable, press: Press) -> tuple[int, int]:
        """The seats of the presser and of the one meant. Raises Refusal if they may not whisper."""
        speaker = table.seat_of(answer.member)
        listener = int(press.object) if press.object.isdecimal() else -1
        if speaker is None or listener not in self.listeners(table, speaker):
            raise Refusal(answer.words.say("You can whisper only to an ally, and only while the game is going on."))
        return speaker, listener


def one_line(text: str) -> str:
    """A whisper as it may stand in a message: one line, at most 200 characters, no markup and no mentions."""
    short = " ".join(text.split())[:LONGEST]
    return discord.utils.escape_mentions(discord.utils.escape_markdown(short, ignore_links=False))
