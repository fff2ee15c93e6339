"""The computer as a player: its moves and its decisions in openings."""

from __future__ import annotations

import threading
from random import Random

from tengen.engine import CancelToken, Engine, Limits
from tengen.engine.balanced_opening import CANDIDATES, EVEN_MARGIN, OpeningChooser
from tengen.engine.levels import Opponent, seeded_random
from tengen.errors import RuleError
from tengen.game import quick_evaluation, tasks
from tengen.game.commands import Command, PlayMove
from tengen.game.events import FifthsDeclared
from tengen.game.machine_player import MachinePlayer, command_for, current_task, move_limits
from tengen.game.opening_rules import OpeningRule, symmetric_points
from tengen.game.session import refusal_of
from tengen.game.setup import Computer, ExternalEngine
from tengen.game.state import GameState
from tengen.prove import guide_player
from tengen.rules import Board, Player, Point, Rules


class PlannedMoves:
    """Moves that were planned ahead, as a continuation of a game."""

    def __init__(self) -> None:
        self._moves: tuple[Point, ...] = ()

    def make(self, board: Board, points: tuple[Point, ...]) -> None:
        """Plan these points as the next moves."""
        self._moves = (*board.moves, *points)

    def next(self, board: Board) -> Point | None:
        """Return the planned move if the game has followed the plan so far, else None."""
        made = board.moves
        if not made or self._moves[: len(made)] != made or len(self._moves) == len(made):
            return None
        point = self._moves[len(made)]
        return point if board.is_legal(point) else None


OPENING_SECONDS = 0.5
MAX_SECONDS = 10.0
"""The limit for a decision whose nodes are limited, too; only very slow machines reach it."""
TIE_MARGIN = EVEN_MARGIN / 3
"""Scores that differ by less count as equal, and the choice between such stones is random."""
TARAGUCHI_FIFTHS = 10
SWAP_OPENINGS = {OpeningRule.SWAP, OpeningRule.SWAP2}
PRO_OPENINGS = {OpeningRule.PRO, OpeningRule.LONG_PRO}


def is_plain_move(state: GameState) -> bool:
    """Whether the task is an ordinary move: anywhere, and in the player's own interest."""
    if not isinstance(state.task, tasks.PlaceStone):
        return False
    if state.opening.task is None:
        return True
    rule, area = state.setup.opening, state.task.area
    is_fourth = rule is OpeningRule.SOOSYRV and len(state.board.moves) == 3
    return area is None and (rule in PRO_OPENINGS or is_fourth)


class OpeningPlayer:
    """Decides in openings for one player. With a seed, decisions are reproducible."""

    def __init__(self, skill: quick_evaluation.EvaluationSkill, seed: int | None = None) -> None:
        self.plan = PlannedMoves()
        self._skill = skill
        self._seed = seed
        self._offers: tuple[int, list[Point]] = (0, [])

    def answer(
        self, state: GameState, limit: float | None, cancel: CancelToken
    ) -> tasks.TaskAnswer:
        """Answer the task of an opening within `limit` seconds."""
        task, board = current_task(state), state.board
        random = seeded_random(self._seed, board)
        most = OPENING_SECONDS if self._skill.nodes is None else MAX_SECONDS
        seconds = most if limit is None else min(most, limit)
        if isinstance(task, tasks.PlaceStone) and state.setup.opening in SWAP_OPENINGS:
            return self.plan.next(board) or self._first_stone(board, random, seconds, cancel)
        evaluator = quick_evaluation.QuickEvaluator(self._skill, random, seconds, cancel)
        if isinstance(task, tasks.PlaceStone):
            return _place(state, evaluator, random)
        if isinstance(task, tasks.ChooseOption):
            return _choose(state, task, evaluator)
        if isinstance(task, tasks.DeclareCount):
            return _count_fifths(board, task.most, evaluator)
        if isinstance(task, tasks.ProposeMove):
            return self._offer(state, task, evaluator)
        scores = evaluator.score_moves(board, task.points)
        return min(scores, key=scores.__getitem__)

    def _first_stone(
        self, board: Board, random: Random, seconds: float, cancel: CancelToken
    ) -> Point:
        """Plan the stones up to the third, or up to the fifth, and return the first."""
        count = (3 if len(board.moves) < 3 else 5) - len(board.moves)
        opener = OpeningChooser(Engine(quick_evaluation.HASH_MEGABYTES), random)
        try:
            points = opener.place(board, count, Limits(seconds, self._skill.nodes), cancel)
        except RuleError:
            points = tuple(random.sample(quick_evaluation.near_points(board), count))
        self.plan.make(board, points)
        return points[0]

    def _offer(
        self, state: GameState, task: tasks.ProposeMove, evaluator: quick_evaluation.QuickEvaluator
    ) -> Point:
        """Return the best fifth move not yet offered. All are chosen together with the first."""
        key, points = self._offers
        if key != state.board.key or len(points) < task.count:
            points = [point for point, _ in evaluator.rank_moves(state.board, task.count)]
            self._offers = (state.board.key, points)
        every = state.board.legal_points()
        return next(point for point in points + every if refusal_of(state, point) is None)


