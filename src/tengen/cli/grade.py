"""`tengen grade`: test a student's program against the specification of an edition."""

from __future__ import annotations

import argparse
import os
import shutil
import signal
from collections.abc import Callable
from types import FrameType
from typing import NoReturn

from tengen.atomic_file import check_writable, write_atomically
from tengen.classic import EDITIONS
from tengen.classic.judge.conventions import Conventions
from tengen.classic.judge.games import make_games
from tengen.classic.judge.grade import Grade, ProgramGrader
from tengen.classic.judge.process import ProgramRunner, RunLimits
from tengen.classic.judge.report import format_grade_json, format_junit, format_report, write_inputs
from tengen.classic.judge.requirements import LAYOUT, STRICTNESSES
from tengen.classic.judge.settings import read_conventions, read_weights
from tengen.cli.arguments import Parser, parse_seconds, whole_number
from tengen.cli.output import DONE, FAILED, INTERRUPTED, print_write_error, with_screen
from tengen.cli.terminal import ProgressBar, can_draw, write_stdout
from tengen.errors import SettingsError, UsageError
from tengen.printable import printable

MIN_WIDTH = 60
MAX_WIDTH = 132
EPILOG = """\
The program gets the whole input of each game on standard input, in an empty directory. The exit
status is 0 if every requirement is met, 1 if one is not, and 2 if the command was called the wrong
way. The program runs with your permissions: grade untrusted programs in a container.

strictness:
  exact    every byte that the assignment fixes must match
  layout   white space and wording may differ; boards, prompts and results are recognised
  rules    only accepted moves, turns and winners are compared

examples:
  tengen grade five -- ./five
  tengen grade gomoku --strictness exact -- python3 gomoku.py
  tengen grade five --junit report.xml -- spim -file five.s
  tengen grade --conventions four.toml --weights weights.toml -- ./four"""


def run(arguments: list[str]) -> int:
    """Grade a program and return the exit status."""
    at = arguments.index("--") if "--" in arguments else len(arguments)
    command = arguments[at + 1 :]
    return make_parser().run(arguments[:at], lambda args: _execute(args, command))


def make_parser() -> Parser:
    """Return the argument parser of `tengen grade`, for the arguments before `--`."""
    parser = Parser(
        prog="tengen grade",
        description="Test a program against an edition's specification, and grade it.",
        epilog=EPILOG,
    )
    parser.usage = "tengen grade [EDITION] [OPTION ...] -- COMMAND ..."
    add = parser.add_argument
    add("edition", metavar="EDITION", nargs="?", help=f"{', '.join(EDITIONS)}")
    add("--strictness", choices=STRICTNESSES, default=LAYOUT, help="how to compare output (layout)")
    add(
        *("--conventions",),
        metavar="FILE",
        help="your own assignment as TOML; with EDITION, only what differs from it",
    )
    add("--weights", metavar="FILE", help="the weight of each requirement, as TOML")
    add(
        "--games",
        type=whole_number(10_000, 0),
        default=20,
        metavar="N",
        help="number of random games (20)",
    )
    add(
        "--seed",
        type=whole_number(10**9, 0),
        default=1,
        metavar="N",
        help="random seed of these games (1)",
    )
    add("--time", type=parse_seconds, default=10.0, metavar="S", help="seconds for each game (10)")
    add(
        "--memory",
        type=whole_number(10**6, 0),
        default=1024,
        metavar="MIB",
        help="memory limit, 0 for none (1024)",
    )
    add(
        "--output",
        type=whole_number(10**6),
        default=4096,
        metavar="KIB",
        help="output limit for each game (4096)",
    )
    add("--jobs", type=whole_number(256), metavar="N", help="games at a time (one per processor)")
    add("--all", action="store_true", help="explain every requirement that is not met")
    add("--keep", metavar="DIR", help="write the inputs of failed games to DIR")
    add("--json", action="store_true", help="write the grade as JSON")
    add("--junit", metavar="FILE", help="also write the grade to FILE as JUnit XML")
    add(
        *("--colour", "--color"),
        choices=("auto", "always", "never"),
        default="auto",
        help="colour the report (auto)",
    )
    return parser


