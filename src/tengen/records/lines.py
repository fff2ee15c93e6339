"""Files that are read line by line."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import BinaryIO

from tengen.records.reading import Reading
from tengen.records.texts import BOM, decode, decode_file, is_wide, read_all

LONGEST = 1 << 16


def numbered_lines(file: BinaryIO, reading: Reading) -> Iterator[tuple[int, str]]:
    """The lines without blanks around them, counted from 1; those that are too long are noted."""
    number = 0
    while line := file.readline(LONGEST):
        number += 1
        if number == 1 and is_wide(line):
            text = decode_file(line + read_all(file), reading.encoding, reading.problems)
            yield from numbered_lines(io.BytesIO(text.encode(errors="replace")), reading)
            return
        if len(line) == LONGEST and not line.endswith(b"\n"):
            reading.problems.add(f"line {number}", f"longer than {LONGEST:,} bytes, left out")
            while line and not line.endswith(b"\n"):
                line = file.readline(LONGEST)
            continue
        if number == 1:
            line = line.removeprefix(BOM)
        yield number, decode(line, reading.encoding, reading.problems, f"line {number}").strip()
