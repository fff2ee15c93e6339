"""The state of a search for a proof: limits, cost, progress, and its memory.

The memory can be saved as bytes while the search runs. A search that starts with them quickly finds
again what it knew. They are only hints: wrong ones can make a proof take longer or fail, but not
make a wrong proof.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from tengen.engine import CancelToken, Limits
from tengen.engine.cancel_token import cancel_after
from tengen.engine.engine import HashTable
from tengen.errors import ParseError
from tengen.prove.proof_listener import Cells, Stones
from tengen.rules import Board


class SolverStopped(Exception):
    """A limit was reached, or the search was cancelled: the value is unknown."""


class SearchExhausted(Exception):
    """Everything was tried within the limits: the value is unknown."""


@dataclass(frozen=True, slots=True)
class SolverProgress:
    """The current stage, how much of it is done, and the positions searched so far.

    A total of 0 means that the amount of work is unknown.
    """

    stage: str
    done: int
    total: int
    nodes: int
    seconds: float


class Meter:
    """Counts positions and enforces limits. Other threads may call `progress`."""

    def __init__(self, limits: Limits | None = None, cancel: CancelToken | None = None) -> None:
        self._limits = limits or Limits()
        self._counted = 0
        self._counts: list[Callable[[], int]] = []
        self._start = time.monotonic()
        self._stage = ("", 0, 0)
        self.cancel = cancel or CancelToken()
        """Cancels every search that uses this meter."""

    @contextmanager
    def running(self) -> Iterator[None]:
        """Start the clock; when time is up, the search is cancelled."""
        self._start = time.monotonic()
        with cancel_after(self._limits.seconds, self.cancel) as self.cancel:
            yield

    def add_count(self, count: Callable[[], int]) -> None:
        """Add another counter of positions."""
        self._counts.append(count)

    @property
    def nodes(self) -> int:
        """The number of positions searched."""
        return self._counted + sum(count() for count in self._counts)

    @property
    def nodes_left(self) -> int | None:
        """The number of positions left, or None without a limit."""
        return None if self._limits.nodes is None else max(0, self._limits.nodes - self.nodes)

    @property
    def seconds(self) -> float:
        """The seconds since the start."""
        return time.monotonic() - self._start

    def count(self, nodes: int = 1) -> None:
        """Count searched positions. Raises SolverStopped."""
        self._counted += nodes
        self.check()

    def check(self) -> None:
        """Raise SolverStopped if a limit is reached or the search is cancelled."""
        if self.cancel.is_cancelled or self.nodes_left == 0:
            raise SolverStopped

    def enter(self, stage: str, done: int = 0, total: int = 0) -> None:
        """Set the current stage, and how much of it is done."""
        self._stage = (stage, done, total)

    def progress(self) -> SolverProgress:
        """Return the current progress."""
        return SolverProgress(*self._stage, self.nodes, self.seconds)


MEGABYTES = 64
MEMORY_TITLE = "tengen search 1"
MEMORY_KIND = "memory of a search"


class SolverMemory:
    """Transposition tables for searches to the end, and winning quiet moves by position."""

    def __init__(self, megabytes: float = MEGABYTES) -> None:
        self._megabytes = megabytes
        self._tables: list[HashTable] = []
        self.moves: dict[Stones, int] = {}

    @property
    def tables(self) -> list[HashTable]:
        """Two tables: one for each player who could be to move with the same stones."""
        if not self._tables:
            self._tables = [HashTable(self._megabytes / 2) for _ in range(2)]
        return self._tables

    def pack(self, board: Board) -> bytes:
        """Return the memory and its position as bytes; the search may keep running."""
        moves = "".join([_format_move(*item) for item in list(self.moves.items())])
        parts = self._arrays() if self._tables else []
        lines = f"{MEMORY_TITLE}\n{board}\n{len(moves)} {sum(map(len, parts))}\n{moves}"
        return lines.encode() + b"".join([part.tobytes() for part in parts])

    def unpack(self, data: bytes, board: Board) -> None:
        """Restore a packed memory. Raises ParseError if it is damaged or of another position."""
        head = f"{MEMORY_TITLE}\n{board}\n".encode()
        if not data.startswith(head):
            raise ParseError(
                MEMORY_KIND,
                data[:60].decode("ascii", "replace"),
                f"it belongs to another position, not to {board}",
            )
        try:
            sizes, _, rest = data[len(head) :].partition(b"\n")
            text, entries = map(int, sizes.split())
            self.moves = dict([_parse_move(line) for line in rest[:text].decode().splitlines()])
            self._fill(memoryview(rest)[text:], entries)
        except ValueError:
            raise ParseError(MEMORY_KIND, f"{len(data)} bytes", "it is damaged") from None

    def _arrays(self) -> list[memoryview[int]]:
        return [part for table in self.tables for part in (table.keys, table.entries)]

    def _fill(self, data: memoryview, entries: int) -> None:
        """Fill the tables, unless their size has changed. Raises ValueError."""
        if len(data) != 8 * entries:
            raise ValueError("the tables are incomplete")
        if entries != sum(map(len, self._arrays())):
            return
        for part in self._arrays():
            length = len(part) * part.itemsize
            part.cast("B")[:] = data[:length]
            data = data[length:]


def _format_move(stones: Stones, move: int) -> str:
    fields = [" ".join(map(str, sorted(cells))) for cells in (*stones, {move})]
    return ",".join(fields) + "\n"


def _parse_move(line: str) -> tuple[Stones, int]:
    attacker, defender, move = line.split(",")
    return (_cells(attacker), _cells(defender)), int(move)


def _cells(text: str) -> Cells:
    return frozenset(map(int, text.split()))
