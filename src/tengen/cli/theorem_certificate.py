"""`tengen theorem expand` writes the complete proof as a certificate, `check` checks one.

The proof is made from the lines of the theorem. There are two checkers.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import time
from collections.abc import Iterator
from functools import partial
from importlib import import_module

from tengen import errors
from tengen.arena.executor import TaskExecutor
from tengen.arena.task_runner import run_tasks
from tengen.classic.console import Screen
from tengen.cli.arguments import Parser
from tengen.cli.output import DONE, FAILED, print_error, print_text, with_screen
from tengen.cli.terminal import ProgressBar
from tengen.cli.worker_options import add_worker_options, open_workers
from tengen.prove import ProofVerdict, proof_parts, theorem_book
from tengen.prove.check import ATTACKER, ProofCounts
from tengen.prove.expansion import Expansion, ExpansionProgress, Journal
from tengen.prove.proof_listener import Stones
from tengen.prove.proof_tasks import LinesFile, ProofTask, lines_file, prove_quiet_move
from tengen.prove.prover import QuietMove
from tengen.rules import Rules, format_algebraic, point_of
from tengen.rules.wording import counted

DEFAULT_FILE = "first-player.proof.xz"
EXPAND_EPILOG = """\
The work can be interrupted at any time, even by a power cut: the same command resumes it. Finished
work is saved beside the certificate in FILE.work, which you can delete afterwards.

