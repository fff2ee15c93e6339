"""What to do in an opening: stones to put, sides to take, fifth moves to offer and to pick."""

from __future__ import annotations

from random import Random

from tengen.engine.analysis import Limits
from tengen.engine.balanced_opening import CANDIDATES, EVEN_MARGIN, OpeningChooser
from tengen.engine.engine import Engine
from tengen.engine.levels import seeded_random
from tengen.errors import RuleError
from tengen.players.halt import Halt
from tengen.players.judge import MEGABYTES, Care, Judge, near_points
from tengen.players.plan import Plan
from tengen.players.player import task_of
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player
from tengen.session.decisions import refusal_of
from tengen.session.events import FifthsDeclared
from tengen.session.opening import mirrors
from tengen.session.openings import OpeningRule
from tengen.session.state import State
from tengen.session.tasks import Answer, Choice, Choose, Declare, Place, Propose

SECONDS = 0.5
PATIENCE = 10.0
"""How long a decision takes at most; where nodes are counted, only a very slow machine needs it."""
ALIKE = EVEN_MARGIN / 3
"""Stones that differ by less are equally even, and one of them is taken by chance."""
TEN = 10
SWAPS = {OpeningRule.SWAP, OpeningRule.SWAP2}
PROS = {OpeningRule.PRO, OpeningRule.LONG_PRO}


def is_plain_move(state: State) -> bool:
    """Whether the game waits for a move like any other: anywhere, and by who will profit."""
    if not isinstance(state.task, Place):
        return False
    if state.opening.task is None:
        return True
    rule, area = state.setup.opening, state.task.area
    is_fourth = rule is OpeningRule.SOOSYRV and len(state.board.moves) == 3
    return area is None and (rule in PROS or is_fourth)


class Openings:
    """Decides in openings, for one player; with a seed, the same on the same board."""

    def __init__(self, care: Care, seed: int | None = None) -> None:
        self.plan = Plan()
        self._care = care
        self._seed = seed
        self._offers: tuple[int, list[Point]] = (0, [])

    def answer(self, state: State, granted: float | None, halt: Halt) -> Answer:
        """The answer to the task that an opening sets, within the seconds that are granted."""
        task, board = task_of(state), state.board
        random = seeded_random(self._seed, board)
        most = SECONDS if self._care.nodes is None else PATIENCE
        seconds = most if granted is None else min(most, granted)
        if isinstance(task, Place) and state.setup.opening in SWAPS:
            return self.plan.next(board) or self._begin(board, random, seconds, halt)
        judge = Judge(self._care, random, seconds, halt)
        if isinstance(task, Place):
            return _place(state, judge, random)
        if isinstance(task, Choose):
            return _choose(state, task, judge)
        if isinstance(task, Declare):
            return _count_fifths(board, task.most, judge)
        if isinstance(task, Propose):
            return self._offer(state, task, judge)
        scores = judge.score_moves(board, task.points)
        return min(scores, key=scores.__getitem__)

    def _begin(self, board: Board, random: Random, seconds: float, halt: Halt) -> Point:
        """The first of the stones that make three, or else five."""
        count = (3 if len(board.moves) < 3 else 5) - len(board.moves)
        opener = OpeningChooser(Engine(MEGABYTES), random)
        try:
            with halt.watch(opener.stop):
                points = opener.place(board, count, Limits(seconds, self._care.nodes))
        except RuleError:
            points = tuple(random.sample(near_points(board), count))
        self.plan.make(board, points)
        return points[0]

    def _offer(self, state: State, task: Propose, judge: Judge) -> Point:
        """The best fifth move that is not offered yet; all are chosen when the first is."""
        key, points = self._offers
        if key != state.board.key or len(points) < task.count:
            points = [point for point, _ in judge.rank_moves(state.board, task.count)]
            self._offers = (state.board.key, points)
        every = state.board.legal_points()
        return next(point for point in points + every if refusal_of(state, point) is None)


def _place(state: State, judge: Judge, random: Random) -> Point:
    """The best stone where colours are settled, else one after which nobody is ahead."""
    points = _candidates(state, random)
    if len(points) == 1:
        return points[0]
    scores = judge.score_moves(state.board, points)
    if state.setup.opening in PROS:
        return max(points, key=scores.__getitem__)
    least = min(map(abs, scores.values()))
    return random.choice([point for point in points if abs(scores[point]) <= least + ALIKE])


def _candidates(state: State, random: Random) -> list[Point]:
    """Some of the points that a task allows, near other stones if possible, none like another."""
    board = state.board
    allowed = [point for point in board.legal_points() if refusal_of(state, point) is None]
    near = set(near_points(board)).intersection(allowed)
    points = sorted(near or allowed, key=lambda point: (point.row, point.col))
    random.shuffle(points)
    kept: list[Point] = []
    seen: set[Point] = set()
    for point in points:
        if len(kept) < CANDIDATES and point not in seen:
            kept.append(point)
            seen |= mirrors(board, point)
    return kept


def _choose(state: State, task: Choose, judge: Judge) -> Choice:
    """The side that is ahead; in doubt, to leave things as they are, or to the opponent."""
    if Choice.BLACK in task.options:
        return _choose_colour(state.board, task, judge)
    if Choice.OFFER_TEN in task.options:
        scores = _scores_of_fifths(state.board, TEN, judge)
        if scores[-1] > EVEN_MARGIN:
            return Choice.OFFER_TEN
        score = scores[0]
    elif fifths := _declared(state):
        score = _scores_of_fifths(state.board, fifths, judge)[-1]
    else:
        score = judge.score(state.board)
    return Choice.STAY if score >= -EVEN_MARGIN else Choice.SWAP


def _choose_colour(board: Board, task: Choose, judge: Judge) -> Choice:
    score = judge.score(board)
    if Choice.ADD_TWO in task.options and abs(score) <= EVEN_MARGIN:
        return Choice.ADD_TWO
    ahead = board.turn if score >= 0 else board.turn.other
    return Choice.BLACK if ahead is Player.FIRST else Choice.WHITE


def _declared(state: State) -> int:
    """How many fifth moves were just declared; 0 if none were."""
    last = state.steps[-1]
    return last.count if isinstance(last, FifthsDeclared) else 0


def _count_fifths(board: Board, most: int, judge: Judge) -> int:
    """So many fifth moves that nobody is ahead when the worst of them is picked."""
    scores = [abs(score) for score in _scores_of_fifths(board, most, judge)]
    return scores.index(min(scores)) + 1


def _scores_of_fifths(board: Board, count: int, judge: Judge) -> list[float]:
    return [score for _, score in judge.rank_moves(board, count)]
