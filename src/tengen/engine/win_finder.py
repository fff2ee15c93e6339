"""Find wins by fours and threes, as trees, and compute their zones.

A win holds even if the defender has up to three extra stones, if the newest is outside
`zone(board, win, 1)`, the one before it outside `zone(board, win, 2)`, and the oldest outside
`zone(board, win, 3)`. docs/design/threats.md has the proof. Zones exist only for freestyle and
standard. In their code, a set of points is a number in which bit `cell_of(point, rules)` stands
for a point.
"""

from __future__ import annotations

import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import product

from tengen.engine.cancel_token import CancelToken
from tengen.engine.constants import LOST, WON
from tengen.engine.pattern_tables import make_position
from tengen.engine.vct import VctSearch
from tengen.engine.vct_proof_numbers import VctProofNumbers
from tengen.engine.winning_move_cache import make_winning_move_cache
from tengen.errors import RuleError
from tengen.rules import Board, Point, Rules, Symmetry, WinRule, cell_of, point_of
from tengen.rules.geometry import DIRECTIONS


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Win:
    """A winning move and what follows it.

    `replies` has the win after each of the defender's answers that needs one of its own;
    `otherwise` wins after all others, as if the defender had passed. A move that makes five has
    neither. `plies` is the most plies that the win takes. Equal subtrees may be the same object.
    """

    move: Point
    replies: Mapping[Point, Win] = field(default_factory=dict)
    otherwise: Win | None = None
    plies: int = field(init=False)

    def __post_init__(self) -> None:
        after = [win.plies for win in self.children()]
        object.__setattr__(self, "plies", 2 + max(after) if after else 1)

    def children(self) -> list[Win]:
        """Return all wins that can follow the move."""
        others = [self.otherwise] if self.otherwise else []
        return [*self.replies.values(), *others]

    @property
    def makes_five(self) -> bool:
        """Whether the move ends the game."""
        return self.otherwise is None

    @property
    def makes_four(self) -> bool:
        """Whether the next move makes five, unless the defender prevents it."""
        return self.otherwise is not None and self.otherwise.makes_five

    def after(self, reply: Point) -> Win | None:
        """Return the win after an answer; None if the game is over."""
        return self.replies.get(reply, self.otherwise)

    def line(self) -> tuple[Point, ...]:
        """Return a line to the end with the longest defence."""
        moves = [self.move]
        win = self
        while win.replies:
            reply, win = max(win.replies.items(), key=lambda pair: pair[1].plies)
            moves += [reply, win.move]
        return tuple(moves)

    def nodes(self) -> Iterator[Win]:
        """Yield every subtree once, this one first."""
        seen: set[int] = set()
        left = [self]
        while left:
            win = left.pop()
            if id(win) not in seen:
                seen.add(id(win))
                yield win
                left += win.children()

    def transformed(self, symmetry: Symmetry, rules: Rules) -> Win:
        """Return the same win on a turned or flipped board. Shared subtrees stay shared."""
        done: dict[int, Win] = {}

        def turn(win: Win) -> Win:
            if id(win) not in done:
                replies = {
                    symmetry.apply(reply, rules): turn(after)
                    for reply, after in win.replies.items()
                }
                otherwise = None if win.otherwise is None else turn(win.otherwise)
                done[id(win)] = Win(symmetry.apply(win.move, rules), replies, otherwise)
            return done[id(win)]

        return turn(self)

    def __repr__(self) -> str:
        return f"<Win {self.move} in {self.plies}>"


