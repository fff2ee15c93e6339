"""A game as it is told to those who look at it."""

from __future__ import annotations

from collections.abc import Iterable

from tengen.errors import RuleError
from tengen.game.events import GameResult, Offer
from tengen.game.seat import Seat
from tengen.game.state import GameState
from tengen.game.tasks import ChooseOption, DeclareCount, PickMove, PlaceStone, ProposeMove, Task
from tengen.online.news import (
    REASONS,
    DeclinedView,
    FoulView,
    OptionView,
    PromiseView,
    Reason,
    ResultView,
    RulesView,
    StateNews,
    TaskView,
)
from tengen.render.view import forbidden_points
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules
from tengen.rules.wording import known_game_name

Forbidden = tuple[tuple[int, Reason], ...]
"""Points, and why nobody may play there."""
ONE, TWO = Seat
PLACES = {seat: TaskView("place", seat.value) for seat in Seat}
"""What most games wait for."""


def cells_of(points: Iterable[Point], rules: Rules) -> tuple[int, ...]:
    """Points as numbers: row times width plus column."""
    width = rules.width
    return tuple([point.row * width + point.col for point in points])


def points_of(cells: Iterable[int], rules: Rules) -> tuple[Point, ...]:
    """Numbers as points. Raises RuleError for one that is not on the board."""
    return tuple([_point_of(cell, rules) for cell in cells])


def _point_of(cell: int, rules: Rules) -> Point:
    if not 0 <= cell < rules.area:
        raise RuleError(f"cell {cell} is not on a board of {rules}")
    return Point(*divmod(cell, rules.width))


def rules_view(rules: Rules) -> RulesView:
    """What is played."""
    return RulesView(
        rules.width,
        rules.height,
        rules.k,
        rules.win.value,
        str(rules),
        known_game_name(rules),
    )


def state_news(
    state: GameState,
    number: int,
    now: int,
    *,
    is_resting: bool = False,
    forbidden: Forbidden | None = None,
) -> StateNews:
    """How a game stands; `is_resting` says that its clocks have not begun to run.

    The forbidden points are worked out here unless they are given.
    """
    if forbidden is None:
        forbidden = () if state.result is not None else forbidden_cells(state.board)
    board, clocks = state.board, state.clocks
    rules = board.rules
    running = None if is_resting else clocks.running
    # While a game rests, no time is counted: what was left before is what is left.
    at = clocks.settled_at if is_resting else now
    have_moved = _have_moved(state)
    return StateNews(
        number,
        now,
        cells_of(board.moves, rules),
        len(state.setup.moves),
        board.turn.number,
        _colours(state),
        _task_view(state.task, rules),
        (clocks.left(ONE, at), clocks.left(TWO, at)),
        running and running.number,
        state.is_paused or is_resting,
        _offers(state) if state.offers else (None, None),
        _declined_view(state),
        tuple([cells_of(line, rules) for line in board.winning_lines()])
        if board.outcome.is_over
        else (),
        forbidden,
        state.result is None and have_moved != (True, True),
        have_moved if _may_take_back(state) else (False, False),
        bool(state.undone) and not state.setup.consent,
        None if state.result is None else _result_view(state.result, rules),
        _promise_view(state),
    )


def _have_moved(state: GameState) -> tuple[bool, bool]:
    """Whether each seat has done something that can be taken back."""
    first = None
    for step in state.steps:
        if first is None:
            first = step.seat
        elif step.seat is not first:
            return (True, True)
    return (first is ONE, first is TWO)


def _may_take_back(state: GameState) -> bool:
    return not (state.wants_rematch or (state.result is not None and state.setup.consent))


def _colours(state: GameState) -> tuple[int | None, int | None]:
    black = state.opening.black
    if black is None:
        return (None, None)
    return (1, 2) if black is ONE else (2, 1)


def _offers(state: GameState) -> tuple[Offer | None, Offer | None]:
    return (state.offers.get(ONE), state.offers.get(TWO))


def _declined_view(state: GameState) -> DeclinedView | None:
    declined = state.declined
    return None if declined is None else DeclinedView(declined.seat.number, declined.offer)


def _task_view(task: Task | None, rules: Rules) -> TaskView | None:
    if task is None:
        return None
    if isinstance(task, PlaceStone) and task.area is None:
        return PLACES[task.seat]
    seat = task.seat.number
    if isinstance(task, PlaceStone):
        assert task.area is not None
        return TaskView("place", seat, area=(task.area.side, task.area.outside))
    if isinstance(task, ChooseOption):
        options = tuple(OptionView(at, _number(task.colour_after(at))) for at in task.options)
        return TaskView("choose", seat, options)
    if isinstance(task, DeclareCount):
        return TaskView("declare", seat, most=task.most)
    if isinstance(task, ProposeMove):
        points = cells_of(task.points, rules)
        return TaskView("propose", seat, count=task.count, points=points)
    assert isinstance(task, PickMove)
    return TaskView("pick", seat, points=cells_of(task.points, rules))


def forbidden_cells(board: Board) -> Forbidden:
    """Where the player to move may not play, and why."""
    points = sorted(forbidden_points(board))
    why = [REASONS[refusal] for point in points if (refusal := board.refusal(point))]
    return tuple(zip(cells_of(points, board.rules), why, strict=True))


def _result_view(result: GameResult, rules: Rules) -> ResultView:
    winner = None if result.winner is None else result.winner.number
    foul = result.foul
    if foul is None:
        return ResultView(winner, result.cause, None)
    (cell,) = cells_of([foul.point], rules)
    return ResultView(winner, result.cause, FoulView(cell, REASONS[foul.reason]))


def _number(player: Player | None) -> int | None:
    return None if player is None else player.number


def _promise_view(state: GameState) -> PromiseView | None:
    step = state.promise
    return None if step is None else PromiseView(step.seat.number, step.wins_in)
