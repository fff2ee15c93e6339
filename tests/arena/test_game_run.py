from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from kit.brains import allocating, mover
from kit.seats import (
    AnsweringSeat,
    DeafSeat,
    FailingSeat,
    RandomSeat,
    ScriptedSeat,
    SlowSeat,
    VandalSeat,
)
from kit.strategies import SEEDS, crowded_rules, modest

from tengen.arena import game_run
from tengen.arena.game import ClockKind, EngineMove, GameConditions
from tengen.arena.game_run import (
    MAX_LOGGED,
    Adjudicator,
    DialogueLog,
    EngineGameEnd,
    GameSeat,
    check_measurable,
    describe_error,
    play_game,
)
from tengen.errors import (
    EngineBrokeProtocol,
    EngineError,
    EngineMovedIllegally,
    EngineRefusedGame,
    EngineTimedOut,
    UsageError,
)
from tengen.gomocup.connection import LineListener, LineSource, TimedLine
from tengen.gomocup.engine_process import EngineProcess
from tengen.gomocup.evaluations import EngineEvaluation
from tengen.gomocup.faults import EngineFault
from tengen.gomocup.settings import GomocupLimits
from tengen.rules.board import Board
from tengen.rules.notation import parse_moves
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import RENJU, TIC_TAC_TOE, Player, Rules, WinRule

WIN, LOSS = EngineEvaluation(mate=9), EngineEvaluation(-100)


def winners(adjudicator: Adjudicator, *seen: EngineEvaluation | None) -> list[Player | bool | None]:
    """Return the winner after each move, False if the game goes on."""
    found: list[Player | bool | None] = []
    for ply, evaluation in enumerate(seen):
        player = Player.SECOND if ply % 2 else Player.FIRST
        decided = adjudicator.see(player, evaluation, ply + 1)
        found.append(False if decided is None else decided.winner)
    return found


def test_nothing_is_adjudicated_without_limits() -> None:
    assert winners(Adjudicator(0, 0, 1), WIN, LOSS, WIN, LOSS) == [False] * 4


def test_a_long_game_is_a_draw() -> None:
    assert winners(Adjudicator(3, 0, 1), WIN, LOSS, WIN, LOSS) == [False, False, None, None]


def test_a_win_needs_both_engines_in_several_moves_each() -> None:
    assert winners(Adjudicator(0, 100, 2), WIN, LOSS, WIN, LOSS)[3] is Player.FIRST
    assert winners(Adjudicator(0, 100, 2), LOSS, WIN, LOSS, WIN)[3] is Player.SECOND
    assert winners(Adjudicator(0, 100, 2), WIN, LOSS, WIN) == [False] * 3


@pytest.mark.parametrize(
    "between", [None, EngineEvaluation(-99), EngineEvaluation(99), EngineEvaluation(mate=3)]
)
def test_engines_that_do_not_agree_start_the_count_anew(between: EngineEvaluation | None) -> None:
    found = winners(Adjudicator(0, 100, 2), WIN, LOSS, WIN, between, WIN, LOSS, WIN, LOSS)
    assert found == [False] * 7 + [Player.FIRST]


def test_engines_that_say_nothing_decide_nothing() -> None:
    assert winners(Adjudicator(0, 100, 1), *[None] * 5) == [False] * 5


def test_a_win_comes_before_a_draw_and_says_why() -> None:
    adjudicator = Adjudicator(2, 100, 1)
    assert adjudicator.see(Player.FIRST, WIN, 1) is None
    decided = adjudicator.see(Player.SECOND, LOSS, 2)
    assert decided is not None
    assert decided.winner is Player.FIRST
    assert decided.reason == "both engines saw 100 or more in 1 moves"


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


class Unprintable(Exception):
    def __str__(self) -> str:
        raise ValueError


def scripted(moves: str, rules: Rules = TIC_TAC_TOE) -> ScriptedSeat:
    return ScriptedSeat(parse_moves(moves, rules))


def test_a_line_wins_and_every_move_is_timed() -> None:
    record = play_game(scripted("a1b1c1"), scripted("a2b2"), TIC_TAC_TOE, ())
    assert (record.winner, record.cause, record.detail) == (Player.FIRST, Termination.LINE, "")
    assert [len(record.moves_of(player)) for player in Player] == [3, 2]
    assert all(move.milliseconds >= 0 for move in record.moves)


def test_the_engines_take_over_after_the_opening() -> None:
    opening = tuple(parse_moves("a1a2b1", TIC_TAC_TOE))
    record = play_game(scripted("b3"), scripted("b2c2"), TIC_TAC_TOE, opening)
    assert record.board.moves[:3] == opening
    assert (record.winner, record.cause) == (Player.SECOND, Termination.LINE)
    assert [len(record.moves_of(player)) for player in Player] == [1, 2]


