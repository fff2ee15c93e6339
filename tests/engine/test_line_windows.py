from __future__ import annotations

from tengen.engine.line_windows import exchanged_rows, pattern_of_rows, row_count, window_rows
from tengen.engine.pattern_tables import pattern_tables
from tengen.rules import Rules, WinRule

STONE_BEFORE, STONE_AFTER = 1 << 6, 1 << 8
OTHERS_STONE_AFTER = 2 << 8


def test_there_are_as_many_rows_as_windows_that_differ_up_to_reflection() -> None:
    side = 81 + 27 + 9 + 3 + 1  # three contents for each cell before the edge
    assert row_count() == side * (side + 1) // 2


def test_a_window_and_its_reflection_have_the_same_row() -> None:
    rows = window_rows()
    assert rows[STONE_BEFORE] == rows[STONE_AFTER] != rows[0]


def test_the_second_player_sees_the_stones_exchanged() -> None:
    rows, exchanged = window_rows(), exchanged_rows()
    assert exchanged[rows[STONE_AFTER]] == rows[OTHERS_STONE_AFTER] != rows[STONE_AFTER]


def test_possible_windows_with_different_stones_have_different_rows() -> None:
    assert set(window_rows()) == set(exchanged_rows()) == set(range(row_count()))


def test_the_patterns_of_a_row_are_those_of_its_windows() -> None:
    rules = Rules(15, 15, 5)
    patterns, lookup = pattern_of_rows(rules), pattern_tables(rules).lookup
    for window in (0, STONE_BEFORE, STONE_AFTER, STONE_BEFORE | STONE_AFTER, 0b11 << 14):
        assert patterns[window_rows()[window]] == lookup[window]


def test_cells_beyond_a_window_are_empty_where_patterns_depend_on_more() -> None:
    rules = Rules(15, 15, 5, WinRule.STANDARD)
    patterns, lookup = pattern_of_rows(rules), pattern_tables(rules).lookup
    assert patterns[window_rows()[STONE_AFTER]] == lookup[STONE_AFTER << 2]
