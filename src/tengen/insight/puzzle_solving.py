"""A puzzle while somebody solves it: moves in, answers and hints out."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tengen.insight import puzzle_trial
from tengen.insight.attack_search import AttackSearch
from tengen.insight.puzzle import Puzzle
from tengen.insight.shapes import makes_four
from tengen.insight.unique_line import LAST_FOUR_PLIES
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.wording import STONE_NAMES, PlayerNames, point_name

SHOWN_CANDIDATES = 3
"""How many points the second hint names."""
HINT_STEPS = 3


@dataclass(frozen=True, slots=True)
class Hint:
    """Something to go by: words, and points to be marked on the board."""

    words: str
    points: tuple[Point, ...] = ()


def give_hint(board: Board, move: Point, step: int) -> Hint:
    """The first, second or third hint towards a move."""
    if step == 1:
        return Hint(f"Look for {_describe_kind(board, move)}.")
    points = (move,) if step >= HINT_STEPS else _candidates(board, move)
    return Hint(puzzle_trial.describe_candidates(points, board.rules), points)


def _describe_kind(board: Board, move: Point) -> str:
    """What a move makes."""
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
    """The move among others of its kind, as far as there are any, and points close to it."""
    attack = AttackSearch(board)
    near = sorted(
        (point for point in board.legal_points() if point != move),
        key=lambda point: max(abs(point.row - move.row), abs(point.col - move.col)),
    )
    if makes_four(board, move):
        fours = attack.fours()
        alike = [point for point in near if point in fours]
    else:
        alike = [point for point in near if _threatens(attack, point)]
    others = list(dict.fromkeys([*alike, *near]))
    return tuple(sorted([move, *others[: SHOWN_CANDIDATES - 1]]))


def _threatens(attack: AttackSearch, point: Point) -> bool:
    attack.play(point)
    threatens = attack.answers() is not None
    attack.undo()
    return threatens


class MoveVerdict(enum.Enum):
    """What a move was."""

    REFUSED = "refused"
    WRONG = "wrong"
    LONGER = "longer"
    RIGHT = "right"
    SOLVED = "solved"


@dataclass(frozen=True, slots=True)
class MoveFeedback:
    """What is said to a move, the defender's answer if it was right, what spoils it if not."""

    verdict: MoveVerdict
    words: str
    reply: Point | None = None
    refutation: Point | None = None


class Solving:
    """The position as far as it is solved; `line` is how it goes on from there.

    Only right moves are played on the board. `wrong` counts moves that do not win, `hints` what
    was asked for. What was `shown` is not solved.
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
        self._step = 0

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to find."""
        return not self.line

    @property
    def is_solved(self) -> bool:
        """Whether somebody has found it all."""
        return self.is_over and not self.is_shown

    def count_left(self) -> int:
        """How many moves are left to find."""
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
        return self._go_on(line) if isinstance(line, tuple) else line

    def _other_line(self, point: Point) -> tuple[Point, ...] | MoveFeedback:
        """The line of another move that wins as quickly, or why it is not taken."""
        trial = puzzle_trial.try_move(self.board, point, self.line, self.puzzle.means)
        if trial.fate is puzzle_trial.MoveResult.WINS:
            return trial.line
        words = puzzle_trial.describe_trial(trial, point, self.board.rules, self._defender)
        if trial.fate in {puzzle_trial.MoveResult.LONGER, puzzle_trial.MoveResult.OTHERWISE}:
            return MoveFeedback(MoveVerdict.LONGER, words)
        self.wrong += 1
        return MoveFeedback(MoveVerdict.WRONG, words, refutation=trial.answer)

    def _go_on(self, line: tuple[Point, ...]) -> MoveFeedback:
        """Play a right move and the answer to it."""
        self._lines.append(self.line)
        self._step = 0
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
        """Take back the last right move with the answer to it; whether there was one."""
        if not self.can_go_back:
            return False
        for _ in range(2 if self.line else 1):
            self.board.undo()
        self.line = self._lines.pop()
        self._step = 0
        return True

    def hint(self) -> Hint | None:
        """The next hint towards the next move; the last one again if there are no more."""
        if self.is_over:
            return None
        if self._step < HINT_STEPS:
            self._step += 1
            self.hints += 1
        return give_hint(self.board, self.line[0], self._step)

    def show(self) -> tuple[Point, ...]:
        """Give up: the rest of the solution, which is played on the board."""
        line, self.line = self.line, ()
        for point in line:
            self.board.play(point)
        self._lines = []
        self.is_shown |= bool(line)
        return line

    def describe_record(self) -> str:
        """How it was solved."""
        return puzzle_trial.describe_attempt(self.wrong, self.hints)
