"""`tengen brain`: our engine at standard input and output, for any Gomocup manager."""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable
from functools import partial

from tengen import __version__
from tengen.classic.screen import Screen
from tengen.cli.complain import complain
from tengen.cli.output import DONE, show, with_screen
from tengen.cli.thinker import Thinker
from tengen.engine.alpha_beta import COMPILED
from tengen.engine.levels import Opponent
from tengen.errors import TengenError, UsageError
from tengen.protocol.brain import Brain
from tengen.protocol.lines import LineCutter
from tengen.protocol.reader import CommandReader
from tengen.protocol.requests import ChooseSwap, Hurry, Quit, Reply, Think
from tengen.prove.theorem_player import THEOREM_LEVEL
from tengen.prove.theorem_zone import describe_moves_left

ABOUT = """\
Tengen's engine as a brain for Gomocup managers: commands are read from standard
input and answered on standard output, until END or the end of the input.
"""
HELP = f"""\
usage: tengen brain [--level N] [--seed N]

{ABOUT}
options:
  --level N   play like the computer at a level, 1 to 10
  --seed N    a number for a level to play the same again

example:
  printf 'START 15\\nBEGIN\\n' | tengen brain
"""
PBRAIN_HELP = f"""\
usage: pbrain-tengen [--help | --version]

{ABOUT}
Other arguments are ignored. `tengen brain` does the same, and can play at a level.

example:
  printf 'START 15\\nBEGIN\\n' | pbrain-tengen
"""
Event = str | Callable[[], str] | None
"""A line that was read, the way to an answer that was found, or the end of the input."""


def run(arguments: list[str]) -> int:
    """Be a brain until told to end, and give the exit status."""
    if arguments in (["-h"], ["--help"]):
        return show(HELP)
    thinker = _make_thinker(arguments)
    if not COMPILED:
        complain(
            "the search is not compiled and so is slow: set up again where there is a C compiler"
        )
    return with_screen(lambda screen: Shell(screen, thinker).run())


def main() -> int:
    """The `pbrain-tengen` command; managers may add arguments of their own, which are ignored."""
    match sys.argv[1:]:
        case ["-h" | "--help"]:
            return show(PBRAIN_HELP)
        case ["--version"]:
            return show(f"tengen {__version__}\n")
    return run([])


def _make_thinker(arguments: list[str]) -> Thinker:
    """The engine, or who plays instead of it if the user wants a level."""
    if not arguments:
        return Thinker()
    from tengen.cli.arguments import Parser, add_level  # noqa: PLC0415 - managers give no options

    parser = Parser("tengen brain")
    add_level(parser)
    found = parser.parse_args(arguments)
    if found.level is None:
        raise UsageError("--seed goes with --level; `tengen brain --help` tells more.")
    opponent = Opponent(found.level, found.seed)
    return Thinker(opponent, knows_theorem=found.level == THEOREM_LEVEL)


class Shell:
    """Connects the brain to standard input, standard output and the engine."""

    def __init__(self, screen: Screen, thinker: Thinker) -> None:
        self._screen = screen
        self._brain = Brain()
        self._reader = CommandReader()
        self._events: queue.SimpleQueue[Event] = queue.SimpleQueue()
        self._thinker = thinker

    def run(self) -> int:
        """Answer until END, or until the input is over and all is answered."""
        self._thinker.learn(self._brain.settings)
        threading.Thread(target=self._listen, daemon=True).start()
        heard_all = False
        while not heard_all or self._brain.is_thinking:
            event = self._events.get()
            if event is None:
                heard_all = True
            elif isinstance(event, str):
                if self._hear(event):
                    break
            else:
                self._say(event())
        self._thinker.stop()
        return DONE

    def _hear(self, line: str) -> bool:
        """Answer a line; True if it was to quit."""
        command = self._reader.feed(line)
        replies = self._brain.receive(command) if command is not None else []
        self._thinker.learn(self._brain.settings)
        return any(self._do(reply) for reply in replies)

    def _do(self, reply: Reply) -> bool:
        """Send a line or start what was asked for; True if that was to quit."""
        if isinstance(reply, str):
            self._say(reply)
        elif isinstance(reply, Think | ChooseSwap):
            self._start(reply)
        elif isinstance(reply, Hurry):
            self._thinker.stop()
        return isinstance(reply, Quit)

    def _start(self, request: Think | ChooseSwap) -> None:
        try:
            self._thinker.get_ready(request.settings)
        except MemoryError:
            self._say(self._brain.give_up("not enough memory for the hash table"))
            return
        threading.Thread(target=self._think, args=(request,), daemon=True).start()

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

    def _think(self, request: Think | ChooseSwap) -> None:
        try:
            points = self._thinker.answer(request)
        except TengenError as error:
            self._events.put(partial(self._brain.give_up, str(error)))
            return
        is_opening = isinstance(request, ChooseSwap)
        words = "" if is_opening else describe_moves_left(self._thinker.left)
        if words:
            self._events.put(lambda: f"MESSAGE {words}")
        answer = self._brain.answer_swap if is_opening else self._brain.answer
        self._events.put(partial(answer, *points))


def _read() -> bytes:
    try:
        return os.read(0, 1 << 16)
    except OSError:
        return b""
