"""`tengen grade`: run a student's program against the specification of an edition."""

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
from tengen.classic.judge.expected import LAYOUT, STRICTNESSES
from tengen.classic.judge.games import make_games
from tengen.classic.judge.grade import Grade, ProgramGrader
from tengen.classic.judge.process import ProgramRunner, RunLimits
from tengen.classic.judge.report import format_grade_json, format_junit, format_report, write_inputs
from tengen.classic.judge.settings import read_conventions, read_weights
from tengen.cli.arguments import Parser, parse_seconds, whole_number
from tengen.cli.output import DONE, FAILED, INTERRUPTED, print_write_error, with_screen
from tengen.cli.terminal import ProgressBar, can_draw, write_stdout
from tengen.errors import SettingsError, UsageError
from tengen.printable import printable

MIN_WIDTH = 60
MAX_WIDTH = 132
EPILOG = """\
The program gets each game on standard input, whole, in an empty directory of its own. The exit
status is 0 if every requirement is met, 1 if one is not, and 2 if the command was called the wrong
way. The program runs with your rights: grade programs of strangers in a container.

strictness:
  exact    bytes, where the assignment fixes them
  layout   white space and wording may differ; boards, prompts and results are recognised
  rules    only what was accepted, whose turn it was, and who won

examples:
  tengen grade five -- ./five
  tengen grade gomoku --strictness exact -- python3 gomoku.py
  tengen grade five --junit report.xml -- spim -file five.s
  tengen grade --conventions four.toml --weights weights.toml -- ./four"""


def run(arguments: list[str]) -> int:
    """Grade a program and give the exit status."""
    at = arguments.index("--") if "--" in arguments else len(arguments)
    command = arguments[at + 1 :]
    return make_parser().run(arguments[:at], lambda found: _execute(found, command))


def make_parser() -> Parser:
    """The parser of everything in front of the command."""
    parser = Parser(
        prog="tengen grade",
        description="Run a program against an edition's specification: what is right, what is not.",
        epilog=EPILOG,
    )
    parser.usage = "tengen grade [EDITION] [OPTION ...] -- COMMAND ..."
    add = parser.add_argument
    add("edition", metavar="EDITION", nargs="?", help=f"{', '.join(EDITIONS)}")
    add(
        "--strictness", choices=STRICTNESSES, default=LAYOUT, help="how exactly to compare (layout)"
    )
    add(
        *("--conventions",),
        metavar="FILE",
        help="another assignment as TOML, or with EDITION what is different from that",
    )
    add("--weights", metavar="FILE", help="what each requirement counts, as TOML")
    add(
        "--games",
        type=whole_number(10_000, 0),
        default=20,
        metavar="N",
        help="generated games (20)",
    )
    add(
        "--seed",
        type=whole_number(10**9, 0),
        default=1,
        metavar="N",
        help="of the generated games (1)",
    )
    add("--time", type=parse_seconds, default=10.0, metavar="S", help="seconds for each game (10)")
    add("--memory", type=whole_number(10**6, 0), default=1024, metavar="MIB", help="0: any (1024)")
    add(
        "--output",
        type=whole_number(10**6),
        default=4096,
        metavar="KIB",
        help="for each game (4096)",
    )
    add("--jobs", type=whole_number(256), metavar="N", help="games at a time (one a processor)")
    add("--all", action="store_true", help="explain every requirement that is not met")
    add("--keep", metavar="DIR", help="write the inputs of failed games there")
    add("--json", action="store_true", help="write the grade as JSON")
    add("--junit", metavar="FILE", help="write the grade as JUnit XML, too")
    add(
        *("--colour", "--color"),
        choices=("auto", "always", "never"),
        default="auto",
        help="colour what is met and what is not (auto)",
    )
    return parser


def _execute(found: argparse.Namespace, command: list[str]) -> int:
    if not command:
        raise UsageError(
            "which program? Write it behind two hyphens, as in `tengen grade five -- ./five`;"
            " `tengen grade --help` tells more."
        )
    try:
        conventions = _conventions(found)
        weights = read_weights(found.weights, conventions) if found.weights else {}
    except SettingsError as error:
        raise UsageError(f"{error}.") from None
    _check_junit(found.junit)
    result = conventions.result.name if conventions.result else None
    runner = ProgramRunner(command, RunLimits(found.time, found.memory, found.output), result)
    grader = ProgramGrader(conventions, found.strictness, runner, weights)
    signal.signal(signal.SIGTERM, _terminate)
    try:
        grade = _grade(found, conventions, grader)
    except KeyboardInterrupt:
        runner.stop()
        return INTERRUPTED
    status = with_screen(lambda _: _show(found, grade))
    return status if _write_files(found, grade) else FAILED


def _terminate(number: int, _frame: FrameType | None) -> NoReturn:
    """End as a shell says that a signal ended somebody; on the way out, programs are killed."""
    raise SystemExit(128 + number)


def _conventions(found: argparse.Namespace) -> Conventions:
    if found.edition is None and found.conventions is None:
        names = ", ".join(EDITIONS)
        raise UsageError(
            f"which assignment? Name an edition ({names}) or a file with --conventions;"
            " `tengen grade --help` tells more."
        )
    if found.edition is not None and found.edition not in EDITIONS:
        names = ", ".join(EDITIONS)
        raise UsageError(
            f"there is no edition {found.edition!a}: there are {names};"
            " for another assignment, use --conventions FILE."
        )
    return read_conventions(found.edition, found.conventions)


def _check_junit(path: str | None) -> None:
    try:
        if path is not None:
            check_writable(path)
    except OSError as error:
        raise UsageError(f"--junit: cannot write {path!a}: {error.strerror}.") from None


def _grade(found: argparse.Namespace, conventions: Conventions, grader: ProgramGrader) -> Grade:
    scripts = make_games(conventions, found.games, found.seed)
    bar = ProgressBar(len(scripts), "game")
    try:
        jobs = found.jobs or os.cpu_count() or 1
        return grader.grade(scripts, jobs, lambda done: bar.update(done, done))
    finally:
        bar.clear()


def _show(found: argparse.Namespace, grade: Grade) -> int:
    if found.json:
        write_stdout(format_grade_json(grade))
    else:
        width = max(MIN_WIDTH, min(MAX_WIDTH, shutil.get_terminal_size((80, 24)).columns - 1))
        write_stdout(format_report(grade, width, colour=_wants_colour(found), every=found.all))
        if found.keep and grade.wrong_games:
            write_stdout(f"Inputs that failed: {printable(found.keep)}/REQUIREMENT.in\n")
    return DONE if grade.is_full else FAILED


def _wants_colour(found: argparse.Namespace) -> bool:
    if found.colour == "auto":
        return not os.environ.get("NO_COLOR") and can_draw(1)
    return bool(found.colour == "always")


def _write_files(found: argparse.Namespace, grade: Grade) -> bool:
    """Write what was asked for; False if that fails."""
    writers: list[tuple[str | None, Callable[[str], None]]] = [
        (found.junit, lambda path: write_atomically(path, format_junit(grade))),
        (found.keep, lambda path: write_inputs(grade, path)),
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
