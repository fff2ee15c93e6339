"""Draw the README's game as docs/pictures/game-light.svg and game-dark.svg."""

from dataclasses import dataclass
from pathlib import Path

from tengen import GAMES, Board, Player, Point, parse_moves
from tengen.notation.points import column_name

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
GAME = "h8 h9 i9 g7 j10 k11 i7 h10 i8 i10 i6 i5 j8 k8 h6 k9 j6 j7 g9 f10 k5"
CELL = 28
EDGE = 40
SIDE = 2 * EDGE + 14 * CELL
STARS = [Point(row, col) for row, col in ((3, 3), (3, 11), (7, 7), (11, 3), (11, 11))]
TEXT = 'font-family="system-ui,sans-serif" font-size="11" text-anchor="middle"'


@dataclass(frozen=True)
class Theme:
    """Colours of the board, and of a stone's face, rim and number."""

    board: str
    grid: str
    names: str
    stones: dict[Player, tuple[str, str, str]]
    line: str


THEMES = {
    "light": Theme(
        board="#E2BC7C",
        grid="#6B4E23",
        names="#4A3414",
        stones={
            Player.FIRST: ("#16181B", "#16181B", "#FBFAF7"),
            Player.SECOND: ("#FBFAF7", "#5A4220", "#16181B"),
        },
        line="#FF6B5E",
    ),
    "dark": Theme(
        board="#3A3127",
        grid="#B79A6B",
        names="#B79A6B",
        stones={
            Player.FIRST: ("#08090A", "#C9CDD3", "#F1EEE7"),
            Player.SECOND: ("#F1EEE7", "#F1EEE7", "#08090A"),
        },
        line="#FF7A6B",
    ),
}


def draw(board: Board, theme: Theme) -> str:
    """The board as SVG: grid, names, stones, a stroke through the winning line, numbers."""
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIDE} {SIDE}" width="{SIDE}" '
            f'height="{SIDE}" role="img" aria-label="Five in a row: X wins from g9 to k5">'
        ),
        f'<rect width="{SIDE}" height="{SIDE}" rx="8" fill="{theme.board}"/>',
        *_grid(theme.grid),
        *_names(theme.names),
        *_stones(board, theme),
        *_strokes(board, theme),
        *_numbers(board, theme),
        "</svg>\n",
    ]
    return "\n".join(parts)


def _at(point: Point) -> tuple[int, int]:
    return EDGE + point.col * CELL, EDGE + point.row * CELL


def _grid(colour: str) -> list[str]:
    low, high = EDGE, EDGE + 14 * CELL
    lines = "".join(
        f"M{low} {low + n * CELL}H{high}M{low + n * CELL} {low}V{high}" for n in range(15)
    )
    stars = "".join('<circle cx="{}" cy="{}" r="3"/>'.format(*_at(star)) for star in STARS)
    return [
        f'<path d="{lines}" fill="none" stroke="{colour}" shape-rendering="crispEdges"/>',
        (
            f'<rect x="{low}" y="{low}" width="{high - low}" height="{high - low}" fill="none" '
            f'stroke="{colour}" stroke-width="2"/>'
        ),
        f'<g fill="{colour}">{stars}</g>',
    ]


def _names(colour: str) -> list[str]:
    columns = "".join(
        f'<text x="{EDGE + n * CELL}" y="{SIDE - 12}">{column_name(n)}</text>' for n in range(15)
    )
    rows = "".join(
        f'<text x="16" y="{EDGE + (14 - n) * CELL + 4}">{n + 1}</text>' for n in range(15)
    )
    return [f'<g fill="{colour}" {TEXT}>{columns}{rows}</g>']


def _stones(board: Board, theme: Theme) -> list[str]:
    stones = []
    for point, player in board.stones.items():
        face, rim, _ = theme.stones[player]
        x, y = _at(point)
        radius = 0.46 * CELL
        stones.append(f'<circle cx="{x}" cy="{y}" r="{radius:.1f}" fill="{face}" stroke="{rim}"/>')
    return stones


def _numbers(board: Board, theme: Theme) -> list[str]:
    numbers = []
    for number, point in enumerate(board.moves, start=1):
        player = board[point]
        assert player is not None
        x, y = _at(point)
        ink = theme.stones[player][2]
        numbers.append(f'<text x="{x}" y="{y + 4}" fill="{ink}">{number}</text>')
    return [f"<g {TEXT}>", *numbers, "</g>"]


def _strokes(board: Board, theme: Theme) -> list[str]:
    strokes = []
    for line in board.winning_lines():
        (x1, y1), (x2, y2) = _at(line[0]), _at(line[-1])
        strokes.append(
            f'<path d="M{x1} {y1}L{x2} {y2}" stroke="{theme.line}" stroke-width="3" '
            'stroke-linecap="round"/>'
        )
    return strokes


def main() -> None:
    """Write both pictures."""
    board = Board(GAMES["five"])
    for move in parse_moves(GAME, board.rules):
        board.play(move)
    for name, theme in THEMES.items():
        (PICTURES / f"game-{name}.svg").write_text(draw(board, theme))


if __name__ == "__main__":
    main()
