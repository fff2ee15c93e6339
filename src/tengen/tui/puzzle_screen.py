"""The screen of the puzzles: what every key does."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.widgets import Static

from tengen.core.point import Point
from tengen.errors import TengenError
from tengen.notation.game_words import rule_words
from tengen.notation.words import capitalised
from tengen.puzzles.solving import Verdict
from tengen.puzzles.words import describe_line
from tengen.tui.board import BoardWidget
from tengen.tui.framed import FramedScreen
from tengen.tui.glyphs import ASCII
from tengen.tui.keys import bindings
from tengen.tui.plain_words import complaint
from tengen.tui.puzzle_desk import PuzzleDesk
from tengen.tui.puzzle_keys import GROUPS
from tengen.tui.puzzle_panel import PuzzlePanel
from tengen.tui.puzzle_typing import Typist
from tengen.tui.puzzle_view import PuzzleEyes

MANNERS = {Verdict.RIGHT: "good", Verdict.SOLVED: "good", Verdict.WRONG: "alarm"}


class PuzzleScreen(FramedScreen):
    """Hands on to the desk what people want, and tells what comes of it."""

    BINDINGS = bindings(GROUPS)
    KEYS = GROUPS
    DEFAULT_CSS = """
    PuzzleScreen.-tiny PuzzlePanel {
        #which, #grade, #moves, #record, #progress { display: none; }
        #goal, #words { margin-top: 0; }
    }
    """

    def __init__(self, desk: PuzzleDesk, *, ascii_only: bool = False) -> None:
        super().__init__()
        self.desk = desk
        self.eyes = PuzzleEyes(ascii_only=ascii_only)
        self._typist = Typist(self)
        self._is_sure = False

    def make_panel(self) -> PuzzlePanel:
        """The goal, and what comes of a move."""
        return PuzzlePanel(ascii_only=self.eyes.glyphs is ASCII)

    def on_mount(self) -> None:
        """Show the first puzzle."""
        self.query_one(BoardWidget).focus()
        self.desk.call_sides(self.eyes.names)
        self._begin()

    def on_resize(self) -> None:
        """Use the room that there is."""
        self.show_foot()

    # What is seen

    def _begin(self) -> None:
        """Show a puzzle from its beginning."""
        self.eyes.look_at(self.desk.solving)
        self.say("")
        self.show()

    def show(self) -> None:
        """Show how far the puzzle is solved."""
        words = rule_words(self.desk.puzzle.rules)
        self.query_one("#rule", Static).update(f"Tengen  {self.desk.headline()}: {words}")
        self.query_one(BoardWidget).glyphs = self.eyes.glyphs
        self.query_one(PuzzlePanel).show(self.desk)
        self.show_foot()
        self.show_board()

    def can_do(self, action: str) -> bool:
        """Whether a key of the foot would do something now."""
        solving = self.desk.solving
        if action in {"hint", "solution"}:
            return not solving.is_over
        if action == "back":
            return solving.can_go_back
        return action not in {"next", "previous"} or len(self.desk.puzzles) > 1

    def show_board(self) -> None:
        """Show the position and the cursor."""
        self.query_one(BoardWidget).view = self.eyes.view_of(self.desk.solving)

    def say(self, words: str, manner: str = "") -> None:
        """Say something beside the board."""
        self._is_sure = False
        self.query_one(PuzzlePanel).say(words, manner)

    # What people want

    def put(self, point: Point) -> None:
        """Try a move."""
        self.eyes.cursor = point
        self.eyes.forget()
        self.attempt(lambda: self._play(point))
        self.show()

    def _play(self, point: Point) -> None:
        answer = self.desk.play(point)
        words = answer.words
        if answer.verdict is Verdict.SOLVED:
            record = capitalised(self.desk.solving.describe_record())
            words = f"{words} {record}.\nEnter: the next puzzle"
        self.say(words, MANNERS.get(answer.verdict, ""))

    def attempt(self, deed: Callable[[], None]) -> None:
        """Do something, or tell why that cannot be done."""
        try:
            deed()
        except TengenError as error:
            self.say(complaint(error), "alarm")

    def put_cursor(self, point: Point) -> None:
        """Have the cursor on a point."""
        self.eyes.cursor = point
        self.show_board()

    def on_board_widget_pointed(self, message: BoardWidget.Pointed) -> None:
        """Have the cursor where the pointer is."""
        self.put_cursor(message.point)

    def on_board_widget_clicked(self, message: BoardWidget.Clicked) -> None:
        """Play where it was clicked."""
        self.put(message.point)

    def on_key(self, event: events.Key) -> None:
        """Keys that may belong to a point that is being typed."""
        if self._typist.type(event):
            event.stop()
            event.prevent_default()

    # Keys

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor."""
        self.eyes.move(self.desk.solving.board, down, right)
        self.show_board()

    def action_place(self) -> None:
        """Play where the cursor is, or go on once there is nothing left to find."""
        if self.desk.solving.is_over:
            self.action_next()
        else:
            self.put(self.eyes.cursor)

    def action_type(self) -> None:
        """Type a point."""
        self._typist.begin("")

    def action_hint(self) -> None:
        """Give a hint."""
        hint = self.desk.hint()
        if hint is None:
            self.say("There is nothing left to find here.")
            return
        self.eyes.mark(hint)
        self.say(hint.words, "hint")
        self.show()

    def action_solution(self) -> None:
        """Show the solution, when it is asked for twice."""
        if self.desk.solving.is_over:
            self.say("There is nothing left to find here.")
        elif not self._is_sure:
            self.say("s again shows the solution.")
            self._is_sure = True
        else:
            self.eyes.forget()
            line = self.desk.solving.show()
            self.say(f"Solution: {describe_line(line, self.desk.puzzle.rules)}", "hint")
            self.show()

    def action_back(self) -> None:
        """Take back the last move."""
        self.eyes.forget()
        self.say("" if self.desk.solving.back() else "There is nothing to take back.")
        self.show()

    def action_again(self) -> None:
        """Begin again."""
        self.desk.begin_again()
        self._begin()

    def action_next(self) -> None:
        """Go on to the next puzzle."""
        self.desk.go(1)
        self._begin()

    def action_previous(self) -> None:
        """Go back to the puzzle before."""
        self.desk.go(-1)
        self._begin()

    def action_marks(self) -> None:
        """Stones, or X and O."""
        self.eyes.uses_letters = not self.eyes.uses_letters
        self.desk.call_sides(self.eyes.names)
        self.show()
