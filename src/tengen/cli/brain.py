"""`tengen brain`: the engine on standard input and output, for any Gomocup manager.

The engine respects the memory, the threads and the time that the manager grants.
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

from tengen import __version__, gomocup
from tengen.classic.console import Screen
from tengen.cli.brain_message import format_search
from tengen.cli.output import DONE, print_error, print_text, with_screen
from tengen.cli.search_options import format_parameters, parse_settings, read_weights
from tengen.engine import CancelToken, Engine, Limits, Opponent, SearchThread, search_parameters
from tengen.engine.alpha_beta import COMPILED
from tengen.engine.analysis import TimeGrant, allot_time
from tengen.engine.balanced_opening import OpeningChooser
from tengen.engine.pattern_tables import PATTERN_RULES, pattern_tables
from tengen.engine.shipped_weights import shipped_weights
from tengen.engine.weights import Weights
from tengen.errors import TengenError, UsageError, quote
from tengen.gomocup.commands import InfoCommand
from tengen.gomocup.settings import GOMOCUP_K
from tengen.prove import GuidedPlayer, TheoremPlayer
from tengen.prove.theorem_player import THEOREM_LEVEL
from tengen.prove.theorem_zone import describe_moves_left
from tengen.rules import Board, Point, Rules

ABOUT = """\
Run Tengen's engine for a Gomocup manager: read commands from standard input and
answer on standard output, until END or the end of the input.
"""
HELP = f"""\
usage: tengen brain [--level N] [--seed N] [--set NAME=VALUE ...] [--weights FILE]
                    [--parameters]

{ABOUT}
options:
  --level N          play at a level, 1 to 10, instead of at full strength
  --seed N           random seed of the level: the same seed repeats the moves
  --set NAME=VALUE   set a parameter of the search; repeatable
  --weights FILE     evaluate with the weights in FILE, made by `tengen train`
  --parameters       list the parameters with their defaults and ranges

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
"""A line of input, a function that returns a line to send, or None at the end of the input."""
OPTIONS = {name: range(one.low, one.high + 1) for name, one in search_parameters.PARAMETERS.items()}
"""What `INFO` may set beside the settings of the protocol."""


def run(arguments: list[str]) -> int:
    """Run the brain until END, and return the exit status."""
    if arguments in (["-h"], ["--help"]):
        return print_text(HELP)
    if arguments == ["--parameters"]:
        return print_text(format_parameters())
    engine = make_engine(arguments)
    if not COMPILED:
        print_error(
            "the search is not compiled and therefore slow: install a C compiler, then Tengen again"
        )
    return with_screen(lambda screen: BrainShell(screen, engine).run())


def main() -> int:
    """Run the `pbrain-tengen` command, ignoring arguments that a manager may add."""
    match sys.argv[1:]:
        case ["-h" | "--help"]:
            return print_text(PBRAIN_HELP)
        case ["--version"]:
            return print_text(f"tengen {__version__}\n")
    return run([])


def make_engine(arguments: list[str]) -> BrainEngine:
    """Return the engine that the arguments describe: at full strength, or at a level."""
    if not arguments:
        return BrainEngine()
    from tengen.cli.arguments import Parser, add_level_options  # noqa: PLC0415 - managers give no options

    parser = Parser("tengen brain")
    add_level_options(parser)
    parser.add_argument(*("--set",), action="append", default=[], dest="values")
    parser.add_argument("--weights")
    args = parser.parse_args(arguments)
    if args.level is None and args.seed is not None:
        raise UsageError("--seed needs --level; see `tengen brain --help`.")
    if args.level is None:
        weights = read_weights(args.weights)
        return BrainEngine(parameters=parse_settings(args.values), weights=weights)
    if args.values or args.weights:
        option = "--set" if args.values else "--weights"
        raise UsageError(f"{option} is for full strength: leave out --level.")
    opponent = Opponent(args.level, args.seed)
    return BrainEngine(opponent, knows_theorem=args.level == THEOREM_LEVEL)


