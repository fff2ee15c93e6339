"""The full-screen puzzles: the panel, typed points, what each key does, the program."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual import events
from textual.app import ComposeResult, SystemCommand
from textual.containers import Vertical
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from tengen.errors import ParseError, TengenError
from tengen.insight import GRADES, MoveVerdict
from tengen.insight.puzzle_solving import describe_line
from tengen.rules import Point, column_name
from tengen.rules.wording import as_sentence, capitalised, counted, describe_rules
from tengen.storage import Store
from tengen.terminal.board_screen import BoardScreen, BoardWidget
from tengen.terminal.canvas import ASCII_GLYPHS
from tengen.terminal.dialogs import Help
from tengen.terminal.input import PointEntry
from tengen.terminal.keys import PUZZLE_KEYS, bindings, puzzle_action
from tengen.terminal.puzzle_session import PuzzleSession, PuzzleViewState
from tengen.terminal.sentences import NOTHING_TO_TAKE_BACK, PUZZLE_DONE, describe_error
from tengen.terminal.themes import ThemedApp, palette_commands


class PuzzlePanel(Vertical):
    """The panel of a puzzle: its number, the goal, the moves and messages."""

    DEFAULT_CSS = """
    PuzzlePanel {
        padding: 0 1;
        background: $surface;
        Static { height: auto; }
        #which { text-style: bold; }
        #grade { color: $quiet; }
        #goal { margin-top: 1; color: $action; text-style: bold; }
        #moves { margin-top: 1; }
        #notice { margin-top: 1; min-height: 3; }
        #notice.good { color: $action; text-style: bold; }
        #notice.alarm { color: $alarm; }
        #notice.hint { color: $hint; }
        #record { margin-top: 1; color: $quiet; }
        #progress { color: $quiet; }
    }
    """

    def __init__(self, *, ascii_only: bool) -> None:
        super().__init__()
        self._marks = ("*", ".") if ascii_only else ("★", "☆")

    def compose(self) -> ComposeResult:
        """Show the parts from top to bottom."""
        for name in ("which", "grade", "goal", "moves", "notice", "record", "progress"):
            yield Static(id=name, markup=False)

    def show(self, session: PuzzleSession) -> None:
        """Show the state of the current puzzle."""
        puzzle, solving = session.puzzle, session.solving
        solved = "  (solved before)" if session.was_solved else ""
        self._show_text("which", f"Puzzle {session.number}{solved}")
        full, empty = self._marks
        stars = full * puzzle.grade + empty * (len(GRADES) - puzzle.grade)
        self._show_text("grade", f"{stars}  grade {puzzle.grade} of {len(GRADES)}")
        left = solving.count_left()
        moves = f", in {counted(left, 'move')}" if left else ""
        self._show_text("goal", f"{puzzle.goal(session.names)}{moves}")
        self._show_text("moves", describe_line(solving.board.moves, puzzle.rules))
        self.query_one("#moves").display = bool(solving.board.moves)
        self._show_text("record", f"Wrong tries: {solving.wrong}, hints: {solving.hints}")
        self._show_text("progress", f"{session.count_solved()} of {len(session.puzzles)} solved")

    def show_notice(self, text: str, tone: str = "") -> None:
        """Show a message; the tone is `good`, `alarm`, `hint` or none."""
        for known in ("good", "alarm", "hint"):
            self.query_one("#notice").set_class(known == tone, known)
        self._show_text("notice", text)

    def _show_text(self, name: str, text: str) -> None:
        self.query_one(f"#{name}", Static).update(text)


LETTER_PAUSE = 0.3
"""Seconds after which a letter is a command, not the start of a point."""


class PointTyping:
    """Distinguishes a point such as h8 from a letter that is a command, which waits a moment."""

    def __init__(self, screen: PuzzleScreen) -> None:
        self._screen = screen
        self._entry: PointEntry | None = None
        self._letter = ""
        self._timer: Timer | None = None

    def type(self, event: events.Key) -> bool:
        """Handle a key of a point. Return whether it is or may be one."""
        character = event.character or ""
        if self._entry is not None:
            self._continue_entry(self._entry, event.key, character)
            return True
        letter = self._take_letter()
        if letter and character.isdecimal():
            self.begin(letter + character)
            return True
        self._run_letter(letter)
        if self._is_column(character):
            if puzzle_action(character) is None:
                self.begin(character)
                return True
            self._letter = character
            self._timer = self._screen.set_timer(
                LETTER_PAUSE, lambda: self._run_letter(self._take_letter())
            )
            return True
        return False

    def begin(self, text: str) -> None:
        """Start typing a point."""
        self._entry = PointEntry(self._screen.session.puzzle.rules, text)
        self._show(self._entry)

    def _take_letter(self) -> str:
        letter, self._letter = self._letter, ""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        return letter

    def _run_letter(self, letter: str) -> None:
        """Run the command of a letter that no digit follows."""
        action = puzzle_action(letter) if letter else None
        if action is not None:
            self._screen.call_later(self._screen.run_action, action)

    def _is_column(self, character: str) -> bool:
        width = self._screen.session.puzzle.rules.width
        return character.lower() in [column_name(col) for col in range(width)]

    def _continue_entry(self, entry: PointEntry, key: str, character: str) -> None:
        if key == "escape":
            self._entry = None
            self._screen.show_notice("")
        elif key == "enter":
            self._end(entry)
        elif key == "backspace":
            entry.delete_last()
            self._show(entry)
        elif entry.type(character):
            self._show(entry)

    def _show(self, entry: PointEntry) -> None:
        point = entry.point_so_far()
        if point is not None:
            self._screen.move_cursor(point)
        self._screen.show_notice(f"Point: {entry.text}_\nEnter plays the point, Esc cancels")

    def _end(self, entry: PointEntry) -> None:
        self._entry = None
        try:
            point = entry.point()
        except ParseError as error:
            self._screen.show_notice(capitalised(f"{entry.text}: {error.why}"), "alarm")
            return
        self._screen.place_stone(point)


VERDICT_CLASSES = {
    MoveVerdict.RIGHT: "good",
    MoveVerdict.SOLVED: "good",
    MoveVerdict.WRONG: "alarm",
}


class PuzzleScreen(BoardScreen):
    """Turns keys and clicks into moves, and shows the result."""

    BINDINGS = bindings(PUZZLE_KEYS)
    KEYS = PUZZLE_KEYS
    DEFAULT_CSS = """
    PuzzleScreen.-tiny PuzzlePanel {
        #which, #grade, #moves, #record, #progress { display: none; }
        #goal, #notice { margin-top: 0; }
    }
    """

    def __init__(self, session: PuzzleSession, *, ascii_only: bool = False) -> None:
        super().__init__()
        self.session = session
        self.view_state = PuzzleViewState(ascii_only=ascii_only)
        self._typing = PointTyping(self)
        self._wants_solution = False

    def make_panel(self) -> PuzzlePanel:
        """Return the panel of a puzzle."""
        return PuzzlePanel(ascii_only=self.view_state.glyphs is ASCII_GLYPHS)

    def on_mount(self) -> None:
        """Show the first puzzle."""
        self.query_one(BoardWidget).focus()
        self.session.set_names(self.view_state.names)
        self._begin()

    def on_resize(self) -> None:
        """Lay out the footer again."""
        self.show_footer()

    # Showing

    def _begin(self) -> None:
        """Show the current puzzle from the start."""
        self.view_state.look_at(self.session.solving)
        self.show_notice("")
        self.show()

    def show(self) -> None:
        """Show the state of the puzzle."""
        rules = describe_rules(self.session.puzzle.rules)
        self.query_one("#rule", Static).update(f"Tengen  {self.session.headline()}: {rules}")
        self.query_one(BoardWidget).glyphs = self.view_state.glyphs
        self.query_one(PuzzlePanel).show(self.session)
        self.show_footer()
        self.show_board()

    def can_do(self, action: str) -> bool:
        """Whether an action of the footer is possible now."""
        solving = self.session.solving
        if action in {"hint", "solution"}:
            return not solving.is_over
        if action == "back":
            return solving.can_go_back
        return action not in {"next", "previous"} or len(self.session.puzzles) > 1

    def show_board(self) -> None:
        """Show the position and the cursor."""
        self.query_one(BoardWidget).view = self.view_state.view_of(self.session.solving)

    def show_notice(self, text: str, tone: str = "") -> None:
        """Show a message beside the board."""
        self._wants_solution = False
        self.query_one(PuzzlePanel).show_notice(text, tone)

    # Moves

    def place_stone(self, point: Point) -> None:
        """Try a move."""
        self.view_state.cursor = point
        self.view_state.clear_marks()
        self.attempt(lambda: self._play(point))
        self.show()

    def _play(self, point: Point) -> None:
        answer = self.session.play(point)
        text = answer.words
        if answer.verdict is MoveVerdict.SOLVED:
            record = capitalised(self.session.solving.describe_record())
            text = f"{text} {record}.\nPress Enter for the next puzzle"
        self.show_notice(text, VERDICT_CLASSES.get(answer.verdict, ""))

    def attempt(self, action: Callable[[], None]) -> None:
        """Run an action, or show its error."""
        try:
            action()
        except TengenError as error:
            self.show_notice(describe_error(error), "alarm")

    def move_cursor(self, point: Point) -> None:
        """Move the cursor to a point."""
        self.view_state.cursor = point
        self.show_board()

    def on_board_widget_pointed(self, message: BoardWidget.Pointed) -> None:
        """Move the cursor to the mouse pointer."""
        self.move_cursor(message.point)

    def on_board_widget_clicked(self, message: BoardWidget.Clicked) -> None:
        """Play the point that was clicked."""
        self.place_stone(message.point)

    def on_key(self, event: events.Key) -> None:
        """Handle typed points."""
        if self._typing.type(event):
            event.stop()
            event.prevent_default()

    # Keys

    def action_move(self, down: int, right: int) -> None:
        """Move the cursor."""
        self.view_state.move(self.session.solving.board, down, right)
        self.show_board()

    def action_place(self) -> None:
        """Play at the cursor, or go to the next puzzle if this one is over."""
        if self.session.solving.is_over:
            self.action_next()
        else:
            self.place_stone(self.view_state.cursor)

    def action_type(self) -> None:
        """Type a point."""
        self._typing.begin("")

    def action_hint(self) -> None:
        """Give a hint."""
        hint = self.session.hint()
        if hint is None:
            self.show_notice(as_sentence(PUZZLE_DONE))
            return
        self.view_state.mark(hint)
        self.show_notice(hint.words, "hint")
        self.show()

    def action_solution(self) -> None:
        """Show the solution if asked twice."""
        if self.session.solving.is_over:
            self.show_notice(as_sentence(PUZZLE_DONE))
        elif not self._wants_solution:
            self.show_notice("Press s again to show the solution.")
            self._wants_solution = True
        else:
            self.view_state.clear_marks()
            line = self.session.solving.show()
            self.show_notice(f"Solution: {describe_line(line, self.session.puzzle.rules)}", "hint")
            self.show()

    def action_back(self) -> None:
        """Take back the last move."""
        self.view_state.clear_marks()
        self.show_notice("" if self.session.solving.back() else as_sentence(NOTHING_TO_TAKE_BACK))
        self.show()

    def action_again(self) -> None:
        """Restart the puzzle."""
        self.session.restart()
        self._begin()

    def action_next(self) -> None:
        """Go to the next puzzle."""
        self.session.go(1)
        self._begin()

    def action_previous(self) -> None:
        """Go to the previous puzzle."""
        self.session.go(-1)
        self._begin()

    def action_marks(self) -> None:
        """Switch between stones and X and O."""
        self.view_state.uses_letters = not self.view_state.uses_letters
        self.session.set_names(self.view_state.names)
        self.show()


class PuzzleApp(ThemedApp):
    """The full-screen puzzles."""

    TITLE = "Tengen puzzles"

    def __init__(
        self,
        session: PuzzleSession,
        store: Store | None = None,
        *,
        theme: str | None = None,
        ascii_only: bool = False,
    ) -> None:
        super().__init__(theme, store, ascii_only=ascii_only)
        self._puzzles = PuzzleScreen(session, ascii_only=ascii_only)

    def get_default_screen(self) -> Screen[None]:
        """Return the screen of the puzzles."""
        return self._puzzles

    def action_help(self) -> None:
        """Show the help."""
        self.push_screen(Help(PUZZLE_KEYS))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Return the commands of the palette."""
        return palette_commands(self._puzzles, PUZZLE_KEYS) if screen is self._puzzles else ()

    def action_next_theme(self) -> None:
        """Switch to the next theme, and remember it."""
        self._puzzles.show_notice(f"Theme: {self.switch_theme()}")
        self._puzzles.attempt(self.remember_theme)
