"""Buttons and selects that work after a restart: everything a press means is written in its custom_id.

``kb:<table>:<decision>:<what>`` is a button, ``ks:…`` a select, ``ku:…`` a select of people, ``km:…`` a form to write
in. `decision` is the number of the question that was on the table when the control was drawn; controls that make no
move carry none and are never stale. `what` is a verb and, behind a second colon, its object: ``m:7C x 7D`` plays a
move, ``s:0:7C`` opens a further step.

How such controls are laid out on a message is in table/page.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Self, cast

import discord
from discord import ui

if TYPE_CHECKING:
    from table.house import House

#: Discord's limit.
CUSTOM_ID_MAX = 100
OPTIONS_MAX = 25

_BUTTON = r"kb:(?P<table>\d+):(?P<decision>\d*):(?P<what>.+)"
_MEMBERS = r"ku:(?P<table>\d+):(?P<decision>\d*):(?P<what>.+)"
_SELECT = r"ks:(?P<table>\d+):(?P<decision>\d*):(?P<what>.+)"
_FORM = re.compile(r"km:(?P<table>\d+):(?P<decision>\d*):(?P<what>.+)")


@dataclass(frozen=True)
class Press:
    """What a control means: its table, the question it answers (None: it makes no move), the verb and its object.

    `values` are the choices of a select, or what was written in a form, in the order in which Discord sends them.
    """

    table: int
    decision: int | None
    verb: str
    object: str = ""
    values: tuple[str, ...] = ()

    def custom_id(self, kind: str) -> str:
        """The custom_id of a control of this kind ("kb", "ks", "ku", "km"). Raises ValueError past Discord's limit."""
        what = f"{self.verb}:{self.object}" if self.object else self.verb
        text = f"{kind}:{self.table}:{'' if self.decision is None else self.decision}:{what}"
        if len(text) > CUSTOM_ID_MAX:
            raise ValueError(f"custom_id of {len(text)} characters: {text}")
        return text

    @classmethod
    def read(cls, match: re.Match[str], values: Sequence[str] = ()) -> Press:
        """The press that a matched custom_id means."""
        verb, _, thing = match["what"].partition(":")
        decision = int(match["decision"]) if match["decision"] else None
        return cls(int(match["table"]), decision, verb, thing, tuple(values))


class _Control:
    """What all kinds share: a press goes to the house, which answers it."""

    press: Press

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        house: House = interaction.client.house
        await house.answer_press(interaction, self.press)


class TableButton(_Control, ui.DynamicItem[ui.Button[Any]], template=_BUTTON):
    """A button whose meaning is in its custom_id."""

    def __init__(
        self,
        press: Press,
        label: str | None = None,
        *,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        emoji: discord.PartialEmoji | str | None = None,
        disabled: bool = False,
    ) -> None:
        super().__init__(
            ui.Button(custom_id=press.custom_id("kb"), label=label, style=style, emoji=emoji, disabled=disabled)
        )
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button of a message that was sent by this bot, perhaps before a restart."""
        return cls(Press.read(match))


class TableSelect(_Control, ui.DynamicItem[ui.Select[Any]], template=_SELECT):
    """A select whose meaning is in its custom_id; its values arrive with the press."""

    def __init__(
        self,
        press: Press,
        options: Sequence[discord.SelectOption],
        *,
        placeholder: str | None = None,
        least: int = 1,
        most: int = 1,
    ) -> None:
        super().__init__(
            ui.Select(
                custom_id=press.custom_id("ks"),
                options=list(options),
                placeholder=placeholder,
                min_values=least,
                max_values=most,
            )
        )
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The select of a message that was sent by this bot, with what was chosen just now."""
        values = payload_of(interaction).get("values", [])
        blank = discord.SelectOption(label="-")
        return cls(Press.read(match, [str(value) for value in values]), [blank])


class MemberSelect(_Control, ui.DynamicItem[ui.UserSelect[Any]], template=_MEMBERS):
    """A select of people of the server; the ids of those chosen arrive with the press."""

    def __init__(self, press: Press, *, placeholder: str | None = None, most: int = 1) -> None:
        super().__init__(ui.UserSelect(custom_id=press.custom_id("ku"), placeholder=placeholder, max_values=most))
        self.press = press

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The select of a message that was sent by this bot, with who was chosen just now."""
        return cls(Press.read(match, [str(value) for value in payload_of(interaction).get("values", [])]))


class Form(ui.Modal):
    """A form with one line to write. What is written comes back as a press with `values`, whichever bot is running then.

    It says it is finished, so that discord.py keeps nothing of it: all that it means is in its custom_id.
    """

    def __init__(self, press: Press, title: str, label: str, most: int) -> None:
        """`most`: characters that may be written. Discord shows 45 of a title and of a label."""
        super().__init__(title=title[:45], custom_id=press.custom_id("km"), timeout=None)
        line: ui.TextInput[Any] = ui.TextInput(custom_id="text", max_length=most)
        self.add_item(ui.Label(text=label[:45], component=line))

    def is_finished(self) -> bool:
        """Always: there is nothing to wait for."""
        return True


CONTROLS = (TableButton, TableSelect, MemberSelect)


def payload_of(interaction: discord.Interaction[Any]) -> dict[str, Any]:
    """What Discord sent with an interaction: custom_id, values, fields."""
    return cast("dict[str, Any]", interaction.data or {})


def read_control(custom_id: str, values: Sequence[str] = ()) -> Press | None:
    """What a custom_id means, if it is one of ours."""
    for kind in CONTROLS:
        match = kind.__discord_ui_compiled_template__.fullmatch(custom_id)
        if match is not None:
            return Press.read(match, values)
    return None


def read_form(custom_id: str, components: Any) -> Press | None:
    """What a form that was sent off means, with what was written in it, if it is one of ours."""
    match = _FORM.fullmatch(custom_id)
    return None if match is None else Press.read(match, list(_written(components)))


def _written(part: Any) -> Iterator[str]:
    """Every value in the fields of a form, in order."""
    if isinstance(part, list):
        for each in part:
            yield from _written(each)
    elif isinstance(part, dict):
        if "value" in part:
            yield str(part["value"] or "")
        for name in ("components", "component"):
            yield from _written(part.get(name))


def is_on_message(interaction: discord.Interaction[Any], custom_id: str) -> bool:
    """Is this control still on the message that was pressed, as Discord shows it now?"""
    if interaction.message is None:
        return False
    view = ui.LayoutView.from_message(interaction.message, timeout=None)
    return any(getattr(item, "custom_id", None) == custom_id for item in view.walk_children())
