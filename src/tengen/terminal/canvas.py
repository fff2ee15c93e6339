"""A board drawn as rows of characters: the glyphs, what is to be shown, and where it is drawn.

`BoardView` is plain data, made before anybody draws it; `Canvas` turns it into runs of characters,
each with a role. The colours of roles are in `themes`. Nothing here needs Textual.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import groupby

from tengen.render.layout import star_points
from tengen.rules.point import Point, column_name
from tengen.rules.rules import Player, Rules


@dataclass(frozen=True, slots=True)
class TerminalGlyphs:
    """One character for everything; wide stones are three by one, big ones five by three."""

    stones: dict[Player, str]
    winners: dict[Player, str]
    wide: dict[Player, str] | None
    big: dict[Player, tuple[str, str, str]] | None
    """None where large cells have no larger stones."""
    grid: str
    """Corners, edges and crossings, in reading order of a 3x3 board."""
    across: str
    down: str
    star: str
    forbidden: str
    offered: str
    zone: str
    stroke: str
    """Between two stones of a winning line that are side by side."""
    marks: dict[str, str]
    """Shapes that a record may have on points, by their names."""
    is_solid: bool = False
    """Whether white stones have the shapes of black ones, and differ in colour alone."""

    def shape(self, player: Player) -> Player:
        """Whose shapes a player's stones have."""
        return Player.FIRST if self.is_solid else player

    def stone(self, player: Player) -> str:
        """A player's stone beside the board."""
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
    """A position and everything that is marked on it."""

    rules: Rules
    stones: dict[Point, Player] = field(default_factory=dict)
    last: Point | None = None
    cursor: Point | None = None
    ghost: Player | None = None
    """Whose stone would be put where the cursor is; nobody's if none can be."""
    line: frozenset[Point] = frozenset()
    """The points of winning lines."""
    numbers: dict[Point, int] = field(default_factory=dict)
    forbidden: frozenset[Point] = frozenset()
    offered: frozenset[Point] = frozenset()
    """Fifth moves to pick from."""
    hints: dict[Point, int] = field(default_factory=dict)
    """Moves of the engine, the best is 1."""
    zone: frozenset[Point] = frozenset()
    """Where an answer would change anything."""
    labels: dict[Point, str] = field(default_factory=dict)
    """What somebody has written or drawn on points."""


RoleText = tuple[str, str]
"""A role and some characters."""


@dataclass(frozen=True, slots=True)
class CellSize:
    """The room of one point, in columns and rows; twice as wide as high looks square."""

    width: int
    height: int


SMALL, MIDDLE, BIG = CellSize(2, 1), CellSize(4, 2), CellSize(6, 3)
STONE_ROLES = {Player.FIRST: "black", Player.SECOND: "white"}


@dataclass(frozen=True, slots=True)
class CanvasLayout:
    """Where things are when a board of so many points is drawn with cells of one size."""

    columns: int
    rows: int
    cell: CellSize

    @property
    def left(self) -> int:
        """The column of the first point; the row's number is before it."""
        return len(str(self.rows)) + 1 + self.cell.width // 2

    @property
    def top(self) -> int:
        """The row of the first point."""
        return (self.cell.height - 1) // 2

    @property
    def width(self) -> int:
        """Columns in all."""
        return self.left + (self.columns - 1) * self.cell.width + self.cell.width // 2 + 1

    @property
    def height(self) -> int:
        """Rows in all, the letters below included."""
        return self.top + (self.rows - 1) * self.cell.height + self.top + 2

    def place(self, point: Point) -> tuple[int, int]:
        """The column and the row of a point."""
        return (
            self.left + point.col * self.cell.width,
            self.top + point.row * self.cell.height,
        )

    def point_at(self, x: int, y: int) -> Point | None:
        """The point that a column and a row belong to, if any."""
        col = (x - self.left + self.cell.width // 2) // self.cell.width
        row = (y - self.top + (self.cell.height - 1) // 2) // self.cell.height
        inside = 0 <= row < self.rows and 0 <= col < self.columns
        return Point(row, col) if inside else None


class Canvas:
    """Characters and roles, drawn over each other."""

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
        """Every row from the top, as runs of one role each."""
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
        """A stone keeps its colour in a winning line, and gets a mark."""
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
        """Letters are the same in a winning line, and so need more than a colour."""
        winners = self._glyphs.winners
        is_same = winners == self._glyphs.stones
        role = "win-mark" if is_same else f"win-{STONE_ROLES[player]}"
        self._put(point, winners[self._glyphs.shape(player)], role)

    def _draw_shape(self, point: Point, rows: tuple[str, ...], role: str) -> None:
        x, y = self._layout.place(point)
        for down, text in enumerate(rows, -(len(rows) // 2)):
            self._write(x - len(text) // 2, y + down, text, role)

    def _shape(self, player: Player) -> tuple[str, ...]:
        """The rows of a stone that fills its cell; none where it is one character."""
        big, wide = self._glyphs.big, self._glyphs.wide
        if self._cell == BIG and big is not None:
            return big[player]
        if self._cell == MIDDLE and wide is not None:
            return (wide[player],)
        return ()

    def _draw_label(self, point: Point, text: str) -> None:
        """As many letters as there is room for, in the colours of the stone, if there is one."""
        player = self._view.stones.get(point)
        role = "hint" if player is None else f"number-{STONE_ROLES[player]}"
        kept = text[: self._cell.width - 1]
        x, y = self._layout.place(point)
        if player is not None and len(kept) < 3 and self._cell.width > SMALL.width:
            kept = kept.center(3)
        self._write(x - len(kept) // 2, y, kept, role)

    def _write_number(self, point: Point, number: int, role: str) -> None:
        """As much of a number as there is room for; its last two figures in a small cell."""
        x, y = self._layout.place(point)
        text = str(number)
        if self._cell.width == SMALL.width:
            self._write(x - 1, y, text[-2:].rjust(2), role)
        else:
            self._write(x - 1, y, text.center(3), role)

    def _draw_strokes(self) -> None:
        """A stroke between winning stones that are side by side."""
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
        """A stone that is not there yet has no colour: its shape tells whose it is."""
        rows = self._shape(player)
        self._draw_shape(point, rows or (self._glyphs.stones[player],), "ghost")

    @property
    def _reach(self) -> int:
        """How far from the middle of a stone its edge is."""
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
    """0 at the beginning, 2 at the end, 1 between."""
    return 0 if at == 0 else 2 if at == size - 1 else 1


def fitting_cell(columns: int, rows: int, width: int, height: int) -> CellSize:
    """The largest cells with which a board fits a space, or else the smallest there are."""
    for cell in (BIG, MIDDLE):
        layout = CanvasLayout(columns, rows, cell)
        if layout.width <= width and layout.height <= height:
            return cell
    return SMALL
