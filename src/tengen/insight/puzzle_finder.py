"""New puzzles found in games, none much like another, and games of self-play to find them in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from tengen.engine.levels import Opponent
from tengen.insight.puzzle import GRADES, Puzzle
from tengen.insight.unique_line import examine
from tengen.rules.board import Board
from tengen.rules.geometry import Symmetry
from tengen.rules.point import Point
from tengen.rules.rules import Rules

SolutionShape = tuple[tuple[int, int], ...]


class KnownPuzzles:
    """Puzzles that are known, to tell whether another is new.

    It is not if the position is one of them turned or flipped, or if its solution goes the same
    way, turned, flipped or elsewhere on the board.
    """

    def __init__(self, puzzles: Iterable[Puzzle] = ()) -> None:
        self._keys: set[int] = set()
        self._shapes: set[SolutionShape] = set()
        for puzzle in puzzles:
            self.add(puzzle)

    def add(self, puzzle: Puzzle) -> None:
        """Know one more."""
        self._keys.add(puzzle.board.canonical().key)
        self._shapes.add(solution_shape(puzzle))

    def has_like(self, puzzle: Puzzle) -> bool:
        """Whether one is known that is much the same."""
        is_known = puzzle.board.canonical().key in self._keys
        return is_known or solution_shape(puzzle) in self._shapes


def solution_shape(puzzle: Puzzle) -> SolutionShape:
    """The way that a solution goes from its first move on, however the board is held."""
    return min(_relative_moves(puzzle, symmetry) for symmetry in Symmetry)


def _relative_moves(puzzle: Puzzle, symmetry: Symmetry) -> SolutionShape:
    swap, flip_rows, flip_columns = symmetry.value
    first = puzzle.line[0]
    way = []
    for point in puzzle.line:
        down, right = point.row - first.row, point.col - first.col
        down, right = (right, down) if swap else (down, right)
        way.append((-down if flip_rows else down, -right if flip_columns else right))
    return tuple(way)


class PuzzleFinder:
    """Goes through games and keeps what is new; `each` is how many of a grade are enough.

    `games` and `positions` count what was looked at, `found` what was kept, by grade.
    """

    def __init__(self, known: Iterable[Puzzle] = (), each: int | None = None) -> None:
        known = tuple(known)
        self._variety = KnownPuzzles(known)
        self._each = each
        self.found = Counter(puzzle.grade for puzzle in known)
        self.games = 0
        self.positions = 0

    @property
    def is_done(self) -> bool:
        """Whether there are enough puzzles of every grade."""
        return self._each is not None and all(self.found[grade] >= self._each for grade in GRADES)

    def look(self, game: Board, source: str = "") -> Iterator[Puzzle]:
        """New puzzles of a game, from its end backwards, no two with a winner's move in common."""
        self.games += 1
        board = game.copy()
        used: set[Point] = set()
        while board.moves:
            board.undo()
            self.positions += 1
            where = f"{source}, move {len(board.moves) + 1}" if source else ""
            puzzle = examine(board, where)
            if puzzle is not None and used.isdisjoint(puzzle.line[::2]) and self._wants(puzzle):
                used.update(puzzle.line[::2])
                self._keep(puzzle)
                yield puzzle

    def _wants(self, puzzle: Puzzle) -> bool:
        is_full = self._each is not None and self.found[puzzle.grade] >= self._each
        return not is_full and not self._variety.has_like(puzzle)

    def _keep(self, puzzle: Puzzle) -> None:
        self._variety.add(puzzle)
        self.found[puzzle.grade] += 1


SELF_PLAY_LEVELS = (5, 6, 7, 8)
"""Good enough to build something, and quick."""
OPENING_STONES = (3, 4, 5, 6)
"""How many stones chance puts down at the beginning."""
CENTRE_DISTANCE = 3
"""How far from the centre they are."""
MAX_MOVES = 120


def play_self_game(rules: Rules, seed: str) -> Board:
    """A game between two levels after a random opening; the same for the same seed."""
    random = Random(seed)  # noqa: S311 - a game
    board = _random_opening(rules, random)
    players = [
        Opponent(random.choice(SELF_PLAY_LEVELS), random.randrange(1 << 30)) for _ in range(2)
    ]
    while not board.outcome.is_over and len(board.moves) < MAX_MOVES:
        board.play(players[len(board.moves) % 2].choose(board))
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
