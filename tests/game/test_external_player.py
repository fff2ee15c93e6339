"""External engines as players: good ones, and faulty ones."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from kit.brains import at, mover, scripted
from kit.machines import begin, do, step

from tengen.engine.cancel_token import CancelToken
from tengen.errors import (
    EngineError,
    EngineMovedIllegally,
    EngineTerminated,
    EngineTimedOut,
    RuleError,
)
from tengen.game.clock import TimeControl
from tengen.game.commands import PlayMove
from tengen.game.computer_player import make_player
from tengen.game.external_player import REPLY_LAG_MS, ExternalPlayer
from tengen.game.machine_player import MachinePlayer
from tengen.game.opening_rules import RENJU_OPENINGS, OpeningRule
from tengen.game.session import Session
from tengen.game.setup import Computer, ExternalEngine
from tengen.game.tasks import Seat
from tengen.rules.point import Point
from tengen.rules.rules import RENJU, Rules, WinRule

FIVE = Rules(15, 15, 5)
LONG = 60
"""Timeout in seconds, reached only if a test fails."""
SWAPPER = """
for line in iter(sys.stdin.readline, ""):
    word = line.split()[0]
    if word == "START":
        say("OK")
    elif word == "SWAP2BOARD":
        count = 0
    elif word == "DONE":
        say({answers}[count])
    elif "," in word:
        count += 1
    elif word == "END":
        break
