"""What the terminal says: fixed sentences, and descriptions of a game for the plain interface."""

from __future__ import annotations

import time
from collections.abc import Set as AbstractSet
from functools import singledispatch

from tengen.errors import ParseError, Refusal, TengenError, quote
from tengen.game import Computer, GameState, OpeningRule, PlayerSpec, Seat, descriptions, events
from tengen.game.clock import UNTIMED, describe_time_control
from tengen.game.tasks import ChooseOption, PickMove
from tengen.rules import Board, Player, Point, WinRule, column_name
from tengen.rules.wording import (
    STONE_NAMES,
    PlayerNames,
    as_sentence,
    counted,
    describe_rules,
    point_name,
)
from tengen.storage import GameSummary
from tengen.terminal.input import describe_time
from tengen.terminal.table import GameTable

HELP_HINT = "Type help for all commands"
NO_MOVES = "There are no moves yet"
NO_STORED_GAMES = "There are no stored games yet"
EARLIER_POSITION = "This is an earlier position: End returns to the game, P plays from here"
NO_HELP = "The engine gives no help in a game against a person until it is over"
PAUSED = "Paused. Type resume to continue"
REVIEW_AFTER_GAME = "You can review a game when it is over"
NO_REVIEW = "Press v to start a review"

PICK_HINT = "Arrows and Enter, or a number"
CANCEL_PICK_HINT = f"{PICK_HINT}; Esc: cancel"
FORM_HINT = "Arrows: choose   Enter: play   Esc: cancel"
TEXT_HINT = "Enter: OK   Esc: cancel"
HELP_FOOTER = "Ctrl+P finds every command by name. Esc closes."

CONFIRM_LEAVE = "Quit? This game is not stored."
CONFIRM_LEAVE_ONLINE = (
    "Quit? You keep your seat, and the same link leads back to it. The clocks keep running."
)
CONFIRM_RESIGN = "Resign this game?"
CONFIRM_ABORT = "Abort this game? Nobody wins."
CONFIRM_CLAIM = "Claim the win, because your opponent is away?"

ONLY_THIS_GAME = "you have joined a game: to play another, quit and run tengen play"
WATCHING = "you are watching: both seats are taken"
NOT_BEGUN = "the game begins when somebody takes the other seat"
OPPONENTS_TURN = "it is your opponent's turn"
NOT_CONNECTED = "the connection is lost; trying again"
CONNECTION_LOST = "The connection is lost. Trying again"
CONNECTED_AGAIN = "Connected again"
UNANSWERED = "the server has not answered yet: wait a moment"
LOST_ACTION = "Your last action was lost with the connection"

OFFER_WORDS = {
    events.Offer.DRAW: "offers a draw",
    events.Offer.TAKE_BACK: "asks to take back a move",
    events.Offer.REMATCH: "offers a rematch",
}

PUZZLE_DONE = "this puzzle is already over"
NOTHING_TO_TAKE_BACK = "there is nothing to take back"


def describe_error(error: TengenError) -> str:
    """Return an error message as a sentence."""
    if isinstance(error, ParseError):
        return as_sentence(f"{quote(error.text)}: {error.why}")
    return as_sentence(str(error))


def describe_setup(state: GameState) -> str:
    """Return the rules, the opening, the clock and the players of a game."""
    setup = state.setup
    parts = [describe_rules(setup.rules)]
    if setup.opening is not OpeningRule.FREE:
        parts.append(f"Opening: {setup.opening.value}")
    if setup.clock != UNTIMED:
        parts.append(f"Clock: {describe_time_control(setup.clock)}")
    if setup.fouls_lose:
        parts.append("A forbidden point loses")
    first = state.opening.black or Seat.ONE
    for seat in (first, first.other):
        colour = state.colour_of(seat)
        side = STONE_NAMES[colour] if colour is not None else f"Player {seat.value}"
        parts.append(f"{side}: {describe_player_spec(setup.sitter(seat))}")
    return ". ".join(parts)


def describe_player_spec(player: PlayerSpec) -> str:
    """Return the name of a player without the colour: `Computer 3`, `Anna`, `a person`."""
    if isinstance(player, Computer):
        return f"Computer {player.level}"
    return player.name or "a person"


def describe_summary(summary: GameSummary) -> str:
    """Return a stored game: `16 Nov 06:17, Anna v Computer 3, 12 moves: White to move`."""
    when = time.strftime("%d %b %H:%M", time.localtime(summary.started / 1000))
    black = summary.black or Seat.ONE
    players = [describe_player_spec(summary.setup.sitter(seat)) for seat in (black, black.other)]
    moves = counted(summary.moves, "move")
    return f"{when}, {players[0]} v {players[1]}, {moves}: {summary.says}"


def describe_next_step(state: GameState, *, is_ours: bool) -> list[str]:
    """Return whose turn it is and what to do; with the choices, if a person here has to choose."""
    task = state.task
    if state.is_paused:
        return [PAUSED]
    if not is_ours:
        return [descriptions.describe_task(state)]
    if isinstance(task, ChooseOption):
        options = [
            f"{number}: {option}"
            for number, option in enumerate(descriptions.describe_options(task), 1)
        ]
        return [f"{descriptions.seat_name(state, task.seat)} chooses", *options]
    if isinstance(task, PickMove):
        names = " ".join(board_point_name(state.board, point) for point in task.points)
        return [f"{descriptions.describe_task(state)}: {names}"]
    return [descriptions.describe_task(state)]


