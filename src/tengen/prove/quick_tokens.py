"""Read the bytes of a tree token by token, never beyond their end."""

import cython

WIDE = cython.declare(cython.int, 0xFF00)
HIGH = cython.declare(cython.int, 0xFF)
ALL = cython.declare(cython.int, 0xFB)
GROUPS = cython.declare(cython.int, 5)
"""The most groups of seven bits in a number."""


@cython.final
@cython.cclass
class QuickTokens:
    """Reads cells and tokens of one byte, or two on large boards; `shift` is added to tokens."""

    def __init__(self, cells: int) -> None:
        self.wide = cells > 240
        self.shift = WIDE if self.wide else 0
        self.start(b"")

    def start(self, data: bytes) -> None:
        """Start reading these bytes."""
        self.data = data
        self.at = 0
        self.end = len(data)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def token(self) -> cython.int:
        """Return the next cell or token, or -1 at the end of the tree."""
        value: cython.int
        if self.is_short():
            return -1
        value = self.data[self.at]
        if self.wide:
            value = 256 * value + self.data[self.at + 1]
        self.at += 1 + self.wide
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def step_back(self) -> cython.void:
        """Go back by one token."""
        self.at -= 1 + self.wide

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def skips_all(self) -> cython.int:
        """Skip the token ALL if it is next; return whether it was."""
        if self.is_short() or self.data[self.at + self.wide] != ALL:
            return 0
        if self.wide and self.data[self.at] != HIGH:
            return 0
        self.at += 1 + self.wide
        return 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def number(self) -> cython.longlong:
        """Return the next number, or -1 if the tree ends within it or it is too long."""
        value: cython.longlong = 0
        group: cython.int
        byte: cython.longlong
        for group in range(GROUPS):
            if self.at >= self.end:
                return -1
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << (7 * group)
            if byte < 128:
                return value
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_over(self) -> cython.int:
        """Return whether all bytes were read."""
        return self.at == self.end

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_short(self) -> cython.int:
        """Return whether no token follows."""
        return self.at + self.wide >= self.end
