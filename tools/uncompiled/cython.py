"""A replacement for Cython's module of the same name, for a clone that is not set up yet.

The search is written in Cython's pure Python mode. It imports `cython` for its declarations, which
have no effect if the search is not compiled.
"""

import builtins
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

Anything = TypeVar("Anything")

compiled = False


class CType:
    """A C type; with an index, an array of that type."""

    def __getitem__(self, size: object) -> "CType":
        return self


if TYPE_CHECKING:
    Py_ssize_t: TypeAlias = builtins.int
    bint: TypeAlias = builtins.int
    double: TypeAlias = builtins.float
    float: TypeAlias = builtins.float
    int: TypeAlias = builtins.int
    longlong: TypeAlias = builtins.int
    short: TypeAlias = builtins.int
    uchar: TypeAlias = builtins.int
    uint: TypeAlias = builtins.int
    ulonglong: TypeAlias = builtins.int
    void: TypeAlias = None
else:
    Py_ssize_t = bint = double = float = int = longlong = short = CType()
    uchar = uint = ulonglong = void = CType()


def declare(_ctype: object, value: Anything) -> Anything:
    """Return the value of a variable of a C type."""
    return value


def cast(_ctype: object, value: Anything) -> Anything:
    """Return the value as another C type."""
    return value


def _unchanged(decorated: Anything) -> Anything:
    return decorated


ccall = cclass = cfunc = final = _unchanged


def exceptval(*_values: object, **_options: object) -> Callable[[Anything], Anything]:
    """Declare the value that a function returns after an exception."""
    return _unchanged


class NoGil:
    """Marks a function or a block that runs without the global interpreter lock."""

    def __call__(self, decorated: Anything) -> Anything:
        """Return the function unchanged."""
        return decorated

    def __enter__(self) -> None:
        return

    def __exit__(self, *_error: object) -> None:
        return


nogil = NoGil()
