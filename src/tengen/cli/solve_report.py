"""The result of `tengen solve` as text and as JSON, and the progress of a proof."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import Any

from tengen.cli.analysis_report import COLOUR_NAMES, format_short
from tengen.cli.terminal import CLEAR_LINE, can_draw, format_bar
from tengen.prove import GameValue, SolverProgress, SolveStatus
from tengen.rules import Board, format_algebraic
from tengen.rules.wording import counted, plural

TRIED_ALL = "Unknown: the search ended before the limits and proved nothing."
BY_THEOREM = "By the theorem that comes with Tengen: `tengen theorem show` explains why"


@dataclass(frozen=True, slots=True)
class SolveOutcome:
    """The value of a position, the effort, and the certificate, if there is one."""

    value: GameValue
    progress: SolverProgress
    path: str | None
    size: int
    is_checked: bool
    by_theorem: bool = False
    is_unfinished: bool = False
    """Whether the requested certificate is not finished."""


def format_solve_text(board: Board, outcome: SolveOutcome) -> str:
    """Return the verdict, and a line about how certain it is."""
    value, progress = outcome.value, outcome.progress
    nodes = f"{format_short(progress.nodes)} {plural(progress.nodes, 'position')}"
    spent = f"{nodes}, {progress.seconds:.1f} s"
    lines = [f"{format_solve_verdict(board, value)} ({spent})"]
    if value.ending is not SolveStatus.UNKNOWN:
        lines.append(_certainty(outcome))
    return "".join(f"{line}\n" for line in lines)


def format_solve_verdict(board: Board, value: GameValue) -> str:
    """Return a sentence with the winner, the number of moves, and the first move."""
    move = "" if value.move is None else format_algebraic(value.move, board.rules)
    if value.ending is SolveStatus.UNKNOWN:
        return (
            TRIED_ALL if value.has_tried_all else "Unknown: nothing was proved within the limits."
        )
    if value.ending is SolveStatus.DRAW:
        return f"Neither side can win{': play ' + move if move else ''}."
    assert value.winner is not None
    most = "at most " if value.plies > 1 else ""
    how = f" in {most}{counted(value.plies, 'move')}" if value.plies else ""
    return f"{COLOUR_NAMES[value.winner]} wins{how}{', beginning with ' + move if move else ''}."


def _certainty(outcome: SolveOutcome) -> str:
    if outcome.by_theorem and outcome.is_unfinished:
        return f"{BY_THEOREM}. The certificate is not finished; the same command resumes it."
    if outcome.by_theorem:
        return f"{BY_THEOREM}; --out FILE makes a certificate of this position."
    if not outcome.value.is_proved:
        return "There is no certificate: this is only the result of the search."
    checked = "checked" if outcome.is_checked else "not checked"
    if outcome.path is None:
        return f"Proved: {outcome.size:,} bytes, {checked}; --out FILE saves the certificate."
    return f"Proved: {outcome.path}, {outcome.size:,} bytes, {checked}."


def format_solve_json(board: Board, outcome: SolveOutcome) -> str:
    """Return the result as a line of JSON."""
    value, progress = outcome.value, outcome.progress
    move = value.move
    data: dict[str, Any] = {
        "position": str(board),
        "value": value.ending.value,
        "winner": value.winner.value if value.winner else None,
        "plies": value.plies,
        "move": None if move is None else format_algebraic(move, board.rules),
        "point": None if move is None else [move.row, move.col],
        "nodes": progress.nodes,
        "seconds": round(progress.seconds, 3),
        "proved": value.is_proved,
        "theorem": outcome.by_theorem,
        "checked": outcome.is_checked,
        "certificate": outcome.path,
        "bytes": outcome.size,
    }
    return json.dumps(data) + "\n"


DEFAULT_WIDTH = 80
MIN_DONE_FOR_ESTIMATE = 2
"""Pieces that must be done before the remaining time is estimated."""


class SolveProgressBar:
    """A progress line on standard error, shown only on a terminal."""

    def __init__(self, *, shown: bool | None = None) -> None:
        self._is_shown = can_draw(2) if shown is None else shown
        self._stage = ""
        self._began = 0.0

    def show(self, progress: SolverProgress) -> None:
        """Draw the current progress."""
        if progress.stage != self._stage:
            self._stage, self._began = progress.stage, progress.seconds
        if self._is_shown:
            text = format_progress(progress, progress.seconds - self._began)
            self._write(CLEAR_LINE + text[: _columns()])

    def clear(self) -> None:
        """Remove the line."""
        if self._is_shown:
            self._write(CLEAR_LINE)

    @staticmethod
    def _write(text: str) -> None:
        try:
            os.write(2, text.encode("ascii", "replace"))
        except OSError:
            return


def _columns() -> int:
    """Return how many characters fit into a line without wrapping."""
    try:
        columns = os.get_terminal_size(2).columns
    except OSError:
        columns = 0
    return max(1, (columns or DEFAULT_WIDTH) - 1)


def format_progress(progress: SolverProgress, seconds: float) -> str:
    """Return `[####    ]  50% moves, about 12 s left: 1,234 positions, 12 s`.

    `seconds` is the time since the current stage began.
    """
    left = ""
    if MIN_DONE_FOR_ESTIMATE <= progress.done < progress.total:
        left = f", about {seconds * (progress.total - progress.done) / progress.done:.0f} s left"
    text = (
        f"{progress.stage}{left}: {counted(progress.nodes, 'position')}, {progress.seconds:.0f} s"
    )
    return f"{format_bar(progress.done, progress.total)} {text}"
