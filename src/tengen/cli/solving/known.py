"""What the theorem that comes with Tengen says of a position."""

from __future__ import annotations

from tengen.rules.board import Board
from tengen.rules.rules import Player
from tengen.solver.solve import Ending, Value
from tengen.theorem.book import the_playbook
from tengen.theorem.entry import RULES
from tengen.theorem.telling import Teller


def by_theorem(board: Board) -> Value | None:
    """That the first player wins, if a line of the theorem begins or ends there; else None."""
    if board.rules != RULES or board.outcome.is_over:
        return None
    teller = Teller(the_playbook())
    if board.turn is Player.FIRST:
        line = teller.line(board)
        return None if line is None else Value(Ending.WIN, Player.FIRST, line.plies, line.move)
    entry = teller.line_before(board)
    return None if entry is None else Value(Ending.WIN, Player.FIRST, max(0, entry.plies - 1))
