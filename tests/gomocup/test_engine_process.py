from __future__ import annotations

import copy
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from subprocess import PIPE

import pytest
from kit.brains import at, deaf, mover, scripted

from tengen.arena.game import EnginePlayer
from tengen.errors import (
    EngineBrokeProtocol,
    EngineError,
    EngineMovedIllegally,
    EngineRefused,
    EngineRefusedGame,
    EngineTerminated,
    EngineTimedOut,
    EngineUsedTooMuchMemory,
    RuleError,
    TengenError,
)
from tengen.gomocup import engine_process
from tengen.gomocup.connection import Deadline, LineSource
from tengen.gomocup.engine_process import EngineProcess
from tengen.gomocup.evaluations import EngineEvaluation
from tengen.gomocup.replies import BrainReply, DebugReply, MessageReply, OtherReply
from tengen.gomocup.settings import GomocupLimits
from tengen.rules.board import Board
from tengen.rules.rules import Player, Rules, WinRule

GOMOKU = Rules(15, 15, 5)
QUICK = GomocupLimits(timeout_turn=100, tolerance=100, timeout_start=10_000)
PATIENT = GomocupLimits(timeout_turn=10_000)
LOG = "open('log', 'a').write(line)"


def board_of(*moves: tuple[int, int]) -> Board:
    board = Board(GOMOKU)
    for x, y in moves:
        board.play(at(x, y))
    return board


def after_start(reaction: str) -> list[str]:
    """Return a brain that starts a game and then runs this code when it should move."""
    return mover(f"if word in ('BEGIN', 'TURN', 'BOARD'): {reaction}")


def sent(folder: Path) -> list[str]:
    """Return all lines that a brain has logged, except for settings."""
    lines = (folder / "log").read_text().splitlines()
    return [line for line in lines if not line.startswith("INFO")]


def test_an_engine_plays_a_game_to_its_end() -> None:
    board = Board(GOMOKU)
    with EngineProcess(mover(), limits=PATIENT) as first, EngineProcess(mover()) as second:
        seats: list[EnginePlayer] = [first, second]
        while not board.outcome.is_over:
            board.play(seats[len(board.moves) % 2].choose(board))
    assert board.outcome.winner is Player.FIRST
    assert len(board.moves) == 61


@pytest.mark.parametrize("words", [1, 2, 3, 4])
def test_an_engine_that_misses_words_after_its_move_can_play(words: int) -> None:
    board = Board(GOMOKU)
    with EngineProcess(deaf(words), limits=PATIENT) as engine:
        for reply in (at(7, 7), at(8, 8), at(9, 9)):
            board.play(engine.choose(board))
            board.play(reply)


@pytest.mark.parametrize("words", [1, 2, 3])
def test_a_new_game_starts_although_words_are_missed(words: int) -> None:
    limits = GomocupLimits(timeout_start=60_000)
    with EngineProcess(deaf(words), limits=limits) as engine:
        engine.choose(Board(GOMOKU))
        child = engine._child  # noqa: SLF001 - whether it is the same is not seen from outside
        engine.new_game(GOMOKU)
        assert engine.choose(board_of((7, 7))) == at(0, 0)
        assert engine._child is child  # noqa: SLF001 - likewise


@pytest.mark.parametrize("said", ["ERROR Unknown command: TIME_LEFT", "UNKNOWN max_memory"])
def test_an_unknown_setting_is_not_a_refusal(said: str) -> None:
    heard: list[BrainReply] = []
    brain = after_start(f"say({said!r})")
    with EngineProcess(brain, listener=heard.append) as engine:
        assert engine.choose(Board(GOMOKU)) == at(0, 0)
    assert len(heard) == 1


def test_a_question_is_sent_at_most_twice() -> None:
    with EngineProcess(mover("if word == 'TURN': say('ERROR 7,7 again'); continue")) as engine:
        board = Board(GOMOKU)
        board.play(engine.choose(board))
        board.play(at(7, 7))
        with pytest.raises(EngineRefused, match="7,7 again"):
            engine.choose(board)


@pytest.mark.parametrize("said", ["ERROR rule 4 is not supported", "UNKNOWN rule"])
def test_an_engine_that_refuses_the_rule_refuses_the_game(said: str) -> None:
    brain = mover(f"if 'rule 4' in line: say({said!r})")
    with EngineProcess(brain, limits=PATIENT) as engine:
        engine.new_game(Rules(15, 15, 5, WinRule.RENJU))
        with pytest.raises(EngineRefusedGame, match="rule"):
            engine.choose(Board(Rules(15, 15, 5, WinRule.RENJU)))


