"""The bytes of a tree, read token by token and never beyond their end."""

import cython

WIDE = cython.declare(cython.int, 0xFF00)
HIGH = cython.declare(cython.int, 0xFF)
ALL = cython.declare(cython.int, 0xFB)
GROUPS = cython.declare(cython.int, 5)
"""A number has no more groups of seven bits."""


@cython.final
@cython.cclass
class QuickTokens:
    """Cells and tokens are one byte or, on large boards, two; then tokens are higher by `shift`."""

    def __init__(self, cells: int) -> None:
        self.wide = cells > 240
        self.shift = WIDE if self.wide else 0
        self.start(b"")

    def start(self, data: bytes) -> None:
        """Read these bytes from now on."""
        self.data = data
        self.at = 0
        self.end = len(data)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def token(self) -> cython.int:
        """The next cell or token, or -1 where the tree ends."""
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
        """Read the last token again."""
        self.at -= 1 + self.wide

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def skips_all(self) -> cython.int:
        """Go past the token for all replies if that is the next one."""
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
        """The next number, or -1 where the tree ends or the number does not."""
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
        """Whether all was read."""
        return self.at == self.end

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_short(self) -> cython.int:
        """Whether no token follows."""
        return self.at + self.wide >= self.end
