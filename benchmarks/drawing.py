"""Pictures: milliseconds to draw and encode, their size, and how late the event loop is meanwhile.

There is no peer that draws card tables; the peer is the plain way: the same pictures, drawn and encoded in the event
loop instead of the studio's thread.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace

from pictures.draw import draw_scene, encode
from pictures.scene import Look, Pill, Scene
from pictures.studio import Studio
from tests.support import scenes

ROUNDS = 12
AIM_MS = 30.0
AIM_KIB = 90.0
AIM_LAG_MS = 10.0
TICK = 0.001

TABLES = (
    "fishing 4", "fishing 13", "fishing 30", "trick 3", "trick 4", "trick 8", "trick 14", "one card 20",
    "sequences 8", "line", "board", "rows for two", "in front 10",
)  # fmt: skip
LOOK = Look()


def percentiles(values: list[float]) -> tuple[float, float]:
    """The middle and the 99th of a hundred."""
    cuts = statistics.quantiles(values, n=100)
    return cuts[49], cuts[98]


def fresh(name: str, number: int) -> Scene:
    """The scene with a caption that was never drawn before, as after a move."""
    scene = scenes.ALL[name]
    return replace(scene, pills=(*scene.pills[:1], Pill(f"Move {number} of this table")))


def draw_and_encode() -> tuple[list[float], list[float], list[float]]:
    """Milliseconds of drawing, milliseconds of both, KiB: one each for every round and table."""
    drawing, both, sizes = [], [], []
    for number in range(ROUNDS):
        for name in TABLES:
            scene = fresh(name, number)
            start = time.perf_counter()
            picture = draw_scene(scene, LOOK)
            drawn = time.perf_counter()
            data = encode(picture)
            both.append((time.perf_counter() - start) * 1000)
            drawing.append((drawn - start) * 1000)
            sizes.append(len(data) / 1024)
    return drawing, both, sizes


async def lag_while(work: Callable[[Scene], Awaitable[object]]) -> list[float]:
    """How many milliseconds late a 1 ms sleep ends while `work` draws every table."""
    late: list[float] = []
    over = asyncio.Event()

    async def watch() -> None:
        while not over.is_set():
            start = time.perf_counter()
            await asyncio.sleep(TICK)
            late.append((time.perf_counter() - start - TICK) * 1000)

    watcher = asyncio.create_task(watch())
    for number in range(100, 100 + ROUNDS // 2):
        for name in TABLES:
            await work(fresh(name, number))
    over.set()
    await watcher
    return late


async def compare_lag() -> tuple[list[float], list[float]]:
    """Lag while the studio draws, and while the loop draws by itself."""
    studio = Studio()

    async def in_loop(scene: Scene) -> bytes:
        await asyncio.sleep(0)
        return encode(draw_scene(scene, LOOK))

    try:
        return await lag_while(studio.scene), await lag_while(in_loop)
    finally:
        studio.close()


def main() -> None:
    """Print the table."""
    for name in TABLES:
        encode(draw_scene(fresh(name, 0), LOOK))
    drawing, both, sizes = draw_and_encode()
    in_studio, in_loop = asyncio.run(compare_lag())
    print(f"pictures, {len(both)} of {len(TABLES)} kinds of table     p50      p99      aim")
    print("drawn, ms                              {:7.1f}  {:7.1f}".format(*percentiles(drawing)))
    print("drawn and encoded, ms                  {:7.1f}  {:7.1f}  p50 ≤ {:.0f}".format(*percentiles(both), AIM_MS))
    print("size, KiB                              {:7.1f}  {:7.1f}  ≤ {:.0f}".format(*percentiles(sizes), AIM_KIB))
    print(
        "loop lag, studio, ms                   {:7.1f}  {:7.1f}  p99 ≤ {:.0f}".format(
            *percentiles(in_studio), AIM_LAG_MS
        )
    )
    print("loop lag, drawn in the loop, ms        {:7.1f}  {:7.1f}".format(*percentiles(in_loop)))


if __name__ == "__main__":
    main()