def test_an_error_after_a_move_by_the_rules_is_not_a_refused_game() -> None:
    brain = mover("if word == 'TURN': say('ERROR tired'); continue")
    with EngineProcess(brain, limits=PATIENT) as engine:
        board = Board(GOMOKU)
        board.play(engine.choose(board))
        board.play(at(7, 7))
        with pytest.raises(EngineRefused) as caught:
            engine.choose(board)
    assert not isinstance(caught.value, EngineRefusedGame)


def test_a_continued_game_is_sent_as_turn_and_other_positions_as_board(tmp_path: Path) -> None:
    with EngineProcess(mover(LOG), cwd=str(tmp_path)) as engine:
        engine.new_game(GOMOKU)
        board = Board(GOMOKU)
        for reply in (at(7, 7), at(8, 8)):
            board.play(engine.choose(board))
            board.play(reply)
        engine.choose(board)
        board.undo()
        board.play(at(9, 9))
        engine.choose(board)
    turns = ["START 15", "BEGIN", "TURN 7,7", "TURN 8,8"]
    position = ["BOARD", "0,0,1", "7,7,2", "1,0,1", "9,9,2", "DONE"]
    assert sent(tmp_path) == [*turns, *position, "END"]


def test_a_new_game_with_the_same_rules_sends_restart(tmp_path: Path) -> None:
    with EngineProcess(mover(LOG), cwd=str(tmp_path)) as engine:
        for _ in range(2):
            engine.new_game(GOMOKU)
            assert engine.choose(board_of((7, 7))) == at(0, 0)
        engine.new_game(Rules(15, 15, 5, WinRule.RENJU))
    assert sent(tmp_path) == [*("START 15", "TURN 7,7", "RESTART", "TURN 7,7", "START 15", "END")]


def test_an_engine_without_restart_gets_a_new_process(tmp_path: Path) -> None:
    stubborn = f"{LOG}; word = 'X' if word == 'RESTART' else word; word == 'X' and say('UNKNOWN')"
    with EngineProcess(mover(stubborn), cwd=str(tmp_path)) as engine:
        engine.new_game(GOMOKU)
        engine.new_game(GOMOKU)
        assert engine.choose(Board(GOMOKU)) == at(0, 0)
    assert sent(tmp_path) == ["START 15", "RESTART", "START 15", "BEGIN", "END"]


def test_limits_rule_and_time_are_sent(tmp_path: Path) -> None:
    limits = GomocupLimits(5000, 60000, 1 << 20, infos=(("max_node", "1000"),))
    with EngineProcess(mover(LOG), cwd=str(tmp_path), limits=limits) as engine:
        engine.choose(Board(Rules(15, 15, 5, WinRule.CARO_EXACT)))
        engine.choose(Board(Rules(15, 15, 5, WinRule.CARO_EXACT)), time_left=-7)
    lines = (tmp_path / "log").read_text().splitlines()
    infos = ["max_memory 1048576", "timeout_match 60000", "timeout_turn 5000", "max_node 1000"]
    assert lines[1:7] == [f"INFO {info}" for info in [*infos, "rule 9", "time_left 60000"]]
    assert "INFO time_left -7" in lines


def test_time_is_counted_over_a_match(tmp_path: Path) -> None:
    slow = mover(f"{LOG}; time.sleep(0.05 if word == 'BOARD' else 0)")
    limits = GomocupLimits(timeout_match=60000)
    board = board_of((7, 7), (8, 8))
    with EngineProcess(slow, cwd=str(tmp_path), limits=limits) as engine:
        engine.choose(board)
        engine.choose(board)
    lines = (tmp_path / "log").read_text().splitlines()
    first, second = (int(line.split()[2]) for line in lines if "time_left" in line)
    assert first == 60000
    assert second <= 59950


def test_an_engine_answers_about() -> None:
    with EngineProcess(mover(), name="M") as engine:
        assert engine.about() == {"name": "Mover", "version": "1"}
        assert engine.name == "M"
    for said, fields in (("Old brain 1.0", {"description": "Old brain 1.0"}), ("UNKNOWN x", {})):
        with EngineProcess(scripted(f"say({said!r}); sys.stdin.read()")) as engine:
            assert engine.about() == fields


