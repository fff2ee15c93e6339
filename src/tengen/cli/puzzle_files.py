"""Puzzles in files: `tengen puzzles make` finds them in games, `puzzles check` proves them again.

The games are read from files, or the engine plays them against itself.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import chain

from tengen import insight
from tengen.arena.task_runner import run_tasks_in_order
from tengen.classic.console import Screen
from tengen.cli import output
from tengen.cli.arguments import Parser
from tengen.cli.game_arguments import add_reading_options
from tengen.cli.recorded_games import iter_games, make_reading, print_problems
from tengen.cli.terminal import ProgressBar, can_draw
from tengen.cli.worker_options import add_worker_options, open_workers
from tengen.engine import CancelToken, has_patterns, run_in_thread
from tengen.errors import ClusterError, ParseError, TaskKilled, UsageError, quote
from tengen.insight.puzzle_finder import KnownPuzzles, examine_game
from tengen.insight.puzzle_games import PuzzleGame, examine_puzzle_game
from tengen.records import Reading, Record
from tengen.rules import Board, Point, Rules, parse_rules
from tengen.rules.wording import counted, plural


def read_puzzles(path: str | None) -> insight.PuzzleCollection:
    """Return the puzzles of a file, or those that come with Tengen; at least one.

    Report lines that are not puzzles and skip them. Raise UsageError if no puzzles are left.
    """
    if path is None:
        return insight.starter()
    try:
        collection = insight.read_collection(path)
    except OSError as error:
        raise UsageError(f"cannot read {path!a}: {error.strerror}.") from None
    for problem in collection.problems:
        output.print_error(f"{path!a}, {problem}")
    if not collection.puzzles:
        raise UsageError(f"there are no puzzles in {path!a}.")
    return collection


TERMINAL_INTERVAL = 1.0
LOG_INTERVAL = 60.0
"""Seconds between two progress reports, on a terminal and elsewhere."""
MAKE_EPILOG = """\
FILE has games in any format that `tengen convert` reads. Puzzles are written to standard output,
or added to the file of --out, without those that it already has. Ctrl-C stops the search; the
puzzles found so far stay.

