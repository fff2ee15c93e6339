"""Commands as lines of text: formatted as a manager sends them, and parsed for a brain.

Every line can be parsed: a wrong one becomes an `UnknownCommand` or a `MalformedCommand`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch

from tengen.errors import ParseError
from tengen.gomocup.commands import (
    AboutCommand,
    BeginCommand,
    BoardCommand,
    BoardStone,
    EndCommand,
    InfoCommand,
    MalformedCommand,
    ManagerCommand,
    PlayCommand,
    RestartCommand,
    StartCommand,
    StoneOwner,
    StopCommand,
    Swap2BoardCommand,
    TakebackCommand,
    TurnCommand,
    UnknownCommand,
)
from tengen.gomocup.settings import to_rule_number
from tengen.gomocup.text import (
    MAX_LINE,
    format_coordinates,
    line_text,
    parse_coordinates,
    parse_integers,
)
from tengen.rules import MAX_SIDE, Point, Rules

LINE_END = "\r\n"
COMMAND_WORDS: dict[type[ManagerCommand], str] = {
    AboutCommand: "ABOUT",
    BeginCommand: "BEGIN",
    EndCommand: "END",
    PlayCommand: "PLAY",
    RestartCommand: "RESTART",
    StopCommand: "STOP",
    TakebackCommand: "TAKEBACK",
    TurnCommand: "TURN",
}


@singledispatch
def format_command(command: ManagerCommand) -> list[str]:
    """Return the lines of a command; `CommandReader` reads the same command from them."""
    return [COMMAND_WORDS[type(command)]]


@format_command.register
def _format_start(command: StartCommand) -> list[str]:
    if command.width == command.height:
        return [f"START {command.width}"]
    return [f"RECTSTART {command.width},{command.height}"]


@format_command.register
def _format_point(command: TurnCommand | TakebackCommand | PlayCommand) -> list[str]:
    return [f"{COMMAND_WORDS[type(command)]} {format_coordinates(command.point)}"]


@format_command.register
def _format_position(command: BoardCommand) -> list[str]:
    return ["BOARD", *map(format_stone, command.stones), "DONE"]


@format_command.register
def _format_swap2(command: Swap2BoardCommand) -> list[str]:
    return ["SWAP2BOARD", *map(format_coordinates, command.points), "DONE"]


@format_command.register
def _format_info(command: InfoCommand) -> list[str]:
    return [f"INFO {command.key} {command.value}".rstrip()]


@format_command.register
def _format_text(command: UnknownCommand | MalformedCommand) -> list[str]:
    return [command.text]


def format_stone(stone: BoardStone) -> str:
    """Print `7,7,1`."""
    return f"{format_coordinates(stone.point)},{stone.whose.value}"


def format_script(commands: Iterable[ManagerCommand]) -> bytes:
    """Return the bytes to send for these commands."""
    lines = [line for command in commands for line in format_command(command)]
    return "".join(line + LINE_END for line in lines).encode("utf-8", "replace")


def rule_info(rules: Rules) -> InfoCommand:
    """Return the `INFO rule` of a game. Raises RuleError if the protocol has no number for it."""
    return InfoCommand("rule", str(to_rule_number(rules)))


PLAIN_COMMANDS: dict[str, ManagerCommand] = {
    "ABOUT": AboutCommand(),
    "BEGIN": BeginCommand(),
    "END": EndCommand(),
    "RESTART": RestartCommand(),
    "STOP": StopCommand(),
    "YXSTOP": StopCommand(),
}
POINT_COMMANDS: dict[str, type[TurnCommand | TakebackCommand | PlayCommand]] = {
    "PLAY": PlayCommand,
    "TAKEBACK": TakebackCommand,
    "TURN": TurnCommand,
}
SIZE_COUNTS = {"START": (1, 2), "RECTSTART": (2,)}
POSITION_COMMANDS = ("BOARD", "SWAP2BOARD")
KNOWN_WORDS = {*PLAIN_COMMANDS, *POINT_COMMANDS, *SIZE_COUNTS, *POSITION_COMMANDS, "INFO"}
MAX_STONES = MAX_SIDE * MAX_SIDE


class CommandReader:
    """Parses lines to commands; a position is complete with its `DONE`."""

    def __init__(self) -> None:
        self._position: _PositionLines | None = None

    def feed(self, line: str | bytes) -> ManagerCommand | None:
        """Return the command that this line completes, or None. Never raises an error."""
        text = line_text(line)
        word, rest = _split_word(text)
        if not word:
            return None
        if word == "INFO":
            return _parse_info(rest, is_whole=len(text) <= MAX_LINE)
        if self._position is not None and word not in KNOWN_WORDS:
            return self._collect(self._position, word, text)
        self._position = None
        return self._open(word, rest, text)

    def _collect(self, position: _PositionLines, word: str, text: str) -> ManagerCommand | None:
        if word != "DONE":
            position.add(text)
            return None
        self._position = None
        return position.command()

    def _open(self, word: str, rest: str, text: str) -> ManagerCommand | None:
        if word not in KNOWN_WORDS and word != "DONE":
            return UnknownCommand(text.strip())
        if word in POSITION_COMMANDS and not rest:
            self._position = _PositionLines(word)
            return None
        try:
            return _parse_command(word, rest, text)
        except ParseError as error:
            return MalformedCommand(text.strip(), error.why)


class _PositionLines:
    """The lines after `BOARD` or `SWAP2BOARD`, and the first error in them."""

    def __init__(self, word: str) -> None:
        self._word = word
        self._stones: list[BoardStone] = []
        self._points: list[Point] = []
        self._why = ""

    def add(self, text: str) -> None:
        """Add a line with a stone."""
        if len(self._stones) + len(self._points) >= MAX_STONES:
            self._why = self._why or "there are too many stones"
        if self._why:
            return
        try:
            if self._word == "BOARD":
                self._stones.append(parse_stone(text))
            else:
                self._points.append(parse_opening_stone(text))
        except ParseError as error:
            self._why = str(error)

    def command(self) -> ManagerCommand:
        """Return the command for all lines."""
        if self._why:
            return MalformedCommand(self._word, self._why)
        if self._word == "BOARD":
            return BoardCommand(tuple(self._stones))
        return Swap2BoardCommand(tuple(self._points))


def parse_stone(text: str) -> BoardStone:
    """Read `7,7,1`."""
    numbers = parse_integers(text)
    if len(numbers) != 3:
        raise ParseError("stone", text, "x,y,whose was expected, as in 7,7,1")
    if numbers[2] not in (1, 2):
        raise ParseError("stone", text, "the last number must be 1 (own) or 2 (opponent)")
    return BoardStone(Point(numbers[1], numbers[0]), StoneOwner(numbers[2]))


def parse_opening_stone(text: str) -> Point:
    """Read `7,7`, or `7,7,1` as some managers write it; the colours alternate in any case."""
    numbers = parse_integers(text)
    if len(numbers) not in (2, 3):
        raise ParseError("point", text, "a column and a row were expected, as in 7,0")
    return Point(numbers[1], numbers[0])


def _split_word(text: str) -> tuple[str, str]:
    """Return the first word in capitals, and the rest."""
    word, _, rest = text.strip().replace("\t", " ").partition(" ")
    return (word.upper() if word.isascii() else word), rest.strip()


def _parse_info(rest: str, *, is_whole: bool) -> InfoCommand:
    """Read a setting; the value of a line that is too long is empty."""
    key, _, value = rest.partition(" ")
    return InfoCommand(key.lower(), value.strip() if is_whole else "")


def _parse_command(word: str, rest: str, text: str) -> ManagerCommand:
    if word == "END":
        return PLAIN_COMMANDS[word]
    if len(text) > MAX_LINE:
        raise ParseError("command", text, "the line is too long")
    if word in POINT_COMMANDS:
        return POINT_COMMANDS[word](parse_coordinates(rest))
    if word in SIZE_COUNTS:
        return _parse_start(word, rest)
    if word == "DONE":
        raise ParseError("command", text, "DONE needs a BOARD before it")
    if rest:
        raise ParseError("command", text, f"nothing may follow {word}")
    return PLAIN_COMMANDS[word]


def _parse_start(word: str, rest: str) -> StartCommand:
    """Read `15`, `20,15` or `20 15`."""
    sizes = parse_integers(rest if "," in rest else ",".join(rest.split()))
    if len(sizes) not in SIZE_COUNTS[word]:
        raise ParseError("size", rest, "a width and a height were expected")
    return StartCommand(sizes[0], sizes[-1])
