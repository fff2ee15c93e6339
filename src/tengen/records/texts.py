"""Bytes and texts: code pages given or guessed, and files of reasonable size."""

from __future__ import annotations

from collections.abc import Sequence
from typing import BinaryIO

from tengen.errors import RecordError, quote
from tengen.records.problems import Problems

LARGEST = 1 << 30
BOM = b"\xef\xbb\xbf"


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
    return decode(read_all(file, largest).removeprefix(BOM), encoding, problems)


def decode(
    data: bytes,
    encoding: str | None,
    problems: Problems,
    place: str = "",
    guesses: Sequence[str] = ("utf-8", "cp1252"),
) -> str:
    """A text in the code page that was asked for, or in the first one that fits."""
    for guess in (encoding,) if encoding else guesses:
        try:
            return data.decode(guess)
        except UnicodeDecodeError:
            continue
        except LookupError:
            raise RecordError(f"there is no code page {quote(guess)}") from None
    last = encoding or guesses[-1]
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
