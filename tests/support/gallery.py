"""The gallery, docs/gallery: what every phase of every game looks like, on a desktop and on a phone.

``python -m tests.support.screenshots gallery [GAME…]`` takes it (or the shots of some games) anew. Positions come from
`phases`; each is put up as a table of its own over simcord, with the real messages, and photographed by `lens`.
"""

# ruff: noqa: T201 - a program that says what it does
from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from bot import Kuku
from db import members, servers, tables
from db.database import Database
from db.ids import new_id
from db.tables import SeatRow
from games import find_game
from offline.page import TablePage
from offline.world import World, build_world
from table.live import LiveTable, fingerprint
from table.pace import NO_WAITS
from table.presentation import Presentation
from table.turns import now_ms
from tests.support.lens import Lens
from tests.support.people import find
from tests.support.phases import OVER, Example, examples
from tests.support.processes import HOME

GALLERY = HOME / "docs" / "gallery"
#: The picture that README.md begins with, and the shot that it is on.
TABLE, FIRST = HOME / "docs" / "table.webp", "play-2"

#: Who sits beside the one whose hand is shown: names as long and as short as people have.
OTHERS = (
    "Björn", "Maximilian", "Kasia", "Konstantinos", "Lo", "Zuzanna", "per_erik_1987", "Oleńka", "Γιώργος", "Mia",
    "Stanisław", "Åsa", "Tomasz", "wiktoria", "Ali", "Ingrid", "The Great Gambler", "Ewa", "Signe",
)  # fmt: skip
#: What is shown of a table.
TABLE_SHOT, HAND_SHOT, RESULT_SHOT = "table", "hand", "result"


class Gallery:
    """Puts up positions in the world and takes their pictures as its first member sees them."""

    def __init__(self, world: World, lens: Lens) -> None:
        self._world = world
        self._lens = lens
        self._owner = world.members[0]
        self._channel = world.channels[0]
        bot = world.env.bot
        assert isinstance(bot, Kuku)
        self.house = bot.house

    async def take(self, presentation: Presentation) -> None:
        """All shots of one game, in place of those there were."""
        key = presentation.game.key
        folder = GALLERY / key
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        counts = presentation.game.seats_allowed
        for seats in sorted({min(counts), max(counts)}):
            for example in examples(presentation, seats):
                await self._take_example(folder, f"{example.phase.replace(' ', '-')}-{seats}", example)

    async def _take_example(self, folder: Path, stem: str, example: Example) -> None:
        """The table of a position and the hand of the seat to act; of a game that is over the result."""
        table, message = await self._put_up(example)
        if example.record.game == "kontsina" and stem == FIRST:
            scene = table.presentation.scene(table.show(self.house.words(table.row.server)))
            TABLE.write_bytes((await self.house.studio.scene(scene)).data)
        await self._shoot(folder / f"{stem}-{TABLE_SHOT}", message)
        if example.seat is not None:
            answer = await self._owner.click(message, custom_id=find(message, "My hand").custom_id)
            await self._shoot(folder / f"{stem}-{HAND_SHOT}", answer.response)
        else:
            await self._shoot(folder / f"{stem}-{RESULT_SHOT}", self._channel.history()[-1])
        self.house.hands.close(table.id)
        self.house.clock.drop(table.id)
        self.house.forget(table.id)
        self._world.env.backend.messages[self._channel.id].clear()

    async def _shoot(self, stem: Path, message: Any) -> None:
        await self._lens.take(message, self._owner.id, stem)

    async def _put_up(self, example: Example) -> tuple[LiveTable, Any]:
        """A table with this record, as rows of the database, and its message. One that is over is played to its end."""
        house, record = self.house, example.record
        ending = record.moves[-1:] if example.phase == OVER else ()
        table_id, at, server = new_id(), now_ms(), self._world.guild.id
        seats = [
            SeatRow(table_id, seat, member, name)
            for seat, (member, name) in enumerate(self._sitting(record.seats, example.seat or 0))
        ]
        async with house.db.write() as tx:
            tx.do(servers.ensure_server, server, self._world.guild.name, at)
            for seat in seats:
                tx.do(members.remember_member, server, seat.member or 0, seat.name, at)
            tx.do(
                tables.create_table,
                table_id,
                server=server,
                channel=self._channel.id,
                game=record.game,
                options=record.options,
                host=self._owner.id,
                at=at,
                seats=seats,
            )
            seed = record.seed.hex()
            tx.do(tables.save_table, table_id, seed=seed, seed_hash=fingerprint(seed), purses=record.purses)
            tx.do(tables.set_state, table_id, "live", at)
            tx.do(tables.append_moves, table_id, 0, record.moves[: len(record.moves) - len(ending)], at)
        table = await house.find(table_id)
        table.take(deadline=house.clock.deadline(table, table.going(), at))
        with self._world.env._bot_scope():
            page = await house.board.page(table)
            message = await house.board.post(table, page)
            await house.windows.shown(table_id, page.decision)
            if ending:
                async with house.at(table_id):
                    await house.turns.play(table, ending)
                await house.turns.show(table_id)
        await self._world.env.settle()
        return table, next(each for each in self._channel.history() if each.id == message)

    def _sitting(self, seats: int, own: int) -> Iterator[tuple[int, str]]:
        """Member and name of each seat: ours at `own`, made-up people on the others."""
        others = iter(enumerate(OTHERS, 10**15))
        for seat in range(seats):
            yield (self._owner.id, "Ann") if seat == own else next(others)