@pytest.mark.parametrize("path, name", [("a/pbrain-rapfi.exe", "rapfi"), ("engine64", "engine64")])
def test_an_engine_is_named_after_its_file(path: str, name: str) -> None:
    assert EngineProcess([path]).name == name


def test_messages_and_unexpected_lines_go_to_the_listener() -> None:
    heard: list[BrainReply] = []
    talker = after_start("say('MESSAGE hello', 'debug 7,7', 'INFO DEPTH 3')")
    with EngineProcess(talker, listener=heard.append) as engine:
        assert engine.choose(Board(GOMOKU)) == at(0, 0)
    assert heard == [MessageReply("hello"), DebugReply("7,7"), OtherReply("INFO DEPTH 3")]


def test_the_evaluation_of_a_move_is_the_last_one_since_its_question(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "said")
    late = f"open({str(tmp_path / 'said')!r}, 'w').close()"
    talk = (
        "if word == 'BEGIN': say('MESSAGE ev 1', 'INFO EVAL 2', 'MESSAGE best 0,0')\n"
        f"    if word == 'INFO' and 'time_left 5' in line: say('MESSAGE ev 3'); {late}"
    )
    with EngineProcess(mover(talk), limits=PATIENT) as engine:
        assert engine.evaluation() is None
        engine.choose(Board(GOMOKU), time_left=9000)
        assert engine.evaluation() == EngineEvaluation(2)
        child = engine._child  # noqa: SLF001 - the brain must speak when it is not asked
        assert child is not None
        child.send(b"INFO time_left 5\r\n", Deadline(60_000))
        (tmp_path / "said").read_bytes()
        engine.choose(board_of((0, 0), (7, 7)), time_left=9000)
        assert engine.evaluation() is None


def test_memory_is_looked_at_after_every_move_even_if_none_is_awaited_for_long() -> None:
    limits = GomocupLimits(timeout_turn=30_000, max_memory=64 << 20, is_memory_checked=True)
    with EngineProcess(after_start("x = b'x' * (80 << 20)"), limits=limits) as engine:
        engine.new_game(GOMOKU)
        child = engine._child  # noqa: SLF001 - the watch would notice it, too
        assert child is not None
        child.watch = None
        with pytest.raises(EngineUsedTooMuchMemory, match="MB of memory instead of 64 MB"):
            engine.choose(Board(GOMOKU))


def test_a_little_too_much_memory_is_not_rounded_to_what_is_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine_process, "resident_bytes_of", lambda _pid: (64 << 20) + 1)
    limits = GomocupLimits(max_memory=64 << 20, is_memory_checked=True)
    with (
        EngineProcess(after_start("pass"), limits=limits) as engine,
        pytest.raises(EngineUsedTooMuchMemory, match="used 65 MB of memory instead of 64 MB"),
    ):
        engine.new_game(GOMOKU)


def test_all_lines_of_a_process_can_be_heard_for_a_while() -> None:
    heard: list[tuple[LineSource, str]] = []
    with EngineProcess(mover(), limits=PATIENT) as engine:
        engine.listen(lambda *line: heard.append(line))
        engine.new_game(GOMOKU)
        engine.listen(None)
        engine.choose(Board(GOMOKU))
    assert heard[:2] == [(LineSource.INPUT, "START 15"), (LineSource.OUTPUT, "OK")]
    assert (LineSource.OUTPUT, "0,0") not in heard


def test_a_suggested_move_is_confirmed_and_played() -> None:
    shy = mover(
        "say('SUGGEST 3,4') if word == 'BEGIN' else say(rest) if word == 'PLAY' else None\n"
        "    word = '' if word in ('BEGIN', 'PLAY') else word"
    )
    with EngineProcess(shy) as engine:
        assert engine.choose(Board(GOMOKU)) == at(3, 4)


def test_an_engine_chooses_in_a_swap2_opening() -> None:
    chooser = mover(
        "opening = word != 'BOARD' and globals().get('opening', 1)\n"
        "    if word == 'DONE' and opening:\n"
        "        say('SWAP' if stones else '7,7 8,8 6,5')\n"
        "        continue"
    )
    with EngineProcess(chooser) as engine:
        assert engine.choose_swap(GOMOKU, []) == (at(7, 7), at(8, 8), at(6, 5))
        assert engine.choose_swap(GOMOKU, [at(3, 3), at(4, 4), at(1, 2)]) == ()
        assert engine.choose(Board(GOMOKU)) == at(0, 0)


