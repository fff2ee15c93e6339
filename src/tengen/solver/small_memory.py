"""What the search for a proof remembers, as bytes that can be kept while it goes on.

A search that is begun again with them finds quickly what it knew. They are hints: whatever is
wrong in them can make a proof take longer, or fail, but not make a wrong one.
"""

from __future__ import annotations

from tengen.errors import ParseError
from tengen.rules.board import Board
from tengen.search.table import HashTable
from tengen.solver.listener import Cells, Stones

MEGABYTES = 64
TITLE = "tengen search 1"
WHAT = "memory of a search"


class Memory:
    """Hash tables, where a search goes to the end; winning quiet moves by position elsewhere."""

    def __init__(self, megabytes: float = MEGABYTES) -> None:
        self._megabytes = megabytes
        self._tables: list[HashTable] = []
        self.moves: dict[Stones, int] = {}

    @property
    def tables(self) -> list[HashTable]:
        """Two: one for each player who could be to move with the same stones."""
        if not self._tables:
            self._tables = [HashTable(self._megabytes / 2) for _ in range(2)]
        return self._tables

    def pack(self, board: Board) -> bytes:
        """All of it, and which position it is about; the search may go on meanwhile."""
        moves = "".join([_format_move(*item) for item in list(self.moves.items())])
        parts = self._arrays() if self._tables else []
        lines = f"{TITLE}\n{board}\n{len(moves)} {sum(map(len, parts))}\n{moves}"
        return lines.encode() + b"".join([part.tobytes() for part in parts])

    def unpack(self, data: bytes, board: Board) -> None:
        """Remember what was packed. Raises ParseError if it is about something else, or damaged."""
        head = f"{TITLE}\n{board}\n".encode()
        if not data.startswith(head):
            raise ParseError(WHAT, data[:60].decode("ascii", "replace"), f"not of {board}")
        try:
            sizes, _, rest = data[len(head) :].partition(b"\n")
            text, entries = map(int, sizes.split())
            self.moves = dict([_parse_move(line) for line in rest[:text].decode().splitlines()])
            self._fill(memoryview(rest)[text:], entries)
        except ValueError:
            raise ParseError(WHAT, f"{len(data)} bytes", "it is damaged") from None

    def _arrays(self) -> list[memoryview[int]]:
        return [part for table in self.tables for part in (table.keys, table.entries)]

    def _fill(self, data: memoryview, entries: int) -> None:
        """Fill the tables, unless they have another size now. Raises ValueError."""
        if len(data) != 8 * entries:
            raise ValueError("not all of it is there")
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
