"""Stores and other processes that use them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kit.program import PATIENCE
from tengen.game.events import Event, GameStarted, Offer, Offered
from tengen.game.setup import Setup
from tengen.game.tasks import Seat
from tengen.storage.store import Store

START = GameStarted(0, Setup())
FILE = "games.sqlite3"
PROLOGUE = """\
import sys
from kit.keeping import START, Store, note
from tengen.errors import StoreError
store = Store(sys.argv[1])
"""


def note(number: int) -> Event:
    """Return an event that can be identified by its time."""
    return Offered(number, Seat.ONE, Offer.DRAW)


def play(store: Store, events: Sequence[Event]) -> int:
    """Store a whole game; return its number."""
    start = events[0]
    assert isinstance(start, GameStarted)
    game = store.keep(start)
    store.append(game, 1, events[1:])
    return game


@contextmanager
def elsewhere(directory: Path, program: str) -> Iterator[subprocess.Popen[str]]:
    """Run a program with the store at `directory` in another process; kill it at the end."""
    tests = str(Path(__file__).parent.parent)
    with subprocess.Popen(
        [sys.executable, "-c", PROLOGUE + program, str(directory)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={"PYTHONPATH": tests},
    ) as child:
        try:
            yield child
        finally:
            child.kill()


def read_line(child: subprocess.Popen[str]) -> str:
    """Return the next line that a process prints."""
    assert child.stdout is not None
    return child.stdout.readline().strip()


def finish(child: subprocess.Popen[str]) -> str:
    """Let a process continue to its end; return what it printed."""
    out, _ = child.communicate(timeout=PATIENCE)
    assert child.returncode == 0
    return out
