"""The full-screen puzzles: the panel, typed points, what every key does, the program."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual import events
from textual.app import ComposeResult, SystemCommand
from textual.containers import Vertical
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from tengen.errors import ParseError, TengenError
from tengen.insight.puzzle import GRADES
from tengen.insight.puzzle_solving import MoveVerdict
from tengen.insight.puzzle_trial import describe_line
from tengen.rules.point import Point, column_name
from tengen.rules.wording import capitalised, counted, describe_rules
from tengen.storage import Store
from tengen.terminal.board_screen import BoardScreen, BoardWidget
from tengen.terminal.canvas import ASCII_GLYPHS
from tengen.terminal.dialogs import Help
from tengen.terminal.input import PointEntry
from tengen.terminal.keys import PUZZLE_KEYS, bindings, puzzle_action
from tengen.terminal.puzzle_session import PuzzleSession, PuzzleViewState
from tengen.terminal.sentences import describe_error
from tengen.terminal.themes import ThemedApp, palette_commands


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

    def show(self, desk: PuzzleSession) -> None:
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


LETTER_PAUSE = 0.3
"""Seconds after which a letter is a command and not the beginning of a point."""


class PointTyping:
    """Tells a point such as h8 from a letter that is a command: that waits for a moment."""

    def __init__(self, screen: PuzzleScreen) -> None:
        self._screen = screen
        self._entry: PointEntry | None = None
        self._letter = ""
        self._timer: Timer | None = None

    def type(self, event: events.Key) -> bool:
        """Whether a key belongs to a point, or may yet."""
        character = event.character or ""
        if self._entry is not None:
            self._type_on(self._entry, event.key, character)
            return True
        letter = self._take_letter()
        if letter and character.isdecimal():
            self.begin(letter + character)
            return True
        self._act_on(letter)
        if self._is_column(character):
            if puzzle_action(character) is None:
                self.begin(character)
                return True
            self._letter = character
            self._timer = self._screen.set_timer(
                LETTER_PAUSE, lambda: self._act_on(self._take_letter())
            )
            return True
        return False

    def begin(self, text: str) -> None:
        """Begin to type a point."""
        self._entry = PointEntry(self._screen.desk.puzzle.rules, text)
        self._show(self._entry)

    def _take_letter(self) -> str:
        letter, self._letter = self._letter, ""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        return letter

    def _act_on(self, letter: str) -> None:
        """Do what a letter stands for, now that no figure follows it."""
        action = puzzle_action(letter) if letter else None
        if action is not None:
            self._screen.call_later(self._screen.run_action, action)

    def _is_column(self, character: str) -> bool:
        width = self._screen.desk.puzzle.rules.width
        return character.lower() in [column_name(col) for col in range(width)]

    def _type_on(self, entry: PointEntry, key: str, character: str) -> None:
        if key == "escape":
            self._entry = None
            self._screen.say("")
        elif key == "enter":
            self._end(entry)
        elif key == "backspace":
            entry.rub_out()
            self._show(entry)
        elif entry.type(character):
            self._show(entry)

    def _show(self, entry: PointEntry) -> None:
        point = entry.point_so_far()
        if point is not None:
            self._screen.put_cursor(point)
        self._screen.say(f"Point: {entry.text}_\nEnter plays there, Esc cancels")

    def _end(self, entry: PointEntry) -> None:
        self._entry = None
        try:
            point = entry.point()
        except ParseError as error:
            self._screen.say(capitalised(f"{entry.text}: {error.why}"), "alarm")
            return
        self._screen.put(point)


VERDICT_CLASSES = {
    MoveVerdict.RIGHT: "good",
    MoveVerdict.SOLVED: "good",
    MoveVerdict.WRONG: "alarm",
}


class PuzzleScreen(BoardScreen):
    """Hands on to the desk what people want, and tells what comes of it."""

    BINDINGS = bindings(PUZZLE_KEYS)
    KEYS = PUZZLE_KEYS
    DEFAULT_CSS = """
    PuzzleScreen.-tiny PuzzlePanel {
        #which, #grade, #moves, #record, #progress { display: none; }
        #goal, #words { margin-top: 0; }
    }
    """

    def __init__(self, desk: PuzzleSession, *, ascii_only: bool = False) -> None:
        super().__init__()
        self.desk = desk
        self.eyes = PuzzleViewState(ascii_only=ascii_only)
        self._typist = PointTyping(self)
        self._is_sure = False

    def make_panel(self) -> PuzzlePanel:
        """The goal, and what comes of a move."""
        return PuzzlePanel(ascii_only=self.eyes.glyphs is ASCII_GLYPHS)

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
        words = describe_rules(self.desk.puzzle.rules)
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
        if answer.verdict is MoveVerdict.SOLVED:
            record = capitalised(self.desk.solving.describe_record())
            words = f"{words} {record}.\nEnter: the next puzzle"
        self.say(words, VERDICT_CLASSES.get(answer.verdict, ""))

    def attempt(self, deed: Callable[[], None]) -> None:
        """Do something, or tell why that cannot be done."""
        try:
            deed()
        except TengenError as error:
            self.say(describe_error(error), "alarm")

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


class PuzzleApp(ThemedApp):
    """Puzzles in the terminal."""

    TITLE = "Tengen puzzles"

    def __init__(
        self,
        desk: PuzzleSession,
        store: Store | None = None,
        *,
        theme: str | None = None,
        ascii_only: bool = False,
    ) -> None:
        super().__init__(theme, store, ascii_only=ascii_only)
        self._puzzles = PuzzleScreen(desk, ascii_only=ascii_only)

    def get_default_screen(self) -> Screen[None]:
        """The puzzles are there from the beginning."""
        return self._puzzles

    def action_help(self) -> None:
        """Show every key."""
        self.push_screen(Help(PUZZLE_KEYS))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every key's command, by name, for the palette."""
        return palette_commands(self._puzzles, PUZZLE_KEYS) if screen is self._puzzles else ()

    def action_next_theme(self) -> None:
        """Go on to the next theme, and remember it."""
        self._puzzles.say(f"Theme: {self.take_next_theme()}")
        self._puzzles.attempt(self.remember_theme)
