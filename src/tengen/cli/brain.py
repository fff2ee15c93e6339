"""`tengen brain`: our engine at standard input and output, for any Gomocup manager."""

from __future__ import annotations

import os
import queue
import threading

from tengen.classic.screen import Screen
from tengen.cli.complain import complain
from tengen.cli.output import DONE, show, with_screen
from tengen.core.board import Board
from tengen.core.games import FIVE_IN_A_ROW
from tengen.core.point import Point
from tengen.errors import TengenError, UsageError
from tengen.protocol.brain import Brain
from tengen.protocol.lines import LineCutter
from tengen.protocol.reader import CommandReader
from tengen.protocol.requests import ChooseSwap, Hurry, Quit, Reply, Think
from tengen.protocol.settings import Settings
from tengen.search.analysis import Limits
from tengen.search.engine import Engine
from tengen.search.searcher import COMPILED
from tengen.search.tables import tables

HELP = """\
usage: tengen brain

Tengen's engine as a brain for Gomocup managers: commands are read from standard
input and answered on standard output, until END or the end of the input.

example:
  printf 'START 15\\nBEGIN\\nEND\\n' | tengen brain
"""
DEFAULT_SECONDS = 5.0
FASTEST = 0.02
LAG = 0.03
SHARE = 20
MEGABYTE = 1 << 20

Event = str | Point | TengenError | None
"""A line that was read, what the engine found or why not, or the end of the input."""


def run(arguments: list[str]) -> int:
    """Be a brain until told to end, and give the exit status."""
    if arguments in (["-h"], ["--help"]):
        return show(HELP)
    if arguments:
        raise UsageError("a brain takes no arguments; `tengen brain --help` tells more.")
    if not COMPILED:
        complain(
            "the search is not compiled and so is slow: set up again where there is a C compiler"
        )
    return with_screen(lambda screen: Shell(screen).run())


def main() -> int:
    """The `pbrain-tengen` command; managers may add arguments of their own."""
    return run([])


class Shell:
    """Connects the brain to standard input, standard output and the engine."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._brain = Brain()
        self._reader = CommandReader()
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._engine: Engine | None = None

    def run(self) -> int:
        """Answer until END, or until the input is over and all is answered."""
        tables(FIVE_IN_A_ROW)  # before START is answered, when no clock is running
        threading.Thread(target=self._listen, daemon=True).start()
        heard_all = False
        while not heard_all or self._brain.is_thinking:
            event = self._events.get()
            if event is None:
                heard_all = True
            elif isinstance(event, str):
                if self._hear(event):
                    break
            elif isinstance(event, Point):
                self._say(self._brain.answer(event))
            else:
                self._say(self._brain.give_up(str(event)))
        if self._engine is not None:
            self._engine.stop()
        return DONE

    def _hear(self, line: str) -> bool:
        """Answer a line; True if it was to quit."""
        command = self._reader.feed(line)
        replies = self._brain.receive(command) if command is not None else []
        return any(self._do(reply) for reply in replies)

    def _do(self, reply: Reply) -> bool:
        """Send a line or start what was asked for; True if that was to quit."""
        if isinstance(reply, str):
            self._say(reply)
        elif isinstance(reply, Think):
            self._engine = self._engine or Engine(_megabytes(reply.settings))
            work = (reply.board, reply.settings)
            threading.Thread(target=self._think, args=work, daemon=True).start()
        elif isinstance(reply, ChooseSwap):
            self._say(self._brain.give_up("opening with swap2 is not played yet"))
        elif isinstance(reply, Hurry) and self._engine is not None and self._brain.is_thinking:
            self._engine.stop()
        return isinstance(reply, Quit)

    def _say(self, line: str) -> None:
        self._screen.write(f"{line}\n")

    def _listen(self) -> None:
        cutter = LineCutter()
        while piece := _read():
            for line in cutter.feed(piece):
                self._events.put(line)
        for line in cutter.end():
            self._events.put(line)
        self._events.put(None)

    def _think(self, board: Board, settings: Settings) -> None:
        try:
            assert self._engine is not None
            self._events.put(self._engine.choose(board, make_limits(settings)))
        except TengenError as error:
            self._events.put(error)


def make_limits(settings: Settings) -> Limits:
    """How long to think: the time for a move, and a share of what is left of the match."""
    seconds = DEFAULT_SECONDS
    if settings.timeout_turn is not None:
        seconds = settings.timeout_turn / 1000 - LAG
    if settings.time_left is not None:
        seconds = min(seconds, settings.time_left / 1000 / SHARE)
    return Limits(max(seconds, FASTEST), settings.max_node, settings.max_depth)


def _megabytes(settings: Settings) -> float:
    """The size of the hash table: a third of the memory there is, and not more than enough."""
    if settings.max_memory is None:
        return 64
    return min(128, settings.max_memory / MEGABYTE / 3)


def _read() -> bytes:
    try:
        return os.read(0, 1 << 16)
    except OSError:
        return b""
