"""A board drawn as rows of characters.

`BoardView` is what to draw, as plain data; `Canvas` turns it into runs of characters, each with a
role. The colours of the roles are in `themes`. Nothing here needs Textual.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import groupby

from tengen.render.layout import star_points
from tengen.rules import Player, Point, Rules, column_name


@dataclass(frozen=True, slots=True)
class TerminalGlyphs:
    """The characters to draw with. Wide stones are 3x1 characters, big ones 5x3."""

    stones: dict[Player, str]
    winners: dict[Player, str]
    wide: dict[Player, str] | None
    big: dict[Player, tuple[str, str, str]] | None
    """None if large cells have small stones."""
    grid: str
    """Corners, edges and crossings, in reading order of a 3x3 board."""
    across: str
    down: str
    star: str
    forbidden: str
    offered: str
    zone: str
    stroke: str
    """Drawn between two stones of a winning row."""
    marks: dict[str, str]
    """The marks of records, by name."""
    is_solid: bool = False
    """Whether white stones have the shape of black ones and differ only in colour."""

    def shape(self, player: Player) -> Player:
        """Return the player whose shapes are used for this player's stones."""
        return Player.FIRST if self.is_solid else player

    def stone(self, player: Player) -> str:
        """Return a player's stone as one character."""
        return self.stones[self.shape(player)]


_ROUND = {
    Player.FIRST: ("▗▄▄▄▖", "█████", "▝▀▀▀▘"),
    Player.SECOND: ("▗▄▄▄▖", "█   █", "▝▀▀▀▘"),
}
_CROSSED = {
    Player.FIRST: ("▚   ▞", "  █  ", "▞   ▚"),
    Player.SECOND: ("▗▄▄▄▖", "█   █", "▝▀▀▀▘"),
}
STONE_GLYPHS = TerminalGlyphs(
    stones={Player.FIRST: "●", Player.SECOND: "○"},
    winners={Player.FIRST: "◆", Player.SECOND: "◇"},
    wide={Player.FIRST: "▐█▌", Player.SECOND: "▐○▌"},
    big=_ROUND,
    grid="┌┬┐├┼┤└┴┘",
    across="─",
    down="│",
    star="•",
    forbidden="×",
    offered="?",
    zone="▫",
    stroke="━",
    marks={
        "circle": "◎",
        "cross": "*",
        "square": "□",
        "triangle": "△",
    },
)
SOLID_GLYPHS = replace(STONE_GLYPHS, is_solid=True)
_MARKS = {Player.FIRST: "X", Player.SECOND: "O"}
LETTER_GLYPHS = replace(STONE_GLYPHS, stones=_MARKS, winners=_MARKS, wide=None, big=_CROSSED)
ASCII_GLYPHS = TerminalGlyphs(
    stones=_MARKS,
    winners=_MARKS,
    wide=None,
    big=None,
    grid="+++++++++",
    across="-",
    down="|",
    star="*",
    forbidden="!",
    offered="?",
    zone=":",
    stroke="=",
    marks={
        "circle": "@",
        "cross": "%",
        "square": "#",
        "triangle": "^",
    },
)


@dataclass(frozen=True, slots=True)
class BoardView:
    """A position, with everything that is marked on it."""

    rules: Rules
    stones: dict[Point, Player] = field(default_factory=dict)
    last: Point | None = None
    cursor: Point | None = None
    ghost: Player | None = None
    """Whose stone would be placed at the cursor; None if none can be."""
    line: frozenset[Point] = frozenset()
    """The points of winning lines."""
    numbers: dict[Point, int] = field(default_factory=dict)
    forbidden: frozenset[Point] = frozenset()
    offered: frozenset[Point] = frozenset()
    """Fifth moves to pick from."""
    hints: dict[Point, int] = field(default_factory=dict)
    """The engine's moves; the best is 1."""
    zone: frozenset[Point] = frozenset()
    """The points at which an answer matters."""
    labels: dict[Point, str] = field(default_factory=dict)
    """Labels and marks on points."""


RoleText = tuple[str, str]
"""A role and some characters."""


@dataclass(frozen=True, slots=True)
class CellSize:
    """Columns and rows of one point. Twice as wide as high looks square."""

    width: int
    height: int


SMALL, MIDDLE, BIG = CellSize(2, 1), CellSize(4, 2), CellSize(6, 3)
STONE_ROLES = {Player.FIRST: "black", Player.SECOND: "white"}