examples:
  tengen puzzles make games.txt --out mine.txt
  tengen puzzles make --selfplay 500 --seed 7 --each 20 --out mine.txt --processes 4
  tengen puzzles mine.txt"""


def run_make(arguments: list[str]) -> int:
    """Find puzzles and return the exit status. Raise UsageError for wrong use."""
    return parser_for_make().run(arguments, _execute_make)


def _execute_make(args: argparse.Namespace) -> int:
    if not args.files and not args.selfplay:
        raise UsageError("no games: name files, or let the engine play some with --selfplay N.")
    rules = _parse_puzzle_rules(args.game or "five")
    known = _read_known(args.out)
    return output.with_screen(lambda screen: MakePuzzlesCommand(args, rules, known, screen).run())


def parser_for_make() -> Parser:
    """Return the argument parser of `tengen puzzles make`."""
    parser = Parser(
        prog="tengen puzzles make",
        description="Find puzzles in games: positions with a single winning line.",
        epilog=MAKE_EPILOG,
    )
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="games to search")
    add(
        "--selfplay",
        type=_positive_number,
        default=0,
        metavar="N",
        help="also search N games of the engine against itself",
    )
    add("--seed", type=int, default=0, metavar="N", help="random seed of these games (0)")
    add(
        "--first",
        type=_positive_number,
        default=1,
        metavar="N",
        help="number of the first of these games (1)",
    )
    add("--count", type=_positive_number, metavar="N", help="stop after N puzzles")
    add(
        "--each",
        type=_positive_number,
        metavar="N",
        help="at most N puzzles of each grade, with those of --out",
    )
    add("--out", metavar="FILE", help="add the puzzles to FILE")
    add_worker_options(parser, 1)
    add_reading_options(parser)
    return parser


def _positive_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) > 0):
        raise argparse.ArgumentTypeError(f"expected a whole number above 0, not {quote(text)}")
    return int(text)


def _parse_puzzle_rules(name: str) -> Rules:
    try:
        rules = parse_rules(name)
    except ParseError as error:
        raise UsageError(f"--game: {error}") from None
    if not has_patterns(rules):
        raise UsageError(
            f"--game: there are no puzzles for {rules}: choose another five-in-a-row game."
        )
    return rules


def _read_known(path: str | None) -> insight.PuzzleCollection:
    """Return the puzzles that the output file already has."""
    if path is None or not os.path.exists(path):
        return insight.PuzzleCollection(())
    try:
        known = insight.read_collection(path)
    except OSError as error:
        raise UsageError(f"--out: cannot read {path!a}: {error.strerror}.") from None
    if known.problems:
        raise UsageError(f"--out: {path!a} is not a file of puzzles: {known.problems[0]}.")
    return known


class MakePuzzlesCommand:
    """One run of `tengen puzzles make`."""

    def __init__(
        self,
        args: argparse.Namespace,
        rules: Rules,
        known: insight.PuzzleCollection,
        screen: Screen,
    ) -> None:
        self._args = args
        self._rules = rules
        self._screen = screen
        self._finder = insight.PuzzleFinder(known.puzzles, args.each)
        self._cancel = CancelToken()
        self._count = 0
        self._status = output.DONE
        self._is_live = can_draw(2)
        self._last_report = time.monotonic()

    def run(self) -> int:
        """Search all games and return the exit status."""
        try:
            if self._args.out is None:
                self._make(lambda line: self._screen.write(f"{line}\n"))
            else:
                with open(self._args.out, "a", encoding="utf-8") as file:
                    self._make(lambda line: print(line, file=file, flush=True))
        except KeyboardInterrupt:
            self._status = output.INTERRUPTED
        except ClusterError as error:
            output.print_error(str(error))
            self._status = output.FAILED
        except OSError as error:
            if self._args.out is None:
                raise
            output.print_write_error(self._args.out, error)
            return output.FAILED
        self._print_progress(end="\n")
        return self._status

    def _make(self, write: Callable[[str], object]) -> None:
        is_here = self._args.processes == 1 and self._args.cluster is None
        for puzzles in self._search_here() if is_here else self._search_elsewhere():
            for puzzle in filter(None, puzzles):
                write(insight.format_puzzle(puzzle))
            if self._is_enough():
                return
            self._report()

    def _search_here(self) -> Iterator[Iterator[insight.Puzzle | None]]:
        """Yield the search of each game in a thread, so that each puzzle comes at once."""
        for game in self._games():
            board = _board_of(game, self._cancel)
            examined = examine_game(board, game.source, self._cancel)
            search = partial(self._choose, examined)
            with closing(run_in_thread(search, self._cancel)) as puzzles:
                yield puzzles

    def _search_elsewhere(self) -> Iterator[Iterator[insight.Puzzle]]:
        """Yield the puzzles of each game, found by other processes, in the order of the games."""
        with open_workers(self._args) as workers:
            for game, found in run_tasks_in_order(workers, examine_puzzle_game, self._games()):
                if isinstance(found, TaskKilled):
                    output.print_error(f"{game.source}: {found}")
                    self._status = output.FAILED
                else:
                    yield self._choose(found)

    def _choose(self, examined: Iterable[insight.Puzzle | None]) -> Iterator[insight.Puzzle]:
        """Yield the new puzzles of a game until there are enough."""
        for puzzle in self._finder.choose(examined):
            self._count += 1
            yield puzzle
            if self._is_enough():
                return

    def _games(self) -> Iterator[PuzzleGame]:
        args = self._args
        files = (self._read(path) for path in args.files)
        numbers = range(args.first, args.first + args.selfplay)
        played = self_games(self._rules, numbers, args.seed)
        return chain(chain.from_iterable(files), played)

    def _read(self, path: str) -> Iterator[PuzzleGame]:
        """Yield the games of a file, then report its problems."""
        reading = make_reading(self._args)
        yield from read_games(path, reading, self._args.from_name)
        print_problems(path, reading.problems)
        if reading.problems.count:
            self._status = output.FAILED

    def _is_enough(self) -> bool:
        return self._finder.is_done or self._count == self._args.count

    def _report(self) -> None:
        """Print the progress at intervals."""
        now = time.monotonic()
        if now - self._last_report >= (TERMINAL_INTERVAL if self._is_live else LOG_INTERVAL):
            self._last_report = now
            self._print_progress(end="" if self._is_live else "\n")

    def _print_progress(self, end: str) -> None:
        finder = self._finder
        grades = " ".join(f"{grade}:{finder.found[grade]}" for grade in insight.GRADES)
        searched = f"{counted(finder.games, 'game')}, {counted(finder.positions, 'position')}"
        text = f"{searched}, {counted(self._count, 'new puzzle')}; by grade {grades}"
        if self._is_live:
            os.write(2, f"\r{text}{end}".encode())
        else:
            output.print_note(text)


def read_games(path: str, reading: Reading, name: str | None) -> Iterator[PuzzleGame]:
    """Yield the games of a file in the named format, or in any. Raise UsageError."""
    for number, record in enumerate(iter_games(path, reading, name), start=1):
        source = f"{os.path.basename(path)}, game {number}"
        yield PuzzleGame(source, record.rules, _legal_moves(record))


def _legal_moves(record: Record) -> tuple[Point, ...]:
    """Return the moves of a game, up to the first illegal one."""
    board = Board(record.rules)
    for point in record.moves():
        if not board.is_legal(point):
            break
        board.play_unchecked(point)
    return board.moves


def self_games(rules: Rules, numbers: Iterable[int], seed: int) -> Iterator[PuzzleGame]:
    """Yield games of the engine with itself; a seed and a number always give the same game."""
    for number in numbers:
        source = f"self-play seed {seed} game {number}"
        yield PuzzleGame(source, rules, seed=f"{seed} {number}")


def _board_of(game: PuzzleGame, cancel: CancelToken) -> Board:
    played = run_in_thread(lambda: [game.board(cancel)], cancel)
    (board,) = [board for board in played if board is not None]
    return board


CHECK_EPILOG = """\
Every puzzle is solved again from its position. The result must match the file: the same
means, the same line, and as many tempting moves. No two puzzles may be alike.

