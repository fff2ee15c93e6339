"""Views of a board: of the position as it stands, or of every position of its game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict, Unpack

from tengen.core.board import Board
from tengen.core.player import Player
from tengen.core.point import Point
from tengen.core.rules import WinRule
from tengen.errors import ParseError, Refusal
from tengen.render.view import Mark, View

FOULS = {Refusal.OVERLINE, Refusal.DOUBLE_FOUR, Refusal.DOUBLE_THREE}


@dataclass(frozen=True, slots=True)
class Numbers:
    """Which moves have their number on the stone: from `since` on, and of those the `last` ones."""

    since: int = 1
    last: int | None = None

    def of(self, board: Board) -> dict[Point, int]:
        """The numbers of a board's moves."""
        first = max(1, self.since)
        if self.last is not None:
            first = max(first, len(board.moves) - self.last + 1)
        return dict(zip(board.moves[first - 1 :], range(first, len(board.moves) + 1), strict=True))


ALL_NUMBERS = Numbers()
NO_NUMBERS = Numbers(last=0)


def parse_numbers(text: str) -> Numbers:
    """Read which stones have numbers. Raises ParseError."""
    if text in {"all", "none"}:
        return ALL_NUMBERS if text == "all" else NO_NUMBERS
    word, _, number = text.partition(":")
    if word not in {"last", "from"} or not (number.isascii() and number.isdigit()):
        raise ParseError("choice of numbers", text, "all, none, last:5 or from:20 was expected")
    count = int(number[:6])
    return Numbers(last=count) if word == "last" else Numbers(since=count)


class Options(TypedDict, total=False):
    """What may be asked of a view."""

    numbers: Numbers
    mark_last: bool
    show_forbidden: bool
    """In renju, while Black is to move."""
    hints: Sequence[Point]
    """The first is shown as 1."""
    labels: Mapping[Point, str]
    marks: Mapping[Point, Mark]
    ghost: tuple[Point, Player] | None
    coordinates: bool
    title: str
    caption: str


def view_of(board: Board, **options: Unpack[Options]) -> View:
    """A board as it stands, the last move marked; the rest as the options say.

    Raises RuleError if they name a point that is not on the board.
    """
    numbers = options.get("numbers", NO_NUMBERS)
    marks_last = options.get("mark_last", True) and bool(board.moves)
    return View(
        board.rules,
        board.stones,
        len(board.moves),
        board.turn,
        board.outcome,
        numbers=numbers.of(board),
        last=board.moves[-1] if marks_last else None,
        lines=board.winning_lines(),
        forbidden=forbidden_points(board) if options.get("show_forbidden") else frozenset(),
        labels=dict(options.get("labels", {})),
        marks=dict(options.get("marks", {})),
        hints={point: number for number, point in enumerate(options.get("hints", ()), 1)},
        ghost=options.get("ghost"),
        coordinates=options.get("coordinates", True),
        title=options.get("title", ""),
        caption=options.get("caption", ""),
    )


def views_of(board: Board, **options: Unpack[Options]) -> Iterator[View]:
    """A board's game from its beginning, a view for every move and one before the first."""
    replay = Board(board.rules, board.setup, board.first_turn)
    yield view_of(replay, **options)
    for move in board.moves:
        replay.play_unchecked(move)
        yield view_of(replay, **options)


def forbidden_points(board: Board) -> frozenset[Point]:
    """Where the player whose turn it is may not play, although nothing is there."""
    if board.rules.win is not WinRule.RENJU or board.turn is Player.SECOND:
        return frozenset()
    points = board.empty_points()
    return frozenset(point for point in points if board.refusal(point) in FOULS)