examples:
  tengen theorem expand
  tengen theorem expand proof.xz --processes 8
  tengen theorem expand proof.xz --cluster tcp://10.0.0.1:8786
  tengen theorem expand part.xz --from h8 o15 g9 a1"""


def run_expand(arguments: list[str]) -> int:
    """Expand the theorem and return the exit status."""
    return parser_for_expand().run(arguments, _execute_expand)


def parser_for_expand() -> Parser:
    """Return the argument parser of `tengen theorem expand`."""
    parser = Parser(
        prog="tengen theorem expand",
        description="Prove all lines of the theorem again and write the certificate.",
        epilog=EXPAND_EPILOG,
    )
    add = parser.add_argument
    add(
        "file",
        nargs="?",
        default=DEFAULT_FILE,
        metavar="FILE",
        help=f"the certificate ({DEFAULT_FILE})",
    )
    add("--from", dest="start", nargs="+", metavar="MOVE", help="only the proof after these moves")
    add_worker_options(parser)
    add(
        "--lines",
        default=theorem_book.BOOK_FILE,
        metavar="LINES",
        help="a file of lines to use instead of the theorem",
    )
    return parser


def _execute_expand(args: argparse.Namespace) -> int:
    entries, mark = _read_lines(args.lines)
    start = None if args.start is None else _find_start(" ".join(args.start), entries)
    try:
        journal = Journal(f"{args.file}.work", mark)
        try:
            return _expand(args, entries, start, journal)
        finally:
            journal.close()
    except (errors.ClusterError, errors.ProofError, errors.TaskError) as error:
        print_error(f"{error}; the same command resumes the work")
        return FAILED
    except OSError as error:
        name = error.filename or f"{args.file}.work"
        print_error(f"cannot use {errors.quote(str(name))}: {error.strerror}")
        return FAILED


def _read_lines(path: str) -> tuple[list[theorem_book.BookEntry], str]:
    """Return the lines of a file, and the hash of the file."""
    try:
        entries = list(theorem_book.read_entries(path))
        with open(path, "rb") as file:
            return entries, hashlib.sha256(file.read()).hexdigest()
    except OSError as error:
        raise errors.UsageError(
            f"--lines: cannot read {errors.quote(path)}: {error.strerror}."
        ) from None


def _find_start(moves: str, entries: list[theorem_book.BookEntry]) -> Stones:
    """Return the stones after these moves, for which the theorem must have a line."""
    try:
        stones = proof_parts.stones_of(theorem_book.parse_stones(moves, moves))
    except errors.ParseError as error:
        raise errors.UsageError(f"--from needs moves such as h8 o15 g9 a1: {error.why}") from None
    if len(stones[0]) < proof_parts.OPENING_STONES:
        raise errors.UsageError(
            "--from needs at least four moves; leave it out to expand everything."
        )
    if proof_parts.canonical_form(stones) not in {
        proof_parts.canonical_form(proof_parts.stones_of(entry.stones)) for entry in entries
    }:
        raise errors.UsageError(
            f"the theorem has no line after {moves}: `tengen theorem show` shows its lines."
        )
    return stones


def _expand(
    args: argparse.Namespace,
    entries: list[theorem_book.BookEntry],
    start: Stones | None,
    journal: Journal,
) -> int:
    meter = _ExpansionProgress()
    expansion = Expansion(entries, journal, meter.show)
    try:
        with open_workers(args, is_isolated=True) as workers:
            expansion.run(start, partial(_prove, workers, lines_file(args.lines)))
    finally:
        meter.clear()
    progress = expansion.progress
    if progress.gaps:
        print_error(f"this is not a proof: {counted(progress.gaps, 'position')} without a line")
        return FAILED
    assembly = proof_parts.Assembly(expansion.pieces)
    if start is None:
        assembly.add_openings(entries)
    parts = assembly.in_order(start or proof_parts.START)
    proof_parts.write_parts(args.file, parts, meter.show_written)
    meter.clear()
    size = os.path.getsize(args.file)
    option = "" if start is None else " --any-claim"
    return print_text(
        f"{counted(progress.done, 'line')} proved in {progress.seconds:,.0f} s of CPU time;"
        f" {args.file}: {counted(len(parts), 'part')}, {counted(size, 'byte')}.\n"
        f"`tengen theorem check {args.file}{option}` checks it.\n"
    )


def _prove(workers: TaskExecutor, lines: LinesFile, plan: list[QuietMove]) -> Iterator[bytes]:
    """Prove all moves of a plan. Raises TaskKilled at the end if one was given up."""
    killed = None
    tasks = (ProofTask(lines, quiet) for quiet in plan)
    for _, proved in run_tasks(workers, prove_quiet_move, tasks):
        if isinstance(proved, errors.TaskKilled):
            killed = proved
        else:
            yield proved
    if killed is not None:
        raise killed


class _ExpansionProgress:
    """Shows the progress of an expansion, and of writing the certificate."""

    def __init__(self) -> None:
        self._bar: ProgressBar | None = None
        self._start = time.monotonic()
        self._seconds: float | None = None

    def show(self, progress: ExpansionProgress) -> None:
        """Show the lines proved and the remaining time."""
        if self._seconds is None:
            self._seconds = progress.seconds
        self._update(progress.lines, progress.done, "line", self._left(progress))

    def show_written(self, done: int, total: int) -> None:
        """Show the parts written."""
        self._update(total, done, "part", " written")

    def clear(self) -> None:
        """Remove the progress line."""
        if self._bar:
            self._bar.clear()

    def _update(self, total: int, done: int, noun: str, tail: str) -> None:
        if self._bar is None:
            self._bar = ProgressBar(total, noun)
        self._bar.update(done, done, total=total, noun=noun, tail=tail)

    def _left(self, progress: ExpansionProgress) -> str:
        """Return the remaining CPU time, converted to wall-clock time."""
        seconds = progress.seconds_left()
        spent = progress.seconds - (self._seconds or 0)
        if seconds is None or not spent:
            return ""
        return f", about {format_time(seconds * (time.monotonic() - self._start) / spent)} left"


def format_time(seconds: float) -> str:
    """Return a time such as `2 h 05 min` or `40 s`."""
    minutes, rest = divmod(round(seconds), 60)
    if not minutes:
        return f"{rest} s"
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"


CHECKERS = {
    "quick": ("tengen.prove.quick_check", "QuickRefused"),
    "plain": ("tengen.prove.check", "ProofRefused"),
}
"""The module of each checker, and the exception that it raises for a wrong certificate."""
CHECK_EPILOG = """\
Both checkers read only the certificate. They share no code with the program that made it, nor with
each other. The plain one is a single file that needs only Python and is written to be read:
`tengen theorem check --where` shows its path.

