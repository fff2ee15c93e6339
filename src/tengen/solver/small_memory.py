"""What the search for a proof remembers, as bytes that can be kept while it goes on.

A search that is begun again with them finds in moments what it knew. They are hints: whatever is
wrong in them can make a proof take longer, or fail, but not make a wrong one.
"""

from __future__ import annotations

from tengen.core.board import Board
from tengen.errors import ParseError
from tengen.search.table import HashTable

MEGABYTES = 64
TITLE = "tengen search 1"


class Memory:
    """Two hash tables, one for each player who could be to move with the same stones."""

    def __init__(self, megabytes: float = MEGABYTES) -> None:
        self.tables = [HashTable(megabytes / 2), HashTable(megabytes / 2)]

    def pack(self, board: Board) -> bytes:
        """All of it, and which position it is about; the search may go on meanwhile."""
        head = f"{TITLE}\n{board}\n{len(self.tables[0].keys)}\n".encode()
        parts = [part.tobytes() for table in self.tables for part in (table.keys, table.entries)]
        return head + b"".join(parts)

    def unpack(self, data: bytes, board: Board) -> None:
        """Remember what was packed. Raises ParseError if it is about something else, or damaged."""
        head = f"{TITLE}\n{board}\n".encode()
        if not data.startswith(head):
            raise ParseError(
                "memory of a search", data[:60].decode("ascii", "replace"), f"of {board}"
            )
        size, _, rest = data[len(head) :].partition(b"\n")
        if size != str(len(self.tables[0].keys)).encode() or len(rest) != 32 * int(size):
            raise ParseError("memory of a search", size[:20].decode("ascii", "replace"), "its size")
        for at, part in enumerate(
            [part for table in self.tables for part in (table.keys, table.entries)]
        ):
            length = len(part) * part.itemsize
            memoryview(part).cast("B")[:] = rest[at * length : (at + 1) * length]
