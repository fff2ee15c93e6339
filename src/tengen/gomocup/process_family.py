"""The processes that a program has started: their memory and CPU time, and which are left.

They are read from `/proc`, so this works on Linux only.
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator
from typing import NamedTuple

CAN_LIST_PROCESSES = os.path.exists("/proc/self/stat")
"""Whether this system has `/proc`."""
HAS_CHILD_LISTS = os.path.exists(f"/proc/self/task/{os.getpid()}/children")
"""Whether the children of a process can be read without a look at all processes."""
CPU_CLOCK = 2
"""With the inverted number of a process, the number of the clock that counts its CPU time."""

KILL_SECONDS = 5.0
"""How long to wait for killed processes: one that waits for a device ends later."""
KILL_PAUSE = 0.002


class ProcessEntry(NamedTuple):
    """A process that is not a zombie; `started` tells it from a later one with the same number."""

    pid: int
    parent: int
    session: int
    started: int
    pages: int
    """How much of its memory is resident."""


def family_of(pid: int) -> list[ProcessEntry]:
    """Return a process, all processes of its session, and all that descend from them."""
    entries = list(_all_processes())
    family = {entry.pid: entry for entry in entries if pid in (entry.pid, entry.session)}
    grows = True
    while grows:
        found = {
            entry.pid: entry
            for entry in entries
            if entry.parent in family and entry.pid not in family
        }
        family.update(found)
        grows = bool(found)
    return list(family.values())


def resident_bytes(family: list[ProcessEntry]) -> int:
    """Return the resident memory of all these processes; shared memory counts several times."""
    return sum(entry.pages for entry in family) * os.sysconf("SC_PAGE_SIZE")


def cpu_ms_of(pid: int) -> float:
    """Return the milliseconds that processors have worked for a process, user and system.

    All threads count, and so do all processes that descend from it; those that have ended count in
    whole ticks of the system, usually 10 ms, once their parent has waited for them.
    """
    return sum(map(_cpu_ms, _line_of(pid)))


def resident_bytes_of(pid: int) -> int:
    """Return the resident memory of a process and of all that descend from it."""
    return sum(map(_resident_pages, _line_of(pid))) * os.sysconf("SC_PAGE_SIZE")


def _line_of(pid: int) -> list[int]:
    """Return the number of a process and of all that descend from it."""
    if not HAS_CHILD_LISTS:
        return [entry.pid for entry in family_of(pid)]
    found = [pid]
    for each in found:  # which grows
        found += _children_of(each)
    return found


def _children_of(pid: int) -> list[int]:
    children: list[int] = []
    with contextlib.suppress(OSError):  # it has ended
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                children += map(int, file.read().split())
    return children


def _cpu_ms(pid: int) -> float:
    try:
        own = time.clock_gettime_ns(~pid << 3 | CPU_CLOCK)
        with open(f"/proc/{pid}/stat", "rb") as file:
            fields = file.read().rpartition(b")")[2].split()
    except OSError:
        return 0
    waited_for = int(fields[13]) + int(fields[14])
    return own / 1e6 + waited_for * 1000 / os.sysconf("SC_CLK_TCK")


def _resident_pages(pid: int) -> int:
    try:
        with open(f"/proc/{pid}/statm", "rb") as file:
            return int(file.read().split()[1])
    except OSError:
        return 0


def survivors_of(family: list[ProcessEntry]) -> list[ProcessEntry]:
    """Return those of these processes that still run."""
    now = [_read_process(entry.pid) for entry in family]
    return [
        entry
        for entry, found in zip(family, now, strict=True)
        if found is not None and found.started == entry.started
    ]


def kill_all(family: list[ProcessEntry]) -> None:
    """Kill those of these processes that still run, and wait until the system has ended them."""
    for entry in survivors_of(family):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(entry.pid, signal.SIGKILL)
    end = time.monotonic() + KILL_SECONDS
    while survivors_of(family) and time.monotonic() < end:
        time.sleep(KILL_PAUSE)


def _all_processes() -> Iterator[ProcessEntry]:
    for name in os.listdir("/proc"):
        entry = _read_process(int(name)) if name.isdigit() else None
        if entry is not None:
            yield entry


def _read_process(pid: int) -> ProcessEntry | None:
    """Return a process, or None if it has ended."""
    try:
        with open(f"/proc/{pid}/stat", "rb") as file:
            text = file.read()
    except OSError:
        return None
    fields = text.rpartition(b")")[2].split()  # the name before may contain anything
    if fields[0] in (b"Z", b"X"):
        return None
    return ProcessEntry(pid, int(fields[1]), int(fields[3]), int(fields[19]), int(fields[21]))
