"""The viewer of recorded games: what every key does, and the program."""

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
"""Seconds a move, where moves are played by themselves."""
DEFAULT_PACE = 2
READ_BATCH = 1000
"""Games that are read before the screen is asked what else there is to do."""
MAX_GAME_NUMBER = 1_000_000_000


class ViewerScreen(RecordScreen):
    """Looks at the games of a file; it never changes them."""

    BINDINGS = bindings(VIEWER_KEYS)

    def __init__(
        self, games: RecordFile, index: int = 0, move: int = 0, *, ascii_only: bool = False
    ) -> None:
        super().__init__(games, index, move, ascii_only=ascii_only)
        self._pace = DEFAULT_PACE
        self._timer: Timer | None = None

    # Along the moves

    def _went(self, *, there: bool, nothing: str) -> None:
        """Show where we have got to, or say why nowhere."""
        if there:
            self.tell("")
            self.show_place()
        else:
            self.tell(nothing)

    def action_step(self, by: int) -> None:
        """Go along the line."""
        nothing = "This is the end of the line" if by > 0 else "This is the beginning"
        self._went(there=self.trail.step(by), nothing=nothing)

    def action_back(self) -> None:
        """One move back."""
        self.action_step(-1)

    def action_forward(self) -> None:
        """One move forward."""
        self.action_step(1)

    def action_first(self) -> None:
        """Go to the beginning."""
        self.action_step(-len(self.trail.line))

    def action_last(self) -> None:
        """Go to the end of the line."""
        self.action_step(len(self.trail.line))

    def action_turn(self, by: int) -> None:
        """Another move instead."""
        self._went(there=self.trail.turn(by), nothing="There is no other variation that way")

    def on_key(self, event: events.Key) -> None:
        """A figure goes on with the move that has it."""
        if (event.character or "0") in "123456789":
            event.stop()
            there = self.trail.enter(int(event.key) - 1)
            self._went(there=there, nothing=f"No move {event.key} follows here")

    def on_move_list_jumped(self, message: MoveList.Jumped) -> None:
        """Show the position that was clicked."""
        self.trail.at = message.ply
        self._went(there=True, nothing="")

    def on_board_widget_clicked(self, message: BoardWidget.Clicked) -> None:
        """Go on with the move that was clicked, or back to that of a stone."""
        points = [child.point for child in self.trail.node.children]
        numbers = self.trail.numbers()
        if message.point in points:
            self._went(there=self.trail.enter(points.index(message.point)), nothing="")
        elif message.point in numbers:
            self.trail.go_to(numbers[message.point])
            self._went(there=True, nothing="")

    def action_go_to_move(self) -> None:
        """Ask for a number."""
        self.app.push_screen(Ask("Go to move", ""), self._go_to_move)

    def _go_to_move(self, text: str | None) -> None:
        if text:
            self._attempt(
                lambda: self.trail.go_to(parse_number(text, 0, self.trail.total, "moves"))
            )

    def _attempt(self, deed: Callable[[], None]) -> None:
        try:
            deed()
        except UsageError as error:
            self.tell(capitalised(str(error)), alarm=True)
        else:
            self._went(there=True, nothing="")

    # By itself

    def action_auto(self) -> None:
        """Play the moves by themselves, or stop."""
        if self._timer is not None:
            self._stop()
            self.tell("")
        else:
            if self.trail.at == len(self.trail.line) - 1:
                self.action_first()
            self._start()

    def action_pace(self, by: int) -> None:
        """Faster, or slower."""
        self._pace = min(max(self._pace + by, 0), len(PACES) - 1)
        if self._timer is not None:
            self._stop()
            self._start()
        else:
            self._tell_pace()

    def _start(self) -> None:
        self._timer = self.set_interval(PACES[self._pace], self._go_on)
        self._tell_pace()

    def _tell_pace(self) -> None:
        pace = PACES[self._pace]
        words = f"{pace:g} {plural(pace, 'second')} a move"
        self.tell(f"{words}: + faster, - slower, a on and off")

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _go_on(self) -> None:
        if self.trail.step(1):
            self.show_place()
        else:
            self._stop()
            self.tell("")

    # From game to game

    def action_game(self, by: int) -> None:
        """The game before, or the next one."""
        index = self.index + by
        if index >= 0 and self.has_game(index):
            self._open(index)
        else:
            self.tell("This is the first game" if by < 0 else "This is the last game")

    def _open(self, index: int) -> None:
        self._stop()
        self.index = index
        self.trail = self.trail_of(index)
        self.show_game()

    def action_go_to_game(self) -> None:
        """Ask for a number."""
        self.app.push_screen(Ask("Go to game", ""), self._go_to_game)

    def _go_to_game(self, text: str | None) -> None:
        if not text:
            return
        try:
            number = parse_number(text, 1, MAX_GAME_NUMBER, "games")
        except UsageError as error:
            self.tell(capitalised(str(error)), alarm=True)
            return
        self.run_worker(self._read_to(number - 1), exclusive=True)

    async def _read_to(self, index: int) -> None:
        """Read on, with time for the screen in between."""
        known = self.games.known
        while len(known) <= index and not self.games.is_complete:
            self.has_game(min(index, len(known) + READ_BATCH))
            self.tell(f"Reading: {counted(len(known), 'game')} ...")
            await asyncio.sleep(0)
        self._open(min(index, len(known) - 1))
        if index >= len(known):
            self.tell(f"The file has {counted(len(known), 'game')}: this is the last one")

    def action_save(self) -> None:
        """Ask for the name of a file, and save this game there."""
        self.app.push_screen(
            Ask("Save this game to the file", unused_name(os.listdir())), self._save
        )

    def _save(self, path: str | None) -> None:
        if path:
            self.tell(save_record(self.trail.record, path, self.trail.path))

    # How it looks

    def action_engine(self) -> None:
        """Engine lines on and off."""
        self.advisor.toggle(self.board())
        self.query_one(ViewerPanel).show_lines("")
        self.show_place()

    def action_scroll(self, down: int) -> None:
        """Up or down in a comment."""
        self.query_one("#remark").scroll_relative(y=down, animate=False)

    def action_numbers(self) -> None:
        """Numbers on the stones, or none."""
        self.desk.shows_numbers = not self.desk.shows_numbers
        self.show_place()

    def action_marks(self) -> None:
        """Stones, or X and O."""
        self.desk.uses_letters = not self.desk.uses_letters
        self.show_game()

    def action_theme(self) -> None:
        """Go on to the next theme."""
        assert isinstance(self.app, ThemedApp)
        name = self.app.take_next_theme()
        self.call_after_refresh(self.show_game)
        self.call_after_refresh(self.tell, f"Theme: {name}")


class ViewerApp(ThemedApp):
    """Shows the games of a file."""

    def __init__(
        self,
        games: RecordFile,
        index: int = 0,
        move: int = 0,
        *,
        theme: str | None = None,
        ascii_only: bool = False,
    ) -> None:
        """Begin with a game that can be read, at a move of it."""
        super().__init__(theme, ascii_only=ascii_only)
        self._viewer = ViewerScreen(games, index, move, ascii_only=ascii_only)

    def get_default_screen(self) -> Screen[None]:
        """The viewer is there from the beginning."""
        return self._viewer

    def action_help(self) -> None:
        """Show every key."""
        self.push_screen(Help(VIEWER_KEYS))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every key's command, by name, for the palette."""
        return palette_commands(self._viewer, VIEWER_KEYS) if screen is self._viewer else ()
