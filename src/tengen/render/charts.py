"""The winning chances of a game as a chart: SVG with a line and mistakes, or bars of text."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass

from tengen.render.layout import columns_of, shorten_text, text_width
from tengen.render.style import CONTRAST, DARK, LIGHT, PRINT, Theme
from tengen.render.svg import escape, number


class MistakeKind(enum.Enum):
    """A kind of mistake; each has its own shape on the chart."""

    MISTAKE = "mistake"
    BLUNDER = "blunder"
    MISSED_WIN = "missed win"


@dataclass(frozen=True, slots=True)
class ChartMistake:
    """A move that was a mistake, by its number; `words` describe it."""

    move: int
    flaw: MistakeKind
    words: str = ""


@dataclass(frozen=True, slots=True)
class ChanceCurve:
    """The first player's chances, from 0 to 1, after `start` moves and after each later move."""

    chances: tuple[float, ...]
    start: int = 0
    spoilt: tuple[ChartMistake, ...] = ()
    lost_at: int | None = None
    """The last move with which the loser could still have held."""
    title: str = ""
    caption: str = ""
    first: str = "Black"
    second: str = "White"

    @property
    def last(self) -> int:
        """The number of the last move."""
        return self.start + len(self.chances) - 1

    def chance_after(self, move: int) -> float:
        """Return the first player's chance after this many moves."""
        return self.chances[move - self.start]


def describe_chances(course: ChanceCurve) -> str:
    """Describe a chart in words, for people who cannot see it: its ends and every mistake."""
    if not course.chances:
        return "No chances are known."
    return " ".join(_sentences(course))


def _sentences(course: ChanceCurve) -> Iterator[str]:
    begin, end = (f"{100 * course.chances[at]:.0f} %" for at in (0, -1))
    ends = f"{begin} after move {course.start}, {end} after move {course.last}"
    yield f"{course.first}'s winning chance: {ends}."
    for mistake in course.spoilt:
        yield mistake.words or f"Move {mistake.move} was a {mistake.flaw.value}."
    if course.caption:
        yield course.caption


@dataclass(frozen=True, slots=True)
class ChartColours:
    """The colours of a chart."""

    page: str
    text: str
    quiet: str
    """Labels and the caption."""
    rule: str
    """Thin lines in the background."""
    seal: str
    """Mistakes."""

    @property
    def small(self) -> str:
        """SVG attributes of labels and the caption."""
        return f'font-size="12" fill="{self.quiet}"'

    @property
    def dashes(self) -> str:
        """SVG attributes of the line at the move that lost the game."""
        return f'fill="none" stroke="{self.seal}" stroke-dasharray="3 3"'


CHART_COLOURS = {
    LIGHT.name: ChartColours("#FFFDF8", "#1F2328", "#5C6066", "#8C8F94", LIGHT.seal),
    DARK.name: ChartColours("#1C1F25", "#E8E6E1", "#A2A7AE", "#747A83", DARK.seal),
    PRINT.name: ChartColours("#FFFFFF", "#000000", "#000000", "#000000", PRINT.seal),
    CONTRAST.name: ChartColours("#FFFFFF", "#000000", "#000000", "#606060", CONTRAST.seal),
}


def chart_colours(theme: Theme) -> ChartColours:
    """Return the colours of a chart that go with a theme."""
    return CHART_COLOURS[theme.name]


BLOCKS = " ▁▂▃▄▅▆▇█"
ASCII_BLOCKS = "     ####"
EVEN_LINE, ASCII_EVEN_LINE = "▁", "_"
BAR_ROWS = 4
MIDDLE_ROW = BAR_ROWS // 2
"""The row, counted from below, whose lower edge is an even chance."""
EVEN_WORD = "even"
NUMBERS_APART = 10
"""The columns from one move number to the next."""