class BrainShell:
    """Connects the brain to standard input, standard output and the engine."""

    def __init__(self, screen: Screen, engine: BrainEngine) -> None:
        self._screen = screen
        self._brain = gomocup.Brain(options=OPTIONS)
        self._reader = gomocup.CommandReader()
        self._events: queue.SimpleQueue[BrainEvent] = queue.SimpleQueue()
        self._engine = engine
        self._cancel = CancelToken()

    def run(self) -> int:
        """Answer until END, or until the input has ended and everything is answered."""
        self._engine.prepare(self._brain.settings)
        threading.Thread(target=self._read_input, daemon=True).start()
        is_input_over = False
        while not is_input_over or self._brain.is_thinking:
            event = self._events.get()
            if event is None:
                is_input_over = True
            elif isinstance(event, str):
                if self._handle_line(event):
                    break
            else:
                self._send(event())
        self._cancel.cancel()
        return DONE

    def _handle_line(self, line: str) -> bool:
        """Answer a line. Return True if the command was to quit."""
        command = self._reader.feed(line)
        if isinstance(command, InfoCommand):
            _warn_of_misspelling(command.key)
        replies = self._brain.receive(command) if command is not None else []
        self._engine.prepare(self._brain.settings, self._brain.rules)
        return any(self._do(reply) for reply in replies)

    def _do(self, reply: gomocup.BrainAction) -> bool:
        """Send a line, or start or stop the engine. Return True if the action is to quit."""
        if isinstance(reply, str):
            self._send(reply)
        elif isinstance(reply, gomocup.Think | gomocup.ChooseSwap):
            self._start(reply)
        elif isinstance(reply, gomocup.Hurry):
            self._cancel.cancel()
        return isinstance(reply, gomocup.Quit)

    def _start(self, request: gomocup.Think | gomocup.ChooseSwap) -> None:
        try:
            self._engine.start_request(request.settings)
        except MemoryError:
            self._send(self._brain.give_up("not enough memory for the hash table"))
            return
        cancel = self._cancel = CancelToken()
        SearchThread("brain", lambda _: self._think(request, cancel), self._finish, is_urgent=True)

    def _finish(self, answer: BrainEvent | TengenError) -> None:
        if isinstance(answer, TengenError):
            answer = partial(self._brain.give_up, str(answer))
        self._events.put(answer)

    def _send(self, line: str) -> None:
        self._screen.write(f"{line}\n")

    def _read_input(self) -> None:
        cutter = gomocup.LineCutter()
        while piece := _read_stdin():
            for line in cutter.feed(piece):
                self._events.put(line)
        for line in cutter.end():
            self._events.put(line)
        self._events.put(None)

    def _think(
        self, request: gomocup.Think | gomocup.ChooseSwap, cancel: CancelToken
    ) -> Iterator[Callable[[], str]]:
        points = self._engine.answer(request, cancel)
        if isinstance(request, gomocup.ChooseSwap):
            yield partial(self._brain.answer_swap, *points)
            return
        message = self._engine.describe(request.board.rules)
        if message:
            yield lambda: f"MESSAGE {message}"
        yield partial(self._brain.answer, *points)


def _warn_of_misspelling(key: str) -> None:
    """Name the parameter that an unknown setting resembles; the protocol wants no answer."""
    near = search_parameters.nearest_parameter(key)
    if near is not None and near != key:
        print_error(f"INFO {quote(key)} is ignored: did you mean {near}?")


def _read_stdin() -> bytes:
    try:
        return os.read(0, 1 << 16)
    except OSError:
        return b""


