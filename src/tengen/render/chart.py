"""The course of a game as a chart: one line, and shapes on it where mistakes were made."""

from __future__ import annotations

from collections.abc import Iterator

from tengen.render.course import Course, Flaw, describe_course
from tengen.render.fitting import cut, text_width
from tengen.render.paper import Paper, paper_of
from tengen.render.svg import escape, number
from tengen.render.themes import LIGHT, Theme

WIDTH, HEIGHT = 720, 240
LEFT, RIGHT, TOP, BOTTOM = 92, 696, 56, 168
"""The sides of the plot itself."""
TITLE_AT, NUMBERS_AT, CAPTION_AT = 26, 196, 224
"""The lines on which words stand."""
LARGE, SMALL = 14, 12
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
MOST_NUMBERS = 13
"""So many numbers at most stand below the plot."""
LOST = "lost from here on"
FONT = 'font-family="system-ui,sans-serif"'


def format_chart(course: Course, theme: Theme = LIGHT) -> str:
    """A chart as an SVG document of 720 by 240 that needs nothing else."""
    paper = paper_of(theme)
    title = course.title or f"{course.first}'s winning chance after every move"
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
            f'width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{escape(title)}" {FONT}>'
        ),
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(describe_course(course))}</desc>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" fill="{paper.page}"/>',
        *_head(course, title, paper),
        *Plot(course, paper).draw(),
        _text(LEFT, CAPTION_AT, cut(course.caption, (RIGHT - LEFT) / SMALL), paper.small),
        "</svg>\n",
    ]
    return "\n".join(lines)


def _head(course: Course, title: str, paper: Paper) -> Iterator[str]:
    """The title, and at the right what the marks mean: only those that there are."""
    x = float(RIGHT)
    if course.lost_at is not None:
        x -= SMALL * text_width(LOST)
        yield _text(x, TITLE_AT, LOST, paper.small)
        yield f'<path d="M{number(x - 8)} {TITLE_AT - 10}v12" {paper.dashes}/>'
        x -= 28
    there = {one.flaw for one in course.spoilt}
    for flaw in reversed([flaw for flaw in Flaw if flaw in there]):
        x -= SMALL * text_width(flaw.value)
        yield _text(x, TITLE_AT, flaw.value, paper.small)
        yield _mark(flaw, x - 12, TITLE_AT - 4, paper)
        x -= 36
    look = f'font-size="{LARGE}" font-weight="600" fill="{paper.text}"'
    yield _text(LEFT, TITLE_AT, cut(title, (x - LEFT) / LARGE), look)


class Plot:
    """The chart itself, without what is said above and below it."""

    def __init__(self, course: Course, paper: Paper) -> None:
        self._course = course
        self._paper = paper
        self._last = max(1, course.last)

    def draw(self) -> Iterator[str]:
        """Everything, what lies behind first."""
        course, paper = self._course, self._paper
        yield from self._frame()
        if course.lost_at is not None:
            x = number(self._x(course.lost_at))
            yield f'<path d="M{x} {TOP}V{BOTTOM}" {paper.dashes}/>'
        spots = [self._spot(move) for move in range(course.start, course.last + 1)]
        path = "L".join(f"{number(x)} {number(y)}" for x, y in spots)
        look = 'stroke-width="2" stroke-linejoin="round" stroke-linecap="round"'
        if path:
            yield f'<path d="M{path}" fill="none" stroke="{paper.text}" {look}/>'
        for one in course.spoilt:
            yield _mark(one.flaw, *self._spot(one.move), paper)
        yield from self._labels()

    def _x(self, move: int) -> float:
        return LEFT + (RIGHT - LEFT) * move / self._last

    def _y(self, chance: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * chance

    def _spot(self, move: int) -> tuple[float, float]:
        """Where the line is after so many moves."""
        return self._x(move), self._y(self._course.chance_after(move))

    def _frame(self) -> Iterator[str]:
        """Lines at won, even and lost, with words; the numbers of moves."""
        paper, course = self._paper, self._course
        step = next((one for one in STEPS if self._last // one < MOST_NUMBERS), STEPS[-1])
        moves = range(0, self._last + 1, step)
        words = {1.0: f"{course.first} wins", 0.5: "even", 0.0: f"{course.second} wins"}
        lines = "".join(f"M{LEFT} {number(self._y(chance))}H{RIGHT}" for chance in words)
        ticks = "".join(f"M{number(self._x(move))} {BOTTOM}v4" for move in moves)
        yield f'<path d="{lines}{ticks}" stroke="{paper.rule}" shape-rendering="crispEdges"/>'
        yield f'<g {paper.small} text-anchor="end">'
        for chance, text in words.items():
            yield _text(LEFT - 10, self._y(chance) + 4, cut(text, (LEFT - 14) / SMALL))
        yield _text(LEFT - 10, NUMBERS_AT, "after move")
        yield f'</g><g {paper.small} text-anchor="middle">'
        yield from (_text(self._x(move), NUMBERS_AT, str(move)) for move in moves)
        yield "</g>"

    def _labels(self) -> Iterator[str]:
        """The numbers of mistakes as far as there is room: above where the line has risen."""
        free = {True: 0.0, False: 0.0}
        seal = self._paper.seal
        yield f'<g font-size="11" font-weight="600" fill="{seal}" text-anchor="middle">'
        for one in self._course.spoilt:
            x, y = self._spot(one.move)
            is_up = y <= self._spot(max(self._course.start, one.move - 1))[1]
            half = 11 * text_width(str(one.move)) / 2 + 2
            if x - half >= free[is_up]:
                free[is_up] = x + half
                yield _text(x, y - 9 if is_up else y + 17, str(one.move))
        yield "</g>"


def _mark(flaw: Flaw, x: float, y: float, paper: Paper) -> str:
    """A triangle for a mistake, a diamond for a blunder, a ring for a win that was missed."""
    if flaw is Flaw.MISSED_WIN:
        rim = f'fill="{paper.page}" stroke="{paper.seal}" stroke-width="2"'
        return f'<circle cx="{number(x)}" cy="{number(y)}" r="4" {rim}/>'
    shape = "m0-6l5.5 9.5h-11z" if flaw is Flaw.MISTAKE else "m0-6.5l6.5 6.5l-6.5 6.5l-6.5-6.5z"
    return f'<path d="M{number(x)} {number(y)}{shape}" fill="{paper.seal}" stroke="{paper.page}"/>'


def _text(x: float, y: float, text: str, look: str = "") -> str:
    return f'<text x="{number(x)}" y="{number(y)}"{look and " "}{look}>{escape(text)}</text>'
