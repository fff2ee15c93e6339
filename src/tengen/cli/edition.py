"""Play an edition on standard input and output: its options, players, files and failures."""

from __future__ import annotations

import io
import os
from importlib import import_module

from tengen.classic.console import Keyboard, Screen
from tengen.classic.edition import Edition, Match, MoveChooser, Watcher, computer, person
from tengen.cli.output import DONE, FAILED, INTERRUPTED, print_error, print_write_error, with_screen
from tengen.rules import Player


def play_edition(name: str, options: EditionOptions) -> int:
    """Play an edition and return the exit status."""
    edition: Edition = import_module(f"tengen.classic.{name}").EDITION
    _warn_if_narrow(edition)
    return with_screen(
        lambda screen: _play_until_the_end(EditionSession(edition, options, screen)),
        colour=options.wants_colour(),
    )


def _warn_if_narrow(edition: Edition) -> None:
    """Print a warning if the board is wider than the terminal."""
    if not os.isatty(1):
        return
    needed = max(map(len, edition.draw(lambda _point: " ").splitlines()))
    columns = os.get_terminal_size(1).columns
    if 0 < columns < needed:
        print_error(
            f"the board is {needed} columns wide, but the terminal has {columns}:"
            " widen it, or type `tengen play`"
        )


def _play_until_the_end(session: EditionSession) -> int:
    """Play until the players leave, the input ends, or Ctrl-C is pressed."""
    try:
        return session.play()
    except EOFError as error:
        session.screen.write("\n")
        why = f": {error}" if str(error) else ""
        print_error(f"the input ended before the game did{why}")
        return FAILED
    except KeyboardInterrupt:
        session.screen.write("\n")
        return INTERRUPTED


class EditionSession:
    """A game of an edition with its rematches. The players keep their seats."""

    def __init__(self, edition: Edition, options: EditionOptions, screen: Screen) -> None:
        self.screen = screen
        self._edition = edition
        self._options = options
        self._keyboard = Keyboard(_open_input())
        self._seats = self._make_seats()
        self._status = DONE

    def play(self) -> int:
        """Play a game and its rematches, and return the exit status."""
        watch = self._watcher()
        self.screen.write(self._edition.introduction)
        self._play_game(watch)
        while self._edition.rematch is not None and self._wants_rematch(self._edition.rematch):
            self._play_game(watch)
        return self._status

    def _make_seats(self) -> dict[Player, MoveChooser]:
        machine = self._options.computer
        seats = dict.fromkeys(Player, person(self._edition, self._keyboard, self.screen))
        if machine is not None:
            from tengen.cli.computer import ClassicComputer  # noqa: PLC0415 - imports the engine

            choose = ClassicComputer(machine.level, machine.seed).choose
            seat = computer(self._edition, choose, self.screen)
            seats.update(dict.fromkeys(machine.players, seat))
        return seats

    def _play_game(self, watch: Watcher) -> None:
        match = Match(self._edition, self._seats, self.screen, watch)
        match.play()
        failure = self._save(match.result)  # saved before the end is shown
        self.screen.write(f"{match.verdict}\n")
        if failure:
            self._fail(*failure)

    def _save(self, result: str) -> tuple[str, OSError] | None:
        path = self._options.result_file(self._edition)
        if path is not None:
            from tengen.atomic_file import write_atomically  # noqa: PLC0415 - only at the end of a game

            try:
                write_atomically(path, result.encode("ascii"))
            except OSError as error:
                return path, error
        return None

    def _wants_rematch(self, question: str) -> bool:
        self.screen.write(question)
        try:
            is_wanted = self._keyboard.read_line().strip() == b"0"
        except EOFError:
            is_wanted = False
        self.screen.write("\n")
        return is_wanted

    def _watcher(self) -> Watcher:
        if self._options.record is None:
            return lambda _board: None
        from tengen.classic.recorder import GameRecorder  # noqa: PLC0415 - games are rarely recorded

        return GameRecorder(self._options.record, self._fail).watch

    def _fail(self, path: str, error: OSError) -> None:
        print_write_error(path, error)
        self._status = FAILED


def _open_input() -> io.BufferedIOBase:
    """Return standard input as bytes; it is empty if it is closed."""
    try:
        return open(0, "rb", closefd=False)
    except OSError:
        return io.BytesIO()


SEATS = {
    "1": (Player.FIRST,),
    "2": (Player.SECOND,),
    "both": (Player.FIRST, Player.SECOND),
}
"""The players that the computer can play, by the value of `--computer`."""
LEVELS = range(1, 11)
DEFAULT_LEVEL = 4
COMPILED_LEVELS = range(8, 11)
"""The levels that take seconds for a move if the search is not compiled."""


class ComputerOptions:
    """The computer as a player: which players it plays, its level and its random seed."""

    def __init__(self, seats: str, level: int | None = None, seed: int | None = None) -> None:
        self.players = SEATS[seats]
        self.level = DEFAULT_LEVEL if level is None else level
        self.seed = seed


class EditionOptions:
    """The options of a game. By default, an edition does exactly what its specification says."""

    def __init__(
        self,
        *,
        result: str | None = None,
        no_result: bool = False,
        record: str | None = None,
        colour: str = "never",
        computer: ComputerOptions | None = None,
    ) -> None:
        self.result = result
        self.no_result = no_result
        self.record = record
        self.colour = colour
        self.computer = computer

    def result_file(self, edition: Edition) -> str | None:
        """Return the path of the result file, or None to write none."""
        if self.no_result:
            return None
        return edition.result_file if self.result is None else self.result

    def wants_colour(self) -> bool:
        """Return whether to write in colour to standard output as it is now."""
        if self.colour == "auto":
            from tengen.cli.terminal import can_draw  # noqa: PLC0415 - rarely needed

            return not os.environ.get("NO_COLOR") and can_draw(1)
        return self.colour == "always"
