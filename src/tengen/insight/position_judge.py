"""How a position of a game stands: an exact search for wins, then alpha-beta.

Positions are judged from the end of the game backwards. What was played is tried as well as what
the engine would play, so no position is worth less than the one after it to who moved; and what
the engine would play is looked at more closely where it claims to be much better.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tengen.engine.analysis import Analysis, Limits
from tengen.engine.cancel_token import CancelToken
from tengen.engine.engine import NODES_A_SECOND, Engine
from tengen.engine.pattern_tables import has_patterns
from tengen.engine.win_finder import ZONE_RULES as ZONED
from tengen.engine.win_finder import Win, find_win, zone
from tengen.errors import RuleError
from tengen.insight.review import INACCURACY_LOSS
from tengen.insight.shapes import ShapeFinder, only_defence
from tengen.insight.standing import (
    Defeat,
    Standing,
    likely_standing,
    standing_at_end,
    standing_by_defeat,
    standing_by_line,
    standing_by_win,
    uses_general_search,
)
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

PATTERN_NODES = 160_000
GENERAL_NODES = 40_000
"""For one search, unless told otherwise, with patterns and without: a third of a second, about."""
REPLY_NODES_DIVISOR = 4
"""A search after one of many replies gets one in so many of a position's nodes."""
MIN_REPLY_NODES = 1000


class ReviewStopped(Exception):
    """The review was stopped; what was being looked at is not known."""