@pytest.mark.parametrize(
    "stones, said, error",
    [
        (0, "7,7 8,8", "placed 2 stones instead of 3"),
        (3, "9,9 9,8 9,7", "placed 3 stones instead of 0 or 1 or 2"),
        (3, "7,7", "illegal move: 7,7 is taken"),
        (5, "15,0", "illegal move: 15,0 is not on the board"),
    ],
)
def test_wrong_stones_in_an_opening_break_the_protocol(stones: int, said: str, error: str) -> None:
    brain = mover(f"word == 'DONE' and (say('{said}'), time.sleep(60))")
    points = [at(7, 7), at(8, 8), at(6, 5), at(3, 3), at(3, 4)][:stones]
    with EngineProcess(brain) as engine, pytest.raises(EngineBrokeProtocol, match=error):
        engine.choose_swap(GOMOKU, points)


def test_the_time_left_is_sent_in_a_swap2_opening(tmp_path: Path) -> None:
    brain = mover(f"{LOG}\n    if word == 'DONE': say('SWAP'); continue")
    with EngineProcess(brain, cwd=str(tmp_path)) as engine:
        engine.choose_swap(GOMOKU, [at(7, 7), at(8, 8), at(6, 5)], time_left=77)
    assert "INFO time_left 77" in (tmp_path / "log").read_text()


# When things go wrong


def test_a_silent_engine_times_out() -> None:
    engine = EngineProcess(after_start("say('MESSAGE hm'); time.sleep(60)"), limits=QUICK)
    with engine, pytest.raises(EngineTimedOut, match="did not answer within 200 ms") as caught:
        engine.choose(Board(GOMOKU))
    assert caught.value.lines == ("OK", "MESSAGE hm")
    assert caught.value.engine == engine.name


def test_an_engine_that_does_not_answer_start_times_out() -> None:
    engine = EngineProcess(scripted("time.sleep(60)"), limits=GomocupLimits(timeout_start=100))
    with pytest.raises(EngineTimedOut):
        engine.new_game(GOMOKU)
    engine.close()


def test_an_engine_that_sends_endless_messages_times_out() -> None:
    chatter = after_start("\n        while True: say('MESSAGE ' + 'x' * 500)")
    with EngineProcess(chatter, limits=QUICK) as engine, pytest.raises(EngineTimedOut):
        engine.choose(Board(GOMOKU))


def test_a_crash_is_reported_with_the_last_lines() -> None:
    with EngineProcess(after_start("1 / 0")) as engine, pytest.raises(EngineTerminated) as caught:
        engine.choose(Board(GOMOKU))
    assert "ended with status 1" in str(caught.value)
    assert caught.value.lines[-1].startswith("ZeroDivisionError")


@pytest.mark.parametrize(
    "said",
    ["15,0", "-1,-1", "7,7", "1,1 2,2", "SUGGEST 7,7', '7,7", "\\n'.join('rubbish' * 20) + '"],
)
def test_an_invalid_answer_breaks_the_protocol(said: str) -> None:
    brain = after_start(f"say('{said}'); time.sleep(60)")
    with EngineProcess(brain, limits=PATIENT) as engine, pytest.raises(EngineBrokeProtocol):
        engine.choose(board_of((7, 7)))


@pytest.mark.parametrize("said", ["15,0", "-1,-1", "7,7"])
def test_an_illegal_move_has_its_own_error(said: str) -> None:
    brain = after_start(f"say('{said}'); time.sleep(60)")
    with EngineProcess(brain) as engine, pytest.raises(EngineMovedIllegally, match="illegal move"):
        engine.choose(board_of((7, 7)))


def test_unexpected_lines_until_the_timeout_break_the_protocol() -> None:
    brain = after_start("say('well, let me see'); time.sleep(60)")
    with EngineProcess(brain, limits=QUICK) as engine, pytest.raises(EngineBrokeProtocol) as caught:
        engine.choose(Board(GOMOKU))
    assert caught.value.lines[-1] == "well, let me see"


def test_a_move_out_of_turn_breaks_the_protocol() -> None:
    with EngineProcess(after_start(r"say('3,3\n4,4'); continue")) as engine:
        engine.choose(Board(GOMOKU))
        with pytest.raises(EngineBrokeProtocol, match="out of turn"):
            engine.choose(board_of((3, 3), (7, 7)))


