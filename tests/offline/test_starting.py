"""Starting without a token, a port that is taken, and Ctrl-C: what is said, and the exit code."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest

import bot
from offline import choose
from tests.support.processes import running


def test_the_bot_without_a_token_says_so_in_a_sentence_and_never_serves_a_page() -> None:
    with running("bot.py") as program:
        assert program.end() == 1
        assert program.lines == []
        assert len(program.errors) == 1
        assert "DISCORD_TOKEN" in program.errors[0]
        assert "make run" in program.errors[0]


def test_make_run_without_a_token_opens_the_offline_table_and_ends_at_ctrl_c() -> None:
    with running("-m", "offline.choose", "--port", "0") as program:
        program.wait_for(r"http://127\.0\.0\.1:\d+/")
        assert "No DISCORD_TOKEN" in program.lines[0]
        assert ".env" in program.lines[0]
        assert len(program.lines) == 2
        assert program.interrupt() == 0
        assert program.errors == []


def test_make_run_with_a_token_is_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a.b.c")
    monkeypatch.setattr(bot, "main", lambda: 7)
    assert choose.main() == 7


def test_a_port_in_use_is_one_sentence_that_says_what_to_do() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with running("-m", "offline", "--port", str(port)) as program:
            assert program.end() == 1
            assert len(program.errors) == 1, program.errors
            assert re.search(rf"Port {port} is in use.*--port \d+", program.errors[0])


def test_a_database_that_cannot_be_used_is_a_sentence(tmp_path: Path) -> None:
    broken = tmp_path / "kuku.sqlite3"
    broken.write_bytes(b"this is no database, whatever its name says" * 100)
    with running("-m", "offline", "--port", "0", "--database", str(broken)) as program:
        assert program.end() == 1
        assert len(program.errors) == 1, program.errors
        assert str(broken) in program.errors[0]
    assert broken.read_bytes().startswith(b"this is no database")
