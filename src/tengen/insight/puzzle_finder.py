"""Find new puzzles in games, and play games to find them in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from tengen.engine import CancelToken, Opponent
from tengen.insight.puzzle import GRADES, Puzzle
from tengen.insight.unique_line import examine
from tengen.rules import Board, Point, Rules, Symmetry

SolutionShape = tuple[tuple[int, int], ...]
"""The moves of a solution relative to its first move."""


class KnownPuzzles:
    """A set of puzzles that recognises similar ones.

    Two puzzles are similar if their positions are symmetric, or if their solutions have the same
    shape: equal after turning, flipping or moving them.
    """

    def __init__(self, puzzles: Iterable[Puzzle] = ()) -> None:
        self._keys: set[int] = set()
        self._shapes: set[SolutionShape] = set()
        for puzzle in puzzles:
            self.add(puzzle)

    def add(self, puzzle: Puzzle) -> None:
        """Add a puzzle."""
        self._keys.add(puzzle.board.canonical().key)
        self._shapes.add(solution_shape(puzzle))

    def has_like(self, puzzle: Puzzle) -> bool:
        """Whether a similar puzzle is known."""
        is_known = puzzle.board.canonical().key in self._keys
        return is_known or solution_shape(puzzle) in self._shapes


def solution_shape(puzzle: Puzzle) -> SolutionShape:
    """Return the shape of a solution, the same for all symmetric solutions."""
    return min(_relative_moves(puzzle, symmetry) for symmetry in Symmetry)


def _relative_moves(puzzle: Puzzle, symmetry: Symmetry) -> SolutionShape:
    swap, flip_rows, flip_columns = symmetry.value
    first = puzzle.line[0]
    moves = []
    for point in puzzle.line:
        down, right = point.row - first.row, point.col - first.col
        down, right = (right, down) if swap else (down, right)
        moves.append((-down if flip_rows else down, -right if flip_columns else right))
    return tuple(moves)


class PuzzleFinder:
    """Finds new puzzles in games, at most `each` of a grade.

    `games` and `positions` count what was examined. `found` counts the puzzles by grade, with the
    known ones.
    """

    def __init__(self, known: Iterable[Puzzle] = (), each: int | None = None) -> None:
        known = tuple(known)
        self._known = KnownPuzzles(known)
        self._each = each
        self.found = Counter(puzzle.grade for puzzle in known)
        self.games = 0
        self.positions = 0

    @property
    def is_done(self) -> bool:
        """Whether there are enough puzzles of every grade."""
        return self._each is not None and all(self.found[grade] >= self._each for grade in GRADES)

    def look(
        self, game: Board, source: str = "", cancel: CancelToken | None = None
    ) -> Iterator[Puzzle]:
        """Yield the new puzzles of a game, from its end backwards, until it is cancelled.

        No two of them share a move of the winner.
        """
        yield from self.choose(examine_game(game, source, cancel))

    def choose(self, examined: Iterable[Puzzle | None]) -> Iterator[Puzzle]:
        """Yield the new puzzles among those that `examine_game` has found in a game."""
        self.games += 1
        used: set[Point] = set()
        for puzzle in examined:
            self.positions += 1
            if puzzle is not None and used.isdisjoint(puzzle.line[::2]) and self._is_new(puzzle):
                used.update(puzzle.line[::2])
                self._add(puzzle)
                yield puzzle

    def _is_new(self, puzzle: Puzzle) -> bool:
        is_full = self._each is not None and self.found[puzzle.grade] >= self._each
        return not is_full and not self._known.has_like(puzzle)

    def _add(self, puzzle: Puzzle) -> None:
        self._known.add(puzzle)
        self.found[puzzle.grade] += 1


def examine_game(
    game: Board, source: str = "", cancel: CancelToken | None = None
) -> Iterator[Puzzle | None]:
    """Yield the puzzle of every position or None, from the end backwards, until cancelled."""
    cancel = cancel or CancelToken()
    board = game.copy()
    while board.moves and not cancel.is_cancelled:
        board.undo()
        where = f"{source}, move {len(board.moves) + 1}" if source else ""
        yield examine(board, where, cancel=cancel)


SELF_PLAY_LEVELS = (5, 6, 7, 8)
"""Levels that are good enough to build attacks, and fast."""
OPENING_STONES = (3, 4, 5, 6)
"""The possible numbers of random stones at the start of a game."""
CENTRE_DISTANCE = 3
"""The greatest distance of the random stones from the centre."""
MAX_MOVES = 120


def play_self_game(rules: Rules, seed: str, cancel: CancelToken | None = None) -> Board:
    """Play a game between two levels after a random opening; the same seed gives the same game.

    Once it is cancelled, the game ends where it is.
    """
    cancel = cancel or CancelToken()
    random = Random(seed)  # noqa: S311 - a game
    board = _random_opening(rules, random)
    players = [
        Opponent(random.choice(SELF_PLAY_LEVELS), random.randrange(1 << 30)) for _ in range(2)
    ]
    while not board.outcome.is_over and len(board.moves) < MAX_MOVES and not cancel.is_cancelled:
        board.play(players[len(board.moves) % 2].choose(board, cancel=cancel))
    return board


def _random_opening(rules: Rules, random: Random) -> Board:
    board = Board(rules)
    for _ in range(random.choice(OPENING_STONES)):
        near = [point for point in board.legal_points() if _is_near(point, rules)]
        board.play(random.choice(near))
    return board


def _is_near(point: Point, rules: Rules) -> bool:
    down, right = point.row - rules.height // 2, point.col - rules.width // 2
    return max(abs(down), abs(right)) <= CENTRE_DISTANCE
