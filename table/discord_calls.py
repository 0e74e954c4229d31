"""Every call to Discord, classified by what its error means for us, and tried again only where that helps."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from enum import Enum
from typing import TypeVar

import aiohttp
import discord

log = logging.getLogger(__name__)

T = TypeVar("T")


class Trouble(Enum):
    """What went wrong with a call, in the words of what to do next."""

    MESSAGE_GONE = "the message was deleted"
    CHANNEL_GONE = "the channel is gone"
    NO_PERMISSION = "a permission is missing"
    THREAD_ARCHIVED = "the thread is archived"
    TOKEN_EXPIRED = "the interaction's token has expired"
    DM_CLOSED = "direct messages are closed"
    UNKNOWN_INTERACTION = "the interaction is unknown or too old"
    ACKNOWLEDGED = "the interaction was answered already"
    TOO_OLD_TO_EDIT = "too many edits of a message older than an hour"
    BUSY = "Discord is busy"
    REFUSED = "Discord refused the call"


#: Discord's error codes, as far as we act on them. https://discord.com/developers/docs/topics/opcodes-and-status-codes
BY_CODE = {
    10003: Trouble.CHANNEL_GONE,
    10004: Trouble.CHANNEL_GONE,
    10008: Trouble.MESSAGE_GONE,
    10015: Trouble.TOKEN_EXPIRED,
    10062: Trouble.UNKNOWN_INTERACTION,
    30046: Trouble.TOO_OLD_TO_EDIT,
    40060: Trouble.ACKNOWLEDGED,
    50001: Trouble.NO_PERMISSION,
    50007: Trouble.DM_CLOSED,
    50013: Trouble.NO_PERMISSION,
    50027: Trouble.TOKEN_EXPIRED,
    50083: Trouble.THREAD_ARCHIVED,
    50278: Trouble.DM_CLOSED,
}


class CallFailed(Exception):
    """A call to Discord failed for good; `trouble` says what it means."""

    def __init__(self, trouble: Trouble, what: str) -> None:
        super().__init__(f"{what}: {trouble.value}")
        self.trouble = trouble


def classify(error: BaseException) -> Trouble | None:
    """What an error of a call means; None for an error that is no failure of a call (a bug of ours)."""
    if isinstance(error, discord.InteractionResponded):
        return Trouble.ACKNOWLEDGED
    if isinstance(error, discord.HTTPException):
        if error.code in BY_CODE:
            return BY_CODE[error.code]
        if error.status == 429 or error.status >= 500:
            return Trouble.BUSY
        if error.status == 401:
            return Trouble.TOKEN_EXPIRED
        return Trouble.REFUSED
    if isinstance(error, aiohttp.ClientError | asyncio.TimeoutError | ConnectionError | discord.RateLimited):
        return Trouble.BUSY
    return None


async def call(make: Callable[[], Awaitable[T]], what: str, *, retry_after: float = 0.5, tries: int = 2) -> T:
    """Await `make()`; when Discord is busy, once more after `retry_after` seconds. `what` names the call in the log.

    Raises CallFailed with its trouble for every failure of the call; other errors pass through unchanged.
    """
    for attempt in range(1, tries + 1):
        try:
            return await make()
        except Exception as error:
            trouble = classify(error)
            if trouble is None:
                raise
            if trouble is not Trouble.BUSY or attempt == tries:
                if trouble is Trouble.REFUSED:
                    log.error("%s was refused: %s", what, error)
                raise CallFailed(trouble, what) from error
            await asyncio.sleep(retry_after)
    raise AssertionError("unreachable: the last try returns or raises")
