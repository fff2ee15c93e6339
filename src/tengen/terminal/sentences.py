"""How a game stands and what has happened, in sentences for somebody who does not see the board."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import singledispatch

from tengen.errors import ParseError, Refusal, TengenError, quote
from tengen.game import descriptions, events
from tengen.game.opening_rules import OpeningRule
from tengen.game.setup import UNTIMED
from tengen.game.state import GameState
from tengen.game.tasks import ChooseOption, PickMove, Seat
from tengen.rules.board import Board
from tengen.rules.point import Point, column_name
from tengen.rules.rules import Player, WinRule
from tengen.rules.wording import STONE_NAMES, capitalised, counted, describe_rules, point_name
from tengen.terminal.input import describe_clock, describe_time
from tengen.terminal.intents import describe_offer
from tengen.terminal.new_game import describe_player_spec
from tengen.terminal.table import GameTable


def sentence(text: str) -> str:
    """The same, with a capital and a full stop."""
    stop = "" if text.endswith("?") else "."
    return f"{capitalised(text)}{stop}"


def describe_error(error: TengenError) -> str:
    """What was wrong, and nothing else."""
    if isinstance(error, ParseError):
        return sentence(f"{quote(error.text)}: {error.why}")
    return sentence(str(error))


def describe_setup(state: GameState) -> str:
    """What is played, how, and by whom."""
    setup = state.setup
    parts = [describe_rules(setup.rules)]
    if setup.opening is not OpeningRule.FREE:
        parts.append(f"Opening: {setup.opening.value}")
    if setup.clock != UNTIMED:
        parts.append(f"Clock: {describe_clock(setup.clock)}")
    if setup.fouls_lose:
        parts.append("A forbidden point loses")
    first = state.opening.black or Seat.ONE
    for seat in (first, first.other):
        colour = state.colour_of(seat)
        side = STONE_NAMES[colour] if colour is not None else f"Player {seat.value}"
        parts.append(f"{side}: {describe_player_spec(setup.sitter(seat))}")
    return ". ".join(parts)


def describe_need(state: GameState, *, is_ours: bool) -> list[str]:
    """What the game waits for; and if it waits for a person here, what there is to choose from."""
    task = state.task
    if state.is_paused:
        return ["Paused. resume: go on"]
    if not is_ours:
        return [descriptions.describe_task(state)]
    if isinstance(task, ChooseOption):
        options = [
            f"{at}: {words}" for at, words in enumerate(descriptions.describe_options(task), 1)
        ]
        return [f"{descriptions.seat_name(state, task.seat)} chooses", *options]
    if isinstance(task, PickMove):
        names = " ".join(board_point_name(state.board, point) for point in task.points)
        return [f"{descriptions.describe_task(state)}: {names}"]
    return [descriptions.describe_task(state)]


def board_point_name(board: Board, point: Point) -> str:
    """As in `H8`."""
    return point_name(point, board.rules)


def describe_last(board: Board) -> str:
    """As in `White I9, move 2`; nothing if there are no moves."""
    moves = board.moves
    if not moves:
        return ""
    player = board[moves[-1]]
    assert player is not None
    return f"{STONE_NAMES[player]} {board_point_name(board, moves[-1])}, move {len(moves)}"


def describe_rows(board: Board) -> list[str]:
    """Every row that has stones, from the top: `Row 8: Black H8 I8, White K8`."""
    rules = board.rules
    found = []
    for row in range(rules.height):
        words = _describe_points(board, [Point(row, col) for col in range(rules.width)])
        if words:
            found.append(f"Row {rules.height - row}: {words}")
    return found or ["The board is empty"]


def describe_row(board: Board, number: int) -> str:
    """The stones of one row."""
    rules = board.rules
    points = [Point(rules.height - number, col) for col in range(rules.width)]
    return f"Row {number}: {_describe_points(board, points) or 'empty'}"


def describe_column(board: Board, col: int) -> str:
    """The stones of one column, from the top."""
    points = [Point(row, col) for row in range(board.rules.height)]
    return f"Column {column_name(col).upper()}: {_describe_points(board, points) or 'empty'}"


def _describe_points(board: Board, points: list[Point]) -> str:
    parts = []
    for player in Player:
        names = [board_point_name(board, point) for point in points if board[point] is player]
        if names:
            parts.append(f"{STONE_NAMES[player]} {' '.join(names)}")
    return ", ".join(parts)


def describe_places(board: Board, points: AbstractSet[Point]) -> list[str]:
    """Where points are, from the top: `Row 9: G9 to K9, M9`."""
    rules = board.rules
    found = []
    for row in range(rules.height):
        cols = [col for col in range(rules.width) if Point(row, col) in points]
        runs = [
            (board_point_name(board, Point(row, first)), board_point_name(board, Point(row, last)))
            for first, last in _runs(cols)
        ]
        if runs:
            words = [first if first == last else f"{first} to {last}" for first, last in runs]
            found.append(f"Row {rules.height - row}: {', '.join(words)}")
    return found


def _runs(numbers: list[int]) -> list[tuple[int, int]]:
    """The first and the last of numbers that follow each other; they ascend."""
    firsts = [number for number in numbers if number - 1 not in numbers]
    lasts = [number for number in numbers if number + 1 not in numbers]
    return list(zip(firsts, lasts, strict=True))


def describe_forbidden(board: Board) -> list[str]:
    """The points that Black may not play, by what they would make."""
    if board.rules.win is not WinRule.RENJU:
        return ["Only renju has forbidden points"]
    if board.turn is not Player.FIRST:
        return [f"{STONE_NAMES[Player.SECOND]} has no forbidden points"]
    found: dict[Refusal, list[str]] = {}
    for point in board.empty_points():
        refusal = board.refusal(point)
        if refusal in events.FOUL_REASONS:
            assert refusal is not None
            found.setdefault(refusal, []).append(board_point_name(board, point))
    lines = [f"{' '.join(names)} {refusal.value}" for refusal, names in found.items()]
    return lines or ["No point is forbidden"]


def describe_clocks(state: GameState, now: int) -> str:
    """Who has how much time left."""
    parts = []
    for seat in Seat:
        left = state.clocks.left(seat, now)
        if left is not None:
            parts.append(f"{descriptions.seat_name(state, seat)} has {describe_time(left)}")
    return ", ".join(parts) or "There is no clock"


def describe_moves(board: Board) -> str:
    """All moves, numbered."""
    names = [f"{at} {board_point_name(board, point)}" for at, point in enumerate(board.moves, 1)]
    return ", ".join(names) or "There are no moves yet"


def describe_event(state: GameState, event: events.Event) -> str:
    """A sentence without its full stop; nothing where there is nothing to say."""
    return _describe(event, state)


def possible_answers(table: GameTable, event: events.Event) -> str:
    """What can be said after an event that asks for an answer."""
    if isinstance(event, events.Offered) and table.is_person(event.seat.other):
        return "agree: yes. decline: no"
    if not isinstance(event, events.GameEnded):
        return ""
    if not table.is_online:
        return "rematch, new, review or quit"
    is_ours = any(table.is_person(seat) for seat in Seat)
    return "rematch, review or quit" if is_ours else "review or quit"


@singledispatch
def _describe(_event: object, _state: GameState) -> str:
    return ""


@_describe.register
def _(_event: events.GameStarted, state: GameState) -> str:
    is_new = not state.steps and state.result is None
    new = "A new game: " if is_new else ""
    return f"{new}{describe_setup(state)}. help: all that you can say"


@_describe.register
def _(event: events.MovePlayed, state: GameState) -> str:
    board = state.board
    player = board[event.point]
    assert player is not None
    number = board.moves.index(event.point) + 1
    move = f"{STONE_NAMES[player]} {board_point_name(board, event.point)}, move {number}"
    promise = descriptions.describe_promise(state) if event is state.steps[-1] else ""
    return ". ".join(filter(None, (move, promise)))


@_describe.register
def _(event: events.ChoiceMade, state: GameState) -> str:
    name = descriptions.seat_name(state, event.seat)
    return f"{name} chose to {descriptions.describe_choice(event.choice)}"


@_describe.register
def _(event: events.FifthsDeclared, state: GameState) -> str:
    return f"{descriptions.seat_name(state, event.seat)} wants {counted(event.count, 'fifth move')}"


@_describe.register
def _(event: events.FifthProposed, state: GameState) -> str:
    name = descriptions.seat_name(state, event.seat)
    return f"{name} offers {board_point_name(state.board, event.point)}"


@_describe.register
def _(event: events.TakenBack, state: GameState) -> str:
    return f"Taken back: {_describe_steps(state, state.undone[-event.steps :])}"


@_describe.register
def _(event: events.Redone, state: GameState) -> str:
    return f"Done again: {_describe_steps(state, state.steps[-event.steps :])}"


def _describe_steps(state: GameState, steps: list[events.Step]) -> str:
    return ", ".join(_describe_step(state, step) for step in steps)


def _describe_step(state: GameState, step: events.Step) -> str:
    if isinstance(step, events.ChoiceMade):
        return f"to {descriptions.describe_choice(step.choice)}"
    if isinstance(step, events.FifthsDeclared):
        return "the number of fifth moves"
    return board_point_name(state.board, step.point)


@_describe.register
def _(event: events.Offered, state: GameState) -> str:
    return describe_offer(state, event.seat, event.offer)


@_describe.register
def _(event: events.Declined, state: GameState) -> str:
    return f"{descriptions.seat_name(state, event.seat)} declines"


@_describe.register
def _(event: events.SitterChanged, state: GameState) -> str:
    return f"{descriptions.seat_name(state, event.seat)} goes on"


@_describe.register
def _(_event: events.GamePaused, _state: GameState) -> str:
    return "Paused. resume: go on"


@_describe.register
def _(_event: events.GameResumed, state: GameState) -> str:
    last = describe_last(state.board)
    return f"The game goes on. Last: {last}" if last else "The game goes on"


@_describe.register
def _(_event: events.GameEnded, state: GameState) -> str:
    return descriptions.describe_result(state)
