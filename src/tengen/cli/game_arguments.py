"""Games and positions on the command line, in a file or from standard input."""

from __future__ import annotations

import argparse
import os

from tengen.cli.arguments import Parser
from tengen.errors import ParseError, RuleError, UsageError, quote
from tengen.rules import (
    GAMES,
    Board,
    RowOne,
    Rules,
    format_algebraic,
    parse_diagram,
    parse_moves,
    parse_position,
    parse_rules,
)


def add_reading_options(parser: Parser) -> None:
    """Add the options for reading files."""
    add = parser.add_argument
    add("--from", dest="from_name", metavar="FORMAT", help="format of the files (detected)")
    rows = [row.value for row in RowOne]
    add("--row-one", choices=rows, help="where row 1 is, in formats that do not define it")
    add("--game", metavar="NAME", help="rules, if files do not say: renju, '9x9/5 standard'")
    add("--encoding", metavar="NAME", help="text encoding: gbk, cp1252 (detected)")


def add_position_options(parser: Parser) -> None:
    """Add the options that choose a game of a file, and a position of the game."""
    add = parser.add_argument
    add("--game-number", type=int, metavar="N", help="which game of the file (1)")
    add("--move", type=int, metavar="N", help="the position after N moves (the last one)")


STANDARD_INPUT = "-"
MAX_TEXT_SIZE = 1 << 20
GAME_LINE_FIELDS = 6
"""Fields of a line with the number of a game, its players, result, reason and moves."""
QUOTED_CONTEXT = 20
"""Characters to quote on either side of an error."""


def read_position(args: argparse.Namespace) -> Board:
    """Return the board of `position`, or of the file that it names. Raise UsageError."""
    words: list[str] = args.position
    if not words:
        raise UsageError(
            "expected a position: moves such as h8 i9, a game, a position, a file, or - for "
            "standard input; see `tengen analyse --help`."
        )
    if not _is_file(words):
        return parse_any_position(" ".join(words), args.game)
    args.file = words[0]
    if os.path.splitext(args.file)[1].lower() in {"", ".txt"} and args.from_name is None:
        data = _read_bytes(args.file)
        text = data.decode("utf-8", "replace")
        if not text.strip():
            raise UsageError(f"{_quote_name(args.file)} is empty: expected a game or a position.")
        if _is_single(text) and args.game_number is None and args.move is None:
            return parse_any_position(text, args.game)
        return _read_record(args, data)
    return _read_record(args, None)


def _is_file(words: list[str]) -> bool:
    """Return whether the words are the name of a file, or - for standard input."""
    word = words[0]
    if len(words) > 1 or "\n" in word:
        return False
    is_path = "." in word or word.startswith("/")
    return is_path or word == STANDARD_INPUT or os.path.exists(word)


def _is_single(text: str) -> bool:
    """Return whether a text is a single line, or a diagram."""
    return text.strip().count("\n") == 0 or ("." in text and "\t" not in text)


def _read_record(args: argparse.Namespace, data: bytes | None) -> Board:
    """Return the chosen position of a file in any format. Raise UsageError."""
    from tengen.cli.recorded_games import recorded_position  # noqa: PLC0415 - imports all formats

    return recorded_position(args, data)


def parse_any_position(text: str, game: str | None) -> Board:
    """Return the board of a text in any of Tengen's forms. Raise UsageError with the place."""
    try:
        rules = parse_rules(game or "five")
        text = _game_alone(text)
        if "." in text:
            return parse_diagram(text, rules)
        lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
        if len(lines) > 1:
            raise UsageError(f"expected one game or position, not {len(lines)} lines.")
        return _parse_line(lines[0] if lines else "", None if game is None else rules)
    except ParseError as error:
        raise UsageError(_format_parse_error(error)) from None
    except RuleError as error:
        raise UsageError(str(error)) from None


def _game_alone(text: str) -> str:
    """Return the game of a line of `match --keep`, without the fields before it."""
    fields = text.strip().split("\t")
    return fields[-1] if len(fields) == GAME_LINE_FIELDS else text


def _parse_line(line: str, wanted: Rules | None) -> Board:
    """Parse a position, or moves with optional rules, which must agree with --game."""
    words = line.split(" ")
    if words[2:3] in (["X"], ["O"]) or (len(words) == 4 and "/" in words[3]):
        board = parse_position(line)
        _check_rules(board.rules, wanted)
        return board
    count = 1 if words[0] in GAMES else 2 if "/" in words[0] else 0
    if not count:
        return _play_moves(line, 0, wanted or GAMES["five"])
    try:
        rules = parse_rules(" ".join(words[:count]))
    except ParseError as error:
        raise ParseError("game", line, error.why, error.at) from None
    _check_rules(rules, wanted)
    return _play_moves(line, len(" ".join(words[:count])), rules)


def _check_rules(rules: Rules, wanted: Rules | None) -> None:
    if wanted not in {None, rules}:
        raise UsageError(f"--game says {wanted}, but the text says {rules}: leave one of them out.")


def _play_moves(line: str, at: int, rules: Rules) -> Board:
    try:
        points = parse_moves(line[at:], rules)
    except ParseError as error:
        raise ParseError("list of moves", line, error.why, at + (error.at or 0)) from None
    board = Board(rules)
    for number, point in enumerate(points, 1):
        refusal = board.refusal(point)
        if refusal is not None:
            move = format_algebraic(point, rules)
            raise UsageError(f"move {number} cannot be played: {move} {refusal.value}.")
        board.play_unchecked(point)
    return board


def _format_parse_error(error: ParseError) -> str:
    """Return the message, with the text around the error instead of its beginning."""
    if error.at is None:
        return str(error)
    start, end = max(0, error.at - QUOTED_CONTEXT), error.at + QUOTED_CONTEXT
    before, after = "..." if start else "", "..." if end < len(error.text) else ""
    part = quote(before + error.text[start:end] + after)
    return f"not a {error.what}: {part} at character {error.at + 1}: {error.why}"


def _read_bytes(path: str) -> bytes:
    try:
        with open(0 if path == STANDARD_INPUT else path, "rb", closefd=path != "-") as file:
            data = file.read(MAX_TEXT_SIZE + 1)
    except OSError as error:
        raise UsageError(f"cannot read {_quote_name(path)}: {error.strerror}.") from None
    if len(data) > MAX_TEXT_SIZE:
        raise UsageError(
            f"{_quote_name(path)} has more than {MAX_TEXT_SIZE:,} bytes: "
            "give its format with --from."
        )
    return data


def _quote_name(path: str) -> str:
    return "standard input" if path == STANDARD_INPUT else quote(path)