@pytest.mark.parametrize("said", ["ERROR", "UNKNOWN"])
def test_an_engine_may_refuse_a_game_or_a_move(said: str) -> None:
    brain = scripted(f"say({said!r}); time.sleep(60)")
    with EngineProcess(brain) as engine, pytest.raises(EngineRefused, match=said):
        engine.new_game(Rules(20, 15, 5))
    with EngineProcess(after_start(f"say({said!r})")) as engine, pytest.raises(EngineRefused):
        engine.choose(Board(GOMOKU))


def test_the_next_game_after_an_error_has_a_new_process() -> None:
    with EngineProcess(after_start("1 / 0"), limits=PATIENT) as engine:
        for _ in range(2):
            with pytest.raises(EngineTerminated):
                engine.choose(Board(GOMOKU))


def test_an_interrupt_while_an_engine_thinks_leaves_no_process_behind() -> None:
    brain = after_start("import os; say('MESSAGE %d' % os.getpid()); time.sleep(60)")
    program = f"""
from tengen import Board, Rules
from tengen.gomocup import EngineProcess
engine = EngineProcess({brain!r}, listener=lambda message: print(message.text, flush=True))
try:
    engine.choose(Board(Rules(15, 15, 5)))
except KeyboardInterrupt:
    print("interrupted", engine._child)
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=PIPE, text=True) as ours:
        assert ours.stdout is not None
        pid = int(ours.stdout.readline())
        ours.send_signal(signal.SIGINT)
        assert ours.stdout.read() == "interrupted None\n"
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_an_engine_can_be_stopped_while_it_thinks(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "begun")
    begun = f"open({str(tmp_path / 'begun')!r}, 'w').write('x')"
    engine = EngineProcess(after_start(f"{begun}; time.sleep(60)"), name="it")
    raised: list[pytest.ExceptionInfo[EngineTerminated]] = []

    def ask() -> None:
        with pytest.raises(EngineTerminated) as caught:
            engine.choose(Board(GOMOKU))
        raised.append(caught)

    thread = threading.Thread(target=ask)
    thread.start()
    (tmp_path / "begun").read_text()
    engine.stop()
    thread.join()
    assert str(raised[0].value) == "engine 'it' was stopped"


def test_a_stopped_engine_is_not_restarted() -> None:
    with EngineProcess(mover()) as engine:
        engine.new_game(GOMOKU)
        engine.stop()
        for _ in range(2):
            with pytest.raises(EngineTerminated, match="was stopped"):
                engine.choose(Board(GOMOKU))


def test_an_engine_that_does_not_exit_is_killed_after_a_second() -> None:
    engine = EngineProcess(mover("time.sleep(60 if word == 'END' else 0)"))
    engine.new_game(GOMOKU)
    started = time.monotonic()
    engine.close()
    assert 0.9 < time.monotonic() - started < 30
    engine.close()


def test_a_position_that_cannot_be_sent_starts_no_process() -> None:
    engine = EngineProcess(["no-such-engine"])
    with pytest.raises(RuleError, match="no number"):
        engine.new_game(Rules(15, 15, 5, WinRule.CARO))
    with pytest.raises(RuleError, match="over"):
        engine.choose(board_of(*[(x // 2, x % 2) for x in range(9)]))
    with pytest.raises(RuleError, match="do not alternate"):
        engine.choose(Board(GOMOKU, {at(0, 0): Player.SECOND}, Player.SECOND))
    with pytest.raises(EngineError):
        engine.new_game(GOMOKU)


KINDS = [
    EngineError,
    EngineTerminated,
    EngineTimedOut,
    EngineRefused,
    EngineRefusedGame,
    EngineBrokeProtocol,
    EngineMovedIllegally,
]


@pytest.mark.parametrize("kind", KINDS)
def test_an_engine_error_names_the_engine_and_its_last_lines(kind: type[EngineError]) -> None:
    error = kind("rapfi", "ended with status 1", ("OK", "a\nb"))
    assert str(error) == r"engine 'rapfi' ended with status 1; it last said 'OK', 'a\nb'"
    assert (error.engine, error.what, error.lines) == (
        "rapfi",
        "ended with status 1",
        ("OK", "a\nb"),
    )
    assert isinstance(error, TengenError)
    assert isinstance(error, RuntimeError)


@pytest.mark.parametrize("kind", KINDS)
def test_an_engine_error_survives_pickling(kind: type[EngineError]) -> None:
    error = kind("rapfi", "is late")
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is kind
        assert vars(twin) == vars(error)
        assert str(twin) == str(error) == "engine 'rapfi' is late"
