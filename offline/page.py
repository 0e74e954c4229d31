"""The page in the browser: simcord 3.2.1's preview, made into something to play on.

simcord's preview shows one channel as it was when somebody last acted on that page. This module, and it alone, reaches
into the preview of exactly that version (pinned in requirements-dev.txt) to change seven things:

- **It follows.** The browser asks twice a second for the published state anyway and draws only what differs, keeping
  drafts, scroll position, open menus and the command picker. What is missing is that somebody publishes: `follow`
  does, whenever something happened.
- **A press counts although the page has moved on.** simcord refuses a press made on anything but the newest state,
  and finds controls by their place. At a table where computers play, each second press would be lost; so what is
  pressed is looked up in the state that the presser saw (`_as_seen`). Whether a move is still possible the bot says.
- **Every channel is there**: both channels, threads, direct messages. A page belongs to the channel that its address
  names: ``#capability.channel.viewer``.
- **Pictures come at once.** simcord decodes each in a process of its own, one after the other, and refuses the ninth;
  these are the bot's own pictures, so they go to the browser as they are (`Pictures`).
- **A state stays whole until the next one.** A message may be edited between its publication and the browser's asking for
  it or its picture; simcord would call the picture unavailable meanwhile, and the table would flicker
  (`_page_payload`, `_prepare_asset`).
- **Publishing is cheap.** simcord parses every text of every message anew each time; parsed texts are remembered.
- **It looks like a table** and not like a tool of developers (static/).
"""

from __future__ import annotations

import asyncio
import io
import json
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import lru_cache
from html import escape
from pathlib import Path
from typing import Any, ClassVar, Self

from aiohttp import web
from babel.dates import LOCALTZ
from PIL import Image
from simcord import preview as preview_package
from simcord.backend.access import can_access_channel, message_accessible
from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import Message
from simcord.builders import ChannelHandle, UserHandle
from simcord.preview import Preview, _component_projection, _markdown, _messages, _queries
from simcord.preview._action_plans import _component_key, _component_paths
from simcord.preview._media import MediaInfo, MediaWorker, _process_media
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from offline.world import FACE, SERVER, World

STATIC = Path(__file__).parent / "static"
CAPABILITY = "X-Simcord-Capability"
JAVASCRIPT = "application/javascript"

#: How often the browser asks what is new, in milliseconds.
ASK = 150

#: How many published states of a page are remembered, to know what a press on an older one meant.
REMEMBERED = 30
#: Kinds of answers that put a new message below: the page goes there.
NEW_MESSAGES = {"response", "followup", "deferred"}

_channel: ContextVar[int | None] = ContextVar("channel of the page at work", default=None)

Controls = dict[str, str]


