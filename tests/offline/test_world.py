"""The simulated server and its page, without a browser: time, a kept database, presses, channels."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import discord
import pytest
from PIL import Image
from simcord.backend.errors import SetupError

from bot import Kuku
from offline.page import TablePage
from offline.serving import PACES, open_table
from pictures.emoji import TILES

QUICK = PACES["quick"]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "kuku.sqlite3"


def kuku(page: TablePage) -> Kuku:
    assert isinstance(page.env.bot, Kuku)
    return page.env.bot


async def soon(true: Callable[[], Any], seconds: float = 10) -> Any:
    """Wait, for real, until something is so; it."""
    async with asyncio.timeout(seconds):
        while not (found := true()):  # noqa: ASYNC110 - what it waits for has no event
            await asyncio.sleep(0.02)
    return found


async def by_the_bot(page: TablePage, work: Callable[[], Awaitable[Any]]) -> Any:
    """Let the bot do something that nobody asked for."""
    async with page.turn:
        with page.env._bot_scope():
            done = await work()
        await page.env.settle()
    return done


async def test_computers_play_and_clocks_run_while_nobody_does_anything(database: Path) -> None:
    async with open_table(database, QUICK, 0) as page:
        ann = page.viewers[0]
        async with page.turn:
            await ann.slash(page.channel, "kontsina", computers=1, clock="live")
        table = await soon(lambda: next(iter(kuku(page).house._tables.values()), None))
        await soon(lambda: table.live and not table.places[table.going().to_act[0]].computer)
        left = table.row.deadline / 1000 - page.env.now().timestamp()
        assert 50 < left <= 60
        await asyncio.sleep(0.5)
        assert 0.3 < left - (table.row.deadline / 1000 - page.env.now().timestamp()) < 5


async def test_a_kept_database_goes_on_where_it_stopped(database: Path) -> None:
    async with open_table(database, QUICK, 0) as page:
        ann = page.viewers[0]
        async with page.turn:
            await ann.slash(page.channel, "kontsina", computers=1, clock="none")
        await soon(page.channel.history)
        number = next(iter(kuku(page).house._tables))
    async with open_table(database, QUICK, 0) as page:
        message = await soon(lambda: page.channel.last_message)
        assert number in kuku(page).house._tables
        keys = page._controls(page._open_page())
        assert any(custom_id.startswith(f"kb:{number}:") for custom_id in keys.values())
        async with page.turn:
            assert (await page.viewers[0].slash(page.channel, "hand")).ephemeral
        assert message.author.id == kuku(page).user.id


class Choices(discord.ui.View):
    """Buttons that say which of them was pressed."""

    def __init__(self, labels: str, pressed: list[str]) -> None:
        super().__init__(timeout=None)
        for label in labels:
            button: discord.ui.Button[Choices] = discord.ui.Button(label=label, custom_id=f"test:{label}")
            button.callback = self._note(label, pressed)  # type: ignore[method-assign]
            self.add_item(button)

    @staticmethod
    def _note(label: str, pressed: list[str]) -> Any:
        async def note(interaction: discord.Interaction[Any]) -> None:
            pressed.append(label)
            await interaction.response.defer()

        return note


def press(page: Any, key: str, revision: int) -> dict[str, Any]:
    """What the browser sends when a button is pressed."""
    return {
        "protocol_version": 3,
        "sequence": page.last_sequence + 1,
        "request_id": f"press-{page.last_sequence}",
        "generation": page.generation,
        "bot_generation": page.preview.env._generation,
        "published_revision": revision,
        "kind": "click",
        "control_key": key,
        "target_id": key.split(":")[1],
    }


async def test_a_press_means_what_its_presser_saw(database: Path) -> None:
    pressed: list[str] = []
    async with open_table(database, QUICK, 0) as page:
        channel = kuku(page).get_partial_messageable(page.channel.id)
        message = await by_the_bot(page, lambda: channel.send(view=Choices("AB", pressed)))
        opened = page._open_page()
        place = {custom_id: key for key, custom_id in page._controls(opened).items()}
        seen = opened.revision
        await by_the_bot(page, lambda: message.edit(view=Choices("BC", pressed)))
        await soon(lambda: opened.revision > seen)
        assert page._controls(opened)[place["test:A"]] == "test:B", "B must have moved to where A was"

        gone = await page._action(opened.id, press(opened, place["test:A"], seen))
        assert gone["rejected"]
        assert pressed == []
        moved = await page._action(opened.id, press(opened, place["test:B"], seen))
        assert moved["settlement"] == "settled"
        assert pressed == ["B"]


async def test_a_picture_stays_until_the_page_shows_what_replaced_it(database: Path) -> None:
    def picture(colour: str) -> discord.File:
        made = io.BytesIO()
        Image.new("RGB", (8, 8), colour).save(made, "PNG")
        return discord.File(io.BytesIO(made.getvalue()), f"{colour}.png")

    async with open_table(database, QUICK, 0) as page:
        channel = kuku(page).get_partial_messageable(page.channel.id)
        message = await by_the_bot(page, lambda: channel.send(file=picture("red")))
        opened, elsewhere = page._open_page(), page._open_page()
        (red,) = [identity for identity, asset in opened.assets.items() if asset.filename == "red.png"]
        served = await page._prepare_asset(opened.id, red)
        async with page.turn:
            with page.env._bot_scope():
                await message.edit(attachments=[picture("blue")])
            await page.env.settle()
            payload = page._page_payload(opened)
            assert "red.png" in json.dumps(payload["messages"]), "edited, and not published yet"
            assert '"available": false' not in json.dumps(payload["messages"])
            assert red in payload["assets"]
            assert await page._prepare_asset(opened.id, red) == served
        await soon(lambda: any(asset.filename == "blue.png" for asset in opened.assets.values()))
        assert await page._prepare_asset(opened.id, red) == served
        with pytest.raises(SetupError):
            await page._prepare_asset(elsewhere.id, red)


async def test_files_that_no_message_has_any_more_are_forgotten(database: Path) -> None:
    async with open_table(database, QUICK, 0) as page:
        kept = page.env.backend.cdn._blobs
        channel = kuku(page).get_partial_messageable(page.channel.id)
        await soon(lambda: sum("/emojis/" in url for url in kept) == len(TILES))
        first = discord.File(io.BytesIO(b"first"), "a.txt")
        message = await by_the_bot(page, lambda: channel.send(file=first))
        await by_the_bot(page, lambda: message.edit(attachments=[discord.File(io.BytesIO(b"second"), "b.txt")]))
        page.forget_old_files()
        assert [data for url, data in kept.items() if "/attachments/" in url] == [b"second"]
        assert sum("/emojis/" in url for url in kept) == len(TILES)


async def test_threads_and_direct_messages_are_places_of_those_who_may_see_them(database: Path) -> None:
    async with open_table(database, QUICK, 0) as page:
        ann, bjorn = page.viewers[:2]
        parent = await by_the_bot(page, lambda: kuku(page).fetch_channel(page.channel.id))
        thread = await by_the_bot(
            page, lambda: parent.create_thread(name="Kierki", type=discord.ChannelType.public_thread)
        )
        user = await by_the_bot(page, lambda: kuku(page).fetch_user(bjorn.id))
        await by_the_bot(page, lambda: user.send("Your hand"))

        def names(viewer: Any) -> list[str]:
            return [place["name"] for place in page.places(page._open_page(str(viewer.id)))]

        assert names(ann) == ["cards", "lounge", "Kierki"]
        assert names(bjorn) == ["cards", "lounge", "Kierki", "Direct messages"]
        with page.at(thread.id):
            there = page._open_page(str(bjorn.id))
        assert (there.channel_id, there.viewer.id) == (thread.id, bjorn.id)
        with page.at(bjorn.user.dm_channel.id):
            private = page._open_page(str(ann.id))
        assert private.viewer.id == bjorn.id, "nobody reads the direct messages of another"
        assert [message["components"] or message["content"] for message in private.snapshot["messages"].values()] == [
            "Your hand"
        ]
