"""`tengen puzzles`: find the winning line, in the terminal or line by line."""

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
from tengen.insight.puzzle import GRADES, PuzzleCollection
from tengen.rules.wording import counted
from tengen.storage import Store, data_directory
from tengen.terminal import puzzle_session
from tengen.terminal.input import read_lines

MAX_NUMBER = 10**9
COMMANDS = {"make": puzzle_files.run_make, "check": puzzle_files.run_check}
EPILOG = """\
Without FILE, the puzzles that come with Tengen are solved, from the easiest on; what you have
solved is remembered. `tengen puzzles make --help` tells how to find puzzles in your own games,
`tengen puzzles check --help` how to have them proved again.

examples:
  tengen puzzles
  tengen puzzles --grade 4 --random
  tengen puzzles --number 17 --plain
  tengen puzzles mine.txt"""


def run(arguments: list[str]) -> int:
    """Solve puzzles until the person leaves, and give the exit status."""
    if arguments and arguments[0] in COMMANDS:
        return COMMANDS[arguments[0]](arguments[1:])
    return make_parser().run(arguments, _execute)


def _execute(found: argparse.Namespace) -> int:
    if found.data == "":
        raise UsageError("--data needs a directory; `tengen puzzles --help` tells more.")
    puzzles = _chosen(read_puzzles(found.file), found)
    return with_screen(lambda _screen: _with_progress(found, _make_action(found, puzzles)))


def make_parser() -> Parser:
    """The parser of everything that can be said about solving."""
    parser = Parser(
        prog="tengen puzzles",
        description="Find the single winning line of a position.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("file", nargs="?", metavar="FILE", help="puzzles of your own")
    add("--grade", type=whole_number(MAX_NUMBER), metavar="N", help="only those of a grade, 1 to 5")
    add("--number", type=whole_number(MAX_NUMBER), metavar="N", help="begin with this one")
    add("--random", action="store_true", help="in a random order")
    add("--list", action="store_true", help="show which puzzles there are, and leave")
    add("--plain", action="store_true", help="line by line, as for screen readers")
    add("--data", metavar="DIR", help="where is kept what you solved (~/.local/share/tengen)")
    add("--theme", choices=("dark", "light", "contrast", "terminal"), help="the colours (dark)")
    add("--ascii", action="store_true", help="draw with plain characters alone")
    return parser


def _chosen(
    collection: PuzzleCollection, found: argparse.Namespace
) -> list[puzzle_session.NumberedPuzzle]:
    """The puzzles that were asked for, in their order."""
    numbered = [
        puzzle_session.NumberedPuzzle(at, puzzle)
        for at, puzzle in enumerate(collection.puzzles, start=1)
    ]
    if found.grade is not None:
        if found.grade not in GRADES:
            raise UsageError(f"there is no grade {found.grade}: grades are 1 to {GRADES[-1]}.")
        numbered = [one for one in numbered if one.puzzle.grade == found.grade]
    if not numbered:
        raise UsageError(f"there is no puzzle of grade {found.grade}.")
    if found.number is not None and all(one.number != found.number for one in numbered):
        raise UsageError(f"there is no puzzle {found.number} here; --list shows which there are.")
    if found.random:
        Random().shuffle(numbered)  # noqa: S311 - a game
    return numbered


def _make_action(
    found: argparse.Namespace, puzzles: Sequence[puzzle_session.NumberedPuzzle]
) -> Callable[[puzzle_session.SolvedPuzzles, Store], int]:
    """What to do with the puzzles."""

    def act(progress: puzzle_session.SolvedPuzzles, store: Store) -> int:
        if found.list:
            return _list(puzzles, progress)
        desk = puzzle_session.PuzzleSession(puzzles, progress, at=_start(found, puzzles, progress))
        if found.plain or not has_full_screen():
            return _solve_plain(desk)
        return _solve(desk, store, found)

    return act


def _with_progress(
    found: argparse.Namespace, act: Callable[[puzzle_session.SolvedPuzzles, Store], int]
) -> int:
    try:
        with Store(data_directory(found.data)) as store:
            return act(puzzle_session.SolvedPuzzles(store), store)
    except StoreError as error:
        print_error(str(error))
        return FAILED


def _start(
    found: argparse.Namespace,
    puzzles: Sequence[puzzle_session.NumberedPuzzle],
    progress: puzzle_session.SolvedPuzzles,
) -> int:
    """The place of the first puzzle to be shown."""
    if found.number is None:
        return puzzle_session.first_unsolved(puzzles, progress)
    return next(at for at, one in enumerate(puzzles) if one.number == found.number)


def _list(
    puzzles: Sequence[puzzle_session.NumberedPuzzle], progress: puzzle_session.SolvedPuzzles
) -> int:
    for one in sorted(puzzles, key=lambda one: one.number):
        puzzle = one.puzzle
        solved = ", solved" if progress.has(puzzle) else ""
        what = f"grade {puzzle.grade}, {counted(puzzle.length, 'move')}"
        write_stdout(f"{one.number:>4}  {what}: {puzzle.goal()}, {puzzle.rules}{solved}\n")
    return DONE


def _solve_plain(desk: puzzle_session.PuzzleSession) -> int:
    from tengen.terminal.puzzle_plain import PlainPuzzles  # noqa: PLC0415 - one face or the other

    PlainPuzzles(desk, write_stdout).run(read_lines(0))
    return DONE


def _solve(desk: puzzle_session.PuzzleSession, store: Store, found: argparse.Namespace) -> int:
    from tengen.terminal.puzzle_screen import PuzzleApp  # noqa: PLC0415 - lines need no Textual

    ascii_only = found.ascii or not has_unicode()
    app = PuzzleApp(desk, store, theme=theme_for(found.theme), ascii_only=ascii_only)
    app.run()
    return app.return_code or DONE
