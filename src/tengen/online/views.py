"""A game as it is told to those who look at it."""

from __future__ import annotations

from collections.abc import Iterable

from tengen.core.board import Board
from tengen.core.point import Point
from tengen.core.rules import Rules
from tengen.errors import RuleError
from tengen.notation.game_words import game_name, rule_words
from tengen.online.news import ResultView, RulesView, StateNews, TaskView
from tengen.render.views import forbidden_points
from tengen.session.result import Result
from tengen.session.seat import Seat
from tengen.session.state import State
from tengen.session.tasks import Choose, Declare, Pick, Place, Propose, Task
from tengen.session.words import choice_words, describe_promise, describe_result, describe_task

Forbidden = tuple[tuple[int, str], ...]
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
    """What is played, in numbers and in words."""
    return RulesView(
        rules.width,
        rules.height,
        rules.k,
        rules.win.value,
        str(rules),
        game_name(rules),
        rule_words(rules),
    )


def state_news(
    state: State,
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
        describe_task(state),
        (clocks.left(ONE, at), clocks.left(TWO, at)),
        running and running.number,
        state.is_paused or is_resting,
        _offers(state) if state.offers else (None, None),
        tuple([cells_of(line, rules) for line in board.winning_lines()])
        if board.outcome.is_over
        else (),
        forbidden,
        state.result is None and have_moved != (True, True),
        have_moved if _may_take_back(state) else (False, False),
        bool(state.undone) and not state.setup.consent,
        None if state.result is None else _result_view(state, state.result),
        describe_promise(state),
    )


def _have_moved(state: State) -> tuple[bool, bool]:
    """Whether each seat has done something that can be taken back."""
    first = None
    for step in state.steps:
        if first is None:
            first = step.seat
        elif step.seat is not first:
            return (True, True)
    return (first is ONE, first is TWO)


def _may_take_back(state: State) -> bool:
    return not (state.wants_rematch or (state.result is not None and state.setup.consent))


def _colours(state: State) -> tuple[int | None, int | None]:
    black = state.opening.black
    if black is None:
        return (None, None)
    return (1, 2) if black is ONE else (2, 1)


def _offers(state: State) -> tuple[str | None, str | None]:
    one, two = (state.offers.get(seat) for seat in Seat)
    return (None if one is None else one.value, None if two is None else two.value)


def _task_view(task: Task | None, rules: Rules) -> TaskView | None:
    if task is None:
        return None
    if isinstance(task, Place) and task.area is None:
        return PLACES[task.seat]
    seat = task.seat.number
    if isinstance(task, Place):
        assert task.area is not None
        return TaskView("place", seat, area=(task.area.side, task.area.outside))
    if isinstance(task, Choose):
        return TaskView("choose", seat, tuple((at.value, choice_words(at)) for at in task.options))
    if isinstance(task, Declare):
        return TaskView("declare", seat, most=task.most)
    if isinstance(task, Propose):
        points = cells_of(task.points, rules)
        return TaskView("propose", seat, count=task.count, points=points)
    assert isinstance(task, Pick)
    return TaskView("pick", seat, points=cells_of(task.points, rules))


def forbidden_cells(board: Board) -> Forbidden:
    """Where the player to move may not play, and why."""
    found = []
    for point in sorted(forbidden_points(board), key=lambda at: (at.row, at.col)):
        refusal = board.refusal(point)
        assert refusal is not None
        found.append((point.row * board.rules.width + point.col, refusal.value))
    return tuple(found)


def _result_view(state: State, result: Result) -> ResultView:
    winner = None if result.winner is None else result.winner.number
    return ResultView(winner, result.cause.value, describe_result(state))