class BrainEngine:
    """The engine with the settings of a manager.

    `start_request` prepares it for a request; `answer` then runs in a search thread.
    """

    def __init__(
        self,
        opponent: Opponent | None = None,
        *,
        knows_theorem: bool = True,
        parameters: search_parameters.SearchParameters = search_parameters.DEFAULT_PARAMETERS,
        weights: Weights | None = None,
    ) -> None:
        """Let the opponent, if there is one, choose the moves; the engine chooses openings."""
        self._opponent = opponent
        self._parameters = parameters
        self._weights = weights
        self._theorem = TheoremPlayer() if knows_theorem else None
        self._size: tuple[float, int, search_parameters.SearchParameters] | None = None
        self._engine = Engine(0)
        self._guided = GuidedPlayer(self._engine, None)
        self._start = 0.0
        self._is_busy = False

    def prepare(self, settings: gomocup.Settings, rules: Rules | None = None) -> None:
        """Load tables, theorem and hash table, which take a while, before the clock runs.

        The theorem is loaded once the rules of the game are known.
        """
        if settings.rule in PATTERN_RULES:
            pattern_tables(Rules(1, 1, GOMOCUP_K, settings.rule))
            shipped_weights(settings.rule)
        if self._theorem is not None and rules is not None:
            self._theorem.learn(rules)
        if not self._is_busy and (settings.max_memory or settings.hash_size):
            with suppress(MemoryError):  # the next request then reports it
                self._resize(settings)

    def start_request(self, settings: gomocup.Settings) -> None:
        """Prepare for a request; the clock is running."""
        self._start = time.monotonic()
        self._resize(settings)
        if self._opponent is not None:
            self._opponent.limit_memory(self._share(settings))
        self._guided = GuidedPlayer(self._opponent or self._engine, self._theorem)
        self._is_busy = True

    def answer(
        self, request: gomocup.Think | gomocup.ChooseSwap, cancel: CancelToken | None = None
    ) -> tuple[Point, ...]:
        """Return the move, or the stones of an opening; no stones means to swap."""
        try:
            return self._answer(request, cancel)
        finally:
            self._is_busy = False

    @property
    def parameters(self) -> search_parameters.SearchParameters:
        """The parameters of the search."""
        return self._parameters if self._size is None else self._size[2]

    def describe(self, rules: Rules) -> str:
        """Return what is known of the last move: its win or its search; nothing if neither."""
        analysis = self._guided.analysis
        if analysis is not None:
            return format_search(analysis, rules)
        return describe_moves_left(self._guided.left)

    def _answer(
        self, request: gomocup.Think | gomocup.ChooseSwap, cancel: CancelToken | None
    ) -> tuple[Point, ...]:
        limits = limits_for(request.settings, request.board)
        if limits.seconds is not None:
            spent = time.monotonic() - self._start
            limits = replace(limits, seconds=max(0.0, limits.seconds - spent))
        if isinstance(request, gomocup.ChooseSwap):
            return OpeningChooser(self._engine).choose(request.board, limits, cancel)
        return (self._guided.choose(request.board, limits, cancel),)

    def _share(self, settings: gomocup.Settings) -> float:
        """Return the megabytes of one hash table; an opponent has a second one."""
        return hash_megabytes_for(settings) / (1 if self._opponent is None else 2)

    def _resize(self, settings: gomocup.Settings) -> None:
        """Replace the engine if its hash table, its threads or its parameters must change."""
        parameters = self._parameters.changed(dict(settings.options))
        size = (self._share(settings), threads_for(settings), parameters)
        if size != self._size:
            self._engine = Engine(0)  # frees the old table before the new one is allocated
            self._size = None
            self._engine = Engine(*size, self._weights)
            self._size = size


DEFAULT_HASH_MB = 64.0
"""Size of the hash table if the manager sets neither its size nor a memory limit."""
MAX_HASH_MB = 128.0
"""Largest hash table, unless the manager sets its size."""
OTHER_MEMORY_MB = 48.0
"""Memory for the rest of the process. It takes 42 MB with two rules and Python 3.11, and about 5 MB
more with Python 3.14."""
MB_PER_THREAD = 2.0
"""Memory for each further thread; 0.9 MB were measured."""
NEW_DEPTH_SHARE = 0.7
"""Share of the time for a move after which no new depth is started, as it would hardly finish.
It applies with a limit for the whole match, where unused time is saved for later moves."""
MAX_THREADS = 64
KILOBYTE, MEGABYTE = 1 << 10, 1 << 20


def limits_for(settings: gomocup.Settings, board: Board) -> Limits:
    """Return the limits of the search for a move on this board."""
    nodes, depth = settings.max_node, settings.max_depth
    times = (settings.timeout_turn, settings.timeout_match, settings.time_left)
    if (nodes or depth) and times == (None, None, None):
        return Limits(nodes=nodes, depth=depth)
    turn, match, left = (None if time is None else time / 1000 for time in times)
    allowance = allot_time(TimeGrant(turn, match, left, moves=len(board.stones) // 2))
    saves_time = match is not None or left is not None
    return Limits(
        allowance.hard, nodes, depth, NEW_DEPTH_SHARE * allowance.soft if saves_time else None
    )


def hash_megabytes_for(settings: gomocup.Settings) -> float:
    """Return the size of the hash table: as the manager wants, within its memory limit."""
    wanted = (
        DEFAULT_HASH_MB if settings.hash_size is None else settings.hash_size * KILOBYTE / MEGABYTE
    )
    if settings.max_memory is None:
        return wanted
    if settings.hash_size is None:
        wanted = MAX_HASH_MB
    rest = OTHER_MEMORY_MB + MB_PER_THREAD * (threads_for(settings) - 1)
    return max(0.0, min(wanted, settings.max_memory / MEGABYTE - rest))


def threads_for(settings: gomocup.Settings) -> int:
    """Return the number of search threads."""
    return min(settings.thread_num or 1, MAX_THREADS)
