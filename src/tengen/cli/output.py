"""Standard output as a screen, and the exit status when it fails."""

from __future__ import annotations

import errno
from collections.abc import Callable

from tengen.classic.screen import Screen
from tengen.cli.complain import complain

DONE = 0
FAILED = 1
MISUSED = 2
INTERRUPTED = 130
OUTPUT_CLOSED = 141


def with_screen(act: Callable[[Screen], int], *, colour: bool = False) -> int:
    """Act on a screen and give the exit status. Nobody there to read it is no reason for words."""
    try:
        with open(1, "wb", buffering=0, closefd=False) as output:
            return act(Screen(output, colour=colour))
    except OSError as error:
        if error.errno in {errno.EPIPE, errno.EBADF}:
            return OUTPUT_CLOSED
        complain(f"cannot write standard output: {error.strerror}")
        return FAILED


def show(text: str) -> int:
    """Write a text and give the exit status."""

    def write(screen: Screen) -> int:
        screen.write(text)
        return DONE

    return with_screen(write)
