"""Ratings with their intervals as a chart: points and whiskers, one row for each engine."""

from __future__ import annotations

import math
from collections.abc import Iterator

from tengen.arena.ratings import Rating
from tengen.arena.report import format_interval, format_rating
from tengen.arena.report_tables import make_rows
from tengen.arena.results import TournamentFacts
from tengen.render.charts import ChartColours, chart_colours
from tengen.render.layout import shorten_text, text_width
from tengen.render.shapes import (
    Circle,
    Picture,
    Polylines,
    Rectangle,
    Shape,
    Spot,
    TextAlign,
    TextLine,
)
from tengen.render.style import LIGHT, Theme
from tengen.rules.wording import counted

WIDTH, MARGIN, RADIUS = 720, 24, 8
ROW, TOP, FOOT = 32, 80, 76
"""The height of a row, and the heights above and below the rows."""
TITLE, BODY, SMALL = 16, 14, 12
"""The sizes of texts."""
LONGEST_NAME, VALUES, INTERVALS = 200, 180, 108
"""The widths of the columns at the sides: names; ratings in figures, and of these the intervals."""
DOT, CAP, ARROW = 5.0, 5.0, 6.0
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)
MOST_TICKS = 7
ARROW_ROOM = 0.5
"""The least length of a whisker with an arrow, in steps between ticks."""
LEAST_SPAN = 20.0
"""The chart is never narrower, in Elo."""


def describe_ratings(facts: TournamentFacts) -> str:
    """Describe the chart in words, for people who cannot see it."""
    words = []
    for row in make_rows(facts):
        if row.rating is not None:
            interval = format_interval(row.rating)
            words.append(
                f"{row.name}: {format_rating(row.rating)}" + (f" ({interval})" if interval else "")
            )
    return "; ".join(words) or "No games have been played."


def draw_ratings(facts: TournamentFacts, theme: Theme = LIGHT) -> Picture:
    """Draw the ratings of all engines that have played."""
    ratings = [row.rating for row in make_rows(facts) if row.rating]
    chart = _RatingChart(facts, ratings, chart_colours(theme), theme.hint)
    page = Rectangle(0, 0, WIDTH, chart.height, chart.colours.page, RADIUS)
    return Picture(WIDTH, chart.height, RADIUS, (page,), tuple(chart.draw()))


