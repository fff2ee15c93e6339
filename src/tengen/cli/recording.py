"""How to understand a file of games, as far as the user said so."""

from __future__ import annotations

import argparse

from tengen.cli.arguments import Parser
from tengen.errors import ParseError, UsageError
from tengen.notation.rows import RowOne
from tengen.notation.rules import parse_rules
from tengen.records.reading import Reading


def add_reading(parser: Parser) -> None:
    """Have a parser read what a reader must be told."""
    add = parser.add_argument
    add("--from", dest="from_name", metavar="FORMAT", help="of the files, if it cannot be told")
    rows = [row.value for row in RowOne]
    add("--row-one", choices=rows, help="where row 1 is, in formats that leave it open")
    add("--game", metavar="NAME", help="the rules, where files do not say: renju, '9x9/5 standard'")
    add(
        "--encoding",
        metavar="NAME",
        help="the code page of texts: gbk, cp1252; guessed if not given",
    )


def reading_of(found: argparse.Namespace) -> Reading:
    """What the user said. Raises UsageError."""
    try:
        rules = parse_rules(found.game) if found.game else None
    except ParseError as error:
        raise UsageError(f"{error}.") from None
    return Reading(rules, RowOne(found.row_one) if found.row_one else None, found.encoding)
