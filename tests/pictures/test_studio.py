"""The studio: one drawing at a time, equal requests share one, errors reach who asked."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from pictures import studio as room
from pictures.scene import HandStrip, Look, Scene, Seat, faces
from pictures.studio import Studio
from tests.support import scenes


@pytest.fixture
def drawings(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The name of the thread of each drawing that was really made."""
    made: list[str] = []
    draw = room._draw

    def counted(what: Scene | HandStrip, look: Look) -> bytes:
        made.append(threading.current_thread().name)
        return draw(what, look)

    monkeypatch.setattr(room, "_draw", counted)
    return made


@pytest.fixture
def studio() -> Iterator[Studio]:
    made = Studio(kept=3)
    yield made
    made.close()


async def test_a_picture_has_bytes_a_plain_name_and_words(studio: Studio) -> None:
    table = await studio.scene(scenes.fishing(4))
    hand = await studio.hand(HandStrip(faces("KH", "QS")))
    assert table.data[:4] == hand.data[:4] == b"RIFF"
    assert (table.filename, hand.filename) == ("table.webp", "hand.webp")
    assert table.alt.startswith("Layout: A♣")
    assert hand.alt == "Your hand: K♥, Q♠."


async def test_equal_requests_at_once_share_one_drawing(studio: Studio, drawings: list[str]) -> None:
    pictures = await asyncio.gather(*(studio.scene(scenes.fishing(4)) for _ in range(10)))
    assert len(drawings) == 1
    assert len({picture.data for picture in pictures}) == 1
    await studio.scene(scenes.fishing(4))
    assert len(drawings) == 1
    await studio.scene(scenes.fishing(4), Look("two"))
    assert len(drawings) == 2
    assert set(drawings) == {"pictures_0"}


async def test_only_the_latest_pictures_are_remembered(studio: Studio, drawings: list[str]) -> None:
    for layout in (0, 1, 2, 3):
        await studio.scene(scenes.fishing(layout))
    await studio.scene(scenes.fishing(3))
    assert len(drawings) == 4
    await studio.scene(scenes.fishing(0))
    assert len(drawings) == 5


async def test_errors_reach_everyone_who_waits_and_harm_nothing(studio: Studio) -> None:
    too_many = Scene("wine", tuple(Seat("Ann") for _ in range(21)))
    answers = await asyncio.gather(*(studio.scene(too_many) for _ in range(3)), return_exceptions=True)
    assert [type(answer) for answer in answers] == [ValueError] * 3
    with pytest.raises(ValueError, match="twenty"):
        await studio.scene(too_many)
    assert (await studio.scene(scenes.fishing(0))).data


async def test_one_who_gives_up_does_not_spoil_it_for_the_others(studio: Studio, drawings: list[str]) -> None:
    first = asyncio.create_task(studio.scene(scenes.trick(4)))
    second = asyncio.create_task(studio.scene(scenes.trick(4)))
    await asyncio.sleep(0)
    first.cancel()
    assert (await second).data
    assert first.cancelled()
    assert len(drawings) == 1


@dataclass
class HeldUp:
    """The drawing thread: `begun` when it has begun with something, waiting to `go` on, and what it drew, in order."""

    begun: threading.Event = field(default_factory=threading.Event)
    go: threading.Event = field(default_factory=threading.Event)
    order: list[Scene | HandStrip] = field(default_factory=list)

    def draw(self, what: Scene | HandStrip, look: Look) -> bytes:
        self.order.append(what)
        self.begun.set()
        assert self.go.wait(10)
        return b"drawn"


@pytest.fixture
def held_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldUp]:
    thread = HeldUp()
    monkeypatch.setattr(room, "_draw", thread.draw)
    yield thread
    thread.go.set()


async def test_whoever_pressed_a_button_is_served_before_the_tables(studio: Studio, held_up: HeldUp) -> None:
    tables = [scenes.fishing(layout) for layout in range(4)]
    hand, pressed = HandStrip(faces("KH")), scenes.trick(4)
    asked = [asyncio.create_task(studio.scene(scene)) for scene in tables]
    assert await asyncio.to_thread(held_up.begun.wait, 10)
    asked.append(asyncio.create_task(studio.hand(hand)))
    asked.append(asyncio.create_task(studio.scene(pressed, urgent=True)))
    asked.append(asyncio.create_task(studio.scene(tables[3], urgent=True)))  # somebody pressed there meanwhile
    await asyncio.sleep(0)
    held_up.go.set()
    await asyncio.gather(*asked)
    assert held_up.order == [tables[0], hand, pressed, tables[3], tables[1], tables[2]]


async def test_closing_gives_up_on_what_was_not_begun(studio: Studio, held_up: HeldUp) -> None:
    asked = [asyncio.create_task(studio.scene(scenes.fishing(layout))) for layout in range(3)]
    assert await asyncio.to_thread(held_up.begun.wait, 10)
    threading.Timer(0.05, held_up.go.set).start()
    studio.close()
    answers = await asyncio.wait_for(asyncio.gather(*asked, return_exceptions=True), 5)
    assert all(isinstance(answer, asyncio.CancelledError) for answer in answers[1:])


async def test_the_loop_goes_on_while_pictures_are_drawn(studio: Studio) -> None:
    beats = 0
    drawing = asyncio.gather(*(studio.scene(scenes.one_card_each(count)) for count in range(2, 8)))
    while not drawing.done():
        await asyncio.sleep(0)
        beats += 1
    assert beats > 50


def test_closing_twice_is_fine() -> None:
    made = Studio()
    made.close()
    made.close()
