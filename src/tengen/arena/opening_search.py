"""A search for balanced openings: random stones after which neither side is ahead.

A candidate is a number, from which the stones follow. It is balanced if a short and a long search
see nobody ahead, and if the games that the engine plays against itself from there last, and are not
all won by one side. Which candidates are balanced depends on the wishes alone, not on the time, the
machine or the number of processes.

The first line of a file of openings says how they were found, all others have one opening each:

    # 15x15/5 freestyle, 5 stones, 20000 nodes, margin 60, 12 moves, seed 0
    15x15/5 freestyle g9 f11 i13 h8 e7
"""

from __future__ import annotations

import math
import os
from collections.abc import Collection, Generator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from itertools import count
from random import Random

from tengen.arena.executor import TaskExecutor
from tengen.arena.schedule import OpeningMoves, parse_openings
from tengen.arena.task_runner import run_tasks_in_order
from tengen.engine import Engine, Limits
from tengen.engine.balanced_opening import EVEN_MARGIN, score_position
from tengen.errors import RecordError, TaskKilled, quote
from tengen.records import record_of
from tengen.records.line_formats import format_line
from tengen.rules import Board, Player, Point, Rules, symmetries

HASH_MEGABYTES = 4.0
SHORT_SEARCH = 10
"""The nodes of a search divided by this are those of the short search, which comes first."""
SHORT_MARGIN = 5
"""The margin of the short search, as a multiple of the margin."""
GAME_SHARES = (0.05, 0.075, 0.1, 0.125)
"""The nodes of each move in the games, as parts of the nodes of a search: one game for each."""
GREATEST_LEAD = 2
"""By how many games one side may be ahead."""
GAME_MOVES = 60
"""A game that lasts this many moves after the opening counts as a draw."""
BATCH = 4
"""The number of candidates that a task tests."""
MAX_FRUITLESS = 20_000
"""The search gives up after this many candidates without a new opening."""


@dataclass(frozen=True, slots=True)
class OpeningWishes:
    """What openings to find. An even number of stones gives the first player the move."""

    rules: Rules
    seed: int = 0
    stones: int = 5
    nodes: int = 20_000
    """The nodes of the long search."""
    margin: int = EVEN_MARGIN
    """The greatest score of the side that is ahead."""
    least_moves: int = 12
    """The fewest moves that a game lasts after the opening."""

    def __post_init__(self) -> None:
        """Raise ValueError for numbers that no opening can have."""
        if not 1 <= self.stones <= self.rules.area // 2:
            room = f"{self.rules.width}x{self.rules.height}"
            raise ValueError(f"an opening on {room} has 1 to {self.rules.area // 2} stones")
        if self.nodes < 1 or self.margin < 0 or self.least_moves < 0:
            raise ValueError("nodes must be above 0, margin and moves not below it")

    def candidate(self, number: int) -> Board | None:
        """Return the board of a candidate; None if its stones are illegal or end the game."""
        random = Random(f"{self.seed} {number}")  # noqa: S311 - an opening is not secret
        board = Board(self.rules)
        for point in _random_points(self.rules, self.stones, random):
            if not board.is_legal(point):
                return None
            board.play_unchecked(point)
        return None if board.outcome.is_over else board