def test_a_full_board_is_a_draw() -> None:
    record = play_game(scripted("b2c3a2b1c1"), scripted("a1b3c2a3"), TIC_TAC_TOE, ())
    assert (record.winner, record.cause) == (None, Termination.FULL_BOARD)
    assert len(record.board.moves) == 9


@modest
@given(crowded_rules(), SEEDS)
def test_random_play_always_ends_as_the_board_says(rules: Rules, seed: int) -> None:
    record = play_game(RandomSeat(seed), RandomSeat(seed + 1), rules, ())
    outcome = record.board.outcome
    assert outcome.ending is not None
    assert (record.winner, record.cause.value) == (outcome.winner, outcome.ending.value)


@pytest.mark.parametrize(
    "answer, detail",
    [
        (Point(0, 0), "0,0 is taken"),
        (Point(3, 0), "3,0 is not on the board"),
        (Point(-1, -1), "-1,-1 is not on the board"),
        (None, "a NoneType is not a point"),
        ("b2", "a str is not a point"),
        (Point(1.5, 1), "a Point is not a point"),  # type: ignore[arg-type]
    ],
)
def test_an_illegal_move_loses(answer: object, detail: str) -> None:
    record = play_game(ScriptedSeat(), AnsweringSeat(answer), TIC_TAC_TOE, ())
    assert (record.winner, record.cause) == (Player.FIRST, Termination.ILLEGAL_MOVE)
    assert record.detail == detail
    assert len(record.board.moves) == 1


def test_a_forbidden_point_loses() -> None:
    black, white = scripted("d8e8f8h8i8g8", RENJU), scripted("a1c1e1g1i1", RENJU)
    record = play_game(black, white, RENJU, ())
    assert (record.winner, record.cause) == (Player.SECOND, Termination.ILLEGAL_MOVE)
    assert "makes six or more in a row" in record.detail


@pytest.mark.parametrize(
    "error, detail",
    [
        (EngineError("x", "left\n\t"), "left"),
        (ZeroDivisionError(), "ZeroDivisionError"),
        (Unprintable(), "Unprintable"),
        (SystemExit(3), "SystemExit: '3'"),
        (MemoryError(), "MemoryError"),
    ],
)
def test_an_engine_that_raises_an_exception_loses(error: BaseException, detail: str) -> None:
    record = play_game(FailingSeat(error, after=1), ScriptedSeat(), TIC_TAC_TOE, ())
    assert (record.winner, record.cause) == (Player.SECOND, Termination.ENGINE_ERROR)
    assert record.fault is EngineFault.CRASH
    assert record.detail == detail
    assert len(record.board.moves) == 2


def test_ctrl_c_is_not_a_loss() -> None:
    with pytest.raises(KeyboardInterrupt):
        play_game(FailingSeat(KeyboardInterrupt()), ScriptedSeat(), TIC_TAC_TOE, ())


@pytest.mark.parametrize("player", Player)
def test_an_engine_that_fails_at_the_start_loses_without_a_move(player: Player) -> None:
    seats = {player: DeafSeat(), player.other: ScriptedSeat()}
    record = play_game(seats[Player.FIRST], seats[Player.SECOND], TIC_TAC_TOE, ())
    assert (record.winner, record.cause) == (player.other, Termination.ENGINE_ERROR)
    assert record.board.moves == ()


def test_an_engine_cannot_change_the_board_of_the_game() -> None:
    record = play_game(VandalSeat(), VandalSeat(), Rules(4, 4, 3, WinRule.STANDARD), ())
    plain = play_game(ScriptedSeat(), ScriptedSeat(), Rules(4, 4, 3, WinRule.STANDARD), ())
    assert record.board.moves == plain.board.moves
    assert record.cause is plain.cause


def test_a_late_answer_loses_even_if_it_would_win() -> None:
    moves = parse_moves("a1b1c1", TIC_TAC_TOE)
    late = play_game(
        SlowSeat(0.02, moves), scripted("a2b2"), TIC_TAC_TOE, (), GameConditions(1, slack_ms=1)
    )
    assert (late.winner, late.cause) == (Player.SECOND, Termination.TIME)
    assert late.detail.startswith("the move took ")
    taken = play_game(
        SlowSeat(0.02, moves), scripted("a2b2"), TIC_TAC_TOE, (), GameConditions(1, slack_ms=60000)
    )
    assert (taken.winner, taken.cause) == (Player.FIRST, Termination.LINE)


def test_an_engine_that_reports_a_timeout_loses_by_time() -> None:
    seat = FailingSeat(EngineTimedOut("x", "did not answer"))
    record = play_game(seat, ScriptedSeat(), TIC_TAC_TOE, ())
    assert (record.winner, record.cause) == (Player.SECOND, Termination.TIME)


