"""Draw the screen of a terminal as SVG without web fonts; lines, blocks and stones are shapes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from html import escape
from itertools import groupby

from rich.segment import Segment
from rich.style import Style

WIDTH, HEIGHT = 9, 18
"""The size of a character."""
EDGE = 10
BASELINE = 13.5
FONT = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace"

ARMS = {
    "─": "lr",
    "│": "ud",
    "┌": "rd",
    "┬": "lrd",
    "┐": "ld",
    "├": "rud",
    "┼": "lrud",
    "┤": "lud",
    "└": "ru",
    "┴": "lru",
    "┘": "lu",
}
"""The lines from the middle of a character: left, right, up, down."""
CORNERS = {
    "╭": "M{r} {y}Q{x} {y} {x} {b}",
    "╮": "M{l} {y}Q{x} {y} {x} {b}",
    "╰": "M{r} {y}Q{x} {y} {x} {t}",
    "╯": "M{l} {y}Q{x} {y} {x} {t}",
}
BLOCKS: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    **{block: ((0, 1 - at / 8, 1, at / 8),) for at, block in enumerate("▁▂▃▄▅▆▇█", 1)},
    "▀": ((0, 0, 1, 0.5),),
    "▌": ((0, 0, 0.5, 1),),
    "▐": ((0.5, 0, 0.5, 1),),
    "▖": ((0, 0.5, 0.5, 0.5),),
    "▗": ((0.5, 0.5, 0.5, 0.5),),
    "▘": ((0, 0, 0.5, 0.5),),
    "▝": ((0.5, 0, 0.5, 0.5),),
    "▚": ((0, 0, 0.5, 0.5), (0.5, 0.5, 0.5, 0.5)),
    "▞": ((0.5, 0, 0.5, 0.5), (0, 0.5, 0.5, 0.5)),
}
"""The filled rectangles: left, top, width and height, as shares of a character."""
STROKE = "━"
SHAPES = {
    "●": "M-4.2 0a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0z",
    "○": "M-4.2 0a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0zm1.2 0a3 3 0 1 1 6 0a3 3 0 1 1-6 0z",
    "◆": "M0-5l4.4 5-4.4 5-4.4-5z",
    "◇": "M0-5l4.4 5-4.4 5-4.4-5zm0 1.9l-2.7 3.1 2.7 3.1 2.7-3.1z",
    "•": "M-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0z",
    "★": "M0-5l1.2 3.5 3.6.1-2.9 2.2 1 3.6-2.9-2.1-2.9 2.1 1-3.6-2.9-2.2 3.6-.1z",
}
"""Paths around the middle of a character; an area that is drawn twice is a hole."""
DRAWN = frozenset({*ARMS, *CORNERS, *BLOCKS, *SHAPES, STROKE})


class Picture:
    """The shapes and texts of a screen, grouped by colour."""

    def __init__(self, rows: Sequence[Iterable[Segment]]) -> None:
        self._rows = [[(text, style or Style()) for text, style, *_ in row] for row in rows]
        self._size = max(sum(len(text) for text, _ in row) for row in self._rows), len(self._rows)
        self._fills: defaultdict[str, list[str]] = defaultdict(list)
        self._grounds: defaultdict[str, list[str]] = defaultdict(list)
        self._lines: defaultdict[str, list[str]] = defaultdict(list)
        self._texts: list[str] = []
        for y, row in enumerate(self._rows):
            self._draw_row(y * HEIGHT, row)

    def to_svg(self, title: str) -> str:
        """Return the SVG document."""
        width, height = self._size[0] * WIDTH + 2 * EDGE, self._size[1] * HEIGHT + 2 * EDGE
        page = next(iter(self._grounds))
        lines = [
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
                f'width="{width}" height="{height}" role="img" aria-label="{escape(title)}">'
            ),
            (
                f'<rect x=".5" y=".5" width="{width - 1}" height="{height - 1}" rx="8" '
                f'fill="{page}" stroke="#808080" stroke-opacity=".5"/>'
            ),
            f'<g transform="translate({EDGE} {EDGE})">',
            *self._paths(self._grounds, 'shape-rendering="crispEdges" fill="{}"'),
            *self._paths(self._lines, 'shape-rendering="crispEdges" fill="none" stroke="{}"'),
            *self._paths(self._fills, 'fill-rule="evenodd" fill="{}"'),
            f'<g font-family="{FONT}" font-size="15" style="white-space:pre">',
            *self._texts,
            "</g>",
            "</g>",
            "</svg>\n",
        ]
        return "\n".join(lines)

    @staticmethod
    def _paths(found: dict[str, list[str]], attributes: str) -> list[str]:
        return [
            f'<path {attributes.format(colour)} d="{"".join(parts)}"/>'
            for colour, parts in found.items()
        ]

    def _draw_row(self, y: int, row: list[tuple[str, Style]]) -> None:
        """Draw the backgrounds in long pieces first, then the text on them."""
        x = 0
        for ground, group in groupby(row, lambda piece: _colours(piece[1])[1]):
            pieces = list(group)
            width = WIDTH * sum(len(text) for text, _ in pieces)
            self._grounds[ground].append(f"M{x} {y}h{width}v{HEIGHT}h-{width}z")
            for text, style in pieces:
                self._draw_text(x, y, text, style)
                x += WIDTH * len(text)

    def _draw_text(self, x: int, y: int, text: str, style: Style) -> None:
        ink = _colours(style)[0]
        for is_drawn, group in groupby(text, lambda character: character in DRAWN):
            piece = "".join(group)
            if is_drawn:
                for at, character in enumerate(piece):
                    self._draw_character(x + at * WIDTH, y, character, ink)
            else:
                self._write(x, y, piece, ink, style)
            x += WIDTH * len(piece)

    def _draw_character(self, x: int, y: int, character: str, ink: str) -> None:
        middle_x, middle_y = x + WIDTH / 2, y + HEIGHT / 2
        if character in SHAPES:
            self._fills[ink].append(_moved(SHAPES[character], middle_x, middle_y))
        elif character in BLOCKS:
            for part in BLOCKS[character]:
                self._fills[ink].append(_block(x, y, part))
        elif character in CORNERS:
            sides = {"l": x, "r": x + WIDTH, "t": y, "b": y + HEIGHT}
            self._lines[ink].append(CORNERS[character].format(**sides, x=middle_x, y=middle_y))
        elif character == STROKE:
            self._fills[ink].append(f"M{x} {middle_y - 1.5:g}h{WIDTH}v3h-{WIDTH}z")
        else:
            ends = {"l": f"H{x}", "r": f"H{x + WIDTH}", "u": f"V{y}", "d": f"V{y + HEIGHT}"}
            for arm in ARMS[character]:
                self._lines[ink].append(f"M{middle_x:g} {middle_y:g}{ends[arm]}")

    def _write(self, x: int, y: int, text: str, ink: str, style: Style) -> None:
        bare = text.strip(" ")
        if not bare:
            return
        x += WIDTH * (len(text) - len(text.lstrip(" ")))
        more = ' font-weight="bold"' if style.bold else ""
        more += ' text-decoration="underline"' if style.underline else ""
        shown = re.sub("  +", lambda spaces: "\N{NO-BREAK SPACE}" * len(spaces[0]), bare)
        self._texts.append(
            f'<text x="{x}" y="{y + BASELINE:g}" textLength="{WIDTH * len(bare)}" '
            f'fill="{ink}"{more}>{escape(shown)}</text>'
        )


def _colours(style: Style) -> tuple[str, str]:
    """Return the foreground and the background colour."""
    ink = style.color.get_truecolor().hex if style.color else "#ffffff"
    ground = style.bgcolor.get_truecolor().hex if style.bgcolor else "#000000"
    return (ground, ink) if style.reverse else (ink, ground)


def _moved(shape: str, x: float, y: float) -> str:
    """Return a path that starts at another place."""
    match = re.match(r"M(-?[0-9.]+) ?(-?[0-9.]+)", shape)
    assert match is not None
    first = f"M{x + float(match[1]):g} {y + float(match[2]):g}"
    return first + shape[match.end() :]


def _block(x: int, y: int, part: tuple[float, float, float, float]) -> str:
    left, top, width, height = part
    return (
        f"M{x + WIDTH * left:g} {y + HEIGHT * top:g}"
        f"h{WIDTH * width:g}v{HEIGHT * height:g}h-{WIDTH * width:g}z"
    )
