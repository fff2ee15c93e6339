from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tengen.gomocup import process_family

pytestmark = pytest.mark.skipif(
    not process_family.CAN_LIST_PROCESSES, reason="processes are listed on Linux only"
)
GRANDCHILD = "import time; print('up', flush=True); time.sleep(60)"
CHILD = f"""
import subprocess, sys
subprocess.Popen([sys.executable, "-S", "-c", {GRANDCHILD!r}], start_new_session=True).wait()
"""


@pytest.fixture
def child() -> Iterator[subprocess.Popen[bytes]]:
    """A process with a child that has a session of its own."""
    argv = [sys.executable, "-S", "-c", CHILD]
    with subprocess.Popen(argv, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"up\n"
        yield process
        process.kill()


def test_a_family_has_the_descendants_with_their_memory(child: subprocess.Popen[bytes]) -> None:
    family = process_family.family_of(child.pid)
    assert len(family) == 2
    assert {entry.parent for entry in family} == {os.getpid(), child.pid}
    assert process_family.resident_bytes(family) > 1 << 20
    process_family.kill_all(family)


def test_survivors_are_those_that_still_run(child: subprocess.Popen[bytes]) -> None:
    family = process_family.family_of(child.pid)
    child.kill()
    child.wait()
    left = process_family.survivors_of(family)
    assert [entry.parent for entry in left] == [child.pid]
    process_family.kill_all(family)
    assert child.stdout is not None
    assert child.stdout.read() == b""


def test_a_later_process_with_the_same_number_is_no_survivor() -> None:
    (me,) = [entry for entry in process_family.family_of(os.getpid()) if entry.pid == os.getpid()]
    assert process_family.survivors_of([me]) == [me]
    assert process_family.survivors_of([me._replace(started=me.started + 1)]) == []


def test_the_cpu_time_of_a_family_counts_threads_children_and_those_that_have_ended() -> None:
    burn = "t = time.process_time()\nwhile time.process_time() < t + 0.2: pass\n"
    nested = f"import time\n{burn}print('up', flush=True)\ninput()"
    program = (
        f"import subprocess, sys, threading, time\n"
        f"ended = [sys.executable, '-S', '-c', {f'import time;exec({burn!r})'!r}]\n"
        f"subprocess.run(ended)\n"
        f"thread = threading.Thread(target=exec, args=({burn!r}, dict(time=time)))\n"
        f"thread.start(), thread.join()\n"
        f"subprocess.run([sys.executable, '-S', '-c', {nested!r}])\n"
    )
    argv = [sys.executable, "-S", "-c", program]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"up\n"
        assert process_family.cpu_ms_of(process.pid) >= 590
        process.kill()


@pytest.mark.parametrize("has_lists", [True, False])
def test_the_memory_of_a_family_counts_children(
    child: subprocess.Popen[bytes], monkeypatch: pytest.MonkeyPatch, *, has_lists: bool
) -> None:
    monkeypatch.setattr(process_family, "HAS_CHILD_LISTS", has_lists)
    family = process_family.family_of(child.pid)
    alone = next(entry for entry in family if entry.pid == child.pid)
    together = process_family.resident_bytes_of(child.pid)
    assert process_family.resident_bytes([alone]) + (1 << 20) < together
    process_family.kill_all(family)


def test_a_process_that_has_ended_used_nothing() -> None:
    with subprocess.Popen([sys.executable, "-S", "-c", ""]) as process:
        process.wait()
    assert process_family.cpu_ms_of(process.pid) == 0
    assert process_family.resident_bytes_of(process.pid) == 0
