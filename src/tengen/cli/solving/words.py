"""What was found out, in words and as JSON."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from tengen.cli.analysis.words import NAMES, short
from tengen.prove.solver import GameValue, SolveStatus
from tengen.prove.solver_state import SolverProgress
from tengen.rules.board import Board
from tengen.rules.point import format_algebraic
from tengen.rules.wording import counted, plural

TRIED_ALL = "Unknown: the search has come to its end before the limits, and nothing was proved."
BY_THEOREM = "By the theorem that comes with Tengen: `tengen theorem show` says why"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A value, what it took, and what became of the certificate, if there is one."""

    value: GameValue
    progress: SolverProgress
    path: str | None
    size: int
    is_checked: bool
    by_theorem: bool = False
    is_unfinished: bool = False
    """Whether a certificate was asked for and is not there."""


def format_words(board: Board, outcome: Outcome) -> str:
    """A few lines that end with what one can rely on."""
    value, progress = outcome.value, outcome.progress
    spent = (
        f"{short(progress.nodes)} {plural(progress.nodes, 'position')}, {progress.seconds:.1f} s"
    )
    lines = [f"{verdict_of(board, value)} ({spent})"]
    if value.ending is not SolveStatus.UNKNOWN:
        lines.append(_certainty(outcome))
    return "".join(f"{line}\n" for line in lines)


def verdict_of(board: Board, value: GameValue) -> str:
    """Who wins, in at most how many moves, and how to begin."""
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
    return f"{NAMES[value.winner]} wins{how}{', beginning with ' + move if move else ''}."


def _certainty(outcome: Outcome) -> str:
    if outcome.by_theorem and outcome.is_unfinished:
        return f"{BY_THEOREM}. The certificate is not finished; the same command goes on with it."
    if outcome.by_theorem:
        return f"{BY_THEOREM}; --out FILE makes a certificate of this position."
    if not outcome.value.is_proved:
        return "There is no certificate: the search alone says so."
    checked = "checked" if outcome.is_checked else "not checked"
    if outcome.path is None:
        return f"Proved: {outcome.size:,} bytes, {checked}; --out FILE keeps the certificate."
    return f"Proved: {outcome.path}, {outcome.size:,} bytes, {checked}."


def format_json(board: Board, outcome: Outcome) -> str:
    """All of it in one line."""
    value, progress = outcome.value, outcome.progress
    move = value.move
    found: dict[str, Any] = {
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
    return json.dumps(found) + "\n"
