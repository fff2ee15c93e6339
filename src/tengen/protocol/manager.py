"""The manager's side of the protocol: commands as lines, without line ends."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch

from tengen.protocol.commands import (
    About,
    Begin,
    BoardPosition,
    Command,
    End,
    Info,
    Malformed,
    Play,
    Restart,
    Start,
    Stone,
    Stop,
    Swap2Board,
    Takeback,
    Turn,
    Unknown,
)
from tengen.protocol.coordinates import format_coordinates
from tengen.protocol.variants import to_rule_number
from tengen.rules.rules import Rules

LINE_END = "\r\n"
PLAIN: dict[type[Command], str] = {
    About: "ABOUT",
    Begin: "BEGIN",
    End: "END",
    Restart: "RESTART",
    Stop: "STOP",
}


@singledispatch
def format_command(command: Command) -> list[str]:
    """The lines of a command; a reader makes the same command of them."""
    return [PLAIN[type(command)]]


@format_command.register
def _start(command: Start) -> list[str]:
    if command.width == command.height:
        return [f"START {command.width}"]
    return [f"RECTSTART {command.width},{command.height}"]


@format_command.register
def _point(command: Turn | Takeback | Play) -> list[str]:
    return [f"{type(command).__name__.upper()} {format_coordinates(command.point)}"]


@format_command.register
def _position(command: BoardPosition) -> list[str]:
    return ["BOARD", *map(format_stone, command.stones), "DONE"]


@format_command.register
def _swap2(command: Swap2Board) -> list[str]:
    return ["SWAP2BOARD", *map(format_coordinates, command.points), "DONE"]


@format_command.register
def _info(command: Info) -> list[str]:
    return [f"INFO {command.key} {command.value}".rstrip()]


@format_command.register
def _text(command: Unknown | Malformed) -> list[str]:
    return [command.text]


def format_stone(stone: Stone) -> str:
    """Print `7,7,1`."""
    return f"{format_coordinates(stone.point)},{stone.whose.value}"


def format_script(commands: Iterable[Command]) -> bytes:
    """All lines of these commands as they go over the wire."""
    lines = [line for command in commands for line in format_command(command)]
    return "".join(line + LINE_END for line in lines).encode("utf-8", "replace")


def rule_info(rules: Rules) -> Info:
    """The `INFO rule` of a game; RuleError if the protocol has no number for it."""
    return Info("rule", str(to_rule_number(rules)))
