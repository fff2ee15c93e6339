"""Conversion of a played game to a record, and of a record's position to moves of a new game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, zip_longest

from tengen.errors import RuleError
from tengen.game.clock import UNTIMED, format_time_control
from tengen.game.events import (
    Event,
    GameEnded,
    GamePaused,
    GameResumed,
    GameStarted,
    MovePlayed,
    Redone,
    Step,
    TakenBack,
)
from tengen.game.opening_rules import OpeningRule
from tengen.game.session import Session
from tengen.game.setup import Computer, PlayerSpec
from tengen.game.state import GameState
from tengen.game.tasks import Seat
from tengen.records import Node, Record, Result, Score, add_moves, board_at
from tengen.records.record import UNKNOWN_RESULT, win_for
from tengen.rules import Board, Player, Point, Termination
from tengen.rules.wording import counted


def to_record(events: Sequence[Event]) -> Record:
    """Return the record of a game, with the time of each move.

    If a forbidden point lost the game, it is the last move.
    """
    state = Session.replay(events).state
    setup = state.setup
    black = _black(state)
    return Record(
        setup.rules,
        _tree(state, _move_times(events)),
        _player_name(setup.sitter(black)),
        _player_name(setup.sitter(black.other)),
        "" if setup.opening is OpeningRule.FREE else setup.opening.value,
        "" if setup.clock == UNTIMED else format_time_control(setup.clock),
        _result(state, black),
    )


def _black(state: GameState) -> Seat:
    """Return the seat of Black; if that is not settled, the seat that places the first stone."""
    return state.opening.black or Seat.ONE


def _player_name(spec: PlayerSpec) -> str:
    return f"Computer {spec.level}" if isinstance(spec, Computer) else spec.name


def _result(state: GameState, black: Seat) -> Result:
    result = state.result
    if result is None:
        return UNKNOWN_RESULT
    if result.winner is not None:
        return win_for(Player.FIRST if result.winner is black else Player.SECOND, result.cause)
    return Result(
        Score.UNKNOWN if result.cause is Termination.ABORTED else Score.DRAW, result.cause
    )


def _tree(state: GameState, times: dict[Event | None, int]) -> Node:
    """Return the game tree with the times of `_move_times`."""
    played = [(step.point, times[step]) for step in state.steps if isinstance(step, MovePlayed)]
    if state.result is not None and state.result.foul is not None:
        played.append((state.result.foul.point, times[None]))
    root = Node()
    last = add_moves(root, state.setup.moves)
    for point, time in played:
        player = last.player.other if last.player else Player.FIRST
        last.children.append(Node(player, point, time=time))
        last = last.children[0]
    return root


def _move_times(events: Sequence[Event]) -> dict[Event | None, int]:
    """Return how long each step took, and under None the time from the last step to the end.

    Time in which the game was paused or interrupted does not count.
    """
    found: dict[Event | None, int] = {}
    since = spent = 0
    for event in events:
        if isinstance(event, GamePaused | Step | GameEnded):
            spent += max(0, event.at - since)
        if isinstance(event, Step | GameEnded):
            found[None if isinstance(event, GameEnded) else event] = spent
        if isinstance(event, GameStarted | Step | TakenBack | Redone):
            spent = 0
        if isinstance(event, GameStarted | GamePaused | GameResumed | Step | TakenBack | Redone):
            since = event.at
    return found


def moves_to_position(record: Record, count: int | None = None) -> tuple[Point, ...]:
    """Return moves that lead to the position after `count` moves of the main line, or to its end.

    If stones are set up or a player passed, other moves that lead to the same position are
    returned. Raises RuleError if there are none, or if the game is over in the position.
    """
    line = [record.root, *record.line()]
    played = [at for at, node in enumerate(line) if node.player is not None]
    if count is not None and not 0 <= count <= len(played):
        raise RuleError(f"the game has {counted(len(played), 'move')}, not {count}")
    end = len(line) if count is None or count == len(played) else played[count]
    board = board_at(record, line[:end])
    if board.outcome.is_over:
        number = len(played) if count is None else count
        raise RuleError(f"the game is over after move {number}: choose an earlier move")
    is_plain = not board.setup and board.first_turn is Player.FIRST
    return board.moves if is_plain else _alternating_moves(board)


def _alternating_moves(board: Board) -> tuple[Point, ...]:
    """Return alternating moves that lead to the stones of a board."""
    first, second = (
        [point for point, player in board.stones.items() if player is side] for side in Player
    )
    turn = Player.FIRST if len(first) == len(second) else Player.SECOND
    if len(first) - len(second) not in {0, 1} or board.turn is not turn:
        raise RuleError("players who take turns cannot reach this position")
    pairs = chain.from_iterable(zip_longest(first, second))
    return tuple(point for point in pairs if point is not None)
