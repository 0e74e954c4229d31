"""From a press to its answer, without the network: at one table and at a hundred, and how long the loop is held up."""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from simcord.env import Env

from bot import Kuku
from table.pace import NO_WAITS
from tests.support import simkit  # before any Env is made
from tests.support.people import Player, controls

PRESSES = 60


class Answers:
    """The moment at which each interaction was answered."""

    def __init__(self) -> None:
        self.at: dict[str, float] = {}

    def __call__(self, backend: Any, method: str, path: str, body: Any, files: Any) -> None:
        """Note the answers among what goes out."""
        if path.endswith("/callback"):
            self.at[path.split("/")[2]] = time.perf_counter()


async def watch_loop(lags: list[float]) -> None:
    """How much later than asked the loop wakes, again and again."""
    while True:
        begun = time.perf_counter()
        await asyncio.sleep(0.005)
        lags.append(time.perf_counter() - begun - 0.005)


async def measure(tables: int) -> tuple[list[float], list[float]]:
    """Seconds from press to answer, and seconds of lag, while people play at so many tables."""
    answers = Answers()
    with tempfile.TemporaryDirectory() as folder:
        env = Env(
            Kuku(
                Path(folder) / "kuku.sqlite3",
                pace=NO_WAITS.with_changes(mention_after=1e6),
                shard_count=1,
                upload=False,
            ),
            settle_timeout=15,
        )
        await env.start()
        simkit.watchers.append(answers)
        try:
            with env.time_context():
                return await measure_in(env, tables, answers)
        finally:
            simkit.watchers.remove(answers)
            await env.bot.close_rooms()
            await env.shutdown()


async def measure_in(env: Env, tables: int, answers: Answers) -> tuple[list[float], list[float]]:
    """The measuring itself, by the clock of the simulated server."""
    guild = env.create_guild()
    players: list[tuple[Player, Player]] = []
    for number in range(tables):
        channel = guild.create_text_channel(f"cards-{number}")
        first, second = (
            Player(guild.add_member(env.create_user(f"p{number}-{side}")), channel, random.Random(number))
            for side in range(2)
        )
        lobby = (await first.actor.slash(channel, "kontsina", clock="none")).response
        await second.press(lobby, "Join")
        for player in (first, second):
            await player.open_hand(channel.last_message)
        players.append((first, second))
    took: list[float] = []
    lags: list[float] = []
    lag = asyncio.create_task(watch_loop(lags))
    for _ in range(max(1, PRESSES // tables)):
        took += await press_everywhere(env, players, answers)
    lag.cancel()
    return took, lags


async def press_everywhere(env: Any, players: list[tuple[Player, Player]], answers: Answers) -> list[float]:
    """At every table whoever is next plays, one press every few milliseconds; seconds to each answer."""
    pressed = {}
    for pair in players:
        player = next(each for each in pair if each.offers())
        control = player.rng.choice([control for control in controls(player.hand) if control.verb == "m"])
        begun = time.perf_counter()
        answer = player.press_at_once(env, player.hand, control)
        pressed[str(answer._interaction.id)] = begun
        await asyncio.sleep(0.03)
    await env.settle()
    return [answers.at[number] - begun for number, begun in pressed.items()]


def show(name: str, seconds: list[float], aim: str) -> None:
    """One line: median and 99th percentile in milliseconds."""
    ordered = sorted(seconds)
    p50, p99 = statistics.median(ordered), ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    print(f"{name:34} p50 {p50 * 1000:6.1f} ms   p99 {p99 * 1000:6.1f} ms   aim {aim}")


def main() -> bool:
    """Print the table; True if the aims were reached."""
    reached = True
    for tables in (1, 100):
        took, lags = asyncio.run(measure(tables))
        show(f"press to answer, {tables} tables", took, "p50 10, p99 40")
        show(f"lag of the loop, {tables} tables", lags, "p99 10")
        reached &= statistics.median(took) <= 0.010
    return reached


if __name__ == "__main__":
    main()
