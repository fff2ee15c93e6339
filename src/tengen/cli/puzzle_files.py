"""Puzzles in files: `tengen puzzles make` finds some in games, `puzzles check` proves them again.

Games to look through are read from files, or the engine plays them against itself.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from tengen.classic.console import Screen
from tengen.cli import output
from tengen.cli.arguments import Parser
from tengen.cli.game_arguments import add_reading_options
from tengen.cli.recorded_games import iter_games, make_reading, print_problems
from tengen.cli.terminal import ProgressBar, can_draw
from tengen.engine.pattern_tables import has_patterns
from tengen.errors import ParseError, UsageError, quote
from tengen.insight.puzzle import GRADES, PuzzleCollection, format_puzzle, read_collection, starter
from tengen.insight.puzzle_finder import KnownPuzzles, PuzzleFinder, play_self_game
from tengen.insight.unique_line import find_flaw
from tengen.records.reading import Reading
from tengen.records.record import Record
from tengen.rules.board import Board
from tengen.rules.notation import parse_rules
from tengen.rules.rules import Rules
from tengen.rules.wording import counted, plural


def read_puzzles(path: str | None) -> PuzzleCollection:
    """The puzzles of a file, or those that come with the program; at least one.

    Lines that are no puzzles are told and left out. Raises UsageError if nothing is left.
    """
    if path is None:
        return starter()
    try:
        collection = read_collection(path)
    except OSError as error:
        raise UsageError(f"cannot read {path!a}: {error.strerror}.") from None
    for problem in collection.problems:
        output.print_error(f"{path!a}, {problem}")
    if not collection.puzzles:
        raise UsageError(f"there are no puzzles in {path!a}.")
    return collection


TERMINAL_INTERVAL = 1.0
LOG_INTERVAL = 60.0
"""Seconds between two words about how it goes, on a terminal and elsewhere."""
MAKE_EPILOG = """\
FILE has games in any format that `tengen convert` reads. Puzzles go to standard output, or are
added to a file that is theirs; what is in that file already is not found again. Ctrl-C ends it,
and what was found is kept.