class PositionExaminer:
    """Looks at positions of one game within limits, and remembers what it saw."""

    def __init__(self, rules: Rules, limits: Limits | None, megabytes: float, threads: int) -> None:
        if rules.win is WinRule.RENJU and not has_patterns(rules):
            raise RuleError(f"the engine does not play {rules}")
        self.rules = rules
        self._limits = limits or usual_limits(rules)
        self._nodes = _nodes_for_wins(self._limits)
        self._engine = Engine(megabytes, threads)
        self.cancel = CancelToken()
        """Ends what is going on, and all that follows, with `ReviewStopped`."""

    def check(self) -> None:
        """Raise ReviewStopped once the review is cancelled."""
        if self.cancel.is_cancelled:
            raise ReviewStopped

    def look(self, board: Board) -> Standing:
        """How a position stands, whatever was played in it."""
        if board.outcome.is_over:
            return standing_at_end(board)
        return self.look_for_win(board) or self.think(board)[0]

    def look_for_win(self, board: Board) -> Standing | None:
        """How a position stands in which the side to move has a win by threats; else None."""
        win = self._find(board, self._nodes)
        return None if win is None else standing_by_win(board.turn, win)

    def think(self, board: Board, lines: int = 1) -> list[Standing]:
        """How a position stands by alpha-beta after each of its best moves, the best one first."""
        self.check()
        *_, analysis = self._engine.analyse(board, self._limits, lines, cancel=self.cancel)
        self.check()
        is_tie = self._has_played_out(board, analysis)
        return [
            standing_by_line(board.turn, line, self.rules, is_tie=is_tie and not line.score)
            for line in analysis.lines
        ]

    def _has_played_out(self, board: Board, analysis: Analysis) -> bool:
        """Whether the search went to the end of every game, so that a score of 0 is a tie."""
        nodes, seconds = self._limits.nodes, self._limits.seconds
        is_cut = (nodes is not None and analysis.nodes >= nodes) or (
            seconds is not None and analysis.seconds >= seconds
        )
        depth = len(board.empty_points())
        return uses_general_search(self.rules) and analysis.depth == depth and not is_cut

    def refute(self, board: Board) -> tuple[list[Point] | None, Defeat | None]:
        """The moves after which no win of the opponent is found, if all others are known to lose.

        Where the opponent would win by threats if the side to move passed, only moves in the zone
        of that win can help. If none of them does, that is a defeat. Nothing is known elsewhere.
        """
        if uses_general_search(self.rules):
            return None, None
        threat = self._find(_after_pass(board), self._nodes)
        if threat is None or not (threat.makes_five or self.rules.win in ZONED):
            return None, None
        replies = {point: self._find_after(board, point) for point in _defences(board, threat)}
        left = [point for point, win in replies.items() if win is None]
        wins = {point: win for point, win in replies.items() if win is not None}
        return left, None if left else Defeat(wins, threat)

    def _find_after(self, board: Board, point: Point) -> Win | None:
        nodes = max(MIN_REPLY_NODES, self._nodes // REPLY_NODES_DIVISOR)
        board.play(point)
        try:
            return None if board.outcome.is_over else self._find(board, nodes)
        finally:
            board.undo()

    def _find(self, board: Board, nodes: int) -> Win | None:
        if not has_patterns(self.rules):
            return None
        self.check()
        win = find_win(board, nodes, self.cancel)
        self.check()
        return win


def usual_limits(rules: Rules) -> Limits:
    """What one search may take, if nobody says otherwise."""
    return Limits(nodes=GENERAL_NODES if uses_general_search(rules) else PATTERN_NODES)


def _nodes_for_wins(limits: Limits) -> int:
    """As much for exact searches as for the others, about."""
    timed = None if limits.seconds is None else int(limits.seconds * NODES_A_SECOND)
    nodes = min((some for some in (limits.nodes, timed) if some is not None), default=PATTERN_NODES)
    return max(MIN_REPLY_NODES, nodes)


def _after_pass(board: Board) -> Board:
    """The board, with the opponent to move."""
    return Board(board.rules, board.stones, board.turn.other)


def _defences(board: Board, threat: Win) -> list[Point]:
    """The moves that could disturb what the opponent threatens, in reading order."""
    if threat.makes_five:
        fives = ShapeFinder(board).wins_of(board.turn.other)
        points = [Point(*place) for place in fives]
    else:
        points = sorted(zone(_after_pass(board), threat, 1))
    return [point for point in points if board.is_legal(point)]


MAX_TRIES = 4
"""How many other moves are looked at where the one that was played loses."""


@dataclass(frozen=True, slots=True)
class JudgedPosition:
    """How a position stands, and which moves would have been better than the one played."""

    standing: Standing
    better: tuple[Point, ...] = ()


class PositionJudge:
    """Judges the positions of one game."""

    def __init__(self, examiner: PositionExaminer) -> None:
        self._examiner = examiner

    def judge_last(self, board: Board) -> JudgedPosition:
        """How the last position of a game stands."""
        return JudgedPosition(self._examiner.look(board))

    def judge(self, board: Board, played: Point, after: Standing) -> JudgedPosition:
        """How a position stands, given how it stands after what was played."""
        player = board.turn
        own = self._examiner.look_for_win(board)
        if after.is_proven and after.winner is player:
            return _shorter_win(after.before(played), own)
        if own is not None:
            return _judged_position(own, played)
        if after.is_proven and after.winner is player.other:
            return self._judge_lost(board, played, after)
        best = self._examiner.think(board)[0]
        if after.winner is player.other and not best.is_proven:
            return self._try(board, played, after, self._candidates(board, best))
        if _gain(best, after, player) < INACCURACY_LOSS or best.is_proven:
            return _better_of(best, after.before(played), played, player)
        return self._confirm(board, played, after, best)

    def _judge_lost(self, board: Board, played: Point, after: Standing) -> JudgedPosition:
        """How a position stands in which what was played is known to lose."""
        if only_defence(board) == played:
            return JudgedPosition(_forced_standing(board.turn, played, after))
        left, defeat = self._examiner.refute(board)
        if defeat is not None:
            return JudgedPosition(standing_by_defeat(board.turn, defeat, played))
        best = self._examiner.think(board)[0]
        if best.is_proven:
            return _judged_position(best, played)
        if left is None:
            return self._try(board, played, after, self._candidates(board, best))
        liked = self._candidates(board, best) if len(left) > MAX_TRIES else best.line[:1]
        points = [point for point in liked if point in left]
        points += [point for point in left if point not in points]
        return self._try(board, played, after, points, is_all=True)

    def _candidates(self, board: Board, best: Standing) -> list[Point]:
        """The moves that the engine likes most."""
        moves = [standing.line[0] for standing in self._examiner.think(board, MAX_TRIES)]
        return list(dict.fromkeys([best.line[0], *moves]))

    def _try(
        self,
        board: Board,
        played: Point,
        after: Standing,
        points: Iterable[Point],
        *,
        is_all: bool = False,
    ) -> JudgedPosition:
        """The best of some moves where the one played loses; `is_all`: all others are lost too."""
        player = board.turn
        others = [point for point in points if point != played]
        tried = {point: self._look_after(board, point) for point in others[:MAX_TRIES]}
        holding = [point for point in tried if tried[point].winner is not player.other]
        if holding:
            holding.sort(key=lambda point: -tried[point].chance_for(player))
            return JudgedPosition(tried[holding[0]].before(holding[0]), tuple(holding))
        tried[played] = after
        point = max(tried, key=lambda one: tried[one].plies)
        if is_all and len(others) <= MAX_TRIES and all(one.is_proven for one in tried.values()):
            return JudgedPosition(tried[point].only_before(point))
        return JudgedPosition(likely_standing(player.other, tried[point].before(point)))

    def _confirm(
        self, board: Board, played: Point, after: Standing, best: Standing
    ) -> JudgedPosition:
        """Whether the engine's move is as good as it looked, by a look at what comes after it."""
        move = best.line[0]
        if move == played:
            return JudgedPosition(after.before(played))
        closer = self._look_after(board, move).before(move)
        return _better_of(closer, after.before(played), played, board.turn)

    def _look_after(self, board: Board, point: Point) -> Standing:
        board.play(point)
        try:
            return self._examiner.look(board)
        finally:
            board.undo()


def _forced_standing(player: Player, played: Point, after: Standing) -> Standing:
    """How a position stands in which the only move that does not lose at once loses later."""
    if after.win is None:
        return after.only_before(played)
    return standing_by_defeat(player, Defeat({played: after.win}, Win(played)), played)


def _gain(best: Standing, after: Standing, player: Player) -> float:
    """How much better the engine's move looks than the one that was played."""
    return best.chance_for(player) - after.chance_for(player)


def _judged_position(best: Standing, played: Point) -> JudgedPosition:
    move = best.line[0]
    return JudgedPosition(best, () if move == played else (move,))


def _shorter_win(mine: Standing, own: Standing | None) -> JudgedPosition:
    """The sooner of two wins; of equal ones that with a tree, or else the one that was played."""
    if own is None or (mine.plies, mine.win is None) <= (own.plies, False):
        return JudgedPosition(mine)
    return _judged_position(own, mine.line[0])


def _better_of(best: Standing, mine: Standing, played: Point, player: Player) -> JudgedPosition:
    """The better of what the engine would play and what was played."""
    if best.is_proven or best.chance_for(player) > mine.chance_for(player):
        return _judged_position(best, played)
    return JudgedPosition(mine)
