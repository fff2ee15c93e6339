"""`tengen puzzles`: solve puzzles, full-screen or line by line."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from random import Random

from tengen.cli import puzzle_files
from tengen.cli.arguments import Parser, whole_number
from tengen.cli.output import DONE, FAILED, print_error, with_screen
from tengen.cli.puzzle_files import read_puzzles
from tengen.cli.terminal import has_full_screen, has_unicode, theme_for, write_stdout
from tengen.errors import StoreError, UsageError
from tengen.insight import GRADES, PuzzleCollection
from tengen.rules.wording import counted
from tengen.storage import Store, data_directory
from tengen.terminal import puzzle_session
from tengen.terminal.input import read_lines

MAX_NUMBER = 10**9
COMMANDS = {"make": puzzle_files.run_make, "check": puzzle_files.run_check}
EPILOG = """\
Without FILE, you solve the puzzles that come with Tengen, from the easiest to the hardest. Tengen
remembers which you have solved. See `tengen puzzles make --help` for finding puzzles in your own
games, and `tengen puzzles check --help` for checking them.

examples:
  tengen puzzles
  tengen puzzles --grade 4 --random
  tengen puzzles --number 17 --plain
  tengen puzzles mine.txt"""


def run(arguments: list[str]) -> int:
    """Show puzzles until the person leaves, and return the exit status."""
    if arguments and arguments[0] in COMMANDS:
        return COMMANDS[arguments[0]](arguments[1:])
    return make_parser().run(arguments, _execute)


def _execute(args: argparse.Namespace) -> int:
    if args.data == "":
        raise UsageError("--data needs the name of a directory; see `tengen puzzles --help`.")
    puzzles = _chosen(read_puzzles(args.file), args)
    return with_screen(lambda _screen: _with_progress(args, _make_action(args, puzzles)))


def make_parser() -> Parser:
    """Return the argument parser of `tengen puzzles`."""
    parser = Parser(
        prog="tengen puzzles",
        description="Solve puzzles: find the single winning line of a position.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("file", nargs="?", metavar="FILE", help="a file of puzzles (those that come with Tengen)")
    add("--grade", type=whole_number(MAX_NUMBER), metavar="N", help="only puzzles of grade 1 to 5")
    add("--number", type=whole_number(MAX_NUMBER), metavar="N", help="start with puzzle N")
    add("--random", action="store_true", help="in random order")
    add("--list", action="store_true", help="list the puzzles and exit")
    add("--plain", action="store_true", help="line by line, for screen readers")
    add("--data", metavar="DIR", help="where your progress is saved (~/.local/share/tengen)")
    add("--theme", choices=("dark", "light", "contrast", "terminal"), help="the colours (dark)")
    add("--ascii", action="store_true", help="draw with ASCII characters only")
    return parser


def _chosen(
    collection: PuzzleCollection, args: argparse.Namespace
) -> list[puzzle_session.NumberedPuzzle]:
    """Return the chosen puzzles, in the chosen order."""
    numbered = [
        puzzle_session.NumberedPuzzle(at, puzzle)
        for at, puzzle in enumerate(collection.puzzles, start=1)
    ]
    if args.grade is not None:
        if args.grade not in GRADES:
            raise UsageError(f"there is no grade {args.grade}: grades are 1 to {GRADES[-1]}.")
        numbered = [one for one in numbered if one.puzzle.grade == args.grade]
    if not numbered:
        raise UsageError(f"there is no puzzle of grade {args.grade}.")
    if args.number is not None and all(one.number != args.number for one in numbered):
        raise UsageError(f"there is no puzzle {args.number} here; see the numbers with --list.")
    if args.random:
        Random().shuffle(numbered)  # noqa: S311 - a game
    return numbered


def _make_action(
    args: argparse.Namespace, puzzles: Sequence[puzzle_session.NumberedPuzzle]
) -> Callable[[puzzle_session.SolvedPuzzles, Store], int]:
    """Return the function that lists or shows the puzzles."""

    def act(progress: puzzle_session.SolvedPuzzles, store: Store) -> int:
        if args.list:
            return _list(puzzles, progress)
        start = _start(args, puzzles, progress)
        session = puzzle_session.PuzzleSession(puzzles, progress, at=start)
        if args.plain or not has_full_screen():
            return _solve_plain(session)
        return _solve(session, store, args)

    return act


def _with_progress(
    args: argparse.Namespace, act: Callable[[puzzle_session.SolvedPuzzles, Store], int]
) -> int:
    try:
        with Store(data_directory(args.data)) as store:
            return act(puzzle_session.SolvedPuzzles(store), store)
    except StoreError as error:
        print_error(str(error))
        return FAILED


def _start(
    args: argparse.Namespace,
    puzzles: Sequence[puzzle_session.NumberedPuzzle],
    progress: puzzle_session.SolvedPuzzles,
) -> int:
    """Return the index of the first puzzle to show."""
    if args.number is None:
        return puzzle_session.first_unsolved(puzzles, progress)
    return next(at for at, one in enumerate(puzzles) if one.number == args.number)


def _list(
    puzzles: Sequence[puzzle_session.NumberedPuzzle], progress: puzzle_session.SolvedPuzzles
) -> int:
    for one in sorted(puzzles, key=lambda one: one.number):
        puzzle = one.puzzle
        solved = ", solved" if progress.has(puzzle) else ""
        what = f"grade {puzzle.grade}, {counted(puzzle.length, 'move')}"
        write_stdout(f"{one.number:>4}  {what}: {puzzle.goal()}, {puzzle.rules}{solved}\n")
    return DONE


def _solve_plain(session: puzzle_session.PuzzleSession) -> int:
    from tengen.terminal.puzzle_plain import PlainPuzzles  # noqa: PLC0415 - only with --plain

    PlainPuzzles(session, write_stdout).run(read_lines(0))
    return DONE


def _solve(session: puzzle_session.PuzzleSession, store: Store, args: argparse.Namespace) -> int:
    from tengen.terminal.puzzle_screen import PuzzleApp  # noqa: PLC0415 - imports Textual

    ascii_only = args.ascii or not has_unicode()
    app = PuzzleApp(session, store, theme=theme_for(args.theme), ascii_only=ascii_only)
    app.run()
    return app.return_code or DONE