examples:
  tengen puzzles make games.txt --out mine.txt
  tengen puzzles make --selfplay 500 --seed 7 --each 20 --out mine.txt
  tengen puzzles mine.txt"""


def run_make(arguments: list[str]) -> int:
    """Find puzzles and give the exit status; raises UsageError if it was asked for wrongly."""
    return parser_for_make().run(arguments, _execute_make)


def _execute_make(found: argparse.Namespace) -> int:
    if not found.files and not found.selfplay:
        raise UsageError("games were expected: files, or --selfplay N to have some played.")
    rules = _parse_puzzle_rules(found.game or "five")
    known = _read_known(found.out)
    return output.with_screen(lambda screen: MakePuzzlesCommand(found, rules, known, screen).run())


def parser_for_make() -> Parser:
    """The parser of everything that can be said about making puzzles."""
    parser = Parser(
        prog="tengen puzzles make",
        description="Find positions with a single winning line in games.",
        epilog=MAKE_EPILOG,
    )
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="games to look through")
    add(
        "--selfplay",
        type=_positive_number,
        default=0,
        metavar="N",
        help="have so many games played, too",
    )
    add("--seed", type=int, default=0, metavar="N", help="of the games played (0)")
    add(
        "--first",
        type=_positive_number,
        default=1,
        metavar="N",
        help="the first of those games (1)",
    )
    add("--count", type=_positive_number, metavar="N", help="stop after so many puzzles")
    add(
        "--each",
        type=_positive_number,
        metavar="N",
        help="no more than so many of a grade, file included",
    )
    add("--out", metavar="FILE", help="add the puzzles to a file")
    add_reading_options(parser)
    return parser


def _positive_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) > 0):
        raise argparse.ArgumentTypeError(f"a whole number above 0 was expected, not {quote(text)}")
    return int(text)


def _parse_puzzle_rules(name: str) -> Rules:
    try:
        rules = parse_rules(name)
    except ParseError as error:
        raise UsageError(f"--game: {error}") from None
    if not has_patterns(rules):
        raise UsageError(f"--game: there are no puzzles of {rules}: five in a row, without caro.")
    return rules


def _read_known(path: str | None) -> PuzzleCollection:
    """What is in the file that puzzles are added to; nothing if there is none yet."""
    if path is None or not os.path.exists(path):
        return PuzzleCollection(())
    try:
        known = read_collection(path)
    except OSError as error:
        raise UsageError(f"--out: cannot read {path!a}: {error.strerror}.") from None
    if known.problems:
        raise UsageError(f"--out: {path!a} is no file of puzzles: {known.problems[0]}.")
    return known


class MakePuzzlesCommand:
    """One search for puzzles, as it was asked for."""

    def __init__(
        self, found: argparse.Namespace, rules: Rules, known: PuzzleCollection, screen: Screen
    ) -> None:
        self._found = found
        self._rules = rules
        self._screen = screen
        self._maker = PuzzleFinder(known.puzzles, found.each)
        self._count = 0
        self._status = output.DONE
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
            self._status = output.INTERRUPTED
        except OSError as error:
            if self._found.out is None:
                raise
            output.print_write_error(self._found.out, error)
            return output.FAILED
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

    def _games(self) -> Iterator[SourcedGame]:
        found = self._found
        files = (self._read(path) for path in found.files)
        numbers = range(found.first, found.first + found.selfplay)
        played = play_games(self._rules, numbers, found.seed)
        return chain(chain.from_iterable(files), played)

    def _read(self, path: str) -> Iterator[SourcedGame]:
        """The games of a file; then what was wrong with it is told."""
        reading = make_reading(self._found)
        yield from read_games(path, reading, self._found.from_name)
        print_problems(path, reading.problems)
        if reading.problems.count:
            self._status = output.FAILED

    def _is_enough(self) -> bool:
        return self._maker.is_done or self._count == self._found.count

    def _report(self) -> None:
        """Say how it goes, now and then."""
        now = time.monotonic()
        if now - self._last_word >= (TERMINAL_INTERVAL if self._is_live else LOG_INTERVAL):
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
            output.print_note(text)


SourcedGame = tuple[Board, str]
"""A game and where it is from."""


def read_games(path: str, reading: Reading, name: str | None) -> Iterator[SourcedGame]:
    """The games of a file, in the format of this name or any; UsageError if it cannot be read."""
    for number, record in enumerate(iter_games(path, reading, name), start=1):
        yield _replay_record(record), f"{os.path.basename(path)}, game {number}"


def _replay_record(record: Record) -> Board:
    """The board after the moves of a game, as far as the rules allow them."""
    board = Board(record.rules)
    for point in record.moves():
        if not board.is_legal(point):
            break
        board.play_unchecked(point)
    return board


def play_games(rules: Rules, numbers: Iterable[int], seed: int) -> Iterator[SourcedGame]:
    """Games of the engine against itself; the same for the same seed and number."""
    for number in numbers:
        yield play_self_game(rules, f"{seed} {number}"), f"self-play seed {seed} game {number}"


CHECK_EPILOG = """\
Every puzzle is solved from its position alone, and must come out as it is written:
the same means, the same line, as many tempting moves. No two may be alike.

example:
  tengen puzzles check mine.txt"""


def run_check(arguments: list[str]) -> int:
    """Check a file of puzzles, or those that come with the program, and give the exit status."""
    return parser_for_check().run(arguments, _execute_check)


def _execute_check(found: argparse.Namespace) -> int:
    collection = read_puzzles(found.file)
    return output.with_screen(lambda screen: _check_puzzles(collection, screen))


def parser_for_check() -> Parser:
    """The parser of what can be said about a check."""
    parser = Parser(
        prog="tengen puzzles check",
        description="Solve puzzles and compare with what is written.",
        epilog=CHECK_EPILOG,
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="puzzles (those of Tengen)")
    return parser


def _check_puzzles(collection: PuzzleCollection, screen: Screen) -> int:
    """Tell about every puzzle that is not right, and how many were looked at."""
    variety = KnownPuzzles()
    bad, count = len(collection.problems), len(collection.puzzles)
    bar = ProgressBar(count, "puzzle")
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
    return output.FAILED if bad else output.DONE
