"""Puzzles line by line, for screen readers and wherever there is no terminal."""

from __future__ import annotations

import difflib
import string
from collections.abc import Callable, Iterable

from tengen.errors import TengenError, UsageError, quote
from tengen.insight.puzzle_solving import MoveVerdict
from tengen.insight.puzzle_trial import describe_line
from tengen.printable import printable
from tengen.rules.notation import format_diagram
from tengen.rules.wording import counted
from tengen.terminal.input import parse_number, parse_point
from tengen.terminal.puzzle_session import PuzzleSession
from tengen.terminal.sentences import describe_error, describe_rows, sentence

Write = Callable[[str], None]


class PlainPuzzles:
    """Reads a line, does what it says, tells what comes of it."""

    def __init__(self, desk: PuzzleSession, write: Write) -> None:
        self._desk = desk
        self._write = write
        self._is_left = False

    def run(self, lines: Iterable[str]) -> None:
        """Go on until somebody leaves or the lines end."""
        self._begin()
        self._say("h8: play there. hint, solution, next, quit. help: all that you can say.")
        for line in lines:
            self._attempt(" ".join(line.split()))
            if self._is_left:
                return

    def _attempt(self, line: str) -> None:
        try:
            self._follow(line)
        except TengenError as error:
            self._say(describe_error(error))

    def _follow(self, line: str) -> None:
        head, _, rest = line.partition(" ")
        if not line:
            self._enter()
        elif head.lower() in PUZZLE_COMMANDS:
            PUZZLE_COMMANDS[head.lower()][1](self, rest)
        elif _is_point(line):
            self._play(line)
        else:
            near = difflib.get_close_matches(head.lower(), PUZZLE_COMMANDS, n=1)
            what = f"did you mean {near[0]}?" if near else "help: all that you can say"
            raise UsageError(f"{quote(head)} means nothing here: {what}")

    # What can be said

    def _enter(self) -> None:
        """Go on: to the next puzzle once this one is over."""
        if self._desk.solving.is_over:
            self._go(1)
        else:
            self._say(f"{self._desk.puzzle.goal()}.")

    def _play(self, text: str) -> None:
        board = self._desk.solving.board
        answer = self._desk.play(parse_point(text.replace(" ", ""), board.rules))
        self._say(answer.words)
        if answer.verdict is MoveVerdict.SOLVED:
            self._say(f"{sentence(self._desk.solving.describe_record())} Enter: the next puzzle.")

    def hint(self, _rest: str) -> None:
        """Give a hint."""
        hint = self._desk.hint()
        self._say("There is nothing left to find here." if hint is None else hint.words)

    def solution(self, _rest: str) -> None:
        """Give up."""
        line = self._desk.solving.show()
        if not line:
            raise UsageError("there is nothing left to find here")
        self._say(f"Solution: {describe_line(line, self._desk.puzzle.rules)}.")

    def back(self, _rest: str) -> None:
        """Take back."""
        if not self._desk.solving.back():
            raise UsageError("there is nothing to take back")
        self.board("")

    def again(self, _rest: str) -> None:
        """Begin again."""
        self._desk.begin_again()
        self._begin()

    def next(self, _rest: str) -> None:
        """Go on to the next one."""
        self._go(1)

    def previous(self, _rest: str) -> None:
        """Go back to the one before."""
        self._go(-1)

    def number(self, rest: str) -> None:
        """Go to one by its number."""
        self._desk.go_to(parse_number(rest, 1, self._desk.largest, "puzzles"))
        self._begin()

    def board(self, _rest: str) -> None:
        """Say all stones."""
        for line in describe_rows(self._desk.solving.board):
            self._say(f"{line}.")

    def diagram(self, _rest: str) -> None:
        """Draw the board."""
        self._write(f"{format_diagram(self._desk.solving.board)}\n")

    def progress(self, _rest: str) -> None:
        """Say how many are solved."""
        self._say(
            f"Solved: {self._desk.count_solved()} of {counted(len(self._desk.puzzles), 'puzzle')}."
        )

    def help(self, rest: str) -> None:
        """Say what can be said."""
        if rest and rest not in PUZZLE_COMMANDS:
            raise UsageError(f"{quote(rest)} means nothing here")
        for name, (words, _) in PUZZLE_COMMANDS.items():
            if rest in {"", name}:
                self._say(f"{name}: {words}.")

    def quit(self, _rest: str) -> None:
        """Leave."""
        self._is_left = True

    def _go(self, step: int) -> None:
        self._desk.go(step)
        self._begin()

    def _begin(self) -> None:
        """Tell which puzzle it is, what is to be done, and what is on the board."""
        self._say(f"{self._desk.headline()}. {self._desk.puzzle.goal()}.")
        self.board("")

    def _say(self, text: str) -> None:
        self._write(f"{printable(text)}\n")


def _is_point(line: str) -> bool:
    """Whether somebody means a point."""
    letters = len(line) - len(line.lstrip(string.ascii_letters))
    return letters <= 2 and any(character.isdecimal() for character in line)


PUZZLE_COMMANDS: dict[str, tuple[str, Callable[[PlainPuzzles, str], None]]] = {
    "board": ("all stones, row by row", PlainPuzzles.board),
    "diagram": ("the board as a drawing", PlainPuzzles.diagram),
    "hint": ("what kind of move, then three points, then the point", PlainPuzzles.hint),
    "solution": ("the moves that win", PlainPuzzles.solution),
    "back": ("take back the last move", PlainPuzzles.back),
    "again": ("begin this puzzle again", PlainPuzzles.again),
    "next": ("the next puzzle", PlainPuzzles.next),
    "previous": ("the puzzle before", PlainPuzzles.previous),
    "number": ("go to a puzzle by its number, as in number 17", PlainPuzzles.number),
    "progress": ("how many are solved", PlainPuzzles.progress),
    "help": ("this list", PlainPuzzles.help),
    "quit": ("leave; what you have solved is remembered", PlainPuzzles.quit),
}
"""All words, in the order of the help."""
