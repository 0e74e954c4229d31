"""People at the table: members that read the controls they are offered and press them, as players do."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.support.simkit import emit_click, walk


@dataclass(frozen=True)
class Control:
    """A button or select as a member sees it."""

    custom_id: str
    label: str
    disabled: bool = False
    options: tuple[tuple[str, str], ...] = ()
    least: int = 1
    most: int = 1
    style: int = 0

    @property
    def verb(self) -> str:
        """What it does: the verb of its custom_id."""
        return self.custom_id.split(":")[3]

    @property
    def decides(self) -> bool:
        """Does it answer the question on the table?"""
        return self.custom_id.split(":")[2] != ""

    @property
    def object(self) -> str:
        """What stands behind its verb."""
        return ":".join(self.custom_id.split(":")[4:])


def components_of(message: Any) -> list[dict[str, Any]]:
    """The components of a message or response, as Discord has them."""
    found = message.components
    return [part if isinstance(part, dict) else part.to_dict() for part in found]


def controls(message: Any) -> list[Control]:
    """All controls of a message, in order."""
    return list(_controls(components_of(message)))


def _controls(components: list[dict[str, Any]]) -> Iterator[Control]:
    for part in walk(components):
        if part.get("type") == 2 and part.get("custom_id"):
            yield Control(part["custom_id"], part.get("label") or "", bool(part.get("disabled")), style=part["style"])
        elif part.get("type") == 3:
            options = tuple((option["value"], option["label"]) for option in part["options"])
            least, most = part.get("min_values", 1), part.get("max_values", 1)
            yield Control(part["custom_id"], part.get("placeholder") or "", False, options, least, most)


def text_of(message: Any) -> str:
    """All text of a message, line by line."""
    parts = [part.get("content") or "" for part in walk(components_of(message)) if part.get("type") == 10]
    return "\n".join(parts).replace("\ufe0e", "")


def alts_of(message: Any) -> list[str]:
    """The alt texts of its pictures."""
    return [item["description"] for part in walk(components_of(message)) for item in part.get("items") or ()]


def find(message: Any, label: str) -> Control:
    """The control with this label. Fails the test if there is none, naming those there are."""
    labels = [control.label for control in controls(message)]
    for control in controls(message):
        if control.label.replace("\ufe0e", "") == label:
            return control
    raise AssertionError(f"no control {label!r}; there are {labels}")


@dataclass
class Player:
    """A member who plays: opens the hand once, then presses what it offers. `presses` counts by turn."""

    actor: Any
    channel: Any
    rng: random.Random = field(default_factory=lambda: random.Random(0))
    hand: Any = None
    presses: list[int] = field(default_factory=list)

    @property
    def id(self) -> int:
        """The member's id."""
        return int(self.actor.id)

    async def press(self, message: Any, label: str) -> Any:
        """Press the button with this label; the answer."""
        return await self.actor.click(message, custom_id=find(message, label).custom_id)

    async def open_hand(self, table: Any) -> Any:
        """Press My hand on the table; the hand, which is also kept."""
        answer = await self.press(table, "My hand")
        assert answer.ephemeral, "a hand must be private"
        self.hand = answer.response
        return self.hand

    def offers(self) -> list[Control]:
        """The controls of the open hand that play or lead to a play, and can be pressed."""
        if self.hand is None:
            return []
        return [control for control in controls(self.hand) if control.decides and not control.disabled]

    async def play(self) -> int:
        """Take one turn with what the open hand offers; how many presses it took. Steps lead on until a move."""
        count = 0
        while True:
            choices = [control for control in self.offers() if control.label not in ("Back", "Earlier choices")]
            assert choices, f"{self.actor.name} has nothing to press: {text_of(self.hand)}"
            control = self.rng.choice(choices)
            count += 1
            await self._use(control)
            if control.verb in ("m", "c", "d"):
                self.presses.append(count)
                return count

    async def _use(self, control: Control) -> None:
        if not control.options:
            await self.actor.click(self.hand, custom_id=control.custom_id)
            return
        values = [value for value, _ in control.options]
        chosen = self.rng.sample(values, self.rng.randint(control.least, min(control.most, len(values))))
        await self.actor.select(self.hand, chosen, custom_id=control.custom_id)

    def press_at_once(self, env: Any, message: Any, control: Control) -> Any:
        """Queue a press without waiting for its answer; then ``await env.settle()``."""
        return emit_click(env, self.actor, message, control.custom_id)
