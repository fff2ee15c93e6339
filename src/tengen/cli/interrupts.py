"""What Ctrl-C does while a thread is at work."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def on_interrupt(act: Callable[[], None]) -> Iterator[None]:
    """Have Ctrl-C do this, unless whoever started us wants it ignored."""

    def handle(_number: int, _frame: FrameType | None) -> None:
        act()

    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN:
        yield
        return
    signal.signal(signal.SIGINT, handle)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
