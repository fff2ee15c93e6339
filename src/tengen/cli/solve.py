"""`tengen solve`: who wins a position or a whole game, proved and checked.

The solver is in a thread of its own, so that Ctrl-C is heard, and progress seen, while it works.
What a long search knows is kept beside its certificate until that is there.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import replace

from tengen.atomic_file import write_atomically
from tengen.classic.console import Screen
from tengen.cli import output, solve_report
from tengen.cli.analysis_report import format_ending_json, format_ending_text, format_turn
from tengen.cli.arguments import Parser, parse_seconds, whole_number
from tengen.cli.game_arguments import add_position_options, add_reading_options, read_position
from tengen.cli.terminal import on_interrupt
from tengen.engine.analysis import Limits
from tengen.engine.cancel_token import CancelToken
from tengen.engine.search_thread import run_aside
from tengen.errors import ParseError, RuleError, UsageError
from tengen.prove import solver
from tengen.prove.solver_state import MEGABYTES, Meter, SolverMemory
from tengen.prove.theorem_book import THEOREM_RULES, the_book, the_playbook
from tengen.prove.theorem_explain import Explainer
from tengen.rules.board import Board
from tengen.rules.notation import parse_rules
from tengen.rules.point import Point
from tengen.rules.rules import Player, WinRule

DEFAULT_SECONDS = 60.0
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
    return make_parser().run(arguments, _execute)


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
    add("--time", type=parse_seconds, metavar="S", help="give up after so many seconds (60)")
    add("--nodes", type=whole_number(10**15), metavar="N", help="give up after so many positions")
    add("--endless", action="store_true", help="go on until it is solved, or Ctrl-C")
    add(
        "--memory",
        type=whole_number(10**6),
        default=MEGABYTES,
        metavar="MB",
        help="to remember in (64)",
    )
    add("--no-check", dest="check", action="store_false", help="do not check the certificate")
    add("--json", action="store_true", help="write one JSON object")
    add_position_options(parser)
    add_reading_options(parser)
    return parser


def _execute(found: argparse.Namespace) -> int:
    board = read_board(found)
    if found.out is not None and board.rules.win is not WinRule.FREESTYLE:
        raise UsageError(
            f"there is no certificate for {board.rules.win.value} rules: leave --out away."
        )
    limits = make_limits(found)
    return output.with_screen(lambda screen: SolveCommand(found, board, limits, screen).run())


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
    return Limits(found.time, found.nodes) if is_limited else Limits(DEFAULT_SECONDS)


class SolveCommand:
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
        known = theorem_value(self._board)
        if known is not None and self._found.out is None:
            self._begin()
            progress = Meter().progress()
            self._tell(
                solve_report.SolveOutcome(
                    known, progress, None, 0, is_checked=False, by_theorem=True
                )
            )
            return output.DONE
        memory = SolverMemory(self._found.memory)
        state = SearchStateFile(self._found.out, self._board, memory)
        state.load()
        return self._solve(memory, state, known)

    def _begin(self) -> None:
        if not self._found.json:
            self._screen.write(f"{format_turn(self._board)}: {self._board}\n")

    def _solve(
        self, memory: SolverMemory, state: SearchStateFile, known: solver.GameValue | None
    ) -> int:
        bar = solve_report.SolveProgressBar()
        cancel = CancelToken()
        meter = Meter(self._limits, cancel)
        asked = self._board, solver.make_listeners(self._board), meter, memory, suggest_by_theorem
        found = run_aside(lambda: [solver.solve(*asked)], cancel, PROGRESS_INTERVAL)
        try:
            with on_interrupt(cancel.cancel):
                self._begin()  # whoever has read that is heard
                value = wait_for_value(found, lambda: bar.show(meter.progress()), state.save)
        except RuleError as error:
            output.print_error(str(error))
            return output.FAILED
        except (MemoryError, OverflowError):
            output.print_error(
                f"there are no {self._found.memory} MB to remember in; give less as --memory"
            )
            return output.FAILED
        finally:
            bar.clear()
        if value.ending is solver.SolveStatus.UNKNOWN:
            state.save()
            outcome = solve_report.SolveOutcome(value, meter.progress(), None, 0, is_checked=False)
            if known is not None:
                outcome = replace(outcome, value=known, by_theorem=True, is_unfinished=True)
            self._tell(outcome)
            is_broken_off = cancel.is_cancelled and not self._found.endless
            return output.INTERRUPTED if is_broken_off else output.DONE
        return self._conclude(value, meter, state)

    def _conclude(self, value: solver.GameValue, meter: Meter, state: SearchStateFile) -> int:
        progress, out, check = meter.progress(), self._found.out, self._found.check
        size = 0
        if value.is_proved:
            try:
                size = solver.save_certificate(out, self._board, value, check=check)
            except solver.REFUSALS as refusal:
                output.print_error(f"the certificate is wrong, please report it: {refusal}")
                return output.FAILED
            except OSError as error:
                output.print_write_error(out or "a temporary file", error)
                return output.FAILED
            state.remove()
        path = out if value.is_proved else None
        self._tell(
            solve_report.SolveOutcome(value, progress, path, size, value.is_proved and check)
        )
        return output.DONE

    def _tell(self, outcome: solve_report.SolveOutcome) -> None:
        self._screen.write(
            (
                solve_report.format_solve_json
                if self._found.json
                else solve_report.format_solve_text
            )(self._board, outcome)
        )

    def _tell_ending(self) -> int:
        board = self._board
        self._screen.write(
            format_ending_json(board) if self._found.json else f"{format_ending_text(board)}\n"
        )
        return output.DONE


PROGRESS_INTERVAL = 0.1
PAUSE_BETWEEN_SAVES = 60.0


def suggest_by_theorem(board: Board) -> Point | None:
    """What the theorem plays, if it is about this position."""
    entry = the_book().find(board)
    return None if entry is None else entry.move


def wait_for_value(
    found: Generator[solver.GameValue | None], show: Callable[[], None], save: Callable[[], None]
) -> solver.GameValue:
    """What a search in another thread finds; meanwhile show how far it is, and save sometimes."""
    next_save = time.monotonic() + PAUSE_BETWEEN_SAVES
    value: solver.GameValue | None = None
    with closing(found):
        for news in found:
            value = news or value
            show()
            if time.monotonic() >= next_save:
                save()
                next_save = time.monotonic() + PAUSE_BETWEEN_SAVES
    assert value is not None
    return value


def theorem_value(board: Board) -> solver.GameValue | None:
    """That the first player wins, if a line of the theorem begins or ends there; else None."""
    if board.rules != THEOREM_RULES or board.outcome.is_over:
        return None
    teller = Explainer(the_playbook())
    if board.turn is Player.FIRST:
        line = teller.line(board)
        return (
            None
            if line is None
            else solver.GameValue(solver.SolveStatus.WIN, Player.FIRST, line.plies, line.move)
        )
    entry = teller.line_before(board)
    return (
        None
        if entry is None
        else solver.GameValue(solver.SolveStatus.WIN, Player.FIRST, max(0, entry.plies - 1))
    )


STATE_SUFFIX = ".state"


class SearchStateFile:
    """The file with what is known; there is none without a certificate to be written."""

    def __init__(self, out: str | None, board: Board, memory: SolverMemory) -> None:
        self._path = None if out is None else out + STATE_SUFFIX
        self._board = board
        self._memory = memory

    def load(self) -> None:
        """Go on from where a search was broken off. Raises UsageError if that was another one."""
        if self._path is None or not os.path.exists(self._path):
            return
        try:
            with open(self._path, "rb") as file:
                self._memory.unpack(file.read(), self._board)
        except ParseError:
            raise UsageError(
                f"{self._path!a} is not what a search of this position has left: remove it, or "
                f"choose another name with --out."
            ) from None
        except OSError as error:
            raise UsageError(f"cannot read {self._path!a}: {error.strerror}.") from None
        output.print_note(f"tengen: going on with what {self._path!a} knows")

    def save(self) -> None:
        """Keep what is known now."""
        if self._path is None:
            return
        try:
            write_atomically(self._path, self._memory.pack(self._board))
        except OSError as error:
            output.print_write_error(self._path, error)

    def remove(self) -> None:
        """It is needed no more."""
        if self._path is not None and os.path.exists(self._path):
            os.unlink(self._path)
