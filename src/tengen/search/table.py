"""The hash table of the search."""

from __future__ import annotations

import mmap

BYTES_AN_ENTRY = 16
SMALLEST = 1 << 10


class HashTable:
    """As many entries as fit into so many megabytes, and a power of two.

    The system gives each page of it when it is first used, so a new table takes no time.
    """

    def __init__(self, megabytes: float) -> None:
        entries = SMALLEST
        while 2 * entries * BYTES_AN_ENTRY <= megabytes * (1 << 20):
            entries *= 2
        self.keys = _zeros(entries)
        self.entries = _zeros(entries)


def _zeros(count: int) -> memoryview[int]:
    """So many numbers of 64 bits. Raises MemoryError if the system does not have that much."""
    try:
        pages = _map(8 * count)
    except OSError as error:
        raise MemoryError(f"no room for {8 * count} bytes") from error
    return memoryview(pages).cast("Q")


def _map(size: int) -> mmap.mmap:
    if hasattr(mmap, "MAP_PRIVATE"):
        return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    return mmap.mmap(-1, size)
