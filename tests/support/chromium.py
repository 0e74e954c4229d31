"""The browser of the tests and of the screenshots: Debian's Chromium, or the one that SIMCORD_CHROMIUM names."""

from __future__ import annotations

import os
import shutil

CHROMIUM = os.environ.get("SIMCORD_CHROMIUM") or shutil.which("chromium") or "/usr/bin/chromium"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


def missing() -> str:
    """Why no browser can be used here, or nothing."""
    if os.access(CHROMIUM, os.X_OK):
        return ""
    return f"no Chromium at {CHROMIUM}: install it (apt-get install chromium) or name one in SIMCORD_CHROMIUM"
