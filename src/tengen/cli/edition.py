"""Playing an edition at standard input and output, with its options, and what goes wrong there."""

from __future__ import annotations

import io
import os
from importlib import import_module

from tengen.classic.console import Keyboard, Screen
from tengen.classic.edition import Edition, Match, MoveChooser, Watcher, computer, person
from tengen.cli.output import DONE, FAILED, INTERRUPTED, print_error, print_write_error, with_screen
from tengen.rules.rules import Player


def play_edition(name: str, options: EditionOptions) -> int:
    """Play an edition and give the exit status."""
    edition: Edition = import_module(f"tengen.classic.{name}").EDITION
    _warn_if_narrow(edition)
    return with_screen(
        lambda screen: _play_until_the_end(EditionSession(edition, options, screen)),
        colour=options.wants_colour(),
    )


def _warn_if_narrow(edition: Edition) -> None:
    """Say so where the lines of the board do not fit into the terminal."""
    if not os.isatty(1):
        return
    needed = max(map(len, edition.draw(lambda _point: " ").splitlines()))
    columns = os.get_terminal_size(1).columns
    if 0 < columns < needed:
        print_error(
            f"the board is {needed} columns wide, but the terminal has {columns}:"
            " widen it, or type `tengen play`"
        )


def _play_until_the_end(table: EditionSession) -> int:
    """Play until the players have enough, or the input ends, or Ctrl-C does it."""
    try:
        return table.play()
    except EOFError as error:
        table.screen.write("\n")
        why = f": {error}" if str(error) else ""
        print_error(f"the input ended before the game did{why}")
        return FAILED
    except KeyboardInterrupt:
        table.screen.write("\n")
        return INTERRUPTED


class EditionSession:
    """Two players, who play an edition and perhaps play it again, each in the same seat."""

    def __init__(self, edition: Edition, options: EditionOptions, screen: Screen) -> None:
        self.screen = screen
        self._edition = edition
        self._options = options
        self._keyboard = Keyboard(_open_input())
        self._seats = self._take_seats()
        self._status = DONE

    def play(self) -> int:
        """Play one game, and more while a rematch is wanted; give the exit status."""
        watch = self._watcher()
        self.screen.write(self._edition.introduction)
        self._play_game(watch)
        while self._edition.rematch is not None and self._is_wanted(self._edition.rematch):
            self._play_game(watch)
        return self._status

    def _take_seats(self) -> dict[Player, MoveChooser]:
        machine = self._options.computer
        seats = dict.fromkeys(Player, person(self._edition, self._keyboard, self.screen))
        if machine is not None:
            from tengen.cli.computer import ClassicComputer  # noqa: PLC0415 - people need no search

            choose = ClassicComputer(machine.level, machine.seed).choose
            seat = computer(self._edition, choose, self.screen)
            seats.update(dict.fromkeys(machine.players, seat))
        return seats

    def _play_game(self, watch: Watcher) -> None:
        match = Match(self._edition, self._seats, self.screen, watch)
        match.play()
        failure = self._save(match.result)  # first: what is shown as done must be kept
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

    def _is_wanted(self, question: str) -> bool:
        self.screen.write(question)
        try:
            wanted = self._keyboard.read_line().strip() == b"0"
        except EOFError:
            wanted = False
        self.screen.write("\n")
        return wanted

    def _watcher(self) -> Watcher:
        if self._options.record is None:
            return lambda _board: None
        from tengen.classic.recorder import GameRecorder  # noqa: PLC0415 - games are rarely recorded

        return GameRecorder(self._options.record, self._fail).watch

    def _fail(self, path: str, error: OSError) -> None:
        print_write_error(path, error)
        self._status = FAILED


def _open_input() -> io.BufferedIOBase:
    """Standard input as bytes; one that is closed has nothing in it."""
    try:
        return open(0, "rb", closefd=False)
    except OSError:
        return io.BytesIO()


SEATS = {
    "1": (Player.FIRST,),
    "2": (Player.SECOND,),
    "both": (Player.FIRST, Player.SECOND),
}
"""Which players the computer can be."""
LEVELS = range(1, 11)
DEFAULT_LEVEL = 4
COMPILED_LEVELS = range(9, 11)
"""The levels that take seconds for a move where the search is not compiled."""


class ComputerOptions:
    """The computer as a player: whose moves it makes, how well, and with which luck."""

    def __init__(self, seats: str, level: int | None = None, seed: int | None = None) -> None:
        self.players = SEATS[seats]
        self.level = DEFAULT_LEVEL if level is None else level
        self.seed = seed


class EditionOptions:
    """The options of a game; the defaults give exactly what the editions' documents describe."""

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
        """Where to keep the result, if anywhere."""
        if self.no_result:
            return None
        return edition.result_file if self.result is None else self.result

    def wants_colour(self) -> bool:
        """Whether to write in colour to the terminal, or whatever else it is, that is there now."""
        if self.colour == "auto":
            from tengen.cli.terminal import can_draw  # noqa: PLC0415 - rarely asked for

            return not os.environ.get("NO_COLOR") and can_draw(1)
        return self.colour == "always"
