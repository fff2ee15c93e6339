"""`tengen brain`: our engine at standard input and output, for any Gomocup manager.

The engine gets the memory and the threads that the manager grants, and answers within the time that
it grants.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial

from tengen import __version__
from tengen.classic.console import Screen
from tengen.cli.output import DONE, print_error, print_text, with_screen
from tengen.engine.alpha_beta import COMPILED
from tengen.engine.analysis import Limits, TimeGrant, allot_time
from tengen.engine.balanced_opening import OpeningChooser
from tengen.engine.cancel_token import CancelToken
from tengen.engine.engine import Engine
from tengen.engine.levels import Opponent
from tengen.engine.pattern_tables import PATTERN_RULES, pattern_tables
from tengen.engine.search_thread import SearchThread
from tengen.errors import TengenError, UsageError
from tengen.gomocup.brain import Brain, BrainAction, ChooseSwap, Hurry, Quit, Think
from tengen.gomocup.command_text import CommandReader
from tengen.gomocup.settings import GOMOCUP_K, Settings
from tengen.gomocup.text import LineCutter
from tengen.prove.theorem_player import THEOREM_LEVEL, GuidedPlayer, TheoremPlayer
from tengen.prove.theorem_zone import describe_moves_left
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Rules

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
BrainEvent = str | Callable[[], str] | None
"""A line that was read, the way to an answer that was found, or the end of the input."""


def run(arguments: list[str]) -> int:
    """Be a brain until told to end, and give the exit status."""
    if arguments in (["-h"], ["--help"]):
        return print_text(HELP)
    thinker = _make_engine(arguments)
    if not COMPILED:
        print_error(
            "the search is not compiled and so is slow: set up again where there is a C compiler"
        )
    return with_screen(lambda screen: BrainShell(screen, thinker).run())


def main() -> int:
    """The `pbrain-tengen` command; managers may add arguments of their own, which are ignored."""
    match sys.argv[1:]:
        case ["-h" | "--help"]:
            return print_text(PBRAIN_HELP)
        case ["--version"]:
            return print_text(f"tengen {__version__}\n")
    return run([])


def _make_engine(arguments: list[str]) -> BrainEngine:
    """The engine, or who plays instead of it if the user wants a level."""
    if not arguments:
        return BrainEngine()
    from tengen.cli.arguments import Parser, add_level_options  # noqa: PLC0415 - managers give no options

    parser = Parser("tengen brain")
    add_level_options(parser)
    found = parser.parse_args(arguments)
    if found.level is None:
        raise UsageError("--seed goes with --level; `tengen brain --help` tells more.")
    opponent = Opponent(found.level, found.seed)
    return BrainEngine(opponent, knows_theorem=found.level == THEOREM_LEVEL)


class BrainShell:
    """Connects the brain to standard input, standard output and the engine."""

    def __init__(self, screen: Screen, thinker: BrainEngine) -> None:
        self._screen = screen
        self._brain = Brain()
        self._reader = CommandReader()
        self._events: queue.SimpleQueue[BrainEvent] = queue.SimpleQueue()
        self._thinker = thinker
        self._cancel = CancelToken()

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
        self._cancel.cancel()
        return DONE

    def _hear(self, line: str) -> bool:
        """Answer a line; True if it was to quit."""
        command = self._reader.feed(line)
        replies = self._brain.receive(command) if command is not None else []
        self._thinker.learn(self._brain.settings)
        return any(self._do(reply) for reply in replies)

    def _do(self, reply: BrainAction) -> bool:
        """Send a line or start what was asked for; True if that was to quit."""
        if isinstance(reply, str):
            self._say(reply)
        elif isinstance(reply, Think | ChooseSwap):
            self._start(reply)
        elif isinstance(reply, Hurry):
            self._cancel.cancel()
        return isinstance(reply, Quit)

    def _start(self, request: Think | ChooseSwap) -> None:
        try:
            self._thinker.start_request(request.settings)
        except MemoryError:
            self._say(self._brain.give_up("not enough memory for the hash table"))
            return
        cancel = self._cancel = CancelToken()
        SearchThread("brain", lambda _: self._think(request, cancel), self._heard, is_urgent=True)

    def _heard(self, answer: BrainEvent | TengenError) -> None:
        if isinstance(answer, TengenError):
            answer = partial(self._brain.give_up, str(answer))
        self._events.put(answer)

    def _say(self, line: str) -> None:
        self._screen.write(f"{line}\n")

    def _listen(self) -> None:
        cutter = LineCutter()
        while piece := _read_stdin():
            for line in cutter.feed(piece):
                self._events.put(line)
        for line in cutter.end():
            self._events.put(line)
        self._events.put(None)

    def _think(
        self, request: Think | ChooseSwap, cancel: CancelToken
    ) -> Iterator[Callable[[], str]]:
        points = self._thinker.answer(request, cancel)
        is_opening = isinstance(request, ChooseSwap)
        words = "" if is_opening else describe_moves_left(self._thinker.left)
        if words:
            yield lambda: f"MESSAGE {words}"
        yield partial(self._brain.answer_swap if is_opening else self._brain.answer, *points)


def _read_stdin() -> bytes:
    try:
        return os.read(0, 1 << 16)
    except OSError:
        return b""


class BrainEngine:
    """Made ready for a request, then asked to work on it in a thread of its own."""

    def __init__(self, opponent: Opponent | None = None, *, knows_theorem: bool = True) -> None:
        """An opponent makes the moves instead of the engine; openings are the engine's."""
        self._opponent = opponent
        self._winner = TheoremPlayer() if knows_theorem else None
        self._size: tuple[float, int] | None = None
        self._engine = Engine(0)
        self._guided = GuidedPlayer(self._engine, None)
        self._start = 0.0
        self._is_busy = False

    def learn(self, settings: Settings) -> None:
        """Have tables, theorem and memory, which take a while, before any clock is running."""
        if settings.rule in PATTERN_RULES:
            pattern_tables(Rules(1, 1, GOMOCUP_K, settings.rule))
        if self._winner is not None:
            self._winner.learn(settings.rule)
        if not self._is_busy and (settings.max_memory or settings.hash_size):
            with suppress(MemoryError):  # then the next request is told so
                self._resize(settings)

    def start_request(self, settings: Settings) -> None:
        """Be ready for a request; the time is running."""
        self._start = time.monotonic()
        self._resize(settings)
        if self._opponent is not None:
            self._opponent.limit_memory(self._share(settings))
        self._guided = GuidedPlayer(self._opponent or self._engine, self._winner)
        self._is_busy = True

    def answer(
        self, request: Think | ChooseSwap, cancel: CancelToken | None = None
    ) -> tuple[Point, ...]:
        """The move, or the stones of an opening; none of those is to swap."""
        try:
            return self._answer(request, cancel)
        finally:
            self._is_busy = False

    @property
    def left(self) -> int:
        """The most moves of ours until the win after the last answer; 0 if that is not known."""
        return self._guided.left

    def _answer(self, request: Think | ChooseSwap, cancel: CancelToken | None) -> tuple[Point, ...]:
        limits = limits_for(request.settings, request.board)
        if limits.seconds is not None:
            spent = time.monotonic() - self._start
            limits = replace(limits, seconds=max(0.0, limits.seconds - spent))
        if isinstance(request, ChooseSwap):
            return OpeningChooser(self._engine).choose(request.board, limits, cancel)
        return (self._guided.choose(request.board, limits, cancel),)

    def _share(self, settings: Settings) -> float:
        """The megabytes of a hash table: an opponent has one of its own."""
        return hash_megabytes_for(settings) / (1 if self._opponent is None else 2)

    def _resize(self, settings: Settings) -> None:
        """Have an engine of the right size, a new one if need be."""
        size = (self._share(settings), threads_for(settings))
        if size != self._size:
            self._engine = Engine(0)  # frees the old table before there is a new one
            self._size = None
            self._engine = Engine(*size)
            self._size = size


