"""SGF, the Smart Game Format: FF[4] with GM[4] for gomoku and renju.

    (;FF[4]GM[4]CA[UTF-8]AP[Tengen:0.1.0]SZ[15]
    RU[renju]
    PB[Ann]PW[Ben]RE[B+R]
    ;B[hh];W[ih]C[direct];B[hg]
    (;W[gg])
    (;W[ig];B[jf]))

Points are column from the left and row from the top, as letters. Four properties are our own:
TNMS, milliseconds that a move took; TNEND, why a game ended where RE cannot say it; TNSIGN, signs
other than HO; TNTAG, all facts about a game for which SGF has no property.
"""

from __future__ import annotations

import re

from tengen.records.feature import Feature
from tengen.records.format import Format
from tengen.records.result import Reason
from tengen.records.sgf_reader import read_sgf
from tengen.records.sgf_writer import stream_sgf, write_sgf

HEAD = re.compile(rb"\(\s*+(?:;\s*+)?[A-Za-z0-9]{1,20}\s*+\[|\A(?:\xef\xbb\xbf)?\s*+\(\s*+;")

SGF = Format(
    name="sgf",
    title="SGF file",
    suffixes=(".sgf",),
    holds=frozenset(Feature),
    read=read_sgf,
    writer=write_sgf,
    resembles=lambda head: HEAD.search(head) is not None,
    many=True,
    endings=frozenset(Reason),
    stream_out=stream_sgf,
)
