"""Machines in a game: players that act for a seat, and an analyst that looks on, in threads."""

from __future__ import annotations

import copy
import queue
import threading
from collections.abc import Callable, Generator
from typing import Protocol

from tengen.engine import analysis
from tengen.engine.cancel_token import CancelToken
from tengen.engine.engine import Engine
from tengen.engine.search_thread import CallFromThread, SearchThread, call_here
from tengen.errors import SessionError, TengenError
from tengen.game.commands import Command, DeclareFifths, MakeChoice, PlayMove, ProposeFifth
from tengen.game.state import GameState
from tengen.game.tasks import Choice, ProposeMove, Task, TaskAnswer
from tengen.rules.board import Board
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


def move_limits(state: GameState, now: int) -> analysis.Limits:
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


AnalystNews = analysis.Analysis | TengenError | None
"""What is known after a depth; what went wrong, or None: nothing more will come."""
TellNews = Callable[[Board, AnalystNews], None]
NO_LIMITS = analysis.Limits()


class Analyst:
    """Analyses one board after the other in threads of its own. Close it in the end.

    `tell` is called with a board and news of it, in such a thread or where `call` brings it. It
    should return soon: the other methods wait for it. What the engine saw on one board it knows
    on the next.
    """

    def __init__(
        self,
        tell: TellNews,
        call: CallFromThread = call_here,
        *,
        lines: int = 1,
        threads: int = 1,
        megabytes: float = 64,
    ) -> None:
        self._tell = tell
        self._call = call
        self._lines = lines
        self._engine = Engine(megabytes, threads)
        self._turn = threading.Lock()  # one search after the other
        self._search: SearchThread[analysis.Analysis | None] | None = None

    def show(self, board: Board, limits: analysis.Limits = NO_LIMITS) -> None:
        """Look at this board from now on; there will be no more news of the one before."""
        self.stop()
        board = board.copy()
        self._search = SearchThread(
            "analyst",
            lambda cancel: self._analyse(board, limits, cancel),
            lambda news: self._tell(board, news),
            self._call,
        )

    def stop(self) -> None:
        """Look at nothing; there will be no more news."""
        if self._search is not None:
            self._search.cancel()

    def close(self) -> None:
        """Stop and wait for the thread; may be called twice."""
        if self._search is not None:
            self._search.cancel()
            self._search.join()

    def _analyse(
        self, board: Board, limits: analysis.Limits, cancel: CancelToken
    ) -> Generator[analysis.Analysis | None]:
        with self._turn:
            yield from self._engine.analyse(board, limits, self._lines, cancel=cancel)
        yield None


def hint(
    board: Board, seconds: float = 1.0, *, lines: int = 1, threads: int = 1
) -> analysis.Analysis:
    """What the engine thinks of a board after so many seconds. Waits for that.

    Raises RuleError if the game is over, or is one that the engine does not play.
    """
    heard: queue.SimpleQueue[AnalystNews] = queue.SimpleQueue()
    analyst = Analyst(lambda _board, news: heard.put(news), lines=lines, threads=threads)
    try:
        analyst.show(board, analysis.Limits(seconds))
        found = None
        while (news := heard.get()) is not None:
            if isinstance(news, TengenError):
                raise news
            found = news
    finally:
        analyst.close()
    assert found is not None
    return found
