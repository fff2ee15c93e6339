"""What the terminal can show, and showing it."""

from __future__ import annotations

import os
import sys


def write(text: str, encoding: str | None = None) -> None:
    """Show a text as far as the terminal can; other letters are spelt out. Raises OSError."""
    known: str = getattr(sys.stdout, "encoding", "utf-8")
    data = text.encode(encoding or known, "backslashreplace")
    while data:
        data = data[os.write(1, data) :]


def has_colours() -> bool:
    """Whether more than sixteen colours are wanted and can be had."""
    if os.environ.get("NO_COLOR"):
        return False
    term = os.environ.get("TERM", "")
    return bool(os.environ.get("COLORTERM")) or "256" in term or "direct" in term or "kitty" in term


def has_unicode() -> bool:
    """Whether the locale, if there is one, can do more than ASCII."""
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((os.environ[name] for name in names if os.environ.get(name)), "utf-8")
    return "utf" in locale.lower()
