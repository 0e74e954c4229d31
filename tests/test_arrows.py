"""The house rule: imports go one way, and only four rooms know Discord (design.md)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parent.parent

#: Which rooms a room may import; everything else of this project is closed to it.
ALLOWED = {
    "games": set(),
    "pictures": set(),
    "db": set(),
    "locales": set(),
    "players": {"games"},
    "table": {"games", "players", "pictures", "db", "locales"},
    "cogs": {"table", "games", "players", "pictures", "db", "locales"},
    "bot": {"cogs", "table", "games", "players", "pictures", "db", "locales"},
    "offline": {"bot", "cogs", "table", "games", "players", "pictures", "db", "locales"},
}
KNOW_DISCORD = {"bot", "offline", "cogs", "table"}


def files() -> list[Path]:
    found = [HOME / "bot.py"]
    for room in ALLOWED:
        found += sorted((HOME / room).rglob("*.py"))
    return found


def imported(path: Path) -> set[str]:
    """The first names of everything a file imports when it runs; what is only for type checkers does not count."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            names.add((node.module or "").split(".")[0])
    return names


@pytest.mark.parametrize("path", files(), ids=lambda path: str(path.relative_to(HOME)))
def test_imports_follow_the_arrows(path: Path) -> None:
    room = path.relative_to(HOME).parts[0].removesuffix(".py")
    names = imported(path)
    assert names & set(ALLOWED) <= ALLOWED[room] | {room}
    if room not in KNOW_DISCORD:
        assert "discord" not in names
    if room == "games" and path.name != "__main__.py":
        assert not names & {"asyncio", "sqlite3", "aiosqlite", "time", "secrets"}


def test_there_is_something_to_check() -> None:
    assert {path.relative_to(HOME).parts[0] for path in files()} >= {"bot.py", "games", "table", "db", "pictures"}
