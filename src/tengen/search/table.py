"""The hash table of the search."""

from __future__ import annotations

import array

BYTES_AN_ENTRY = 16
SMALLEST = 1 << 10


class HashTable:
    """As many entries as fit into so many megabytes, and a power of two."""

    def __init__(self, megabytes: float) -> None:
        entries = SMALLEST
        while 2 * entries * BYTES_AN_ENTRY <= megabytes * (1 << 20):
            entries *= 2
        self.keys = array.array("Q", [0]) * entries
        self.entries = array.array("Q", [0]) * entries
