"""`tengen puzzles check`: prove puzzles once more."""

from __future__ import annotations

import argparse

from tengen.classic.screen import Screen
from tengen.cli.arguments import Parser
from tengen.cli.output import DONE, FAILED, with_screen
from tengen.cli.progress import Bar
from tengen.cli.puzzling.reading import read_puzzles
from tengen.puzzles.collection import Collection
from tengen.puzzles.single import find_flaw
from tengen.puzzles.variety import Variety
from tengen.rules.wording import counted, plural

EPILOG = """\
Every puzzle is solved from its position alone, and must come out as it is written:
the same means, the same line, as many tempting moves. No two may be alike.

example:
  tengen puzzles check mine.txt"""


def run(arguments: list[str]) -> int:
    """Check a file of puzzles, or those that come with the program, and give the exit status."""
    return make_parser().run(arguments, _obey)


def _obey(found: argparse.Namespace) -> int:
    collection = read_puzzles(found.file)
    return with_screen(lambda screen: _check(collection, screen))


def make_parser() -> Parser:
    """The parser of what can be said about a check."""
    parser = Parser(
        prog="tengen puzzles check",
        description="Solve puzzles and compare with what is written.",
        epilog=EPILOG,
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="puzzles (those of Tengen)")
    return parser


def _check(collection: Collection, screen: Screen) -> int:
    """Tell about every puzzle that is not right, and how many were looked at."""
    variety = Variety()
    bad, count = len(collection.problems), len(collection.puzzles)
    bar = Bar(count, "puzzle")
    for number, puzzle in enumerate(collection.puzzles, start=1):
        flaw = "it is like an easier one" if variety.has_like(puzzle) else find_flaw(puzzle)
        variety.add(puzzle)
        bar.update(number, number)
        if flaw:
            bad += 1
            bar.clear()
            screen.write(f"puzzle {number}: {flaw}: {puzzle.position}\n")
    bar.clear()
    verdict = "all are right" if not bad else f"{bad} {plural(bad, 'is', 'are')} not right"
    screen.write(f"{counted(count, 'puzzle')}: {verdict}\n")
    return FAILED if bad else DONE
