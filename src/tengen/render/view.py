"""Views: the content of a picture as plain data.

`view_of` makes a view of a position, `views_of` one for every position of a game. `describe`
describes a view in words, for people who cannot see it.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypedDict, Unpack

from tengen.errors import ParseError, Refusal, RuleError
from tengen.rules import Board, Outcome, Player, Point, Rules, Termination, WinRule
from tengen.rules.outcome import UNFINISHED
from tengen.rules.wording import STONE_NAMES, PlayerNames, counted, line_name, point_name


class MarkShape(enum.Enum):
    """The shape of a mark on a point."""

    CIRCLE = "circle"
    TRIANGLE = "triangle"
    SQUARE = "square"
    CROSS = "cross"


@dataclass(frozen=True, slots=True)
class View:
    """A position and its marks; `view_of` makes one from a board."""

    rules: Rules
    stones: Mapping[Point, Player] = field(default_factory=dict)
    moves: int = 0
    """How many of the stones were played and not set up."""
    turn: Player = Player.FIRST
    outcome: Outcome = UNFINISHED
    numbers: Mapping[Point, int] = field(default_factory=dict)
    last: Point | None = None
    lines: tuple[tuple[Point, ...], ...] = ()
    """Winning lines, each from end to end."""
    forbidden: frozenset[Point] = frozenset()
    labels: Mapping[Point, str] = field(default_factory=dict)
    marks: Mapping[Point, MarkShape] = field(default_factory=dict)
    hints: Mapping[Point, int] = field(default_factory=dict)
    """Numbered moves of the engine: its best moves, or a line of moves."""
    ghost: tuple[Point, Player] | None = None
    """A stone that might be played."""
    coordinates: bool = True
    title: str = ""
    caption: str = ""

    def __post_init__(self) -> None:
        """Raise RuleError if something is not on the board."""
        for what, points in self._places().items():
            for point in points:
                if not (0 <= point.row < self.rules.height and 0 <= point.col < self.rules.width):
                    raise RuleError(
                        f"cannot show a {what} on {point}: not on a board of {self.rules}"
                    )

    def has_text(self, point: Point) -> bool:
        """Return whether a point has a number or a label."""
        return point in self.numbers or point in self.labels

    def _places(self) -> dict[str, Iterable[Point]]:
        return {
            "stone": self.stones,
            "number": self.numbers,
            "last move": [self.last] if self.last else [],
            "winning line": [point for line in self.lines for point in line],
            "forbidden point": self.forbidden,
            "label": self.labels,
            "mark": self.marks,
            "hint": self.hints,
            "ghost": [self.ghost[0]] if self.ghost else [],
        }


FOULS = {Refusal.OVERLINE, Refusal.DOUBLE_FOUR, Refusal.DOUBLE_THREE}


@dataclass(frozen=True, slots=True)
class Numbers:
    """Which stones have numbers: from move `since` on, and of those the `last` ones."""

    since: int = 1
    last: int | None = None

    def of(self, board: Board) -> dict[Point, int]:
        """Return the numbers of a board's moves."""
        first = max(1, self.since)
        if self.last is not None:
            first = max(first, len(board.moves) - self.last + 1)
        return dict(zip(board.moves[first - 1 :], range(first, len(board.moves) + 1), strict=True))


ALL_NUMBERS = Numbers()
NO_NUMBERS = Numbers(last=0)


def parse_numbers(text: str) -> Numbers:
    """Read `all`, `none`, `last:5` or `from:20`. Raises ParseError."""
    if text in {"all", "none"}:
        return ALL_NUMBERS if text == "all" else NO_NUMBERS
    word, _, number = text.partition(":")
    if word not in {"last", "from"} or not (number.isascii() and number.isdigit()):
        raise ParseError("choice of numbers", text, "all, none, last:5 or from:20 was expected")
    count = int(number[:6])
    return Numbers(last=count) if word == "last" else Numbers(since=count)


class ViewOptions(TypedDict, total=False):
    """Options of a view."""

    numbers: Numbers
    mark_last: bool
    show_forbidden: bool
    """Only in renju, while Black is to move."""
    hints: Sequence[Point]
    """Shown as 1, 2, 3 and so on."""
    labels: Mapping[Point, str]
    marks: Mapping[Point, MarkShape]
    ghost: tuple[Point, Player] | None
    coordinates: bool
    title: str
    caption: str


def view_of(board: Board, **options: Unpack[ViewOptions]) -> View:
    """Return a view of a board with the last move marked, and with the options applied.

    Raises RuleError if an option names a point that is not on the board.
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


def views_of(board: Board, **options: Unpack[ViewOptions]) -> Iterator[View]:
    """Yield a view of a board's game before the first move and after each move."""
    replay = Board(board.rules, board.setup, board.first_turn)
    yield view_of(replay, **options)
    for move in board.moves:
        replay.play_unchecked(move)
        yield view_of(replay, **options)


def forbidden_points(board: Board) -> frozenset[Point]:
    """Return the empty points that are forbidden to the player to move."""
    if board.rules.win is not WinRule.RENJU or board.turn is Player.SECOND:
        return frozenset()
    points = board.empty_points()
    return frozenset(point for point in points if board.refusal(point) in FOULS)


def describe(view: View, names: PlayerNames = STONE_NAMES) -> str:
    """Return for example `15x15 board after 21 moves; Black wins with five from G9 to K5`."""
    return f"{view.rules.width}x{view.rules.height} board {_when(view)}; {_how(view, names)}"


def _when(view: View) -> str:
    if not view.stones:
        return "without stones"
    if view.moves:
        return f"after {counted(view.moves, 'move')}"
    return f"with {counted(len(view.stones), 'stone')}"


def _how(view: View, names: PlayerNames) -> str:
    outcome = view.outcome
    if outcome.winner is not None:
        lines = " and ".join(line_name(line, view.rules) for line in view.lines)
        return f"{names[outcome.winner]} wins" + (f" with {lines}" if lines else "")
    if outcome.ending is Termination.FULL_BOARD:
        return "a draw: the board is full"
    if outcome.ending is Termination.NO_LEGAL_POINT:
        return f"a draw: all points left are forbidden to {names[view.turn]}"
    return f"{names[view.turn]} to move"


def describe_points(view: View, names: PlayerNames = STONE_NAMES) -> str:
    """Return where everything is, as in `Black: H8, I9. White: H9.` and so on."""
    places: dict[str, Iterable[Point]] = {
        names[player]: [point for point, other in view.stones.items() if other is player]
        for player in Player
    }
    places["Last move"] = [view.last] if view.last else []
    places["Forbidden"] = sorted(view.forbidden)
    texts = {what: [point_name(point, view.rules) for point in at] for what, at in places.items()}
    texts["Hints"] = [f"{n} {point_name(point, view.rules)}" for point, n in view.hints.items()]
    return " ".join(f"{what}: {', '.join(found)}." for what, found in texts.items() if found)
