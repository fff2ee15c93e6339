"""Cutting a stream of bytes into lines: any line ends, any bytes, in bounded memory."""

from __future__ import annotations

LONGEST = 1000
"""No line of the protocol is longer than this; of one that is, one character more is kept."""


class LineCutter:
    """Takes pieces of a stream and gives its lines, which may end in LF, CRLF or CR."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, piece: bytes) -> list[str]:
        """The lines that this piece completes, without their ends; empty lines are left out."""
        lines = piece.replace(b"\r", b"\n").split(b"\n")
        lines[0] = self._rest + lines[0]
        self._rest = lines.pop()[: LONGEST + 1]
        return [to_text(line) for line in lines if line.strip()]

    def end(self) -> list[str]:
        """What came after the last line end, when the stream is over."""
        rest, self._rest = self._rest, b""
        return [to_text(rest)] if rest.strip() else []


def to_text(line: str | bytes) -> str:
    """The line as text of bounded length; bytes that are not UTF-8 become replacement marks."""
    head = line[: LONGEST + 1]
    return head if isinstance(head, str) else head.decode("utf-8", "replace")
