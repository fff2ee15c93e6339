"""What the engine makes of one position: an exact search for wins first, then alpha-beta."""

from __future__ import annotations

from tengen.engine.analysis import Analysis, Limits
from tengen.engine.engine import NODES_A_SECOND, Engine
from tengen.engine.pattern_tables import has_patterns
from tengen.engine.win_finder import ZONE_RULES as ZONED
from tengen.engine.win_finder import Finder, Win, zone
from tengen.errors import RuleError
from tengen.review.chances import is_general
from tengen.review.shapes import Stones
from tengen.review.standing import Defeat, Standing, by_line, by_win, ended
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Rules, WinRule

NODES = 160_000
GENERAL_NODES = 40_000
"""For one search, unless told otherwise, with patterns and without: a third of a second, about."""
PART_FOR_REPLIES = 4
"""A search after one of many replies gets one in so many of a position's nodes."""
LEAST_FOR_REPLIES = 1000


class Stopped(Exception):
    """The review was stopped; what was being looked at is not known."""


class Examiner:
    """Looks at positions of one game within limits, and remembers what it saw."""

    def __init__(self, rules: Rules, limits: Limits | None, megabytes: float, threads: int) -> None:
        if rules.win is WinRule.RENJU and not has_patterns(rules):
            raise RuleError(f"the engine does not play {rules}")
        self.rules = rules
        self._limits = limits or usual_limits(rules)
        self._nodes = _nodes_for_wins(self._limits)
        self._engine = Engine(megabytes, threads)
        self._finder: Finder | None = None
        self._is_stopped = False

    def stop(self) -> None:
        """End what is going on, and all that follows, with `Stopped`."""
        self._is_stopped = True
        self._engine.stop()
        if self._finder is not None:
            self._finder.stop()

    def get_ready(self) -> None:
        """Forget a stop, once nothing is going on any more."""
        self._is_stopped = False
        self._engine.get_ready()

    def check(self) -> None:
        """Raise Stopped after a stop."""
        if self._is_stopped:
            raise Stopped

    def look(self, board: Board) -> Standing:
        """How a position stands, whatever was played in it."""
        if board.outcome.is_over:
            return ended(board)
        return self.look_for_win(board) or self.think(board)[0]

    def look_for_win(self, board: Board) -> Standing | None:
        """How a position stands in which the side to move has a win by threats; else None."""
        win = self._find(board, self._nodes)
        return None if win is None else by_win(board.turn, win)

    def think(self, board: Board, lines: int = 1) -> list[Standing]:
        """How a position stands by alpha-beta after each of its best moves, the best one first."""
        self.check()
        *_, analysis = self._engine.analyse(board, self._limits, lines)
        self.check()
        is_tie = self._has_played_out(board, analysis)
        return [
            by_line(board.turn, line, self.rules, is_tie=is_tie and not line.score)
            for line in analysis.lines
        ]

    def _has_played_out(self, board: Board, analysis: Analysis) -> bool:
        """Whether the search went to the end of every game, so that a score of 0 is a tie."""
        nodes, seconds = self._limits.nodes, self._limits.seconds
        is_cut = (nodes is not None and analysis.nodes >= nodes) or (
            seconds is not None and analysis.seconds >= seconds
        )
        depth = len(board.empty_points())
        return is_general(self.rules) and analysis.depth == depth and not is_cut

    def refute(self, board: Board) -> tuple[list[Point] | None, Defeat | None]:
        """The moves after which no win of the opponent is found, if all others are known to lose.

        Where the opponent would win by threats if the side to move passed, only moves in the zone
        of that win can help. If none of them does, that is a defeat. Nothing is known elsewhere.
        """
        if is_general(self.rules):
            return None, None
        threat = self._find(_passed(board), self._nodes)
        if threat is None or not (threat.makes_five or self.rules.win in ZONED):
            return None, None
        replies = {point: self._find_after(board, point) for point in _answers(board, threat)}
        left = [point for point, win in replies.items() if win is None]
        wins = {point: win for point, win in replies.items() if win is not None}
        return left, None if left else Defeat(wins, threat)

    def _find_after(self, board: Board, point: Point) -> Win | None:
        nodes = max(LEAST_FOR_REPLIES, self._nodes // PART_FOR_REPLIES)
        board.play(point)
        try:
            return None if board.outcome.is_over else self._find(board, nodes)
        finally:
            board.undo()

    def _find(self, board: Board, nodes: int) -> Win | None:
        if not has_patterns(self.rules):
            return None
        self._finder = Finder(board)
        self.check()
        win = self._finder.run(nodes).win
        self.check()
        return win


def usual_limits(rules: Rules) -> Limits:
    """What one search may take, if nobody says otherwise."""
    return Limits(nodes=GENERAL_NODES if is_general(rules) else NODES)


def _nodes_for_wins(limits: Limits) -> int:
    """As much for exact searches as for the others, about."""
    timed = None if limits.seconds is None else int(limits.seconds * NODES_A_SECOND)
    nodes = min((some for some in (limits.nodes, timed) if some is not None), default=NODES)
    return max(LEAST_FOR_REPLIES, nodes)


def _passed(board: Board) -> Board:
    """The board, with the opponent to move."""
    return Board(board.rules, board.stones, board.turn.other)


def _answers(board: Board, threat: Win) -> list[Point]:
    """The moves that could disturb what the opponent threatens, in reading order."""
    if threat.makes_five:
        fives = Stones(board).wins_of(board.turn.other)
        points = [Point(*place) for place in fives]
    else:
        points = sorted(zone(_passed(board), threat, 1))
    return [point for point in points if board.is_legal(point)]
