"""Texts of SGF files: code pages, escapes, line breaks."""

from __future__ import annotations

import codecs
import re

from tengen.errors import quote
from tengen.records.reading import Reading
from tengen.records.texts import decode_file, marked_encoding

DECLARED = re.compile(rb"CA\s{0,9}\[\s{0,9}([A-Za-z0-9_.:-]{1,40})\s{0,9}\]")
HEAD = 1 << 14
CODE_PAGE = re.compile(
    r"ascii|utf-?(?:8|16|32).*|iso.*|cp\d+|koi8.*|mac.*|gb.*|hz|big5.*|euc.*|shift_jis.*|johab|tis.*"
)
"""What may be asked for in a file: the rest of Python's codecs are no code pages."""
ESCAPED = re.compile(r"\\(?:\r\n?|\n\r?|(.))|\r\n?|\n\r|[\t\v\f]", re.DOTALL)
CONTROLS = {code: " " for code in (*range(32), 127) if code != 10}
TEXT = CONTROLS | {ord("]"): "\\]", ord("\\"): "\\\\"}
SIMPLE = TEXT | {10: " "}
PART = SIMPLE | {ord(":"): "\\:"}
"""Tables for `str.translate`: texts, texts of one line, and such before a colon."""


def decode_sgf(data: bytes, reading: Reading) -> str:
    """A whole file as text, in the code page it was said to be in, names itself, or fits."""
    declared = DECLARED.search(data, 0, HEAD)
    if declared is not None and reading.encoding is None and marked_encoding(data) is None:
        name = declared[1].decode()
        try:
            if CODE_PAGE.fullmatch(codecs.lookup(name).name):
                return data.decode(name)
        except (LookupError, UnicodeDecodeError):
            pass
        what = f"its texts are not in the code page {quote(name)} it names: one was guessed"
        reading.problems.add("", what)
    return decode_file(data, reading.encoding, reading.problems)


def read_text(value: str) -> str:
    """What a value means that may have several lines."""
    return ESCAPED.sub(_unescape, value)


def _unescape(match: re.Match[str]) -> str:
    found = match[0]
    if found[0] == "\\":
        char = match[1] or ""
        return " " if char in "\t\v\f" and char else char
    return "\n" if found[0] in "\r\n" else " "


def read_simple(value: str) -> str:
    """What a value means that has one line."""
    if "\\" not in value and value.isprintable():
        return value.strip()
    return read_text(value).replace("\n", " ").strip()


def format_text(text: str) -> str:
    """A text as a value."""
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(TEXT)


def format_simple(text: str) -> str:
    """Likewise in one line."""
    return text.translate(SIMPLE)


def format_part(text: str) -> str:
    """Likewise before a colon."""
    return text.translate(PART)
