"""Commands as lines of text: formatted as a manager sends them, and parsed for a brain.

Every line can be parsed: a wrong one becomes an `UnknownCommand` or a `MalformedCommand`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from tengen.errors import ParseError
from tengen.gomocup import commands
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
PointCommand = commands.TurnCommand | commands.TakebackCommand | commands.PlayCommand
COMMAND_WORDS: dict[type[commands.ManagerCommand], str] = {
    commands.AboutCommand: "ABOUT",
    commands.BeginCommand: "BEGIN",
    commands.EndCommand: "END",
    commands.PlayCommand: "PLAY",
    commands.RestartCommand: "RESTART",
    commands.StopCommand: "STOP",
    commands.TakebackCommand: "TAKEBACK",
    commands.TurnCommand: "TURN",
}


def format_command(command: commands.ManagerCommand) -> list[str]:
    """Return the lines of a command; `CommandReader` reads the same command from them."""
    kind = type(command)
    return FORMATTERS[kind](command) if kind in FORMATTERS else [COMMAND_WORDS[kind]]


def _format_start(command: commands.StartCommand) -> list[str]:
    if command.width == command.height:
        return [f"START {command.width}"]
    return [f"RECTSTART {command.width},{command.height}"]


def _format_point(command: PointCommand) -> list[str]:
    return [f"{COMMAND_WORDS[type(command)]} {format_coordinates(command.point)}"]


def _format_position(command: commands.BoardCommand) -> list[str]:
    return ["BOARD", *map(format_stone, command.stones), "DONE"]


def _format_swap2(command: commands.Swap2BoardCommand) -> list[str]:
    return ["SWAP2BOARD", *map(format_coordinates, command.points), "DONE"]


def _format_info(command: commands.InfoCommand) -> list[str]:
    return [f"INFO {command.key} {command.value}".rstrip()]


def _format_text(command: commands.UnknownCommand | commands.MalformedCommand) -> list[str]:
    return [command.text]


FORMATTERS: dict[type[commands.ManagerCommand], Callable[[Any], list[str]]] = {
    commands.BoardCommand: _format_position,
    commands.InfoCommand: _format_info,
    commands.MalformedCommand: _format_text,
    commands.PlayCommand: _format_point,
    commands.StartCommand: _format_start,
    commands.Swap2BoardCommand: _format_swap2,
    commands.TakebackCommand: _format_point,
    commands.TurnCommand: _format_point,
    commands.UnknownCommand: _format_text,
}


def format_stone(stone: commands.BoardStone) -> str:
    """Print `7,7,1`."""
    return f"{format_coordinates(stone.point)},{stone.whose.value}"


def format_script(script: Iterable[commands.ManagerCommand]) -> bytes:
    """Return the bytes to send for these commands."""
    lines = [line + LINE_END for command in script for line in format_command(command)]
    return "".join(lines).encode("utf-8", "replace")


def rule_info(rules: Rules) -> commands.InfoCommand:
    """Return the `INFO rule` of a game. Raises RuleError if the protocol has no number for it."""
    return commands.InfoCommand("rule", str(to_rule_number(rules)))


PLAIN_COMMANDS: dict[str, commands.ManagerCommand] = {
    "ABOUT": commands.AboutCommand(),
    "BEGIN": commands.BeginCommand(),
    "END": commands.EndCommand(),
    "RESTART": commands.RestartCommand(),
    "STOP": commands.StopCommand(),
    "YXSTOP": commands.StopCommand(),
}
POINT_COMMANDS: dict[str, type[PointCommand]] = {
    "PLAY": commands.PlayCommand,
    "TAKEBACK": commands.TakebackCommand,
    "TURN": commands.TurnCommand,
}
SIZE_COUNTS = {"START": (1, 2), "RECTSTART": (2,)}
POSITION_COMMANDS = ("BOARD", "SWAP2BOARD")
KNOWN_WORDS = {*PLAIN_COMMANDS, *POINT_COMMANDS, *SIZE_COUNTS, *POSITION_COMMANDS, "INFO"}
MAX_STONES = MAX_SIDE * MAX_SIDE


class CommandReader:
    """Parses lines to commands; a position is complete with its `DONE`."""

    def __init__(self) -> None:
        self._position: _PositionLines | None = None

    def feed(self, line: str | bytes) -> commands.ManagerCommand | None:
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

    def _collect(
        self, position: _PositionLines, word: str, text: str
    ) -> commands.ManagerCommand | None:
        if word != "DONE":
            position.add(text)
            return None
        self._position = None
        return position.command()

    def _open(self, word: str, rest: str, text: str) -> commands.ManagerCommand | None:
        if word not in KNOWN_WORDS and word != "DONE":
            return commands.UnknownCommand(text.strip())
        if word in POSITION_COMMANDS and not rest:
            self._position = _PositionLines(word)
            return None
        try:
            return _parse_command(word, rest, text)
        except ParseError as error:
            return commands.MalformedCommand(text.strip(), error.why)


class _PositionLines:
    """The lines after `BOARD` or `SWAP2BOARD`, and the first error in them."""

    def __init__(self, word: str) -> None:
        self._word = word
        self._stones: list[commands.BoardStone] = []
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

    def command(self) -> commands.ManagerCommand:
        """Return the command for all lines."""
        if self._why:
            return commands.MalformedCommand(self._word, self._why)
        if self._word == "BOARD":
            return commands.BoardCommand(tuple(self._stones))
        return commands.Swap2BoardCommand(tuple(self._points))


def parse_stone(text: str) -> commands.BoardStone:
    """Read `7,7,1`."""
    numbers = parse_integers(text)
    if len(numbers) != 3:
        raise ParseError("stone", text, "x,y,whose was expected, as in 7,7,1")
    if numbers[2] not in (1, 2):
        raise ParseError("stone", text, "the last number must be 1 (own) or 2 (opponent)")
    return commands.BoardStone(Point(numbers[1], numbers[0]), commands.StoneOwner(numbers[2]))


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


def _parse_info(rest: str, *, is_whole: bool) -> commands.InfoCommand:
    """Read a setting; the value of a line that is too long is empty."""
    key, _, value = rest.partition(" ")
    return commands.InfoCommand(key.lower(), value.strip() if is_whole else "")


def _parse_command(word: str, rest: str, text: str) -> commands.ManagerCommand:
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


def _parse_start(word: str, rest: str) -> commands.StartCommand:
    """Read `15`, `20,15` or `20 15`."""
    sizes = parse_integers(rest if "," in rest else ",".join(rest.split()))
    if len(sizes) not in SIZE_COUNTS[word]:
        raise ParseError("size", rest, "a width and a height were expected")
    return commands.StartCommand(sizes[0], sizes[-1])