def draw_bars(course: ChanceCurve, width: int, *, ascii_only: bool) -> list[str]:
    """Return rows of bars with words at the left, a row of mistakes as `!`, and move numbers.

    A line shows where the chances are even.
    """
    words = [f"{course.first} wins", EVEN_WORD, "", f"{course.second} wins"]
    margin = max(map(columns_of, words))
    columns = _columns(course, max(NUMBERS_APART, width - margin - 2))
    blocks = ASCII_BLOCKS if ascii_only else BLOCKS
    edge = "|" if ascii_only else "│"
    rows = [
        " " * (margin - columns_of(word)) + f"{word} {edge}" + _bars(course, columns, row, blocks)
        for row, word in zip(reversed(range(BAR_ROWS)), words, strict=True)
    ]
    indent = " " * (margin + 2)
    rows += [indent + text for text in (_marks(course, columns), _numbers(columns))]
    return [row.rstrip() for row in rows if row.strip()]


def _columns(course: ChanceCurve, room: int) -> list[range]:
    """Return the move numbers of each column."""
    step = max(1, -(-(course.last + 1) // room))
    return [range(at, min(at + step, course.last + 1)) for at in range(0, course.last + 1, step)]


def _bars(course: ChanceCurve, columns: list[range], row: int, blocks: str) -> str:
    """Return one row of all bars; blank where no chance is known."""
    known = [column[-1] if column[-1] >= course.start else None for column in columns]
    chances = [0.0 if move is None else course.chance_after(move) for move in known]
    bars = "".join(bar_block(chance, row, blocks) for chance in chances)
    line = ASCII_EVEN_LINE if blocks is ASCII_BLOCKS else EVEN_LINE
    return bars.replace(" ", line) if row == MIDDLE_ROW else bars


def bar_block(chance: float, row: int, blocks: str) -> str:
    """Return the character for a chance in one of its rows, counted from below."""
    filled = round(8 * (BAR_ROWS * chance - row))
    return blocks[min(8, max(0, filled))]


def _marks(course: ChanceCurve, columns: list[range]) -> str:
    spoilt = [mistake.move for mistake in course.spoilt]
    return "".join("!" if any(move in column for move in spoilt) else " " for column in columns)


def _numbers(columns: list[range]) -> str:
    return "".join(str(column[0]).ljust(NUMBERS_APART) for column in columns[::NUMBERS_APART])


WIDTH, HEIGHT = 720, 240
LEFT, RIGHT, TOP, BOTTOM = 92, 696, 56, 168
"""The edges of the plot."""
TITLE_AT, NUMBERS_AT, CAPTION_AT = 26, 196, 224
"""The baselines of texts."""
LARGE, SMALL = 14, 12
NUMBER_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
MAX_NUMBERS = 13
"""The maximum number of move numbers below the plot."""
LOST_WORDS = "lost from here on"
FONT = 'font-family="system-ui,sans-serif"'


def format_chart(course: ChanceCurve, theme: Theme = LIGHT) -> str:
    """Draw a chart as an SVG document of 720 by 240 pixels without external resources."""
    colours = chart_colours(theme)
    title = course.title or f"{course.first}'s winning chance after every move"
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{escape(title)}" {FONT}>'
        ),
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(describe_chances(course))}</desc>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{colours.page}"/>',
        *_head(course, title, colours),
        *Plot(course, colours).draw(),
        _text(
            LEFT, CAPTION_AT, shorten_text(course.caption, (RIGHT - LEFT) / SMALL), colours.small
        ),
        "</svg>\n",
    ]
    return "\n".join(lines)


def _head(course: ChanceCurve, title: str, colours: ChartColours) -> Iterator[str]:
    """Draw the title and, at the right, the legend of the marks that occur."""
    x = float(RIGHT)
    if course.lost_at is not None:
        x -= SMALL * text_width(LOST_WORDS)
        yield _text(x, TITLE_AT, LOST_WORDS, colours.small)
        yield f'<path d="M{number(x - 8)} {TITLE_AT - 10}v12" {colours.dashes}/>'
        x -= 28
    kinds = {mistake.flaw for mistake in course.spoilt}
    for flaw in reversed([flaw for flaw in MistakeKind if flaw in kinds]):
        x -= SMALL * text_width(flaw.value)
        yield _text(x, TITLE_AT, flaw.value, colours.small)
        yield _mark(flaw, x - 12, TITLE_AT - 4, colours)
        x -= 36
    look = f'font-size="{LARGE}" font-weight="600" fill="{colours.text}"'
    yield _text(LEFT, TITLE_AT, shorten_text(title, (x - LEFT) / LARGE), look)


