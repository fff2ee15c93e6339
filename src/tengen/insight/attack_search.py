"""An exhaustive search of one side's attack: which moves force a win, and the tree of answers.

It uses the engine's VCF and VCT searches.
"""

from __future__ import annotations

import array

from tengen.engine import Win
from tengen.engine.constants import CELLS, FOUR, OPEN, STOPPED, WON
from tengen.engine.pattern_tables import make_position
from tengen.engine.vcf import MOST_FOURS, VcfSearch
from tengen.engine.vct import VctSearch
from tengen.engine.winning_move_cache import make_winning_move_cache
from tengen.rules import Board, Point

THREAT_NODES = 20_000
FOUR_NODES = 20_000
"""The most positions that the searches for threats and for fours look at."""
MAX_THREATS = 5
"""The most threats before a chain of fours in a win that is searched for."""
ENTRIES = 1 << 17
CHAIN_ENTRIES = 1 << 14
"""Sizes of the tables: the bits of a key that an entry lacks follow from its index."""


class AttackSearch:
    """Tries moves of the attacker, who is the side to move of the board, and of the defender.

    If `is_stopped` is true, a limit was reached, and no result is reliable from then on.
    """

    def __init__(self, board: Board, nodes: int = THREAT_NODES, steps: int = FOUR_NODES) -> None:
        self._position = make_position(board)
        self._threats = VctSearch(
            self._position,
            _empty_table(ENTRIES),
            _empty_table(CHAIN_ENTRIES),
            make_winning_move_cache(),
        )
        self._chains = VcfSearch(self._position, counts_last=True)
        self._attacker = self._position.turn
        self._nodes = nodes
        self._steps = steps
        self._empty = [self._cell(point) for point in board.empty_points()]
        self._played: list[int] = []
        self.is_stopped = False

    def play(self, point: Point) -> None:
        """Place a stone of the side to move."""
        self._put(self._cell(point))

    def undo(self) -> None:
        """Take back the last stone."""
        self._threats.undo()
        self._played.pop()

    def _put(self, cell: int) -> None:
        self._threats.play(cell)
        self._played.append(cell)

    # Fives and fours

    def fives(self) -> list[Point]:
        """Return the points on which the attacker makes five."""
        return [self._point(cell) for cell in self._fives(self._attacker)]

    def dangers(self) -> list[Point]:
        """Return the points on which the defender makes five."""
        return [self._point(cell) for cell in self._fives(1 - self._attacker)]

    def fours(self) -> list[Point]:
        """Return the attacker's moves that make a four and, if there is a danger, stop it."""
        return [self._point(cell) for cell in self._fours()]

    def by_fours(self) -> Win | None:
        """Return the win by fours alone with the fewest fours, or None. The attacker is to move."""
        counts = range(MOST_FOURS + 1) if self._has_chain(MOST_FOURS) else range(0)
        fewest = next((fours for fours in counts if self._has_chain(fours)), None)
        return None if fewest is None else self._chain(fewest)

    def after_four(self, point: Point, fours: int) -> Win | None:
        """Return a win with at most this many fours, of which `point` is the first, or None."""
        return self._four(self._cell(point), fours)

    def _has_chain(self, fours: int) -> bool:
        """Return whether the attacker wins with at most this many fours."""
        plies = self._chains.search(fours, self._steps)
        self._steps = self._chains.left()
        self.is_stopped |= self._steps < 0
        return plies > 0

    def _chain(self, fours: int) -> Win | None:
        """Return the first win with at most this many fours, in the order of `_fours`."""
        if not self._has_chain(fours):
            return None
        fives = self._fives(self._attacker)
        if fives:
            return Win(self._point(fives[0]))
        wins = (self._four(cell, fours) for cell in self._fours())
        return next((win for win in wins if win is not None), None)

    def _four(self, cell: int, fours: int) -> Win | None:
        self._put(cell)
        win = self._behind_four(cell, fours - 1)
        self.undo()
        return win

    def _behind_four(self, cell: int, fours: int) -> Win | None:
        fives = self._fives(self._attacker)
        if not fives:
            return None
        first = Win(self._point(fives[0]))
        replies: dict[Point, Win] = {}
        if len(fives) > 1:
            replies = {self._point(five): first for five in fives[1:]}
            replies[self._point(fives[0])] = Win(self._point(fives[1]))
        elif not self._threats.forbids(fives[0]):
            self._put(fives[0])
            win = self._chain(fours)
            self.undo()
            if win is None:
                return None
            replies[self._point(fives[0])] = win
        return Win(self._point(cell), replies, first)

    def _fives(self, who: int) -> list[int]:
        fives: list[int] = self._threats.fives(who)
        return fives

    def _fours(self) -> list[int]:
        dangers = self._fives(1 - self._attacker)
        if len(dangers) > 1:
            return []
        kinds = self._position.facts()[2][CELLS * self._attacker :]
        free = dangers or [cell for cell in self._empty if cell not in self._played]
        loud = [cell for cell in free if kinds[cell] >= FOUR]
        loud.sort(key=lambda cell: -kinds[cell])
        return [cell for cell in loud if not self._threats.forbids(cell)]

    # Threats

    def fewest(self) -> int | None:
        """Return the fewest threats before a chain of fours that win. The attacker is to move."""
        for threats in range(MAX_THREATS + 1):
            result = self._run(threats)
            if result != OPEN:
                return threats if result == WON else None
        return None

    def wins_with(self, threats: int) -> bool:
        """Return whether the attacker, who is to move, wins with at most this many threats."""
        return self._run(threats) == WON

    def threat_wins(self, point: Point, threats: int) -> bool | None:
        """Return whether a move wins with at most this many threats; None if it is not a threat."""
        self.play(point)
        answers = self.answers()
        wins = all(self._wins_after(answer, threats - 1) for answer in answers or ())
        self.undo()
        return None if answers is None else wins

    def can_wait(self, threats: int) -> bool:
        """Return whether the attacker could pass and still win with at most this many threats."""
        self._threats.hand_over()
        answers = self.answers() or ()
        wins = bool(answers) and all(self._wins_after(answer, threats) for answer in answers)
        self._threats.hand_over()
        return wins

    def answers(self) -> list[Point] | None:
        """Return the defender's answers to a move that may stop its threat.

        The list is empty if two fives threaten. None if the move is no threat, or if the defender
        makes five.
        """
        if self._fives(1 - self._attacker):
            return None
        fives = self.fives()
        return ([] if fives[1:] else fives) if fives else self._defences() or None

    def _defences(self) -> list[Point]:
        """Return the answers that may stop the threatened chain; an empty list if there is none."""
        self._threats.hand_over()
        cells = self._threats.zone() if self._threats.chain(self._nodes) else []
        self._threats.hand_over()
        self.is_stopped |= self._threats.nodes() > self._nodes
        return [self._point(cell) for cell in cells]

    def _wins_after(self, answer: Point, threats: int) -> bool:
        self.play(answer)
        wins = self.wins_with(threats)
        self.undo()
        return wins

    def _run(self, threats: int) -> int:
        result: int = self._threats.run(threats, self._nodes)
        self.is_stopped |= result == STOPPED
        return result

    def _cell(self, point: Point) -> int:
        cell: int = self._position.cell(point.row, point.col)
        return cell

    def _point(self, cell: int) -> Point:
        point: Point = self._position.point(cell)
        return point


def _empty_table(entries: int) -> array.array[int]:
    """Return an empty table. Results of other searches could make a win look shorter."""
    return array.array("Q", bytes(8 * entries))
