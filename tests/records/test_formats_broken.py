"""Damaged files: readers return what they can, report what is wrong, and finish."""

from __future__ import annotations

import contextlib
import io
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit.damage import ROW, read_anything, samples

from tengen.errors import RecordError
from tengen.records.formats import FORMATS, detect_format
from tengen.records.reading import Reading
from tengen.records.record import last_board

NAMES = st.sampled_from(sorted(FORMATS))


def sample_of(name: str, seed: int) -> bytes:
    found = samples(name)
    return found[seed % len(found)]


@pytest.mark.parametrize("name", FORMATS)
def test_a_reader_survives_a_file_that_ends_anywhere(name: str) -> None:
    data = sample_of(name, 0)
    for end in range(min(len(data), 2000)):
        read_anything(data[:end], FORMATS[name])


@pytest.mark.parametrize("name", FORMATS)
def test_a_reader_survives_changed_bytes(name: str) -> None:
    random = Random(name)
    for seed in range(300):
        data = bytearray(sample_of(name, seed))
        for _ in range(random.randint(1, 4)):
            if data:
                data[random.randrange(len(data))] = random.randrange(256)
        read_anything(bytes(data), FORMATS[name])


@pytest.mark.parametrize("name", FORMATS)
def test_a_reader_survives_repeated_and_missing_parts(name: str) -> None:
    random = Random(name)
    for seed in range(200):
        data = sample_of(name, seed)
        start, end = sorted(random.randrange(len(data) + 1) for _ in range(2))
        read_anything(
            data[:start] + data[start:end] * random.randrange(4) + data[end:], FORMATS[name]
        )


@given(NAMES, st.binary(max_size=300))
@settings(max_examples=300, deadline=None)
def test_a_reader_survives_any_bytes(name: str, data: bytes) -> None:
    read_anything(data, FORMATS[name])
    with contextlib.suppress(RecordError):
        read_anything(data, detect_format("some.txt", data))


@given(NAMES, st.text(max_size=300))
@settings(max_examples=300, deadline=None)
def test_a_reader_survives_any_text(name: str, text: str) -> None:
    read_anything(text.encode(), FORMATS[name])


@pytest.mark.parametrize("name", FORMATS)
def test_a_format_is_detected_from_the_first_bytes(name: str) -> None:
    format_ = FORMATS[name]
    data = sample_of(name, 0)
    assert detect_format(f"game{format_.suffixes[0]}", data[:4096]) is format_


@pytest.mark.parametrize("name", FORMATS)
def test_the_last_board_of_a_correct_file_can_be_built(name: str) -> None:
    for record in FORMATS[name].read(io.BytesIO(sample_of(name, 0)), Reading(row_one=ROW)):
        assert last_board(record).rules == record.rules
