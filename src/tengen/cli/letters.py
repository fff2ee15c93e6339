"""Which letters people can see."""

from __future__ import annotations

import os


def has_unicode() -> bool:
    """Whether the locale, if there is one, can do more than ASCII."""
    names = ("LC_ALL", "LC_CTYPE", "LANG")
    locale = next((os.environ[name] for name in names if os.environ.get(name)), "utf-8")
    return "utf" in locale.lower()
