"""The computer as a player: its moves, and what it does in an opening."""

from __future__ import annotations

import threading
from random import Random

from tengen.engine.analysis import Limits
from tengen.engine.balanced_opening import CANDIDATES, EVEN_MARGIN, OpeningChooser
from tengen.engine.cancel_token import CancelToken
from tengen.engine.engine import Engine
from tengen.engine.levels import Opponent, seeded_random
from tengen.errors import RuleError
from tengen.game import quick_evaluation, tasks
from tengen.game.commands import Command, PlayMove
from tengen.game.decisions import refusal_of
from tengen.game.events import FifthsDeclared
from tengen.game.machine_player import MachinePlayer, command_for, current_task, move_limits
from tengen.game.opening_rules import OpeningRule, symmetric_points
from tengen.game.setup import Computer, ExternalEngine
from tengen.game.state import GameState
from tengen.prove.theorem_player import guide_player
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules


class PlannedMoves:
    """The moves of a game, some of them still to come."""

    def __init__(self) -> None:
        self._moves: tuple[Point, ...] = ()

    def make(self, board: Board, points: tuple[Point, ...]) -> None:
        """Have these moves come next."""
        self._moves = (*board.moves, *points)

    def next(self, board: Board) -> Point | None:
        """The next move if all went as planned; every game begins without a plan."""
        made = board.moves
        if not made or self._moves[: len(made)] != made or len(self._moves) == len(made):
            return None
        point = self._moves[len(made)]
        return point if board.is_legal(point) else None


OPENING_SECONDS = 0.5
MAX_SECONDS = 10.0
"""How long a decision takes at most; where nodes are counted, only a very slow machine needs it."""
TIE_MARGIN = EVEN_MARGIN / 3
"""Stones that differ by less are equally even, and one of them is taken by chance."""
TARAGUCHI_FIFTHS = 10
SWAP_OPENINGS = {OpeningRule.SWAP, OpeningRule.SWAP2}
PRO_OPENINGS = {OpeningRule.PRO, OpeningRule.LONG_PRO}


def is_plain_move(state: GameState) -> bool:
    """Whether the game waits for a move like any other: anywhere, and by who will profit."""
    if not isinstance(state.task, tasks.PlaceStone):
        return False
    if state.opening.task is None:
        return True
    rule, area = state.setup.opening, state.task.area
    is_fourth = rule is OpeningRule.SOOSYRV and len(state.board.moves) == 3
    return area is None and (rule in PRO_OPENINGS or is_fourth)


class OpeningPlayer:
    """Decides in openings, for one player; with a seed, the same on the same board."""

    def __init__(self, care: quick_evaluation.EvaluationSkill, seed: int | None = None) -> None:
        self.plan = PlannedMoves()
        self._care = care
        self._seed = seed
        self._offers: tuple[int, list[Point]] = (0, [])

    def answer(
        self, state: GameState, granted: float | None, cancel: CancelToken
    ) -> tasks.TaskAnswer:
        """The answer to the task that an opening sets, within the seconds that are granted."""
        task, board = current_task(state), state.board
        random = seeded_random(self._seed, board)
        most = OPENING_SECONDS if self._care.nodes is None else MAX_SECONDS
        seconds = most if granted is None else min(most, granted)
        if isinstance(task, tasks.PlaceStone) and state.setup.opening in SWAP_OPENINGS:
            return self.plan.next(board) or self._begin(board, random, seconds, cancel)
        judge = quick_evaluation.QuickEvaluator(self._care, random, seconds, cancel)
        if isinstance(task, tasks.PlaceStone):
            return _place(state, judge, random)
        if isinstance(task, tasks.ChooseOption):
            return _choose(state, task, judge)
        if isinstance(task, tasks.DeclareCount):
            return _count_fifths(board, task.most, judge)
        if isinstance(task, tasks.ProposeMove):
            return self._offer(state, task, judge)
        scores = judge.score_moves(board, task.points)
        return min(scores, key=scores.__getitem__)

    def _begin(self, board: Board, random: Random, seconds: float, cancel: CancelToken) -> Point:
        """The first of the stones that make three, or else five."""
        count = (3 if len(board.moves) < 3 else 5) - len(board.moves)
        opener = OpeningChooser(Engine(quick_evaluation.HASH_MEGABYTES), random)
        try:
            points = opener.place(board, count, Limits(seconds, self._care.nodes), cancel)
        except RuleError:
            points = tuple(random.sample(quick_evaluation.near_points(board), count))
        self.plan.make(board, points)
        return points[0]

    def _offer(
        self, state: GameState, task: tasks.ProposeMove, judge: quick_evaluation.QuickEvaluator
    ) -> Point:
        """The best fifth move that is not offered yet; all are chosen when the first is."""
        key, points = self._offers
        if key != state.board.key or len(points) < task.count:
            points = [point for point, _ in judge.rank_moves(state.board, task.count)]
            self._offers = (state.board.key, points)
        every = state.board.legal_points()
        return next(point for point in points + every if refusal_of(state, point) is None)


