"""Play a game between two engines. An engine that fails loses."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from tengen import errors
from tengen.arena.adjudication import Adjudicator
from tengen.arena.game import (
    ClockKind,
    DialogueLine,
    EngineGame,
    EngineMove,
    EnginePlayer,
    GameConditions,
    ObservedEngine,
)
from tengen.arena.game_seat import EngineGameEnd, GameSeat
from tengen.arena.schedule import OpeningMoves
from tengen.gomocup.connection import LineSource, TimedLine
from tengen.gomocup.process_family import CAN_LIST_PROCESSES
from tengen.rules import Board, Player, Rules, Termination

DEFAULT_CONDITIONS = GameConditions()
MAX_LOGGED = 10_000
"""How many lines of a dialogue are kept from its beginning, and as many from its end."""


def play_game(
    first: EnginePlayer,
    second: EnginePlayer,
    rules: Rules,
    opening: OpeningMoves,
    conditions: GameConditions = DEFAULT_CONDITIONS,
) -> EngineGame:
    """Play a game from an opening, whose moves must be legal. An engine that fails loses.

    Engines in processes must have been started with `conditions.limits()`. An engine that has
    failed should be closed before its next game. Raises UsageError if something cannot be measured.
    """
    engines = {Player.FIRST: first, Player.SECOND: second}
    check_measurable(engines.values(), conditions)
    board = Board(rules)
    for point in opening:
        board.play(point)
    log = DialogueLog()
    with log.listening(engines) if conditions.is_logged else contextlib.nullcontext():
        opening_length, moves = len(opening), list[EngineMove]()
        seats = [GameSeat(player, engines[player], conditions) for player in Player]
        result = _play(board, seats, moves, _adjudicator(conditions))
    return EngineGame(
        *(board, opening_length, result.winner, result.cause, result.fault, result.detail),
        *(tuple(moves), log.lines, log.omitted),
    )


def check_measurable(engines: Iterable[EnginePlayer], conditions: GameConditions) -> None:
    """Raise UsageError if the CPU time or the memory of these engines cannot be measured here."""
    is_cpu = conditions.clock is ClockKind.CPU
    if not CAN_LIST_PROCESSES and (is_cpu or conditions.memory_mb):
        what = "CPU time" if is_cpu else "memory"
        raise errors.UsageError(f"the {what} of an engine is measured in /proc: use Linux")
    for engine in engines:
        if is_cpu and not isinstance(engine, ObservedEngine):
            name = errors.quote(engine.name)
            raise errors.UsageError(f"{name} has no process of its own: use the wall clock")


def _adjudicator(conditions: GameConditions) -> Adjudicator:
    return Adjudicator(conditions.draw_after, conditions.win_score, conditions.win_moves)


def _play(
    board: Board, seats: list[GameSeat], moves: list[EngineMove], adjudicator: Adjudicator
) -> EngineGameEnd:
    """Play until the game is over; the moves are added to `moves`."""
    for seat in seats:
        failed = seat.start(board.rules)
        if failed is not None:
            return failed
    ply = len(board.moves)
    while not board.outcome.is_over:
        player = Player.SECOND if ply % 2 else Player.FIRST
        played = seats[ply % 2].play(board)
        if isinstance(played, EngineGameEnd):
            return played
        moves.append(played)
        ply += 1
        decided = adjudicator.see(player, played.evaluation, ply)
        if decided is not None and not board.outcome.is_over:
            return EngineGameEnd(decided.winner, Termination.ADJUDICATED, None, decided.reason)
    assert board.outcome.ending is not None
    return EngineGameEnd(board.outcome.winner, board.outcome.ending)


class DialogueLog:
    """The lines to and from two engines: all of them, or the first and the last of very many."""

    def __init__(self) -> None:
        self._start = time.monotonic()
        self._first: list[DialogueLine] = []
        self._last: deque[DialogueLine] = deque(maxlen=MAX_LOGGED)
        self._count = 0

    @property
    def lines(self) -> tuple[DialogueLine, ...]:
        """The lines that are kept."""
        return (*self._first, *self._last)

    @property
    def omitted(self) -> int:
        """How many lines between the first and the last are not kept."""
        return self._count - len(self._first) - len(self._last)

    def add(self, player: Player, source: LineSource, text: str) -> None:
        """Add a line to or from the engine of this player."""
        self._keep(player, TimedLine(time.monotonic(), source, text))

    def _keep(self, player: Player, line: TimedLine) -> None:
        milliseconds = round(1000 * (line.seconds - self._start))
        kept = self._first if len(self._first) < MAX_LOGGED else self._last
        kept.append(DialogueLine(milliseconds, player, line.source, line.text))
        self._count += 1

    @contextlib.contextmanager
    def listening(self, engines: Mapping[Player, EnginePlayer]) -> Iterator[None]:
        """Log how their processes were started, and all lines meanwhile."""
        observed = {
            player: engine
            for player, engine in engines.items()
            if isinstance(engine, ObservedEngine)
        }
        earlier = [
            (player, line) for player, engine in observed.items() for line in engine.start_lines()
        ]
        for player, line in sorted(earlier, key=lambda each: each[1].seconds):
            self._keep(player, line)
        for player, engine in observed.items():
            engine.listen(partial(self.add, player))
        try:
            yield
        finally:
            for engine in observed.values():
                engine.listen(None)