def _random_points(rules: Rules, stones: int, random: Random) -> list[Point]:
    """Return random points in a square that is near the centre."""
    side = max(7, math.isqrt(2 * stones) + 1)
    height, width = min(side, rules.height), min(side, rules.width)
    top = _near_middle(rules.height - height, random)
    left = _near_middle(rules.width - width, random)
    cells = random.sample(range(height * width), stones)
    return [Point(top + cell // width, left + cell % width) for cell in cells]


def _near_middle(room: int, random: Random) -> int:
    """Return a number from 0 to `room` that is at most two from its middle."""
    return random.randint(max(0, room // 2 - 2), min(room, room // 2 + 2))


def is_balanced(board: Board, wishes: OpeningWishes) -> bool:
    """Return whether neither side is ahead. Raises RuleError for rules without an engine."""
    short = max(1, wishes.nodes // SHORT_SEARCH)
    return (
        abs(_score(board, short)) <= SHORT_MARGIN * wishes.margin
        and abs(_score(board, wishes.nodes)) <= wishes.margin
        and _plays_evenly(board, wishes)
    )


def _score(board: Board, nodes: int) -> float:
    return score_position(Engine(HASH_MEGABYTES), board, Limits(nodes=nodes))[0]


def _plays_evenly(opening: Board, wishes: OpeningWishes) -> bool:
    """Return whether games from an opening last, and not one side wins nearly all of them."""
    least = min(wishes.least_moves, len(opening.empty_points()) // 2)
    wins = {Player.FIRST: 0, Player.SECOND: 0}
    for share in GAME_SHARES:
        end = _play_out(opening, max(1, round(share * wishes.nodes)))
        if len(end.moves) - len(opening.moves) < least:
            return False
        if end.outcome.winner is not None:
            wins[end.outcome.winner] += 1
    return abs(wins[Player.FIRST] - wins[Player.SECOND]) <= GREATEST_LEAD


def _play_out(opening: Board, nodes: int) -> Board:
    """Return the board at the end of a game of the engine against itself."""
    board, engine = opening.copy(), Engine(HASH_MEGABYTES)
    for _ in range(GAME_MOVES):
        if board.outcome.is_over:
            break
        board.play(engine.choose(board, Limits(nodes=nodes)))
    return board


def check_batch(wishes: OpeningWishes, first: int) -> list[OpeningMoves | None]:
    """Return the moves of each candidate of a batch that is balanced, else None."""
    boards = map(wishes.candidate, range(first, first + BATCH))
    return [board.moves if board and is_balanced(board, wishes) else None for board in boards]


def same_for_symmetry(moves: OpeningMoves, rules: Rules) -> tuple[tuple[Point, ...], ...]:
    """Return the stones of both players, the same for all symmetric positions."""
    images = ([symmetry.apply(point, rules) for point in moves] for symmetry in symmetries(rules))
    return min((tuple(sorted(image[::2])), tuple(sorted(image[1::2]))) for image in images)


def last_candidate(moves: OpeningMoves, wishes: OpeningWishes, most: int) -> int | None:
    """Return the number of the candidate with these moves; None if none up to `most` has them."""
    for number in range(most):
        board = wishes.candidate(number)
        if board is not None and board.moves == moves:
            return number
    return None


@dataclass(frozen=True, slots=True)
class CheckedCandidate:
    """A candidate that was tested; `moves` are those of a new balanced opening."""

    number: int
    moves: OpeningMoves | None


def search_openings(
    wishes: OpeningWishes,
    executor: TaskExecutor,
    known: Collection[OpeningMoves] = (),
    start: int = 0,
) -> Generator[CheckedCandidate]:
    """Test candidates in their order, from number `start`, for ever or until there are no more.

    Openings that are symmetric to a known or an earlier one are left out. Raises RuleError for
    rules without an engine, and TaskKilled if candidates kill their workers.
    """
    seen = {same_for_symmetry(moves, wishes.rules) for moves in known}
    last = start
    with closing(_test_all(wishes, executor, start)) as tested:
        for number, moves in tested:
            key = None if moves is None else same_for_symmetry(moves, wishes.rules)
            is_new = key is not None and key not in seen
            if key is not None and is_new:
                seen.add(key)
                last = number
            yield CheckedCandidate(number, moves if is_new else None)
            if number - last >= MAX_FRUITLESS:
                return


def _test_all(
    wishes: OpeningWishes, executor: TaskExecutor, start: int
) -> Generator[tuple[int, OpeningMoves | None]]:
    """Yield the results of all candidates, while the executor tests those that come next."""
    run = run_tasks_in_order(executor, partial(check_batch, wishes), count(start, BATCH))
    with closing(run):
        for first, found in run:
            if isinstance(found, TaskKilled):
                raise found
            yield from enumerate(found, first)


def format_header(wishes: OpeningWishes) -> str:
    """Format the first line of a file, which says how its openings were found."""
    return (
        f"# {wishes.rules}, {wishes.stones} stones, {wishes.nodes} nodes, margin {wishes.margin},"
        f" {wishes.least_moves} moves, seed {wishes.seed}\n"
    )


def format_opening(moves: OpeningMoves, rules: Rules) -> str:
    """Format an opening as a line."""
    board = Board(rules)
    for point in moves:
        board.play_unchecked(point)
    return format_line(record_of(board), 1).decode()


class OpeningFile:
    """A file to which openings are added. Opening and writing raise OSError.

    `found` are the openings that it already has. RecordError is raised if they were found with
    other wishes. A last line that is incomplete is removed.
    """

    def __init__(self, path: str, wishes: OpeningWishes) -> None:
        self._rules = wishes.rules
        self._file = open(path, "a+b")  # noqa: SIM115 - closed by `close`
        try:
            self.found = self._read(path, wishes)
        except BaseException:
            self.close()
            raise

    def _read(self, path: str, wishes: OpeningWishes) -> list[OpeningMoves]:
        self._file.seek(0)
        data = self._file.read()
        whole = data[: data.rfind(b"\n") + 1]
        header = format_header(wishes).encode()
        if whole and not whole.startswith(header):
            raise RecordError(f"{quote(path)} has other openings: name a new file")
        self._file.truncate(len(whole))
        if not whole:
            self._write(header)
        if len(whole) <= len(header):
            return []
        return parse_openings(whole, wishes.rules)

    def add(self, moves: OpeningMoves) -> None:
        """Write an opening at once."""
        self._write(format_opening(moves, self._rules).encode())

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _write(self, data: bytes) -> None:
        self._file.seek(0, os.SEEK_END)
        self._file.write(data)
        self._file.flush()
