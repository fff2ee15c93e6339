from __future__ import annotations

from collections.abc import Sequence

import pytest
from kit.seats import ScriptedSeat

from tengen.arena.game import ClockKind, EngineMove, GameConditions
from tengen.arena.game_seat import EngineGameEnd, GameSeat, describe_error
from tengen.errors import EngineBrokeProtocol
from tengen.gomocup.connection import LineListener, TimedLine
from tengen.gomocup.evaluations import EngineEvaluation
from tengen.gomocup.faults import EngineFault
from tengen.rules.board import Board
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import TIC_TAC_TOE, Player

CPU = ClockKind.CPU


class MeasuredSeat(ScriptedSeat):
    """Uses so many milliseconds of CPU time for its moves, and remembers the time it was given."""

    def __init__(self, *cpu: float) -> None:
        super().__init__(name="measured")
        self.given: list[int | None] = []
        self._cpu = list(cpu)
        self._used = 0.0

    def choose(self, board: Board, *, time_left: int | None = None) -> Point:
        """Return a legal move."""
        self.given.append(time_left)
        self._used += self._cpu.pop(0)
        return super().choose(board)

    def cpu_ms(self) -> float:
        """Return the time used."""
        return self._used

    def evaluation(self) -> EngineEvaluation | None:
        """Return always the same."""
        return EngineEvaluation(7)

    def listen(self, listener: LineListener | None) -> None:
        """There is nothing to hear."""

    def start_lines(self) -> tuple[TimedLine, ...]:
        return ()


def play(seat: ScriptedSeat, conditions: GameConditions, moves: int = 1) -> list[object]:
    """Let a seat play moves for both sides; return what is known of them."""
    board = Board(TIC_TAC_TOE)
    at_board = GameSeat(Player.FIRST, seat, conditions)
    assert at_board.start(TIC_TAC_TOE) is None
    return [at_board.play(board) for _ in range(moves)]


def test_the_evaluation_and_both_times_of_a_move_are_known() -> None:
    (move,) = play(MeasuredSeat(30), GameConditions(clock=CPU))
    assert isinstance(move, EngineMove)
    assert (move.cpu_ms, move.evaluation) == (30, EngineEvaluation(7))
    assert move.milliseconds < 60_000
    (move,) = play(MeasuredSeat(30), GameConditions())
    assert isinstance(move, EngineMove)
    assert move.cpu_ms is None


@pytest.mark.parametrize("cpu, is_late", [(1200, False), (1201, True)])
def test_by_the_cpu_clock_cpu_time_makes_a_move_late(cpu: float, *, is_late: bool) -> None:
    (found,) = play(MeasuredSeat(cpu), GameConditions(clock=CPU))
    assert isinstance(found, EngineGameEnd) is is_late
    if isinstance(found, EngineGameEnd):
        assert (found.winner, found.cause) == (Player.SECOND, Termination.TIME)
        assert found.fault is EngineFault.LATE_MOVE
        assert found.detail == "the move took 1201 ms of CPU time instead of 1000 ms"


def left_after(times: Sequence[float], conditions: GameConditions) -> list[int | None]:
    seat = MeasuredSeat(*times)
    play(seat, conditions, len(times))
    return seat.given


def test_the_time_left_shrinks_with_each_move_and_grows_by_the_increment() -> None:
    conditions = GameConditions(0, 10_000, 500, clock=CPU)
    assert left_after([1000, 2500.4, 0], conditions) == [10_000, 9500, 7499]
    assert left_after([1000, 1000], GameConditions(clock=CPU)) == [None, None]


def test_slack_is_not_given_anew_with_every_move() -> None:
    conditions = GameConditions(0, 1000, slack_ms=200, clock=CPU)
    first, second = play(MeasuredSeat(1150, 51), conditions, 2)
    assert isinstance(first, EngineMove)
    assert isinstance(second, EngineGameEnd)
    assert second.detail == "the move took 51 ms of CPU time instead of 0 ms"
    assert left_after([1150, 0], conditions) == [1000, 0]


def test_the_smaller_of_both_limits_counts() -> None:
    short_turn = GameConditions(100, 10_000, slack_ms=0, clock=CPU)
    assert isinstance(play(MeasuredSeat(101), short_turn)[0], EngineGameEnd)
    short_match = GameConditions(10_000, 100, slack_ms=0, clock=CPU)
    assert isinstance(play(MeasuredSeat(101), short_match)[0], EngineGameEnd)
    assert isinstance(play(MeasuredSeat(100), short_match)[0], EngineMove)


def test_without_a_limit_of_time_no_move_is_late() -> None:
    conditions = GameConditions(0, nodes=100, slack_ms=0, clock=CPU)
    assert isinstance(play(MeasuredSeat(10**9), conditions)[0], EngineMove)


def test_a_detail_is_one_printable_line() -> None:
    assert describe_error(ValueError("one\ntwo\t\u2603")) == "ValueError: 'one\\ntwo\\t\\u2603'"
    assert describe_error(ValueError()) == "ValueError"
    error = EngineBrokeProtocol("x", "said\tnonsense\n", ("one", "two\n"))
    assert describe_error(error) == "said nonsense; it last said 'two\\n'"