def _execute(args: argparse.Namespace, command: list[str]) -> int:
    if not command:
        raise UsageError(
            "which program? Write its command after two hyphens, as in"
            " `tengen grade five -- ./five`; see `tengen grade --help`."
        )
    try:
        conventions = _conventions(args)
        weights = read_weights(args.weights, conventions) if args.weights else {}
    except SettingsError as error:
        raise UsageError(f"{error}.") from None
    _check_junit(args.junit)
    result = conventions.result.name if conventions.result else None
    runner = ProgramRunner(command, RunLimits(args.time, args.memory, args.output), result)
    grader = ProgramGrader(conventions, args.strictness, runner, weights)
    signal.signal(signal.SIGTERM, _terminate)
    try:
        grade = _grade(args, conventions, grader)
    except KeyboardInterrupt:
        runner.stop()
        return INTERRUPTED
    status = with_screen(lambda _: _show(args, grade))
    return status if _write_files(args, grade) else FAILED


def _terminate(number: int, _frame: FrameType | None) -> NoReturn:
    """Exit with the status that shells use for this signal; the running programs are killed."""
    raise SystemExit(128 + number)


def _conventions(args: argparse.Namespace) -> Conventions:
    if args.edition is None and args.conventions is None:
        names = ", ".join(EDITIONS)
        raise UsageError(
            f"which assignment? Name an edition ({names}) or a file with --conventions;"
            " see `tengen grade --help`."
        )
    if args.edition is not None and args.edition not in EDITIONS:
        names = ", ".join(EDITIONS)
        raise UsageError(
            f"there is no edition {args.edition!a}: choose from {names}, or use --conventions FILE"
            " for another assignment."
        )
    return read_conventions(args.edition, args.conventions)


def _check_junit(path: str | None) -> None:
    try:
        if path is not None:
            check_writable(path)
    except OSError as error:
        raise UsageError(f"--junit: cannot write {path!a}: {error.strerror}.") from None


def _grade(args: argparse.Namespace, conventions: Conventions, grader: ProgramGrader) -> Grade:
    scripts = make_games(conventions, args.games, args.seed)
    bar = ProgressBar(len(scripts), "game")
    try:
        jobs = args.jobs or os.cpu_count() or 1
        return grader.grade(scripts, jobs, lambda done: bar.update(done, done))
    finally:
        bar.clear()


def _show(args: argparse.Namespace, grade: Grade) -> int:
    if args.json:
        write_stdout(format_grade_json(grade))
    else:
        width = max(MIN_WIDTH, min(MAX_WIDTH, shutil.get_terminal_size((80, 24)).columns - 1))
        write_stdout(format_report(grade, width, colour=_wants_colour(args), every=args.all))
        if args.keep and grade.wrong_games:
            write_stdout(f"Inputs of failed games: {printable(args.keep)}/REQUIREMENT.in\n")
    return DONE if grade.is_full else FAILED


def _wants_colour(args: argparse.Namespace) -> bool:
    if args.colour == "auto":
        return not os.environ.get("NO_COLOR") and can_draw(1)
    return bool(args.colour == "always")


def _write_files(args: argparse.Namespace, grade: Grade) -> bool:
    """Write the files of --junit and --keep. Return False if that fails."""
    writers: list[tuple[str | None, Callable[[str], None]]] = [
        (args.junit, lambda path: write_atomically(path, format_junit(grade))),
        (args.keep, lambda path: write_inputs(grade, path)),
    ]
    is_written = True
    for path, write_file in writers:
        try:
            if path is not None:
                write_file(path)
        except OSError as error:
            print_write_error(path or "", error)
            is_written = False
    return is_written
