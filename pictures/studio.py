"""The one place where pictures are made: a single drawing thread, and a memory of what was drawn last."""

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from pictures.alt import ENGLISH, Names, Words, alt_text, hand_text
from pictures.codes import english_name
from pictures.draw import draw_hand, draw_scene, encode
from pictures.scene import HandStrip, Look, Scene

TABLE_FILE: Final = "table.webp"
HAND_FILE: Final = "hand.webp"
"""File names are always the same, so that they cannot tell anything."""

_KEPT: Final = 128
"""Pictures remembered, about 60 KiB each."""
_FOUR_COLOURS: Final = Look()


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn picture: its WebP bytes, the name of its file and its text for those who do not see it."""

    data: bytes
    filename: str
    alt: str


class Studio:
    """Draws scenes and hands, one at a time, outside the event loop.

    Equal scenes are drawn once while they are remembered, and only once when they are asked for at the same moment.
    An error while drawing is raised to everyone who waits for that picture, and is not remembered. Use it from one
    event loop.
    """

    def __init__(self, kept: int = _KEPT) -> None:
        self._kept = kept
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pictures")
        self._drawn: OrderedDict[tuple[Scene | HandStrip, Look], bytes] = OrderedDict()
        self._drawing: dict[tuple[Scene | HandStrip, Look], asyncio.Future[bytes]] = {}

    async def scene(
        self, scene: Scene, look: Look = _FOUR_COLOURS, *, names: Names = english_name, words: Words = ENGLISH
    ) -> Picture:
        """The picture of a table; `names` and `words` are for its alt text, see `pictures.alt`."""
        return Picture(await self._bytes(scene, look), TABLE_FILE, alt_text(scene, names, words))

    async def hand(
        self, hand: HandStrip, look: Look = _FOUR_COLOURS, *, names: Names = english_name, words: Words = ENGLISH
    ) -> Picture:
        """The picture of one player's cards: for that player's eyes only."""
        return Picture(await self._bytes(hand, look), HAND_FILE, hand_text(hand, names, words))

    def close(self) -> None:
        """End the drawing thread; pictures that were not begun are not drawn. Closing twice is fine."""
        self._thread.shutdown(wait=True, cancel_futures=True)

    async def _bytes(self, what: Scene | HandStrip, look: Look) -> bytes:
        key = (what, look)
        if key in self._drawn:
            self._drawn.move_to_end(key)
            return self._drawn[key]
        drawing = self._drawing.get(key)
        if drawing is None:
            drawing = asyncio.get_running_loop().run_in_executor(self._thread, _draw, what, look)
            self._drawing[key] = drawing
            drawing.add_done_callback(lambda done: self._remember(key, done))
        # One who gives up waiting must not take the picture from the others.
        return await asyncio.shield(drawing)

    def _remember(self, key: tuple[Scene | HandStrip, Look], done: asyncio.Future[bytes]) -> None:
        self._drawing.pop(key, None)
        if done.cancelled() or done.exception() is not None:
            return
        self._drawn[key] = done.result()
        while len(self._drawn) > self._kept:
            self._drawn.popitem(last=False)


def _draw(what: Scene | HandStrip, look: Look) -> bytes:
    """Runs in the drawing thread."""
    return encode(draw_scene(what, look) if isinstance(what, Scene) else draw_hand(what, look))
