"""Run a program in a pseudo-terminal, and read its screen."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Callable

WIDTH, HEIGHT = 80, 24
ENVIRONMENT = {"TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"}
WORD = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07]*\x07|\x1b[^\[\]]|[^\x1b]")
PLACE = re.compile(r"\x1b\[(\d+);(\d+)H")
TIMEOUT = 60.0


class Screen:
    """The characters on a screen; None where nothing was written."""

    def __init__(self) -> None:
        self._cells: list[list[str | None]] = [[None] * WIDTH for _ in range(HEIGHT)]
        self._at = (0, 0)
        self._rest = ""
        self._decoder = codecs.getincrementaldecoder("utf-8")()

    @property
    def rows(self) -> list[str]:
        """All rows as text."""
        return ["".join(cell or " " for cell in row) for row in self._cells]

    @property
    def is_full(self) -> bool:
        """Whether the whole screen was written to."""
        return all(None not in row for row in self._cells)

    def shows(self, text: str) -> bool:
        """Return whether a row contains this text."""
        return any(text in row for row in self.rows)

    def write(self, data: bytes) -> None:
        """Process the output of a program; an incomplete sequence waits for the rest."""
        text = self._rest + self._decoder.decode(data)
        at = 0
        while match := WORD.match(text, at):
            self._take(match[0])
            at = match.end()
        self._rest = text[at:]

    def _take(self, word: str) -> None:
        row, col = self._at
        place = PLACE.fullmatch(word)
        if place is not None:
            self._at = int(place[1]) - 1, int(place[2]) - 1
        elif word == "\r":
            self._at = row, 0
        elif word == "\n":
            self._at = row + 1, col
        elif not word.startswith("\x1b"):
            if row < HEIGHT and col < WIDTH:
                self._cells[row][col] = word
            self._at = row, col + 1


class Program:
    """A program running in a pseudo-terminal."""

    def __init__(self, command: list[str]) -> None:
        self.screen = Screen()
        self._started = time.perf_counter()
        self._process, self._terminal = pty.fork()
        if not self._process:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("4H", HEIGHT, WIDTH, 0, 0))
            os.environ.pop("NO_COLOR", None)
            os.execve(command[0], command, os.environ | ENVIRONMENT)

    def wait(self, is_there: Callable[[Screen], bool]) -> None:
        """Read until the condition is true. Raise TimeoutError."""
        end = time.perf_counter() + TIMEOUT
        while not is_there(self.screen):
            if not self.read(end - time.perf_counter()):
                raise TimeoutError("\n".join(self.screen.rows))

    def read(self, seconds: float) -> bool:
        """Read output, or wait for it. Return whether there was any."""
        ready, _, _ = select.select([self._terminal], [], [], max(0.0, seconds))
        if ready:
            self.screen.write(os.read(self._terminal, 65536))
        return bool(ready)

    def press(self, keys: str) -> None:
        """Type these keys."""
        os.write(self._terminal, keys.encode())

    def kill(self) -> tuple[float, float]:
        """Kill the program; return its CPU seconds and its wall-clock seconds."""
        os.kill(self._process, signal.SIGKILL)
        used = os.wait4(self._process, 0)[2]
        os.close(self._terminal)
        return used.ru_utime + used.ru_stime, time.perf_counter() - self._started