def board_point_name(board: Board, point: Point) -> str:
    """Return the name of a point, as in `H8`."""
    return point_name(point, board.rules)


def describe_last(board: Board) -> str:
    """Return the last move, as in `White I9, move 2`, or an empty text before the first one."""
    moves = board.moves
    if not moves:
        return ""
    player = board[moves[-1]]
    assert player is not None
    return f"{STONE_NAMES[player]} {board_point_name(board, moves[-1])}, move {len(moves)}"


def describe_rows(board: Board) -> list[str]:
    """Return every row that has stones, from the top: `Row 8: Black H8 I8, White K8`."""
    rules = board.rules
    lines = []
    for row in range(rules.height):
        stones = _describe_stones(board, [Point(row, col) for col in range(rules.width)])
        if stones:
            lines.append(f"Row {rules.height - row}: {stones}")
    return lines or ["The board is empty"]


def describe_row(board: Board, number: int) -> str:
    """Return the stones of one row."""
    rules = board.rules
    points = [Point(rules.height - number, col) for col in range(rules.width)]
    return f"Row {number}: {_describe_stones(board, points) or 'empty'}"


def describe_column(board: Board, col: int) -> str:
    """Return the stones of one column, from the top."""
    points = [Point(row, col) for row in range(board.rules.height)]
    return f"Column {column_name(col).upper()}: {_describe_stones(board, points) or 'empty'}"


def _describe_stones(board: Board, points: list[Point]) -> str:
    parts = []
    for player in Player:
        names = [board_point_name(board, point) for point in points if board[point] is player]
        if names:
            parts.append(f"{STONE_NAMES[player]} {' '.join(names)}")
    return ", ".join(parts)


def describe_places(board: Board, points: AbstractSet[Point]) -> list[str]:
    """Return a set of points row by row, from the top: `Row 9: G9 to K9, M9`."""
    rules = board.rules
    lines = []
    for row in range(rules.height):
        cols = [col for col in range(rules.width) if Point(row, col) in points]
        runs = [
            (board_point_name(board, Point(row, first)), board_point_name(board, Point(row, last)))
            for first, last in _runs(cols)
        ]
        if runs:
            names = [first if first == last else f"{first} to {last}" for first, last in runs]
            lines.append(f"Row {rules.height - row}: {', '.join(names)}")
    return lines


def _runs(numbers: list[int]) -> list[tuple[int, int]]:
    """Return the first and last number of each run of consecutive numbers, in ascending order."""
    firsts = [number for number in numbers if number - 1 not in numbers]
    lasts = [number for number in numbers if number + 1 not in numbers]
    return list(zip(firsts, lasts, strict=True))


def describe_forbidden(board: Board) -> list[str]:
    """Return the points that are forbidden to Black, by reason."""
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
    """Return the time that each player has left."""
    parts = []
    for seat in Seat:
        left = state.clocks.left(seat, now)
        if left is not None:
            parts.append(f"{descriptions.seat_name(state, seat)} has {describe_time(left)}")
    return ", ".join(parts) or "There is no clock"


def describe_moves(board: Board) -> str:
    """Return all moves with their numbers."""
    names = [f"{at} {board_point_name(board, point)}" for at, point in enumerate(board.moves, 1)]
    return ", ".join(names) or NO_MOVES


def describe_event(state: GameState, event: events.Event) -> str:
    """Return a sentence without its full stop, or an empty text if the event needs none."""
    return _describe(event, state)


def describe_offer(
    state: GameState, seat: Seat, offer: events.Offer, names: PlayerNames = STONE_NAMES
) -> str:
    """Return an offer as a sentence, as in `White offers a draw`."""
    return f"{descriptions.seat_name(state, seat, names)} {OFFER_WORDS[offer]}"


def describe_open_offer(table: GameTable, names: PlayerNames) -> str:
    """Return the offer that a person here can accept or decline, with the keys for that."""
    for seat, offer in table.state.offers.items():
        if table.is_person(seat.other):
            return f"{describe_offer(table.state, seat, offer, names)}\n+ accepts, - declines"
    return ""


def possible_answers(table: GameTable, event: events.Event) -> str:
    """Return the commands that answer an event, or an empty text if it needs no answer."""
    if isinstance(event, events.Offered) and table.is_person(event.seat.other):
        return "Type agree or decline"
    if not isinstance(event, events.GameEnded):
        return ""
    if not table.is_online:
        return "Type rematch, new, review or quit"
    is_ours = any(table.is_person(seat) for seat in Seat)
    return "Type rematch, review or quit" if is_ours else "Type review or quit"


@singledispatch
def _describe(_event: object, _state: GameState) -> str:
    return ""


@_describe.register
def _(_event: events.GameStarted, state: GameState) -> str:
    is_new = not state.steps and state.result is None
    new = "New game: " if is_new else ""
    return f"{new}{describe_setup(state)}. {HELP_HINT}"


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
    return f"Redone: {_describe_steps(state, state.steps[-event.steps :])}"


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
    return f"{descriptions.seat_name(state, event.seat)} takes over"


@_describe.register
def _(_event: events.GamePaused, _state: GameState) -> str:
    return PAUSED


@_describe.register
def _(_event: events.GameResumed, state: GameState) -> str:
    last = describe_last(state.board)
    return f"The game continues. Last move: {last}" if last else "The game continues"


@_describe.register
def _(_event: events.GameEnded, state: GameState) -> str:
    return descriptions.describe_result(state)
