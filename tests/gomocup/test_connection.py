from __future__ import annotations

import gc
import os
import subprocess
import sys
import time

import pytest
from kit.brains import scripted

from tengen.errors import EngineTerminated, EngineTimedOut
from tengen.gomocup.connection import Deadline, LineProcess, LineSource

PID = "import os; say(str(os.getpid()))\n"
SLEEP = "time.sleep(60)\n"


def start(program: str) -> LineProcess:
    return LineProcess("test", scripted(program))


def is_alive(pid: int) -> bool:
    """Return whether a process exists, even as a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def soon() -> Deadline:
    return Deadline(10_000)


def test_lines_are_sent_and_received() -> None:
    child = start("for line in sys.stdin: say('heard ' + line.strip())")
    child.send(b"one\r\ntwo\r\n", soon())
    assert [child.read_line(soon()), child.read_line(soon())] == ["heard one", "heard two"]
    child.kill()


def test_a_silent_process_times_out() -> None:
    child = start(SLEEP)
    with pytest.raises(EngineTimedOut, match="did not answer within 50 ms"):
        child.read_line(Deadline(50))
    child.kill()


def test_the_error_of_an_ended_process_has_its_status_and_last_lines() -> None:
    child = start("say('OK'); sys.stderr.write('out of luck\\n'); sys.exit(3)")
    assert child.read_line(soon()) == "OK"
    with pytest.raises(EngineTerminated, match="ended with status 3") as caught:
        child.read_line(soon())
    assert set(caught.value.lines) == {"OK", "out of luck"}
    child.kill()


def test_an_unfinished_line_is_read_when_the_process_ends() -> None:
    child = start("sys.stdout.write('7,7')")
    assert child.read_line(soon()) == "7,7"
    child.kill()


def test_a_process_that_does_not_read_times_out() -> None:
    child = start(SLEEP)
    with pytest.raises(EngineTimedOut):
        child.send(b"x" * 10**6, Deadline(100))
    child.kill()


def test_nothing_can_be_sent_to_a_process_that_has_ended() -> None:
    child = start("")
    with pytest.raises(EngineTerminated):
        child.read_line(soon())
    with pytest.raises(EngineTerminated, match="status 0"):
        child.send(b"END\r\n", soon())
    child.kill()


def test_a_process_that_writes_much_on_both_outputs_does_not_block() -> None:
    child = start("sys.stderr.write('x' * 10**6); sys.stdout.write('y' * 10**6); say('', 'OK')")
    assert child.read_line(soon()) == "y" * 1001
    assert child.read_line(soon()) == "OK"
    child.kill()


@pytest.mark.parametrize("argv", [["no/such/engine"], ["no-such-engine"], ["/"], ["a\0b"]])
def test_a_program_that_cannot_be_started_is_reported(argv: list[str]) -> None:
    with pytest.raises(EngineTerminated, match="could not be started"):
        LineProcess("test", argv)


def test_a_missing_program_is_named_without_the_number_of_the_error() -> None:
    with pytest.raises(EngineTerminated, match=r"started: No such file or directory: 'no-such'$"):
        LineProcess("test", ["no-such"])


def test_closing_ends_a_process_that_reads_its_input_at_once() -> None:
    child = start(PID + "sys.stdin.readline()")
    pid = int(child.read_line(soon()))
    started = time.monotonic()
    child.close(b"END\r\n", Deadline(30_000))
    assert time.monotonic() - started < 20
    assert not is_alive(pid)


def test_closing_ends_a_process_that_waits_for_the_end_of_its_input() -> None:
    child = start(PID + "sys.stdin.read()")
    pid = int(child.read_line(soon()))
    started = time.monotonic()
    child.close(b"END\r\n", Deadline(30_000))
    assert time.monotonic() - started < 20
    assert not is_alive(pid)


def test_closing_kills_a_process_that_does_not_react() -> None:
    child = start(PID + SLEEP)
    pid = int(child.read_line(soon()))
    child.close(b"END\r\n", Deadline(50))
    assert not is_alive(pid)
    child.kill()


def test_child_processes_are_killed_with_the_process() -> None:
    nested = "import subprocess\np = subprocess.Popen(['sleep', '60'])\nsay(str(p.pid))\n" + SLEEP
    child = start(nested)
    pid = int(child.read_line(soon()))
    assert is_alive(pid)
    child.kill()
    deadline = soon()
    while is_alive(pid) and not _is_zombie(pid):
        assert deadline.seconds_left


def _is_zombie(pid: int) -> bool:
    shown = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return shown.stdout.strip()[:1] in ("Z", "")


def test_a_process_is_killed_by_garbage_collection() -> None:
    child = start(PID + SLEEP)
    pid = int(child.read_line(soon()))
    del child
    gc.collect()
    assert not is_alive(pid)


def test_no_process_survives_the_end_of_the_program() -> None:
    program = f"""
from tengen.gomocup.connection import Deadline, LineProcess, LineSource
child = LineProcess("test", {scripted(PID + SLEEP)!r})
print(child.read_line(Deadline(10_000)))
"""
    output = subprocess.check_output([sys.executable, "-c", program], text=True)
    assert not is_alive(int(output))


def test_the_process_does_not_receive_the_interrupt_of_the_terminal() -> None:
    child = start(PID + "sys.stdin.readline(); say('OK')")
    pid = int(child.read_line(soon()))
    assert os.getpgid(pid) == pid != os.getpgid(0)
    child.send(b"go\n", soon())
    assert child.read_line(soon()) == "OK"
    child.kill()


def test_a_listener_gets_all_lines_with_their_way() -> None:
    heard: list[tuple[LineSource, str]] = []
    program = "sys.stderr.write('oh'); sys.stdout.write('heard ' + input())"
    child = LineProcess("test", scripted(program), listener=lambda *line: heard.append(line))
    child.send(b"hello\n", soon())
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    assert child.wait_for_exit(Deadline(0))
    assert heard[0] == (LineSource.INPUT, "hello")
    assert set(heard[1:]) == {(LineSource.OUTPUT, "heard hello"), (LineSource.ERRORS, "oh")}
    child.kill()


def test_the_end_of_the_input_can_end_a_process() -> None:
    child = start("sys.stdin.read()")
    assert not child.wait_for_exit(Deadline(1))
    child.end_input()
    assert child.wait_for_exit(soon())
    child.kill()


def test_closing_returns_whether_the_process_ended_by_itself() -> None:
    assert start("input()").close(b"END\r\n", soon())
    assert not start(SLEEP).close(b"END\r\n", Deadline(50))
