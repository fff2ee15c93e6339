"""Results of SGF files: `B+R`, `0`, `Void`, and the reasons that only we write."""

from __future__ import annotations

import re

from tengen.records.result import Reason, Result, Score

WIN = re.compile(r"(B|W|Black|White)\s*\+\s*(.*)", re.IGNORECASE)
WORDS = {
    "": Result(),
    "?": Result(),
    "*": Result(),
    "0": Result(Score.DRAW),
    "=": Result(Score.DRAW),
    "draw": Result(Score.DRAW),
    "jigo": Result(Score.DRAW),
    "void": Result(Score.UNKNOWN, Reason.ABORTED),
    "1-0": Result(Score.FIRST),
    "0-1": Result(Score.SECOND),
    "1/2-1/2": Result(Score.DRAW),
}
LETTERS = {"r": Reason.RESIGNED, "t": Reason.TIME, "f": Reason.FOUL}
"""How the word after the plus begins: resigned, out of time, forfeited."""
TOLD = {
    Reason.RESIGNED: "R",
    Reason.TIME: "T",
    Reason.FOUL: "F",
    Reason.LEFT: "F",
    Reason.ILLEGAL_MOVE: "F",
    Reason.ENGINE_ERROR: "F",
}
REASONS = {reason.value: reason for reason in Reason}
TERMINATIONS = {
    "five connection": Reason.LINE,
    "board": Reason.FULL_BOARD,
    "illegal move": Reason.ILLEGAL_MOVE,
    "forbidden move": Reason.FOUL,
    "draw by adjudication": Reason.AGREED,
    "adjudication": Reason.RESIGNED,
    "time forfeit": Reason.TIME,
    "crash": Reason.ENGINE_ERROR,
}
"""What c-gomoku-cli has in its TE, by words in it."""


def parse_result(text: str) -> Result | None:
    """What RE says, or None if that means nothing to us."""
    text = text.strip()
    win = WIN.fullmatch(text)
    if win is None:
        return WORDS.get(text.lower())
    score = Score.FIRST if win[1][0] in "bB" else Score.SECOND
    return Result(score, LETTERS.get(win[2][:1].lower(), Reason.UNKNOWN))


def parse_reason(text: str) -> Reason | None:
    """What our own TNEND says."""
    return REASONS.get(text)


def parse_termination(text: str) -> Reason | None:
    """What c-gomoku-cli says of an end."""
    if not text:
        return None
    lowered = text.lower()
    return next((reason for words, reason in TERMINATIONS.items() if words in lowered), None)


def format_result(result: Result) -> tuple[str, str]:
    """The values of RE and TNEND; what need not be written is empty."""
    text = _format_score(result)
    read = parse_result(text)
    return text, "" if read == result else result.reason.value


def _format_score(result: Result) -> str:
    if result.score is Score.DRAW:
        return "0"
    if result.score is Score.UNKNOWN:
        words = {Reason.UNKNOWN: "", Reason.ABORTED: "Void"}
        return words.get(result.reason, "?")
    colour = "B" if result.score is Score.FIRST else "W"
    return f"{colour}+{TOLD.get(result.reason, '')}"
