"""Telling people what went wrong, in one line on standard error."""

from __future__ import annotations

import os

from tengen.printable import printable


def tell(line: str) -> None:
    """Say it, or keep quiet where nobody can listen."""
    try:
        os.write(2, f"{printable(line)}\n".encode("ascii", "backslashreplace"))
    except OSError:
        return


def complain(message: str) -> None:
    """Say what went wrong, and who says so."""
    tell(f"tengen: {message}")


def complain_of_file(path: str, error: OSError) -> None:
    """Say which file could not be written and why."""
    complain(f"cannot write {path!a}: {error.strerror}")
