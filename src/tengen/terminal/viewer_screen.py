"""The viewer of recorded games: what each key does, and the program."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable

from textual import events
from textual.app import SystemCommand
from textual.screen import Screen
from textual.timer import Timer

from tengen.errors import UsageError
from tengen.rules.wording import capitalised, counted, plural
from tengen.terminal.board_screen import BoardWidget
from tengen.terminal.dialogs import Ask, Help
from tengen.terminal.input import parse_number
from tengen.terminal.keys import VIEWER_KEYS, bindings
from tengen.terminal.record_browser import RecordFile
from tengen.terminal.record_screen import RecordScreen, ViewerPanel
from tengen.terminal.save_file import save_record, unused_name
from tengen.terminal.themes import ThemedApp, palette_commands
from tengen.terminal.widgets import MoveList

PACES = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds a move when the moves play automatically."""
DEFAULT_PACE = 2
READ_BATCH = 1000
"""Games to read before the screen handles other events."""
MAX_GAME_NUMBER = 1_000_000_000


class ViewerScreen(RecordScreen):
    """Views the games of a file. It never changes them."""

    BINDINGS = bindings(VIEWER_KEYS)

    def __init__(
        self, games: RecordFile, index: int = 0, move: int = 0, *, ascii_only: bool = False
    ) -> None:
        super().__init__(games, index, move, ascii_only=ascii_only)
        self._pace = DEFAULT_PACE
        self._timer: Timer | None = None

    # Moves

    def _moved(self, *, has_moved: bool = True, otherwise: str = "") -> None:
        """Show the position at the cursor or, if the cursor did not move, a notice."""
        if has_moved:
            self.show_notice("")
            self.show_place()
        else:
            self.show_notice(otherwise)

    def action_step(self, by: int) -> None:
        """Move along the line."""
        otherwise = "This is the end of the line" if by > 0 else "This is the start of the game"
        self._moved(has_moved=self.cursor.step(by), otherwise=otherwise)

    def action_back(self) -> None:
        """Go one move back."""
        self.action_step(-1)

    def action_forward(self) -> None:
        """Go one move forward."""
        self.action_step(1)

    def action_first(self) -> None:
        """Go to the start of the game."""
        self.action_step(-len(self.cursor.line))

    def action_last(self) -> None:
        """Go to the end of the line."""
        self.action_step(len(self.cursor.line))

    def action_turn(self, by: int) -> None:
        """Switch to another variation."""
        self._moved(has_moved=self.cursor.turn(by), otherwise="There are no more variations")

    def on_key(self, event: events.Key) -> None:
        """Go to the next move that has the digit."""
        if (event.character or "0") in "123456789":
            event.stop()
            has_moved = self.cursor.enter(int(event.key) - 1)
            self._moved(has_moved=has_moved, otherwise=f"There is no next move {event.key} here")

    def on_move_list_jumped(self, message: MoveList.Jumped) -> None:
        """Show the position that was clicked."""
        self.cursor.at = message.ply
        self._moved()

    def on_board_widget_clicked(self, message: BoardWidget.Clicked) -> None:
        """Go to the next move that was clicked, or back to the move of a stone."""
        points = [child.point for child in self.cursor.node.children]
        numbers = self.cursor.numbers()
        if message.point in points:
            self._moved(has_moved=self.cursor.enter(points.index(message.point)))
        elif message.point in numbers:
            self.cursor.go_to(numbers[message.point])
            self._moved()

    def action_go_to_move(self) -> None:
        """Ask for a move number."""
        self.app.push_screen(Ask("Go to move", ""), self._go_to_move)

    def _go_to_move(self, text: str | None) -> None:
        if text:
            self._attempt(
                lambda: self.cursor.go_to(parse_number(text, 0, self.cursor.total, "the move"))
            )

    def _attempt(self, action: Callable[[], None]) -> None:
        try:
            action()
        except UsageError as error:
            self.show_notice(capitalised(str(error)), alarm=True)
        else:
            self._moved()

    # Automatic play

    def action_auto(self) -> None:
        """Start or stop playing the moves automatically."""
        if self._timer is not None:
            self._stop()
            self.show_notice("")
        else:
            if self.cursor.at == len(self.cursor.line) - 1:
                self.action_first()
            self._start()

    def action_pace(self, by: int) -> None:
        """Play faster or slower."""
        self._pace = min(max(self._pace + by, 0), len(PACES) - 1)
        if self._timer is not None:
            self._stop()
            self._start()
        else:
            self._show_pace()

    def _start(self) -> None:
        self._timer = self.set_interval(PACES[self._pace], self._play_next)
        self._show_pace()

    def _show_pace(self) -> None:
        pace = PACES[self._pace]
        seconds = f"{pace:g} {plural(pace, 'second')} a move"
        self.show_notice(f"{seconds}: + faster, - slower, a start or stop")

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _play_next(self) -> None:
        if self.cursor.step(1):
            self.show_place()
        else:
            self._stop()
            self.show_notice("")

    # Games

    def action_game(self, by: int) -> None:
        """Go to the next or previous game."""
        index = self.index + by
        if index >= 0 and self.has_game(index):
            self._open(index)
        else:
            self.show_notice("This is the first game" if by < 0 else "This is the last game")

    def _open(self, index: int) -> None:
        self._stop()
        self.index = index
        self.cursor = self.cursor_of(index)
        self.show_game()

    def action_go_to_game(self) -> None:
        """Ask for a game number."""
        self.app.push_screen(Ask("Go to game", ""), self._go_to_game)

    def _go_to_game(self, text: str | None) -> None:
        if not text:
            return
        try:
            number = parse_number(text, 1, MAX_GAME_NUMBER, "the game")
        except UsageError as error:
            self.show_notice(capitalised(str(error)), alarm=True)
            return
        self.run_worker(self._read_to(number - 1), exclusive=True)

    async def _read_to(self, index: int) -> None:
        """Read further games, and let the screen handle events in between."""
        known = self.games.known
        while len(known) <= index and not self.games.is_complete:
            self.has_game(min(index, len(known) + READ_BATCH))
            self.show_notice(f"Reading: {counted(len(known), 'game')} ...")
            await asyncio.sleep(0)
        self._open(min(index, len(known) - 1))
        if index >= len(known):
            self.show_notice(f"The file has {counted(len(known), 'game')}: this is the last one")

    def action_save(self) -> None:
        """Ask for a file name, and save this game."""
        self.app.push_screen(Ask("Save this game to file", unused_name(os.listdir())), self._save)

    def _save(self, path: str | None) -> None:
        if path:
            self.show_notice(save_record(self.cursor.record, path, self.cursor.path))

    # Appearance

    def action_engine(self) -> None:
        """Show or hide engine lines."""
        self.analysis.toggle(self.board())
        self.query_one(ViewerPanel).show_lines("")
        self.show_place()

    def action_scroll(self, down: int) -> None:
        """Scroll the comment."""
        self.query_one("#remark").scroll_relative(y=down, animate=False)

    def action_numbers(self) -> None:
        """Show or hide move numbers."""
        self.view_state.shows_numbers = not self.view_state.shows_numbers
        self.show_place()

    def action_marks(self) -> None:
        """Switch between stones and X and O."""
        self.view_state.uses_letters = not self.view_state.uses_letters
        self.show_game()

    def action_theme(self) -> None:
        """Switch to the next theme."""
        assert isinstance(self.app, ThemedApp)
        name = self.app.switch_theme()
        self.call_after_refresh(self.show_game)
        self.call_after_refresh(self.show_notice, f"Theme: {name}")


class ViewerApp(ThemedApp):
    """The full-screen viewer."""

    def __init__(
        self,
        games: RecordFile,
        index: int = 0,
        move: int = 0,
        *,
        theme: str | None = None,
        ascii_only: bool = False,
    ) -> None:
        """Start at a move of a game that can be read."""
        super().__init__(theme, ascii_only=ascii_only)
        self._viewer = ViewerScreen(games, index, move, ascii_only=ascii_only)

    def get_default_screen(self) -> Screen[None]:
        """Return the screen of the viewer."""
        return self._viewer

    def action_help(self) -> None:
        """Show the help."""
        self.push_screen(Help(VIEWER_KEYS))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Return the commands of the palette."""
        return palette_commands(self._viewer, VIEWER_KEYS) if screen is self._viewer else ()
