"""Card emojis: uploaded to the application once, in the background, one at a time. Until then cards are words alone."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from pictures.emoji import TILES
from table.discord_calls import CallFailed, call

if TYPE_CHECKING:
    from table.house import House

log = logging.getLogger(__name__)


class Emojis:
    """The application's card emojis, as far as they are there."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._known: dict[str, str] = {}

    def of(self, card: str) -> str | None:
        """The emoji of a card as Discord writes it (``<:french_10d_v1:123>``), or None while it is not there."""
        return self._known.get(card)

    async def gather(self) -> int:
        """Look at what is there, upload what is missing; returns how many were there before. Safe to call again."""
        house = self._house
        try:
            there = {
                emoji.name: str(emoji)
                for emoji in await call(house.bot.fetch_application_emojis, "look at the card emojis")
            }
            found = 0
            for tile in TILES:
                if tile.name in there:
                    self._known[tile.code] = there[tile.name]
                    found += 1
            for tile in TILES:
                if tile.name in there:
                    continue
                image = await asyncio.to_thread(tile.path.read_bytes)
                made = await call(
                    lambda name=tile.name, image=image: house.bot.create_application_emoji(name=name, image=image),  # type: ignore[misc]
                    "upload a card emoji",
                )
                self._known[tile.code] = str(made)
                await asyncio.sleep(house.pace.upload)
        except CallFailed as failed:
            log.warning("card emojis stay words for now: %s", failed)
            return 0
        return found
