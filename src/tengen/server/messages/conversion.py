"""Converts boards and games to messages, and back: cells, positions, game states, facts.

Colours are numbers in messages: 1 is Black and 2 is White.
"""

from __future__ import annotations

from collections.abc import Iterable

from tengen.errors import RuleError
from tengen.game import GameState, tasks
from tengen.game.events import GameResult, Offer
from tengen.render.view import forbidden_points
from tengen.rules import Board, Player, Point, Rules, point_of
from tengen.rules.wording import known_game_name
from tengen.server.messages import game
from tengen.server.messages.study import PositionFacts, PositionSpec

ForbiddenCells = tuple[tuple[int, game.RefusalReason], ...]
"""Cells, and why they are forbidden."""
ONE, TWO = tasks.Seat
PLACE_VIEWS = {seat: game.TaskView("place", seat.value) for seat in tasks.Seat}
"""The usual tasks."""


def cells_of(points: Iterable[Point], rules: Rules) -> tuple[int, ...]:
    """Return points as cell numbers."""
    width = rules.width  # written out, because a room does this for all moves with every move
    return tuple([point.row * width + point.col for point in points])


def points_of(cells: Iterable[int], rules: Rules) -> tuple[Point, ...]:
    """Return cell numbers as points. Raises RuleError for a cell off the board."""
    return tuple([_checked_point(cell, rules) for cell in cells])


def _checked_point(cell: int, rules: Rules) -> Point:
    if not 0 <= cell < rules.area:
        raise RuleError(f"cell {cell} is off the board ({rules})")
    return point_of(cell, rules)


def rules_view(rules: Rules) -> game.RulesView:
    """Return rules as a message."""
    return game.RulesView(
        rules.width,
        rules.height,
        rules.k,
        rules.win.value,
        str(rules),
        known_game_name(rules),
    )


def state_message(
    state: GameState,
    number: int,
    now: int,
    *,
    is_resting: bool = False,
    forbidden: ForbiddenCells | None = None,
) -> game.StateMessage:
    """Return the state of a game. `is_resting` means that its clocks wait for the players.

    Forbidden points are found here unless they are given.
    """
    if forbidden is None:
        forbidden = () if state.result is not None else forbidden_cells(state.board)
    board, clocks = state.board, state.clocks
    rules = board.rules
    running = None if is_resting else clocks.running
    # While the clocks wait, no time passes: what was left before is still left.
    at = clocks.settled_at if is_resting else now
    have_moved = _have_moved(state)
    return game.StateMessage(
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
    """Whether each seat has made a move that could be taken back."""
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


def _declined_view(state: GameState) -> game.DeclinedView | None:
    declined = state.declined
    return None if declined is None else game.DeclinedView(declined.seat.number, declined.offer)


def _task_view(task: tasks.Task | None, rules: Rules) -> game.TaskView | None:
    if task is None:
        return None
    if isinstance(task, tasks.PlaceStone) and task.area is None:
        return PLACE_VIEWS[task.seat]
    seat = task.seat.number
    if isinstance(task, tasks.PlaceStone):
        assert task.area is not None
        return game.TaskView("place", seat, area=(task.area.side, task.area.outside))
    if isinstance(task, tasks.ChooseOption):
        options = tuple(game.OptionView(at, _number(task.colour_after(at))) for at in task.options)
        return game.TaskView("choose", seat, options)
    if isinstance(task, tasks.DeclareCount):
        return game.TaskView("declare", seat, most=task.most)
    if isinstance(task, tasks.ProposeMove):
        points = cells_of(task.points, rules)
        return game.TaskView("propose", seat, count=task.count, points=points)
    assert isinstance(task, tasks.PickMove)
    return game.TaskView("pick", seat, points=cells_of(task.points, rules))


def forbidden_cells(board: Board) -> ForbiddenCells:
    """Return where the player to move may not play, and why."""
    points = sorted(forbidden_points(board))
    why = [game.REFUSAL_REASONS[refusal] for point in points if (refusal := board.refusal(point))]
    return tuple(zip(cells_of(points, board.rules), why, strict=True))


def _result_view(result: GameResult, rules: Rules) -> game.ResultView:
    winner = None if result.winner is None else result.winner.number
    foul = result.foul
    if foul is None:
        return game.ResultView(winner, result.cause, None)
    (cell,) = cells_of([foul.point], rules)
    return game.ResultView(
        winner, result.cause, game.FoulView(cell, game.REFUSAL_REASONS[foul.reason])
    )


def _number(player: Player | None) -> int | None:
    return None if player is None else player.number


def _promise_view(state: GameState) -> game.PromiseView | None:
    step = state.promise
    return None if step is None else game.PromiseView(step.seat.number, step.wins_in)


PLAYERS_BY_NUMBER = {1: Player.FIRST, 2: Player.SECOND}
PLAYER_NUMBERS = {player: number for number, player in PLAYERS_BY_NUMBER.items()}


def board_of(position: PositionSpec) -> Board:
    """Return the board of a position, with all its moves played. Raises RuleError."""
    rules = position.rules
    points = points_of([cell for cell, _ in position.stones], rules)
    players = [PLAYERS_BY_NUMBER[colour] for _, colour in position.stones]
    turn = None if position.turn is None else PLAYERS_BY_NUMBER[position.turn]
    board = Board(rules, dict(zip(points, players, strict=True)), turn)
    for point in points_of(position.moves, rules):
        board.play(point)
    return board


def number_of(player: Player | None) -> int | None:
    """Return 1 for Black, 2 for White, None for nobody."""
    return None if player is None else PLAYER_NUMBERS[player]


COLOURS = {Player.FIRST: 1, Player.SECOND: 2}
PLAYERS_BY_COLOUR = {colour: player for player, colour in COLOURS.items()}


def lenient_board(asked: PositionSpec) -> tuple[Board, tuple[int, game.RefusalReason] | None]:
    """Return the board, and the last move with why it is illegal, if it is.

    Records contain illegal moves. These are played anyway, except on an occupied point. Raises
    RuleError if the position itself is impossible.
    """
    rules = asked.rules
    cells, colours = zip(*asked.stones, strict=True) if asked.stones else ((), ())
    owners = [PLAYERS_BY_COLOUR[colour] for colour in colours]
    setup = dict(zip(points_of(cells, rules), owners, strict=True))
    board = Board(rules, setup, None if asked.turn is None else PLAYERS_BY_COLOUR[asked.turn])
    refused = None
    for cell, point in zip(asked.moves, points_of(asked.moves, rules), strict=True):
        refusal = board.refusal(point)
        refused = (cell, game.REFUSAL_REASONS[refusal]) if refusal else None
        if board[point] is None:
            board.play_unchecked(point)
    return board, refused


def facts_of(asked: PositionSpec) -> PositionFacts:
    """Return what the rules say about a position. Raises RuleError."""
    board, refused = lenient_board(asked)
    outcome, rules = board.outcome, board.rules
    return PositionFacts(
        rules_view(rules),
        COLOURS[board.turn],
        outcome.ending,
        None if outcome.winner is None else COLOURS[outcome.winner],
        tuple(cells_of(line, rules) for line in board.winning_lines()),
        () if outcome.is_over else forbidden_cells(board),
        refused,
    )
