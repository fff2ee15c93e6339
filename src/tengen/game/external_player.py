"""A Gomocup engine in a process of its own as a player."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from tengen.engine.cancel_token import CancelToken
from tengen.errors import EngineError, EngineRefused
from tengen.game.commands import Command
from tengen.game.computer_player import OpeningPlayer, is_plain_move
from tengen.game.machine_player import command_for, current_task, move_limits
from tengen.game.opening_rules import OpeningRule
from tengen.game.quick_evaluation import FULL_SKILL, accepts_draw, prepare_tables
from tengen.game.setup import ExternalEngine, TimeControl
from tengen.game.state import GameState
from tengen.game.tasks import Choice, ChooseOption, PlaceStone, TaskAnswer
from tengen.gomocup.engine_process import EngineProcess
from tengen.gomocup.settings import GomocupLimits
from tengen.rules.point import Point
from tengen.rules.rules import Rules

REPLY_LAG_MS = 100
"""Milliseconds that an engine is not told of: its answer takes a while to get to the clock."""
SWAP2_CHOICES = {0: Choice.BLACK, 1: Choice.WHITE, 2: Choice.ADD_TWO}
"""What a choice in swap2 is in the protocol: so many stones that are added."""

Found = TypeVar("Found")


class ExternalPlayer:
    """Has an engine play, and our own decide in openings for which the protocol has no words.

    After an error, or when it was cancelled, a new process is started for the next act.
    """

    def __init__(self, sitter: ExternalEngine, seed: int | None = None) -> None:
        if not sitter.command:
            raise EngineError(sitter.name, "has no command that starts it")
        self.name = sitter.name or make_engine_process(sitter, GomocupLimits()).name
        self._sitter = sitter
        self._seed = seed
        self._openings = OpeningPlayer(FULL_SKILL, seed)
        self._process: EngineProcess | None = None
        self._knows_swap2 = True
        self._turn = threading.Lock()  # one act after the other
        self._cancel = CancelToken()

    def prepare(self, rules: Rules) -> None:
        """Have the tables that our own engine needs in openings."""
        prepare_tables(rules)

    def act(self, state: GameState, now: int, cancel: CancelToken | None = None) -> Command:
        """What to do about the task that a game waits for."""
        cancel = self._cancel = cancel or CancelToken()
        task = current_task(state)
        with self._turn:
            return command_for(task, self._answer(state, now, cancel))

    def _answer(self, state: GameState, now: int, cancel: CancelToken) -> TaskAnswer:
        if is_plain_move(state):
            planned = self._openings.plan.next(state.board)
            return planned or self._ask(
                state, cancel, lambda process: self._move(process, state, now)
            )
        if self._knows_swap2 and _is_swap2(state):
            answer = self._swap(state, now, cancel)
            if answer is not None:
                return answer
        return self._openings.answer(state, move_limits(state, now).seconds, cancel)

    def _move(self, process: EngineProcess, state: GameState, now: int) -> Point:
        return process.choose(state.board, time_left=_time_left(state, now))

    def _swap(self, state: GameState, now: int, cancel: CancelToken) -> TaskAnswer | None:
        """The engine's answer in a swap2 opening, if it knows what that is."""
        board = state.board
        left = _time_left(state, now)
        try:
            stones = self._ask(
                state,
                cancel,
                lambda process: process.choose_swap(board.rules, board.moves, time_left=left),
            )
        except EngineError as error:
            self._knows_swap2 = cancel.is_cancelled
            if isinstance(error, EngineRefused):
                return None
            raise
        self._openings.plan.make(board, stones)
        return stones[0] if isinstance(state.task, PlaceStone) else SWAP2_CHOICES[len(stones)]

    def _ask(
        self, state: GameState, cancel: CancelToken, question: Callable[[EngineProcess], Found]
    ) -> Found:
        """Ask the engine; after an error there is no process any more."""
        limits = _engine_limits(state.setup.clock, self._sitter.turn)
        process = self._process = self._process or make_engine_process(self._sitter, limits)
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
        """Whether our own engine would agree: the protocol has no words for it."""
        return accepts_draw(state, FULL_SKILL, self._seed)

    def close(self) -> None:
        """Kill the process if it is being waited for, or say goodbye: none is left behind."""
        self._cancel.cancel()
        with self._turn:
            process, self._process = self._process, None
            if process is not None:
                process.close()


def make_engine_process(sitter: ExternalEngine, limits: GomocupLimits) -> EngineProcess:
    """The process of an engine, which is not started before it is needed."""
    return EngineProcess(sitter.command, name=sitter.name or None, limits=limits)


def _is_swap2(state: GameState) -> bool:
    """Whether `SWAP2BOARD` asks for what the game waits for."""
    if state.setup.opening is not OpeningRule.SWAP2:
        return False
    return isinstance(state.task, ChooseOption) or not state.board.stones


def _engine_limits(control: TimeControl, turn: int) -> GomocupLimits:
    """What an engine is told of the clocks; without any, it has its own time for a move."""
    move = control.move or control.game
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
