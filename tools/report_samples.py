"""Run the text programs and write their output into docs/report.md."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from report_bytes import show

from tengen.classic.edition import Edition
from tengen.classic.five import EDITION as FIVE
from tengen.classic.tictactoe import EDITION as TICTACTOE
from tengen.rules.point import Point

ROOT = Path(__file__).parent.parent
REPORT = ROOT / "docs" / "report.md"
GAMES = ROOT / "tests" / "data"
BLOCK = re.compile(r"(<!-- sample: ([a-z0-9-]+) -->\n).*?(<!-- end of sample -->)", re.DOTALL)
BOARDS = {
    "five": re.compile(r"^     _0_.*\n(?:\d.*\n){15}", re.MULTILINE),
    "outline": re.compile(r"^Columns: .*\n(?:Row .*\n){15}", re.MULTILINE),
    "gomoku": re.compile(r"   A B C.*\n(?:[ \d]\d .*\n){13}"),
}
"""A pattern of the board of each program, to shorten the boards in the middle of a game."""


@dataclass(frozen=True)
class Sample:
    """A game to show: the typed lines, and how many of them to skip."""

    program: str
    typed: tuple[str, ...]
    skipped: int = 0


@dataclass(frozen=True)
class Ran:
    """The output of a program, its exit status and its result file."""

    out: str
    err: str
    status: int
    result: str | None

    @property
    def shown(self) -> str:
        """The output without the line end that follows the end of the input."""
        return self.out[:-1] if self.out.endswith(": \n") else self.out


def read_game(name: str, count: int | None = None) -> tuple[str, ...]:
    """Return the moves of a game in the test data."""
    return tuple((GAMES / name).read_text(encoding="ascii").split()[:count])


def letters(moves: tuple[str, ...]) -> tuple[str, ...]:
    """Convert moves such as `6,4` to the form of `gomoku`: `E 6`."""
    pairs = (move.split(",") for move in moves)
    return tuple(f"{chr(ord('A') + int(col))} {row}" for row, col in pairs)


SAMPLES = {
    "five-win": Sample(
        "five",
        (
            *("7 7", "a,7", "7,15", "07,7", "7,7", "7,7", "7,8"),
            *("8,8", "6,7", "9,9", "5,6", "10,10", "11,11", "6,6"),
        ),
    ),
    "five-tie": Sample("five", read_game("tie-15.txt"), skipped=223),
    "five-last-cell": Sample("five", read_game("last-15.txt"), skipped=224),
    "outline-win": Sample(
        "outline",
        (
            *("4,5", "4,5", "four", "4,6"),
            *("5,5", "5,6", "6,5", "6,6", "7,5", "7,6", "8,5"),
        ),
    ),
    "outline-tie": Sample("outline", read_game("tie-15.txt"), skipped=224),
    "gomoku-win": Sample(
        "gomoku",
        ("E 6", "e 7", "E 6", "F x G 8", "F7", "E5 F6 E7 F5", "E", "8", "F8", "E4"),
    ),
    "gomoku-draw": Sample("gomoku", letters(read_game("tie-13.txt")), skipped=168),
    "tictactoe": Sample(
        "tictactoe", (*["x", "10", "5", "5", "1", "3", "2", "7", "0"], *"512837469", "n")
    ),
    "end-of-input": Sample("gomoku", ("E 6",)),
}


def main() -> None:
    """Update the report."""
    REPORT.write_text(fill(REPORT.read_text(encoding="utf-8")), encoding="utf-8")


def fill(text: str) -> str:
    """Return the report with every sample replaced by the current output."""
    return BLOCK.sub(lambda block: f"{block[1]}{_format(block[2])}{block[3]}", text)


def _format(name: str) -> str:
    tables: dict[str, Callable[[], str]] = {
        "five-places": lambda: format_places(FIVE),
        "tictactoe-places": lambda: format_places(TICTACTOE),
    }
    body = tables[name]() if name in tables else format_sample(SAMPLES[name])
    return f"```text\n{body}```\n"


def format_places(edition: Edition) -> str:
    """Return a table with the byte of each cell's mark in the board of the edition."""
    columns = range(edition.rules.width)
    lines = ["    " + "".join(f"{col:>6}" for col in columns)]
    for row in range(edition.rules.height):
        places = [show(edition, Point(row, col)).index("X") for col in columns]
        lines.append(f"{row:>4}" + "".join(f"{place:>6}" for place in places))
    return "\n".join([*lines, ""])


def format_sample(sample: Sample) -> str:
    """Return a game as a terminal shows it, from the command to the result file."""
    runs = [
        run(sample.program, sample.typed[:count])
        for count in range(sample.skipped, len(sample.typed) + 1)
    ]
    text = runs[0].shown if not sample.skipped else runs[0].shown.rpartition("\n")[2]
    for before, after, line in zip(runs, runs[1:], sample.typed[sample.skipped :], strict=False):
        assert after.shown.startswith(before.shown)
        text += f"{line}\n{after.shown[len(before.shown) :]}"
    last = runs[-1]
    head = f"$ tengen {sample.program}\n" if not sample.skipped else ""
    return head + cut(sample.program, text + last.out[len(last.shown) :]) + _format_end(last)


def cut(program: str, text: str) -> str:
    """Shorten the boards between the second one and the last."""
    pattern = BOARDS.get(program)
    boards = list(pattern.finditer(text)) if pattern else []
    for board in reversed(boards[2:-1]):
        short = f"[the board: {board[0].count(chr(10))} lines]\n"
        text = text[: board.start()] + short + text[board.end() :]
    return text


def _format_end(ran: Ran) -> str:
    text = f"{ran.err}$ echo $?\n{ran.status}\n"
    if ran.result is None:
        return text
    ending = "" if ran.result.endswith("\n") else "\n"
    return f"{text}$ wc -c < result.txt\n{len(ran.result)}\n$ cat result.txt\n{ran.result}{ending}"


def run(program: str, lines: tuple[str, ...]) -> Ran:
    """Type some lines into a program, then end the input."""
    with tempfile.TemporaryDirectory() as folder:
        ran = subprocess.run(
            [sys.executable, "-I", "-m", "tengen", program],
            input="".join(f"{line}\n" for line in lines),
            capture_output=True,
            text=True,
            cwd=folder,
            check=False,
        )
        path = Path(folder) / "result.txt"
        result = path.read_text(encoding="ascii") if path.exists() else None
    return Ran(ran.stdout, ran.stderr, ran.returncode, result)


if __name__ == "__main__":
    main()
