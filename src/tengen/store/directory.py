"""Where a user's games are."""

from __future__ import annotations

import os

from tengen.errors import StoreError


def data_directory(override: str | None = None) -> str:
    """The directory that is asked for, or else the user's own; made if it is not there.

    That is `$XDG_DATA_HOME/tengen`, or `~/.local/share/tengen` where the variable is not set.
    Raises StoreError if it cannot be made.
    """
    path = find_directory(override)
    make_directory(path)
    return path


def find_directory(override: str | None = None) -> str:
    """The same, whether it is there or not."""
    return os.path.abspath(override) if override else _own_directory()


def make_directory(path: str) -> None:
    """Make a directory that nobody else can look into, unless there is one already."""
    try:
        os.makedirs(path, mode=0o700, exist_ok=True)
    except OSError as error:
        why = error.strerror or str(error)
        raise StoreError(path, f"cannot make that directory: {why}; use --data DIR") from None


def _own_directory() -> str:
    base = os.environ.get("XDG_DATA_HOME", "")
    if not os.path.isabs(base):
        base = os.path.expanduser("~/.local/share")
    if not os.path.isabs(base):
        raise StoreError(base, "there is no home directory; use --data DIR")
    return os.path.join(base, "tengen")
