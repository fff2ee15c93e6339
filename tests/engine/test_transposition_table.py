"""The size of the hash table."""

from __future__ import annotations

import mmap
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.engine.engine import ENTRY_BYTES, MIN_ENTRIES, HashTable

MEGABYTE = 1 << 20
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
