"""Certificates of real wins that the engine's search has found."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tengen.engine.win_finder import Win, find_win
from tengen.insight.puzzle import starter
from tengen.prove.certificate_writer import CertificateWriter, ProofTurn, TreeWriter
from tengen.rules.board import Board
from tengen.rules.notation import parse_position
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW, Player

Stones = tuple[frozenset[int], frozenset[int]]

OPENINGS = (
    "15/15/7O7/6O8/5O9/4X10/15/7X7/6XX7/15/15/15/15/15/15",
    "15/5OOOX6/15/15/15/15/15/7X7/6XX7/15/15/15/15/15/15",
    "15/15/15/15/15/5XX8/6XO7/6OX1X5/5X2O6/7O7/6O8/15/15/15/15",
)
"""Wins of the first player, to move, with many transpositions."""


def stones_of(board: Board) -> Stones:
    """Return the cells of the side to move, which attacks, and those of the defender."""
    by_player: dict[Player, set[int]] = {player: set() for player in Player}
    for point, player in board.stones.items():
        by_player[player].add(point.row * board.rules.width + point.col)
    return frozenset(by_player[board.turn]), frozenset(by_player[board.turn.other])


class WinWriter:
    """Writes a tree; positions that occur twice are written once.

    A win of one of the `positions` becomes a reference to the part that proves it.
    """

    def __init__(
        self, board: Board, win: Win, positions: frozenset[Stones] = frozenset(), *, keep: bool
    ) -> None:
        self._width = board.rules.width
        self.writer = TreeWriter(board.rules.width, board.rules.height)
        self._positions = positions
        self._times = Counter(id(child) for each in win.nodes() for child in following(each))
        self._keep = keep
        self._kept: dict[int, int] = {}
        self._tell(win, stones_of(board))

    def _tell(self, win: Win, stones: Stones) -> None:
        if stones in self._positions:
            self.writer.use(*stones)
        elif id(win) in self._kept:
            self.writer.again(self._kept[id(win)])
        elif self._keep and self._times[id(win)] > 1:
            self.writer.keep()
            self._tell_node(win, stones)
            self._kept[id(win)] = len(self._kept)
        else:
            self._tell_node(win, stones)

    def _tell_node(self, win: Win, stones: Stones) -> None:
        attacker, defender = stones[0] | {self._cell(win.move)}, stones[1]
        self.writer.move(self._cell(win.move))
        if win.makes_four:
            for cell, child in self._replies(win):
                self._tell(child, (attacker, defender | {cell}))
        elif win.otherwise:
            self._tell(win.otherwise, (attacker, defender))
            for cell, child in self._replies(win):
                self.writer.reply(cell)
                self._tell(child, (attacker, defender | {cell}))
            self.writer.end()

    def _replies(self, win: Win) -> list[tuple[int, Win]]:
        """Return the replies that a certificate lists: none to a double four."""
        if win.makes_four and len(win.replies) > 1:
            return []
        return sorted((self._cell(point), child) for point, child in win.replies.items())

    def _cell(self, point: Point) -> int:
        return point.row * self._width + point.col


def following(win: Win) -> list[Win]:
    """Return the nodes that a certificate lists after this one."""
    if win.makes_four:
        return list(win.replies.values()) if len(win.replies) == 1 else []
    return win.children()


def write_certificate(path: Path, board: Board, win: Win, *, keep: bool = True) -> Path:
    """Write a certificate of one part that proves a win."""
    rules = board.rules
    with CertificateWriter(str(path), rules.width, rules.height, rules.k) as file:
        file.add(
            ProofTurn.ATTACKER, *stones_of(board), WinWriter(board, win, keep=keep).writer.tree
        )
    return path


def some_wins(count: int, nodes: int = 20_000) -> list[tuple[Board, Win]]:
    """Return freestyle positions on 15x15 that are won by threes, and their wins."""
    found: list[tuple[Board, Win]] = []
    openings = [parse_position(f"{FIVE_IN_A_ROW} X {rows}") for rows in OPENINGS]
    for board in [*openings, *[puzzle.board for puzzle in starter().puzzles]]:
        if len(found) < count and board.rules == FIVE_IN_A_ROW:
            win = find_win(board, nodes)
            if win and any(not (each.makes_four or each.makes_five) for each in win.nodes()):
                found.append((board, win))
    return found
