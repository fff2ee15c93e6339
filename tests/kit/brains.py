"""Brains for tests: the state machine with a simple player, and scripted processes."""

from __future__ import annotations

import sys

from tengen.gomocup.brain import Brain, BrainAction, ChooseSwap, Quit, SwapStage, Think
from tengen.gomocup.command_text import CommandReader
from tengen.rules.board import Board
from tengen.rules.point import Point


class Shell:
    """A brain that plays the first legal point; lines in, lines out."""

    def __init__(self) -> None:
        self.brain = Brain()
        self.reader = CommandReader()
        self.boards: list[Board] = []
        self.has_quit = False

    def tell(self, *lines: str | bytes) -> list[str]:
        """Send lines; return all output lines."""
        return [answer for line in lines for answer in self._feed(line)]

    def receive(self, line: str | bytes) -> list[BrainAction]:
        """Return the actions for one line, without any search."""
        command = self.reader.feed(line)
        return [] if command is None else self.brain.receive(command)

    def _feed(self, line: str | bytes) -> list[str]:
        said = []
        for reply in self.receive(line):
            if isinstance(reply, str):
                said.append(reply)
            elif isinstance(reply, Think | ChooseSwap):
                self.boards.append(reply.board)
                said.append(self._answer(reply))
            self.has_quit = self.has_quit or isinstance(reply, Quit)
        return said

    def _answer(self, request: Think | ChooseSwap) -> str:
        points = request.board.legal_points()
        if isinstance(request, Think):
            return self.brain.answer(points[0])
        count = {SwapStage.OPENING: 3, SwapStage.AFTER_THREE: 2, SwapStage.AFTER_FIVE: 0}
        return self.brain.answer_swap(*points[: count[request.stage]])


def started(*lines: str) -> Shell:
    """Return a shell that has started a 15x15 game and read these lines."""
    shell = Shell()
    assert shell.tell("START 15") == ["OK"]
    shell.tell(*lines)
    return shell


def at(x: int, y: int) -> Point:
    """Return the point that the protocol calls `x,y`."""
    return Point(y, x)


PRELUDE = """
import sys, time
def say(*lines):
    for line in lines:
        sys.stdout.write(line + "\\n")
    sys.stdout.flush()
"""

MOVER = """
stones = set()
def move():
    point = next((x, y) for y in range(15) for x in range(15) if (x, y) not in stones)
    stones.add(point)
    return "%d,%d" % point
for line in iter(sys.stdin.readline, ""):
    word, _, rest = line.strip().partition(" ")
    {before}
    if word in ("START", "RESTART"):
        stones.clear()
        say("OK")
    elif word == "BOARD":
        stones.clear()
    elif word in ("BEGIN", "DONE"):
        say(move())
    elif word == "TURN":
        stones.add(tuple(map(int, rest.split(","))))
        say(move())
    elif "," in word:
        stones.add(tuple(map(int, word.split(",")[:2])))
    elif word == "ABOUT":
        say('name="Mover", version="1"')
    elif word == "END":
        break
"""


def scripted(program: str) -> list[str]:
    """Return the command that runs a Python program as a brain."""
    return [sys.executable, "-S", "-E", "-u", "-c", PRELUDE + program]


def mover(before: str = "pass") -> list[str]:
    """Return a brain that plays the first free point; `before` runs before each line is handled."""
    return scripted(MOVER.format(before=before))


def allocating(megabytes: int) -> str:
    """Return code for `mover` that fills so much memory, so that it is resident."""
    return f"x = b'x' * ({megabytes} << 20)"


DEAF = """
words = (word for line in iter(sys.stdin.readline, "") for word in line.split())
stones, deaf = set(), 0
def move():
    global deaf
    point = next((x, y) for y in range(15) for x in range(15) if (x, y) not in stones)
    stones.add(point)
    deaf = {count}
    say("%d,%d" % point)
for word in words:
    if deaf:
        deaf -= 1
    elif word in ("START", "RESTART"):
        stones.clear()
        word == "START" and next(words)
        say("OK")
    elif word == "INFO":
        next(words), next(words)
    elif word == "BEGIN":
        move()
    elif word == "TURN":
        stones.add(tuple(map(int, next(words).split(","))))
        move()
    elif word == "END":
        break
    else:
        say("ERROR Unknown command: " + word.upper())
"""


def deaf(count: int) -> list[str]:
    """Return a brain that ignores `count` commands after its move, as Rapfi sometimes does."""
    return scripted(DEAF.format(count=count))


ORDERLY_BRAIN = """\
import sys
place = int(sys.argv[1]) if len(sys.argv) > 1 else 0
for line in sys.stdin:
    words = line.replace(",", " ").split()
    if words[0] in {"START", "RESTART"}:
        free = [f"{col},{row}" for row in range(15) for col in range(15)]
        print("OK", flush=True)
    elif words[0] == "END":
        break
    elif words[0] != "INFO":
        if words[0].isdigit() or words[0] == "TURN":
            free.remove(",".join(words[-2:] if words[0] == "TURN" else words[:2]))
        if words[0] in {"BEGIN", "TURN", "DONE"}:
            print(free.pop(min(place, len(free) - 1)), flush=True)
"""
"""A program that plays the first free point of 15x15, or the one so many places after it."""
