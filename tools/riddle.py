"""Draw the screen of `tengen puzzles` as docs/pictures/puzzle-*.svg, the same on every machine."""

from __future__ import annotations

import asyncio

from screens import PICTURES, take

from tengen.insight.puzzle import starter
from tengen.terminal.puzzle_screen import PuzzleApp
from tengen.terminal.puzzle_session import NumberedPuzzle, PuzzleSession, SolvedPuzzles

NUMBER = 117
WORDS = "A puzzle of grade 3 after two hints: three points are marked"
THEMES = ("dark", "light")


async def draw(theme: str) -> str:
    """Return the picture of a puzzle after two hints."""
    numbered = [NumberedPuzzle(at, puzzle) for at, puzzle in enumerate(starter().puzzles, 1)]
    app = PuzzleApp(PuzzleSession(numbered, SolvedPuzzles(None), at=NUMBER - 1), theme=theme)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for _ in range(2):
            await app.run_action("screen.hint")
        await pilot.pause()
        return take(app, WORDS)


def main() -> None:
    """Write all pictures."""
    for theme in THEMES:
        path = PICTURES / f"puzzle-{theme}.svg"
        path.write_text(asyncio.run(draw(theme)), encoding="utf-8")


if __name__ == "__main__":
    main()
