"""What a table may choose before a game: frozen dataclasses with default, bounds and help in one place.

A game writes ::

    @dataclass(frozen=True)
    class KontsinaOptions(Options):
        rounds: int = option(2, N_("How many rounds are played."), choices=(2, 4, 6))

Slash options, validation and help texts are all made from these fields.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cache
from typing import Any, Self

from games.errors import BadSetup


def N_(text: str) -> str:  # noqa: N802  # the mark that gettext tools know
    """Mark an English text for translation where it is written; it is translated where it is shown."""
    return text


def option(
    default: Any,
    help: str,
    *,
    choices: tuple[Any, ...] = (),
    low: int | None = None,
    high: int | None = None,
    words: Mapping[Any, str] | None = None,
) -> Any:
    """A field of an Options class: either `choices`, or whole numbers from `low` to `high`, or (bool) yes and no.

    `words` names values for people where the value itself is not plain: ``{"last": N_("last to capture")}``.
    """
    facts = {"help": help, "choices": choices, "low": low, "high": high, "words": dict(words or {})}
    return field(default=default, metadata=facts)


@dataclass(frozen=True)
class OptionRule:
    """One option as data: its name, default, allowed values (choices or low–high; a bool has neither) and help."""

    name: str
    default: Any
    help: str
    choices: tuple[Any, ...]
    low: int | None
    high: int | None
    words: Mapping[Any, str]

    def allows(self, value: Any) -> bool:
        """Is this value allowed, type included (True is no number)?"""
        if type(value) is not type(self.default):
            return False
        if self.choices:
            return value in self.choices
        if isinstance(value, bool):
            return True
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def facts(self) -> dict[str, Any]:
        """The option for `python -m games list`."""
        allowed: dict[str, Any] = {"choices": list(self.choices)} if self.choices else {}
        if self.low is not None or self.high is not None:
            allowed = {"low": self.low, "high": self.high}
        return {"name": self.name, "default": self.default, "help": self.help, **allowed}


@dataclass(frozen=True)
class Options:
    """Base of every game's options; making one with a value that is not allowed raises BadSetup."""

    def __post_init__(self) -> None:
        for rule in self.rules():
            value = getattr(self, rule.name)
            if rule.allows(value):
                continue
            if rule.choices:
                raise BadSetup(
                    "The option {name} must be one of {allowed}.",
                    name=rule.name,
                    allowed=", ".join(str(choice) for choice in rule.choices),
                )
            if isinstance(rule.default, bool):
                raise BadSetup("The option {name} must be true or false.", name=rule.name)
            raise BadSetup(
                "The option {name} must be a whole number from {low} to {high}.",
                name=rule.name,
                low=rule.low,
                high=rule.high,
            )

    @classmethod
    @cache
    def rules(cls) -> tuple[OptionRule, ...]:
        """Every option of this game, in the order written."""
        return tuple(OptionRule(name=f.name, default=f.default, **f.metadata) for f in fields(cls))

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """Options from a record's object; what is not named keeps its default. Raises BadSetup for unknown names."""
        known = {rule.name for rule in cls.rules()}
        for name in values:
            if name not in known:
                raise BadSetup("There is no option {name} in this game.", name=name)
        return cls(**values)

    def facts(self) -> dict[str, Any]:
        """Name → value, for a record."""
        return asdict(self)
