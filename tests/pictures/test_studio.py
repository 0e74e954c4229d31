"""The studio: one drawing at a time, equal requests share one, errors reach who asked."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator

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
