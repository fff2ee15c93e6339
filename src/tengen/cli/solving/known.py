"""What the theorem that comes with Tengen says of a position."""

from __future__ import annotations

from tengen.prove.solver import GameValue, SolveStatus
from tengen.prove.theorem_book import THEOREM_RULES, the_playbook
from tengen.prove.theorem_explain import Explainer
from tengen.rules.board import Board
from tengen.rules.rules import Player


def by_theorem(board: Board) -> GameValue | None:
    """That the first player wins, if a line of the theorem begins or ends there; else None."""
    if board.rules != THEOREM_RULES or board.outcome.is_over:
        return None
    teller = Explainer(the_playbook())
    if board.turn is Player.FIRST:
        line = teller.line(board)
        return (
            None
            if line is None
            else GameValue(SolveStatus.WIN, Player.FIRST, line.plies, line.move)
        )
    entry = teller.line_before(board)
    return (
        None if entry is None else GameValue(SolveStatus.WIN, Player.FIRST, max(0, entry.plies - 1))
    )
