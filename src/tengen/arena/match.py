"""A match: its games, played one or more at a time, and the tally of finished games.

Results are those of engine 1 unless noted otherwise. Every table has its own engines.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import TypeAlias

from tengen.arena.elo import Sample
from tengen.arena.game import Clock, EngineGame, EnginePlayer, play_game
from tengen.arena.schedule import ScheduledGame, Side
from tengen.rules import Board, Player, Point, Rules, Termination, symmetries


@dataclass(frozen=True, slots=True)
class MatchGame:
    """A game of the schedule and its result."""

    planned: ScheduledGame
    record: EngineGame

    @property
    def winner(self) -> Side | None:
        """The engine that won; None for a draw."""
        winner = self.record.winner
        return None if winner is None else self.planned.seat_of(winner)

    @property
    def halves(self) -> int:
        """The half points of engine 1: 2 for a win, 1 for a draw, 0 for a loss."""
        return 1 if self.winner is None else 2 * (self.winner is Side.ONE)


class Tally:
    """The finished games of a match."""

    def __init__(self) -> None:
        self.played: list[MatchGame] = []

    def add(self, game: MatchGame) -> None:
        """Add a finished game."""
        self.played.append(game)

    def games(self) -> Sample:
        """Count the games that were lost, drawn and won."""
        worth = [game.halves for game in self.played]
        return Sample((worth.count(0), worth.count(1), worth.count(2)))

    def pairs(self) -> Sample:
        """Count the finished pairs of games with 0, 1/2, 1, 3/2 and 2 points."""
        worth: dict[int, list[int]] = {}
        for game in self.played:
            worth.setdefault(game.planned.pair, []).append(game.halves)
        sums = [sum(halves) for halves in worth.values() if len(halves) == 2]
        return Sample(tuple(sums.count(total) for total in range(5)))

    def wins(self, side: Side, player: Player) -> int:
        """Count the games that an engine won as the first or the second player."""
        return sum(
            game.winner is side and game.planned.player_of(side) is player for game in self.played
        )

    def draws(self) -> int:
        """Count the draws."""
        return sum(game.winner is None for game in self.played)

    def lost_by(self, side: Side, cause: Termination) -> int:
        """Count the games that an engine lost for a cause."""
        return sum(game.winner is side.other and game.record.cause is cause for game in self.played)

    def seconds(self, side: Side) -> list[float]:
        """Return the seconds of each move of an engine."""
        found: list[float] = []
        for game in self.played:
            found += game.record.seconds[game.planned.player_of(side)]
        return found

    def repeated(self) -> int:
        """Count the games that repeat another one, perhaps turned or flipped."""
        kinds = {(game.planned.first, canonical_moves(game.record.board)) for game in self.played}
        return len(self.played) - len(kinds)


def canonical_moves(board: Board) -> tuple[Point, ...]:
    """Return the same moves for all turned or flipped forms of a game."""
    rules = board.rules
    return min(
        tuple(symmetry.apply(point, rules) for point in board.moves)
        for symmetry in symmetries(rules)
    )


EngineFactory: TypeAlias = Callable[[], EnginePlayer]
"""Starts an engine; raises EngineError if it cannot be started."""

CLOSE_SECONDS = 5.0  # how long each table may take to stop when a match is over
RESTART_AFTER = (Termination.ENGINE_ERROR, Termination.TIME)


def play_match(
    makers: Mapping[Side, EngineFactory],
    rules: Rules,
    clock: Clock,
    plan: Sequence[ScheduledGame],
    tables: int = 1,
) -> Generator[MatchGame, None, None]:
    """Play the games and yield each when it ends; close the iterator to stop the match.

    An engine that failed is restarted for its next game. If an engine cannot be started, the match
    ends with its error.
    """
    todo: SimpleQueue[ScheduledGame] = SimpleQueue()
    done: SimpleQueue[MatchGame | BaseException] = SimpleQueue()
    for planned in plan:
        todo.put(planned)
    busy = [_MatchThread(makers, rules, clock, todo, done) for _ in range(min(tables, len(plan)))]
    try:
        for table in busy:
            table.start()
        for _ in plan:
            yield _game_or_raise(done.get())
    finally:
        for table in busy:
            table.stop()
        for table in busy:
            table.join(CLOSE_SECONDS)


def _game_or_raise(found: MatchGame | BaseException) -> MatchGame:
    if isinstance(found, BaseException):
        raise found
    return found


class _MatchThread(threading.Thread):
    """A table: plays games of the schedule, one after the other, with its own two engines."""

    def __init__(
        self,
        makers: Mapping[Side, EngineFactory],
        rules: Rules,
        clock: Clock,
        todo: SimpleQueue[ScheduledGame],
        done: SimpleQueue[MatchGame | BaseException],
    ) -> None:
        super().__init__(daemon=True)
        self._makers = makers
        self._rules = rules
        self._clock = clock
        self._todo = todo
        self._done = done
        self._seats: dict[Side, EnginePlayer] = {}
        self._stopped = False

    def run(self) -> None:
        """Play until no games are left or the match is stopped."""
        try:
            while not self._stopped:
                planned = self._todo.get_nowait()
                self._done.put(MatchGame(planned, self._play(planned)))
        except Empty:
            pass
        except BaseException as error:  # noqa: BLE001 - `play_match` raises it again
            self._done.put(error)
        finally:
            self._close(*Side)

    def stop(self) -> None:
        """Play no more games, and close the engines even during a game."""
        self._stopped = True
        self._close(*Side)

    def _play(self, planned: ScheduledGame) -> EngineGame:
        first, second = self._seat(planned.first), self._seat(planned.first.other)
        record = play_game(first, second, self._rules, planned.opening, self._clock)
        if record.cause in RESTART_AFTER:
            loser = Player.FIRST if record.winner is Player.SECOND else Player.SECOND
            self._close(planned.seat_of(loser))
        return record

    def _seat(self, side: Side) -> EnginePlayer:
        if side not in self._seats:
            self._seats[side] = self._makers[side]()
        if self._stopped:
            raise Empty  # the match ended while the engine started
        return self._seats[side]

    def _close(self, *sides: Side) -> None:
        for side in sides:
            seat = self._seats.pop(side, None)
            if seat is not None:
                with suppress(Exception):  # an engine that has died cannot be closed
                    seat.close()
