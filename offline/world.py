"""A simulated Discord server that people at this machine can use: its members, its channels, and a clock that runs.

simcord is made for tests, where time stands still until a test moves it and every action waits for what follows from
it. Here people watch, so two things differ: timers fire by the clock of the world alone (`WorldEnv`), and somebody
moves that clock along with the clock on the wall (`keep_time`).
"""

from __future__ import annotations

import asyncio
import base64
import binascii
import logging
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import discord
from simcord.actors import MemberActor
from simcord.backend import Backend
from simcord.backend.cdn import CDN_BASE
from simcord.backend.errors import SetupError
from simcord.builders import ChannelHandle, GuildHandle
from simcord.env import Env
from simcord.http import router

from pictures.sprites import tile_path

log = logging.getLogger(__name__)

SERVER = "The card table"
CHANNELS = {"cards": "For the games: type / and the name of one", "lounge": "A second channel, for a second table"}
MEMBERS = ("Ann", "Björn", "Cy", "Daria")
BOT = "Kuku"
FACE = tile_path("GO", "four")
"""The face of the bot: Gök, the cuckoo."""

#: How often the clock is moved, in real seconds.
TICK = 0.05
#: How long one action or one move of the clock may work, in real seconds, before it is given up.
PATIENCE = 30.0


class WorldEnv(Env):
    """An Env whose timers follow its own clock and nothing else, and whose actions wait for work, not for sleepers.

    In simcord 3.2.1 a press waits until every timer of the next seconds has fired, for real: at a human pace each
    press would last as long as the moves of all the computers after it.
    """

    def _schedule_timer(self, record: Any, callback: Any, args: Any, schedule_context: Any) -> None:
        """Leave out the timer of the real loop that simcord sets beside the one of its clock."""

    async def _settle_internal(self, *, idle: float = 0.002, **rest: Any) -> None:
        """Look every 2 ms rather than every 50, and be patient: on a busy machine a picture may take its time."""
        patience = max(rest.pop("timeout", None) or 0.0, self.settle_timeout)
        await super()._settle_internal(timeout=patience, idle=idle, **rest)


@dataclass
class World:
    """The simulated server: `env`, one guild, its text channels, and the members one can be."""

    env: WorldEnv
    guild: GuildHandle
    channels: list[ChannelHandle]
    members: list[MemberActor]


def build_world(bot: discord.Client) -> World:
    """The server with its channels and members, before the bot starts. The first member owns it.

    Server, channels and members have the same ids at every start, so that a database that was kept still fits; the
    application has a new one, so that the bot offers its commands to a Discord that has never heard of them.
    """
    env = WorldEnv(bot, settle_timeout=PATIENCE, check_errors=False)
    backend = env.backend
    backend.bot_user.name, backend.bot_user.avatar = BOT, "face"
    backend.cdn._blobs[f"{CDN_BASE}/avatars/{backend.bot_user.id}/face.png"] = FACE.read_bytes()
    people = [env.create_user(name.lower().replace("ö", "o"), global_name=name) for name in MEMBERS]
    guild = env.create_guild(SERVER, owner=people[0])
    members = [MemberActor(env, guild, people[0]), *(guild.add_member(person) for person in people[1:])]
    channels = [guild.create_text_channel(name, topic=topic) for name, topic in CHANNELS.items()]
    backend.clock._epoch = datetime.now(UTC)
    backend.application_id = backend.snowflake()
    return World(env, guild, channels, members)


async def keep_time(env: Env, turn: asyncio.Lock, then: Callable[[], None]) -> None:
    """Move the clock of the world along with the real one, for ever; after each move call `then`.

    `turn` is held meanwhile: simcord does one thing at a time, and refuses a press while the clock moves.
    """
    begun, seen = time.monotonic() - env.backend.clock.elapsed, env.error_cursor
    while True:
        await asyncio.sleep(TICK)
        async with turn:
            try:
                await env.advance_time(max(0.0, time.monotonic() - begun - env.backend.clock.elapsed))
            except SetupError as busy:
                log.debug("the clock waits: %s", busy)
            except TimeoutError as slow:
                log.warning("something did not finish in time: %s", slow)
            for error in env.errors_since(seen):
                log.error("the bot raised an error", exc_info=error)
            seen = env.error_cursor
            try:
                then()
            except Exception:
                log.exception("the page could not follow")


# ---- pictures of emojis: simcord forgets them, a page needs them ----------------------------------------------

_dispatch = router.dispatch


def _dispatch_and_keep(backend: Backend, method: str, path: str, **rest: Any) -> Any:
    """simcord's answer to a request; the image of an emoji that was made stays where pages look for it."""
    answer = _dispatch(backend, method, path, **rest)
    if method == "POST" and re.fullmatch(r"/(applications|guilds)/\d+/emojis", path):
        _, _, data = str((rest.get("json") or {}).get("image", "")).partition("base64,")
        try:
            backend.cdn._blobs[f"{CDN_BASE}/emojis/{answer['id']}.png"] = base64.b64decode(data, validate=True)
        except binascii.Error:
            log.warning("the image of emoji %s is no base64", answer.get("name"))
    return answer


router.dispatch = _dispatch_and_keep
