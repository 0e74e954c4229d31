"""Pictures of what people see, to shots/: ``python -m tests.support.screenshots`` (``make screenshots``).

Lobby, table, hands, result and the commands, each as on a desktop and as on a phone, from a game that two members play
by chance. Keys of games after it (``… fan_tan kierki``, or ``all``) add a table and a hand of each, against computers.
``… gallery [GAME…]`` takes docs/gallery anew instead. They are for looking at: no test compares them.
"""

# ruff: noqa: T201 - a program that says what it does
from __future__ import annotations

import asyncio
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from bot import Kuku
from db.database import Database
from offline.page import TablePage
from offline.world import build_world
from table.pace import NO_WAITS
from tests.support.chromium import missing
from tests.support.gallery import gallery
from tests.support.lens import Lens
from tests.support.people import Player, controls, find, text_of
from tests.support.processes import HOME

SHOTS = HOME / "shots"


class Camera:
    """Takes each picture once, in every size."""

    def __init__(self, lens: Lens) -> None:
        self._lens = lens
        self.taken: set[str] = set()

    async def take(self, name: str, target: Any, viewer: Any) -> None:
        """A message as its viewer sees it, once for each name."""
        if name in self.taken:
            return
        self.taken.add(name)
        await self._lens.take(target, viewer.id, SHOTS / name)
        print(f"{SHOTS.relative_to(HOME)}/{name}-*.webp", flush=True)


async def play(page: TablePage, players: list[Player], look: Callable[[Player], Any]) -> None:
    """Play the table of these players to its end; `look` is called before each turn."""
    while True:
        acting = next((player for player in players if player.offers()), None)
        if acting is None:
            return
        await look(acting)
        await acting.play()
        await page.env.advance_time(0.5)


async def two_at_kontsina(page: TablePage, players: list[Player], camera: Camera | None) -> None:
    """A whole game of two; with a camera, with pictures of everything on the way."""
    first, second = players
    channel = first.channel
    await first.actor.slash(channel, "kontsina", clock="live")
    lobby = channel.history()[-1]
    if camera:
        await camera.take("lobby", lobby, first.actor)
    await second.actor.click(lobby, custom_id=find(lobby, "Join").custom_id)
    await page.env.advance_time(1)
    table = next(message for message in reversed(channel.history()) if has(message, "My hand"))
    for player in players:
        await player.open_hand(table)
    turns = 0

    async def look(acting: Player) -> None:
        nonlocal turns
        turns += 1
        if camera is None:
            return
        waiting = first if acting is second else second
        labels = [control.label for control in acting.offers()]
        now = next(message for message in channel.history() if message.id == table.id)
        if turns == 2:
            await camera.take("table-early", now, first.actor)
            await camera.take("hand-waiting", waiting.hand, waiting.actor)
        if sum("takes" in label for label in labels) >= 2 and len(labels) >= 5:
            await camera.take("hand-captures", acting.hand, acting.actor)
        if any("takes a set" in label for label in labels) and "hand-sets" not in camera.taken:
            await acting.press(
                acting.hand, next(label for label in labels if "takes a set" in label).replace("\ufe0e", "")
            )
            await camera.take("hand-sets", acting.hand, acting.actor)
            await acting.press(acting.hand, "Back")
        if text_of(acting.hand).count("\n") and layout_size(acting) >= 10:
            await camera.take("table-late", now, first.actor)

    await play(page, players, look)
    await page.env.advance_time(2)
    if camera:
        await camera.take("result", channel.history()[-1], first.actor)


def layout_size(player: Player) -> int:
    """How many cards lie on the layout, by the text of a hand."""
    line = next((line for line in text_of(player.hand).splitlines() if line.startswith("Layout")), "")
    return len(line.replace(" and ", ", ").split(", ")) if line else 0


def has(message: Any, label: str) -> bool:
    """Is there a control with this label?"""
    return any(control.label == label for control in controls(message))


async def against_computers(page: TablePage, channel: Any, key: str, camera: Camera) -> None:
    """The table of a game and a hand at it, after a few turns against as few computers as it takes."""
    bot = page.env.bot
    assert isinstance(bot, Kuku)
    least = min(bot.house.presentations[key].game.seats_allowed)
    player = Player(page.viewers[0], channel, random.Random(3))
    await player.actor.slash(channel, key.replace("_", "-"), computers=least - 1, clock="none")
    lobby = channel.history()[-1]
    if has(lobby, "Start"):
        await player.press(lobby, "Start")
    await page.env.advance_time(1)
    table = next(message for message in reversed(channel.history()) if has(message, "My hand"))
    await player.open_hand(table)
    for _ in range(4):
        if player.offers():
            await player.play()
        await page.env.advance_time(1)
    now = next(message for message in channel.history() if message.id == table.id)
    await camera.take(f"{key}-table", now, player.actor)
    await camera.take(f"{key}-hand", player.hand, player.actor)
    await player.actor.slash(channel, "end")


async def everything(page: TablePage, lens: Lens, channels: list[Any], games: list[str]) -> None:
    """Play, and take all pictures."""
    camera = Camera(lens)
    rng = random.Random(2)
    cards, lounge = channels
    await two_at_kontsina(page, [Player(member, lounge, rng) for member in page.viewers[2:]], None)
    players = [Player(member, cards, rng) for member in page.viewers[:2]]
    wanted = {"lobby", "table-early", "table-late", "hand-waiting", "hand-captures", "hand-sets", "result"}
    for _ in range(6):
        await two_at_kontsina(page, players, camera)
        if wanted <= camera.taken:
            break
    for key in games:
        await against_computers(page, cards, key, camera)
    ann = page.viewers[0]
    for name, command, options in (
        ("leaderboard", "leaderboard", {}),
        ("help", "help", {}),
        ("rules", "rules", {"game": "kontsina"}),
    ):
        answer = await ann.slash(page.channel, command, **options)
        await camera.take(name, answer.response, ann)
    for name in sorted(wanted - camera.taken):
        print(f"no position came up for {name}", file=sys.stderr)


async def main(games: list[str]) -> int:
    """Make the folder and fill it; returns the exit code."""
    if why := missing():
        print(why, file=sys.stderr)
        return 1
    if games[:1] == ["gallery"]:
        return await gallery(games[1:])
    SHOTS.mkdir(exist_ok=True)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kuku-") as folder:
        database = Path(folder) / "kuku.sqlite3"
        bot = Kuku(database, pace=NO_WAITS, shard_count=1)
        bot.db = await Database.open(database)
        try:
            world = build_world(bot)
            async with TablePage(world, 0) as page, Lens(page) as lens:
                await world.env.start()
                known = sorted(bot.house.presentations.keys() - {"kontsina"})
                await everything(page, lens, world.channels, known if games == ["all"] else games)
            await bot.close_rooms()
            await world.env.shutdown()
        finally:
            await bot.close_rooms()
    print(f"{len(list(SHOTS.glob('*.webp')))} pictures in {SHOTS} after {time.monotonic() - begun:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
