"""Conversations with the line-by-line game."""

from __future__ import annotations

import queue
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kit.program import PATIENCE, Ran, finish, started
from tengen.game.setup import Setup
from tengen.storage import Store
from tengen.terminal.input import ExitReason
from tengen.terminal.plain_game import PlainGame
from tengen.terminal.table import TableFactory

LONG = 20.0
"""Seconds after which a test fails."""


class Talk:
    """The input and output of a game."""

    def __init__(self, write: Callable[[str], object], read: Callable[[], str]) -> None:
        self._write = write
        self._read = read
        self.heard: list[str] = []

    def say(self, *lines: str) -> None:
        """Type lines without waiting."""
        for line in lines:
            self._write(f"{line}\n")

    def hear(self, *words: str) -> list[str]:
        """Read until a line contains one of these texts; return all lines until then."""
        lines: list[str] = []
        while not lines or not any(word in lines[-1] for word in words):
            line = self._read()
            assert line, f"{words!r} was never said, but {self.heard}"
            lines.append(line.rstrip("\n"))
            self.heard.append(lines[-1])
        return lines

    def ask(self, line: str, words: str) -> list[str]:
        """Type a line, and read until a line contains this text."""
        self.say(line)
        return self.hear(words)

    def told(self, *lines: str) -> list[str]:
        """Type lines that are answered at once; return all answers."""
        self.say(*lines)
        return self.ask("help quit", "quit: quit")[:-1]


class Game(Talk):
    """A game in this process, in its own thread."""

    def __init__(self, store: Store | None, make_table: TableFactory | None = None) -> None:
        self._typed: queue.Queue[str | None] = queue.Queue()
        self._said: queue.Queue[str] = queue.Queue()
        super().__init__(self._typed.put, self._listen)
        self.plain = PlainGame(store, iter(self._typed.get, None), self._said.put, make_table)
        self.farewell: ExitReason | None = None

    def end(self) -> None:
        """End the input."""
        self._typed.put(None)

    def play(self, setup: Setup | None) -> None:
        """Play to the end of the game."""
        try:
            self.farewell = self.plain.run(setup)
        finally:
            self._said.put("")

    def let_pass(self, milliseconds: int) -> None:
        """Advance all clocks."""
        clock = self.plain.table._clock  # type: ignore[attr-defined] # noqa: SLF001
        now = clock.now
        clock.now = lambda: now() + milliseconds

    def _listen(self) -> str:
        with suppress(queue.Empty):
            return self._said.get(timeout=LONG)
        return ""


@contextmanager
def seated(
    setup: Setup | None, store: Store | None = None, make_table: TableFactory | None = None
) -> Iterator[Game]:
    """Start a game in this process, and end its input at the end."""
    game = Game(store, make_table)
    thread = threading.Thread(target=game.play, args=(setup,))
    thread.start()
    try:
        yield game
    finally:
        game.end()
        thread.join(PATIENCE)
    assert not thread.is_alive()


class Program(Talk):
    """The program in its own process."""

    def __init__(self, child: subprocess.Popen[bytes]) -> None:
        assert child.stdin is not None
        assert child.stdout is not None
        stdin, stdout = child.stdin, child.stdout
        super().__init__(
            lambda line: stdin.write(line.encode()), lambda: stdout.readline().decode()
        )
        self.child = child

    def end(self) -> Ran:
        """End the input, and wait for the program to end."""
        assert self.child.stdin is not None
        self.child.stdin.close()
        return finish(self.child)


@contextmanager
def talking(cwd: Path, *args: str, before: str = "") -> Iterator[Program]:
    """Run the program with its games below a directory, and kill it at the end."""
    with started(["play", "--plain", "--data", "data", *args], cwd, before=before) as child:
        try:
            yield Program(child)
        finally:
            child.kill()
