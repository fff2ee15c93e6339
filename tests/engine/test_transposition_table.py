"""The hash table: its size, and which results it keeps."""

from __future__ import annotations

import mmap
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.cli.bench import POSITIONS, make_board
from tengen.engine.alpha_beta import AlphaBetaSearch
from tengen.engine.constants import WIN
from tengen.engine.engine import ENTRY_BYTES, MIN_ENTRIES, HashTable
from tengen.engine.pattern_tables import make_position
from tengen.engine.shipped_weights import shipped_weights

MEGABYTE = 1 << 20
DEPTH = 12
STATM = Path("/proc/self/statm")


def pages() -> int:
    """Return the number of memory pages in use by this process."""
    return int(STATM.read_text().split()[1])


@modest
@given(st.floats(0, 4))
def test_a_table_fits_into_its_megabytes_or_is_the_smallest(megabytes: float) -> None:
    table = HashTable(megabytes)
    count = len(table.keys)
    assert len(table.entries) == count
    assert count * ENTRY_BYTES <= megabytes * MEGABYTE or count == MIN_ENTRIES
    assert 2 * count * ENTRY_BYTES > megabytes * MEGABYTE


@modest
@given(st.floats(0, 4))
def test_the_number_of_entries_is_a_power_of_two(megabytes: float) -> None:
    count = len(HashTable(megabytes).keys)
    assert count.bit_count() == 1


def test_a_new_table_is_empty() -> None:
    table = HashTable(0)
    assert not any(table.keys)
    assert not any(table.entries)


@pytest.mark.skipif(not STATM.exists(), reason="only Linux tells how many pages a process has")
def test_a_new_table_takes_no_memory_until_it_is_used() -> None:
    before = pages()
    table = HashTable(64)
    made = pages()
    for at in range(len(table.keys)):
        table.keys[at] = 1
    assert (made - before) * mmap.PAGESIZE < 8 * MEGABYTE
    assert (pages() - made) * mmap.PAGESIZE > 24 * MEGABYTE


def test_a_table_that_is_too_large_for_the_system_raises_a_memory_error() -> None:
    with pytest.raises(MemoryError, match="cannot allocate"):
        HashTable(1 << 40)


def test_an_entry_takes_the_stated_bytes() -> None:
    table = HashTable(1)
    assert table.keys.itemsize + table.entries.itemsize == ENTRY_BYTES


def search(moves: str, depth: int, table: HashTable) -> None:
    """Search a position to a depth with a table, as the next search that uses it."""
    table.age += 1
    board = make_board(moves)
    searcher = AlphaBetaSearch(make_position(board), table, shipped_weights(board.rules.win))
    for deep in range(1, depth + 1):
        searcher.run(deep, -WIN, WIN)


def ages(table: HashTable) -> Counter[int]:
    """Count the entries by the search that stored them."""
    return Counter(entry >> 52 for entry in table.entries if entry)


def test_entries_of_older_searches_are_replaced_first() -> None:
    table = HashTable(0)
    search(POSITIONS[0], DEPTH, table)
    assert ages(table) == {1: len(table.entries)}
    search(POSITIONS[1], DEPTH, table)
    assert ages(table)[2] > len(table.entries) // 2


def test_deep_results_outlive_shallow_ones_of_the_same_search() -> None:
    table = HashTable(0)
    search(POSITIONS[0], DEPTH, table)
    depths = Counter(entry >> 12 & 255 for entry in table.entries)
    assert max(depths) >= DEPTH - 1
    assert sum(depth * count for depth, count in depths.items()) > 3 * len(table.entries)


def test_a_position_is_stored_once() -> None:
    table = HashTable(0)
    search(POSITIONS[2], DEPTH, table)
    keys = [key ^ entry for key, entry in zip(table.keys, table.entries, strict=True)]
    stored = Counter(key for key, entry in zip(keys, table.entries, strict=True) if entry)
    assert set(stored.values()) == {1}
