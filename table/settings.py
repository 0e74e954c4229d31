"""What a server has set, and what a person prefers: read once, kept in memory, written through."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from db import members, servers
from pictures.scene import Colours, Look
from table.words import Words, words_for

if TYPE_CHECKING:
    from table.house import House

#: Bounds of the numbers that a server may set.
DEBT_MAX, WELCOME_MAX, DAILY_MAX = 10_000, 10_000, 1_000


@dataclass(frozen=True)
class Settings:
    """What people who manage a server have chosen. `channels` empty: tables may be opened anywhere."""

    language: str = "en"
    time_zone: str = "UTC"
    clock: Literal["live", "slow", "none"] = "live"
    channels: tuple[int, ...] = ()
    debt: int = 100
    welcome: int = 100
    daily: int = 25
    moderators: int | None = None

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Settings from what the database holds; names it no longer knows are left aside."""
        known = {f.name for f in fields(cls)}
        values = {name: value for name, value in stored.items() if name in known}
        if "channels" in values:
            values["channels"] = tuple(values["channels"])
        return cls(**values)

    def day(self, at: int) -> str:
        """The calendar day of a moment (epoch milliseconds) in the server's time zone: ``2026-03-29``."""
        return self._local(at).date().isoformat()

    def beginning_of_day(self, at: int) -> int:
        """The first moment of that day, in epoch milliseconds; days of 23 and 25 hours included."""
        midnight = self._local(at).replace(hour=0, minute=0, second=0, microsecond=0, fold=0)
        return int(midnight.timestamp() * 1000)

    def _local(self, at: int) -> datetime:
        return datetime.fromtimestamp(at / 1000, tz=UTC).astimezone(ZoneInfo(self.time_zone))


@dataclass(frozen=True)
class Preferences:
    """What a person has chosen, for every server. `language` empty: as their Discord."""

    hands: Literal["here", "dm"] = "here"
    pictures: bool = True
    mentions: bool = True
    colours: Colours = "four"
    language: str = ""

    @classmethod
    def read(cls, stored: Mapping[str, Any]) -> Self:
        """Preferences from what the database holds."""
        known = {f.name for f in fields(cls)}
        return cls(**{name: value for name, value in stored.items() if name in known})

    @property
    def look(self) -> Look:
        """How this person wants pictures."""
        return Look(self.colours)

    def facts(self) -> dict[str, Any]:
        """Name → value."""
        return asdict(self)


def is_time_zone(name: str) -> bool:
    """Is there a time zone of this name?"""
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True


class Choices:
    """Settings and preferences of everybody, kept in memory as they are in the database."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._settings: dict[int, Settings] = {}
        self._preferences: dict[int, Preferences] = {}

    def known_settings(self, server: int) -> Settings:
        """The settings of a server as last read; the usual ones for a server not read yet."""
        return self._settings.get(server, Settings())

    async def settings(self, server: int) -> Settings:
        """The settings of a server."""
        if server not in self._settings:
            self._settings[server] = Settings.read(await self._house.db.read(servers.server_settings, server))
        return self._settings[server]

    async def preferences(self, member: int) -> Preferences:
        """The preferences of a person."""
        if member not in self._preferences:
            self._preferences[member] = Preferences.read(await self._house.db.read(members.preferences_of, member))
        return self._preferences[member]

    async def words(self, member: int) -> Words | None:
        """The language that a person has chosen; None: as their Discord."""
        language = (await self.preferences(member)).language
        return words_for(language) if language else None

    async def set(self, server: int, name: str, at: int, **changes: Any) -> Settings:
        """Change settings of a server (its name is needed if it was never seen)."""
        async with self._house.db.write() as tx:
            tx.do(servers.ensure_server, server, name, at)
            for key, value in changes.items():
                tx.do(servers.save_setting, server, key, value)
        self._settings.pop(server, None)
        return await self.settings(server)

    async def prefer(self, member: int, **changes: Any) -> Preferences:
        """Change preferences of a person."""
        async with self._house.db.write() as tx:
            for key, value in changes.items():
                tx.do(members.save_preference, member, key, value)
        self._preferences.pop(member, None)
        return await self.preferences(member)
