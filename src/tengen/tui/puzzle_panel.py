"""What stands beside the board of a puzzle."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from tengen.notation.words import counted
from tengen.puzzles.puzzle import GRADES
from tengen.puzzles.words import describe_line
from tengen.tui.puzzle_desk import PuzzleDesk


class PuzzlePanel(Vertical):
    """Which puzzle it is, what is to be done, what was played, what is said to it."""

    DEFAULT_CSS = """
    PuzzlePanel {
        padding: 0 1;
        background: $surface;
        Static { height: auto; }
        #which { text-style: bold; }
        #grade { color: $quiet; }
        #goal { margin-top: 1; color: $action; text-style: bold; }
        #moves { margin-top: 1; }
        #words { margin-top: 1; min-height: 3; }
        #words.good { color: $action; text-style: bold; }
        #words.alarm { color: $alarm; }
        #words.hint { color: $hint; }
        #record { margin-top: 1; color: $quiet; }
        #progress { color: $quiet; }
    }
    """

    def __init__(self, *, ascii_only: bool) -> None:
        super().__init__()
        self._marks = ("*", ".") if ascii_only else ("★", "☆")

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        for name in ("which", "grade", "goal", "moves", "words", "record", "progress"):
            yield Static(id=name, markup=False)

    def show(self, desk: PuzzleDesk) -> None:
        """Show how far a puzzle is solved."""
        puzzle, solving = desk.puzzle, desk.solving
        solved = "  (solved before)" if desk.was_solved else ""
        self._put("which", f"Puzzle {desk.number}{solved}")
        full, empty = self._marks
        stars = full * puzzle.grade + empty * (len(GRADES) - puzzle.grade)
        self._put("grade", f"{stars}  grade {puzzle.grade} of {len(GRADES)}")
        left = solving.count_left()
        moves = f", in {counted(left, 'move')}" if left else ""
        self._put("goal", f"{puzzle.goal(desk.names)}{moves}")
        self._put("moves", describe_line(solving.board.moves, puzzle.rules))
        self.query_one("#moves").display = bool(solving.board.moves)
        self._put("record", f"wrong tries {solving.wrong}, hints {solving.hints}")
        self._put("progress", f"{desk.count_solved()} of {len(desk.puzzles)} solved")

    def say(self, words: str, manner: str = "") -> None:
        """Say something: `good`, `alarm` or `hint`, or as it is."""
        for known in ("good", "alarm", "hint"):
            self.query_one("#words").set_class(known == manner, known)
        self._put("words", words)

    def _put(self, name: str, text: str) -> None:
        self.query_one(f"#{name}", Static).update(text)
