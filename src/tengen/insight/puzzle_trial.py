"""Try a move that is not the solution's, and explain the result."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from tengen.engine.vcf import MOST_FOURS
from tengen.insight.attack_search import MAX_THREATS, AttackSearch
from tengen.insight.puzzle import Means
from tengen.insight.unique_line import line_of_win
from tengen.rules import Board, Point, Rules, WinRule
from tengen.rules.wording import join_with_or, number_word, plural, point_name


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
    answer = "" if trial.answer is None else point_name(trial.answer, rules)
    return sentences[trial.result].format(
        move=point_name(move, rules), answer=answer, defender=defender
    )


def describe_solved(fives: Sequence[Point], rules: Rules, defender: str) -> str:
    """Explain why the last move wins: two ways to make five, or one with a forbidden block."""
    names = [point_name(five, rules) for five in fives]
    if len(names) == 1:
        return f"Solved: {defender} may not block on {names[0]}."
    return f"Solved: {defender} cannot stop both {names[0]} and {names[1]}."


def describe_line(line: Sequence[Point], rules: Rules) -> str:
    """Format the moves of a line, as in `H8 G7 K5`."""
    return " ".join(point_name(point, rules) for point in line)


def describe_candidates(points: Sequence[Point], rules: Rules) -> str:
    """Format a hint that names points, as in `It is H8 or G7.` with two points."""
    return f"It is {join_with_or([point_name(point, rules) for point in points])}."


def describe_attempt(wrong: int, hints: int) -> str:
    """Describe an attempt, as in `with two wrong tries and one hint`."""
    if not wrong and not hints:
        return "at the first try"
    parts = [f"{number_word(wrong)} wrong {plural(wrong, 'try', 'tries')}"] if wrong else []
    parts += [f"{number_word(hints)} {plural(hints, 'hint')}"] if hints else []
    return f"with {' and '.join(parts)}"
