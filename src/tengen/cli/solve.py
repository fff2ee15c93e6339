"""`tengen solve`: who wins a position or a whole game, proved and checked."""

from __future__ import annotations

import argparse
from dataclasses import replace

from tengen.classic.screen import Screen
from tengen.cli.analysis.asked import read_position
from tengen.cli.analysis.report import format_ending
from tengen.cli.analysis.words import ending_of, turn_of
from tengen.cli.arguments import Parser
from tengen.cli.complain import complain, complain_of_file
from tengen.cli.game_options import add_reading, add_which
from tengen.cli.numbers import seconds, whole
from tengen.cli.output import DONE, FAILED, INTERRUPTED, with_screen
from tengen.cli.solving.bar import SolvingBar
from tengen.cli.solving.known import by_theorem
from tengen.cli.solving.state import State
from tengen.cli.solving.words import Outcome, format_json, format_words
from tengen.cli.solving.work import Work
from tengen.engine.analysis import Limits
from tengen.errors import ParseError, RuleError, UsageError
from tengen.prove.solver import REFUSALS, GameValue, SolveStatus, make_listeners, save_certificate
from tengen.prove.solver_state import MEGABYTES, Meter, SolverMemory
from tengen.rules.board import Board
from tengen.rules.notation import parse_rules
from tengen.rules.rules import WinRule

SECONDS = 60.0
EPILOG = """\
POSITION is what `tengen analyse` takes: a game, a position, moves alone, a diagram, the name of a
file, or - for standard input. Without one, the whole game is solved from its first move. Without
limits, it ends after 60 seconds; Ctrl-C ends it at any time. With --out, what a search of minutes
has found is kept in FILE.state, and the same command goes on from there.

examples:
  tengen solve --game tictactoe
  tengen solve "6x5/4 freestyle" --out six-five.proof
  tengen solve h8 i9 g9 i8 i10 g8 --time 20 --json"""


def run(arguments: list[str]) -> int:
    """Solve a position and give the exit status."""
    return make_parser().run(arguments, _obey)


def make_parser() -> Parser:
    """The parser of everything that can be said about solving."""
    parser = Parser(
        prog="tengen solve",
        description="Find out who wins, and prove it.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("position", nargs="*", metavar="POSITION", help="what to solve")
    add("--out", metavar="FILE", help="write the certificate there")
    add("--time", type=seconds, metavar="S", help="give up after so many seconds (60)")
    add("--nodes", type=whole(10**15), metavar="N", help="give up after so many positions")
    add("--endless", action="store_true", help="go on until it is solved, or Ctrl-C")
    add("--memory", type=whole(10**6), default=MEGABYTES, metavar="MB", help="to remember in (64)")
    add("--no-check", dest="check", action="store_false", help="do not check the certificate")
    add("--json", action="store_true", help="write one JSON object")
    add_which(parser)
    add_reading(parser)
    return parser


def _obey(found: argparse.Namespace) -> int:
    board = read_board(found)
    if found.out is not None and board.rules.win is not WinRule.FREESTYLE:
        raise UsageError(
            f"there is no certificate for {board.rules.win.value} rules: leave --out away."
        )
    limits = make_limits(found)
    return with_screen(lambda screen: Session(found, board, limits, screen).run())


def read_board(found: argparse.Namespace) -> Board:
    """The position that was given, or the start of the game. Raises UsageError."""
    if found.position:
        return read_position(found)
    try:
        return Board(parse_rules(found.game or "five"))
    except ParseError as error:
        raise UsageError(str(error)) from None


def make_limits(found: argparse.Namespace) -> Limits:
    """The limits that were asked for, or the usual time if there are none."""
    is_limited = found.time is not None or found.nodes is not None
    if found.endless:
        if is_limited:
            raise UsageError("--endless goes with no --time or --nodes.")
        return Limits()
    return Limits(found.time, found.nodes) if is_limited else Limits(SECONDS)


class Session:
    """One position to be solved, as it was asked for, on a screen."""

    def __init__(
        self, found: argparse.Namespace, board: Board, limits: Limits, screen: Screen
    ) -> None:
        self._found = found
        self._board = board
        self._limits = limits
        self._screen = screen

    def run(self) -> int:
        """Solve it, say what it is worth, and give the exit status."""
        if self._board.outcome.is_over:
            return self._tell_ending()
        known = by_theorem(self._board)
        if known is not None and self._found.out is None:
            self._begin()
            progress = Meter().progress()
            self._tell(Outcome(known, progress, None, 0, is_checked=False, by_theorem=True))
            return DONE
        memory = SolverMemory(self._found.memory)
        state = State(self._found.out, self._board, memory)
        state.load()
        return self._solve(memory, state, known)

    def _begin(self) -> None:
        if not self._found.json:
            self._screen.write(f"{turn_of(self._board)}: {self._board}\n")

    def _solve(self, memory: SolverMemory, state: State, known: GameValue | None) -> int:
        bar = SolvingBar()
        meter = Meter(self._limits)
        work = Work(self._board, make_listeners(self._board), meter, memory)
        try:
            value = work.run(self._begin, bar.show, state.save)
        except RuleError as error:
            complain(str(error))
            return FAILED
        except (MemoryError, OverflowError):
            complain(f"there are no {self._found.memory} MB to remember in; give less as --memory")
            return FAILED
        finally:
            bar.clear()
        if value.ending is SolveStatus.UNKNOWN:
            state.save()
            outcome = Outcome(value, meter.progress(), None, 0, is_checked=False)
            if known is not None:
                outcome = replace(outcome, value=known, by_theorem=True, is_unfinished=True)
            self._tell(outcome)
            is_broken_off = work.was_interrupted and not self._found.endless
            return INTERRUPTED if is_broken_off else DONE
        return self._conclude(value, meter, state)

    def _conclude(self, value: GameValue, meter: Meter, state: State) -> int:
        progress, out, check = meter.progress(), self._found.out, self._found.check
        size = 0
        if value.is_proved:
            try:
                size = save_certificate(out, self._board, value, check=check)
            except REFUSALS as refusal:
                complain(f"the certificate is wrong, please report it: {refusal}")
                return FAILED
            except OSError as error:
                complain_of_file(out or "a temporary file", error)
                return FAILED
            state.remove()
        path = out if value.is_proved else None
        self._tell(Outcome(value, progress, path, size, value.is_proved and check))
        return DONE

    def _tell(self, outcome: Outcome) -> None:
        self._screen.write(
            (format_json if self._found.json else format_words)(self._board, outcome)
        )

    def _tell_ending(self) -> int:
        board = self._board
        self._screen.write(format_ending(board) if self._found.json else f"{ending_of(board)}\n")
        return DONE
