"""Takes pictures of single messages quickly: the page of the offline table, open once in each size, as it follows."""

from __future__ import annotations

import io
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, Self

from PIL import Image

from offline.page import TablePage
from tests.support.chromium import ARGUMENTS, CHROMIUM

#: Width of the window in CSS pixels and pixels of the screen for each; phones have finer screens.
SIZES = {"desktop": (1100, 1), "phone": (390, 2)}
#: High enough for the longest message.
HEIGHT = 3200
QUALITY = 80
PATIENCE = 20_000

#: Where a message is, as soon as the page shows the revision in which it is as it should be, with all pictures. Times
#: are written anew (by offline/static/table.js): the world's clock stands still here.
FOUND = """([id, revision]) => {
  const preview = window.simcordPreview;
  if (!preview?.ready || preview.publishedRevision < revision) return null;
  const message = document.querySelector(`#channel-message-list article[data-message-id="${id}"]`);
  if (!message) return null;
  const images = [...message.querySelectorAll("img")];
  if (!images.every(image => image.complete && image.naturalWidth > 0)) return null;
  renewTimes();
  message.scrollIntoView({ block: "start" });
  const { x, y, height } = message.getBoundingClientRect();
  const box = message.querySelector("[class*=container]") ?? message;
  const right = Math.min(box.getBoundingClientRect().right + 16, innerWidth);
  return { x, y, width: Math.ceil(right - x), height: Math.ceil(height) };
}"""
#: What belongs to the page and not to the message.
STYLE = "#preview-shell > header, .channel-header, #channel-composer, .history-button { display: none !important }"


class Lens:
    """One browser with a page for each size, channel and viewer, opened when it is first used; `taken` counts pictures."""

    def __init__(self, page: TablePage) -> None:
        self._page = page
        self._browser: Any = None
        self._open: dict[tuple[str, int, int], Any] = {}
        self._stack = AsyncExitStack()
        self.taken = 0

    async def __aenter__(self) -> Self:
        from playwright.async_api import async_playwright

        driver = await self._stack.enter_async_context(async_playwright())
        self._browser = await driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        self._stack.push_async_callback(self._browser.close)
        return self

    async def __aexit__(self, *error: object) -> None:
        await self._stack.aclose()

    async def take(self, message: Any, viewer: int, stem: Path) -> None:
        """A message as it is now and as this member sees it, in every size: ``<stem>-<size>.webp``."""
        self._page.follow()
        channel = message.channel_id if hasattr(message, "channel_id") else message.channel.id
        for size in SIZES:
            await self._take(size, channel, viewer, message.id, stem.with_name(f"{stem.name}-{size}.webp"))

    async def _take(self, size: str, channel: int, viewer: int, message: int, path: Path) -> None:
        tab = self._open.get((size, channel, viewer)) or await self._open_tab(size, channel, viewer)
        context = await tab.evaluate("window.simcordPreview.contextId")
        revision = self._page._pages[context].revision
        found = await tab.wait_for_function(FOUND, arg=[str(message), revision], polling=20)
        png = await tab.screenshot(clip=await found.json_value(), type="png")
        Image.open(io.BytesIO(png)).convert("RGB").save(path, quality=QUALITY, method=4)
        self.taken += 1

    async def _open_tab(self, size: str, channel: int, viewer: int) -> Any:
        width, scale = SIZES[size]
        context = await self._browser.new_context(
            viewport={"width": width, "height": HEIGHT},
            device_scale_factor=scale,
            reduced_motion="reduce",
            bypass_csp=True,
        )
        tab = self._open[size, channel, viewer] = await context.new_page()
        tab.set_default_timeout(PATIENCE)
        await tab.goto(f"{self._page.address}#{self._page.capability}.{channel}.{viewer}")
        await tab.wait_for_function("window.simcordPreview?.ready")
        await tab.add_style_tag(content=STYLE)
        return tab
