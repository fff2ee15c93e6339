"""How large the hash table is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.search.table import BYTES_AN_ENTRY, SMALLEST, HashTable

MEGABYTE = 1 << 20


@modest
@given(st.floats(0, 4))
def test_a_table_fits_into_its_megabytes_or_is_the_smallest(megabytes: float) -> None:
    table = HashTable(megabytes)
    count = len(table.keys)
    assert len(table.entries) == count
    assert count * BYTES_AN_ENTRY <= megabytes * MEGABYTE or count == SMALLEST
    assert 2 * count * BYTES_AN_ENTRY > megabytes * MEGABYTE


@modest
@given(st.floats(0, 4))
def test_a_table_has_a_power_of_two_of_entries(megabytes: float) -> None:
    count = len(HashTable(megabytes).keys)
    assert count.bit_count() == 1


def test_a_new_table_knows_nothing() -> None:
    table = HashTable(0)
    assert not any(table.keys)
    assert not any(table.entries)


def test_an_entry_takes_as_many_bytes_as_it_says() -> None:
    table = HashTable(1)
    assert table.keys.itemsize + table.entries.itemsize == BYTES_AN_ENTRY
