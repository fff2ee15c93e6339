"""The colours of charts, which lie on paper and not on a board."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.render.themes import CONTRAST, DARK, LIGHT, PRINT, Theme


@dataclass(frozen=True, slots=True)
class Paper:
    """What everything on a chart is drawn with."""

    page: str
    text: str
    quiet: str
    """Labels and the caption."""
    rule: str
    """Thin lines in the background."""
    seal: str

    @property
    def small(self) -> str:
        """How labels and the caption look."""
        return f'font-size="12" fill="{self.quiet}"'

    @property
    def dashes(self) -> str:
        """How the line looks from which on the game was lost."""
        return f'fill="none" stroke="{self.seal}" stroke-dasharray="3 3"'


PAPERS = {
    LIGHT.name: Paper("#FFFDF8", "#1F2328", "#5C6066", "#8C8F94", LIGHT.seal),
    DARK.name: Paper("#1C1F25", "#E8E6E1", "#A2A7AE", "#747A83", DARK.seal),
    PRINT.name: Paper("#FFFFFF", "#000000", "#000000", "#000000", PRINT.seal),
    CONTRAST.name: Paper("#FFFFFF", "#000000", "#000000", "#606060", CONTRAST.seal),
}


def paper_of(theme: Theme) -> Paper:
    """The paper that goes with a board."""
    return PAPERS[theme.name]
