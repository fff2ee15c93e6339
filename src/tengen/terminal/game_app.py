"""The full-screen game: one game at a time, with its dialogs."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from functools import partial

from textual.app import SystemCommand
from textual.screen import Screen

from tengen.game import Command, Setup
from tengen.storage import Store
from tengen.terminal import intents, sentences
from tengen.terminal.dialogs import Ask, Confirm, Help, NewGame, PickOne
from tengen.terminal.game_screen import GameScreen
from tengen.terminal.keys import CURSOR_KEYS, GAME_KEYS
from tengen.terminal.local_table import LocalTable
from tengen.terminal.new_game import last_setup, last_unfinished, remember_setup
from tengen.terminal.sentences import describe_summary
from tengen.terminal.table import GameTable, TableFactory
from tengen.terminal.themes import ThemedApp, palette_commands


class TengenApp(ThemedApp):
    """Tengen in the terminal."""

    def __init__(
        self,
        store: Store | None = None,
        setup: Setup | None = None,
        *,
        theme: str | None = None,
        ascii_only: bool = False,
        make_table: TableFactory | None = None,
    ) -> None:
        """Without a setup, offer to resume the last unfinished game, or else show the form.

        Without `make_table`, games are played on this machine and stored.
        """
        super().__init__(theme, store, ascii_only=ascii_only)
        self._setup = setup
        self._game = GameScreen(make_table or partial(LocalTable, store), ascii_only=ascii_only)

    def get_default_screen(self) -> Screen[None]:
        """Return the screen of the game."""
        return self._game

    def on_ready(self) -> None:
        """Start the game, join it, offer to resume one, or show the form."""
        if self._setup is not None:
            self._game.start(self._setup)
        elif not self._game.table.join():
            self._game.attempt(self._offer_unfinished)

    def _offer_unfinished(self) -> None:
        unfinished = last_unfinished(self._store)
        if unfinished is None:
            self.action_new()
            return
        question = f"Resume the unfinished game?\n\n{describe_summary(unfinished)}"
        self.push_screen(
            Confirm(question, "resume", "new game"),
            lambda answer: self._game.resume(unfinished.game) if answer else self.action_new(),
        )

    # Dialogs

    def action_new(self) -> None:
        """Show the form of a new game."""
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
        """Show the list of stored games."""
        self._game.attempt(self._list_games)

    def _list_games(self) -> None:
        intents.check_can_switch_game(self._game.table)
        games = self._store.games() if self._store is not None else []
        if not games:
            self._game.show_notice(sentences.NO_STORED_GAMES)
            return
        self.push_screen(
            PickOne("Stored games", [describe_summary(game) for game in games]),
            lambda at: None if at is None else self._game.resume(games[at].game),
        )

    def action_save(self) -> None:
        """Ask for a file name, and save the game."""
        from tengen.terminal.save_file import unused_name  # noqa: PLC0415 - most games need no formats

        self.push_screen(Ask("Save the game to file", unused_name(os.listdir())), self._save)

    def _save(self, path: str | None) -> None:
        from tengen.terminal.save_file import save_game  # noqa: PLC0415 - likewise

        if path:
            self._game.show_notice(save_game(self._game.table.session.events, path))

    def action_resign(self) -> None:
        """Resign, after a confirmation."""
        if self._game.is_busy:
            self.push_screen(Confirm(sentences.CONFIRM_RESIGN, "resign", "play on"), self._resign)
        else:
            self._game.show_notice("There is no game to resign")

    def _resign(self, answer: object) -> None:
        if answer:
            self._game.do(intents.resign)

    def action_abort(self) -> None:
        """Abort the game, after a confirmation."""
        self._do_if_confirmed(intents.abort, sentences.CONFIRM_ABORT, "abort")

    def action_claim(self) -> None:
        """Claim the win, after a confirmation."""
        self._do_if_confirmed(intents.claim, sentences.CONFIRM_CLAIM, "claim")

    def _do_if_confirmed(
        self, make: Callable[[GameTable], Command], question: str, yes: str
    ) -> None:
        """Carry out a command after a confirmation. If the game refuses it, show why instead."""

        def ask() -> None:
            command = make(self._game.table)
            self._game.table.session.decide(command, self._game.table.now())
            self.push_screen(Confirm(question, yes, "play on"), follow)

        def follow(answer: object) -> None:
            if answer:
                self._game.do(make)

        self._game.attempt(ask)

    def action_help(self) -> None:
        """Show the help."""
        self.push_screen(Help())

    async def action_quit(self) -> None:
        """Quit, after a confirmation if the game is not stored or goes on without us."""
        if self._game.is_busy and (self._store is None or self._game.table.is_online):
            is_online = self._game.table.is_online
            question = sentences.CONFIRM_LEAVE_ONLINE if is_online else sentences.CONFIRM_LEAVE
            self.push_screen(Confirm(question, "quit", "stay"), self._leave)
        else:
            self.exit()

    def _leave(self, answer: object) -> None:
        if answer:
            self.exit()

    def action_theme(self) -> None:
        """Switch to the next theme, and remember it."""
        self._game.show_notice(f"Theme: {self.switch_theme()}")
        self.call_after_refresh(self._game.show_clocks)
        self._game.attempt(self.remember_theme)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Return the commands of the palette."""
        if screen is not self._game:
            return ()
        named = {title: keys for title, keys in GAME_KEYS.items() if keys is not CURSOR_KEYS}
        return palette_commands(self._game, named)
