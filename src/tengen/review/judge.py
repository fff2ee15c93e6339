"""How a position of a game stands, given how the next one does: from the end backwards.

What was played is tried as well as what the engine would play, so no position is worth less than
the one after it to who moved; and what the engine would play is looked at more closely where it
claims to be much better.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tengen.engine.win_finder import Win
from tengen.review.examiner import Examiner
from tengen.review.judgement import INACCURACY
from tengen.review.shapes import only_defence
from tengen.review.standing import Defeat, Standing, by_defeat, likely
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player

TRIES = 4
"""How many other moves are looked at where the one that was played loses."""


@dataclass(frozen=True, slots=True)
class Finding:
    """How a position stands, and which moves would have been better than the one played."""

    standing: Standing
    better: tuple[Point, ...] = ()


class Judge:
    """Judges the positions of one game."""

    def __init__(self, examiner: Examiner) -> None:
        self._examiner = examiner

    def judge_last(self, board: Board) -> Finding:
        """How the last position of a game stands."""
        return Finding(self._examiner.look(board))

    def judge(self, board: Board, played: Point, after: Standing) -> Finding:
        """How a position stands, given how it stands after what was played."""
        player = board.turn
        own = self._examiner.look_for_win(board)
        if after.is_proven and after.winner is player:
            return _shorter(after.before(played), own)
        if own is not None:
            return _finding(own, played)
        if after.is_proven and after.winner is player.other:
            return self._judge_lost(board, played, after)
        best = self._examiner.think(board)[0]
        if after.winner is player.other and not best.is_proven:
            return self._try(board, played, after, self._candidates(board, best))
        if _gain(best, after, player) < INACCURACY or best.is_proven:
            return _better_of(best, after.before(played), played, player)
        return self._confirm(board, played, after, best)

    def _judge_lost(self, board: Board, played: Point, after: Standing) -> Finding:
        """How a position stands in which what was played is known to lose."""
        if only_defence(board) == played:
            return Finding(_forced(board.turn, played, after))
        left, defeat = self._examiner.refute(board)
        if defeat is not None:
            return Finding(by_defeat(board.turn, defeat, played))
        best = self._examiner.think(board)[0]
        if best.is_proven:
            return _finding(best, played)
        if left is None:
            return self._try(board, played, after, self._candidates(board, best))
        liked = self._candidates(board, best) if len(left) > TRIES else best.line[:1]
        points = [point for point in liked if point in left]
        points += [point for point in left if point not in points]
        return self._try(board, played, after, points, is_all=True)

    def _candidates(self, board: Board, best: Standing) -> list[Point]:
        """The moves that the engine likes most."""
        moves = [standing.line[0] for standing in self._examiner.think(board, TRIES)]
        return list(dict.fromkeys([best.line[0], *moves]))

    def _try(
        self,
        board: Board,
        played: Point,
        after: Standing,
        points: Iterable[Point],
        *,
        is_all: bool = False,
    ) -> Finding:
        """The best of some moves where the one played loses; `is_all`: all others are lost too."""
        player = board.turn
        others = [point for point in points if point != played]
        tried = {point: self._look_after(board, point) for point in others[:TRIES]}
        holding = [point for point in tried if tried[point].winner is not player.other]
        if holding:
            holding.sort(key=lambda point: -tried[point].chance_for(player))
            return Finding(tried[holding[0]].before(holding[0]), tuple(holding))
        tried[played] = after
        point = max(tried, key=lambda one: tried[one].plies)
        if is_all and len(others) <= TRIES and all(one.is_proven for one in tried.values()):
            return Finding(tried[point].only_before(point))
        return Finding(likely(player.other, tried[point].before(point)))

    def _confirm(self, board: Board, played: Point, after: Standing, best: Standing) -> Finding:
        """Whether the engine's move is as good as it looked, by a look at what comes after it."""
        move = best.line[0]
        if move == played:
            return Finding(after.before(played))
        closer = self._look_after(board, move).before(move)
        return _better_of(closer, after.before(played), played, board.turn)

    def _look_after(self, board: Board, point: Point) -> Standing:
        board.play(point)
        try:
            return self._examiner.look(board)
        finally:
            board.undo()


def _forced(player: Player, played: Point, after: Standing) -> Standing:
    """How a position stands in which the only move that does not lose at once loses later."""
    if after.win is None:
        return after.only_before(played)
    return by_defeat(player, Defeat({played: after.win}, Win(played)), played)


def _gain(best: Standing, after: Standing, player: Player) -> float:
    """How much better the engine's move looks than the one that was played."""
    return best.chance_for(player) - after.chance_for(player)


def _finding(best: Standing, played: Point) -> Finding:
    move = best.line[0]
    return Finding(best, () if move == played else (move,))


def _shorter(mine: Standing, own: Standing | None) -> Finding:
    """The sooner of two wins; of equal ones that with a tree, or else the one that was played."""
    if own is None or (mine.plies, mine.win is None) <= (own.plies, False):
        return Finding(mine)
    return _finding(own, mine.line[0])


def _better_of(best: Standing, mine: Standing, played: Point, player: Player) -> Finding:
    """The better of what the engine would play and what was played."""
    if best.is_proven or best.chance_for(player) > mine.chance_for(player):
        return _finding(best, played)
    return Finding(mine)
