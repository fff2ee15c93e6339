"""What comes of a move that is not the one of the solution."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from tengen.puzzles.attack import ALL, MOST, Attack
from tengen.puzzles.puzzle import Means
from tengen.puzzles.single import to_line
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import WinRule


class Fate(enum.Enum):
    """How a move turns out."""

    WINS = "as quick as the solution"
    LONGER = "wins, but later"
    OTHERWISE = "wins, but not with fours alone"
    FIVE = "lets the defender make five"
    FOUR = "a four that is blocked"
    THREE = "a threat that is answered"
    COUNTER = "no four: the defender wins"
    QUIET = "no threat: the defender has time"
    SLOW = "no four where only fours are quick enough"


@dataclass(frozen=True, slots=True)
class Trial:
    """How a move turns out: the line that it wins with, or the answer that spoils it, if known."""

    fate: Fate
    line: tuple[Point, ...] = ()
    answer: Point | None = None


def try_move(board: Board, point: Point, line: tuple[Point, ...], means: Means) -> Trial:
    """See what comes of a legal move where `line` would win."""
    attack = Attack(board)
    if point in attack.fours():
        win = attack.after_four(point, (len(line) + 1) // 2)
        if win is not None:
            return Trial(Fate.WINS, to_line(win))
        if attack.after_four(point, ALL) is not None:
            return Trial(Fate.LONGER)
    if _wins_later(board, point):
        return Trial(Fate.OTHERWISE if means is Means.FOURS else Fate.LONGER)
    return _refute(board, point, line)


def _wins_later(board: Board, point: Point) -> bool:
    """Whether a move is known to win by threats."""
    if board.rules.win is WinRule.RENJU:
        return False
    attack = Attack(board)
    wins = (attack.threat_wins(point, threats) for threats in range(1, MOST + 1))
    return any(won and not attack.is_stopped for won in wins)


def _refute(board: Board, point: Point, line: tuple[Point, ...]) -> Trial:
    attack = Attack(board)
    has_fours = attack.by_fours() is not None
    attack.play(point)
    dangers, fives = attack.dangers(), attack.fives()
    if dangers:
        return Trial(Fate.FIVE, answer=dangers[0])
    if fives:
        return Trial(Fate.FOUR, answer=fives[0])
    counter = _counter(board, point)
    if counter is not None:
        return Trial(Fate.COUNTER, answer=counter)
    answers = attack.answers() or []
    if answers and not has_fours:
        return Trial(Fate.THREE, answer=_first_that_holds(attack, answers))
    free = [move for move in (*line, *answers) if move != point]
    return Trial(Fate.SLOW if has_fours else Fate.QUIET, answer=_first_that_holds(attack, free))


def _first_that_holds(attack: Attack, answers: list[Point]) -> Point | None:
    """The first answer after which no win is found."""
    return next((answer for answer in answers if _holds(attack, answer)), None)


def _holds(attack: Attack, answer: Point) -> bool:
    attack.play(answer)
    holds = attack.by_fours() is None and attack.fewest() is None
    attack.undo()
    return holds


def _counter(board: Board, point: Point) -> Point | None:
    """The defender's first move of a win by fours after a move, if there is such a win."""
    after = board.copy()
    after.play(point)
    win = None if after.outcome.is_over else Attack(after).by_fours()
    return None if win is None else win.move
