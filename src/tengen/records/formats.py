"""All formats, and how to tell which one a file has."""

from __future__ import annotations

import codecs
import difflib
import os

from tengen.errors import RecordError, quote
from tengen.records.format import Format
from tengen.records.games import GAMES_FORMAT
from tengen.records.json_file import JSON, JSONL
from tengen.records.lib import LIB
from tengen.records.moves import MOVES_FORMAT
from tengen.records.openings import OPENINGS
from tengen.records.pos_binary import POS
from tengen.records.psq import PSQ
from tengen.records.rec import REC
from tengen.records.report import REPORT
from tengen.records.rif import RIF
from tengen.records.sav import SAV
from tengen.records.sgf import SGF
from tengen.records.texts import is_wide, marked_encoding

FORMATS = {
    format_.name: format_
    for format_ in (
        GAMES_FORMAT,
        JSON,
        JSONL,
        LIB,
        MOVES_FORMAT,
        OPENINGS,
        POS,
        PSQ,
        REC,
        REPORT,
        RIF,
        SAV,
        SGF,
    )
}
"""Every format by its name."""


def format_named(name: str) -> Format:
    """A format by its name. Raises RecordError."""
    if name in FORMATS:
        return FORMATS[name]
    near = difflib.get_close_matches(name, FORMATS, n=1)
    hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(FORMATS)}"
    raise RecordError(f"there is no format {quote(name)}: {hint}")


def format_for(path: str) -> Format:
    """The format that a file with this name is written in. Raises RecordError."""
    named = _by_suffix(path)
    if len(named) == 1:
        return named[0]
    suffix = os.path.splitext(path)[1]
    if not named:
        raise RecordError(f"no format is known by {quote(suffix)}: say which one, with --to")
    names = " or ".join(format_.name for format_ in named)
    raise RecordError(f"{quote(suffix)} can be {names}: say which one, with --to")


def detect_format(path: str, head: bytes) -> Format:
    """The format that a file is in, by its beginning and its name. Raises RecordError."""
    head = _narrow(head)
    alike = [format_ for format_ in FORMATS.values() if format_.resembles(head)]
    named = _by_suffix(path)
    both = [format_ for format_ in named if format_ in alike]
    found = both or alike or (named if len(named) == 1 else [])
    if not found:
        raise RecordError(f"{quote(path)} is in no format that is known: say which, with --from")
    return found[0]


def _narrow(head: bytes) -> bytes:
    """The same in UTF-8, if it begins with the mark of UTF-16 or UTF-32."""
    name = marked_encoding(head)
    if name is None or not is_wide(head):
        return head
    return codecs.getincrementaldecoder(name)("replace").decode(head).encode()


def _by_suffix(path: str) -> list[Format]:
    suffix = os.path.splitext(path)[1].lower()
    return [format_ for format_ in FORMATS.values() if suffix in format_.suffixes]
