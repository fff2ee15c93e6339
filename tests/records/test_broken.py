"""Whatever a file holds, a reader gives what it can read, tells what was wrong, and ends."""

from __future__ import annotations

import contextlib
import io
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit.records import records, written

from tengen.core.games import FIVE_IN_A_ROW
from tengen.errors import RecordError
from tengen.notation.rows import RowOne
from tengen.records.format import Format
from tengen.records.formats import FORMATS, detect_format
from tengen.records.position import last_board
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record
from tengen.records.visits import visits

ROW = RowOne.BOTTOM
NAMES = st.sampled_from(sorted(FORMATS))


def read_anything(data: bytes, format_: Format) -> None:
    """Read, and look at all that comes of it."""
    reading = Reading(row_one=ROW)
    with contextlib.suppress(RecordError):
        for record in format_.read(io.BytesIO(data), reading):
            look_at(record)
    for problem in reading.problems.kept:
        assert str(problem).isprintable(), problem


def look_at(record: Record) -> None:
    """No stone is off the board, none on another, and the tree is one."""
    rules = record.rules
    taken: list[object] = []
    for depth, node, _ in visits(record.root):
        del taken[depth:]
        if node.point is not None:
            assert 0 <= node.point.row < rules.height
            assert 0 <= node.point.col < rules.width
            assert node.stones or node.point not in taken
        taken.append(node.point)


@cache
def samples(name: str) -> tuple[bytes, ...]:
    """Files that are right, the longest first."""
    format_ = FORMATS[name]
    found: list[bytes] = []

    @given(records(format_.holds, FIVE_IN_A_ROW, format_.endings))
    @settings(max_examples=20, deadline=None, database=None, derandomize=True)
    def collect(record: Record) -> None:
        if not format_.objection(record):
            found.append(written(record, format_, Writing(ROW)))

    collect()
    return tuple(sorted(set(found), key=len, reverse=True))


def sample_of(name: str, seed: int) -> bytes:
    found = samples(name)
    return found[seed % len(found)]


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_may_end_anywhere(name: str) -> None:
    data = sample_of(name, 0)
    for end in range(min(len(data), 2000)):
        read_anything(data[:end], FORMATS[name])


@pytest.mark.parametrize("name", FORMATS)
def test_any_byte_of_a_file_may_be_another(name: str) -> None:
    random = Random(name)
    for seed in range(300):
        data = bytearray(sample_of(name, seed))
        for _ in range(random.randint(1, 4)):
            if data:
                data[random.randrange(len(data))] = random.randrange(256)
        read_anything(bytes(data), FORMATS[name])


@pytest.mark.parametrize("name", FORMATS)
def test_parts_of_a_file_may_be_twice_there_or_missing(name: str) -> None:
    random = Random(name)
    for seed in range(200):
        data = sample_of(name, seed)
        start, end = sorted(random.randrange(len(data) + 1) for _ in range(2))
        read_anything(
            data[:start] + data[start:end] * random.randrange(4) + data[end:], FORMATS[name]
        )


@given(NAMES, st.binary(max_size=300))
@settings(max_examples=300, deadline=None)
def test_a_file_may_be_anything(name: str, data: bytes) -> None:
    read_anything(data, FORMATS[name])
    with contextlib.suppress(RecordError):
        read_anything(data, detect_format("some.txt", data))


@given(NAMES, st.text(max_size=300))
@settings(max_examples=300, deadline=None)
def test_a_file_may_be_any_text(name: str, text: str) -> None:
    read_anything(text.encode(), FORMATS[name])


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_of_a_format_is_known_by_its_beginning(name: str) -> None:
    format_ = FORMATS[name]
    data = sample_of(name, 0)
    assert detect_format(f"game{format_.suffixes[0]}", data[:4096]) is format_


@pytest.mark.parametrize("name", FORMATS)
def test_the_last_board_of_a_right_file_can_be_shown(name: str) -> None:
    for record in FORMATS[name].read(io.BytesIO(sample_of(name, 0)), Reading(row_one=ROW)):
        assert last_board(record).rules == record.rules
