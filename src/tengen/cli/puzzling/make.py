"""`tengen puzzles make`: find puzzles in games."""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterator
from itertools import chain

from tengen.classic.screen import Screen
from tengen.cli.arguments import Parser
from tengen.cli.complain import complain_of_file, tell
from tengen.cli.game_options import add_reading
from tengen.cli.output import DONE, FAILED, INTERRUPTED, with_screen
from tengen.cli.puzzling.games import Game, play_games, read_games
from tengen.cli.recording import reading_of, tell_problems
from tengen.cli.terminal import can_draw
from tengen.engine.pattern_tables import has_patterns
from tengen.errors import ParseError, UsageError, quote
from tengen.puzzles.collection import Collection, read_collection
from tengen.puzzles.maker import Maker
from tengen.puzzles.puzzle import GRADES
from tengen.puzzles.text import format_puzzle
from tengen.rules.notation import parse_rules
from tengen.rules.rules import Rules
from tengen.rules.wording import counted

OFTEN = 1.0
SELDOM = 60.0
"""Seconds between two words about how it goes, on a terminal and elsewhere."""
EPILOG = """\
FILE has games in any format that `tengen convert` reads. Puzzles go to standard output, or are
added to a file that is theirs; what is in that file already is not found again. Ctrl-C ends it,
and what was found is kept.

examples:
  tengen puzzles make games.txt --out mine.txt
  tengen puzzles make --selfplay 500 --seed 7 --each 20 --out mine.txt
  tengen puzzles mine.txt"""


def run(arguments: list[str]) -> int:
    """Find puzzles and give the exit status; raises UsageError if it was asked for wrongly."""
    return make_parser().run(arguments, _obey)


def _obey(found: argparse.Namespace) -> int:
    if not found.files and not found.selfplay:
        raise UsageError("games were expected: files, or --selfplay N to have some played.")
    rules = _rules(found.game or "five")
    known = _known(found.out)
    return with_screen(lambda screen: Making(found, rules, known, screen).run())


def make_parser() -> Parser:
    """The parser of everything that can be said about making puzzles."""
    parser = Parser(
        prog="tengen puzzles make",
        description="Find positions with a single winning line in games.",
        epilog=EPILOG,
    )
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="games to look through")
    add("--selfplay", type=_whole, default=0, metavar="N", help="have so many games played, too")
    add("--seed", type=int, default=0, metavar="N", help="of the games played (0)")
    add("--first", type=_whole, default=1, metavar="N", help="the first of those games (1)")
    add("--count", type=_whole, metavar="N", help="stop after so many puzzles")
    add("--each", type=_whole, metavar="N", help="no more than so many of a grade, file included")
    add("--out", metavar="FILE", help="add the puzzles to a file")
    add_reading(parser)
    return parser


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) > 0):
        raise argparse.ArgumentTypeError(f"a whole number above 0 was expected, not {quote(text)}")
    return int(text)


def _rules(name: str) -> Rules:
    try:
        rules = parse_rules(name)
    except ParseError as error:
        raise UsageError(f"--game: {error}") from None
    if not has_patterns(rules):
        raise UsageError(f"--game: there are no puzzles of {rules}: five in a row, without caro.")
    return rules


def _known(path: str | None) -> Collection:
    """What is in the file that puzzles are added to; nothing if there is none yet."""
    if path is None or not os.path.exists(path):
        return Collection(())
    try:
        known = read_collection(path)
    except OSError as error:
        raise UsageError(f"--out: cannot read {path!a}: {error.strerror}.") from None
    if known.problems:
        raise UsageError(f"--out: {path!a} is no file of puzzles: {known.problems[0]}.")
    return known


class Making:
    """One search for puzzles, as it was asked for."""

    def __init__(
        self, found: argparse.Namespace, rules: Rules, known: Collection, screen: Screen
    ) -> None:
        self._found = found
        self._rules = rules
        self._screen = screen
        self._maker = Maker(known.puzzles, found.each)
        self._count = 0
        self._status = DONE
        self._is_live = can_draw(2)
        self._last_word = time.monotonic()

    def run(self) -> int:
        """Look through all games and give the exit status."""
        try:
            if self._found.out is None:
                self._make(lambda line: self._screen.write(f"{line}\n"))
            else:
                with open(self._found.out, "a", encoding="utf-8") as file:
                    self._make(lambda line: print(line, file=file, flush=True))
        except KeyboardInterrupt:
            self._status = INTERRUPTED
        except OSError as error:
            if self._found.out is None:
                raise
            complain_of_file(self._found.out, error)
            return FAILED
        self._say_progress(end="\n")
        return self._status

    def _make(self, write: Callable[[str], object]) -> None:
        for board, source in self._games():
            for puzzle in self._maker.look(board, source):
                write(format_puzzle(puzzle))
                self._count += 1
                if self._is_enough():
                    return
            self._report()

    def _games(self) -> Iterator[Game]:
        found = self._found
        files = (self._read(path) for path in found.files)
        numbers = range(found.first, found.first + found.selfplay)
        played = play_games(self._rules, numbers, found.seed)
        return chain(chain.from_iterable(files), played)

    def _read(self, path: str) -> Iterator[Game]:
        """The games of a file; then what was wrong with it is told."""
        reading = reading_of(self._found)
        yield from read_games(path, reading, self._found.from_name)
        tell_problems(path, reading.problems)
        if reading.problems.count:
            self._status = FAILED

    def _is_enough(self) -> bool:
        return self._maker.is_done or self._count == self._found.count

    def _report(self) -> None:
        """Say how it goes, now and then."""
        now = time.monotonic()
        if now - self._last_word >= (OFTEN if self._is_live else SELDOM):
            self._last_word = now
            self._say_progress(end="" if self._is_live else "\n")

    def _say_progress(self, end: str) -> None:
        maker = self._maker
        grades = " ".join(f"{grade}:{maker.found[grade]}" for grade in GRADES)
        seen = f"{counted(maker.games, 'game')}, {counted(maker.positions, 'position')}"
        words = f"{seen}, {counted(self._count, 'new puzzle')}"
        text = f"{words}; by grade {grades}"
        if self._is_live:
            os.write(2, f"\r{text}{end}".encode())
        else:
            tell(text)
