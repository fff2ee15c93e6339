"""Checks whether the write-ahead log of an SQLite database is damaged.

SQLite reads a log up to the first frame with a wrong checksum and ignores the rest. That is right
if a crash cut the last transaction short, but it loses moves if the file was damaged.
The formats of the log and its index are described in SQLite's documentation of its file formats.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from typing import NamedTuple

from tengen.errors import StoreError

LOG_SUFFIX = "-wal"
LOG_DAMAGED = (
    "its log {log} is damaged, and moves in it cannot be read; restore a copy of all files, or drop"
    " these moves with `tengen store check --drop-damaged-log`"
)
BYTE_ORDERS = {0x377F0682: "<", 0x377F0683: ">"}
"""The byte order of a log's checksums, by the first number of the log."""
LOG_HEADER = struct.Struct(">IIIIIIII")
FRAME_HEADER = struct.Struct(">IIIIII")
INDEX_HEADER = struct.Struct("=IIIBBHIIIIIIII")
BACKFILLED_OFFSET = 96
"""Where the index says how many frames have been copied to the database."""
WORD_MASK = 0xFFFFFFFF

Checksum = tuple[int, int]


def check_log(path: str) -> None:
    """Raise StoreError if the log of a database is damaged, so that commits cannot be read.

    Call this only while nobody has the database open.
    """
    if is_damaged(_read(path + LOG_SUFFIX), _read(path + "-shm")):
        raise StoreError(path, LOG_DAMAGED.format(log=os.path.basename(path + LOG_SUFFIX)))


def is_damaged(log: bytes, index: bytes) -> bool:
    """Whether a log has fewer frames than its index says, or commits after a damaged frame."""
    header = _header(log)
    if header is None:
        return len(log) > LOG_HEADER.size or _committed_frames(index) > 0
    committed = _committed_frames(index, header.salts)
    frames = list(_frames(log, header))
    intact = _count_intact(log, header, frames)
    unreachable = [frame for frame in frames[intact:] if frame.is_commit]
    return intact < committed or len(unreachable) > 1


class _Header(NamedTuple):
    order: str
    page: int
    salts: tuple[int, int]
    checksum: Checksum


class _Frame(NamedTuple):
    at: int
    is_commit: bool
    is_current: bool
    """Whether the frame was written since the log was last restarted."""
    checksum: Checksum


def _header(log: bytes) -> _Header | None:
    if len(log) < LOG_HEADER.size:
        return None
    magic, _version, page, _number, *rest = LOG_HEADER.unpack_from(log)
    order = BYTE_ORDERS.get(magic)
    if order is None or _checksum(log[:24], order) != tuple(rest[2:]):
        return None
    return _Header(order, page, (rest[0], rest[1]), (rest[2], rest[3]))


def _frames(log: bytes, header: _Header) -> Iterator[_Frame]:
    size = FRAME_HEADER.size + header.page
    for at in range(LOG_HEADER.size, len(log) - size + 1, size):
        _page, pages, one, two, *checksum = FRAME_HEADER.unpack_from(log, at)
        is_current = (one, two) == header.salts
        yield _Frame(at, is_current and pages > 0, is_current, (checksum[0], checksum[1]))


def _count_intact(log: bytes, header: _Header, frames: list[_Frame]) -> int:
    """Count the frames that SQLite reads before it stops."""
    checksum = header.checksum
    for number, frame in enumerate(frames):
        start = frame.at + FRAME_HEADER.size
        checksum = _checksum(log[frame.at : frame.at + 8], header.order, checksum)
        checksum = _checksum(log[start : start + header.page], header.order, checksum)
        if not frame.is_current or checksum != frame.checksum:
            return number
    return len(frames)


def _committed_frames(index: bytes, salts: tuple[int, int] | None = None) -> int:
    """Return how many frames the index says were committed; 0 if it is not about this log."""
    if len(index) < BACKFILLED_OFFSET + 4:
        return 0
    fields = INDEX_HEADER.unpack_from(index)
    count, checksum = fields[6], fields[-2:]
    (backfilled,) = struct.unpack_from("=I", index, BACKFILLED_OFFSET)
    is_intact = _checksum(index[:40], "=") == checksum
    is_same_log = salts is None or struct.unpack_from(">II", index, 32) == salts
    return count if is_intact and is_same_log and count > backfilled else 0


def _checksum(data: bytes, order: str, start: Checksum = (0, 0)) -> Checksum:
    one, two = start
    for first, second in struct.iter_unpack(f"{order}II", data):
        one = (one + first + two) & WORD_MASK
        two = (two + second + one) & WORD_MASK
    return one, two


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""
