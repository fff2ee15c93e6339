"""Lines as they are typed."""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator

LONGEST = 4096
"""What is more in a line is left out: nobody types that much."""
BLOCK = 4096


def read_lines(fd: int) -> Iterator[str]:
    """The lines that come in, each as soon as it is complete; bytes that are no text, as escapes.

    Nothing else may read there. A thread that waits here does not keep the program from ending.
    """
    decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
    begun = ""
    while block := _read(fd):
        *lines, rest = (begun + decoder.decode(block)).split("\n")
        for line in lines:
            yield line[:LONGEST]
        begun = rest[:LONGEST]
    if begun:
        yield begun


def _read(fd: int) -> bytes:
    """Some bytes; none at the end, and where there is nothing to read from."""
    try:
        return os.read(fd, BLOCK)
    except OSError:
        return b""
