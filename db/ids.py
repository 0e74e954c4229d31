"""Ids made by the program, so that a row has its id before it is written and no database has to number anything."""

from __future__ import annotations

import secrets
import threading
import time

_BEGINNING = 1_767_225_600_000  # 2026-01-01, in epoch milliseconds: keeps ids short
_START = secrets.randbelow(1 << 15)  # two processes of one millisecond begin at different places
_lock = threading.Lock()
_latest = 0


def new_id() -> int:
    """A positive integer below 2^63 that this process never gave before; later ones are greater."""
    global _latest
    with _lock:
        now = max(0, time.time_ns() // 1_000_000 - _BEGINNING)
        _latest = max(_latest + 1, now << 16 | _START)
        return _latest
