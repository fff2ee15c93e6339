"""Thinking behind whoever draws the screen."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress

LATER = 10
"""How much nicer than others a thread is; those that it starts are so, too."""


def let_others_go_first() -> None:
    """Have this thread take only what others leave of the processors, where that can be had."""
    if sys.platform == "linux":  # elsewhere niceness belongs to whole processes
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LATER)