def _place(state: GameState, judge: quick_evaluation.QuickEvaluator, random: Random) -> Point:
    """The best stone where colours are settled, else one after which nobody is ahead."""
    points = _candidates(state, random)
    if len(points) == 1:
        return points[0]
    scores = judge.score_moves(state.board, points)
    if state.setup.opening in PRO_OPENINGS:
        return max(points, key=scores.__getitem__)
    least = min(map(abs, scores.values()))
    return random.choice([point for point in points if abs(scores[point]) <= least + TIE_MARGIN])


def _candidates(state: GameState, random: Random) -> list[Point]:
    """Some of the points that a task allows, near other stones if possible, none like another."""
    board = state.board
    allowed = [point for point in board.legal_points() if refusal_of(state, point) is None]
    near = set(quick_evaluation.near_points(board)).intersection(allowed)
    points = sorted(near or allowed, key=lambda point: (point.row, point.col))
    random.shuffle(points)
    kept: list[Point] = []
    seen: set[Point] = set()
    for point in points:
        if len(kept) < CANDIDATES and point not in seen:
            kept.append(point)
            seen |= symmetric_points(board, point)
    return kept


def _choose(
    state: GameState, task: tasks.ChooseOption, judge: quick_evaluation.QuickEvaluator
) -> tasks.Choice:
    """The side that is ahead; in doubt, to leave things as they are, or to the opponent."""
    if tasks.Choice.BLACK in task.options:
        return _choose_colour(state.board, task, judge)
    if tasks.Choice.OFFER_TEN in task.options:
        scores = _scores_of_fifths(state.board, TARAGUCHI_FIFTHS, judge)
        if scores[-1] > EVEN_MARGIN:
            return tasks.Choice.OFFER_TEN
        score = scores[0]
    elif fifths := _declared_fifths(state):
        score = _scores_of_fifths(state.board, fifths, judge)[-1]
    else:
        score = judge.score(state.board)
    return tasks.Choice.STAY if score >= -EVEN_MARGIN else tasks.Choice.SWAP


def _choose_colour(
    board: Board, task: tasks.ChooseOption, judge: quick_evaluation.QuickEvaluator
) -> tasks.Choice:
    score = judge.score(board)
    if tasks.Choice.ADD_TWO in task.options and abs(score) <= EVEN_MARGIN:
        return tasks.Choice.ADD_TWO
    ahead = board.turn if score >= 0 else board.turn.other
    return tasks.Choice.BLACK if ahead is Player.FIRST else tasks.Choice.WHITE


def _declared_fifths(state: GameState) -> int:
    """How many fifth moves were just declared; 0 if none were."""
    last = state.steps[-1]
    return last.count if isinstance(last, FifthsDeclared) else 0


def _count_fifths(board: Board, most: int, judge: quick_evaluation.QuickEvaluator) -> int:
    """So many fifth moves that nobody is ahead when the worst of them is picked."""
    scores = [abs(score) for score in _scores_of_fifths(board, most, judge)]
    return scores.index(min(scores)) + 1


def _scores_of_fifths(
    board: Board, count: int, judge: quick_evaluation.QuickEvaluator
) -> list[float]:
    return [score for _, score in judge.rank_moves(board, count)]


class ComputerPlayer:
    """Plays at a level. Once cancelled, it answers with what it has."""

    def __init__(self, level: int, seed: int | None = None) -> None:
        self.name = f"Computer {level}"
        self._guided = guide_player(Opponent(level, seed), level)
        self._care = quick_evaluation.skill_of_level(level)
        self._openings = OpeningPlayer(self._care, seed)
        self._seed = seed
        self._turn = threading.Lock()  # one act after the other
        self._cancel = CancelToken()

    def prepare(self, rules: Rules) -> None:
        """Have the tables that the engine needs for a game, and the theorem where that helps."""
        quick_evaluation.prepare_tables(rules)
        self._guided.learn(rules.win)

    def act(self, state: GameState, now: int, cancel: CancelToken | None = None) -> Command:
        """What to do about the task that a game waits for."""
        cancel = self._cancel = cancel or CancelToken()
        task, limits = current_task(state), move_limits(state, now)
        with self._turn:
            if is_plain_move(state):
                return self._move(state, limits, cancel)
            return command_for(task, self._openings.answer(state, limits.seconds, cancel))

    def _move(self, state: GameState, limits: Limits, cancel: CancelToken) -> PlayMove:
        point = self._guided.choose(state.board, limits, cancel)
        return PlayMove(current_task(state).seat, point, self._guided.left)

    def wants_draw(self, state: GameState) -> bool:
        """Whether it is losing, or not ahead on a board that is half full."""
        return quick_evaluation.accepts_draw(state, self._care, self._seed)

    def close(self) -> None:
        """Have the move at once."""
        self._cancel.cancel()


def make_player(sitter: Computer | ExternalEngine, seed: int | None = None) -> MachinePlayer:
    """Who acts for a sitter. Close it in the end.

    With a seed, a level below ten does the same again in the same game.
    """
    if isinstance(sitter, Computer):
        return ComputerPlayer(sitter.level, seed)
    from tengen.game.external_player import ExternalPlayer  # noqa: PLC0415 - few games need a protocol

    return ExternalPlayer(sitter, seed)
