"""Machine players: what they must do, how long they may think, and thinking in a thread."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Protocol

from tengen.engine.analysis import Limits
from tengen.engine.cancel_token import CancelToken
from tengen.engine.search_thread import SearchThread
from tengen.engine.time_management import LARGEST_SHARE, MIN_MOVES_TO_COME, TimeGrant, allot_time
from tengen.errors import SessionError, TengenError
from tengen.game.commands import Command, DeclareFifths, MakeChoice, PlayMove, ProposeFifth
from tengen.game.state import GameState
from tengen.game.tasks import Choice, ProposeMove, Task, TaskAnswer
from tengen.rules.rules import Rules


class Actor(Protocol):
    """Somebody who answers what a game asks for."""

    @property
    def name(self) -> str:
        """What to call the player."""

    def act(self, state: GameState, now: int, cancel: CancelToken | None = None) -> Command:
        """What to do about the task that a game waits for; it can be done there.

        Raises SessionError when the game is over, and EngineError when an engine fails. Once it is
        cancelled, it answers at once, or raises.
        """


class MachinePlayer(Actor, Protocol):
    """An actor for a whole game."""

    def prepare(self, rules: Rules) -> None:
        """Have ready what takes a while, before a clock runs; to leave it out is no mistake."""

    def wants_draw(self, state: GameState) -> bool:
        """Whether to agree to the draw that the opponent has offered."""

    def close(self) -> None:
        """End the `act` that is going on, if any, and leave nothing behind; from any thread."""


def current_task(state: GameState) -> Task:
    """What a game waits for; SessionError if it is over."""
    task = state.task
    if task is None:
        raise SessionError("the game is over")
    return task


def command_for(task: Task, answer: TaskAnswer) -> Command:
    """The command that answers a task."""
    if isinstance(answer, Choice):
        return MakeChoice(task.seat, answer)
    if isinstance(answer, int):
        return DeclareFifths(task.seat, answer)
    kind = ProposeFifth if isinstance(task, ProposeMove) else PlayMove
    return kind(task.seat, answer)


RESERVE_MS = 500
"""Milliseconds that are kept for all that is not thinking, such as to put the stones."""
SOFT_SHARE = 0.7
"""In the last part of the time for a move a new depth would hardly be completed."""


def move_limits(state: GameState, now: int) -> Limits:
    """The seconds for what is to be done now; no limits where there are no clocks.

    What moves bring in is shared out beforehand, but no move takes more than a quarter of what
    is there.
    """
    seat = state.actor
    assert seat is not None
    move, game = state.clocks.move_left(seat, now), state.clocks.game_left(seat, now)
    moves = len(state.board.stones) // 2
    if game is None:
        return (
            Limits()
            if move is None
            else Limits(allot_time(TimeGrant(move / 1000, moves=moves)).hard)
        )
    most = LARGEST_SHARE * game
    turn = most if move is None else min(most, move)
    left = max(0, game - RESERVE_MS) + MIN_MOVES_TO_COME * state.clocks.control.increment
    allowance = allot_time(TimeGrant(turn / 1000, left=left / 1000, moves=moves))
    return Limits(allowance.hard, soft=SOFT_SHARE * allowance.soft)


ThinkingResult = Command | TengenError


class Thinking(SearchThread[Command]):
    """Has a player act, once, and tells what comes of it.

    The game may go on meanwhile: what was there when this was made is what counts.
    """

    def __init__(
        self, player: Actor, state: GameState, now: int, tell: Callable[[ThinkingResult], None]
    ) -> None:
        question = snapshot(state)
        super().__init__(player.name, lambda cancel: [player.act(question, now, cancel)], tell)


def snapshot(state: GameState) -> GameState:
    """A state that stays as it is when the game goes on. Only to be read."""
    still = copy.copy(state)
    still.board = state.board.copy()
    still.clocks = copy.deepcopy(state.clocks)
    still.opening = copy.copy(state.opening)
    still.steps, still.undone = list(state.steps), list(state.undone)
    still.offers = dict(state.offers)
    return still
