"""simcord 3.2.1, made faster and as strict as Discord; import it before any simcord.Env is made.

What simcord lets through and Discord rejects is rejected here, so that a test that passes would pass live. Every
outgoing request can be watched (`watchers`): that is where payloads are checked for limits and hidden cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import simcord.env as simcord_env
from simcord import interactions
from simcord.backend import Backend, serializers
from simcord.backend.errors import BackendError, invalid_form_body
from simcord.enums import ComponentType, InteractionType
from simcord.http import router
from simcord.results import InteractionResult

#: Called with (backend, method, path, body, files) for every request that was accepted, before it is answered.
Watcher = Callable[[Backend, str, str, Any, list[Any]], None]
watchers: list[Watcher] = []

# simcord sleeps 50 ms after each action when only callbacks of the loop are left.
simcord_env.Env._settle_internal.__kwdefaults__["idle"] = 0.001

MAX_FILE = 10 * 2**20
MAX_EMOJI = 256 * 1024
COMMAND_NAME = re.compile(r"^[-_'\w]{1,32}$")


# ---- expired tokens: Discord says 401/50027, a plain HTTPException; simcord would say 404, a NotFound ------------

_find_by_token = Backend.interaction_by_token


def _interaction_by_token(self: Backend, token: str) -> Any:
    record = self.interactions.get(self.interaction_tokens.get(token))
    if record is not None and record.expires_at is not None and self.now_iso() >= record.expires_at:
        raise BackendError(401, 50027, "Invalid Webhook Token")
    return _find_by_token(self, token)


Backend.interaction_by_token = _interaction_by_token


# ---- what Discord rejects -----------------------------------------------------------------------------------


def walk(components: Any) -> Iterator[dict[str, Any]]:
    """Every component of a message, nested ones too."""
    for component in components or ():
        yield component
        yield from walk(component.get("components"))
        if isinstance(component.get("accessory"), dict):
            yield component["accessory"]


def _check_message(backend: Backend, body: Mapping[str, Any], files: list[Any]) -> None:
    if len(files) > 10:
        raise invalid_form_body("attachments: Must be 10 or fewer in length")
    for file in files:
        place = file.fp.tell()
        size = file.fp.seek(0, 2)
        file.fp.seek(place)
        if size > MAX_FILE:
            raise BackendError(413, 40005, "Request entity too large")
    for component in walk(body.get("components")):
        _check_component(backend, component)


def _check_component(backend: Backend, component: dict[str, Any]) -> None:
    is_button = component.get("type") == 2 and component.get("style") != 6
    if is_button and not component.get("label") and not component.get("emoji"):
        raise invalid_form_body("button needs a label or emoji")
    options = component.get("options") or ()
    if component.get("type") == 3 and component.get("max_values", 1) > len(options):
        raise invalid_form_body("options: fewer than max_values")
    for emoji in [component.get("emoji"), *[option.get("emoji") for option in options]]:
        if emoji and emoji.get("id"):
            known = int(emoji["id"]) in backend.application_emojis
            if not known and not any(int(emoji["id"]) in guild.emojis for guild in backend.guilds.values()):
                raise invalid_form_body("emoji: Invalid emoji")
        elif emoji:
            name = emoji.get("name") or ""
            if name.isascii() and not re.match(r"^[0-9#*]", name):
                raise invalid_form_body("emoji: Invalid emoji")


def _check_commands(commands: list[dict[str, Any]]) -> None:
    if sum(command.get("type", 1) == 1 for command in commands) > 100:
        raise BackendError(400, 30032, "Maximum number of application commands reached")
    seen = set()
    for command in commands:
        key = (command["name"], command.get("type", 1))
        if key in seen:
            raise invalid_form_body("APPLICATION_COMMANDS_DUPLICATE_NAME")
        seen.add(key)
        if _check_command(command, command.get("type", 1) == 1) > 8000:
            raise invalid_form_body("command exceeds maximum size (8000)")


def _check_command(option: dict[str, Any], chat_input: bool) -> int:
    """Check one command or option and everything below it; returns its size as Discord counts it."""
    names = [option["name"], *(option.get("name_localizations") or {}).values()]
    texts = [option.get("description") or "", *(option.get("description_localizations") or {}).values()]
    if chat_input and any(not COMMAND_NAME.match(name) or name != name.lower() for name in names):
        raise invalid_form_body(f"name {option['name']!r}")
    if chat_input and any(not 1 <= len(text) <= 100 for text in texts):
        raise invalid_form_body(f"description of {option['name']!r}")
    size = max(map(len, names)) + max(map(len, texts))
    below = option.get("options") or []
    if len(below) > 25 or len(option.get("choices") or ()) > 25:
        raise invalid_form_body("more than 25")
    for choice in option.get("choices") or ():
        size += len(choice["name"]) + (len(choice["value"]) if isinstance(choice["value"], str) else 0)
    optional = False
    for parameter in below:
        if parameter.get("type") not in (1, 2):
            if optional and parameter.get("required"):
                raise invalid_form_body("required options must come first")
            optional |= not parameter.get("required")
        size += _check_command(parameter, chat_input)
    return size


_dispatch = router.dispatch


def dispatch(
    backend: Backend,
    method: str,
    path: str,
    *,
    json: Any = None,
    params: Any = None,
    files: Any = None,
    reason: Any = None,
    message_content_access: bool = True,
) -> Any:
    """simcord's dispatch, with Discord's checks before it and the watchers behind it."""
    if method in ("POST", "PATCH") and isinstance(json, dict):
        _check_request(backend, method, path, json, files or [])
    if method == "PUT" and path.endswith("/commands") and isinstance(json, list):
        _check_commands(json)
    answer = _dispatch(
        backend,
        method,
        path,
        json=json,
        params=params,
        files=files,
        reason=reason,
        message_content_access=message_content_access,
    )
    for watcher in watchers:
        watcher(backend, method, path, json, files or [])
    return answer


def _check_request(backend: Backend, method: str, path: str, json: dict[str, Any], files: list[Any]) -> None:
    if path.endswith("/callback"):
        if json.get("type") in (4, 7):
            _check_message(backend, json.get("data") or {}, files)
    elif re.search(r"/messages(/|$)|^/webhooks/\d+/[^/]+$", path):
        _check_message(backend, json, files)
    found = re.fullmatch(r"/channels/(\d+)/messages", path)
    channel = backend.channels.get(int(found[1])) if found else None
    if channel is not None and channel.guild_id and method == "POST" and files:
        backend.require_permissions(channel.guild_id, backend.bot_user.id, channel.id, "attach_files")
    if re.fullmatch(r"/channels/\d+(/messages/\d+)?/threads", path) and not 1 <= len(json.get("name") or "") <= 100:
        raise invalid_form_body("thread name")
    if path.endswith("/emojis") and path.startswith("/applications/"):
        if not re.fullmatch(r"\w{2,32}", json.get("name") or ""):
            raise invalid_form_body("emoji name")
        if len(json.get("image") or "") * 3 // 4 > MAX_EMOJI:
            raise BackendError(400, 50138, "File cannot be larger than 256.0 kb")


router.dispatch = dispatch


# ---- drivers that simcord lacks -----------------------------------------------------------------------------


def emit_click(
    env: Any, actor: Any, message: Any, custom_id: str, *, values: list[str] | None = None, times: int = 1
) -> InteractionResult:
    """Queue a press (or a select, with values) without waiting, so that several land at one moment.

    `times`: how often this one press is delivered. Then: ``await env.settle()``.
    """
    backend = env.backend
    channel = message.channel_id if hasattr(message, "channel_id") else message.channel.id
    stored = backend.get_message(channel, message.id)
    guild = getattr(actor, "guild", None)
    kind = ComponentType.BUTTON if values is None else ComponentType.STRING_SELECT
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind}
    if values is not None:
        data["values"] = values
    record, payload = interactions.base_payload(
        backend,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=channel,
        guild_id=guild.id if guild else None,
        user_id=actor.id,
        data=data,
    )
    payload["message"] = dict(serializers.message_payload(backend, stored))
    record.source_message_id = stored.id
    for _ in range(times):
        backend.emit("INTERACTION_CREATE", payload)
    return InteractionResult(env, record)


def close_dms(env: Any, user: Any, code: int = 50007) -> None:
    """From now on nobody can write to this person."""
    user = getattr(user, "user", user)
    env.inject_error(
        "POST",
        f"/channels/{user.dm_channel.id}/messages",
        status=403,
        code=code,
        message="Cannot send messages to this user",
        times=None,
    )


def kick_bot(env: Any, guild: Any) -> None:
    """The server removes the bot. Then: ``await env.settle()``."""
    env.backend.remove_guild(guild.id)


def emit_slash(env: Any, actor: Any, channel: Any, name: str) -> InteractionResult:
    """Queue a slash command without options, without waiting. Then: ``await env.settle()``."""
    backend = env.backend
    command = backend.find_command(name, None)
    record, payload = interactions.base_payload(
        backend,
        type=InteractionType.APPLICATION_COMMAND,
        channel_id=channel.id,
        guild_id=actor.guild.id,
        user_id=actor.id,
        data={"id": str(command["id"]), "name": name, "type": 1, "options": []},
    )
    backend.emit("INTERACTION_CREATE", payload)
    return InteractionResult(env, record)