example:
  tengen puzzles check mine.txt"""


def run_check(arguments: list[str]) -> int:
    """Check a file of puzzles, or those that come with Tengen, and return the exit status."""
    return parser_for_check().run(arguments, _execute_check)


def _execute_check(args: argparse.Namespace) -> int:
    collection = read_puzzles(args.file)
    return output.with_screen(lambda screen: _check_puzzles(collection, screen))


def parser_for_check() -> Parser:
    """Return the argument parser of `tengen puzzles check`."""
    parser = Parser(
        prog="tengen puzzles check",
        description="Solve puzzles again and compare the results with the file.",
        epilog=CHECK_EPILOG,
    )
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="a file of puzzles (those that come with Tengen)"
    )
    return parser


def _check_puzzles(collection: insight.PuzzleCollection, screen: Screen) -> int:
    """Report every puzzle that is wrong, and how many were checked."""
    bad, count = len(collection.problems), len(collection.puzzles)
    bar = ProgressBar(count, "puzzle")
    try:
        for number, flaw in enumerate(_find_flaws(collection), start=1):
            bar.update(number, number)
            if flaw:
                bad += 1
                bar.clear()
                position = collection.puzzles[number - 1].position
                screen.write(f"puzzle {number}: {flaw}: {position}\n")
    except KeyboardInterrupt:
        bar.clear()
        return output.INTERRUPTED
    bar.clear()
    verdict = "all are correct" if not bad else f"{bad} {plural(bad, 'is', 'are')} wrong"
    screen.write(f"{counted(count, 'puzzle')}: {verdict}\n")
    return output.FAILED if bad else output.DONE


def _find_flaws(collection: insight.PuzzleCollection) -> Iterator[str]:
    """Yield what is wrong with each puzzle, or an empty text."""
    known, cancel = KnownPuzzles(), CancelToken()
    for puzzle in collection.puzzles:
        if known.has_like(puzzle):
            yield "it is like an easier one"
        else:
            yield _find_flaw(puzzle, cancel)
        known.add(puzzle)


def _find_flaw(puzzle: insight.Puzzle, cancel: CancelToken) -> str:
    (flaw,) = run_in_thread(lambda: [insight.find_flaw(puzzle, cancel)], cancel)
    return flaw or ""
