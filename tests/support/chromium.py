"""The browser of the tests and of the screenshots: Debian's Chromium, or the one that SIMCORD_CHROMIUM names."""

from __future__ import annotations

import os
import shutil

from simcord.backend.errors import SetupError
from simcord.preview._capture import ManagedCapture

CHROMIUM = os.environ.get("SIMCORD_CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


def missing() -> str:
    """Why no browser can be used here, or nothing."""
    if os.access(CHROMIUM, os.X_OK):
        return ""
    return f"no Chromium at {CHROMIUM}: install it (apt-get install chromium) or name one in SIMCORD_CHROMIUM"


async def _ensure_browser(self: ManagedCapture) -> object:
    """simcord 3.2.1 takes only the browser that Playwright downloads; this is the same with ours."""
    if self._browser is None:
        from playwright.async_api import async_playwright

        self._playwright = await async_playwright().start()
        try:
            self._browser = await self._playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        except BaseException as error:
            await self.close()
            raise SetupError(f"could not start {CHROMIUM}: {error}") from error
    return self._browser


ManagedCapture._ensure_browser = _ensure_browser
