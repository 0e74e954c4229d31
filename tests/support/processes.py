"""Programs of ours, run as people run them: what they print, and how they end."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HOME = Path(__file__).resolve().parents[2]


class Program:
    """A running Python program. Its output is collected as it comes."""

    def __init__(self, *arguments: str) -> None:
        environment = {**os.environ, "DISCORD_TOKEN": "", "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=HOME,
            env=environment,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.lines: list[str] = []
        self.errors: list[str] = []
        self._came = threading.Condition()
        self._readers = [
            threading.Thread(target=self._collect, args=(stream, kept), daemon=True)
            for stream, kept in ((self.process.stdout, self.lines), (self.process.stderr, self.errors))
        ]
        for reader in self._readers:
            reader.start()

    def _collect(self, stream: Iterator[str], kept: list[str]) -> None:
        for line in stream:
            with self._came:
                kept.append(line.rstrip("\n"))
                self._came.notify_all()
        with self._came:
            self._came.notify_all()

    def wait_for(self, pattern: str, seconds: float = 20) -> str:
        """The first match of a pattern in its output. Fails with what it said instead."""
        found: list[str] = []

        def seen() -> bool:
            found[:] = [match[0] for line in self.lines if (match := re.search(pattern, line))]
            return bool(found) or not self._readers[0].is_alive()

        with self._came:
            self._came.wait_for(seen, seconds)
        assert found, "\n".join([f"no {pattern!r} in what it said:", *self.lines, *self.errors])
        return found[0]

    def end(self, seconds: float = 20) -> int:
        """Wait until it has ended by itself and everything it said is there; the exit code."""
        code = self.process.wait(seconds)
        for reader in self._readers:
            reader.join(seconds)
        return code

    def interrupt(self) -> int:
        """Press Ctrl-C; the exit code."""
        self.process.send_signal(signal.SIGINT)
        return self.end()


@contextmanager
def running(*arguments: str) -> Iterator[Program]:
    """A program that runs meanwhile and is gone afterwards."""
    program = Program(*arguments)
    try:
        yield program
    finally:
        if program.process.poll() is None:
            program.process.kill()
        program.end()
        for stream in (program.process.stdout, program.process.stderr):
            stream.close()
