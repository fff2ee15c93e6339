"""A Gomocup engine in a process of its own as a player."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from tengen.engines.limits import Limits
from tengen.engines.process import EngineProcess
from tengen.errors import EngineError, EngineRefused
from tengen.players.draws import accepts_draw
from tengen.players.halt import Halt
from tengen.players.judge import FULL_CARE, learn
from tengen.players.openings import Openings, is_plain_move
from tengen.players.pace import limits_of
from tengen.players.player import command_of, task_of
from tengen.rules.point import Point
from tengen.rules.rules import Rules
from tengen.session.commands import Command
from tengen.session.openings import OpeningRule
from tengen.session.setup import TimeControl
from tengen.session.sitters import External
from tengen.session.state import State
from tengen.session.tasks import Answer, Choice, Choose, Place

LAG = 100
"""Milliseconds that an engine is not told of: its answer takes a while to get to the clock."""
BY_STONES = {0: Choice.BLACK, 1: Choice.WHITE, 2: Choice.ADD_TWO}
"""What a choice in swap2 is in the protocol: so many stones that are added."""

Found = TypeVar("Found")


class ExternalPlayer:
    """Has an engine play, and our own decide in openings for which the protocol has no words.

    After an error, or when it was stopped, a new process is started for the next act.
    """

    def __init__(self, sitter: External, seed: int | None = None) -> None:
        if not sitter.command:
            raise EngineError(sitter.name, "has no command that starts it")
        self.name = sitter.name or make_process(sitter, Limits()).name
        self._sitter = sitter
        self._seed = seed
        self._openings = Openings(FULL_CARE, seed)
        self._process: EngineProcess | None = None
        self._knows_swap2 = True
        self._turn = threading.Lock()  # one act after the other
        self._halt = Halt()

    def prepare(self, rules: Rules) -> None:
        """Have the tables that our own engine needs in openings."""
        learn(rules)

    def act(self, state: State, now: int, halt: Halt | None = None) -> Command:
        """What to do about the task that a game waits for."""
        halt = self._halt = halt or Halt()
        task = task_of(state)
        with self._turn:
            return command_of(task, self._answer(state, now, halt))

    def _answer(self, state: State, now: int, halt: Halt) -> Answer:
        if is_plain_move(state):
            planned = self._openings.plan.next(state.board)
            return planned or self._ask(
                state, halt, lambda process: self._move(process, state, now)
            )
        if self._knows_swap2 and _is_swap2(state):
            answer = self._swap(state, now, halt)
            if answer is not None:
                return answer
        return self._openings.answer(state, limits_of(state, now).seconds, halt)

    def _move(self, process: EngineProcess, state: State, now: int) -> Point:
        return process.choose(state.board, time_left=_time_left(state, now))

    def _swap(self, state: State, now: int, halt: Halt) -> Answer | None:
        """The engine's answer in a swap2 opening, if it knows what that is."""
        board = state.board
        left = _time_left(state, now)
        try:
            stones = self._ask(
                state,
                halt,
                lambda process: process.choose_swap(board.rules, board.moves, time_left=left),
            )
        except EngineError as error:
            self._knows_swap2 = halt.is_set
            if isinstance(error, EngineRefused):
                return None
            raise
        self._openings.plan.make(board, stones)
        return stones[0] if isinstance(state.task, Place) else BY_STONES[len(stones)]

    def _ask(self, state: State, halt: Halt, question: Callable[[EngineProcess], Found]) -> Found:
        """Ask the engine; after an error there is no process any more."""
        limits = _limits(state.setup.clock, self._sitter.turn)
        process = self._process = self._process or make_process(self._sitter, limits)
        try:
            with halt.watch(process.stop):
                if process.limits != limits or len(state.board.stones) < 2:
                    process.limits = limits
                    process.new_game(state.board.rules)
                return question(process)
        except EngineError:
            self._process = None
            raise

    def wants_draw(self, state: State) -> bool:
        """Whether our own engine would agree: the protocol has no words for it."""
        return accepts_draw(state, FULL_CARE, self._seed)

    def stop(self) -> None:
        """Kill the process if it is being waited for."""
        self._halt.set()

    def close(self) -> None:
        """Stop, say goodbye and leave no process behind."""
        self.stop()
        with self._turn:
            process, self._process = self._process, None
            if process is not None:
                process.close()


def make_process(sitter: External, limits: Limits) -> EngineProcess:
    """The process of an engine, which is not started before it is needed."""
    return EngineProcess(sitter.command, name=sitter.name or None, limits=limits)


def _is_swap2(state: State) -> bool:
    """Whether `SWAP2BOARD` asks for what the game waits for."""
    if state.setup.opening is not OpeningRule.SWAP2:
        return False
    return isinstance(state.task, Choose) or not state.board.stones


def _limits(control: TimeControl, turn: int) -> Limits:
    """What an engine is told of the clocks; without any, it has its own time for a move."""
    move = control.move or control.game
    if move is None:
        return Limits(timeout_turn=turn)
    return Limits(timeout_turn=_told(move), timeout_match=_told(control.game or 0))


def _time_left(state: State, now: int) -> int | None:
    seat = state.actor
    assert seat is not None
    left = state.clocks.game_left(seat, now)
    return None if left is None else _told(left)


def _told(milliseconds: int) -> int:
    return milliseconds - min(LAG, milliseconds // 10)
