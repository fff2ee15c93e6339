"""A Gomocup engine in a separate process as a player."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from tengen.engine import CancelToken
from tengen.errors import EngineError, EngineRefused
from tengen.game.clock import TimeControl
from tengen.game.commands import Command
from tengen.game.computer_player import OpeningPlayer, is_plain_move
from tengen.game.machine_player import command_for, current_task, move_limits
from tengen.game.opening_rules import OpeningRule
from tengen.game.quick_evaluation import FULL_SKILL, accepts_draw, prepare_tables
from tengen.game.setup import ExternalEngine
from tengen.game.state import GameState
from tengen.game.tasks import Choice, ChooseOption, PlaceStone, TaskAnswer
from tengen.gomocup import EngineProcess, GomocupLimits
from tengen.rules import Point, Rules

REPLY_LAG_MS = 100
"""Milliseconds subtracted from the time that an engine is sent, for the delay of its answers."""
SWAP2_CHOICES = {0: Choice.BLACK, 1: Choice.WHITE, 2: Choice.ADD_TWO}
"""Choices in swap2, by the number of stones in the engine's answer."""

Reply = TypeVar("Reply")


class ExternalPlayer:
    """An external engine. Tengen's engine decides in openings that the protocol does not support.

    After an error or a cancelled search, a new process is started for the next act.
    """

    def __init__(self, spec: ExternalEngine, seed: int | None = None) -> None:
        if not spec.command:
            raise EngineError(spec.name, "has no command to start it")
        self.name = spec.name or make_engine_process(spec, GomocupLimits()).name
        self._spec = spec
        self._seed = seed
        self._openings = OpeningPlayer(FULL_SKILL, seed)
        self._process: EngineProcess | None = None
        self._supports_swap2 = True
        self._act_lock = threading.Lock()
        self._cancel = CancelToken()

    def prepare(self, rules: Rules) -> None:
        """Make the tables that Tengen's engine needs in openings."""
        prepare_tables(rules)

    def act(self, state: GameState, now: int, cancel: CancelToken | None = None) -> Command:
        """Return a command that answers the current task."""
        cancel = self._cancel = cancel or CancelToken()
        task = current_task(state)
        with self._act_lock:
            return command_for(task, self._answer(state, now, cancel))

    def _answer(self, state: GameState, now: int, cancel: CancelToken) -> TaskAnswer:
        if is_plain_move(state):
            planned = self._openings.plan.next(state.board)
            return planned or self._ask(
                state, cancel, lambda process: self._move(process, state, now)
            )
        if self._supports_swap2 and is_swap2_task(state):
            answer = self._swap(state, now, cancel)
            if answer is not None:
                return answer
        return self._openings.answer(state, move_limits(state, now).seconds, cancel)

    def _move(self, process: EngineProcess, state: GameState, now: int) -> Point:
        return process.choose(state.board, time_left=_time_left(state, now))

    def _swap(self, state: GameState, now: int, cancel: CancelToken) -> TaskAnswer | None:
        """Return the engine's answer in a swap2 opening; None if it does not support swap2."""
        board = state.board
        left = _time_left(state, now)
        try:
            stones = self._ask(
                state,
                cancel,
                lambda process: process.choose_swap(board.rules, board.moves, time_left=left),
            )
        except EngineError as error:
            self._supports_swap2 = cancel.is_cancelled
            if isinstance(error, EngineRefused):
                return None
            raise
        self._openings.plan.make(board, stones)
        return stones[0] if isinstance(state.task, PlaceStone) else SWAP2_CHOICES[len(stones)]

    def _ask(
        self, state: GameState, cancel: CancelToken, question: Callable[[EngineProcess], Reply]
    ) -> Reply:
        """Ask the engine, starting it if needed. After an error its process is dropped."""
        limits = _engine_limits(state.setup.clock, self._spec.turn)
        process = self._process = self._process or make_engine_process(self._spec, limits)
        try:
            with cancel.on_cancel(process.stop):
                if process.limits != limits or len(state.board.stones) < 2:
                    process.limits = limits
                    process.new_game(state.board.rules)
                return question(process)
        except EngineError:
            self._process = None
            raise

    def wants_draw(self, state: GameState) -> bool:
        """Whether Tengen's engine would accept a draw: the protocol has no draw offers."""
        return accepts_draw(state, FULL_SKILL, self._seed)

    def close(self) -> None:
        """End the process; kill it if it is thinking."""
        self._cancel.cancel()
        with self._act_lock:
            process, self._process = self._process, None
            if process is not None:
                process.close()


def make_engine_process(spec: ExternalEngine, limits: GomocupLimits) -> EngineProcess:
    """Make the process of an engine. It is started when it is first used."""
    return EngineProcess(spec.command, name=spec.name or None, limits=limits)


def is_swap2_task(state: GameState) -> bool:
    """Whether the command `SWAP2BOARD` covers the current task."""
    if state.setup.opening is not OpeningRule.SWAP2:
        return False
    return isinstance(state.task, ChooseOption) or not state.board.stones


def _engine_limits(control: TimeControl, turn: int) -> GomocupLimits:
    """Return the limits that an engine is sent; without clocks, `turn` is its time for a move."""
    move = control.longest_move
    if move is None:
        return GomocupLimits(timeout_turn=turn)
    return GomocupLimits(
        timeout_turn=_without_lag(move), timeout_match=_without_lag(control.game or 0)
    )


def _time_left(state: GameState, now: int) -> int | None:
    seat = state.actor
    assert seat is not None
    left = state.clocks.game_left(seat, now)
    return None if left is None else _without_lag(left)


def _without_lag(milliseconds: int) -> int:
    return milliseconds - min(REPLY_LAG_MS, milliseconds // 10)
