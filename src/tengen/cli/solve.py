"""`tengen solve`: find out who wins a position or a whole game, and prove it.

The solver runs in a separate thread, so that Ctrl-C works and progress is shown. The state of a
long search is saved beside its certificate until that is written.
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
from tengen.engine import CancelToken, Limits, run_in_thread
from tengen.errors import ParseError, RuleError, UsageError
from tengen.prove import Meter, SolverMemory, solver, the_book
from tengen.prove.solver_state import MEGABYTES
from tengen.prove.theorem_book import THEOREM_RULES, the_playbook
from tengen.prove.theorem_explain import Explainer
from tengen.rules import Board, Player, Point, WinRule, parse_rules

DEFAULT_SECONDS = 60.0
EPILOG = """\
POSITION is what `tengen analyse` takes: a game, a position, moves alone, a diagram, the name of a
file, or - for standard input. Without one, the whole game is solved from its first move. Without
limits, the search ends after 60 seconds; Ctrl-C ends it at any time. With --out, the state of a
long search is saved in FILE.state, and the same command resumes it.

examples:
  tengen solve --game tictactoe
  tengen solve "6x5/4 freestyle" --out six-five.proof
  tengen solve h8 i9 g9 i8 i10 g8 --time 20 --json"""


def run(arguments: list[str]) -> int:
    """Solve a position and return the exit status."""
    return make_parser().run(arguments, _execute)


def make_parser() -> Parser:
    """Return the argument parser of `tengen solve`."""
    parser = Parser(
        prog="tengen solve",
        description="Find out who wins, and prove it.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("position", nargs="*", metavar="POSITION", help="the position to solve")
    add("--out", metavar="FILE", help="write the certificate to FILE")
    add("--time", type=parse_seconds, metavar="S", help="stop after S seconds (60)")
    add("--nodes", type=whole_number(10**15), metavar="N", help="stop after N positions")
    add("--endless", action="store_true", help="run until it is solved, or Ctrl-C")
    add(
        "--memory",
        type=whole_number(10**6),
        default=MEGABYTES,
        metavar="MB",
        help="memory of the search (64)",
    )
    add("--no-check", dest="check", action="store_false", help="do not check the certificate")
    add("--json", action="store_true", help="write one JSON object")
    add_position_options(parser)
    add_reading_options(parser)
    return parser


def _execute(args: argparse.Namespace) -> int:
    board = read_board(args)
    if args.out is not None and board.rules.win is not WinRule.FREESTYLE:
        raise UsageError(
            f"there are no certificates for {board.rules.win.value} rules: leave out --out."
        )
    limits = make_limits(args)
    return output.with_screen(lambda screen: SolveCommand(args, board, limits, screen).run())


def read_board(args: argparse.Namespace) -> Board:
    """Return the given position, or the start of the game. Raise UsageError."""
    if args.position:
        return read_position(args)
    try:
        return Board(parse_rules(args.game or "five"))
    except ParseError as error:
        raise UsageError(str(error)) from None


def make_limits(args: argparse.Namespace) -> Limits:
    """Return the limits from the options, or the default time without any."""
    is_limited = args.time is not None or args.nodes is not None
    if args.endless:
        if is_limited:
            raise UsageError("--endless cannot be combined with --time or --nodes.")
        return Limits()
    return Limits(args.time, args.nodes) if is_limited else Limits(DEFAULT_SECONDS)


class SolveCommand:
    """One run of `tengen solve`."""

    def __init__(
        self, args: argparse.Namespace, board: Board, limits: Limits, screen: Screen
    ) -> None:
        self._args = args
        self._board = board
        self._limits = limits
        self._screen = screen

    def run(self) -> int:
        """Solve the position, show the result, and return the exit status."""
        if self._board.outcome.is_over:
            return self._show_ending()
        known = theorem_value(self._board)
        if known is not None and self._args.out is None:
            self._show_position()
            progress = Meter().progress()
            self._show(
                solve_report.SolveOutcome(
                    known, progress, None, 0, is_checked=False, by_theorem=True
                )
            )
            return output.DONE
        memory = SolverMemory(self._args.memory)
        state = SearchStateFile(self._args.out, self._board, memory)
        state.load()
        return self._solve(memory, state, known)

    def _show_position(self) -> None:
        if not self._args.json:
            self._screen.write(f"{format_turn(self._board)}: {self._board}\n")

    def _solve(
        self, memory: SolverMemory, state: SearchStateFile, known: solver.GameValue | None
    ) -> int:
        bar = solve_report.SolveProgressBar()
        cancel = CancelToken()
        meter = Meter(self._limits, cancel)
        request = self._board, solver.make_listeners(self._board), meter, memory, suggest_by_theorem
        results = run_in_thread(lambda: [solver.solve(*request)], cancel, PROGRESS_INTERVAL)
        try:
            with on_interrupt(cancel.cancel):
                self._show_position()  # once this is shown, Ctrl-C works
                value = wait_for_value(results, lambda: bar.show(meter.progress()), state.save)
        except RuleError as error:
            output.print_error(str(error))
            return output.FAILED
        except (MemoryError, OverflowError):
            output.print_error(
                f"not enough memory for {self._args.memory} MB: use a smaller --memory"
            )
            return output.FAILED
        finally:
            bar.clear()
        if value.ending is solver.SolveStatus.UNKNOWN:
            state.save()
            outcome = solve_report.SolveOutcome(value, meter.progress(), None, 0, is_checked=False)
            if known is not None:
                outcome = replace(outcome, value=known, by_theorem=True, is_unfinished=True)
            self._show(outcome)
            is_interrupted = cancel.is_cancelled and not self._args.endless
            return output.INTERRUPTED if is_interrupted else output.DONE
        return self._conclude(value, meter, state)

    def _conclude(self, value: solver.GameValue, meter: Meter, state: SearchStateFile) -> int:
        progress, out, check = meter.progress(), self._args.out, self._args.check
        size = 0
        if value.is_proved:
            try:
                size = solver.save_certificate(out, self._board, value, check=check)
            except solver.REFUSALS as refusal:
                output.print_error(
                    f"internal error: the certificate is wrong; please report this: {refusal}"
                )
                return output.FAILED
            except OSError as error:
                output.print_write_error(out or "a temporary file", error)
                return output.FAILED
            state.remove()
        path = out if value.is_proved else None
        self._show(
            solve_report.SolveOutcome(value, progress, path, size, value.is_proved and check)
        )
        return output.DONE

    def _show(self, outcome: solve_report.SolveOutcome) -> None:
        self._screen.write(
            (solve_report.format_solve_json if self._args.json else solve_report.format_solve_text)(
                self._board, outcome
            )
        )

    def _show_ending(self) -> int:
        board = self._board
        self._screen.write(
            format_ending_json(board) if self._args.json else f"{format_ending_text(board)}\n"
        )
        return output.DONE


PROGRESS_INTERVAL = 0.1
SAVE_INTERVAL = 60.0


def suggest_by_theorem(board: Board) -> Point | None:
    """Return the move of the theorem in this position, or None."""
    entry = the_book().find(board)
    return None if entry is None else entry.move


def wait_for_value(
    results: Generator[solver.GameValue | None], show: Callable[[], None], save: Callable[[], None]
) -> solver.GameValue:
    """Wait for the result of a search thread; meanwhile show progress and save its state."""
    next_save = time.monotonic() + SAVE_INTERVAL
    value: solver.GameValue | None = None
    with closing(results):
        for result in results:
            value = result or value
            show()
            if time.monotonic() >= next_save:
                save()
                next_save = time.monotonic() + SAVE_INTERVAL
    assert value is not None
    return value


def theorem_value(board: Board) -> solver.GameValue | None:
    """Return the win of the first player if the theorem has the position; else None."""
    if board.rules != THEOREM_RULES or board.outcome.is_over:
        return None
    explainer = Explainer(the_playbook())
    if board.turn is Player.FIRST:
        line = explainer.line(board)
        return (
            None
            if line is None
            else solver.GameValue(solver.SolveStatus.WIN, Player.FIRST, line.plies, line.move)
        )
    entry = explainer.line_before(board)
    return (
        None
        if entry is None
        else solver.GameValue(solver.SolveStatus.WIN, Player.FIRST, max(0, entry.plies - 1))
    )


STATE_SUFFIX = ".state"


class SearchStateFile:
    """The saved state of a search; without --out there is no file."""

    def __init__(self, out: str | None, board: Board, memory: SolverMemory) -> None:
        self._path = None if out is None else out + STATE_SUFFIX
        self._board = board
        self._memory = memory

    def load(self) -> None:
        """Resume a saved search. Raise UsageError if it is of another position."""
        if self._path is None or not os.path.exists(self._path):
            return
        try:
            with open(self._path, "rb") as file:
                self._memory.unpack(file.read(), self._board)
        except ParseError:
            raise UsageError(
                f"{self._path!a} is not a saved search of this position: remove it, or choose "
                f"another name with --out."
            ) from None
        except OSError as error:
            raise UsageError(f"cannot read {self._path!a}: {error.strerror}.") from None
        output.print_note(f"tengen: resuming the search in {self._path!a}")

    def save(self) -> None:
        """Save the current state."""
        if self._path is None:
            return
        try:
            write_atomically(self._path, self._memory.pack(self._board))
        except OSError as error:
            output.print_write_error(self._path, error)

    def remove(self) -> None:
        """Delete the file after the certificate is written."""
        if self._path is not None and os.path.exists(self._path):
            os.unlink(self._path)