DEFAULT_HASH_MB = 64.0
"""Megabytes of the hash table where nobody has said anything."""
MAX_HASH_MB = 128.0
"""What the hash table is given at most, unless more is asked for by name."""
OTHER_MEMORY_MB = 38.0
"""Megabytes for everything else in the process, which takes 32 with two rules and Python 3.11, and
37 with Python 3.14."""
MB_PER_THREAD = 2.0
"""Megabytes for every further thread, which was seen to take 0.9."""
NEW_DEPTH_SHARE = 0.7
"""In the last part of the time for a move a new depth would hardly be completed. What is not used
of a match is kept for later moves; what is not used of a move is lost."""
MAX_THREADS = 64
KILOBYTE, MEGABYTE = 1 << 10, 1 << 20


def limits_for(settings: Settings, board: Board) -> Limits:
    """How long to think about a move on this board, and how far."""
    nodes, depth = settings.max_node, settings.max_depth
    times = (settings.timeout_turn, settings.timeout_match, settings.time_left)
    if (nodes or depth) and times == (None, None, None):
        return Limits(nodes=nodes, depth=depth)
    turn, match, left = (None if time is None else time / 1000 for time in times)
    allowance = allot_time(TimeGrant(turn, match, left, moves=len(board.stones) // 2))
    is_kept = match is not None or left is not None
    return Limits(
        allowance.hard, nodes, depth, NEW_DEPTH_SHARE * allowance.soft if is_kept else None
    )


def hash_megabytes_for(settings: Settings) -> float:
    """The size of the hash table: what was asked for, as far as the memory allows."""
    asked = (
        DEFAULT_HASH_MB if settings.hash_size is None else settings.hash_size * KILOBYTE / MEGABYTE
    )
    if settings.max_memory is None:
        return asked
    if settings.hash_size is None:
        asked = MAX_HASH_MB
    rest = OTHER_MEMORY_MB + MB_PER_THREAD * (threads_for(settings) - 1)
    return max(0.0, min(asked, settings.max_memory / MEGABYTE - rest))


def threads_for(settings: Settings) -> int:
    """How many threads to search with."""
    return min(settings.thread_num or 1, MAX_THREADS)
