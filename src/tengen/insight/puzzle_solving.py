"""Solving a puzzle: take moves, try the wrong ones out, give answers and hints."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from tengen.engine.vcf import MOST_FOURS
from tengen.insight.attack_search import MAX_THREATS, AttackSearch
from tengen.insight.puzzle import Means, Puzzle
from tengen.insight.shapes import makes_four
from tengen.insight.unique_line import LAST_FOUR_PLIES, line_of_win
from tengen.rules import Board, Point, Rules, WinRule, wording

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
    return Hint(describe_candidates(points, board.rules), points)


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

    def __init__(self, puzzle: Puzzle, names: wording.PlayerNames = wording.STONE_NAMES) -> None:
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
        name = wording.point_name(point, self.board.rules)
        if self.is_over:
            return MoveFeedback(MoveVerdict.REFUSED, "There is nothing left to find here.")
        if refusal is not None:
            return MoveFeedback(MoveVerdict.REFUSED, f"{name} {refusal.value}.")
        line = self.line if point == self.line[0] else self._other_line(point)
        return self._play_right(line) if isinstance(line, tuple) else line

    def _other_line(self, point: Point) -> tuple[Point, ...] | MoveFeedback:
        """Return the line of another move that wins as quickly, or why it is not accepted."""
        trial = try_move(self.board, point, self.line, self.puzzle.means)
        if trial.result is MoveResult.WINS:
            return trial.line
        words = describe_trial(trial, point, self.board.rules, self._defender)
        if trial.result in {MoveResult.LONGER, MoveResult.OTHERWISE}:
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
        words = f"{wording.point_name(move, rules)} is right. {self._defender} answers on "
        return MoveFeedback(MoveVerdict.RIGHT, f"{words}{wording.point_name(reply, rules)}.", reply)

    def _describe_end(self) -> str:
        stones = Board(self.board.rules, self.board.stones, self._winner)
        return describe_solved(AttackSearch(stones).fives(), self.board.rules, self._defender)

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
        return describe_attempt(self.wrong, self.hints)


class MoveResult(enum.Enum):
    """The result of a move."""

    WINS = "as quick as the solution"
    LONGER = "wins, but later"
    OTHERWISE = "wins, but not with fours alone"
    FIVE = "lets the defender make five"
    FOUR = "a four that is blocked"
    THREE = "a threat that is answered"
    COUNTER = "not a four: the defender wins"
    QUIET = "no threat: the defender has time"
    SLOW = "not a four where only fours are quick enough"


@dataclass(frozen=True, slots=True)
class MoveTrial:
    """The result of a move, with the line that wins or the answer that refutes it, if known."""

    result: MoveResult
    line: tuple[Point, ...] = ()
    answer: Point | None = None


def try_move(board: Board, point: Point, line: tuple[Point, ...], means: Means) -> MoveTrial:
    """Try a legal move in a position where `line` wins."""
    attack = AttackSearch(board)
    if point in attack.fours():
        win = attack.after_four(point, (len(line) + 1) // 2)
        if win is not None:
            return MoveTrial(MoveResult.WINS, line_of_win(win))
        if attack.after_four(point, MOST_FOURS) is not None:
            return MoveTrial(MoveResult.LONGER)
    if _wins_later(board, point):
        return MoveTrial(MoveResult.OTHERWISE if means is Means.FOURS else MoveResult.LONGER)
    return _refute(board, point, line)


def _wins_later(board: Board, point: Point) -> bool:
    """Whether a move is known to win by threats."""
    if board.rules.win is WinRule.RENJU:
        return False
    attack = AttackSearch(board)
    wins = (attack.threat_wins(point, threats) for threats in range(1, MAX_THREATS + 1))
    return any(won and not attack.is_stopped for won in wins)


def _refute(board: Board, point: Point, line: tuple[Point, ...]) -> MoveTrial:
    attack = AttackSearch(board)
    has_fours = attack.by_fours() is not None
    attack.play(point)
    dangers, fives = attack.dangers(), attack.fives()
    if dangers:
        return MoveTrial(MoveResult.FIVE, answer=dangers[0])
    if fives:
        return MoveTrial(MoveResult.FOUR, answer=fives[0])
    counter = _counter_attack(board, point)
    if counter is not None:
        return MoveTrial(MoveResult.COUNTER, answer=counter)
    answers = attack.answers() or []
    if answers and not has_fours:
        return MoveTrial(MoveResult.THREE, answer=_first_holding(attack, answers))
    free = [move for move in (*line, *answers) if move != point]
    return MoveTrial(
        MoveResult.SLOW if has_fours else MoveResult.QUIET, answer=_first_holding(attack, free)
    )


def _first_holding(attack: AttackSearch, answers: list[Point]) -> Point | None:
    """Return the first answer after which no win is found."""
    return next((answer for answer in answers if _holds(attack, answer)), None)


def _holds(attack: AttackSearch, answer: Point) -> bool:
    attack.play(answer)
    holds = attack.by_fours() is None and attack.fewest() is None
    attack.undo()
    return holds


def _counter_attack(board: Board, point: Point) -> Point | None:
    """Return the first move of the defender's win by fours after a move, if there is one."""
    after = board.copy()
    after.play(point)
    win = None if after.outcome.is_over else AttackSearch(after).by_fours()
    return None if win is None else win.move


