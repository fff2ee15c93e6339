"""The brain's side of the protocol: a state machine from commands to answers and requests.

It uses no clock, thread or stream: its caller reads and sends the lines, and does the thinking.
A command that is answered with ERROR has changed nothing.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from functools import singledispatchmethod

from tengen.errors import ParseError, RuleError, quote
from tengen.gomocup import commands, text
from tengen.gomocup.replies import OUR_ABOUT, format_about
from tengen.gomocup.settings import GOMOCUP_K, NO_OPTIONS, Settings
from tengen.rules import Board, Point, Rules


class SwapStage(enum.Enum):
    """A stage of a swap2 opening; the value is the number of stones on the board."""

    OPENING = 0
    """Place three stones."""
    AFTER_THREE = 3
    """Swap, place one more, or place two more."""
    AFTER_FIVE = 5
    """Swap or place one more."""

    @property
    def choices(self) -> tuple[int, ...]:
        """The numbers of stones that may be placed; 0 is to swap."""
        return STONES_TO_PLACE[self]


STONES_TO_PLACE = {
    SwapStage.OPENING: (3,),
    SwapStage.AFTER_THREE: (0, 1, 2),
    SwapStage.AFTER_FIVE: (0, 1),
}


@dataclass(frozen=True, slots=True)
class Think:
    """Find a move for the player to move; the board is a copy."""

    board: Board
    settings: Settings


@dataclass(frozen=True, slots=True)
class ChooseSwap:
    """Make the choice of a swap2 opening; the board is a copy."""

    board: Board
    stage: SwapStage
    settings: Settings


@dataclass(frozen=True, slots=True)
class Hurry:
    """Stop thinking and answer the current request with the best result so far."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Exit at once."""


BrainAction = str | Think | ChooseSwap | Hurry | Quit
"""A line to send, or something to do."""


MIN_SIZE, MAX_SIZE = 5, 22


