"""RIF, the XML of RenjuNet's database of renju games.

    <database version="1.0">
    <players><player id="1" name="Ann" surname="Ash"/></players>
    <tournaments><tournament id="1" name="Open" year="2024"/></tournaments>
    <games>
    <game id="1" tournament="1" black="1" white="2" bresult="1"><move>h8 i9 j9</move></game>
    </games>
    </database>

Row 1 is at the bottom, the board has 15x15 points, and the rules are renju where their name does
not say otherwise. Facts about a game for which it has no place are in `<tag name="...">` of ours.
A database may be packed in a .zip or .gz file.
"""

from __future__ import annotations

import zlib

from tengen.core.games import RENJU
from tengen.records.feature import Feature
from tengen.records.format import Format
from tengen.records.plain import needs_plain_game
from tengen.records.record import Record
from tengen.records.result import ON_THE_BOARD, Reason
from tengen.records.rif_packed import GZIP, SUFFIXES, ZIP
from tengen.records.rif_reader import read_rif
from tengen.records.rif_writer import write_rif

NAME_LENGTH = slice(26, 28)
NAME_START = 30
"""Where a .zip file has the length of its first name, and the name."""


def _objection(record: Record) -> str:
    rules = record.rules
    if (rules.width, rules.height) != (RENJU.width, RENJU.height):
        return f"the board has {rules.width}x{rules.height} points, and only 15x15 can be written"
    return needs_plain_game(record)


def _resembles(head: bytes) -> bool:
    if head.startswith(ZIP):
        end = NAME_START + int.from_bytes(head[NAME_LENGTH], "little")
        return head[NAME_START:end].lower().endswith(tuple(map(str.encode, SUFFIXES)))
    if head.startswith(GZIP):
        try:
            head = zlib.decompressobj(wbits=31).decompress(head, 4096)
        except zlib.error:
            return False
    return b"<database" in head


RIF = Format(
    name="rif",
    title="RenjuNet database",
    suffixes=(".rif", ".xml"),
    holds=frozenset({Feature.MOVES, Feature.RULES, Feature.OPENING, Feature.PLAYERS, Feature.TAGS}),
    read=read_rif,
    writer=write_rif,
    resembles=_resembles,
    many=True,
    assumed=RENJU,
    endings=ON_THE_BOARD | {Reason.UNKNOWN},
    objection=_objection,
)
