"""The screen of recorded games: what every key does."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable

from textual import events
from textual.timer import Timer

from tengen.errors import UsageError
from tengen.notation.words import capitalised, counted, plural
from tengen.tui.board import BoardWidget
from tengen.tui.dialogs import Ask
from tengen.tui.entry import parse_number
from tengen.tui.keys import bindings
from tengen.tui.moves import MoveList
from tengen.tui.saving import save_record, unused_name
from tengen.tui.themed import ThemedApp
from tengen.tui.viewer_games import Games
from tengen.tui.viewer_keys import GROUPS
from tengen.tui.viewer_panel import ViewerPanel
from tengen.tui.viewer_place import PlaceScreen

PACES = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds a move, where moves are played by themselves."""
USUAL_PACE = 2
AT_ONCE = 1000
"""Games that are read before the screen is asked what else there is to do."""
MOST = 1_000_000_000


class ViewerScreen(PlaceScreen):
    """Looks at the games of a file; it never changes them."""

    BINDINGS = bindings(GROUPS)

    def __init__(
        self, games: Games, index: int = 0, move: int = 0, *, ascii_only: bool = False
    ) -> None:
        super().__init__(games, index, move, ascii_only=ascii_only)
        self._pace = USUAL_PACE
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
            number = parse_number(text, 1, MOST, "games")
        except UsageError as error:
            self.tell(capitalised(str(error)), alarm=True)
            return
        self.run_worker(self._read_to(number - 1), exclusive=True)

    async def _read_to(self, index: int) -> None:
        """Read on, with time for the screen in between."""
        known = self.games.known
        while len(known) <= index and not self.games.is_complete:
            self.has_game(min(index, len(known) + AT_ONCE))
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
