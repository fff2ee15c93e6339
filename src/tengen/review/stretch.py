"""The part of a record that can be reviewed."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.errors import Refusal
from tengen.records.game_tree import Node, main_line
from tengen.records.record import Record, last_board
from tengen.rules.board import Board


@dataclass(frozen=True, slots=True)
class Stretch:
    """The end of a record's main line in which the players take turns, as far as that is legal.

    `places` are the nodes of the positions, of which the first is where it begins, `moves` those
    of the moves. `before` and `after` say how many moves of the main line are left out, `refusal`
    why the first of those after it is.
    """

    board: Board
    places: tuple[Node, ...]
    moves: tuple[Node, ...]
    before: int
    after: int
    refusal: Refusal | None


def stretch_of(record: Record) -> Stretch:
    """What there is to review in a record. Raises RuleError where both players have a line."""
    whole = last_board(record)
    board = Board(whole.rules, whole.setup, whole.first_turn)
    refusal = None
    for point in whole.moves:
        refusal = board.refusal(point)
        if refusal is not None:
            break
        board.play_unchecked(point)
    line = main_line(record.root)
    played = [at for at, node in enumerate(line) if node.point is not None]
    before = len(played) - len(whole.moves)
    until = before + len(board.moves)
    ends = [at - 1 for at in played[before : until + 1]]
    places = ends if refusal else [*ends, len(line) - 1]
    return Stretch(
        board,
        tuple(line[at] for at in places),
        tuple(line[at] for at in played[before:until]),
        before,
        len(played) - until,
        refusal,
    )
