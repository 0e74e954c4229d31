"""What a lobby shows: the game, its options, its length, who sits where, what is missing, and its buttons."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.options import N_, OptionRule
from table.controls import Press
from table.live import LiveTable
from table.page import Button, Buttons, Page, Style, Text
from table.words import Words

#: The clocks as a lobby shows them; `live` needs no word.
CLOCKS = {"slow": N_("24 hours for each move"), "none": N_("no clock")}


def lobby_page(table: LiveTable, words: Words) -> Page:
    """The public message of a table before its game."""
    kind, seats = table.kind, len(table.places)
    length = table.presentation.length(max(seats, min(kind.seats_allowed)), table.options)
    lines = [f"## {kind.title}", options_in_words(kind.Options.rules(), table.row.options, words)]
    facts = [words.plural("About {count} minute", "About {count} minutes", length)]
    if table.row.clock in CLOCKS:
        facts.append(words.translate(CLOCKS[table.row.clock]))
    if table.row.private:
        facts.append(words.say("only for invited players"))
    if table.kind.stakes:
        facts.append(words.say("for gambling points"))
    lines += [" · ".join(facts), ""]
    for name, place in zip(table.names(words), table.places, strict=True):
        host = words.say(" · host") if place.member == table.row.host else ""
        lines.append(f"- {name.text}{host}")
    awaited = tuple(member for member in table.invited if table.seat_of(member) is None)
    if awaited:
        lines.append("- " + words.say("invited: {names}", names=[f"<@{member}>" for member in awaited]))
    order = words.say("Seats as you sat down.") if table.row.keep_order else words.say("Seats are drawn by lot.")
    lines.append(f"\n{missing(table, words)}\n-# {order}")
    rows = tuple(Buttons(row) for row in _buttons(table, words))
    return Page(
        (Text("\n".join(line for line in lines if line is not None)), *rows), table.presentation.accent, awaited
    )


def _buttons(table: LiveTable, words: Words) -> list[tuple[Button, ...]]:
    def about(verb: str, label: str, style: Style = Style.secondary, disabled: bool = False) -> Button:
        return Button(Press(table.id, None, verb), label, style, disabled=disabled)

    allowed, seats = table.kind.seats_allowed, len(table.places)
    full = seats >= max(allowed)
    first = (
        about("join", words.say("Join"), Style.success, full),
        about("quit", words.say("Leave")),
        about("invite", words.say("Invite")),
        about("rules", words.say("Rules")),
    )
    second = [about("add", words.say("Add computer"), disabled=full)]
    if any(place.member is None for place in table.places):
        second.append(about("remove", words.say("Remove computer")))
    third = []
    if len(allowed) > 1:
        third.append(about("start", words.say("Start"), Style.primary, seats not in allowed))
    if len(table.people()) > 1:
        third.append(about("manage", words.say("Kick or hand over")))
    third.append(about("order", words.say("Draw lots") if table.row.keep_order else words.say("Keep order")))
    third.append(about("cancel", words.say("Cancel"), Style.danger))
    return [first, tuple(second), tuple(third)]


def missing(table: LiveTable, words: Words) -> str:
    """What a lobby still waits for, as a sentence."""
    allowed, seats = table.kind.seats_allowed, len(table.places)
    if seats in allowed:
        return words.say("Ready: the host can start.")
    more = min((number for number in allowed if number > seats), default=max(allowed)) - seats
    return words.plural("One more player is needed.", "{count} more players are needed.", more)


def options_in_words(rules: Sequence[OptionRule], values: Mapping[str, Any], words: Words) -> str:
    """The options of a game in words: ``Rounds: 2 · Leftovers: nobody``."""
    said = []
    for rule in rules:
        value = values.get(rule.name, rule.default)
        if rule.words and value in rule.words:
            text = words.translate(str(rule.words[value]))
        elif isinstance(value, bool):
            text = words.say("yes") if value else words.say("no")
        else:
            text = str(value)
        said.append(f"{words.translate(rule.name.replace('_', ' ').capitalize())}: {text}")
    return " · ".join(said)
