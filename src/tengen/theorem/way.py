"""Whether a position is on the way that the book shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player
from tengen.search.wins import Win
from tengen.theorem.book import Book, cells_of
from tengen.theorem.entry import CELLS, RULES


@dataclass(frozen=True, slots=True)
class Way:
    """Where the last step led: stones with the second player to move, and what was known there."""

    stones: Mapping[Point, Player]
    win: Win | None = None
    plies: int = 0
    """The most until the win, if that is known, from the next move of the first player."""

    def reply(self, board: Board) -> Point | None:
        """What the second player has answered, if that is all that has happened since."""
        new = dict(board.stones.items() - self.stones.items())
        is_next = len(new) == 1 and len(board.stones) == len(self.stones) + 1
        return next(iter(new)) if is_next and Player.SECOND in new.values() else None


def way_to(board: Board, book: Book) -> Way | None:
    """How the book may have led to a board: by its move, and an answer to that."""
    own, other = cells_of(board)
    for reply in other:
        for move in own:
            entry = book.look_up(_without(own, move), _without(other, reply))
            if entry is not None and CELLS[entry.move] == move:
                before = dict(board.stones)
                del before[Point(*divmod(reply, RULES.width))]
                return Way(before, None, max(0, entry.plies - 2))
    return None


def _without(cells: list[int], cell: int) -> list[int]:
    return [other for other in cells if other != cell]
