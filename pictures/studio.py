"""The one place where pictures are made: a single drawing thread, and a memory of what was drawn last."""

import asyncio
from collections import OrderedDict, deque
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
_Asked = tuple[Scene | HandStrip, Look]
"""What somebody waits for: what to draw, and how."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawn picture: its WebP bytes, the name of its file and its text for those who do not see it."""

    data: bytes
    filename: str
    alt: str


class Studio:
    """Draws scenes and hands, one at a time, outside the event loop.

    Whoever has just pressed a button waits for a hand, or for a table that is `urgent`: those are drawn before the other
    tables, however many of them are waiting. Equal scenes are drawn once while they are remembered, and only once when
    they are asked for at the same moment. An error while drawing is raised to everyone who waits for that picture, and
    is not remembered. Use it from one event loop.
    """

    def __init__(self, kept: int = _KEPT) -> None:
        self._kept = kept
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="pictures")
        self._drawn: OrderedDict[_Asked, bytes] = OrderedDict()
        self._drawing: dict[_Asked, asyncio.Future[bytes]] = {}
        self._urgent: deque[_Asked] = deque()
        self._waiting: deque[_Asked] = deque()

    async def scene(
        self,
        scene: Scene,
        look: Look = _FOUR_COLOURS,
        *,
        names: Names = english_name,
        words: Words = ENGLISH,
        urgent: bool = False,
    ) -> Picture:
        """The picture of a table; `names` and `words` are for its alt text, see `pictures.alt`."""
        return Picture(await self._bytes(scene, look, urgent), TABLE_FILE, alt_text(scene, names, words))

    async def hand(
        self, hand: HandStrip, look: Look = _FOUR_COLOURS, *, names: Names = english_name, words: Words = ENGLISH
    ) -> Picture:
        """The picture of one player's cards: for that player's eyes only."""
        return Picture(await self._bytes(hand, look, True), HAND_FILE, hand_text(hand, names, words))

    def close(self) -> None:
        """End the drawing thread; pictures that were not begun are not drawn. Closing twice is fine."""
        self._thread.shutdown(wait=True, cancel_futures=True)

    async def _bytes(self, what: Scene | HandStrip, look: Look, urgent: bool) -> bytes:
        asked = (what, look)
        if asked in self._drawn:
            self._drawn.move_to_end(asked)
            return self._drawn[asked]
        drawing = self._drawing.get(asked)
        if drawing is None:
            drawing = self._drawing[asked] = self._begin(asked, urgent)
        elif urgent:
            self._hurry(asked)
        # One who gives up waiting must not take the picture from the others.
        return await asyncio.shield(drawing)

    def _begin(self, asked: _Asked, urgent: bool) -> asyncio.Future[bytes]:
        """Let the thread draw one picture more: the most urgent then, which need not be this one."""
        (self._urgent if urgent else self._waiting).append(asked)
        loop = asyncio.get_running_loop()
        loop.run_in_executor(self._thread, self._draw_next).add_done_callback(self._hand_over)
        return loop.create_future()

    def _hurry(self, asked: _Asked) -> None:
        try:
            self._waiting.remove(asked)
        except ValueError:
            return  # it is being drawn, or urgent already
        self._urgent.append(asked)

    def _draw_next(self) -> tuple[_Asked, bytes | Exception]:
        """Runs in the drawing thread."""
        asked = self._urgent.popleft() if self._urgent else self._waiting.popleft()
        try:
            return asked, _draw(*asked)
        except Exception as error:  # for those who wait for this very picture
            return asked, error

    def _hand_over(self, done: asyncio.Future[tuple[_Asked, bytes | Exception]]) -> None:
        if done.cancelled():  # the studio was closed before
            for drawing in self._drawing.values():
                drawing.cancel()
            return
        asked, drawn = done.result()
        waited_for = self._drawing.pop(asked)
        if waited_for.cancelled():
            return
        if isinstance(drawn, Exception):
            waited_for.set_exception(drawn)
            return
        waited_for.set_result(drawn)
        self._drawn[asked] = drawn
        while len(self._drawn) > self._kept:
            self._drawn.popitem(last=False)


def _draw(what: Scene | HandStrip, look: Look) -> bytes:
    return encode(draw_scene(what, look) if isinstance(what, Scene) else draw_hand(what, look))