@dataclass(frozen=True, slots=True)
class CanvasLayout:
    """Where each point of a board is drawn."""

    columns: int
    rows: int
    cell: CellSize

    @property
    def left(self) -> int:
        """The column of the first point, after the row numbers."""
        return len(str(self.rows)) + 1 + self.cell.width // 2

    @property
    def top(self) -> int:
        """The row of the first point."""
        return (self.cell.height - 1) // 2

    @property
    def width(self) -> int:
        """All columns."""
        return self.left + (self.columns - 1) * self.cell.width + self.cell.width // 2 + 1

    @property
    def height(self) -> int:
        """All rows, including the letters below."""
        return self.top + (self.rows - 1) * self.cell.height + self.top + 2

    def place(self, point: Point) -> tuple[int, int]:
        """Return the column and the row of a point."""
        return (
            self.left + point.col * self.cell.width,
            self.top + point.row * self.cell.height,
        )

    def point_at(self, x: int, y: int) -> Point | None:
        """Return the point at a column and a row, if there is one."""
        col = (x - self.left + self.cell.width // 2) // self.cell.width
        row = (y - self.top + (self.cell.height - 1) // 2) // self.cell.height
        inside = 0 <= row < self.rows and 0 <= col < self.columns
        return Point(row, col) if inside else None


class Canvas:
    """A grid of characters and roles. Later layers cover earlier ones."""

    def __init__(self, view: BoardView, glyphs: TerminalGlyphs, cell: CellSize) -> None:
        self._view = view
        self._glyphs = glyphs
        self._layout = CanvasLayout(view.rules.width, view.rules.height, cell)
        self._cell = cell
        size = self._layout.width, self._layout.height
        self._texts = [[" "] * size[0] for _ in range(size[1])]
        self._roles = [["board"] * size[0] for _ in range(size[1])]
        self._draw()

    def runs(self) -> list[list[RoleText]]:
        """Return the rows from the top, as runs of the same role."""
        return [
            [
                (role, "".join(text for _, text in pairs))
                for role, pairs in groupby(zip(roles, texts, strict=True), lambda pair: pair[0])
            ]
            for roles, texts in zip(self._roles, self._texts, strict=True)
        ]

    def _draw(self) -> None:
        self._draw_labels()
        self._draw_grid()
        view = self._view
        for point in view.zone - view.stones.keys():
            self._put(point, self._glyphs.zone, "hint")
        for point in view.forbidden:
            self._put(point, self._glyphs.forbidden, "forbidden")
        for point in view.offered:
            self._put(point, self._glyphs.offered, "hint")
        for point, number in view.hints.items():
            self._put(point, str(number % 10), "hint")
            self._bracket(point, "()", "hint")
        for point, player in view.stones.items():
            self._draw_stone(point, player)
        for point, text in view.labels.items():
            self._draw_label(point, text)
        self._draw_strokes()
        if view.last is not None:
            self._draw_last(view.last)
        if view.cursor is not None:
            self._draw_cursor(view.cursor)

    def _draw_labels(self) -> None:
        rules, layout, cursor = self._view.rules, self._layout, self._view.cursor
        margin = len(str(rules.height))
        for row in range(rules.height):
            hot = cursor is not None and cursor.row == row
            y = layout.place(Point(row, 0))[1]
            self._write(0, y, str(rules.height - row).rjust(margin), "hot" if hot else "label")
        y = layout.height - 1
        for col in range(rules.width):
            hot = cursor is not None and cursor.col == col
            name = column_name(col).upper()
            x = layout.place(Point(0, col))[0] - (len(name) - 1)
            self._write(x, y, name, "hot" if hot else "label")

    def _draw_grid(self) -> None:
        rules, stars = self._view.rules, star_points(self._view.rules)
        for row in range(rules.height):
            for col in range(rules.width):
                point = Point(row, col)
                x, y = self._layout.place(point)
                if col < rules.width - 1:
                    self._write(x + 1, y, self._glyphs.across * (self._cell.width - 1), "grid")
                if row < rules.height - 1:
                    for down in range(1, self._cell.height):
                        self._write(x, y + down, self._glyphs.down, "grid")
                is_star = point in stars
                crossing = self._glyphs.star if is_star else self._crossing(point)
                self._write(x, y, crossing, "star" if is_star else "grid")

    def _crossing(self, point: Point) -> str:
        rules = self._view.rules
        across = _third(point.col, rules.width)
        return self._glyphs.grid[3 * _third(point.row, rules.height) + across]

    def _draw_stone(self, point: Point, player: Player) -> None:
        """Draw a stone. In a winning line it keeps its colour and gets a mark."""
        won, role = point in self._view.line, STONE_ROLES[player]
        number = self._view.numbers.get(point)
        rows = self._shape(self._glyphs.shape(player))
        self._draw_shape(point, rows, role)
        if number is not None:
            self._write_number(point, number, f"{'mark' if won else 'number'}-{role}")
        elif won and rows:
            self._put(point, "★", f"mark-{role}")
        elif won:
            self._draw_small_winner(point, player)
        elif not rows:
            self._put(point, self._glyphs.stone(player), role)

    def _draw_small_winner(self, point: Point, player: Player) -> None:
        """Draw a winning stone of one character. Letters are shown in reverse."""
        winners = self._glyphs.winners
        is_same = winners == self._glyphs.stones
        role = "win-mark" if is_same else f"win-{STONE_ROLES[player]}"
        self._put(point, winners[self._glyphs.shape(player)], role)

    def _draw_shape(self, point: Point, rows: tuple[str, ...], role: str) -> None:
        x, y = self._layout.place(point)
        for down, text in enumerate(rows, -(len(rows) // 2)):
            self._write(x - len(text) // 2, y + down, text, role)

    def _shape(self, player: Player) -> tuple[str, ...]:
        """Return the rows of a stone that fills its cell, or none if it is one character."""
        big, wide = self._glyphs.big, self._glyphs.wide
        if self._cell == BIG and big is not None:
            return big[player]
        if self._cell == MIDDLE and wide is not None:
            return (wide[player],)
        return ()

    def _draw_label(self, point: Point, text: str) -> None:
        """Draw as much of a label as fits, in the colours of the stone below it, if any."""
        player = self._view.stones.get(point)
        role = "hint" if player is None else f"number-{STONE_ROLES[player]}"
        shown = text[: self._cell.width - 1]
        x, y = self._layout.place(point)
        if player is not None and len(shown) < 3 and self._cell.width > SMALL.width:
            shown = shown.center(3)
        self._write(x - len(shown) // 2, y, shown, role)

    def _write_number(self, point: Point, number: int, role: str) -> None:
        """Draw a move number; only its last two digits in a small cell."""
        x, y = self._layout.place(point)
        text = str(number)
        if self._cell.width == SMALL.width:
            self._write(x - 1, y, text[-2:].rjust(2), role)
        else:
            self._write(x - 1, y, text.center(3), role)

    def _draw_strokes(self) -> None:
        """Draw a stroke between neighbouring stones of a winning row."""
        if self._cell == BIG and self._glyphs.big is not None:
            return
        reach = self._reach
        for point in self._view.line:
            if Point(point.row, point.col + 1) in self._view.line:
                x, y = self._layout.place(point)
                stroke = self._glyphs.stroke * (self._cell.width + 1 - 2 * reach)
                self._write(x + reach, y, stroke, "win")

    def _draw_last(self, point: Point) -> None:
        player = self._view.stones[point]
        if not self._shape(player):
            if not self._view.numbers:
                self._bracket(point, "()", "last")
        elif point not in self._view.numbers and point not in self._view.line:
            self._put(point, "◆", f"mark-{STONE_ROLES[player]}")

    def _draw_cursor(self, point: Point) -> None:
        is_free = point not in self._view.stones and point not in self._view.hints
        if self._view.ghost is not None and is_free:
            self._draw_ghost(point, self._view.ghost)
        self._bracket(point, "[]", "cursor")

    def _draw_ghost(self, point: Point, player: Player) -> None:
        """Draw the preview of a stone: it has no colour, so its shape shows whose it is."""
        rows = self._shape(player)
        self._draw_shape(point, rows or (self._glyphs.stones[player],), "ghost")

    @property
    def _reach(self) -> int:
        """The distance from the centre of a stone to its brackets."""
        rows = self._shape(Player.FIRST)
        return len(rows[0]) // 2 + 1 if rows else 1

    def _bracket(self, point: Point, pair: str, role: str) -> None:
        x, y = self._layout.place(point)
        reach = self._reach
        self._write(x - reach, y, pair[0], role)
        self._write(x + reach, y, pair[1], role)

    def _put(self, point: Point, text: str, role: str) -> None:
        x, y = self._layout.place(point)
        self._write(x, y, text, role)

    def _write(self, x: int, y: int, text: str, role: str) -> None:
        row, roles = self._texts[y], self._roles[y]
        for at, character in enumerate(text, x):
            if 0 <= at < len(row):
                row[at] = character
                roles[at] = role


def _third(at: int, size: int) -> int:
    """Return 0 at the start, 2 at the end and 1 between."""
    return 0 if at == 0 else 2 if at == size - 1 else 1


def fitting_cell(columns: int, rows: int, width: int, height: int) -> CellSize:
    """Return the largest cells with which a board fits, or the smallest if none fit."""
    for cell in (BIG, MIDDLE):
        layout = CanvasLayout(columns, rows, cell)
        if layout.width <= width and layout.height <= height:
            return cell
    return SMALL
