"""Records written to a terminal, which would obey what a comment has hidden in it."""

from __future__ import annotations

import codecs
import io
import os
from typing import TYPE_CHECKING

from tengen.printable import printable

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class TerminalOutput(io.RawIOBase):
    """Standard output as text: whatever is neither printable nor white space becomes a space."""

    def __init__(self, fd: int = 1) -> None:
        super().__init__()
        self._fd = fd
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def writable(self) -> bool:
        """Always."""
        return True

    def write(self, data: ReadableBuffer) -> int:
        """Show these bytes. Raises OSError."""
        block = bytes(data)
        shown = printable(self._decoder.decode(block), keep="\n\t").encode()
        while shown:
            shown = shown[os.write(self._fd, shown) :]
        return len(block)
