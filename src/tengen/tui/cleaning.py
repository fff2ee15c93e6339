"""The last look at everything that a full screen draws."""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from tengen.printable import printable


class Cleaning(LineFilter):
    """Leaves nothing in a line that the terminal would obey, and its width as it was."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:  # noqa: ARG002 - Textual's
        """The same segments, with printable text."""
        return [
            segment
            if segment.text.isprintable()
            else Segment(_cleaned(segment.text), segment.style, segment.control)
            for segment in segments
        ]


def _cleaned(text: str) -> str:
    """Spaces for what cannot be seen, as many as it has columns."""
    return "".join(one if one.isprintable() else printable(one) * cell_len(one) for one in text)
