"""Telling people what went wrong, in one line on standard error."""

from __future__ import annotations

import sys

from tengen.errors import quote


def complain(message: str) -> None:
    """Say it, or keep quiet where nobody listens."""
    try:
        sys.stderr.write(f"tengen: {message}\n")
    except (AttributeError, OSError):
        return


def complain_of_file(path: str, error: OSError) -> None:
    """Say which file could not be written and why."""
    complain(f"cannot write {quote(path)}: {error.strerror}")
