"""Solving a puzzle: take moves, give answers and hints."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tengen.insight import puzzle_trial
from tengen.insight.attack_search import AttackSearch
from tengen.insight.puzzle import Puzzle
from tengen.insight.shapes import makes_four
from tengen.insight.unique_line import LAST_FOUR_PLIES
from tengen.rules import Board, Point
from tengen.rules.wording import STONE_NAMES, PlayerNames, point_name

SHOWN_CANDIDATES = 3
"""The number of points that the second hint names."""
HINT_STEPS = 3


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint in words, and the points to mark on the board."""

    words: str
    points: tuple[Point, ...] = ()


def give_hint(board: Board, move: Point, step: int) -> Hint:
    """Return the first, second or third hint for a move."""
    if step == 1:
        return Hint(f"Look for {_describe_kind(board, move)}.")
    points = (move,) if step >= HINT_STEPS else _candidates(board, move)
    return Hint(puzzle_trial.describe_candidates(points, board.rules), points)


def _describe_kind(board: Board, move: Point) -> str:
    """Describe what a move makes."""
    if makes_four(board, move):
        return "a four"
    stones = {**board.stones, move: board.turn}
    win = AttackSearch(Board(board.rules, stones, board.turn)).by_fours()
    return (
        "a three"
        if win is not None and win.plies == LAST_FOUR_PLIES
        else "a move that prepares fours"
    )


def _candidates(board: Board, move: Point) -> tuple[Point, ...]:
    """Return the move among others of its kind, or points close to it if there are too few."""
    attack = AttackSearch(board)
    near = sorted(
        (point for point in board.legal_points() if point != move),
        key=lambda point: max(abs(point.row - move.row), abs(point.col - move.col)),
    )
    if makes_four(board, move):
        fours = attack.fours()
        similar = [point for point in near if point in fours]
    else:
        similar = [point for point in near if _threatens(attack, point)]
    others = list(dict.fromkeys([*similar, *near]))
    return tuple(sorted([move, *others[: SHOWN_CANDIDATES - 1]]))


def _threatens(attack: AttackSearch, point: Point) -> bool:
    attack.play(point)
    threatens = attack.answers() is not None
    attack.undo()
    return threatens


class MoveVerdict(enum.Enum):
    """The verdict on a move."""

    REFUSED = "refused"
    WRONG = "wrong"
    LONGER = "longer"
    RIGHT = "right"
    SOLVED = "solved"


@dataclass(frozen=True, slots=True)
class MoveFeedback:
    """The answer to a move: `reply` is the defender's move, `refutation` what beats a wrong one."""

    verdict: MoveVerdict
    words: str
    reply: Point | None = None
    refutation: Point | None = None


class Solving:
    """One attempt at a puzzle.

    Only right moves are played on `board`; `line` is the rest of the solution. `wrong` counts
    moves that do not win, and `hints` the hints given. If the solution was shown (`is_shown`), the
    puzzle does not count as solved.
    """

    def __init__(self, puzzle: Puzzle, names: PlayerNames = STONE_NAMES) -> None:
        self.puzzle = puzzle
        self.names = names
        self.wrong = 0
        self.hints = 0
        self.is_shown = False
        self.board: Board = puzzle.board
        self.line = puzzle.line
        self._winner = self.board.turn
        self._lines: list[tuple[Point, ...]] = []
        self._hint_step = 0

    @property
    def is_over(self) -> bool:
        """Whether the whole solution is on the board."""
        return not self.line

    @property
    def is_solved(self) -> bool:
        """Whether the solution was found, not shown."""
        return self.is_over and not self.is_shown

    def count_left(self) -> int:
        """Return the number of moves left to find."""
        return (len(self.line) + 1) // 2

    def play(self, point: Point) -> MoveFeedback:
        """Try a move."""
        refusal = self.board.refusal(point)
        name = point_name(point, self.board.rules)
        if self.is_over:
            return MoveFeedback(MoveVerdict.REFUSED, "There is nothing left to find here.")
        if refusal is not None:
            return MoveFeedback(MoveVerdict.REFUSED, f"{name} {refusal.value}.")
        line = self.line if point == self.line[0] else self._other_line(point)
        return self._play_right(line) if isinstance(line, tuple) else line

    def _other_line(self, point: Point) -> tuple[Point, ...] | MoveFeedback:
        """Return the line of another move that wins as quickly, or why it is not accepted."""
        trial = puzzle_trial.try_move(self.board, point, self.line, self.puzzle.means)
        if trial.result is puzzle_trial.MoveResult.WINS:
            return trial.line
        words = puzzle_trial.describe_trial(trial, point, self.board.rules, self._defender)
        if trial.result in {puzzle_trial.MoveResult.LONGER, puzzle_trial.MoveResult.OTHERWISE}:
            return MoveFeedback(MoveVerdict.LONGER, words)
        self.wrong += 1
        return MoveFeedback(MoveVerdict.WRONG, words, refutation=trial.answer)

    def _play_right(self, line: tuple[Point, ...]) -> MoveFeedback:
        """Play a right move and the defender's reply."""
        self._lines.append(self.line)
        self._hint_step = 0
        move, *rest = line
        self.board.play(move)
        if not rest:
            self.line = ()
            return MoveFeedback(MoveVerdict.SOLVED, self._describe_end())
        reply = rest[0]
        self.board.play(reply)
        self.line = tuple(rest[1:])
        rules = self.board.rules
        words = f"{point_name(move, rules)} is right. {self._defender} answers on "
        return MoveFeedback(MoveVerdict.RIGHT, f"{words}{point_name(reply, rules)}.", reply)

    def _describe_end(self) -> str:
        stones = Board(self.board.rules, self.board.stones, self._winner)
        return puzzle_trial.describe_solved(
            AttackSearch(stones).fives(), self.board.rules, self._defender
        )

    @property
    def _defender(self) -> str:
        return self.names[self._winner.other]

    @property
    def can_go_back(self) -> bool:
        """Whether there is a move to take back."""
        return bool(self._lines)

    def back(self) -> bool:
        """Take back the last right move and its reply; return whether there was one."""
        if not self.can_go_back:
            return False
        for _ in range(2 if self.line else 1):
            self.board.undo()
        self.line = self._lines.pop()
        self._hint_step = 0
        return True

    def hint(self) -> Hint | None:
        """Return the next hint for the next move; the last hint again if there are no more."""
        if self.is_over:
            return None
        if self._hint_step < HINT_STEPS:
            self._hint_step += 1
            self.hints += 1
        return give_hint(self.board, self.line[0], self._hint_step)

    def show(self) -> tuple[Point, ...]:
        """Give up: play the rest of the solution on the board and return it."""
        line, self.line = self.line, ()
        for point in line:
            self.board.play(point)
        self._lines = []
        self.is_shown |= bool(line)
        return line

    def describe_record(self) -> str:
        """Describe the attempt, as in `with one wrong try`."""
        return puzzle_trial.describe_attempt(self.wrong, self.hints)
