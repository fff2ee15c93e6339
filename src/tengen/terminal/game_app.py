"""The full-screen program of the game: one game at a time, and the questions around it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial

from textual.app import SystemCommand
from textual.screen import Screen

from tengen.game.commands import Command
from tengen.game.setup import Setup
from tengen.storage import Store
from tengen.terminal import intents
from tengen.terminal.dialogs import Ask, Confirm, Help, NewGame, PickOne
from tengen.terminal.game_screen import GameScreen
from tengen.terminal.keys import CURSOR_KEYS, GAME_KEYS
from tengen.terminal.local_table import LocalTable
from tengen.terminal.new_game import describe_summary, last_setup, last_unfinished, remember_setup
from tengen.terminal.table import GameTable, TableFactory
from tengen.terminal.themes import ThemedApp, palette_commands

CONFIRM_LEAVE = "Leave? This game is not kept anywhere."
CONFIRM_LEAVE_ONLINE = "Leave? Your seat is kept: the same link leads back. Clocks run on."


class TengenApp(ThemedApp):
    """Tengen in the terminal."""

    def __init__(
        self,
        store: Store | None = None,
        setup: Setup | None = None,
        *,
        theme: str | None = None,
        ascii_only: bool = False,
        sit: TableFactory | None = None,
    ) -> None:
        """Without a setup, a game that was broken off is offered, or else a new one.

        `sit` makes a table other than one for all games of the store.
        """
        super().__init__(theme, store, ascii_only=ascii_only)
        self._wanted = setup
        self._game = GameScreen(sit or partial(LocalTable, store), ascii_only=ascii_only)

    def get_default_screen(self) -> Screen[None]:
        """The game is there from the beginning."""
        return self._game

    def on_ready(self) -> None:
        """Begin the game that is wanted, offer one that was broken off, or ask."""
        if self._wanted is not None:
            self._game.start(self._wanted)
        elif not self._game.table.sit_down():
            self._game.attempt(self._offer)

    def _offer(self) -> None:
        broken_off = last_unfinished(self._store)
        if broken_off is None:
            self.action_new()
            return
        question = f"Go on with the game that was broken off?\n\n{describe_summary(broken_off)}"
        self.push_screen(
            Confirm(question, "go on", "something else"),
            lambda answer: self._game.resume(broken_off.game) if answer else self.action_new(),
        )

    # Questions

    def action_new(self) -> None:
        """Ask what to play, and play it."""
        self._game.attempt(self._ask_for_game)

    def _ask_for_game(self) -> None:
        intents.check_can_switch_game(self._game.table)
        self.push_screen(NewGame(last_setup(self._store)), self._begin)

    def _begin(self, answer: Setup | str | None) -> None:
        if isinstance(answer, Setup):
            self._game.start(answer)
            self._game.attempt(lambda: remember_setup(self._store, answer))
        elif answer is not None:
            self._game.begin_entry(f"n{answer}")

    def action_open(self) -> None:
        """Pick one of the games kept."""
        self._game.attempt(self._list_games)

    def _list_games(self) -> None:
        intents.check_can_switch_game(self._game.table)
        games = self._store.games() if self._store is not None else []
        if not games:
            self._game.tell("No games are kept here yet")
            return
        self.push_screen(
            PickOne("Games kept", [describe_summary(game) for game in games]),
            lambda at: None if at is None else self._game.resume(games[at].game),
        )

    def action_save(self) -> None:
        """Ask for the name of a file, and save the game there."""
        from tengen.terminal.save_file import unused_name  # noqa: PLC0415 - most games need no formats

        self.push_screen(Ask("Save the game to the file", unused_name(os.listdir())), self._save)

    def _save(self, path: str | None) -> None:
        from tengen.terminal.save_file import save_game  # noqa: PLC0415 - likewise

        if path:
            self._game.tell(save_game(self._game.table.session.events, path))

    def action_resign(self) -> None:
        """Give up, after a question."""
        if self._game.is_busy:
            self.push_screen(Confirm("Resign this game?", "resign", "play on"), self._resign)
        else:
            self._game.tell("There is no game to resign")

    def _resign(self, answer: object) -> None:
        if answer:
            self._game.do(intents.resign)

    def action_abort(self) -> None:
        """Break the game off, after a question."""
        self._wish(intents.abort, "Break this game off? Nobody wins.", "break off")

    def action_claim(self) -> None:
        """Claim the game, after a question."""
        self._wish(intents.claim, "Claim this game, because your opponent has gone?", "claim")

    def _wish(self, make: Callable[[GameTable], Command], question: str, yes: str) -> None:
        """Ask before something is done that cannot be undone, if it can be done at all."""

        def ask() -> None:
            command = make(self._game.table)
            self._game.table.session.decide(command, self._game.table.now())
            self.push_screen(Confirm(question, yes, "play on"), follow)

        def follow(answer: object) -> None:
            if answer:
                self._game.do(make)

        self._game.attempt(ask)

    def action_help(self) -> None:
        """Show every key."""
        self.push_screen(Help())

    async def action_quit(self) -> None:
        """Leave, after a question where that would cost something: a game that is kept waits."""
        if self._game.is_busy and (self._store is None or self._game.table.is_online):
            question = CONFIRM_LEAVE_ONLINE if self._game.table.is_online else CONFIRM_LEAVE
            self.push_screen(Confirm(question, "leave", "stay"), self._leave)
        else:
            self.exit()

    def _leave(self, answer: object) -> None:
        if answer:
            self.exit()

    def action_theme(self) -> None:
        """Go on to the next theme."""
        self._game.tell(f"Theme: {self.take_next_theme()}")
        self.call_after_refresh(self._game.show_clocks)
        self._game.attempt(self.remember_theme)

    # Choices that are remembered

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Every key's command, by name, for the palette."""
        if screen is not self._game:
            return ()
        named = {title: keys for title, keys in GAME_KEYS.items() if keys is not CURSOR_KEYS}
        return palette_commands(self._game, named)