TRIAL_SENTENCES = {
    MoveResult.LONGER: "{move} wins too, but takes longer. Look for the quicker way.",
    MoveResult.OTHERWISE: "{move} wins too, but not with fours alone.",
    MoveResult.FIVE: "After {move}, {defender} makes five on {answer}.",
    MoveResult.FOUR: "{move} is a four, but {defender} blocks on {answer}, and no win is in sight.",
    MoveResult.THREE: "{move} threatens to win, but {defender} answers on {answer} and holds.",
    MoveResult.COUNTER: "{move} is not a four: {defender} wins with fours, starting on {answer}.",
    MoveResult.QUIET: "{move} is neither a four nor a three: {defender} has time for {answer}.",
    MoveResult.SLOW: "{move} is not a four: {defender} has time for {answer}.",
}
SENTENCES_WITHOUT_ANSWER = {
    MoveResult.THREE: "{move} threatens to win, but not every answer is known to lose.",
    MoveResult.QUIET: "{move} is neither a four nor a three: {defender} has time to defend.",
    MoveResult.SLOW: "{move} is not a four: {defender} has time to defend.",
}
"""The sentences for results without a known answer."""


def describe_trial(trial: MoveTrial, move: Point, rules: Rules, defender: str) -> str:
    """Explain why a move is not accepted."""
    sentences = (
        TRIAL_SENTENCES
        if trial.answer is not None
        else {**TRIAL_SENTENCES, **SENTENCES_WITHOUT_ANSWER}
    )
    answer = "" if trial.answer is None else wording.point_name(trial.answer, rules)
    return sentences[trial.result].format(
        move=wording.point_name(move, rules), answer=answer, defender=defender
    )


def describe_solved(fives: Sequence[Point], rules: Rules, defender: str) -> str:
    """Explain why the last move wins: two ways to make five, or one with a forbidden block."""
    names = [wording.point_name(five, rules) for five in fives]
    if len(names) == 1:
        return f"Solved: {defender} may not block on {names[0]}."
    return f"Solved: {defender} cannot stop both {names[0]} and {names[1]}."


def describe_line(line: Sequence[Point], rules: Rules) -> str:
    """Format the moves of a line, as in `H8 G7 K5`."""
    return " ".join(wording.point_name(point, rules) for point in line)


def describe_candidates(points: Sequence[Point], rules: Rules) -> str:
    """Format a hint that names points, as in `It is H8 or G7.` with two points."""
    return f"It is {wording.join_with_or([wording.point_name(point, rules) for point in points])}."


def describe_attempt(wrong: int, hints: int) -> str:
    """Describe an attempt, as in `with two wrong tries and one hint`."""
    if not wrong and not hints:
        return "at the first try"
    parts = (
        [f"{wording.number_word(wrong)} wrong {wording.plural(wrong, 'try', 'tries')}"]
        if wrong
        else []
    )
    parts += [f"{wording.number_word(hints)} {wording.plural(hints, 'hint')}"] if hints else []
    return f"with {' and '.join(parts)}"