NODES = 1_000_000
NODES_FOR_TREES = 1_000_000
"""Nodes to build the tree of a win; most of it is already in the memory of the search."""
MEMORY_ENTRIES = 1 << 18
"""An entry lacks the lowest 17 bits of its key, so its index must have more bits than that."""
PROOF_NUMBER_ENTRIES = 1 << 18
"""A power of two."""
LEAST_PROOF_NUMBER_ENTRIES = 4
FIRST_SHARE = 20_000
"""The usual share of a search in turns."""
LEAST_SHARES = 4


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of a search: a win or None.

    A final finding without a win means that there is no win by fours and threes alone. A finding
    is not final if the search was stopped. In renju a finding without a win is never final,
    because the search leaves out chains of fours over doubtful points.
    """

    win: Win | None
    is_final: bool
    nodes: int


def find_win(board: Board, nodes: int = NODES, cancel: CancelToken | None = None) -> Win | None:
    """Return a win of the side to move by fours and threes, or None if none is found.

    Raises RuleError if the game is over, or if the search does not play it.
    """
    return Finder(board).run(nodes, cancel).win


class Finder:
    """Searches for a win of the side to move; each run continues where the last one ended.

    With a share, a run deepens and searches by proof numbers in turns: each gets so many nodes at
    first, and at most a quarter of the run. That finds more long wins, but not the shortest ones.
    Without it, a run only deepens.
    """

    def __init__(self, board: Board, share: int = 0) -> None:
        if board.outcome.is_over:
            raise RuleError(f"the game is over: {board}")
        self._position = make_position(board)
        self._threats = VctSearch(
            self._position, make_vct_memory(), make_vct_memory(), make_winning_move_cache()
        )
        entries = PROOF_NUMBER_ENTRIES if share else LEAST_PROOF_NUMBER_ENTRIES
        self._numbers = VctProofNumbers(self._threats, make_proof_numbers(entries))
        self._attacker = self._position.turn
        self._share = share
        self._limit = 0
        self._built: dict[int, Win] = {}

    def run(self, nodes: int = NODES, cancel: CancelToken | None = None) -> Finding:
        """Search up to `nodes` more positions, or until it is cancelled."""
        self._threats.set_stop(0)
        with (cancel or CancelToken()).on_cancel(lambda: self._threats.set_stop(1)):
            return self._run(nodes)

    def _run(self, nodes: int) -> Finding:
        start = self._threats.nodes()
        self._limit = start + nodes
        result = self._search()
        self._limit += nodes + NODES_FOR_TREES
        win = self._win() if result == WON else None
        is_final = win is not None or (result == LOST and not self._position.strict)
        return Finding(win, is_final, self._threats.nodes() - start)

    def _search(self) -> int:
        """Return WON, LOST or STOPPED."""
        nodes = self._limit - self._threats.nodes()
        share = self._share and max(1, min(self._share, nodes // LEAST_SHARES))
        result: int = self._numbers.run_in_turns(self._limit, share)
        return result

    # The tree is built from the board; the memory of the search only says which move to try. So a
    # wrong entry there can lose a tree, but not make a wrong one.

    def _win(self) -> Win | None:
        """Return the win of the attacker, who is to move."""
        key = self._position.key
        if key not in self._built:
            chain = self._threats.short_chain(self._limit)
            win = self._chain_win(chain) if chain else self._threat_win()
            if win is None:
                return None
            self._built[key] = win
        return self._built[key]

    def _chain_win(self, chain: list[int]) -> Win:
        """Return the win of a chain of fours."""
        move = chain[0]
        if move in self._fives():
            return self._five(move)
        self._threats.play(move)
        fives = self._fives()
        if len(chain) > 1:
            self._threats.play(chain[1])
            replies = {chain[1]: self._chain_win(chain[2:])}
            self._threats.undo()
        else:
            replies = dict.fromkeys(fives, self._five(fives[0]))
            replies[fives[0]] = self._five(fives[1])
        self._threats.undo()
        return self._make_win(move, replies, self._five(fives[0]))

    def _threat_win(self) -> Win | None:
        if self._search() != WON:
            return None
        move = self._numbers.winner()
        self._threats.play(move)
        win = self._four(move) if self._fives() else self._three(move)
        self._threats.undo()
        return win

    def _four(self, move: int) -> Win | None:
        """Return the tree of a four with one answer, or with none if the answer is forbidden."""
        fives = self._fives()
        is_answered = not self._threats.forbids(fives[0])
        replies = self._replies(fives) if is_answered else {}
        if is_answered and not replies:
            return None
        return self._make_win(move, replies, self._five(fives[0]))

    def _three(self, move: int) -> Win | None:
        """Return the tree of a three, with every answer in the zone of its threat."""
        self._threats.hand_over()
        chain = self._threats.chain(self._limit)
        zone = self._threats.zone() if chain else []
        otherwise = self._chain_win(chain) if chain else None
        self._threats.hand_over()
        replies = self._replies(zone)
        return self._make_win(move, replies, otherwise) if replies else None

    def _replies(self, cells: list[int]) -> dict[int, Win]:
        """Return the win after each of these answers; nothing if there is an answer without one."""
        replies: dict[int, Win] = {}
        for cell in cells:
            self._threats.play(cell)
            win = self._win()
            self._threats.undo()
            if win is None:
                return {}
            replies[cell] = win
        return replies

    def _fives(self) -> list[int]:
        fives: list[int] = self._threats.fives(self._attacker)
        return fives

    def _five(self, cell: int) -> Win:
        return Win(self._position.point(cell))

    def _make_win(self, move: int, replies: dict[int, Win], otherwise: Win | None) -> Win:
        point = self._position.point
        return Win(point(move), {point(cell): win for cell, win in replies.items()}, otherwise)


def make_vct_memory() -> array.array[int]:
    """Return an empty memory for a VCT search."""
    return array.array("Q", bytes(8 * MEMORY_ENTRIES))


def make_proof_numbers(entries: int = PROOF_NUMBER_ENTRIES) -> array.array[int]:
    """Return an empty table for a search with proof numbers."""
    return array.array("Q", bytes(16 * entries))


LINE_LENGTH = 5
MOST_EXTRAS = 3
ZONE_RULES = {WinRule.FREESTYLE, WinRule.STANDARD}


def zone(board: Board, win: Win, extras: int) -> frozenset[Point]:
    """Return the points where the defender's extra stone could disturb a win.

    `extras` is the number of the stone, counted from the newest.
    """
    rules = board.rules
    if rules.k != LINE_LENGTH or rules.win not in ZONE_RULES:
        raise RuleError(f"there are no zones for {rules}: only freestyle and standard have them")
    own = _point_bits(
        [point for point, player in board.stones.items() if player is board.turn], rules
    )
    other = _point_bits(list(board.stones), rules) ^ own
    found = _Zones(rules).of(win, own, other, extras)
    return frozenset(point_of(at, rules) for at in range(rules.area) if found >> at & 1)


class _Zones:
    """Computes zones of the subtrees of one tree; `own` has the attacker's stones."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._windows = _five_windows(rules)
        self._known: dict[tuple[int, int, int, int], int] = {}

    def of(self, win: Win, own: int, other: int, extras: int) -> int:
        """Return the zone of a tree, with the attacker to move."""
        if extras > MOST_EXTRAS:
            return ~(own | other) & (1 << self._rules.area) - 1
        if win.otherwise is None:
            return self._bit(win.move)
        place = (id(win), own, other, extras)
        if place not in self._known:
            after = own | self._bit(win.move)
            cells = self._bit(win.move) | self._lines(own, other, MOST_EXTRAS + 1 - extras)
            if win.makes_four:
                cells |= _point_bits(list(win.replies), self._rules)
            else:
                cells |= self.of(win.otherwise, after, other, extras + 1)
            for reply, child in win.replies.items():
                cells |= self.of(child, after, other | self._bit(reply), extras)
            self._known[place] = cells
        return self._known[place]

    def _lines(self, own: int, other: int, least: int) -> int:
        """Return the empty points of the defender's windows with at least `least` stones."""
        cells = 0
        for window, ends in self._windows:
            if not (window & own or ends & other) and (window & other).bit_count() >= least:
                cells |= window
        return cells & ~other

    def _bit(self, point: Point) -> int:
        return 1 << cell_of(point, self._rules)


def _point_bits(points: list[Point], rules: Rules) -> int:
    return sum(1 << cell_of(point, rules) for point in points)


@cache
def _five_windows(rules: Rules) -> tuple[tuple[int, int], ...]:
    """Return every five points in a line, and its two neighbours if longer lines do not win."""
    points = {Point(row, col) for row in range(rules.height) for col in range(rules.width)}
    windows = []
    for point, (down, right) in product(points, DIRECTIONS):
        line = [
            Point(point.row + n * down, point.col + n * right) for n in range(-1, LINE_LENGTH + 1)
        ]
        if points.issuperset(line[1:-1]):
            ends = points.intersection((line[0], line[-1]))
            counted = list(ends) if rules.win is WinRule.STANDARD else []
            windows.append((_point_bits(line[1:-1], rules), _point_bits(counted, rules)))
    return tuple(windows)
