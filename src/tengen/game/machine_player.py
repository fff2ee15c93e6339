"""Machines in a game: players that act for a seat, and an analyst, which run in threads."""

from __future__ import annotations

import copy
import queue
import threading
from collections.abc import Callable, Generator
from typing import Protocol

from tengen.engine import CancelToken, Engine, analysis
from tengen.engine.search_thread import CallFromThread, SearchThread, call_here
from tengen.errors import SessionError, TengenError
from tengen.game.commands import Command, DeclareFifths, MakeChoice, PlayMove, ProposeFifth
from tengen.game.state import GameState
from tengen.game.tasks import Choice, ProposeMove, Task, TaskAnswer
from tengen.rules import Board, Rules


class Actor(Protocol):
    """A player that answers the tasks of a game."""

    @property
    def name(self) -> str:
        """The name of the player."""

    def act(self, state: GameState, now: int, cancel: CancelToken | None = None) -> Command:
        """Return a legal command that answers the current task.

        Raises SessionError if the game is over, and EngineError if an engine fails. When it is
        cancelled, it answers or raises at once.
        """


class MachinePlayer(Actor, Protocol):
    """A player for a whole game."""

    def prepare(self, rules: Rules) -> None:
        """Do slow preparations before a clock runs. Calling this is optional."""

    def wants_draw(self, state: GameState) -> bool:
        """Whether to accept the draw that the opponent has offered."""

    def close(self) -> None:
        """End the current `act`, if any, and free all resources. May be called from any thread."""


def current_task(state: GameState) -> Task:
    """Return the current task. Raises SessionError if the game is over."""
    task = state.task
    if task is None:
        raise SessionError("the game is over")
    return task


def command_for(task: Task, answer: TaskAnswer) -> Command:
    """Return the command that gives an answer to a task."""
    if isinstance(answer, Choice):
        return MakeChoice(task.seat, answer)
    if isinstance(answer, int):
        return DeclareFifths(task.seat, answer)
    kind = ProposeFifth if isinstance(task, ProposeMove) else PlayMove
    return kind(task.seat, answer)


RESERVE_MS = 500
"""Milliseconds reserved for everything but thinking, such as placing the stones."""
SOFT_SHARE = 0.7
"""The part of the time for a move after which no new depth is begun: it would not complete."""


def move_limits(state: GameState, now: int) -> analysis.Limits:
    """Return the time limits for the current task; no limits without clocks.

    Increments of later moves are counted in advance, but no move takes more than a quarter of the
    time that is left.
    """
    seat = state.actor
    assert seat is not None
    move, game = state.clocks.move_left(seat, now), state.clocks.game_left(seat, now)
    moves = len(state.board.stones) // 2
    if game is None:
        return (
            analysis.Limits()
            if move is None
            else analysis.Limits(
                analysis.allot_time(analysis.TimeGrant(move / 1000, moves=moves)).hard
            )
        )
    most = analysis.LARGEST_SHARE * game
    turn = most if move is None else min(most, move)
    left = max(0, game - RESERVE_MS) + analysis.MIN_MOVES_TO_COME * state.clocks.control.increment
    allowance = analysis.allot_time(analysis.TimeGrant(turn / 1000, left=left / 1000, moves=moves))
    return analysis.Limits(allowance.hard, soft=SOFT_SHARE * allowance.soft)


ThinkingResult = Command | TengenError


class Thinking(SearchThread[Command]):
    """Lets a player act once in a thread, and reports the result.

    The player sees the state as it was at the start, even if the game continues meanwhile.
    """

    def __init__(
        self, player: Actor, state: GameState, now: int, report: Callable[[ThinkingResult], None]
    ) -> None:
        fixed = snapshot(state)
        super().__init__(player.name, lambda cancel: [player.act(fixed, now, cancel)], report)


def snapshot(state: GameState) -> GameState:
    """Return a copy of a state that does not change with the game. It must only be read."""
    copied = copy.copy(state)
    copied.board = state.board.copy()
    copied.clocks = copy.deepcopy(state.clocks)
    copied.opening = copy.copy(state.opening)
    copied.steps, copied.undone = list(state.steps), list(state.undone)
    copied.offers = dict(state.offers)
    return copied


AnalystNews = analysis.Analysis | TengenError | None
"""The analysis after a depth, an error, or None when the analysis has ended."""
OnNews = Callable[[Board, AnalystNews], None]
NO_LIMITS = analysis.Limits()


class Analyst:
    """Analyses one board after another in threads. Close it when it is no longer needed.

    `report` is called with a board and news of it, in the thread of the search or wherever `call`
    calls it. It should return quickly: the other methods wait for it. The engine reuses results of
    earlier boards.
    """

    def __init__(
        self,
        report: OnNews,
        call: CallFromThread = call_here,
        *,
        lines: int = 1,
        threads: int = 1,
        megabytes: float = 64,
    ) -> None:
        self._report = report
        self._call = call
        self._lines = lines
        self._engine = Engine(megabytes, threads)
        self._search_lock = threading.Lock()
        self._search: SearchThread[analysis.Analysis | None] | None = None

    def show(self, board: Board, limits: analysis.Limits = NO_LIMITS) -> None:
        """Analyse this board; stop reporting news of the previous one."""
        self.stop()
        board = board.copy()
        self._search = SearchThread(
            "analyst",
            lambda cancel: self._analyse(board, limits, cancel),
            lambda news: self._report(board, news),
            self._call,
        )

    def stop(self) -> None:
        """Stop the analysis; no more news is reported."""
        if self._search is not None:
            self._search.cancel()

    def close(self) -> None:
        """Stop and wait for the thread. May be called more than once."""
        if self._search is not None:
            self._search.cancel()
            self._search.join()

    def _analyse(
        self, board: Board, limits: analysis.Limits, cancel: CancelToken
    ) -> Generator[analysis.Analysis | None]:
        with self._search_lock:
            yield from self._engine.analyse(board, limits, self._lines, cancel=cancel)
        yield None


def hint(
    board: Board, seconds: float = 1.0, *, lines: int = 1, threads: int = 1
) -> analysis.Analysis:
    """Analyse a board for some seconds and return the result.

    Raises RuleError if the game is over, or if the engine does not support its rules.
    """
    reports: queue.SimpleQueue[AnalystNews] = queue.SimpleQueue()
    analyst = Analyst(lambda _board, news: reports.put(news), lines=lines, threads=threads)
    try:
        analyst.show(board, analysis.Limits(seconds))
        found = None
        while (news := reports.get()) is not None:
            if isinstance(news, TengenError):
                raise news
            found = news
    finally:
        analyst.close()
    assert found is not None
    return found
