"""Standard output, one-line messages on standard error, and exit statuses."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable

from tengen.classic.console import Screen
from tengen.printable import printable

DONE = 0
FAILED = 1
MISUSED = 2
INTERRUPTED = 130
OUTPUT_CLOSED = 141


def with_screen(act: Callable[[Screen], int], *, colour: bool = False) -> int:
    """Call `act` with standard output as a screen and return the exit status.

    If standard output is closed, end without a message.
    """
    try:
        with open(1, "wb", buffering=0, closefd=False) as output:
            return act(Screen(output, colour=colour))
    except OSError as error:
        if error.errno in {errno.EPIPE, errno.EBADF}:
            return OUTPUT_CLOSED
        print_error(f"cannot write standard output: {error.strerror}")
        return FAILED


def print_text(text: str) -> int:
    """Write a text to standard output and return the exit status."""

    def write(screen: Screen) -> int:
        screen.write(text)
        return DONE

    return with_screen(write)


def print_note(line: str) -> None:
    """Write a line to standard error, if that is open."""
    try:
        os.write(2, f"{printable(line)}\n".encode("ascii", "backslashreplace"))
    except OSError:
        return


def print_error(message: str) -> None:
    """Write an error message to standard error, with the name of the program."""
    print_note(f"tengen: {message}")


def print_write_error(path: str, error: OSError) -> None:
    """Report which file could not be written and why."""
    print_error(f"cannot write {path!a}: {error.strerror}")
