"""A tuning run as a table (CSV) and as a plot (SVG, PNG) of the way of each parameter."""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Iterator, Sequence

from tengen.arena.tuning import SpsaPlan, SpsaState, TunedParameter
from tengen.errors import UsageError, quote
from tengen.render.charts import ChartColours, chart_colours
from tengen.render.layout import shorten_text
from tengen.render.shapes import (
    Picture,
    Polylines,
    Rectangle,
    Shape,
    Spot,
    TextAlign,
    TextLine,
)
from tengen.render.style import LIGHT, Theme
from tengen.render.svg import picture_svg


def format_log(plan: SpsaPlan, states: Sequence[SpsaState], scores: Sequence[float]) -> str:
    """Write every iteration as a line of CSV: the score of theta+, and the values after it."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["iteration", "score", *(one.name for one in plan.parameters)])
    table.writerow([0, "", *(f"{value:.2f}" for value in states[0].values)])
    for score, state in zip(scores, states[1:], strict=True):
        values = [f"{value:.2f}" for value in state.values]
        table.writerow([state.iteration, f"{score:.4f}", *values])
    return text.getvalue()


WIDTH, ROW, HEAD, FOOT, RADIUS = 720, 92, 44, 34, 8
TITLE, SMALL = 14, 12
"""The sizes of texts."""
LEFT, RIGHT = 78, 696
"""The edges of the plots."""
INNER = 56
"""The height of the plot of one parameter."""
DASH = 3
"""The length of a dash, and of the gap after it."""
MOST_SPOTS = 600
"""The most points of a line; more could not be told apart."""
PLOT_ENDINGS = (".svg", ".png")


def check_plot_path(path: str) -> str:
    """Return the ending of a plot's name, in small letters. Raise UsageError for any other."""
    ending = os.path.splitext(path)[1].lower()
    if ending not in PLOT_ENDINGS:
        endings = " or ".join(PLOT_ENDINGS)
        raise UsageError(f"the plot {quote(path)} has no known format: it must end in {endings}.")
    return ending


def format_plot(
    ending: str, plan: SpsaPlan, states: Sequence[SpsaState], theme: Theme = LIGHT
) -> bytes:
    """Return the content of a plot's file. Raises ModuleNotFoundError for .png without Pillow."""
    picture = draw_run(plan, states, theme)
    if ending == ".png":
        from tengen.render.png import picture_png  # noqa: PLC0415 - Pillow is slow to load

        return picture_png(picture)
    return picture_svg(picture, _title(states), describe_run(plan, states)).encode()


def draw_run(plan: SpsaPlan, states: Sequence[SpsaState], theme: Theme = LIGHT) -> Picture:
    """Draw the values of each parameter within its range, one plot below the other."""
    colours = chart_colours(theme)
    height = HEAD + ROW * len(plan.parameters) + FOOT
    page = Rectangle(0, 0, WIDTH, height, colours.page, RADIUS)
    shapes: list[Shape] = [
        TextLine(LEFT, 21, TITLE, _title(states), colours.text, TextAlign.LEFT),
    ]
    for at, one in enumerate(plan.parameters):
        values = [state.values[at] for state in states]
        shapes += _draw_parameter(one, values, HEAD + ROW * at, colours)
    last = f"iteration {states[-1].iteration}"
    foot = height - 18
    shapes += [
        TextLine(LEFT, foot, SMALL, "0", colours.quiet, TextAlign.LEFT),
        TextLine(RIGHT, foot, SMALL, last, colours.quiet, TextAlign.RIGHT),
    ]
    return Picture(WIDTH, height, RADIUS, (page,), tuple(shapes))


def _title(states: Sequence[SpsaState]) -> str:
    return f"SPSA: parameters after each of {states[-1].iteration} iterations"


def describe_run(plan: SpsaPlan, states: Sequence[SpsaState]) -> str:
    """Describe a plot in words: where each parameter started and where it is now."""
    return " ".join(
        f"{one.name}: from {one.start} to {end:.1f}."
        for one, end in zip(plan.parameters, states[-1].values, strict=True)
    )


def _draw_parameter(
    one: TunedParameter, values: Sequence[float], top: int, colours: ChartColours
) -> Iterator[Shape]:
    """Draw the name, the ends of the range, the start as a dashed line, and the values."""
    base = top + ROW - 18

    def height_of(value: float) -> float:
        return base - INNER * (value - one.low) / (one.high - one.low)

    heading = shorten_text(f"{one.name}: {one.start} to {values[-1]:.1f}", (RIGHT - LEFT) / SMALL)
    yield TextLine(LEFT, top + 6, SMALL, heading, colours.text, TextAlign.LEFT)
    for y, end in ((base - INNER, one.high), (base, one.low)):
        yield TextLine(LEFT - 8, y, SMALL, str(end), colours.quiet, TextAlign.RIGHT)
    edges = tuple(((LEFT, y + 0.5), (RIGHT, y + 0.5)) for y in (base - INNER, base))
    yield Polylines(edges, 1, colours.rule, is_crisp=True)
    yield Polylines(tuple(_dashes(height_of(one.start))), 1, colours.seal)
    last = max(1, len(values) - 1)
    spots = range(0, len(values), -(-len(values) // MOST_SPOTS))
    way = tuple(
        (LEFT + (RIGHT - LEFT) * at / last, height_of(values[at]))
        for at in sorted({*spots, len(values) - 1})
    )
    yield Polylines((way,), 2, colours.text)


def _dashes(y: float) -> Iterator[tuple[Spot, ...]]:
    for x in range(LEFT, RIGHT, 2 * DASH):
        yield (x, y), (min(RIGHT, x + DASH), y)
