"""Work that one thread hands to another."""

from __future__ import annotations

from collections.abc import Callable

Job = Callable[[], None]
Call = Callable[[Job], None]
"""Has something done in the thread of whoever draws or speaks; for other threads."""
