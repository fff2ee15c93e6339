"""Tasks for executors: worker processes import them from here."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import tengen
from tengen.arena.executor import close_at_end

KIT = str(Path(__file__).resolve().parent.parent)
SOURCE = str(Path(tengen.__file__).resolve().parent.parent)
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join((SOURCE, KIT))}
"""The environment of programs that import this package."""
SLEEPER = (sys.executable, "-c", "import time; time.sleep(600)")
PATIENCE_SECONDS = 60.0


def square(number: int) -> int:
    """Return the square of a number."""
    return number * number


def die(_task: object) -> None:
    """Kill this process."""
    os.kill(os.getpid(), signal.SIGKILL)


def die_if_negative(number: int) -> int:
    """Kill this process, or return the number."""
    if number < 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def record_and_die(path: str) -> None:
    """Add the number of this process to a file, and kill the process."""
    with open(path, "a", encoding="ascii") as file:
        file.write(f"{os.getpid()}\n")
    os.kill(os.getpid(), signal.SIGKILL)


def die_at_first(path: str) -> str:
    """Kill this process unless there is a file, which is created; else return its path."""
    try:
        Path(path).touch(exist_ok=False)
    except FileExistsError:
        return path
    os.kill(os.getpid(), signal.SIGKILL)
    return ""


def record_and_wait(path: str) -> int:
    """Add the number of this process to a file; return it when a file with the suffix exists."""
    with open(path, "a", encoding="ascii") as file:
        file.write(f"{os.getpid()}\n")
    wait_for(lambda: os.path.exists(f"{path}.go"))
    return os.getpid()


def wait_for_file(path: str) -> None:
    """Wait until there is a file."""
    wait_for(lambda: os.path.exists(path))


def start_sleeper(directory: str) -> int:
    """Start a process that sleeps, in its own session, and return its number."""
    return subprocess.Popen((*SLEEPER, directory), start_new_session=True).pid


def start_sleeper_and_sleep(directory: str) -> None:
    """Start a process that sleeps, and never return."""
    start_sleeper(directory)
    time.sleep(600)


class Unreadable:
    """Something that pickle can write but not read."""

    def __reduce__(self) -> tuple[type, tuple[str]]:
        return int, ("no number",)


class UnreadableError(Exception):
    """An exception that pickle can write but not read, even with the help of Dask."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.part = Unreadable()


def raise_unreadable() -> NoReturn:
    """Raise such an exception."""
    raise UnreadableError("one two")


def keep(path: str) -> int:
    """Create a file when this process closes what it keeps; return the number of the process."""
    close_at_end(Path(path).touch)
    return os.getpid()


def wait_for(is_done: Callable[[], object]) -> None:
    """Wait until a function returns something true."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not is_done():
        assert time.monotonic() < end, "nothing happened"
        time.sleep(0.02)


def processes_with(text: str) -> list[int]:
    """Return the processes that have a text in their command."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                command = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            found += [int(entry.name)] * (text.encode() in command)
    return found