"""
"""A brain that knows only swap2, and answers by the number of stones."""

made: list[ExternalPlayer] = []


@pytest.fixture(autouse=True)
def close_players() -> Iterator[None]:
    yield
    while made:
        made.pop().close()


def brain(command: list[str], turn: int = 10_000) -> ExternalPlayer:
    player = ExternalPlayer(ExternalEngine(tuple(command), "It", turn))
    made.append(player)
    return player


def on_moves(reaction: str) -> list[str]:
    """Return a brain that runs `reaction` when it should move."""
    return mover(f"if word in ('BEGIN', 'TURN', 'BOARD'): {reaction}")


def swapper(**answers: str) -> ExternalPlayer:
    by_count = {int(name[1:]): answer for name, answer in answers.items()}
    return brain(scripted(SWAPPER.format(answers=by_count)))


def act_in_thread(
    player: MachinePlayer, session: Session, cancel: CancelToken | None = None
) -> tuple[threading.Thread, list[EngineError]]:
    """Let a player act in a thread; return the thread and the list of errors raised there."""
    raised: list[EngineError] = []

    def act() -> None:
        with pytest.raises(EngineError) as caught:
            player.act(session.state, 0, cancel)
        raised.append(caught.value)

    thread = threading.Thread(target=act, daemon=True)
    thread.start()
    return thread, raised


def test_an_engine_plays_a_game_to_its_end() -> None:
    session = begin(FIVE)
    players = {Seat.ONE: brain(mover()), Seat.TWO: make_player(Computer(1), 1)}
    while session.state.task is not None:
        step(session, players)
    assert session.state.result is not None
    assert players[Seat.ONE].name == "It"


@pytest.mark.parametrize("opening", OpeningRule)
def test_an_engine_gets_through_every_opening(opening: OpeningRule) -> None:
    rules = RENJU if opening in RENJU_OPENINGS else FIVE
    session = begin(rules, opening, clock=TimeControl(move=100))
    ignorant = mover("word == 'SWAP2BOARD' and say('UNKNOWN')")
    players: dict[Seat, MachinePlayer] = {seat: brain(ignorant) for seat in Seat}
    while session.state.opening.task is not None:
        step(session, players)
    step(session, players)
    assert session.state.result is None


# Time


def time_lines(path: Path, clock: TimeControl) -> list[str]:
    """Return the lines about time that an engine is sent half a second after the start."""
    log = f"open({str(path)!r}, 'a').write(line)"
    session = begin(FIVE, clock=clock)
    brain(mover(log), 1234).act(session.state, 500)
    lines = path.read_text().splitlines()
    return [line.removeprefix("INFO ") for line in lines if "time" in line]


@pytest.mark.parametrize(
    "clock, match, turn, left",
    [
        (TimeControl(), 0, 1234, 2147483647),
        (TimeControl(move=5_000), 0, 5_000 - REPLY_LAG_MS, 2147483647),
        (TimeControl(game=9_000), 9_000 - REPLY_LAG_MS, 9_000 - REPLY_LAG_MS, 8_500 - REPLY_LAG_MS),
        (TimeControl(800, 600), 540, 720, 90),
    ],
)
def test_an_engine_is_sent_the_time_on_the_clocks(
    tmp_path: Path, clock: TimeControl, match: int, turn: int, left: int
) -> None:
    assert time_lines(tmp_path / "log", clock) == [
        f"timeout_match {match}",
        f"timeout_turn {turn}",
        f"time_left {left}",
    ]


def test_a_new_time_control_restarts_the_engine_s_game(tmp_path: Path) -> None:
    log = f"open({str(tmp_path / 'log')!r}, 'a').write(line)"
    player = brain(mover(log))
    three = [Point(7, 7), Point(7, 8), Point(7, 9)]
    for clock in (TimeControl(move=5_000), TimeControl(move=5_000), TimeControl(move=7_000)):
        player.act(do(begin(FIVE, clock=clock), *three).state, 0)
    lines = (tmp_path / "log").read_text().splitlines()
    assert [line for line in lines if "START" in line] == ["START 15", "RESTART"]
    assert "INFO timeout_turn 6900" in lines


# Swap2


def test_an_engine_opens_and_chooses_in_swap2() -> None:
    session = begin(FIVE, OpeningRule.SWAP2)
    one = swapper(_0="7,7 8,8 6,5", _5="SWAP")
    two = swapper(_3="3,3 4,4")
    commands = [step(session, {Seat.ONE: one, Seat.TWO: two}) for _ in range(7)]
    assert session.state.board.moves == (at(7, 7), at(8, 8), at(6, 5), at(3, 3), at(4, 4))
    assert len(commands) == 7
    assert session.state.opening.black is Seat.ONE


def test_an_engine_that_stays_white_plays_the_move_it_announced() -> None:
    session = do(begin(FIVE, OpeningRule.SWAP2), at(7, 7), at(8, 8), at(6, 5))
    two = swapper(_3="9,9")
    step(session, {Seat.TWO: two})
    assert session.state.opening.black is Seat.ONE
    assert step(session, {Seat.TWO: two}) == PlayMove(Seat.TWO, at(9, 9))


def test_tengen_decides_for_an_engine_without_swap2() -> None:
    session = begin(FIVE, OpeningRule.SWAP2)
    player = brain(mover("word == 'SWAP2BOARD' and say('UNKNOWN')"))
    assert isinstance(step(session, {Seat.ONE: player}), PlayMove)


def test_an_engine_with_swap2_is_not_asked_in_other_openings() -> None:
    session = begin(FIVE, OpeningRule.SWAP)
    player = brain(mover("word == 'SWAP2BOARD' and 1 / 0"))
    for _ in range(4):
        step(session, {Seat.ONE: player, Seat.TWO: player})
    assert session.state.opening.black is not None


def test_an_engine_that_crashes_in_swap2_is_not_asked_again() -> None:
    session = begin(FIVE, OpeningRule.SWAP2)
    player = brain(mover("word == 'SWAP2BOARD' and 1 / 0"))
    with pytest.raises(EngineTerminated, match="ended with status 1"):
        player.act(session.state, 0)
    assert isinstance(step(session, {Seat.ONE: player}), PlayMove)


@pytest.mark.parametrize("reply", ["7,7 8,8", "7,7 7,7 8,8", "7,7 8,8 15,0", "SWAP"])
def test_impossible_swap2_stones_are_an_error(reply: str) -> None:
    session = begin(FIVE, OpeningRule.SWAP2)
    with pytest.raises(EngineError, match=r"illegal move|stones instead of 3"):
        swapper(_0=reply).act(session.state, 0)


# Errors


def test_an_engine_that_dies_in_a_game_is_restarted(tmp_path: Path) -> None:
    grave = tmp_path / "grave"
    die = f"import os; os.path.exists({str(grave)!r}) or (open({str(grave)!r}, 'w'), sys.exit(3))"
    player = brain(mover(f"if word == 'TURN': {die}"))
    session = do(begin(FIVE), Point(7, 7))
    with pytest.raises(EngineTerminated, match="engine 'It' ended with status 3"):
        player.act(session.state, 0)
    assert player.act(session.state, 0) == PlayMove(Seat.TWO, at(0, 0))


def test_every_illegal_move_is_an_error() -> None:
    player = brain(on_moves("say('7,7'); continue"))
    session = do(begin(FIVE), Point(7, 7))
    for _ in range(2):
        with pytest.raises(EngineMovedIllegally, match="7,7 is taken"):
            player.act(session.state, 0)


def test_a_silent_engine_times_out() -> None:
    player = brain(on_moves("time.sleep(600)"), turn=1)
    with pytest.raises(EngineTimedOut, match="did not answer"):
        player.act(begin(FIVE).state, 0)


def test_a_missing_engine_is_an_error() -> None:
    with pytest.raises(EngineTerminated, match="could not be started"):
        brain(["./no-such-engine"]).act(begin(FIVE).state, 0)
    with pytest.raises(EngineError, match="has no command"):
        brain([])


def test_rules_that_the_protocol_does_not_know_are_an_error() -> None:
    with pytest.raises(RuleError, match="no number"):
        brain(mover()).act(begin(Rules(15, 15, 5, WinRule.CARO)).state, 0)


# Closing and cancelling


def test_closing_stops_a_thinking_engine(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "begun")
    begun = f"open({str(tmp_path / 'begun')!r}, 'w').write('x')"
    player = brain(on_moves(f"{begun}; time.sleep(600)"), turn=600_000)
    thread, raised = act_in_thread(player, begin(FIVE))
    (tmp_path / "begun").read_text()
    player.close()
    thread.join(LONG)
    assert str(raised[0]) == "engine 'It' was stopped"


def test_an_engine_can_play_after_it_was_cancelled(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "begun")
    begun = f"open({str(tmp_path / 'begun')!r}, 'w').write('x')"
    player = brain(mover(f"if word == 'TURN': {begun}; time.sleep(600)"), turn=600_000)
    session = do(begin(FIVE), Point(7, 7))
    cancel = CancelToken()
    thread, _ = act_in_thread(player, session, cancel)
    (tmp_path / "begun").read_text()
    cancel.cancel()
    thread.join(LONG)
    do(session, Point(8, 8), Point(9, 9))
    assert session.handle(player.act(session.state, 0), 0)


def test_closing_leaves_no_process_behind(tmp_path: Path) -> None:
    note = f"import os; open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))"
    player = brain(on_moves(note))
    player.act(begin(FIVE).state, 0)
    pid = int((tmp_path / "pid").read_text())
    player.close()
    player.close()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_a_cancelled_choice_is_asked_for_again(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "begun")
    once = tmp_path / "once"
    wait = f"open({str(tmp_path / 'begun')!r}, 'w').write('x'); time.sleep(600)"
    program = SWAPPER.format(answers={0: "7,7 8,8 6,5"}).replace(
        "        count = 0",
        f"        count = 0\n        import os\n"
        f"        if not os.path.exists({str(once)!r}): open({str(once)!r}, 'w'); {wait}",
    )
    session = begin(FIVE, OpeningRule.SWAP2)
    player = brain(scripted(program), turn=600_000)
    cancel = CancelToken()
    thread, _ = act_in_thread(player, session, cancel)
    (tmp_path / "begun").read_text()
    cancel.cancel()
    thread.join(LONG)
    assert player.act(session.state, 0) == PlayMove(Seat.ONE, at(7, 7))
