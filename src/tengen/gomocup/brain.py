"""A brain: our own engine's side of the protocol, command by command, and the work it asks for.

No clock, no thread, no stream: a shell around it reads lines, sends the lines that come out and
has the requests worked on. A command that is answered with ERROR has changed nothing.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from functools import singledispatchmethod

from tengen.errors import ParseError, RuleError, quote
from tengen.gomocup import commands, text
from tengen.gomocup.replies import OUR_ABOUT, format_about
from tengen.gomocup.settings import GOMOCUP_K, Settings
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Rules


class SwapStage(enum.Enum):
    """How far a swap2 opening has come; the value is the number of stones."""

    OPENING = 0
    """Place three stones."""
    AFTER_THREE = 3
    """Swap, place one more, or place two more."""
    AFTER_FIVE = 5
    """Swap or place one more."""

    @property
    def choices(self) -> tuple[int, ...]:
        """How many stones may be placed; 0 is to swap."""
        return STONES_TO_PLACE[self]


STONES_TO_PLACE = {
    SwapStage.OPENING: (3,),
    SwapStage.AFTER_THREE: (0, 1, 2),
    SwapStage.AFTER_FIVE: (0, 1),
}


@dataclass(frozen=True, slots=True)
class Think:
    """Find a move for the side to move; the board is yours to play on."""

    board: Board
    settings: Settings


@dataclass(frozen=True, slots=True)
class ChooseSwap:
    """Make the choice of a swap2 opening; the board is yours to play on."""

    board: Board
    stage: SwapStage
    settings: Settings


@dataclass(frozen=True, slots=True)
class Hurry:
    """Answer the request that is under way with what has been found."""


@dataclass(frozen=True, slots=True)
class Quit:
    """Drop everything and exit."""


BrainAction = str | Think | ChooseSwap | Hurry | Quit
"""A line to send, or something to do."""


MIN_SIZE, MAX_SIZE = 5, 22


class Brain:
    """The state between commands: the settings, the board, and what has been asked of us."""

    def __init__(self, about: Mapping[str, str] = OUR_ABOUT) -> None:
        self.settings = Settings()
        self._about = about
        self._board: Board | None = None
        self._request: Think | ChooseSwap | None = None
        self._problem = ""

    @property
    def is_thinking(self) -> bool:
        """Whether an answer is owed."""
        return self._request is not None

    def receive(self, command: commands.ManagerCommand) -> list[BrainAction]:
        """What to send and what to do now."""
        if isinstance(command, commands.EndCommand):
            return [Quit()]
        if isinstance(command, commands.StopCommand):
            return [Hurry()] if self.is_thinking else []
        if isinstance(command, commands.InfoCommand):
            self._note(command)
            return []
        try:
            self._check_readiness()
            return [self._obey(command)]
        except (ParseError, RuleError) as error:
            return [f"ERROR {error}"]

    def answer(self, point: Point) -> str:
        """Make the move that was asked for; the line to send. IllegalMove if it is illegal."""
        if not isinstance(self._request, Think):
            raise RuleError(f"nobody asked for the move {text.format_coordinates(point)}")
        board = self._request.board.copy()
        board.play(point)
        self._board, self._request = board, None
        return text.format_coordinates(point)

    def answer_swap(self, *points: Point) -> str:
        """Place these opening stones, or swap if there are none; the line to send."""
        request = self._request
        if not isinstance(request, ChooseSwap) or len(points) not in request.stage.choices:
            raise RuleError(f"nobody asked for {len(points)} opening stones")
        board = request.board.copy()
        for point in points:
            board.play(point)
        self._board, self._request = board, None
        return text.format_points(points) or "SWAP"

    def give_up(self, why: str) -> str:
        """The line to send when no answer can be given; the board is what it was before."""
        self._request = None
        return f"ERROR {quote(why)}"

    # What every command passes through

    def _note(self, info: commands.InfoCommand) -> None:
        try:
            self.settings = self.settings.told(info)
        except ParseError as error:
            self._problem = self._problem or str(error)

    def _check_readiness(self) -> None:
        if self.is_thinking:
            raise RuleError("still thinking: only END, STOP and INFO are read")
        problem, self._problem = self._problem, ""
        if problem:
            raise RuleError(problem)

    def _game(self) -> Board:
        """The board, by the rules that were last asked for if no stone is on it yet."""
        if self._board is None:
            raise RuleError("no board yet: START comes first")
        rules = self._rules(self._board.rules.width, self._board.rules.height)
        return self._board.copy() if self._board.stones else Board(rules)

    def _rules(self, width: int, height: int) -> Rules:
        return Rules(width, height, GOMOCUP_K, self.settings.rule)

    def _empty(self) -> Board:
        board = self._game()
        return Board(self._rules(board.rules.width, board.rules.height))

    def _think(self, board: Board) -> Think:
        if board.outcome.is_over:
            raise RuleError(f"no move is left to make: the game is over ({_ending(board)})")
        self._request = Think(board, self.settings)
        return Think(board.copy(), self.settings)

    # One method a command

    @singledispatchmethod
    def _obey(self, command: commands.ManagerCommand) -> BrainAction:
        raise RuleError(f"nothing to do for {command}")

    @_obey.register
    def _start(self, command: commands.StartCommand) -> BrainAction:
        for size in (command.width, command.height):
            if not MIN_SIZE <= size <= MAX_SIZE:
                raise RuleError(f"size {size} is not between {MIN_SIZE} and {MAX_SIZE}")
        self._board = Board(self._rules(command.width, command.height))
        return "OK"

    @_obey.register
    def _restart(self, _: commands.RestartCommand) -> BrainAction:
        self._board = self._empty()
        return "OK"

    @_obey.register
    def _begin(self, _: commands.BeginCommand) -> BrainAction:
        board = self._game()
        if board.stones:
            raise RuleError("the board is not empty")
        return self._think(board)

    @_obey.register
    def _turn(self, command: commands.TurnCommand) -> BrainAction:
        board = self._game()
        text.play_received(board, command.point)
        return self._think(board)

    @_obey.register
    def _position(self, command: commands.BoardCommand) -> BrainAction:
        return self._think(text.from_stones(self._empty().rules, command.stones))

    @_obey.register
    def _swap2(self, command: commands.Swap2BoardCommand) -> BrainAction:
        board = self._empty()
        if len(command.points) not in {stage.value for stage in SwapStage}:
            raise RuleError(f"{len(command.points)} stones are no stage of swap2")
        for point in command.points:
            text.play_received(board, point)
        stage = SwapStage(len(command.points))
        self._request = ChooseSwap(board, stage, self.settings)
        return ChooseSwap(board.copy(), stage, self.settings)

    @_obey.register
    def _takeback(self, command: commands.TakebackCommand) -> BrainAction:
        self._board = text.without_stone(self._game(), command.point)
        return "OK"

    @_obey.register
    def _play(self, command: commands.PlayCommand) -> BrainAction:
        board = self._game()
        text.play_received(board, command.point)
        self._board = board
        return text.format_coordinates(command.point)

    @_obey.register
    def _introduce(self, _: commands.AboutCommand) -> BrainAction:
        return format_about(self._about)

    @_obey.register
    def _unknown(self, command: commands.UnknownCommand) -> BrainAction:
        return f"UNKNOWN command {quote(command.text)}"

    @_obey.register
    def _malformed(self, command: commands.MalformedCommand) -> BrainAction:
        raise RuleError(f"{quote(command.text)}: {command.why}")


def _ending(board: Board) -> str:
    ending = board.outcome.ending
    return "unfinished" if ending is None else ending.value
