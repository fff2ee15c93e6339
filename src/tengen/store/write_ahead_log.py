"""A write-ahead log that was left behind: whether all of it can still be read.

SQLite reads a log up to the first frame whose checksum is wrong and ignores the rest. That is right
for the last transaction, which a crash may have cut short, and wrong for a file that was damaged.
The layout of both files is in SQLite's own documentation of its file formats.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from typing import NamedTuple

from tengen.errors import StoreError
from tengen.store.database_files import LOG

LOST = (
    "its log {log} is damaged, and moves in it cannot be read; restore a copy of all files, or give"
    " these moves up with `tengen store check --drop-damaged-log`"
)
ORDERS = {0x377F0682: "<", 0x377F0683: ">"}
"""The first number of a log says in which order of bytes its checksums are made."""
HEADER = struct.Struct(">IIIIIIII")
FRAME = struct.Struct(">IIIIII")
INDEX = struct.Struct("=IIIBBHIIIIIIII")
BACKFILLED = 96
"""Where the index of the log says how many frames the database has got already."""
WORD = 0xFFFFFFFF

Checksum = tuple[int, int]


def check_log(path: str) -> None:
    """Raise StoreError if what was committed to a database cannot be read from its log.

    Only while nobody has the database open.
    """
    if is_damaged(_read(path + LOG), _read(path + "-shm")):
        raise StoreError(path, LOST.format(log=os.path.basename(path + LOG)))


def is_damaged(log: bytes, index: bytes) -> bool:
    """Whether a log holds less than its index says, or transactions that cannot be reached."""
    header = _header(log)
    if header is None:
        return len(log) > HEADER.size or _claimed(index) > 0
    claimed = _claimed(index, header.salts)
    frames = list(_frames(log, header))
    intact = _count_intact(log, header, frames)
    unreachable = [frame for frame in frames[intact:] if frame.is_commit]
    return intact < claimed or len(unreachable) > 1


class _Header(NamedTuple):
    order: str
    page: int
    salts: tuple[int, int]
    checksum: Checksum


class _Frame(NamedTuple):
    at: int
    is_commit: bool
    is_current: bool
    """Whether it was written since the log was last begun anew."""
    checksum: Checksum


def _header(log: bytes) -> _Header | None:
    if len(log) < HEADER.size:
        return None
    magic, _version, page, _number, *rest = HEADER.unpack_from(log)
    order = ORDERS.get(magic)
    if order is None or _sum(log[:24], order) != tuple(rest[2:]):
        return None
    return _Header(order, page, (rest[0], rest[1]), (rest[2], rest[3]))


def _frames(log: bytes, header: _Header) -> Iterator[_Frame]:
    size = FRAME.size + header.page
    for at in range(HEADER.size, len(log) - size + 1, size):
        _page, pages, one, two, *checksum = FRAME.unpack_from(log, at)
        is_current = (one, two) == header.salts
        yield _Frame(at, is_current and pages > 0, is_current, (checksum[0], checksum[1]))


def _count_intact(log: bytes, header: _Header, frames: list[_Frame]) -> int:
    """How many frames SQLite reads before it stops."""
    checksum = header.checksum
    for number, frame in enumerate(frames):
        start = frame.at + FRAME.size
        checksum = _sum(log[frame.at : frame.at + 8], header.order, checksum)
        checksum = _sum(log[start : start + header.page], header.order, checksum)
        if not frame.is_current or checksum != frame.checksum:
            return number
    return len(frames)


def _claimed(index: bytes, salts: tuple[int, int] | None = None) -> int:
    """How many frames were committed, as the index has it; 0 if it says nothing of this log."""
    if len(index) < BACKFILLED + 4:
        return 0
    fields = INDEX.unpack_from(index)
    count, checksum = fields[6], fields[-2:]
    (backfilled,) = struct.unpack_from("=I", index, BACKFILLED)
    is_whole = _sum(index[:40], "=") == checksum
    is_same = salts is None or struct.unpack_from(">II", index, 32) == salts
    return count if is_whole and is_same and count > backfilled else 0


def _sum(data: bytes, order: str, start: Checksum = (0, 0)) -> Checksum:
    one, two = start
    for first, second in struct.iter_unpack(f"{order}II", data):
        one = (one + first + two) & WORD
        two = (two + second + one) & WORD
    return one, two


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""
