"""Puzzles line by line, for screen readers and without a terminal."""

from __future__ import annotations

import difflib
import string
from collections.abc import Callable, Iterable

from tengen.errors import TengenError, UsageError, quote
from tengen.insight import MoveVerdict
from tengen.insight.puzzle_solving import describe_line
from tengen.printable import printable
from tengen.rules import format_diagram
from tengen.rules.wording import as_sentence, counted
from tengen.terminal import sentences
from tengen.terminal.input import parse_number, parse_point
from tengen.terminal.puzzle_session import PuzzleSession

Write = Callable[[str], None]


class PlainPuzzles:
    """Reads commands line by line, and writes the results."""

    def __init__(self, session: PuzzleSession, write: Write) -> None:
        self._session = session
        self._write = write
        self._is_over = False

    def run(self, lines: Iterable[str]) -> None:
        """Run until the person quits or the input ends."""
        self._begin()
        self._say(
            f"Type a point such as h8, or hint, solution, next or quit. {sentences.HELP_HINT}."
        )
        for line in lines:
            self._attempt(" ".join(line.split()))
            if self._is_over:
                return

    def _attempt(self, line: str) -> None:
        try:
            self._handle_line(line)
        except TengenError as error:
            self._say(sentences.describe_error(error))

    def _handle_line(self, line: str) -> None:
        head, _, rest = line.partition(" ")
        if not line:
            self._enter()
        elif head.lower() in PUZZLE_COMMANDS:
            PUZZLE_COMMANDS[head.lower()][1](self, rest)
        elif _is_point(line):
            self._play(line)
        else:
            near = difflib.get_close_matches(head.lower(), PUZZLE_COMMANDS, n=1)
            advice = f"Did you mean {near[0]}?" if near else sentences.HELP_HINT
            raise UsageError(f"unknown command {quote(head)}. {advice}")

    # Commands

    def _enter(self) -> None:
        """Go to the next puzzle if this one is over, or else say the goal."""
        if self._session.solving.is_over:
            self._go(1)
        else:
            self._say(f"{self._session.puzzle.goal()}.")

    def _play(self, text: str) -> None:
        board = self._session.solving.board
        answer = self._session.play(parse_point(text.replace(" ", ""), board.rules))
        self._say(answer.words)
        if answer.verdict is MoveVerdict.SOLVED:
            record = as_sentence(self._session.solving.describe_record())
            self._say(f"{record} Press Enter for the next puzzle.")

    def hint(self, _rest: str) -> None:
        """Give a hint."""
        hint = self._session.hint()
        self._say(as_sentence(sentences.PUZZLE_DONE) if hint is None else hint.words)

    def solution(self, _rest: str) -> None:
        """Show the solution."""
        line = self._session.solving.show()
        if not line:
            raise UsageError(sentences.PUZZLE_DONE)
        self._say(f"Solution: {describe_line(line, self._session.puzzle.rules)}.")

    def back(self, _rest: str) -> None:
        """Take back the last move."""
        if not self._session.solving.back():
            raise UsageError(sentences.NOTHING_TO_TAKE_BACK)
        self.board("")

    def again(self, _rest: str) -> None:
        """Restart the puzzle."""
        self._session.restart()
        self._begin()

    def next(self, _rest: str) -> None:
        """Go to the next puzzle."""
        self._go(1)

    def previous(self, _rest: str) -> None:
        """Go to the previous puzzle."""
        self._go(-1)

    def number(self, rest: str) -> None:
        """Go to a puzzle by its number."""
        self._session.go_to(parse_number(rest, 1, self._session.largest, "the puzzle"))
        self._begin()

    def board(self, _rest: str) -> None:
        """Say all stones."""
        for line in sentences.describe_rows(self._session.solving.board):
            self._say(f"{line}.")

    def diagram(self, _rest: str) -> None:
        """Draw the board."""
        self._write(f"{format_diagram(self._session.solving.board)}\n")

    def progress(self, _rest: str) -> None:
        """Say how many puzzles are solved."""
        puzzles = counted(len(self._session.puzzles), "puzzle")
        self._say(f"Solved: {self._session.count_solved()} of {puzzles}.")

    def help(self, rest: str) -> None:
        """Say all commands."""
        if rest and rest not in PUZZLE_COMMANDS:
            raise UsageError(f"unknown command {quote(rest)}. {sentences.HELP_HINT}")
        for name, (description, _) in PUZZLE_COMMANDS.items():
            if rest in {"", name}:
                self._say(f"{name}: {description}.")

    def quit(self, _rest: str) -> None:
        """End the program."""
        self._is_over = True

    def _go(self, step: int) -> None:
        self._session.go(step)
        self._begin()

    def _begin(self) -> None:
        """Say the puzzle, the goal and the stones."""
        self._say(f"{self._session.headline()}. {self._session.puzzle.goal()}.")
        self.board("")

    def _say(self, text: str) -> None:
        self._write(f"{printable(text)}\n")


def _is_point(line: str) -> bool:
    """Whether a line looks like a point."""
    letters = len(line) - len(line.lstrip(string.ascii_letters))
    return letters <= 2 and any(character.isdecimal() for character in line)


PUZZLE_COMMANDS: dict[str, tuple[str, Callable[[PlainPuzzles, str], None]]] = {
    "board": ("all stones, row by row", PlainPuzzles.board),
    "diagram": ("the board as a drawing", PlainPuzzles.diagram),
    "hint": ("the kind of move, then three points, then the point", PlainPuzzles.hint),
    "solution": ("the moves that win", PlainPuzzles.solution),
    "back": ("take back the last move", PlainPuzzles.back),
    "again": ("restart this puzzle", PlainPuzzles.again),
    "next": ("the next puzzle", PlainPuzzles.next),
    "previous": ("the previous puzzle", PlainPuzzles.previous),
    "number": ("go to a puzzle by its number, as in number 17", PlainPuzzles.number),
    "progress": ("how many are solved", PlainPuzzles.progress),
    "help": ("this list", PlainPuzzles.help),
    "quit": ("quit; solved puzzles are remembered", PlainPuzzles.quit),
}
"""All commands, in the order of the help."""