class Plot:
    """The chart without its title and caption."""

    def __init__(self, course: ChanceCurve, colours: ChartColours) -> None:
        self._course = course
        self._colours = colours
        self._last = max(1, course.last)

    def draw(self) -> Iterator[str]:
        """Draw everything, from back to front."""
        course, colours = self._course, self._colours
        yield from self._frame()
        if course.lost_at is not None:
            x = number(self._x(course.lost_at))
            yield f'<path d="M{x} {TOP}V{BOTTOM}" {colours.dashes}/>'
        spots = [self._spot(move) for move in range(course.start, course.last + 1)]
        path = "L".join(f"{number(x)} {number(y)}" for x, y in spots)
        look = 'stroke-width="2" stroke-linejoin="round" stroke-linecap="round"'
        if path:
            yield f'<path d="M{path}" fill="none" stroke="{colours.text}" {look}/>'
        for mistake in course.spoilt:
            yield _mark(mistake.flaw, *self._spot(mistake.move), colours)
        yield from self._labels()

    def _x(self, move: int) -> float:
        return LEFT + (RIGHT - LEFT) * move / self._last

    def _y(self, chance: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * chance

    def _spot(self, move: int) -> tuple[float, float]:
        """Return the point of the line after this many moves."""
        return self._x(move), self._y(self._course.chance_after(move))

    def _frame(self) -> Iterator[str]:
        """Draw lines at won, even and lost, with words, and the move numbers."""
        colours, course = self._colours, self._course
        step = next(
            (size for size in NUMBER_STEPS if self._last // size < MAX_NUMBERS), NUMBER_STEPS[-1]
        )
        moves = range(0, self._last + 1, step)
        words = {1.0: f"{course.first} wins", 0.5: "even", 0.0: f"{course.second} wins"}
        lines = "".join(f"M{LEFT} {number(self._y(chance))}H{RIGHT}" for chance in words)
        ticks = "".join(f"M{number(self._x(move))} {BOTTOM}v4" for move in moves)
        yield f'<path d="{lines}{ticks}" stroke="{colours.rule}" shape-rendering="crispEdges"/>'
        yield f'<g {colours.small} text-anchor="end">'
        for chance, text in words.items():
            yield _text(LEFT - 10, self._y(chance) + 4, shorten_text(text, (LEFT - 14) / SMALL))
        yield _text(LEFT - 10, NUMBERS_AT, "after move")
        yield f'</g><g {colours.small} text-anchor="middle">'
        yield from (_text(self._x(move), NUMBERS_AT, str(move)) for move in moves)
        yield "</g>"

    def _labels(self) -> Iterator[str]:
        """Draw the numbers of mistakes where there is room: above the line where it rises."""
        free = {True: 0.0, False: 0.0}
        seal = self._colours.seal
        yield f'<g font-size="11" font-weight="600" fill="{seal}" text-anchor="middle">'
        for mistake in self._course.spoilt:
            x, y = self._spot(mistake.move)
            is_up = y <= self._spot(max(self._course.start, mistake.move - 1))[1]
            half = 11 * text_width(str(mistake.move)) / 2 + 2
            if x - half >= free[is_up]:
                free[is_up] = x + half
                yield _text(x, y - 9 if is_up else y + 17, str(mistake.move))
        yield "</g>"


def _mark(flaw: MistakeKind, x: float, y: float, colours: ChartColours) -> str:
    """Draw a triangle for a mistake, a diamond for a blunder, a ring for a missed win."""
    if flaw is MistakeKind.MISSED_WIN:
        rim = f'fill="{colours.page}" stroke="{colours.seal}" stroke-width="2"'
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="4" {rim}/>'
    shape = (
        "m0-6l5.5 9.5h-11z" if flaw is MistakeKind.MISTAKE else "m0-6.5l6.5 6.5l-6.5 6.5l-6.5-6.5z"
    )
    return (
        f'<path d="M{number(x)} {number(y)}{shape}" fill="{colours.seal}" stroke="{colours.page}"/>'
    )


def _text(x: float, y: float, text: str, look: str = "") -> str:
    return f'<text x="{number(x)}" y="{number(y)}"{look and " "}{look}>{escape(text)}</text>'
