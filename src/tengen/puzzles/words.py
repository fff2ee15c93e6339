"""What is said to somebody who solves a puzzle."""

from __future__ import annotations

from collections.abc import Sequence

from tengen.puzzles.trial import Fate, Trial
from tengen.rules.point import Point
from tengen.rules.rules import Rules
from tengen.rules.wording import join_with_or, number_word, plural, point_name

SENTENCES = {
    Fate.LONGER: "{move} wins too, but takes longer. Look for the quicker way.",
    Fate.OTHERWISE: "{move} wins too, but not with fours alone.",
    Fate.FIVE: "After {move} {defender} makes five on {answer}.",
    Fate.FOUR: "{move} is a four, but {defender} blocks on {answer}, and no win is in sight.",
    Fate.THREE: "{move} threatens to win, but {defender} answers on {answer} and holds.",
    Fate.COUNTER: "{move} is no four: {defender} wins with fours, from {answer} on.",
    Fate.QUIET: "{move} is neither a four nor a three: {defender} has time for {answer}.",
    Fate.SLOW: "{move} is no four: {defender} has time for {answer}.",
}
UNKNOWN = {
    Fate.THREE: "{move} threatens to win, but no win is known after every answer.",
    Fate.QUIET: "{move} is neither a four nor a three: {defender} has time to defend.",
    Fate.SLOW: "{move} is no four: {defender} has time to defend.",
}
"""Where no answer is known."""


def describe_trial(trial: Trial, move: Point, rules: Rules, defender: str) -> str:
    """Why a move is not taken."""
    sentences = SENTENCES if trial.answer is not None else {**SENTENCES, **UNKNOWN}
    answer = "" if trial.answer is None else point_name(trial.answer, rules)
    return sentences[trial.fate].format(
        move=point_name(move, rules), answer=answer, defender=defender
    )


def describe_end(fives: Sequence[Point], rules: Rules, defender: str) -> str:
    """Why the last move wins: two ways to make five, or one that may not be blocked."""
    names = [point_name(five, rules) for five in fives]
    if len(names) == 1:
        return f"Solved: {defender} may not block on {names[0]}."
    return f"Solved: {defender} cannot stop both {names[0]} and {names[1]}."


def describe_line(line: Sequence[Point], rules: Rules) -> str:
    """As in `H8 G7 K5`."""
    return " ".join(point_name(point, rules) for point in line)


def describe_choice(points: Sequence[Point], rules: Rules) -> str:
    """One of these points, as in `It is H8, G7 or K5`."""
    return f"It is {join_with_or([point_name(point, rules) for point in points])}."


def describe_record(wrong: int, hints: int) -> str:
    """How somebody got there, as in `with two wrong tries and one hint`."""
    if not wrong and not hints:
        return "at the first try"
    parts = [f"{number_word(wrong)} wrong {plural(wrong, 'try', 'tries')}"] if wrong else []
    parts += [f"{number_word(hints)} {plural(hints, 'hint')}"] if hints else []
    return f"with {' and '.join(parts)}"
