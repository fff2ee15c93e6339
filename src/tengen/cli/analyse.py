"""`tengen analyse`: show the engine's analysis of a position while it runs.

The search runs in a separate thread, so that Ctrl-C and the clock work. On a terminal, the board
and a panel beside or below it are redrawn in place.
"""

from __future__ import annotations

import argparse
import enum
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tengen.classic.console import Screen
from tengen.cli import analysis_report
from tengen.cli.arguments import Parser, parse_seconds, whole_number
from tengen.cli.edition import EditionOptions
from tengen.cli.game_arguments import add_position_options, add_reading_options, read_position
from tengen.cli.output import DONE, FAILED, INTERRUPTED, print_error, with_screen
from tengen.cli.terminal import can_draw, on_interrupt
from tengen.engine import Analysis, CancelToken, Engine, Limits, Line, run_in_thread
from tengen.errors import RuleError, UsageError
from tengen.render import format_text, view_of
from tengen.render.text import (
    Role,
    Row,
    crop_row,
    fit_words,
    pad_row,
    paint_row,
    row_text,
    text_rows,
)
from tengen.rules import Board, format_algebraic
from tengen.rules.wording import plural

DEFAULT_SECONDS = 5.0
FRAME_INTERVAL = 0.25
EPILOG = """\
POSITION is a game (`15x15/5 freestyle h8 i9`), a position (`3x3/3 freestyle O O1X/1X1/3`),
moves alone (`h8 i9 g9`), a diagram, the name of a file with one of these in it or in any format
of `tengen convert`, or - for standard input. On a terminal, the board and the best lines are
updated live; elsewhere each depth is one line. Without limits, the analysis ends after 5 seconds;
Ctrl-C ends it at any time.

examples:
  tengen analyse h8 i9 g9 --lines 3
  tengen analyse "15x15/5 standard h8 i9" --endless
  tengen analyse games.txt --game-number 2 --depth 10 --json"""


def run(arguments: list[str]) -> int:
    """Analyse a position and return the exit status."""
    return make_parser().run(arguments, _execute)


def _execute(args: argparse.Namespace) -> int:
    board = read_position(args)
    colour = EditionOptions(colour=args.colour).wants_colour()
    return with_screen(lambda screen: AnalyseCommand(args, board, screen, colour=colour).run())