def write_list() -> None:
    """README.md of the gallery: the shots that are there, by game and phase; each leads to the one on a desktop."""
    lines = [
        "# What every game looks like",
        "",
        "Every kind of question of every game, with as few and as many seats as it allows: the message of the table, which",
        "all see, and the hand of somebody who is to act, which only they see; of a game that is over its result. Small",
        "pictures are from a phone and lead to the same on a desktop. `make screenshots` takes them.",
    ]
    folders = sorted(folder for folder in GALLERY.iterdir() if folder.is_dir())
    for folder in folders:
        lines += [
            "",
            f"## {find_game(folder.name).title}",
            "",
            "| phase | seats | table | hand or result |",
            "|---|---|---|---|",
        ]
        stems = {path.name.rsplit("-", 2)[0] for path in folder.glob(f"*-{TABLE_SHOT}-phone.webp")}
        for stem in sorted(
            stems, key=lambda stem: (stem.startswith(OVER), stem.rsplit("-", 1)[0], int(stem.rsplit("-")[-1]))
        ):
            phase, _, seats = stem.rpartition("-")
            cells = [_thumbnail(folder, f"{stem}-{shot}") for shot in (TABLE_SHOT, HAND_SHOT, RESULT_SHOT)]
            lines.append(f"| {phase.replace('-', ' ')} | {seats} | {cells[0]} | {cells[1] or cells[2]} |")
    (GALLERY / "README.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _thumbnail(folder: Path, name: str) -> str:
    if not (folder / f"{name}-phone.webp").exists():
        return ""
    start = f"{folder.name}/{name}"
    return (
        f'<a href="{start}-desktop.webp"><img src="{start}-phone.webp" width="195" alt="{name.replace("-", " ")}"></a>'
    )


async def gallery(keys: Iterable[str]) -> int:
    """Take the shots of these games, or of all; write the list; returns the exit code."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kuku-") as folder:
        database = Path(folder) / "kuku.sqlite3"
        bot = Kuku(database, pace=NO_WAITS, shard_count=1)
        bot.db = await Database.open(database)
        try:
            world = build_world(bot)
            async with TablePage(world, 0) as page:
                await world.env.start()
                async with Lens(page) as lens:
                    shooting = Gallery(world, lens)
                    known = shooting.house.presentations
                    for key in sorted(keys or known):
                        await shooting.take(known[key])
                        print(f"{key}: {lens.taken} shots, {time.monotonic() - begun:.0f} s", flush=True)
                write_list()
            await bot.close_rooms()
            await world.env.shutdown()
        finally:
            await bot.close_rooms()
    return 0
