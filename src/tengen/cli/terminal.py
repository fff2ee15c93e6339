"""What the terminal can show, and showing it."""

from __future__ import annotations

import os
import sys

PLAIN_TERMINALS = {"", "dumb", "unknown"}
"""What `TERM` says where a terminal can write lines, and nothing else."""


def write(text: str, encoding: str | None = None) -> None:
    """Show a text as far as the terminal can; other letters are spelt out. Raises OSError."""
    known: str = getattr(sys.stdout, "encoding", "utf-8")
    data = text.encode(encoding or known, "backslashreplace")
    while data:
        data = data[os.write(1, data) :]


def can_draw(fd: int) -> bool:
    """Whether this is a terminal on which the cursor can be moved."""
    return os.isatty(fd) and os.environ.get("TERM", "") not in PLAIN_TERMINALS


def has_full_screen() -> bool:
    """Whether somebody sits at a terminal that a full screen can be drawn on."""
    return os.isatty(0) and can_draw(1)


def has_many_colours() -> bool:
    """Whether the terminal has more than sixteen colours: the screen asks the same way."""
    if os.environ.get("NO_COLOR"):
        return False
    depth = os.environ.get("COLORTERM", "").strip().lower()
    kind = os.environ.get("TERM", "").strip().lower().rpartition("-")[2]
    return depth in {"truecolor", "24bit"} or kind in {"256color", "kitty"}


def theme_for(chosen: str | None) -> str | None:
    """The theme to begin with: as chosen, or sixteen colours where there are no more of them."""
    return chosen or (None if has_many_colours() else "terminal")


def has_unicode() -> bool:
    """Whether the locale, if there is one, can do more than ASCII."""
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((os.environ[name] for name in names if os.environ.get(name)), "utf-8")
    return "utf" in locale.lower()