class _RatingChart:
    def __init__(
        self, facts: TournamentFacts, ratings: list[Rating], colours: ChartColours, ink: str
    ) -> None:
        self._facts = facts
        self._ratings = ratings
        self.colours = colours
        self._ink = ink
        self.height = TOP + ROW * max(1, len(ratings)) + FOOT
        names = max((BODY * text_width(rating.name) for rating in ratings), default=0.0)
        self._left = MARGIN + min(LONGEST_NAME, names) + 20
        self._right = WIDTH - MARGIN - VALUES
        self._ticks = _ticks(ratings)

    def draw(self) -> Iterator[Shape]:
        yield from self._head()
        if not self._ratings:
            yield self._small(MARGIN, TOP + ROW / 2, "No games have been played.")
            return
        yield from self._axis()
        for number, rating in enumerate(self._ratings):
            yield from self._row(rating, TOP + ROW * (number + 0.5))
        yield from self._foot()

    def _head(self) -> Iterator[Shape]:
        facts, room = self._facts, (WIDTH - 2 * MARGIN)
        title = shorten_text(facts.title, room / TITLE)
        yield TextLine(MARGIN, 30, TITLE, title, self.colours.text, TextAlign.LEFT)
        parts = (facts.rules, facts.conditions, facts.clock, facts.openings)
        words = "; ".join(part for part in parts if part)
        yield self._small(MARGIN, 54, shorten_text(words, room / SMALL))

    def _small(self, x: float, y: float, text: str, align: TextAlign = TextAlign.LEFT) -> TextLine:
        return TextLine(x, y, SMALL, text, self.colours.quiet, align)

    def _x(self, elo: float) -> float:
        low, high = self._ticks[0], self._ticks[-1]
        inside = min(max(elo, low), high)
        return self._left + (self._right - self._left) * (inside - low) / (high - low)

    def _axis(self) -> Iterator[Shape]:
        bottom = TOP + ROW * len(self._ratings)
        lines = tuple(
            ((round(self._x(tick)) + 0.5, TOP), (round(self._x(tick)) + 0.5, bottom + 4))
            for tick in self._ticks
        )
        yield Polylines(lines, 1, self.colours.rule, is_crisp=True)
        for tick in self._ticks:
            yield self._small(self._x(tick), bottom + 16, f"{tick:.0f}", TextAlign.MIDDLE)

    def _row(self, rating: Rating, y: float) -> Iterator[Shape]:
        name = shorten_text(rating.name, (self._left - MARGIN - 16) / BODY)
        yield TextLine(MARGIN, y, BODY, name, self.colours.text, TextAlign.LEFT)
        yield from self._whiskers(rating, y)
        right = WIDTH - MARGIN
        value, interval = format_rating(rating), format_interval(rating)
        figures = right - INTERVALS
        yield TextLine(figures, y, BODY, value, self.colours.text, TextAlign.RIGHT)
        yield self._small(right, y, interval, TextAlign.RIGHT)

    def _whiskers(self, rating: Rating, y: float) -> Iterator[Shape]:
        """Draw the interval, with arrows where it has no end, and the point."""
        if math.isnan(rating.elo):
            return
        low, high = self._x(rating.low), self._x(rating.high)
        if low < high:
            ends = (*self._end(rating.low, low, y, -1), *self._end(rating.high, high, y, 1))
            yield Polylines((((low, y), (high, y)), *ends), 2, self._ink)
        if math.isfinite(rating.elo):
            rim, fill = self._ink, self.colours.page if low == high else self._ink
            yield Circle(self._x(rating.elo), y, DOT, fill, rim, 2)

    @staticmethod
    def _end(elo: float, x: float, y: float, sign: int) -> tuple[tuple[Spot, ...], ...]:
        if math.isfinite(elo):
            return (((x, y - CAP), (x, y + CAP)),)
        back = x - sign * ARROW
        return (((back, y - ARROW), (x, y), (back, y + ARROW)),)

    def _foot(self) -> Iterator[Shape]:
        y, facts = self.height - 24, self._facts
        zero = f"{facts.anchor} is at {facts.anchor_elo:g}" if facts.anchor else "the mean is 0"
        games = counted(len(facts.games), "game")
        words = f"Elo with 95 % intervals after {games}; {zero}"
        if any(math.isinf(rating.elo) for rating in self._ratings):
            words += "; an arrow has no bound"
        if any(rating.group > 1 for rating in self._ratings):
            words += "; no games connect some engines"
        yield self._small(MARGIN, y, shorten_text(words, (WIDTH - 2 * MARGIN) / SMALL))


def _ticks(ratings: list[Rating]) -> list[float]:
    """Return round numbers that enclose all finite ratings and bounds, with room for arrows."""
    ends = [
        part
        for rating in ratings
        for part in (rating.low, rating.elo, rating.high)
        if math.isfinite(part)
    ] or [0.0]
    middle = (min(ends) + max(ends)) / 2
    low, high = min(*ends, middle - LEAST_SPAN / 2), max(*ends, middle + LEAST_SPAN / 2)
    step = next(size for size in STEPS if (high - low) / size <= MOST_TICKS - 1)
    has_left = any(rating.low == -math.inf for rating in ratings)
    has_right = any(rating.high == math.inf for rating in ratings)
    first = math.floor(low / step - ARROW_ROOM * has_left)
    last = math.ceil(high / step + ARROW_ROOM * has_right)
    return [float(step * at) for at in range(first, last + 1)]
