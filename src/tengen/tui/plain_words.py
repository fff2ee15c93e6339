"""What has happened, as a sentence for somebody who does not see the board."""

from __future__ import annotations

from functools import singledispatch

from tengen.core.board import Board
from tengen.core.player import Player
from tengen.core.point import Point
from tengen.notation.points import column_name, format_algebraic
from tengen.session.events import (
    ChoiceMade,
    Declined,
    Event,
    FifthProposed,
    FifthsDeclared,
    GameEnded,
    GamePaused,
    GameResumed,
    GameStarted,
    MovePlayed,
    Offered,
    Redone,
    SitterChanged,
    TakenBack,
)
from tengen.session.seat import Seat
from tengen.session.state import State
from tengen.session.words import STONES, choice_words, describe_result, seat_name
from tengen.tui.choices import rule_words
from tengen.tui.times import format_left


def describe_event(state: State, event: Event) -> str:
    """A sentence without its full stop; nothing where there is nothing to say."""
    return _describe(event, state)


@singledispatch
def _describe(_event: object, _state: State) -> str:
    return ""


@_describe.register
def _(event: GameStarted, _state: State) -> str:
    opening = event.setup.opening.value
    more = "" if opening == "free" else f", {opening} opening"
    return f"A new game: {rule_words(event.setup.rules)}{more}. help lists what you can say"


@_describe.register
def _(event: MovePlayed, state: State) -> str:
    board = state.board
    number = board.moves.index(event.point) + 1
    player = board[event.point]
    assert player is not None
    return f"{STONES[player]} {name_of(board, event.point)}, move {number}"


@_describe.register
def _(event: ChoiceMade, state: State) -> str:
    return f"{seat_name(state, event.seat)} chose to {choice_words(event.choice)}"


@_describe.register
def _(event: FifthsDeclared, state: State) -> str:
    return f"{seat_name(state, event.seat)} wants {event.count} fifth moves"


@_describe.register
def _(event: FifthProposed, state: State) -> str:
    return f"{seat_name(state, event.seat)} offers {name_of(state.board, event.point)}"


@_describe.register
def _(event: TakenBack, state: State) -> str:
    return f"Taken back: {_count(event.steps)}. {len(state.board.moves)} on the board"


@_describe.register
def _(event: Redone, state: State) -> str:
    return f"Done again: {_count(event.steps)}. {len(state.board.moves)} on the board"


@_describe.register
def _(event: Offered, state: State) -> str:
    who = seat_name(state, event.seat)
    return f"{who} offers a {event.offer.value}. draw: agree, decline: do not"


@_describe.register
def _(event: Declined, state: State) -> str:
    return f"{seat_name(state, event.seat)} declines"


@_describe.register
def _(event: SitterChanged, state: State) -> str:
    return f"{seat_name(state, event.seat)} goes on"


@_describe.register
def _(_event: GamePaused, _state: State) -> str:
    return "Paused. resume: go on"


@_describe.register
def _(_event: GameResumed, state: State) -> str:
    return f"The game goes on after {_count(len(state.board.moves))}"


@_describe.register
def _(_event: GameEnded, state: State) -> str:
    return f"{describe_result(state)}. rematch, new, review or quit"


def _count(steps: int) -> str:
    return "one move" if steps == 1 else f"{steps} moves"


def name_of(board: Board, point: Point) -> str:
    """As in `H8`."""
    return format_algebraic(point, board.rules).upper()


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
        names = [name_of(board, point) for point in points if board[point] is player]
        if names:
            parts.append(f"{STONES[player]} {' '.join(names)}")
    return ", ".join(parts)


def describe_clocks(state: State, now: int) -> str:
    """Who has how much time left."""
    parts = []
    for seat in Seat:
        left = state.clocks.left(seat, now)
        if left is not None:
            parts.append(f"{seat_name(state, seat)} has {format_left(left)}")
    return ", ".join(parts) or "There is no clock"


def describe_moves(board: Board) -> str:
    """All moves, numbered."""
    names = [name_of(board, point) for point in board.moves]
    pairs = [f"{at // 2 + 1}. {' '.join(names[at : at + 2])}" for at in range(0, len(names), 2)]
    return ", ".join(pairs) or "There are no moves yet"
