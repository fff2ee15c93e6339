"""Positions of five in a row that were proved, and what it takes to tell how."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.solver.listener import Cells, Listener, Stones


@dataclass(frozen=True, slots=True)
class FivePart:
    """A position and how the attacker wins it, told to a listener of its own."""

    attacker: Cells
    defender: Cells
    story: Listener
    plies: int
    move: int | None
    uses: tuple[Stones, ...] = ()


class Heard:
    """Passes on what it is told, and remembers the first move."""

    def __init__(self, story: Listener) -> None:
        self.story = story
        self.first: int | None = None

    def __getattr__(self, name: str) -> object:
        return getattr(self.story, name)

    def move(self, cell: int) -> None:
        """The attacker plays here."""
        self.first = cell if self.first is None else self.first
        self.story.move(cell)


def begin(story: Listener, move: int | None) -> Listener:
    """A story that begins with a move, or with the defender to move."""
    if move is not None:
        story.move(move)
    return story
