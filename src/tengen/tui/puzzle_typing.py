"""Points that are typed where single letters are commands, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import events
from textual.timer import Timer

from tengen.errors import ParseError
from tengen.notation.points import column_name
from tengen.notation.words import capitalised
from tengen.tui.entry import Entry
from tengen.tui.puzzle_keys import action_of

if TYPE_CHECKING:
    from tengen.tui.puzzle_screen import PuzzleScreen

PAUSE = 0.3
"""Seconds after which a letter is a command and not the beginning of a point."""


class Typist:
    """Tells a point such as h8 from a letter that is a command: that waits for a moment."""

    def __init__(self, screen: PuzzleScreen) -> None:
        self._screen = screen
        self._entry: Entry | None = None
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
            if action_of(character) is None:
                self.begin(character)
                return True
            self._letter = character
            self._timer = self._screen.set_timer(PAUSE, lambda: self._act_on(self._take_letter()))
            return True
        return False

    def begin(self, text: str) -> None:
        """Begin to type a point."""
        self._entry = Entry(self._screen.desk.puzzle.rules, text)
        self._show(self._entry)

    def _take_letter(self) -> str:
        letter, self._letter = self._letter, ""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        return letter

    def _act_on(self, letter: str) -> None:
        """Do what a letter stands for, now that no figure follows it."""
        action = action_of(letter) if letter else None
        if action is not None:
            self._screen.call_later(self._screen.run_action, action)

    def _is_column(self, character: str) -> bool:
        width = self._screen.desk.puzzle.rules.width
        return character.lower() in [column_name(col) for col in range(width)]

    def _type_on(self, entry: Entry, key: str, character: str) -> None:
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

    def _show(self, entry: Entry) -> None:
        point = entry.point_so_far()
        if point is not None:
            self._screen.put_cursor(point)
        self._screen.say(f"Point: {entry.text}_\nEnter plays there, Esc cancels")

    def _end(self, entry: Entry) -> None:
        self._entry = None
        try:
            point = entry.point()
        except ParseError as error:
            self._screen.say(capitalised(f"{entry.text}: {error.why}"), "alarm")
            return
        self._screen.put(point)
