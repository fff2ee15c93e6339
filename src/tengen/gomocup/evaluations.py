"""What engines say about a position in lines that a manager need not understand.

There is no standard. Scores are read from `MESSAGE` and `INFO` lines such as

    MESSAGE depth 12-20 ev 123 n 1M n/ms 500 tm 200 pv h8 i9
    MESSAGE Speed 1M | Depth 12-20 | Eval -M7 | Node 3M | Time 2s
    INFO EVAL -35
    MESSAGE won in at most 13 more moves
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EngineEvaluation:
    """How an engine sees its own position: a score, or a win or a loss that it has found.

    Scores of different engines have different units.
    """

    score: int = 0
    mate: int = 0
    """It wins in so many moves, or loses in so many if negative; 0: it has found neither."""

    def __str__(self) -> str:
        return f"{'+' if self.mate > 0 else '-'}M{abs(self.mate)}" if self.mate else f"{self.score}"

    def favours(self, score: int) -> int:
        """Return 1 if the engine wins or is ahead by this score, -1 for the opponent, else 0."""
        worth = (score if self.mate > 0 else -score) if self.mate else self.score
        return (worth >= score) - (worth <= -score)


NAMED_SCORE = re.compile(
    r"\b(?:ev|eval|evaluation|score|value|cp)\b[ \t]*[:=]?[ \t]*"
    r"(?:(?P<sign>[+-]?)[ \t]*(?:M|mate[ \t]*(?:in[ \t]*)?)(?P<mate>-?\d{1,4})\b"
    r"|(?P<score>[+-]?\d{1,9})(?![\w.]|[ \t]*%))",
    re.IGNORECASE | re.ASCII,
)
OWN_WIN = re.compile(r"\bwon (?:with the next move|in at most (\d{1,4}) more moves)")
"""What Tengen's brain says."""
NOT_ABOUT_THE_MOVE = ("[pondering]",)


def parse_evaluation(text: str) -> EngineEvaluation | None:
    """Return the evaluation in a message; None if there is none. Never raises an error.

    Percentages and decimals are not read: they are chances of winning.
    """
    if text.lower().startswith(NOT_ABOUT_THE_MOVE):
        return None
    named = NAMED_SCORE.search(text)
    if named is not None:
        return _evaluation(named)
    win = OWN_WIN.search(text)
    return EngineEvaluation(mate=int(win[1] or 1)) if win else None


def _evaluation(named: re.Match[str]) -> EngineEvaluation:
    if named["mate"] is None:
        return EngineEvaluation(int(named["score"]))
    moves = int(named["mate"])
    is_loss = (named["sign"] == "-") != (moves < 0)
    return EngineEvaluation(mate=(-1 if is_loss else 1) * (abs(moves) or 1))


def last_evaluation(texts: Sequence[str]) -> EngineEvaluation | None:
    """Return the last evaluation in the messages of a search."""
    found = map(parse_evaluation, reversed(texts))
    return next((evaluation for evaluation in found if evaluation is not None), None)
