"""A recorded game: the tree of its moves, who played it, how it ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import cycle

import msgspec

from tengen.core.board import Board
from tengen.core.games import FIVE_IN_A_ROW
from tengen.core.player import Player
from tengen.core.point import Point
from tengen.core.rules import Rules
from tengen.notation.moves import format_moves
from tengen.printable import in_line
from tengen.records.node import Node, Stone
from tengen.records.result import UNKNOWN, Reason, Result, result_of
from tengen.records.visits import main_line

TAGS = (
    "event",
    "round",
    "place",
    "date",
    "annotator",
    "copyright",
    "title",
    "opening name",
    "fifth moves",
    "swap",
    "source",
)
"""What else is often known of a game, in the order in which it is shown."""


class Record(msgspec.Struct, gc=False):
    """A game with its variations. Empty texts are not known."""

    rules: Rules = FIVE_IN_A_ROW
    root: Node = msgspec.field(default_factory=Node)
    first: str = ""
    second: str = ""
    """The players' names."""
    opening: str = ""
    """The opening rule, such as `swap2`."""
    clock: str = ""
    """The time control, such as `10+5`."""
    result: Result = UNKNOWN
    tags: dict[str, str] = {}
    """More about it by name, see TAGS; other names are kept, too."""

    def __repr__(self) -> str:
        """As in `<Record Ann - Ben, 15x15/5 renju, 1-0 (line), 57 moves>`."""
        count = len(self.moves())
        return f"<Record {self._facts()}, {'1 move' if count == 1 else f'{count} moves'}>"

    def __str__(self) -> str:
        """In one line with the moves, as in `Ann - Ben, 15x15/5 renju, *: h8 i9`."""
        moves = format_moves(self.moves(), self.rules)
        return f"{self._facts()}: {moves}" if moves else self._facts()

    def _facts(self) -> str:
        first, second = in_line(self.first), in_line(self.second)
        names = f"{first or '?'} - {second or '?'}, " if first or second else ""
        reason = self.result.reason
        why = "" if reason is Reason.UNKNOWN else f" ({reason.value})"
        return f"{names}{self.rules}, {self.result.score.value}{why}"

    def name(self, player: Player) -> str:
        """A player's name."""
        return self.first if player is Player.FIRST else self.second

    def line(self) -> list[Node]:
        """The main line without the first node."""
        return main_line(self.root)[1:]

    def moves(self) -> list[Point]:
        """The points of the main line as far as it is a plain game.

        That is one in which the players take turns from an empty board, the first player
        beginning. Nothing from a pass, a set-up, or a move out of turn on is in it.
        """
        return list(self._plain_moves())

    def has_moves(self) -> bool:
        """Whether it begins as a plain game, see `moves`."""
        return next(self._plain_moves(), None) is not None

    def _plain_moves(self) -> Iterator[Point]:
        node, player = self.root, Player.FIRST
        if node.stones or node.turn is Player.SECOND:
            return
        while node.children:
            node = node.children[0]
            if node.player is player and node.point is not None and not node.stones:
                yield node.point
                player = player.other
            elif node.stones or node.player or node.point or node.turn not in {None, player}:
                return


def record_of(board: Board, first: str = "", second: str = "") -> Record:
    """The record of a game that was played on a board."""
    stones = tuple(Stone(point, player) for point, player in board.setup.items())
    turn = board.first_turn if stones or board.first_turn is Player.SECOND else None
    root = Node(stones=stones, turn=turn)
    add_moves(root, board.moves, board.first_turn)
    return Record(board.rules, root, first, second, result=result_of(board.outcome))


def add_moves(node: Node, points: Iterable[Point], player: Player = Player.FIRST) -> Node:
    """Let moves of players who take turns follow a node; the last node is returned."""
    players = cycle((player, player.other))
    for point in points:
        child = Node(next(players), point)
        node.children.append(child)
        node = child
    return node
