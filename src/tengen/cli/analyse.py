"""`tengen analyse`: what the engine thinks of a position, while it thinks."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from tengen.classic.screen import Screen
from tengen.cli.analysis.asked import read_position
from tengen.cli.analysis.feed import Feed
from tengen.cli.analysis.frame import State, compose
from tengen.cli.analysis.report import format_ending, format_json, format_plain
from tengen.cli.analysis.terminal import Terminal
from tengen.cli.analysis.words import ending_of, turn_of, verdict
from tengen.cli.arguments import Parser
from tengen.cli.complain import complain
from tengen.cli.game_options import add_reading, add_which
from tengen.cli.numbers import seconds, whole
from tengen.cli.options import Options
from tengen.cli.output import DONE, FAILED, INTERRUPTED, with_screen
from tengen.cli.terminal import can_draw
from tengen.engine.analysis import Analysis, Limits
from tengen.engine.engine import Engine
from tengen.errors import RuleError, UsageError
from tengen.render.text import format_text
from tengen.render.view import view_of
from tengen.rules.board import Board

SECONDS = 5.0
TICK = 0.25
EPILOG = """\
POSITION is a game (`15x15/5 freestyle h8 i9`), a position (`3x3/3 freestyle O O1X/1X1/3`),
moves alone (`h8 i9 g9`), a diagram, the name of a file with one of these in it or in any format
of `tengen convert`, or - for standard input. On a terminal the picture is kept up to date;
elsewhere every depth is a line. Without limits, the analysis ends after 5 seconds; Ctrl-C ends it
at any time.

examples:
  tengen analyse h8 i9 g9 --lines 3
  tengen analyse "15x15/5 standard h8 i9" --endless
  tengen analyse games.txt --game-number 2 --depth 10 --json"""


def run(arguments: list[str]) -> int:
    """Analyse a position and give the exit status."""
    return make_parser().run(arguments, _obey)


def _obey(found: argparse.Namespace) -> int:
    board = read_position(found)
    colour = Options(colour=found.colour).wants_colour()
    return with_screen(lambda screen: Session(found, board, screen, colour=colour).run())


def make_parser() -> Parser:
    """The parser of everything that can be said about an analysis."""
    parser = Parser(
        prog="tengen analyse",
        description="Show what the engine thinks of a position.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("position", nargs="*", metavar="POSITION", help="what to analyse")
    add("--lines", type=whole(20), default=1, metavar="N", help="how many best moves to show (1)")
    add("--time", type=seconds, metavar="S", help="stop after so many seconds (5)")
    add("--nodes", type=whole(10**15), metavar="N", help="stop after so many positions")
    add("--depth", type=whole(100), metavar="D", help="stop at a depth")
    add("--endless", action="store_true", help="go on until Ctrl-C, or until all is known")
    add("--threads", type=whole(256), default=1, metavar="N", help="search with so many (1)")
    add("--memory", type=whole(10**6), default=64, metavar="MB", help="for the hash table (64)")
    add("--json", action="store_true", help="write one JSON object for each depth")
    colours = ("auto", "always", "never")
    add("--colour", "--color", choices=colours, default="auto", help="of the picture (auto)")
    add_which(parser)
    add_reading(parser)
    return parser


def make_limits(found: argparse.Namespace) -> Limits:
    """The limits that were asked for, or the usual time if there are none."""
    given = (found.time, found.nodes, found.depth)
    if found.endless:
        if any(limit is not None for limit in given):
            raise UsageError("--endless goes with no --time, --nodes or --depth.")
        return Limits()
    return Limits(*given) if any(limit is not None for limit in given) else Limits(SECONDS)


class Session:
    """One analysis, as it was asked for, on a screen."""

    def __init__(
        self, found: argparse.Namespace, board: Board, screen: Screen, *, colour: bool
    ) -> None:
        self._found = found
        self._limits = make_limits(found)
        self._board = board
        self._screen = screen
        self._colour = colour

    def run(self) -> int:
        """Show everything as it comes, and give the exit status."""
        if self._board.outcome.is_over:
            return self._tell_ending()
        try:
            engine = Engine(self._found.memory, self._found.threads)
        except (MemoryError, OverflowError):
            complain(f"there is not enough memory for a hash table of {self._found.memory} MB")
            return FAILED
        feed = Feed(engine, self._board, self._limits, self._found.lines)
        try:
            self._show(feed)
        except RuleError as error:
            complain(str(error))
            return FAILED
        return INTERRUPTED if feed.was_interrupted and not self._found.endless else DONE

    def _show(self, feed: Feed) -> None:
        if self._found.json:
            self._report(feed, format_json)
        elif can_draw(1):
            self._animate(feed)
        else:
            self._screen.write(f"{turn_of(self._board)}: {self._board}\n")
            last = self._report(feed, format_plain)
            self._screen.write(f"{verdict(self._board, last.lines[0])}\n")

    def _report(self, feed: Feed, write: Callable[[Board, Analysis], str]) -> Analysis:
        last: Analysis | None = None
        for analysis in feed.watch():
            if analysis is not None:
                last = analysis
                self._screen.write(write(self._board, analysis))
        assert last is not None
        return last

    def _animate(self, feed: Feed) -> None:
        terminal = Terminal(self._screen, colour=self._colour)
        start = time.monotonic()
        last: Analysis | None = None

        def picture(*, is_done: bool) -> None:
            state = State(self._board, last, time.monotonic() - start, is_done)
            terminal.show(compose(state, *terminal.size()))

        picture(is_done=False)
        for analysis in feed.watch(TICK):
            last = analysis or last
            picture(is_done=False)
        picture(is_done=True)

    def _tell_ending(self) -> int:
        if self._found.json:
            self._screen.write(format_ending(self._board))
            return DONE
        picture = format_text(view_of(self._board), colour=self._colour)
        self._screen.write(f"{picture}\n{ending_of(self._board)}\n")
        return DONE