A certificate must claim the theorem: the first player wins on the empty 15x15 board with five or
more in a row. With --any-claim, a certificate may prove any claim.

examples:
  tengen theorem check proof.xz
  tengen theorem check proof.xz --checker plain
  tengen theorem check part.xz --any-claim"""


def run_check(arguments: list[str]) -> int:
    """Check a certificate and return the exit status."""
    return parser_for_check().run(arguments, _execute_check)


def parser_for_check() -> Parser:
    """Return the argument parser of `tengen theorem check`."""
    parser = Parser(
        prog="tengen theorem check",
        description="Check that a certificate proves that the first player wins.",
        epilog=CHECK_EPILOG,
    )
    add = parser.add_argument
    add("file", nargs="?", metavar="FILE", help="the certificate")
    add("--checker", choices=tuple(CHECKERS), default="quick", help="which of the two (quick)")
    add("--any-claim", action="store_true", help="accept any claim, not only the theorem")
    add("--where", action="store_true", help="show the path of the plain checker and exit")
    return parser


def _execute_check(args: argparse.Namespace) -> int:
    if args.where:
        return print_text(f"{import_module(CHECKERS['plain'][0]).__file__}\n")
    if args.file is None:
        raise errors.UsageError("name a certificate: `tengen theorem expand` makes one.")
    return with_screen(lambda screen: _check_certificate(screen, args))


def _check_certificate(screen: Screen, args: argparse.Namespace) -> int:
    name: str = args.checker
    module, refusal = CHECKERS[name]
    checker = import_module(module)
    bar = ProgressBar(0, "part")
    start = time.process_time()
    try:
        verdict = checker.check(args.file, lambda counts: bar.update(0, counts.parts))
    except getattr(checker, refusal) as refused:
        bar.clear()
        screen.write(f"refused: {refused}\n")
        return FAILED
    except OSError as error:
        bar.clear()
        raise errors.UsageError(
            f"cannot read {errors.quote(args.file)}: {error.strerror}."
        ) from None
    bar.clear()
    spent = time.process_time() - start
    screen.write(
        f"proved: {_format_claim(verdict)}\n{_format_counts(verdict.counts, name, spent)}\n"
    )
    if args.any_claim or _is_theorem(verdict):
        return DONE
    print_error("this is not the theorem: add --any-claim to accept other claims.")
    return FAILED


def _is_theorem(verdict: ProofVerdict) -> bool:
    """Return whether the claim is that the first player wins from the empty board."""
    rules = Rules(verdict.width, verdict.height, verdict.k)
    is_empty = not verdict.attacker and not verdict.defender
    return rules == theorem_book.THEOREM_RULES and is_empty and verdict.turn == ATTACKER


def _format_claim(verdict: ProofVerdict) -> str:
    """Return a sentence that says what was proved."""
    rules = Rules(verdict.width, verdict.height, verdict.k)
    game = f"{rules.width}x{rules.height}, {rules.k} or more in a row"
    moves = counted((verdict.plies + 1) // 2, "move")
    if not verdict.attacker and not verdict.defender and verdict.turn == ATTACKER:
        return f"the first player wins {game}, in at most {moves}."
    sides = ((verdict.attacker, "attacker"), (verdict.defender, "defender"))
    listed = (f"{name} {_format_points(cells, rules)}" for cells, name in sides if cells)
    stones = "; ".join(listed) or "empty board"
    who = "attacker" if verdict.turn == ATTACKER else "defender"
    return f"{game}; {stones}; the {who} is to move: the attacker wins in at most {moves}."


def _format_points(cells: frozenset[int], rules: Rules) -> str:
    points = (point_of(cell, rules) for cell in sorted(cells))
    return " ".join(format_algebraic(point, rules) for point in points)


def _format_counts(counts: ProofCounts, name: str, seconds: float) -> str:
    return (
        f"{counted(counts.parts, 'part')}, {counted(counts.nodes, 'move')} of the attacker,"
        f" {counts.fours:,} of them fours,"
        f" {counted(counts.agains + counts.uses, 'position')} named again; the {name} checker took"
        f" {seconds:.1f} s of CPU time."
    )
