"""Measure the CPU time of pictures, beside Pillow writing an empty image of the same size."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from io import BytesIO
from random import Random

from contest import Contest, Contestant
from PIL import Image

from tengen.render.gif import format_gif
from tengen.render.png import format_png
from tengen.render.svg import format_svg
from tengen.render.text import format_text
from tengen.render.view import ALL_NUMBERS, view_of, views_of
from tengen.rules.board import Board
from tengen.rules.rules import Rules

ROUNDS = 31
MOVES = 60
NAMES = {
    "empty": "an empty PNG of the same size, by Pillow alone",
    "text": "format_text",
    "svg": "format_svg",
    "png": "format_png",
    "gif": "format_gif, all 61 positions",
}


def main() -> None:
    """Print milliseconds, the ratio to an empty image, and bytes, for a game of 60 moves."""
    board = some_game()
    view = view_of(board, numbers=ALL_NUMBERS)
    size = Image.open(BytesIO(format_png(view))).size

    def empty() -> bytes:
        file = BytesIO()
        Image.new("RGBA", size, "#E2BC7C").save(file, "PNG")
        return file.getvalue()

    makers: dict[str, Callable[[], bytes]] = {
        "empty": empty,
        "text": lambda: format_text(view).encode(),
        "svg": lambda: format_svg(view).encode(),
        "png": lambda: format_png(view),
        "gif": lambda: format_gif(views_of(board, numbers=ALL_NUMBERS)),
    }
    contest = Contest(ROUNDS, **{name: once(make) for name, make in makers.items()})
    print(
        f"{f'{MOVES} moves on 15x15, {size[0]}x{size[1]} pixels':48} {'ms':>8} {'ratio':>6} bytes"
    )
    for name, make in makers.items():
        ratio = 1 / contest.ratio(name, "empty")
        took = 1000 * statistics.median([1 / rate for rate in contest.rates[name]])
        print(f"{NAMES[name]:48} {took:8.2f} {ratio:6.2f} {len(make())}")


def once(make: Callable[[], bytes]) -> Contestant:
    """Return a contestant that makes one picture."""

    def work() -> int:
        make()
        return 1

    return work


def some_game() -> Board:
    """Return a game of random moves in the middle, with rules under which nobody wins early."""
    board = Board(Rules(15, 15, 15))
    points = [
        point for point in board.empty_points() if {point.row, point.col} <= set(range(2, 13))
    ]
    for point in Random(1).sample(points, MOVES):
        board.play(point)
    return board


if __name__ == "__main__":
    main()
