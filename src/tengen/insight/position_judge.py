"""Judge the positions of a game: an exact search for wins first, then alpha-beta.

Positions are judged from the end of the game backwards. The played move counts as a candidate, so
no position is worth less to the side to move than the position after the move. If the engine's
move looks much better than the played one, the position after it is searched as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tengen.engine import Analysis, CancelToken, Engine, Limits, Win, find_win, has_patterns, zone
from tengen.engine.engine import NODES_PER_SECOND
from tengen.engine.win_finder import ZONE_RULES
from tengen.errors import RuleError
from tengen.insight import review
from tengen.insight.shapes import ShapeFinder, only_defence
from tengen.rules import Board, Player, Point, Rules, WinRule

PATTERN_NODES = 160_000
GENERAL_NODES = 40_000
"""Default nodes of one search, with patterns and without: about a third of a second."""
REPLY_NODES_DIVISOR = 4
"""The search after each of many replies gets the nodes of a position divided by this."""
MIN_REPLY_NODES = 1000


class ReviewStopped(Exception):
    """The review was cancelled before the current position was judged."""


class PositionExaminer:
    """Evaluates positions of one game within limits, with one hash table for all of them."""

    def __init__(self, rules: Rules, limits: Limits | None, megabytes: float, threads: int) -> None:
        if rules.win is WinRule.RENJU and not has_patterns(rules):
            raise RuleError(f"the engine does not play {rules}")
        self.rules = rules
        self._limits = limits or usual_limits(rules)
        self._nodes = _nodes_for_wins(self._limits)
        self._engine = Engine(megabytes, threads)
        self.cancel = CancelToken()
        """Once cancelled, the current call and all later ones raise `ReviewStopped`."""

    def check(self) -> None:
        """Raise ReviewStopped if the review is cancelled."""
        if self.cancel.is_cancelled:
            raise ReviewStopped

    def evaluate(self, board: Board) -> review.Standing:
        """Return the standing of a position, without regard to the move played in it."""
        if board.outcome.is_over:
            return review.standing_at_end(board)
        return self.find_win(board) or self.search(board)[0]

    def find_win(self, board: Board) -> review.Standing | None:
        """Return the standing if the side to move has a win by threats, else None."""
        win = self._find(board, self._nodes)
        return None if win is None else review.standing_by_win(board.turn, win)

    def search(self, board: Board, lines: int = 1) -> list[review.Standing]:
        """Return the standing by alpha-beta for each of the best moves, the best first."""
        self.check()
        *_, analysis = self._engine.analyse(board, self._limits, lines, cancel=self.cancel)
        self.check()
        is_tie = self._is_exhaustive(board, analysis)
        return [
            review.standing_by_line(board.turn, line, self.rules, is_tie=is_tie and not line.score)
            for line in analysis.lines
        ]

    def _is_exhaustive(self, board: Board, analysis: Analysis) -> bool:
        """Whether the search reached the end of every game, so that a score of 0 is a tie."""
        nodes, seconds = self._limits.nodes, self._limits.seconds
        is_cut = (nodes is not None and analysis.nodes >= nodes) or (
            seconds is not None and analysis.seconds >= seconds
        )
        depth = len(board.empty_points())
        return review.uses_general_search(self.rules) and analysis.depth == depth and not is_cut

    def refute(self, board: Board) -> tuple[list[Point] | None, review.Defeat | None]:
        """Return the moves that may hold when all others are known to lose, or a defeat.

        If the opponent would win by threats after a pass, only moves in the zone of that win can
        help. If the opponent wins after each of them too, the position is a defeat. Without such a
        threat, both results are None.
        """
        if review.uses_general_search(self.rules):
            return None, None
        threat = self._find(_after_pass(board), self._nodes)
        if threat is None or not (threat.makes_five or self.rules.win in ZONE_RULES):
            return None, None
        replies = {point: self._find_after(board, point) for point in _defences(board, threat)}
        left = [point for point, win in replies.items() if win is None]
        wins = {point: win for point, win in replies.items() if win is not None}
        return left, None if left else review.Defeat(wins, threat)

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
    """Return the default limits of one search."""
    return Limits(nodes=GENERAL_NODES if review.uses_general_search(rules) else PATTERN_NODES)


def _nodes_for_wins(limits: Limits) -> int:
    """Return nodes for an exact search that take about as long as the other searches."""
    timed = None if limits.seconds is None else int(limits.seconds * NODES_PER_SECOND)
    nodes = min((some for some in (limits.nodes, timed) if some is not None), default=PATTERN_NODES)
    return max(MIN_REPLY_NODES, nodes)


def _after_pass(board: Board) -> Board:
    """Return the board with the opponent to move."""
    return Board(board.rules, board.stones, board.turn.other)


def _defences(board: Board, threat: Win) -> list[Point]:
    """Return the moves that could stop the opponent's threat, in reading order."""
    if threat.makes_five:
        fives = ShapeFinder(board).wins_of(board.turn.other)
        points = [Point(*place) for place in fives]
    else:
        points = sorted(zone(_after_pass(board), threat, 1))
    return [point for point in points if board.is_legal(point)]


MAX_TRIES = 4
"""The number of other moves to try when the played one loses."""