def test_invalid_answers_until_the_time_is_up_are_an_engine_error() -> None:
    nonsense = EngineBrokeProtocol("x", "gave no answer that makes sense", ("tralala",))
    record = play_game(
        FailingSeat(nonsense), ScriptedSeat(), TIC_TAC_TOE, (), GameConditions(1, slack_ms=0)
    )
    assert (record.winner, record.cause) == (Player.SECOND, Termination.ENGINE_ERROR)
    assert "tralala" in record.detail


def test_an_engine_that_does_not_support_the_rules_loses_by_its_refusal() -> None:
    class Refusing(ScriptedSeat):
        def new_game(self, rules: Rules) -> None:
            raise EngineRefusedGame("x", f"answered ERROR '{rules}'")

    for seat in (Refusing(), FailingSeat(EngineRefusedGame("x", "answered ERROR 'rule 4'"))):
        record = play_game(ScriptedSeat(), seat, TIC_TAC_TOE, ())
        assert (record.winner, record.fault) == (Player.FIRST, EngineFault.REFUSAL)
        assert record.detail.startswith("answered ERROR ")


def test_an_engine_that_reports_an_illegal_move_loses_by_it() -> None:
    seat = FailingSeat(EngineMovedIllegally("x", "made an illegal move: 7,7 is taken"))
    record = play_game(seat, ScriptedSeat(), TIC_TAC_TOE, ())
    assert (record.winner, record.cause) == (Player.SECOND, Termination.ILLEGAL_MOVE)
    assert "7,7 is taken" in record.detail


# Engines in processes

GOMOKU = Rules(15, 15, 5)
PATIENT = GameConditions(30_000, memory_mb=64)
IMPATIENT = GomocupLimits(timeout_turn=100, tolerance=100)
MUCH = allocating(80)


def process(reaction: str, conditions: GameConditions = PATIENT) -> EngineProcess:
    """Return an engine that runs this code when it should move, and then moves."""
    brain = mover(f"if word in ('BEGIN', 'TURN', 'BOARD'): {reaction}")
    return EngineProcess(brain, limits=conditions.limits())


@pytest.mark.parametrize(
    "reaction, cause, fault",
    [
        ("sys.exit(3)", Termination.ENGINE_ERROR, EngineFault.CRASH),
        ("say(*['h8'] * 200)", Termination.ENGINE_ERROR, EngineFault.GARBAGE),
        ("say('7,7 8,8')", Termination.ENGINE_ERROR, EngineFault.GARBAGE),
        ("say('15,0')", Termination.ILLEGAL_MOVE, EngineFault.ILLEGAL_MOVE),
        ("say('ERROR no such rule')", Termination.ENGINE_ERROR, EngineFault.REFUSAL),
        (MUCH, Termination.ENGINE_ERROR, EngineFault.TOO_MUCH_MEMORY),
        (f"{MUCH}; time.sleep(60)", Termination.ENGINE_ERROR, EngineFault.TOO_MUCH_MEMORY),
    ],
)
def test_every_trouble_has_its_name_and_the_next_game_is_played(
    reaction: str, cause: Termination, fault: EngineFault
) -> None:
    with process(reaction) as bad, process("pass") as good:
        for _ in range(2):
            game = play_game(bad, good, GOMOKU, (), PATIENT)
            assert (game.winner, game.cause, game.fault) == (Player.SECOND, cause, fault)


def test_a_late_move_is_not_silence() -> None:
    with process("time.sleep(0.05)") as bad, process("pass") as good:
        late = play_game(bad, good, GOMOKU, (), GameConditions(1, slack_ms=1))
    assert (late.cause, late.fault) == (Termination.TIME, EngineFault.LATE_MOVE)
    with process("time.sleep(60)") as bad, process("pass") as good:
        bad.limits = IMPATIENT
        silent = play_game(bad, good, GOMOKU, (), PATIENT)
    assert (silent.cause, silent.fault) == (Termination.TIME, EngineFault.SILENCE)


def test_the_time_left_is_sent_before_every_move() -> None:
    conditions = GameConditions(0, 60_000, 1000, is_logged=True)
    with process("pass", conditions) as one, process("pass", conditions) as two:
        game = play_game(one, two, GOMOKU, (), conditions)
    sent = [line.text for line in game.dialogue if line.player is Player.FIRST]
    left = [int(text.split()[2]) for text in sent if text.startswith("INFO time_left")]
    assert len(left) == len(game.moves_of(Player.FIRST))
    assert left[0] == 60_000
    for before, after, move in zip(left, left[1:], game.moves_of(Player.FIRST), strict=False):
        assert abs(before - move.milliseconds + 1000 - after) <= 1


