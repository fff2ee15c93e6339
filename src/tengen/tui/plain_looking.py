"""Words for those who want to hear what is on the board, now or earlier in the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tengen.errors import UsageError
from tengen.notation.points import column_name
from tengen.notation.words import STONES
from tengen.review import describe_move
from tengen.tui.desk import point_words
from tengen.tui.entry import parse_number
from tengen.tui.plain_word import Word
from tengen.tui.plain_words import (
    describe_clocks,
    describe_column,
    describe_forbidden,
    describe_last,
    describe_moves,
    describe_row,
    describe_rows,
    describe_setup,
)

if TYPE_CHECKING:
    from tengen.tui.plain import Plain


def _board(plain: Plain, _rest: str) -> None:
    for line in describe_rows(plain.board):
        plain.say(f"{line}.")


def _row(plain: Plain, rest: str) -> None:
    number = parse_number(rest, 1, plain.board.rules.height, "rows")
    plain.say(f"{describe_row(plain.board, number)}.")


def _column(plain: Plain, rest: str) -> None:
    names = [column_name(col) for col in range(plain.board.rules.width)]
    if rest.lower() not in names:
        raise UsageError(f"columns are {names[0]} to {names[-1]}")
    plain.say(f"{describe_column(plain.board, names.index(rest.lower()))}.")


def _look(plain: Plain, rest: str) -> None:
    point = plain.parse_point(rest)
    plain.say(f"{point_words(plain.state, plain.board, point, STONES)}.")


def _last(plain: Plain, _rest: str) -> None:
    plain.say(f"{describe_last(plain.board) or 'There are no moves yet'}.")


def _moves(plain: Plain, _rest: str) -> None:
    plain.say(f"{describe_moves(plain.board)}.")


def _clocks(plain: Plain, _rest: str) -> None:
    plain.say(f"{describe_clocks(plain.state, plain.table.now())}.")


def _rules(plain: Plain, _rest: str) -> None:
    plain.say(f"{describe_setup(plain.state)}.")


def _forbidden(plain: Plain, _rest: str) -> None:
    for line in describe_forbidden(plain.board):
        plain.say(f"{line}.")


def _at(plain: Plain, rest: str) -> None:
    moves = len(plain.state.board.moves)
    go_to(plain, parse_number(rest, 0, moves, "moves"))


def _back(plain: Plain, _rest: str) -> None:
    ply = plain.desk.shown_ply(plain.state)
    if ply == 0:
        raise UsageError("this is before the first move")
    go_to(plain, ply - 1)


def _forward(plain: Plain, _rest: str) -> None:
    if plain.desk.ply is None:
        raise UsageError("this is the last move")
    go_to(plain, plain.desk.ply + 1)


def _now(plain: Plain, _rest: str) -> None:
    go_to(plain, len(plain.state.board.moves))


def go_to(plain: Plain, ply: int) -> None:
    """Have everything told about the position after so many moves."""
    plain.desk.go_to(plain.state, ply)
    plain.say(f"{describe_last(plain.board) or 'Before the first move'}.")
    judged = plain.thoughts.judged(ply)
    words = describe_move(judged) if judged is not None else ""
    if words:
        plain.say(words)
    if plain.desk.ply is None:
        plain.say_task()


LOOKING = {
    "board": Word("", "all stones, row by row", _board),
    "row": Word("8", "the stones of a row", _row),
    "column": Word("h", "the stones of a column", _column),
    "look": Word("h8", "what is on a point, and why it cannot be played", _look),
    "last": Word("", "the last move", _last),
    "moves": Word("", "all moves", _moves),
    "forbidden": Word("", "the forbidden points of renju", _forbidden),
    "clocks": Word("", "the time left", _clocks),
    "rules": Word("", "what is played, and by whom", _rules),
    "at": Word("12", "go back to hear the position after so many moves", _at),
    "back": Word("", "one move back, to hear that position", _back),
    "forward": Word("", "one move forward", _forward),
    "now": Word("", "to the position of the game", _now),
}