def _place(state: GameState, evaluator: quick_evaluation.QuickEvaluator, random: Random) -> Point:
    """Return the best stone if colours are settled, else one after which nobody is ahead."""
    points = _candidates(state, random)
    if len(points) == 1:
        return points[0]
    scores = evaluator.score_moves(state.board, points)
    if state.setup.opening in PRO_OPENINGS:
        return max(points, key=scores.__getitem__)
    least = min(map(abs, scores.values()))
    return random.choice([point for point in points if abs(scores[point]) <= least + TIE_MARGIN])


def _candidates(state: GameState, random: Random) -> list[Point]:
    """Return some of the allowed points, near other stones if possible; no two are symmetric."""
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
    state: GameState, task: tasks.ChooseOption, evaluator: quick_evaluation.QuickEvaluator
) -> tasks.Choice:
    """Choose the side that is ahead; if even, keep the colour, or add stones."""
    if tasks.Choice.BLACK in task.options:
        return _choose_colour(state.board, task, evaluator)
    if tasks.Choice.OFFER_TEN in task.options:
        scores = _fifth_scores(state.board, TARAGUCHI_FIFTHS, evaluator)
        if scores[-1] > EVEN_MARGIN:
            return tasks.Choice.OFFER_TEN
        score = scores[0]
    elif fifths := _declared_fifths(state):
        score = _fifth_scores(state.board, fifths, evaluator)[-1]
    else:
        score = evaluator.score(state.board)
    return tasks.Choice.STAY if score >= -EVEN_MARGIN else tasks.Choice.SWAP


def _choose_colour(
    board: Board, task: tasks.ChooseOption, evaluator: quick_evaluation.QuickEvaluator
) -> tasks.Choice:
    score = evaluator.score(board)
    if tasks.Choice.ADD_TWO in task.options and abs(score) <= EVEN_MARGIN:
        return tasks.Choice.ADD_TWO
    ahead = board.turn if score >= 0 else board.turn.other
    return tasks.Choice.BLACK if ahead is Player.FIRST else tasks.Choice.WHITE


def _declared_fifths(state: GameState) -> int:
    """Return the number of fifth moves if it was just declared, else 0."""
    last = state.steps[-1]
    return last.count if isinstance(last, FifthsDeclared) else 0


def _count_fifths(board: Board, most: int, evaluator: quick_evaluation.QuickEvaluator) -> int:
    """Return the number of fifth moves with which nobody is ahead after the worst is picked."""
    scores = [abs(score) for score in _fifth_scores(board, most, evaluator)]
    return scores.index(min(scores)) + 1


def _fifth_scores(
    board: Board, count: int, evaluator: quick_evaluation.QuickEvaluator
) -> list[float]:
    return [score for _, score in evaluator.rank_moves(board, count)]


class ComputerPlayer:
    """The engine at a level. Once cancelled, it answers with the best move found so far."""

    def __init__(self, level: int, seed: int | None = None) -> None:
        self.name = f"Computer {level}"
        self._player = guide_player(Opponent(level, seed), level)
        self._skill = quick_evaluation.skill_of_level(level)
        self._openings = OpeningPlayer(self._skill, seed)
        self._seed = seed
        self._act_lock = threading.Lock()
        self._cancel = CancelToken()

    def prepare(self, rules: Rules) -> None:
        """Make the engine's tables for these rules, and load the theorem if it applies."""
        quick_evaluation.prepare_tables(rules)
        self._player.learn(rules)

    def act(self, state: GameState, now: int, cancel: CancelToken | None = None) -> Command:
        """Return a command that answers the current task."""
        cancel = self._cancel = cancel or CancelToken()
        task, limits = current_task(state), move_limits(state, now)
        with self._act_lock:
            if is_plain_move(state):
                return self._move(state, limits, cancel)
            return command_for(task, self._openings.answer(state, limits.seconds, cancel))

    def _move(self, state: GameState, limits: Limits, cancel: CancelToken) -> PlayMove:
        point = self._player.choose(state.board, limits, cancel)
        return PlayMove(current_task(state).seat, point, self._player.left)

    def wants_draw(self, state: GameState) -> bool:
        """Whether the computer is losing, or not ahead on a board that is half full."""
        return quick_evaluation.accepts_draw(state, self._skill, self._seed)

    def close(self) -> None:
        """Make the current `act` answer at once."""
        self._cancel.cancel()


def make_player(spec: Computer | ExternalEngine, seed: int | None = None) -> MachinePlayer:
    """Make the player of a seat. Close it when it is no longer needed.

    With a seed, a level below ten plays the same moves in the same game.
    """
    if isinstance(spec, Computer):
        return ComputerPlayer(spec.level, seed)
    from tengen.game.external_player import ExternalPlayer  # noqa: PLC0415 - few games need it

    return ExternalPlayer(spec, seed)