def test_the_cpu_time_of_a_move_leaves_out_its_sleep() -> None:
    conditions = GameConditions(1000, clock=ClockKind.CPU, draw_after=1)
    busy = "any(time.process_time() > 0.2 for _ in iter(int, 1))"
    for reaction, least, most in (("time.sleep(0.5)", 0, 400), (busy, 50, 60_000)):
        with process(reaction, conditions) as one, process("pass", conditions) as two:
            (move,) = play_game(one, two, GOMOKU, (), conditions).moves
        assert move.cpu_ms is not None
        assert least <= move.cpu_ms <= most


def test_the_evaluations_of_both_engines_adjudicate_a_win() -> None:
    conditions = GameConditions(30_000, win_score=500, win_moves=2)
    first = process("say('MESSAGE depth 3-4 ev 10', 'MESSAGE depth 5-9 ev 600')", conditions)
    second = process("say('MESSAGE Depth 5-9 | Eval -M7 | Time 1ms')", conditions)
    with first, second:
        game = play_game(first, second, GOMOKU, (), conditions)
    assert (game.winner, game.cause) == (Player.FIRST, Termination.ADJUDICATED)
    assert [str(move.evaluation) for move in game.moves] == ["600", "-M7"] * 2
    assert game.fault is None
    assert game.is_adjudicated


def test_a_draw_is_adjudicated_unless_the_last_move_wins() -> None:
    opening = tuple(parse_moves("a1a2b1b2", TIC_TAC_TOE))
    drawn = play_game(
        scripted("c3"), scripted(""), TIC_TAC_TOE, opening, GameConditions(draw_after=5)
    )
    assert (drawn.winner, drawn.cause) == (None, Termination.ADJUDICATED)
    assert drawn.detail == "no winner after 5 moves"
    won = play_game(
        scripted("c1"), scripted(""), TIC_TAC_TOE, opening, GameConditions(draw_after=5)
    )
    assert (won.winner, won.cause) == (Player.FIRST, Termination.LINE)


def test_the_whole_dialogue_is_kept_on_request() -> None:
    conditions = GameConditions(30_000, draw_after=2, is_logged=True)
    grumbling = process("sys.stderr.write('hm\\n')", conditions)
    with grumbling as one, process("pass", conditions) as two:
        game = play_game(one, two, GOMOKU, (), conditions)
        silent = play_game(one, two, GOMOKU, (), GameConditions(draw_after=2))
    said = {(line.player, line.source, line.text) for line in game.dialogue}
    assert {
        (Player.FIRST, LineSource.INPUT, "START 15"),
        (Player.FIRST, LineSource.ERRORS, "hm"),
        (Player.FIRST, LineSource.OUTPUT, "0,0"),
        (Player.SECOND, LineSource.INPUT, "TURN 0,0"),
    } <= said
    times = [line.milliseconds for line in game.dialogue]
    assert times == sorted(times)
    assert silent.dialogue == ()


def test_every_dialogue_says_how_a_running_process_was_started() -> None:
    conditions = GameConditions(30_000, draw_after=2, is_logged=True)
    with process("pass", conditions) as one, process("pass", conditions) as two:
        for number in range(3):
            game = play_game(one, two, GOMOKU, (), conditions)
            for player in Player:
                own = [line for line in game.dialogue if line.player is player]
                words = [line.text for line in own if line.source is not LineSource.ERRORS]
                assert words[:2] == ["START 15", "OK"]
                assert words.count("START 15") == 1
                assert words.count("INFO timeout_turn 30000") == 1 + bool(number)
                assert (own[0].milliseconds < 0) == bool(number)
            times = [line.milliseconds for line in game.dialogue]
            assert times == sorted(times)


def test_the_middle_of_a_very_long_dialogue_is_left_out() -> None:
    log = DialogueLog()
    for number in range(2 * MAX_LOGGED + 7):
        log.add(Player.FIRST, LineSource.OUTPUT, str(number))
    assert log.omitted == 7
    assert [line.text for line in log.lines[MAX_LOGGED - 1 :][:2]] == ["9999", "10007"]
    assert log.lines[-1].text == "20006"


def test_what_cannot_be_measured_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    cpu = GameConditions(clock=ClockKind.CPU)
    with pytest.raises(UsageError, match="'scripted' has no process of its own"):
        play_game(ScriptedSeat(), ScriptedSeat(), TIC_TAC_TOE, (), cpu)
    monkeypatch.setattr(game_run, "CAN_LIST_PROCESSES", False)
    with pytest.raises(UsageError, match="the CPU time of an engine is measured in /proc"):
        check_measurable([], cpu)
    with pytest.raises(UsageError, match="the memory of an engine is measured in /proc"):
        check_measurable([], GameConditions(memory_mb=1))
