"""Valid record files, and a reader that checks the records of damaged ones."""

from __future__ import annotations

import contextlib
import io
from collections import Counter
from functools import cache

from hypothesis import given, settings

from kit.records import records, written
from tengen.errors import RecordError
from tengen.records.format import Format
from tengen.records.formats import FORMATS
from tengen.records.game_tree import visits
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record
from tengen.rules.coordinates import RowOne
from tengen.rules.point import Point
from tengen.rules.rules import FIVE_IN_A_ROW

ROW = RowOne.BOTTOM
ODD = {
    "psq": (
        b"Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,9,15\r\nA.zip\r\nB.zip\r\n-1\r\n2,Renju\r\n",
        "\ufeffPiskvorky 15x15, 0:0, 0\r\n8,8,0\r\n五子棋\r\nx\r\n-1\r\n".encode("utf-16-le"),
    ),
    "sgf": (
        b"(;GM[4]SZ[15];B[hh]W[ig]B[gj]W[hi])",
        b"(;GM[4]SZ[15]GN[gomokuquest];QPR[hh,hg,jf];QSLW[ig];B[gg];W[ii])",
        "(;GM[4]PB[中村茂];B[hh]C[これは良い手です])".encode("shift_jis"),
        "(;GM[4]PB[김철수];B[hh]C[흑이 이겼습니다])".encode("euc_kr"),
        "(;GM[4]PB[五子棋];B[hh];W[ii])".encode("utf-16"),
    ),
    "games": ("\ufeff15x15/5 freestyle h8 i9\n".encode("utf-16-be"),),
}
"""Files as other programs write them."""


def read_anything(data: bytes, format_: Format) -> None:
    """Read a file, and check all its records."""
    reading = Reading(row_one=ROW)
    with contextlib.suppress(RecordError):
        for record in format_.read(io.BytesIO(data), reading):
            look_at(record)
    for problem in reading.problems.kept:
        assert str(problem).isprintable(), problem


def look_at(record: Record) -> None:
    """Check that stones are on the board and on empty points, and that the tree has no cycles."""
    rules = record.rules
    path: list[Point | None] = []
    taken: Counter[Point | None] = Counter()
    for depth, node, _ in visits(record.root):
        taken.subtract(path[depth:])
        del path[depth:]
        if node.point is not None:
            assert 0 <= node.point.row < rules.height
            assert 0 <= node.point.col < rules.width
            assert node.stones or not taken[node.point]
        path.append(node.point)
        taken[node.point] += 1


@cache
def samples(name: str) -> tuple[bytes, ...]:
    """Return valid files of a format, the longest first."""
    format_ = FORMATS[name]
    found: list[bytes] = []

    @given(records(format_.holds, FIVE_IN_A_ROW, format_.endings))
    @settings(max_examples=20, deadline=None, database=None, derandomize=True)
    def collect(record: Record) -> None:
        if not format_.objection(record):
            found.append(written(record, format_, Writing(ROW)))

    collect()
    return tuple(sorted({*found, *ODD.get(name, ())}, key=len, reverse=True))
