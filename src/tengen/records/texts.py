"""Bytes and texts: code pages given or guessed, and files of reasonable size."""

from __future__ import annotations

import codecs
from typing import BinaryIO

from tengen.errors import RecordError, quote
from tengen.records.code_pages import LAST, guess_code_page
from tengen.records.problems import Problems

LARGEST = 1 << 30
BOM = codecs.BOM_UTF8
MARKS = {
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
"""Encodings by their byte-order marks; two bytes of one are another's four, which come first."""
HINT = "if that is wrong, say --encoding gbk, big5, shift_jis, euc_kr, cp1251 or whichever it is"


def read_all(file: BinaryIO, largest: int = LARGEST) -> bytes:
    """All of a file. Raises RecordError if it is longer than any file of its kind."""
    data = file.read(largest + 1)
    if len(data) > largest:
        raise RecordError(f"the file is longer than {largest:,} bytes")
    return data


def read_text(
    file: BinaryIO, encoding: str | None, problems: Problems, largest: int = LARGEST
) -> str:
    """All of a file as text."""
    return decode_file(read_all(file, largest), encoding, problems)


def decode_file(data: bytes, encoding: str | None, problems: Problems) -> str:
    """The text of a whole file, in the code page that was asked for, or that it is marked with.

    Otherwise the one that fits is found out; if that leaves doubts, they are noted.
    """
    marked = marked_encoding(data)
    if encoding or marked:
        return decode(data.removeprefix(BOM), encoding or marked, problems)
    try:
        return data.decode()
    except UnicodeDecodeError:
        guess = guess_code_page(data)
    if not guess.is_sure:
        problems.add("", f"the file does not say its code page: {guess.name} was assumed; {HINT}")
    return decode(data, guess.name, problems)


def marked_encoding(data: bytes) -> str | None:
    """The encoding whose byte-order mark a file begins with."""
    return next((name for mark, name in MARKS.items() if data.startswith(mark)), None)


def is_wide(data: bytes) -> bool:
    """Whether a file begins with the mark of UTF-16 or UTF-32, in which no letter is one byte."""
    return marked_encoding(data) not in {None, "utf-8"}


def decode(data: bytes, encoding: str | None, problems: Problems, place: str = "") -> str:
    """A text in the code page that was asked for, or else in UTF-8 or Windows-1252."""
    for guess in (encoding,) if encoding else ("utf-8", LAST):
        try:
            return data.decode(guess)
        except UnicodeDecodeError:
            continue
        except LookupError:
            raise RecordError(f"there is no code page {quote(guess)}") from None
    last = encoding or LAST
    problems.add(place, f"not all of a text could be read in the code page {last}")
    return data.decode(last, "replace")


def encode(text: str, encoding: str | None, problems: Problems) -> bytes:
    """The bytes of a text in the code page that was asked for, or in UTF-8."""
    name = encoding or "utf-8"
    try:
        return text.encode(name)
    except UnicodeEncodeError:
        problems.add("", f"? stands for characters that the code page {name} lacks")
        return text.encode(name, "replace")
    except LookupError:
        raise RecordError(f"there is no code page {quote(name)}") from None
