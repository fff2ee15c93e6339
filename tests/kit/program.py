"""The program as its user runs it: typed bytes in, shown bytes and an exit status out."""

import os
import pty
import subprocess
import sys
import threading
import tty
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

PATIENCE = 60.0  # seconds after which a program that hangs is ended and its test is red
DEFAULT_INTERRUPT = "signal.signal(signal.SIGINT, signal.SIG_DFL)"

_BECOME = """\
import ctypes, os, resource, signal, sys
{before}
os.execv(sys.executable, [sys.executable, "-IB", "-m", "tengen", *sys.argv[1:]])
"""
# -B: where files may not grow, Python would leave half of a compiled module for all who come after.

# A small process of its own, because a child's peak counts from its parent's size at the start.
_WEIGH = """\
import resource, subprocess, sys
child = subprocess.Popen(sys.argv[4:], stdin=subprocess.PIPE)
block = sys.argv[1].encode() * 1_000_000
for _ in range(int(sys.argv[2])):
    child.stdin.write(block)
child.stdin.write(sys.argv[3].encode())
child.stdin.close()
status = child.wait()
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
print(peak if sys.platform == "darwin" else peak * 1024, file=sys.stderr)
sys.exit(status)
"""


@dataclass(frozen=True, slots=True)
class Ran:
    """The output and the exit status of a run."""

    status: int
    out: bytes
    err: bytes

    @property
    def complained_once(self) -> bool:
        """Whether standard error has exactly one line, which is not a traceback."""
        one_line = self.err.count(b"\n") == 1 and self.err.endswith(b"\n") and len(self.err) > 1
        return one_line and b"Traceback" not in self.err


def command(args: Sequence[str], before: str = "") -> list[str]:
    """Return the command line of the program; `before` is Python code that runs before it."""
    if not before:
        return [sys.executable, "-I", "-m", "tengen", *args]
    return [sys.executable, "-I", "-c", _BECOME.format(before=before), *args]


def play(
    args: Sequence[str],
    typed: bytes,
    cwd: Path,
    *,
    before: str = "",
    env: Mapping[str, str] | None = None,
) -> Ran:
    """Type all of `typed`, end the input, and wait for the program to end."""
    ran = subprocess.run(
        command(args, before),
        input=typed,
        capture_output=True,
        cwd=cwd,
        check=False,
        timeout=PATIENCE,
        env=None if env is None else {**os.environ, **env},
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


@contextmanager
def started(
    args: Sequence[str],
    cwd: Path,
    *,
    before: str = "",
    stdin: int = subprocess.PIPE,
    stdout: int = subprocess.PIPE,
) -> Iterator[subprocess.Popen[bytes]]:
    """Start the program with its input open; kill it if it takes too long."""
    with subprocess.Popen(
        command(args, before),
        stdin=stdin,
        stdout=stdout,
        stderr=subprocess.PIPE,
        cwd=cwd,
        bufsize=0,
    ) as child:
        guard = threading.Timer(PATIENCE, child.kill)
        guard.start()
        try:
            yield child
        finally:
            guard.cancel()
            guard.join()


def finish(child: subprocess.Popen[bytes], shown: bytes = b"") -> Ran:
    """Wait for a program to end by itself, with its input open."""
    out = shown + (child.stdout.read() if child.stdout else b"")
    err = child.stderr.read() if child.stderr else b""
    return Ran(child.wait(), out, err)


def interrupt(args: Sequence[str], typed: bytes, cwd: Path, *, after: int, signal: int) -> Ran:
    """Send a signal once `after` bytes have been shown, with the input still open."""
    with started(args, cwd, before=DEFAULT_INTERRUPT) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(typed)
        shown = b""
        while len(shown) < after and (more := child.stdout.read(after - len(shown))):
            shown += more
        child.send_signal(signal)
        return finish(child, shown)


def play_on_a_terminal(args: Sequence[str], typed: bytes, cwd: Path, *, before: str = "") -> Ran:
    """Play at a terminal that passes bytes on unchanged, until the program ends by itself."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    try:
        with started(args, cwd, before=before, stdin=theirs, stdout=theirs) as child:
            os.close(theirs)
            os.write(ours, typed)
            shown = _all_of(ours)
            return finish(child, shown)
    finally:
        os.close(ours)


def weigh(args: Sequence[str], filler: str, millions: int, tail: str, cwd: Path) -> tuple[Ran, int]:
    """Type `filler` `millions` million times, then `tail`; return the run and its peak memory."""
    ran = subprocess.run(
        [sys.executable, "-I", "-c", _WEIGH, filler, str(millions), tail, *command(args)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        cwd=cwd,
        check=False,
        timeout=PATIENCE,
    )
    *err, peak = ran.stderr.splitlines(keepends=True)
    return Ran(ran.returncode, ran.stdout, b"".join(err)), int(peak)


def _all_of(terminal: int) -> bytes:
    shown = b""
    with suppress(OSError):  # a closed terminal raises an error
        while more := os.read(terminal, 65536):
            shown += more
    return shown