class Brain:
    """The state between commands: the settings, the board, and the open request."""

    def __init__(
        self, about: Mapping[str, str] = OUR_ABOUT, options: Mapping[str, range] = NO_OPTIONS
    ) -> None:
        """Accept settings of the protocol, and these options of the brain itself."""
        self.settings = Settings()
        self._about = about
        self._options = options
        self._board: Board | None = None
        self._request: Think | ChooseSwap | None = None
        self._problem = ""

    @property
    def is_thinking(self) -> bool:
        """Whether a request has not been answered yet."""
        return self._request is not None

    @property
    def rules(self) -> Rules | None:
        """The rules of the next game on this board by the latest settings, or None before START."""
        if self._board is None:
            return None
        return self._rules(self._board.rules.width, self._board.rules.height)

    def receive(self, command: commands.ManagerCommand) -> list[BrainAction]:
        """Handle a command, and return what to send and what to do."""
        if isinstance(command, commands.EndCommand):
            return [Quit()]
        if isinstance(command, commands.StopCommand):
            return [Hurry()] if self.is_thinking else []
        if isinstance(command, commands.InfoCommand):
            self._note(command)
            return []
        try:
            self._check_readiness()
            return [self._handle(command)]
        except (ParseError, RuleError) as error:
            return [f"ERROR {error}"]

    def answer(self, point: Point) -> str:
        """Play the requested move, and return the line to send. Raises IllegalMove."""
        if not isinstance(self._request, Think):
            raise RuleError(f"no move was requested: {text.format_coordinates(point)}")
        board = self._request.board.copy()
        board.play(point)
        self._board, self._request = board, None
        return text.format_coordinates(point)

    def answer_swap(self, *points: Point) -> str:
        """Place these opening stones, or swap if there are none, and return the line to send."""
        request = self._request
        if not isinstance(request, ChooseSwap) or len(points) not in request.stage.choices:
            raise RuleError(f"no choice with {len(points)} opening stones was requested")
        board = request.board.copy()
        for point in points:
            board.play(point)
        self._board, self._request = board, None
        return text.format_points(points) or "SWAP"

    def give_up(self, why: str) -> str:
        """Drop the request and return the line to send; the board does not change."""
        self._request = None
        return f"ERROR {quote(why)}"

    # Shared steps of the commands

    def _note(self, info: commands.InfoCommand) -> None:
        try:
            self.settings = self.settings.updated(info, self._options)
        except ParseError as error:
            self._problem = self._problem or str(error)

    def _check_readiness(self) -> None:
        if self.is_thinking:
            raise RuleError("still thinking: only END, STOP and INFO are accepted")
        problem, self._problem = self._problem, ""
        if problem:
            raise RuleError(problem)

    def _game(self) -> Board:
        """Return a copy of the board; an empty one has the rules of the latest settings."""
        if self._board is None or self.rules is None:
            raise RuleError("no board yet: send START first")
        return self._board.copy() if self._board.stones else Board(self.rules)

    def _rules(self, width: int, height: int) -> Rules:
        return Rules(width, height, GOMOCUP_K, self.settings.rule)

    def _empty(self) -> Board:
        board = self._game()
        return Board(self._rules(board.rules.width, board.rules.height))

    def _think(self, board: Board) -> Think:
        if board.outcome.is_over:
            raise RuleError(f"there is no move to make: the game is over ({_ending(board)})")
        self._request = Think(board, self.settings)
        return Think(board.copy(), self.settings)

    # One method per command

    @singledispatchmethod
    def _handle(self, command: commands.ManagerCommand) -> BrainAction:
        raise RuleError(f"unsupported command {command}")

    @_handle.register
    def _start(self, command: commands.StartCommand) -> BrainAction:
        for size in (command.width, command.height):
            if not MIN_SIZE <= size <= MAX_SIZE:
                raise RuleError(f"size {size} is not between {MIN_SIZE} and {MAX_SIZE}")
        self._board = Board(self._rules(command.width, command.height))
        return "OK"

    @_handle.register
    def _restart(self, _: commands.RestartCommand) -> BrainAction:
        self._board = self._empty()
        return "OK"

    @_handle.register
    def _begin(self, _: commands.BeginCommand) -> BrainAction:
        board = self._game()
        if board.stones:
            raise RuleError("the board is not empty")
        return self._think(board)

    @_handle.register
    def _turn(self, command: commands.TurnCommand) -> BrainAction:
        board = self._game()
        text.play_received(board, command.point)
        return self._think(board)

    @_handle.register
    def _position(self, command: commands.BoardCommand) -> BrainAction:
        return self._think(text.from_stones(self._empty().rules, command.stones))

    @_handle.register
    def _swap2(self, command: commands.Swap2BoardCommand) -> BrainAction:
        board = self._empty()
        if len(command.points) not in {stage.value for stage in SwapStage}:
            raise RuleError(f"a swap2 opening has 0, 3 or 5 stones, not {len(command.points)}")
        for point in command.points:
            text.play_received(board, point)
        stage = SwapStage(len(command.points))
        self._request = ChooseSwap(board, stage, self.settings)
        return ChooseSwap(board.copy(), stage, self.settings)

    @_handle.register
    def _takeback(self, command: commands.TakebackCommand) -> BrainAction:
        self._board = text.without_stone(self._game(), command.point)
        return "OK"

    @_handle.register
    def _play(self, command: commands.PlayCommand) -> BrainAction:
        board = self._game()
        text.play_received(board, command.point)
        self._board = board
        return text.format_coordinates(command.point)

    @_handle.register
    def _about_line(self, _: commands.AboutCommand) -> BrainAction:
        return format_about(self._about)

    @_handle.register
    def _unknown(self, command: commands.UnknownCommand) -> BrainAction:
        return f"UNKNOWN command {quote(command.text)}"

    @_handle.register
    def _malformed(self, command: commands.MalformedCommand) -> BrainAction:
        raise RuleError(f"{quote(command.text)}: {command.why}")


def _ending(board: Board) -> str:
    ending = board.outcome.ending
    return "unfinished" if ending is None else ending.value
