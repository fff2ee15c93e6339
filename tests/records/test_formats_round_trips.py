"""Round trips through each format and each pair of formats, as far as they hold a record."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from kit.records import read_again, records, written

from tengen.records.format import Feature, Format
from tengen.records.formats import FORMATS
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record
from tengen.rules.coordinates import RowOne

ROW = RowOne.TOP
PAIRS = sorted(
    (one, two)
    for one, two in permutations(FORMATS, 2)
    if FORMATS[one].holds & FORMATS[two].holds & {Feature.MOVES, Feature.SETUP}
)
"""Pairs of formats that both hold moves or both hold set-ups."""


def again(record: Record, format_: Format) -> Record:
    """Write a record and read it again."""
    assume(not format_.objection(record))
    data = written(record, format_, Writing(ROW))
    reading = Reading(record.rules, ROW)
    (twin,) = read_again(data, format_, reading)
    assert [problem for problem in reading.problems.kept if "last line" not in problem.what] == []
    return twin


def holds_all(format_: Format, record: Record) -> bool:
    """Return whether nothing is lost but the size and the rules, which are given as options."""
    lost = format_.losses(record).keys() - {Feature.SIZE, Feature.RULES}
    return bool(record.root.children or record.root.stones) and not lost


@pytest.mark.parametrize("name", FORMATS)
@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_a_record_is_the_same_after_writing_and_reading(name: str, data: st.DataObject) -> None:
    format_ = FORMATS[name]
    record = data.draw(records(format_.holds, format_.assumed, format_.endings))
    assume(holds_all(format_, record))
    assert again(record, format_) == record


@pytest.mark.parametrize("one, two", PAIRS)
@given(data=st.data())
@settings(max_examples=6, deadline=None)
def test_a_record_survives_a_conversion_between_two_formats(
    one: str, two: str, data: st.DataObject
) -> None:
    first, second = FORMATS[one], FORMATS[two]
    holds = first.holds & second.holds
    record = data.draw(records(holds, endings=first.endings & second.endings))
    assume(holds_all(first, record) and holds_all(second, record))
    assert again(again(record, first), second) == record
