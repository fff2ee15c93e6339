"""How far a proof is, in a line on standard error that is drawn again in place."""

from __future__ import annotations

import os

from tengen.cli.progress import CLEAR, format_bar
from tengen.cli.terminal import can_draw
from tengen.prove.solver_state import SolverProgress
from tengen.rules.wording import counted

USUAL_WIDTH = 80
ENOUGH = 2
"""From so many pieces done on, the time for the rest is told."""


class SolvingBar:
    """Nothing is drawn if nobody sees it."""

    def __init__(self, *, shown: bool | None = None) -> None:
        self._is_shown = can_draw(2) if shown is None else shown
        self._stage = ""
        self._began = 0.0

    def show(self, progress: SolverProgress) -> None:
        """Draw it anew."""
        if progress.stage != self._stage:
            self._stage, self._began = progress.stage, progress.seconds
        if self._is_shown:
            text = format_progress(progress, progress.seconds - self._began)
            self._write(CLEAR + text[: _columns()])

    def clear(self) -> None:
        """Leave no trace."""
        if self._is_shown:
            self._write(CLEAR)

    @staticmethod
    def _write(text: str) -> None:
        try:
            os.write(2, text.encode("ascii", "replace"))
        except OSError:
            return


def _columns() -> int:
    """How much fits into a line, so that it can be drawn over."""
    try:
        columns = os.get_terminal_size(2).columns
    except OSError:
        columns = 0
    return max(1, (columns or USUAL_WIDTH) - 1)


def format_progress(progress: SolverProgress, seconds: float) -> str:
    """As in `[####    ]  50% moves, about 12 s left: 1,234 positions, 12 s`; seconds of a stage."""
    left = ""
    if ENOUGH <= progress.done < progress.total:
        left = f", about {seconds * (progress.total - progress.done) / progress.done:.0f} s left"
    words = (
        f"{progress.stage}{left}: {counted(progress.nodes, 'position')}, {progress.seconds:.0f} s"
    )
    return f"{format_bar(progress.done, progress.total)} {words}"
