"""Each error of Discord is understood, and tried again only where that helps."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from table.discord_calls import CallFailed, Trouble, call, classify


def refusal(status: int, code: int, kind: type[discord.HTTPException] = discord.HTTPException) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return kind(response, {"code": code, "message": ""})


@pytest.mark.parametrize(
    ("status", "code", "trouble"),
    [
        (404, 10008, Trouble.MESSAGE_GONE),
        (404, 10003, Trouble.CHANNEL_GONE),
        (403, 50001, Trouble.NO_PERMISSION),
        (403, 50013, Trouble.NO_PERMISSION),
        (400, 50083, Trouble.THREAD_ARCHIVED),
        (401, 50027, Trouble.TOKEN_EXPIRED),
        (401, 0, Trouble.TOKEN_EXPIRED),
        (404, 10015, Trouble.TOKEN_EXPIRED),
        (403, 50007, Trouble.DM_CLOSED),
        (403, 50278, Trouble.DM_CLOSED),
        (404, 10062, Trouble.UNKNOWN_INTERACTION),
        (400, 40060, Trouble.ACKNOWLEDGED),
        (400, 30046, Trouble.TOO_OLD_TO_EDIT),
        (429, 0, Trouble.BUSY),
        (503, 0, Trouble.BUSY),
        (400, 50035, Trouble.REFUSED),
    ],
)
def test_codes(status: int, code: int, trouble: Trouble) -> None:
    assert classify(refusal(status, code)) is trouble


def test_the_network_is_busy_and_a_bug_is_no_trouble() -> None:
    assert classify(aiohttp.ClientConnectionError()) is Trouble.BUSY
    assert classify(TimeoutError()) is Trouble.BUSY
    assert classify(RuntimeError()) is None


class Flaky:
    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.tries = 0

    async def __call__(self) -> str:
        self.tries += 1
        if self.errors:
            raise self.errors.pop(0)
        return "done"


async def test_busy_is_tried_once_more() -> None:
    flaky = Flaky(refusal(500, 0))
    assert await call(flaky, "try", retry_after=0) == "done"
    assert flaky.tries == 2


async def test_busy_twice_is_given_up() -> None:
    flaky = Flaky(refusal(500, 0), refusal(500, 0))
    with pytest.raises(CallFailed) as failed:
        await call(flaky, "try", retry_after=0)
    assert failed.value.trouble is Trouble.BUSY


@pytest.mark.parametrize("code", [10008, 50001, 50027, 50007, 10062, 40060])
async def test_what_does_not_get_better_is_not_tried_again(code: int) -> None:
    flaky = Flaky(refusal(404, code))
    with pytest.raises(CallFailed):
        await call(flaky, "try", retry_after=0)
    assert flaky.tries == 1


async def test_a_bug_passes_through() -> None:
    with pytest.raises(ZeroDivisionError):
        await call(Flaky(ZeroDivisionError()), "try", retry_after=0)