def make_parser() -> Parser:
    """Return the argument parser of `tengen analyse`."""
    parser = Parser(
        prog="tengen analyse",
        description="Show the engine's best moves in a position, with their scores.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("position", nargs="*", metavar="POSITION", help="the position to analyse")
    add(
        "--lines",
        type=whole_number(20),
        default=1,
        metavar="N",
        help="number of best moves to show (1)",
    )
    add("--time", type=parse_seconds, metavar="S", help="stop after S seconds (5)")
    add("--nodes", type=whole_number(10**15), metavar="N", help="stop after N positions")
    add("--depth", type=whole_number(100), metavar="D", help="stop after depth D")
    add("--endless", action="store_true", help="run until Ctrl-C or until the result is certain")
    add("--threads", type=whole_number(256), default=1, metavar="N", help="number of threads (1)")
    add(
        "--memory",
        type=whole_number(10**6),
        default=64,
        metavar="MB",
        help="size of the hash table (64)",
    )
    add("--json", action="store_true", help="write one JSON object for each depth")
    colours = ("auto", "always", "never")
    add("--colour", "--color", choices=colours, default="auto", help="colour the board (auto)")
    add_position_options(parser)
    add_reading_options(parser)
    return parser


def make_limits(args: argparse.Namespace) -> Limits:
    """Return the limits from the options, or the default time without any."""
    given = (args.time, args.nodes, args.depth)
    if args.endless:
        if any(limit is not None for limit in given):
            raise UsageError("--endless cannot be combined with --time, --nodes or --depth.")
        return Limits()
    return Limits(*given) if any(limit is not None for limit in given) else Limits(DEFAULT_SECONDS)


WatchAnalysis = Callable[[float | None], Iterator[Analysis | None]]
"""Yields each analysis, and None whenever there was none for the given number of seconds."""


class AnalyseCommand:
    """One run of `tengen analyse`."""

    def __init__(
        self, args: argparse.Namespace, board: Board, screen: Screen, *, colour: bool
    ) -> None:
        self._args = args
        self._limits = make_limits(args)
        self._board = board
        self._screen = screen
        self._colour = colour

    def run(self) -> int:
        """Run the analysis, show it live, and return the exit status."""
        if self._board.outcome.is_over:
            return self._show_ending()
        try:
            engine = Engine(self._args.memory, self._args.threads)
        except (MemoryError, OverflowError):
            print_error(f"not enough memory for a hash table of {self._args.memory} MB")
            return FAILED
        cancel = CancelToken()

        def watch(tick: float | None) -> Iterator[Analysis | None]:
            request = self._board, self._limits, self._args.lines
            return run_in_thread(lambda: engine.analyse(*request, cancel=cancel), cancel, tick)

        try:
            with on_interrupt(cancel.cancel):
                self._show(watch)
        except RuleError as error:
            print_error(str(error))
            return FAILED
        return INTERRUPTED if cancel.is_cancelled and not self._args.endless else DONE

    def _show(self, watch: WatchAnalysis) -> None:
        if self._args.json:
            self._report(watch, analysis_report.format_analysis_json)
        elif can_draw(1):
            self._animate(watch)
        else:
            self._screen.write(f"{analysis_report.format_turn(self._board)}: {self._board}\n")
            last = self._report(watch, analysis_report.format_analysis_text)
            self._screen.write(f"{analysis_report.format_verdict(self._board, last.lines[0])}\n")

    def _report(self, watch: WatchAnalysis, write: Callable[[Board, Analysis], str]) -> Analysis:
        last: Analysis | None = None
        for analysis in watch(None):
            if analysis is not None:
                last = analysis
                self._screen.write(write(self._board, analysis))
        assert last is not None
        return last

    def _animate(self, watch: WatchAnalysis) -> None:
        display = LiveDisplay(self._screen, colour=self._colour)
        start = time.monotonic()
        last: Analysis | None = None

        def draw(*, is_done: bool) -> None:
            state = AnalysisSnapshot(self._board, last, time.monotonic() - start, is_done)
            display.show(compose_rows(state, *display.size()))

        draw(is_done=False)
        for analysis in watch(FRAME_INTERVAL):
            last = analysis or last
            draw(is_done=False)
        draw(is_done=True)

    def _show_ending(self) -> int:
        if self._args.json:
            self._screen.write(analysis_report.format_ending_json(self._board))
            return DONE
        picture = format_text(view_of(self._board), colour=self._colour)
        self._screen.write(f"{picture}\n{analysis_report.format_ending_text(self._board)}\n")
        return DONE


PANEL_GAP = 2
MIN_PANEL_WIDTH = 24
"""Columns that a panel beside the board needs; with less room it goes below the board."""
MIN_PANEL_HEIGHT = 3
"""Rows that a panel below the board needs; with less room the board is left out."""
SCORE_WIDTH = 9
MAX_HINTS = 9
"""Best moves that are numbered on the board, each with one digit."""


class RowPriority(enum.IntEnum):
    """Which rows of the panel to show first if there is little room."""

    CONCLUSION = enum.auto()
    BEST = enum.auto()
    TURN = enum.auto()
    LINE = enum.auto()
    DEPTH = enum.auto()
    NODES = enum.auto()
    RULES = enum.auto()
    HEADER = enum.auto()
    BLANK = enum.auto()


@dataclass(frozen=True, slots=True)
class AnalysisSnapshot:
    """What the display shows: a position, its analysis so far, and whether that is final."""

    board: Board
    analysis: Analysis | None
    seconds: float
    is_done: bool


def compose_rows(state: AnalysisSnapshot, columns: int, rows: int) -> list[Row]:
    """Return the rows to show, cut to the size of the terminal."""
    lines = state.analysis.lines if state.analysis else ()
    hints = [line.moves[0] for line in lines[:MAX_HINTS]]
    board = text_rows(view_of(state.board, hints=hints))
    width = max(len(row_text(row)) for row in board)
    beside, below = columns - width - PANEL_GAP, rows - len(board)
    if beside >= MIN_PANEL_WIDTH and below >= 0:
        return _join(board, width + PANEL_GAP, _panel(state, beside, rows))
    if width <= columns and below >= MIN_PANEL_HEIGHT:
        return [*board, *_panel(state, columns, below)]
    return _panel(state, columns, rows)


def _join(left: list[Row], width: int, right: list[Row]) -> list[Row]:
    count = max(len(left), len(right))
    pairs = zip(*(part + [[]] * (count - len(part)) for part in (left, right)), strict=True)
    return [[*pad_row(row, width), *beside] for row, beside in pairs]


def _panel(state: AnalysisSnapshot, width: int, rows: int) -> list[Row]:
    """Return the most important rows, in reading order."""
    entries = list(_entries(state, width))
    kept = sorted(range(len(entries)), key=lambda at: entries[at][0])[:rows]
    return [crop_row(entries[at][1], width) for at in sorted(kept)]


def _entries(state: AnalysisSnapshot, width: int) -> Iterator[tuple[RowPriority, Row]]:
    """Yield the turn, the progress of the search, its lines, and the conclusion."""
    yield RowPriority.RULES, [(str(state.board.rules), Role.QUIET)]
    yield RowPriority.TURN, [(analysis_report.format_turn(state.board), Role.PLAIN)]
    yield RowPriority.BLANK, []
    analysis = state.analysis
    if analysis is not None:
        speed = analysis_report.format_short(analysis.nodes / max(analysis.seconds, 0.001))
        depth = f"depth {analysis.depth}, {analysis.seconds:.1f} s"
        yield RowPriority.DEPTH, [(depth, Role.PLAIN)]
        count = analysis_report.format_short(analysis.nodes)
        nodes = f"{count} {plural(analysis.nodes, 'node')}, {speed}/s"
        yield RowPriority.NODES, [(nodes, Role.PLAIN)]
        yield RowPriority.BLANK, []
        yield RowPriority.HEADER, [(f"{'':3}{'score':<{SCORE_WIDTH}} line", Role.QUIET)]
        for rank, line in enumerate(analysis.lines, 1):
            priority = RowPriority.LINE if rank > 1 else RowPriority.BEST
            yield priority, _line(state.board, rank, line, width)
        yield RowPriority.BLANK, []
    yield RowPriority.CONCLUSION, [_conclusion(state)]


def _line(board: Board, rank: int, line: Line, width: int) -> Row:
    moves = [format_algebraic(move, board.rules) for move in line.moves]
    head = f"{rank:>2} "
    score = f"{analysis_report.format_score(line):<{SCORE_WIDTH}} "
    role = Role.GOOD if line.plies > 0 else Role.BAD if line.plies < 0 else Role.PLAIN
    text = fit_words(moves, width - len(head) - len(score))
    return [(head, Role.HINT), (score, role), (text, Role.PLAIN)]


def _conclusion(state: AnalysisSnapshot) -> tuple[str, Role]:
    if state.is_done:
        verdict = (
            analysis_report.format_verdict(state.board, state.analysis.lines[0])
            if state.analysis
            else ""
        )
        return verdict, Role.PLAIN
    return f"{state.seconds:.1f} s; Ctrl-C to stop", Role.QUIET


DEFAULT_SIZE = (80, 24)
CURSOR_UP = "\r\x1b[{}A"
CLEAR_BELOW = "\x1b[J"


class LiveDisplay:
    """Rows that are redrawn in place; the cursor stays below them."""

    def __init__(self, screen: Screen, *, colour: bool) -> None:
        self._screen = screen
        self._colour = colour
        self._shown_lengths: list[int] = []

    def size(self) -> tuple[int, int]:
        """Return the usable columns and rows: one less of each, so that nothing scrolls."""
        try:
            columns, rows = os.get_terminal_size(1)
        except OSError:
            columns, rows = DEFAULT_SIZE
        return max(1, (columns or DEFAULT_SIZE[0]) - 1), max(1, (rows or DEFAULT_SIZE[1]) - 1)

    def show(self, rows: list[Row]) -> None:
        """Replace the rows that were shown before."""
        texts = [paint_row(row) if self._colour else row_text(row).rstrip() for row in rows]
        self._screen.write(self._clear_previous() + "".join(f"{text}\n" for text in texts))
        self._shown_lengths = [len(row_text(row).rstrip()) for row in rows]

    def _clear_previous(self) -> str:
        """Return the codes that clear the previous rows, which a narrower terminal has wrapped."""
        columns, _ = self.size()
        height = sum(max(1, -(-length // (columns + 1))) for length in self._shown_lengths)
        return (CURSOR_UP.format(height) if height else "") + CLEAR_BELOW
