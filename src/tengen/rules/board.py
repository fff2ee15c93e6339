"""A board with stones: play moves, take them back, and see who has won."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby

from tengen.errors import IllegalMove, Refusal, RuleError
from tengen.rules.geometry import (
    TURN_KEY,
    CellContent,
    EmptyPoints,
    Symmetry,
    geometry,
    stone_key,
    symmetries,
)
from tengen.rules.outcome import FULL_BOARD, NO_LEGAL_POINT, UNFINISHED, WINS, Outcome
from tengen.rules.point import Point, PointLike, to_point
from tengen.rules.rules import Player, Rules, WinRule, to_rules


class Board:
    """A game of `rules` from an empty board, or from stones set up before the first move.

    A point may be `Point(7, 7)`, `(7, 7)`, or a name such as `"h8"`; rules may be the name of a
    ready-made game, such as `"five"`.

    `outcome` always says who has won and why; read it, do not set it. Boards are equal if their
    rules, stones and turn are equal, whatever the order of the moves was.
    """

    __slots__ = (
        "_cells",
        "_foul",
        "_fouls",
        "_free",
        "_geometry",
        "_history",
        "_k",
        "_key",
        "_near",
        "_open_moves",
        "_origin",
        "_setup",
        "_side",
        "_stride",
        "outcome",
        "rules",
    )

    def __init__(
        self,
        rules: Rules | str,
        setup: Mapping[Point, Player] | Mapping[str, Player] | None = None,
        turn: Player | None = None,
    ) -> None:
        """Without `turn`, the player with fewer stones moves, or else the first player."""
        rules = to_rules(rules)
        tables = geometry(rules)
        self.rules = rules
        self.outcome: Outcome = UNFINISHED
        self._geometry = tables
        self._stride = tables.stride
        self._origin = tables.origin
        self._near = tables.near
        self._cells = tables.blank.copy()
        self._side = tables.first
        self._history: list[Point] = []
        self._free = EmptyPoints(tables)
        self._key = 0
        self._k = rules.k
        self._setup: dict[Point, Player] = {}
        renju = rules.win is WinRule.RENJU
        self._fouls = tables.first if renju else None  # the side that has forbidden points
        self._foul = _foul_finder() if renju else _never_foul
        self._open_moves = 0 if renju else rules.area  # before that, only a line ends the game
        if setup or turn:
            stones = {to_point(where, rules): player for where, player in (setup or {}).items()}
            self._set_up(stones, turn)

    def _set_up(self, setup: dict[Point, Player], turn: Player | None) -> None:
        for point, player in setup.items():
            if not self._holds(point):
                raise RuleError(f"cannot set up a stone on {point}: not on a board of {self.rules}")
            self._cells[self._geometry.cell(point)] = player
            self._key ^= stone_key(point, player)
        if turn is None:
            firsts = sum(player is Player.FIRST for player in setup.values())
            turn = Player.FIRST if 2 * firsts <= len(setup) else Player.SECOND
        if turn is Player.SECOND:
            self._key ^= TURN_KEY
        self._side = self._geometry.side(turn)
        self._setup = setup
        self._free = EmptyPoints(self._geometry, setup)
        self._open_moves = max(0, self._open_moves - len(setup))
        self.outcome = self._judge_setup()

    def _judge_setup(self) -> Outcome:
        winners = {self._setup[point] for point in self._setup if self._winning_steps(point)}
        if len(winners) > 1:
            raise RuleError(f"both players have a winning line: {self}")
        return WINS[winners.pop()] if winners else self._judge_without_line()

    # Stones and turn

    @property
    def turn(self) -> Player:
        """The player to move, also if the game is over."""
        return self._side.player

    @property
    def first_turn(self) -> Player:
        """The player who was to move before the first move."""
        return self.turn if len(self._history) % 2 == 0 else self.turn.other

    @property
    def moves(self) -> tuple[Point, ...]:
        """The moves played, without stones that were set up."""
        return tuple(self._history)

    @property
    def setup(self) -> dict[Point, Player]:
        """The stones that were on the board before the first move."""
        return dict(self._setup)

    @property
    def key(self) -> int:
        """A 64-bit hash of stones and turn, updated with each move; the same in every run."""
        return self._key

    @property
    def stones(self) -> dict[Point, Player]:
        """All stones, in reading order."""
        return {point: player for point, player in self._points() if player is not None}

    def __getitem__(self, point: PointLike) -> Player | None:
        """Return whose stone is on a point, or None if it is empty."""
        point = to_point(point, self.rules)
        if not self._holds(point):
            raise IndexError(f"no point {point} on a board of {self.rules}")
        stone = self._cells[self._geometry.cell(point)]
        return stone if isinstance(stone, Player) else None

    def _points(self) -> Iterator[tuple[Point, Player | None]]:
        for point, cell in zip(self._geometry.points, self._geometry.cells, strict=True):
            stone = self._cells[cell]
            yield point, stone if isinstance(stone, Player) else None

    def _holds(self, point: Point) -> bool:
        return 0 <= point.row < self.rules.height and 0 <= point.col < self.rules.width

    # Legal moves

    def refusal(self, point: PointLike) -> Refusal | None:
        """Return why the player to move may not play on a point, or None if they may."""
        return self._refusal(to_point(point, self.rules))

    def _refusal(self, point: Point) -> Refusal | None:
        if self.outcome is not UNFINISHED:
            return Refusal.GAME_OVER
        row, col, rules = point.row, point.col, self.rules
        if not (0 <= row < rules.height and 0 <= col < rules.width):
            return Refusal.OFF_BOARD
        cell = row * self._stride + col + self._origin
        if self._cells[cell] is not None:
            return Refusal.TAKEN
        if self._side is self._fouls:
            return self._foul(self._cells, cell, self._geometry.steps)
        return None

    def is_legal(self, point: PointLike) -> bool:
        """Return whether the player to move may play on a point."""
        return self.refusal(point) is None

    def empty_points(self) -> list[Point]:
        """Return the empty points in reading order."""
        return self._free.after(self._history)

    def legal_points(self) -> list[Point]:
        """Return the legal points in reading order; none if the game is over."""
        if self.outcome is not UNFINISHED:
            return []
        points = self._free.after(self._history)
        if self._side is self._fouls:
            return [point for point in points if self._refusal(point) is None]
        return points

    # Playing

    def play(self, point: PointLike) -> None:
        """Play a move of the player to move.

        Raises IllegalMove, and changes nothing, if the rules do not allow it.
        """
        spot: Point = point  # type: ignore[assignment]  # usually; a check would be slower
        try:
            refusal = self._refusal(spot)
        except AttributeError:
            spot = to_point(point, self.rules)
            refusal = self._refusal(spot)
        if refusal is not None:
            raise IllegalMove(str(spot), refusal, str(self))
        self.play_unchecked(spot)

    def play_unchecked(self, point: Point) -> None:
        """Play a move that is known to be legal. An illegal move leaves a wrong board."""
        cells = self._cells
        side = self._side
        player = side.player
        cell = point.row * self._stride + point.col + self._origin
        cells[cell] = player
        self._history.append(point)
        self._key ^= side.keys[cell]
        self._side = side.next
        for step, a, b, c, d in self._near[cell]:
            if (
                (cells[a] is player and cells[b] is player)
                or (cells[c] is player and cells[d] is player)
            ) and self._wins(cell, step):
                self.outcome = WINS[player]
                return
        if len(self._history) >= self._open_moves:
            self.outcome = self._judge_without_line()

    def undo(self) -> Point:
        """Take back the last move and return it."""
        if not self._history:
            raise RuleError(f"no move to take back: {self}")
        point = self._history.pop()
        cell = point.row * self._stride + point.col + self._origin
        self._side = self._side.next
        self._key ^= self._side.keys[cell]
        self._cells[cell] = None
        self.outcome = UNFINISHED
        if self._free.seen > len(self._history):
            self._free.put_back(point)
        return point

    # The end of the game

    def winning_lines(self) -> tuple[tuple[Point, ...], ...]:
        """Return the winning lines, each in reading order; none if nobody has won."""
        ends = self._history[-1:] if self._history else self._setup
        lines = [self._line(point, step) for point in ends for step in self._winning_steps(point)]
        return tuple(dict.fromkeys(lines))

    def _winning_steps(self, point: Point) -> list[int]:
        cell = self._geometry.cell(point)
        return [step for step in self._geometry.steps if self._wins(cell, step)]

    def _wins(self, cell: int, step: int) -> bool:
        cells = self._cells
        player = cells[cell]
        low = cell - step
        while cells[low] is player:
            low -= step
        high = cell + step
        while cells[high] is player:
            high += step
        length = (high - low) // step - 1
        return length >= self._k and self._line_wins(cells[low], player, cells[high], length)

    def _line_wins(
        self, low: CellContent, player: CellContent, high: CellContent, length: int
    ) -> bool:
        assert isinstance(player, Player)
        blocked = low is high is player.other
        return self.rules.wins(length, player, blocked=blocked)

    def _line(self, point: Point, step: int) -> tuple[Point, ...]:
        """Return the unbroken line of equal stones through a point."""
        cells = self._cells
        low = self._geometry.cell(point)
        player = cells[low]
        while cells[low - step] is player:
            low -= step
        high = low
        while cells[high] is player:
            high += step
        return tuple([self._geometry.point(cell) for cell in range(low, high, step)])

    def _judge_without_line(self) -> Outcome:
        if len(self._history) + len(self._setup) == self.rules.area:
            return FULL_BOARD
        cells, steps = self._cells, self._geometry.steps
        if self._side is self._fouls and all(
            cells[cell] is not None or self._foul(cells, cell, steps)
            for cell in self._geometry.cells
        ):
            return NO_LEGAL_POINT
        return UNFINISHED

    # Copies and symmetric boards

    def copy(self) -> Board:
        """Return an independent board with the same set-up and moves."""
        own = {
            "_cells": self._cells.copy(),
            "_history": self._history.copy(),
            "_free": EmptyPoints(self._geometry, self._setup),
        }
        twin = Board.__new__(Board)
        for name in Board.__slots__:
            setattr(twin, name, own[name] if name in own else getattr(self, name))
        return twin

    def transformed(self, symmetry: Symmetry) -> Board:
        """Return the board turned or flipped, with its set-up and moves."""
        rules = self.rules
        if symmetry not in symmetries(rules):
            raise RuleError(f"{symmetry.name} changes the shape of a board of {rules}")
        setup = {symmetry.apply(point, rules): player for point, player in self._setup.items()}
        twin = Board(rules, setup, self.first_turn)
        for point in self._history:
            twin.play_unchecked(symmetry.apply(point, rules))
        return twin

    def canonical_symmetry(self) -> Symmetry:
        """Return the symmetry that leads to the canonical form."""
        return min(symmetries(self.rules), key=self._stones_after)

    def canonical(self) -> Board:
        """Return the canonical form: the same board for all turned or flipped forms."""
        return self.transformed(self.canonical_symmetry())

    def _stones_after(self, symmetry: Symmetry) -> list[tuple[int, int, str]]:
        stones = []
        for point, player in self.stones.items():
            image = symmetry.apply(point, self.rules)
            stones.append((image.row, image.col, player.value))
        return sorted(stones)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        same_game = self.rules == other.rules and self.turn is other.turn
        return same_game and self._cells == other._cells

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[object, ...]:
        return _replayed, (self.rules, self._setup, self.first_turn, self.moves)

    def __str__(self) -> str:
        """Return rules, turn and rows from the top, as in `3x3/3 freestyle O 3/1X1/3`."""
        return f"{self.rules} {self.turn.value} {'/'.join(self._row_texts())}"

    def __repr__(self) -> str:
        return f"<Board {self}>"

    def _row_texts(self) -> Iterator[str]:
        width = self.rules.width
        stones = [player for _, player in self._points()]
        for start in range(0, len(stones), width):
            runs = groupby(stones[start : start + width])
            yield "".join(
                player.value * len(list(run)) if player else str(len(list(run)))
                for player, run in runs
            )


FoulFinder = Callable[[list[CellContent], int, tuple[int, ...]], Refusal | None]
"""Returns why a stone on a cell would be a foul, or None."""


def _foul_finder() -> FoulFinder:
    from tengen.rules.forbidden import find_foul  # noqa: PLC0415 - other games start faster without it

    return find_foul


def _never_foul(_cells: list[CellContent], _cell: int, _steps: tuple[int, ...]) -> None:
    return None


def _replayed(
    rules: Rules, setup: dict[Point, Player], turn: Player, moves: tuple[Point, ...]
) -> Board:
    board = Board(rules, setup, turn)
    for move in moves:
        board.play_unchecked(move)
    return board