class TablePage(Preview):
    """A preview of the whole world. `turn` is held while something is being done in it."""

    _PAGE_LEASE_SECONDS = 24 * 3600.0

    def __init__(self, world: World, port: int) -> None:
        self._world = world
        self._home = world.channels[0]
        self._members = tuple(world.members)
        self._seen: dict[str, deque[tuple[int, Controls]]] = {}
        self._shown: dict[str, dict[str, tuple[str, bytes, str]]] = {}
        self.turn = asyncio.Lock()
        super().__init__(
            world.env,
            self._home,
            self._members,
            layout="channel",
            display="responsive",
            width=1100,
            height=900,
            locale="en-US",
            timezone=getattr(LOCALTZ, "key", None) or "UTC",
            presentation_time=None,
            assets=None,
            port=port,
        )
        self._server = TableServer(self, port)
        self._media_worker = Pictures()

    async def __aenter__(self) -> Self:
        await super().__aenter__()
        return self

    @property
    def address(self) -> str:
        """What to type into the browser; the page itself finds its capability."""
        return f"{self._origin}/"

    # ---- one preview, many channels --------------------------------------------------------------------------

    @contextmanager
    def at(self, channel: int | None) -> Iterator[None]:
        """Meanwhile `channel` and `viewers` are those of this channel (simcord knows but one)."""
        token = _channel.set(channel)
        try:
            yield
        finally:
            _channel.reset(token)

    @property
    def channel(self) -> ChannelHandle:
        """The channel of the page at work."""
        found = self.env.backend.channels.get(_channel.get() or self._home.id)
        if found is None or found.id == self._home.id:
            return self._home
        return ChannelHandle(self.env, None if found.guild_id is None else self._world.guild, found)

    @channel.setter
    def channel(self, channel: ChannelHandle) -> None:
        pass

    @property
    def viewers(self) -> tuple[Any, ...]:
        """Who can look at the channel of the page at work: all members, or the one who owns the direct messages."""
        channel = self.channel
        if channel.guild is not None:
            return self._members
        recipients = channel._channel.recipient_ids
        return tuple(UserHandle(self.env, member.user._user) for member in self._members if member.id in recipients)

    @viewers.setter
    def viewers(self, viewers: tuple[Any, ...]) -> None:
        pass

    def places(self, page: _Page) -> list[dict[str, Any]]:
        """The channels that the viewer of a page can go to: text channels, threads, then direct messages."""
        backend, viewer = self.env.backend, page.viewer.id
        found = []
        for channel in backend.channels.values():
            direct = channel.guild_id is None
            if direct and not (viewer in channel.recipient_ids and backend.messages.get(channel.id)):
                continue
            if not direct and not can_access_channel(self.env, channel.id, self._member(viewer), history=True):
                continue
            messages = backend.messages.get(channel.id, {}).values()
            last = max((m.id for m in messages if message_accessible(backend, channel.id, m, viewer)), default=0)
            kind = "direct" if direct else "thread" if channel.is_thread else "text"
            name = "Direct messages" if direct else channel.name
            found.append({"id": str(channel.id), "name": name, "kind": kind, "last": str(last)})
        return sorted(found, key=lambda place: (["text", "thread", "direct"].index(place["kind"]), int(place["id"])))

    def _member(self, viewer: int) -> Any:
        return next(member for member in self._members if member.id == viewer)

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> _Page:
        """Open a page; direct messages always belong to their owner."""
        if self.channel.guild is None or viewer_id not in {str(member.id) for member in self._members}:
            viewer_id = None
        return super()._open_page(viewer_id, target_id)

    # ---- following -------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Publish to every open page, if anything happened since the last time."""
        backend = self.env.backend
        if not backend.transcript and not backend.http_requests:
            return
        # Both lists are simcord's own notes for tests and would grow for ever; here they only say "something happened".
        backend.transcript.clear()
        backend.http_requests.clear()
        for page in tuple(self._pages.values()):
            if page is not self._python and page.id in self._pages:
                self._publish(page, reason="refresh")

    def forget_old_files(self) -> None:
        """Drop the bytes of attachments that no message has any more; simcord keeps every picture ever sent."""
        backend = self.env.backend
        used = {a["url"] for messages in backend.messages.values() for m in messages.values() for a in m.attachments}
        for url in [url for url in backend.cdn._blobs if "/attachments/" in url and url not in used]:
            del backend.cdn._blobs[url]

    def _publish(self, page: _Page, *, reason: Any = "action") -> None:
        self._advance_presentation_time()
        with self.at(page.channel_id):
            super()._publish(page, reason=reason)
        remembered = self._seen.setdefault(page.id, deque(maxlen=REMEMBERED))
        remembered.append((page.revision, self._controls(page)))
        for gone in self._seen.keys() - self._pages.keys() - {page.id}:
            del self._seen[gone]
        self._keep_pictures(page)

    def _page_payload(self, page: _Page) -> dict[str, Any]:
        payload = super()._page_payload(page)
        if payload["status"] != "access_denied" and page.pinned_snapshot is None:
            published = page.snapshot
            payload["messages"] = {identity: published["messages"][identity] for identity in payload["messages"]}
            payload["assets"] = published["assets"]
        return payload

    def _keep_pictures(self, page: _Page) -> None:
        """Keep the pictures that a page shows, and the latest of those that it showed."""
        shown = self._shown.setdefault(page.id, {})
        for identity, asset in page.assets.items():
            blob = None if asset.digest is None else self._blobs.get(asset.digest)
            if blob is not None and asset.contentType.startswith("image/"):
                shown.pop(identity, None)
                shown[identity] = (asset.contentType, blob.data, asset.filename)
        for old in list(shown)[: -len(page.assets) - REMEMBERED]:
            del shown[old]
        for gone in self._shown.keys() - self._pages.keys() - {page.id}:
            del self._shown[gone]

    async def _prepare_asset(self, context_id: str | None, asset_id: str, **wanted: Any) -> tuple[str, bytes, str]:
        """What simcord serves; of a picture that was replaced meanwhile, what this very page has shown."""
        try:
            return await super()._prepare_asset(context_id, asset_id, **wanted)
        except SetupError:
            shown = self._shown.get(self._get_page(context_id).id, {}).get(asset_id)
            if shown is None or any(wanted.values()):
                raise
            return shown

    def _controls(self, page: _Page) -> Controls:
        """Key (by place) and custom_id (by meaning) of every control that a page shows."""
        found: Controls = {}
        for identity in page.snapshot.get("messages", {}):
            try:
                message = self.env.backend.get_message(page.channel_id, int(identity))
            except BackendError:
                continue
            found.update(_controls_of(message))
        return found

    # ---- acting ----------------------------------------------------------------------------------------------

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self.turn:
            page = self._get_page(context_id)
            with self.at(page.channel_id):
                result = await super()._action(context_id, self._as_seen(page, body))
            self._go_to_answer(page, result)
            return result

    def _as_seen(self, page: _Page, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """The same action on the newest state; on none, and so refused, if its control is no longer there."""
        if not isinstance(body, Mapping):
            return body
        key, seen = body.get("control_key"), body.get("published_revision")
        changes: dict[str, Any] = {"published_revision": page.revision}
        if isinstance(key, str) and key.startswith("message:"):
            then: Controls = next((found for revision, found in self._seen.get(page.id, ()) if revision == seen), {})
            message = key.split(":component:")[0] + ":"
            places = {custom_id: at for at, custom_id in self._controls(page).items() if at.startswith(message)}
            changes["control_key"] = places.get(then.get(key, ""))
        if None in changes.values():
            changes = {"published_revision": -1}
        return {**body, **changes}

    def _go_to_answer(self, page: _Page, result: Mapping[str, Any]) -> None:
        """Where an action was answered with a new message, the page shows that message."""
        if result.get("settlement") != "settled" or page.id not in self._pages:
            return
        new = [item["messageId"] for item in result["outcomes"] if item["kind"] in NEW_MESSAGES and "messageId" in item]
        if new and str(page.target_id) != new[-1]:
            page.target_id = int(new[-1])
            self._publish(page)


def _controls_of(message: Message) -> Iterator[tuple[str, str]]:
    for index, root in enumerate(message.components):
        for path, component in _component_paths(root, str(index)):
            key = _component_key(component, path, message.id)
            if key is not None and component.get("custom_id"):
                yield key, str(component["custom_id"])


@lru_cache(maxsize=2000)
def _parsed(text: str, profile: str, context: str) -> str:
    return json.dumps(_markdown.markdown_tokens(text, profile, context=json.loads(context)))


def _markdown_tokens(value: Any, profile: str = "message", *, context: Any = None) -> list[dict[str, Any]]:
    """simcord's parsing of a text, remembered as JSON, since those who ask write into what they get."""
    if value is None:
        return []
    found: list[dict[str, Any]] = json.loads(_parsed(str(value), profile, json.dumps(context or {}, sort_keys=True)))
    return found


for _module in (_component_projection, _messages, _queries):
    vars(_module)["markdown_tokens"] = _markdown_tokens


class Pictures(MediaWorker):
    """Says what a picture is, here and now. Still pictures that browsers know go out unchanged.

    simcord reports a picture whose process had no limit of memory as incomplete; ours need no process, so none lacks it.
    """

    async def validate(self, key: str, blob: bytes, *, media_time: float | None = None) -> MediaInfo:
        """What simcord wants to know of a file; raises its MediaError if it is none that can be shown."""
        known = _still_picture(blob) if media_time is None else None
        if known is None:
            known = await asyncio.to_thread(_process_media, blob, media_time or 0.0)
        return replace(known, memory_limited=True)


def _still_picture(blob: bytes) -> MediaInfo | None:
    try:
        with Image.open(io.BytesIO(blob)) as picture:
            kind, (width, height) = str(picture.format), picture.size
            if kind not in ("PNG", "WEBP", "JPEG") or getattr(picture, "n_frames", 1) > 1:
                return None
    except OSError:  # no picture: simcord says what is wrong with it
        return None
    return MediaInfo(kind, width, height, 1, 4 * width * height, blob, Image.MIME[kind])


class TableServer(PreviewServer):
    """simcord's loopback server with our page around its app, and a list of the channels."""

    #: Paths that simcord does not have, or that we serve otherwise. simcord makes a route of each of these names.
    _OURS: ClassVar[tuple[str, ...]] = ("/", "/session.js", "/table.js", "/table.css", "/icon.png", "/api/places")
    _STATIC_FILES: ClassVar[dict[str, str]] = {**dict.fromkeys(_OURS, ""), **PreviewServer._STATIC_FILES}

    preview: TablePage

    async def _static(self, request: Any) -> Any:
        path = request.path
        if path not in self._OURS:
            answer = await super()._static(request)
            if path.startswith("/fonts/"):  # megabytes, the same for ever
                answer.headers.update({"Cache-Control": "private, max-age=86400", "Pragma": ""})
            return answer
        if request.headers.get("Host", "") not in self._allowed_hosts():
            raise web.HTTPForbidden
        if path == "/api/places":
            return await self._places(request)
        if path == "/icon.png":
            return self._file(FACE.read_bytes(), "image/png")
        if path == "/":
            return self._file(self._document().encode(), "text/html")
        if path == "/session.js":
            return self._file(_changed("session.js", {"interval = 500": f"interval = {ASK}"}).encode(), JAVASCRIPT)
        return self._file((STATIC / path[1:]).read_bytes(), "text/css" if path.endswith(".css") else JAVASCRIPT)

    def _file(self, data: bytes, kind: str) -> Any:
        charset = "utf-8" if kind.startswith(("text/", "application/")) else None
        return web.Response(body=data, content_type=kind, charset=charset, headers=self._SECURITY_HEADERS)

    def _document(self) -> str:
        """simcord's page with our title, style and script; the script runs first and finds the capability here."""
        capability = escape(self.preview.capability, quote=True)
        head = (
            f'<meta name="capability" content="{capability}">\n<link rel="icon" href="/icon.png">\n'
            '<link rel="stylesheet" href="/table.css">\n<script src="/table.js"></script>\n</head>'
        )
        title = f"<title>{escape(SERVER)}</title>"
        return _changed("index.html", {"<title>SimCord Preview</title>": title, "</head>": head})

    async def _places(self, request: Any) -> Any:
        context = request.headers.get("X-Simcord-Context")
        if not self._authorized(request, context=context):
            raise web.HTTPUnauthorized
        try:
            page = self.preview._get_page(context)
        except SetupError as expired:
            raise web.HTTPGone from expired
        here = {"here": str(page.channel_id), "viewer": str(page.viewer.id), "places": self.preview.places(page)}
        return web.json_response(here, headers=self._SECURITY_HEADERS)

    def _authorized(self, request: Any, *, context: str | None = None) -> bool:
        """Only the first part of what the page sends is its capability; the others say where it is."""
        headers = request.headers.copy()
        headers[CAPABILITY] = _parts(request)[0]
        return super()._authorized(request.clone(headers=headers), context=context)

    async def _pages(self, request: Any) -> Any:
        if not self._authorized(request):
            raise web.HTTPUnauthorized
        _, channel, viewer = _parts(request)
        backend = self.preview.env.backend
        known = int(channel) if channel.isdecimal() and int(channel) in backend.channels else None
        with self.preview.at(known):
            try:
                page = self.preview._open_page(viewer)
            except (SetupError, BackendError) as problem:
                raise web.HTTPBadRequest(text=str(problem)) from problem
        return web.json_response(self.preview._page_payload(page), headers=self._SECURITY_HEADERS)


def _changed(name: str, changes: Mapping[str, str]) -> str:
    """A file of simcord's app with these texts in place of others, each of which it must contain."""
    text = (Path(preview_package.__file__).with_name("static") / name).read_text(encoding="utf-8")
    for old, new in changes.items():
        if old not in text:
            raise SetupError(f"simcord's {name} is not the one of version 3.2.1: {old!r} is not in it")
        text = text.replace(old, new, 1)
    return text


def _parts(request: Any) -> tuple[str, str, str]:
    parts = [*str(request.headers.get(CAPABILITY, "")).split("."), "", ""]
    return parts[0], parts[1], parts[2]
