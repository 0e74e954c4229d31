"""A message as data: texts, pictures and controls in order. The same page can be sent, compared and sent again.

A page builds a new view and new files each time it is shown, since discord.py uses both up.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import discord
from discord import ui

from games.cards import SUIT_SIGNS
from table.controls import MemberSelect, Press, TableButton, TableSelect
from table.words import TEXT_FORM

#: Discord's limits for a message of components.
TEXT_MAX = 4000
COMPONENTS_MAX = 40
ALT_MAX = 1024

Style = discord.ButtonStyle

#: The last line of a list, where another line that is not of the list follows at once.
_AFTER_A_LIST = re.compile(r"^(- .*)\n(?=[^\s-]|-#)", re.MULTILINE)


@dataclass(frozen=True)
class Text:
    """A block of text (markdown)."""

    text: str


@dataclass(frozen=True)
class Image:
    """A picture with its alt text. Its file name says nothing about hidden cards."""

    data: bytes
    filename: str
    alt: str


@dataclass(frozen=True)
class Divider:
    """A line between blocks."""


@dataclass(frozen=True)
class Button:
    """A button: what it means, its label in words, and perhaps an emoji before the label."""

    press: Press
    label: str
    style: Style = Style.secondary
    emoji: str | None = None
    disabled: bool = False

    def item(self) -> TableButton:
        """A new item for one message."""
        emoji = discord.PartialEmoji.from_str(self.emoji) if self.emoji else None
        return TableButton(self.press, self.label, style=self.style, emoji=emoji, disabled=self.disabled)


@dataclass(frozen=True)
class Option:
    """One choice of a select."""

    value: str
    label: str
    emoji: str | None = None


@dataclass(frozen=True)
class Select:
    """A select of up to 25 options, of which `least` to `most` are chosen at once."""

    press: Press
    options: tuple[Option, ...]
    prompt: str
    least: int = 1
    most: int = 1

    def item(self) -> TableSelect:
        """A new item for one message."""
        options = [
            discord.SelectOption(
                label=option.label,
                value=option.value,
                emoji=discord.PartialEmoji.from_str(option.emoji) if option.emoji else None,
            )
            for option in self.options
        ]
        return TableSelect(self.press, options, placeholder=self.prompt, least=self.least, most=self.most)


@dataclass(frozen=True)
class People:
    """A select of people of the server, of whom up to `most` are chosen at once."""

    press: Press
    prompt: str
    most: int = 1

    def item(self) -> MemberSelect:
        """A new item for one message."""
        return MemberSelect(self.press, placeholder=self.prompt, most=self.most)


@dataclass(frozen=True)
class Buttons:
    """Buttons in a row, going on below after five, so that no last one stands alone."""

    buttons: tuple[Button, ...]

    def rows(self) -> Iterator[tuple[Button, ...]]:
        """The rows. Of 6, 11, 16 … the last six are two rows of three: that is one line less on a phone, too."""
        rest = self.buttons
        while rest:
            count = 3 if len(rest) == 6 else 5
            yield rest[:count]
            rest = rest[count:]


Block = Text | Image | Divider | Buttons | Select | People


class Sheet(ui.LayoutView):
    """The view of one message. It says it is finished, so that discord.py never keeps it.

    A kept view would be a trap: sent privately it gets a time-out of 15 minutes, and when a view with DynamicItems
    times out, discord.py forgets those items for the whole bot. All our controls are found by their custom_id.
    """

    def __init__(self) -> None:
        super().__init__(timeout=None)

    def is_finished(self) -> bool:
        """Always: there is nothing to wait for."""
        return True


@dataclass(frozen=True)
class Page:
    """A whole message. `accent` colours its edge (0xRRGGBB); `mentions` are the members it may ping.

    `decision` is the question that the public message of a table shows.
    """

    blocks: tuple[Block, ...]
    accent: int | None = None
    mentions: tuple[int, ...] = ()
    decision: int | None = field(default=None, compare=False)

    def view(self) -> Sheet:
        """A new view: one container with every block."""
        box: ui.Container[Any] = ui.Container(accent_colour=self.accent)
        for block in self.blocks:
            for item in _items(block):
                box.add_item(item)
        sheet = Sheet()
        sheet.add_item(box)
        return sheet

    def files(self) -> list[discord.File]:
        """New files for the pictures, with their alt text."""
        return [
            discord.File(io.BytesIO(block.data), block.filename, description=block.alt[:ALT_MAX])
            for block in self.blocks
            if isinstance(block, Image)
        ]

    def allowed_mentions(self) -> discord.AllowedMentions:
        """Only the members this page means to ping."""
        return discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(member) for member in self.mentions]
        )


def _items(block: Block) -> Iterator[ui.Item[Any]]:
    if isinstance(block, Text):
        yield ui.TextDisplay(as_shown(block.text))
    elif isinstance(block, Image):
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        gallery.add_item(media=f"attachment://{block.filename}", description=block.alt[:ALT_MAX])
        yield gallery
    elif isinstance(block, Divider):
        yield ui.Separator()
    elif isinstance(block, Select | People):
        row: ui.ActionRow[Any] = ui.ActionRow()
        row.add_item(block.item())
        yield row
    else:
        for buttons in block.rows():
            row = ui.ActionRow()
            for button in buttons:
                row.add_item(button.item())
            yield row


def as_shown(text: str) -> str:
    """Markdown as Discord shows it best.

    Suit signs in their text form (as colour glyphs the black ones are lost on a dark theme), and a blank line after a
    list, since the next line would be drawn as part of its last item.
    """
    for sign in SUIT_SIGNS.values():
        text = text.replace(sign + TEXT_FORM, sign).replace(sign, sign + TEXT_FORM)
    return _AFTER_A_LIST.sub(r"\1\n\n", text)


def sentence_page(text: str) -> Page:
    """A page with nothing but a sentence."""
    return Page((Text(text),))
