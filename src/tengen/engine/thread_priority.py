"""A lower priority for threads that think, so that the screen and the server stay quick."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress

NICENESS = 10
"""How much nicer than others a thread is; those that it starts are so, too."""


def lower_thread_priority() -> None:
    """Have this thread take only what others leave of the processors, where that can be had."""
    if sys.platform == "linux":  # elsewhere niceness belongs to whole processes
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)
