"""The texts of a RenLib library: comments of two parts, in the code page of whoever wrote them."""

from __future__ import annotations

from tengen.errors import RecordError, quote
from tengen.records.problems import Problems

USUAL = "gbk"
OTHERWISE = "cp1252"
LONGEST = 1 << 18
"""Characters that are written."""
OLD_LETTERS = str.maketrans("}{|][\\", "åäöÅÄÖ")
"""Swedish letters in texts of seven bits."""
UNFIT = str.maketrans("\0\b", "  ")


class CodePage:
    """Turns bytes into text and back; each kind of trouble is noted once."""

    def __init__(self, name: str | None, problems: Problems) -> None:
        self._name = name or USUAL
        self._is_guessed = name is None
        self._problems = problems
        self._noted: set[str] = set()
        _check(self._name)

    def decode(self, data: bytes, place: str) -> str:
        """The text that bytes mean."""
        try:
            return data.decode(self._name)
        except UnicodeDecodeError:
            page = OTHERWISE if self._is_guessed else self._name
            self._note(place, f"a text is not in the code page {self._name}; {page} was used")
            return data.decode(page, "replace")

    def encode(self, text: str) -> bytes:
        """The bytes of a text, without the NUL that ends it."""
        if len(text) > LONGEST:
            self._note("", f"a text was cut after {LONGEST:,} characters")
            text = text[:LONGEST]
        try:
            return text.encode(self._name)
        except UnicodeEncodeError:
            self._note("", f"? stands for characters that the code page {self._name} lacks")
            return text.encode(self._name, "replace")

    def _note(self, place: str, what: str) -> None:
        if what not in self._noted:
            self._noted.add(what)
            self._problems.add(place, what)


def _check(name: str) -> None:
    """Raises RecordError if a code page does not exist, or has other bytes for what ends a text."""
    try:
        is_fit = "A\b\r\n\0".encode(name, "replace") == b"A\b\r\n\0"
        b"\xff".decode(name, "replace")
    except LookupError:
        raise RecordError(f"there is no code page {quote(name)}") from None
    except ValueError:
        is_fit = False
    if not is_fit:
        raise RecordError(f"a RenLib library cannot have the code page {quote(name)}")


def join_comment(text: str) -> str:
    """A comment whose first line is the one above the board, and the rest the text beside it."""
    return plain_text(text.replace("\b", "\n"))


def split_comment(comment: str) -> str:
    """The same the other way round."""
    line, new_line, rest = plain_text(comment).partition("\n")
    return line + "\b" + rest.replace("\n", "\r\n") if new_line else line


def plain_text(text: str) -> str:
    """A text without what would end it before its end."""
    return text.translate(UNFIT).replace("\r\n", "\n").replace("\r", "\n")


def read_old(data: bytes) -> str:
    """A comment of seven bits."""
    text = bytes(byte & 0x7F for byte in data).decode("ascii")
    return join_comment(text.translate(OLD_LETTERS))
