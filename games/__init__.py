"""The rules: what each game is, and nothing of how it is shown. `find_games()` knows every game in this room."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from games.errors import BadSetup
from games.game import Game


@cache
def find_games() -> dict[str, type[Game]]:
    """Key → class of every game that has a file in this room, by title. A new game needs no entry anywhere."""
    for module in pkgutil.iter_modules(__path__):
        if not module.name.startswith("_"):
            importlib.import_module(f"{__name__}.{module.name}")
    found: dict[str, type[Game]] = {}
    waiting: list[type[Game]] = [Game]  # type: ignore[type-abstract]  # only its subclasses are asked for
    while waiting:
        for kind in waiting.pop().__subclasses__():
            waiting.append(kind)
            if kind.__module__.startswith(f"{__name__}.") and "key" in kind.__dict__:
                found[kind.key] = kind
    return dict(sorted(found.items(), key=lambda item: item[1].title))


def find_game(key: str) -> type[Game]:
    """The game with this key. Raises BadSetup for a key nobody has."""
    games = find_games()
    if key not in games:
        raise BadSetup("There is no game {key} here.", key=key)
    return games[key]
