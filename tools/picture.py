"""Draw boards as docs/pictures/game-*.svg: the README's game in every theme, and other boards."""

from pathlib import Path

from tengen.render.style import DARK, THEMES, Pieces, Style
from tengen.render.svg import format_svg
from tengen.render.view import ALL_NUMBERS, MarkShape, Numbers, view_of
from tengen.rules.board import Board
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import GAMES

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
GAME = "h8 h9 i9 g7 j10 k11 i7 h10 i8 i10 i6 i5 j8 k8 h6 k9 j6 j7 g9 f10 k5"
MIDDLE = " ".join(GAME.split()[:14])
FOULS = "h9 g9 i8 k10 h10 e8 j8 j11 f7 f8 f6 g5 e4 b4 d4 k6 c4 i12 f5 l7"
FORK = "b2 b3 a3 c1 a1 a2 c3"


def main() -> None:
    """Write all pictures."""
    for name, picture in draw_all().items():
        (PICTURES / f"game-{name}.svg").write_text(picture, encoding="utf-8")


def draw_all() -> dict[str, str]:
    """Return every picture, by name."""
    game = view_of(played(GAME), numbers=ALL_NUMBERS)
    pictures = {name: format_svg(game, Style(theme)) for name, theme in THEMES.items()}
    fouls = view_of(played(FOULS, "renju"), numbers=Numbers(last=2), show_forbidden=True)
    pictures["renju"] = format_svg(fouls)
    pictures["marks"] = format_svg(
        view_of(played(FORK, "tictactoe")), Style(pieces=Pieces.MARKS, cell=72)
    )
    pictures["signs"] = _signs()
    return pictures


def played(moves: str, name: str = "five") -> Board:
    """Return the board after these moves."""
    board = Board(GAMES[name])
    for point in parse_moves(moves, board.rules):
        board.play(point)
    return board


def _signs() -> str:
    """Draw the README's game before the winning move, with marks and labels."""
    triangle, square, circle, cross, a, b = _points("i7 i8 h10 k11 g9 k5")
    view = view_of(
        played(MIDDLE),
        hints=_points("h6 j6 j7"),
        marks={
            triangle: MarkShape.TRIANGLE,
            square: MarkShape.SQUARE,
            circle: MarkShape.CIRCLE,
            cross: MarkShape.CROSS,
        },
        labels={a: "A", b: "B"},
        title="A win with fours and threes",
        caption="Black begins with 1, and in the end has five from A to B.",
    )
    return format_svg(view, Style(DARK))


def _points(text: str) -> list[Point]:
    return parse_moves(text, GAMES["five"])


if __name__ == "__main__":
    main()