@dataclass(frozen=True, slots=True)
class JudgedPosition:
    """The standing of a position, and the moves better than the one played."""

    standing: review.Standing
    better: tuple[Point, ...] = ()


class PositionJudge:
    """Judges the positions of one game."""

    def __init__(self, examiner: PositionExaminer) -> None:
        self._examiner = examiner

    def judge_last(self, board: Board) -> JudgedPosition:
        """Judge the last position of a game."""
        return JudgedPosition(self._examiner.evaluate(board))

    def judge(self, board: Board, played: Point, after: review.Standing) -> JudgedPosition:
        """Judge a position, given the standing after the played move."""
        player = board.turn
        own = self._examiner.find_win(board)
        if after.is_proven and after.winner is player:
            return _shorter_win(after.before(played), own)
        if own is not None:
            return _judged_position(own, played)
        if after.is_proven and after.winner is player.other:
            return self._judge_lost(board, played, after)
        best = self._examiner.search(board)[0]
        if after.winner is player.other and not best.is_proven:
            return self._try_others(board, played, after, self._candidates(board, best))
        if _gain(best, after, player) < review.INACCURACY_LOSS or best.is_proven:
            return _better_of(best, after.before(played), played, player)
        return self._confirm(board, played, after, best)

    def _judge_lost(self, board: Board, played: Point, after: review.Standing) -> JudgedPosition:
        """Judge a position in which the played move is known to lose."""
        if only_defence(board) == played:
            return JudgedPosition(_forced_standing(board.turn, played, after))
        left, defeat = self._examiner.refute(board)
        if defeat is not None:
            return JudgedPosition(review.standing_by_defeat(board.turn, defeat, played))
        best = self._examiner.search(board)[0]
        if best.is_proven:
            return _judged_position(best, played)
        if left is None:
            return self._try_others(board, played, after, self._candidates(board, best))
        preferred = self._candidates(board, best) if len(left) > MAX_TRIES else best.line[:1]
        points = [point for point in preferred if point in left]
        points += [point for point in left if point not in points]
        return self._try_others(board, played, after, points, is_all=True)

    def _candidates(self, board: Board, best: review.Standing) -> list[Point]:
        """Return the best moves by alpha-beta."""
        moves = [standing.line[0] for standing in self._examiner.search(board, MAX_TRIES)]
        return list(dict.fromkeys([best.line[0], *moves]))

    def _try_others(
        self,
        board: Board,
        played: Point,
        after: review.Standing,
        points: Iterable[Point],
        *,
        is_all: bool = False,
    ) -> JudgedPosition:
        """Try other moves where the played one loses.

        `is_all` says that all moves except `points` are known to lose.
        """
        player = board.turn
        others = [point for point in points if point != played]
        tried = {point: self._evaluate_after(board, point) for point in others[:MAX_TRIES]}
        holding = [point for point in tried if tried[point].winner is not player.other]
        if holding:
            holding.sort(key=lambda point: -tried[point].chance_for(player))
            return JudgedPosition(tried[holding[0]].before(holding[0]), tuple(holding))
        tried[played] = after
        point = max(tried, key=lambda one: tried[one].plies)
        if is_all and len(others) <= MAX_TRIES and all(one.is_proven for one in tried.values()):
            return JudgedPosition(tried[point].only_before(point))
        return JudgedPosition(review.likely_standing(player.other, tried[point].before(point)))

    def _confirm(
        self, board: Board, played: Point, after: review.Standing, best: review.Standing
    ) -> JudgedPosition:
        """Search the position after the engine's move to confirm that it is better."""
        move = best.line[0]
        if move == played:
            return JudgedPosition(after.before(played))
        confirmed = self._evaluate_after(board, move).before(move)
        return _better_of(confirmed, after.before(played), played, board.turn)

    def _evaluate_after(self, board: Board, point: Point) -> review.Standing:
        board.play(point)
        try:
            return self._examiner.evaluate(board)
        finally:
            board.undo()


def _forced_standing(player: Player, played: Point, after: review.Standing) -> review.Standing:
    """Return the standing where the only move that does not lose at once loses later."""
    if after.win is None:
        return after.only_before(played)
    return review.standing_by_defeat(
        player, review.Defeat({played: after.win}, Win(played)), played
    )


def _gain(best: review.Standing, after: review.Standing, player: Player) -> float:
    """Return how much better the engine's move looks than the played one."""
    return best.chance_for(player) - after.chance_for(player)


def _judged_position(best: review.Standing, played: Point) -> JudgedPosition:
    move = best.line[0]
    return JudgedPosition(best, () if move == played else (move,))


def _shorter_win(by_played: review.Standing, found: review.Standing | None) -> JudgedPosition:
    """Return the shorter win; of equal ones the one with a tree, or else the played one."""
    if found is None or (by_played.plies, by_played.win is None) <= (found.plies, False):
        return JudgedPosition(by_played)
    return _judged_position(found, by_played.line[0])


def _better_of(
    best: review.Standing, by_played: review.Standing, played: Point, player: Player
) -> JudgedPosition:
    """Return the better of the engine's move and the played one."""
    if best.is_proven or best.chance_for(player) > by_played.chance_for(player):
        return _judged_position(best, played)
    return JudgedPosition(by_played)
