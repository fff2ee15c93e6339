"""Options that say which game of a file is meant, and how to read the file."""

from __future__ import annotations

from tengen.cli.arguments import Parser
from tengen.rules.coordinates import RowOne


def add_reading(parser: Parser) -> None:
    """Add the options for how files are read."""
    add = parser.add_argument
    add("--from", dest="from_name", metavar="FORMAT", help="of the files, if it cannot be told")
    rows = [row.value for row in RowOne]
    add("--row-one", choices=rows, help="where row 1 is, in formats that leave it open")
    add("--game", metavar="NAME", help="the rules, where files do not say: renju, '9x9/5 standard'")
    add("--encoding", metavar="NAME", help="the code page of texts: gbk, cp1252 (guessed)")


def add_which(parser: Parser) -> None:
    """Add the options for which game of a file is meant, and which position of it."""
    add = parser.add_argument
    add("--game-number", type=int, metavar="N", help="which game of the file (1)")
    add("--move", type=int, metavar="N", help="the position after so many moves (the last one)")
