"""A tuning run as a table (CSV) and as a plot (SVG) of the way of each parameter."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from tengen.arena.tuning import SpsaPlan, SpsaState, TunedParameter
from tengen.render.charts import ChartColours, chart_colours
from tengen.render.layout import shorten_text
from tengen.render.style import LIGHT, Theme
from tengen.render.svg import escape, number


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


WIDTH, ROW, HEAD, FOOT = 720, 92, 44, 34
LEFT, RIGHT = 78, 696
"""The edges of the plots."""
INNER = 56
"""The height of the plot of one parameter."""
MOST_SPOTS = 600
"""The most points of a line; more could not be told apart."""


def format_plot(plan: SpsaPlan, states: Sequence[SpsaState], theme: Theme = LIGHT) -> str:
    """Draw the values of each parameter within its range, one plot below the other, as SVG."""
    colours = chart_colours(theme)
    height = HEAD + ROW * len(plan.parameters) + FOOT
    done = states[-1].iteration
    title = f"SPSA: parameters after each of {done} iterations"
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
            f'width="{WIDTH}" height="{height}" role="img" aria-label="{escape(title)}" '
            'font-family="system-ui,sans-serif">'
        ),
        f"<title>{escape(title)}</title>",
        f"<desc>{escape(describe_run(plan, states))}</desc>",
        f'<rect width="{WIDTH}" height="{height}" rx="8" fill="{colours.page}"/>',
        (
            f'<text x="{LEFT}" y="26" font-size="14" font-weight="600" fill="{colours.text}">'
            f"{escape(title)}</text>"
        ),
    ]
    for at, one in enumerate(plan.parameters):
        values = [state.values[at] for state in states]
        lines += _draw_parameter(one, values, HEAD + ROW * at, colours)
    lines += [
        f'<text x="{LEFT}" y="{height - 14}" {colours.small}>0</text>',
        (
            f'<text x="{RIGHT}" y="{height - 14}" text-anchor="end" {colours.small}>'
            f"iteration {done}</text>"
        ),
        "</svg>\n",
    ]
    return "\n".join(lines)


def describe_run(plan: SpsaPlan, states: Sequence[SpsaState]) -> str:
    """Describe a plot in words: where each parameter started and where it is now."""
    return " ".join(
        f"{one.name}: from {one.start} to {end:.1f}."
        for one, end in zip(plan.parameters, states[-1].values, strict=True)
    )


def _draw_parameter(
    one: TunedParameter, values: Sequence[float], top: int, colours: ChartColours
) -> Iterator[str]:
    """Draw the name, the ends of the range, the start as a dashed line, and the values."""
    base = top + ROW - 18
    heading = f"{one.name}: {one.start} to {values[-1]:.1f}"

    def height_of(value: float) -> str:
        return number(base - INNER * (value - one.low) / (one.high - one.low))

    yield f'<text x="{LEFT}" y="{top + 10}" font-size="12" font-weight="600" fill="{colours.text}">'
    yield f"{escape(shorten_text(heading, (RIGHT - LEFT) / 12))}</text>"
    yield f'<g {colours.small} text-anchor="end">'
    yield f'<text x="{LEFT - 8}" y="{base - INNER + 4}">{one.high}</text>'
    yield f'<text x="{LEFT - 8}" y="{base + 4}">{one.low}</text></g>'
    edges = f"M{LEFT} {base - INNER}H{RIGHT}M{LEFT} {base}H{RIGHT}"
    yield f'<path d="{edges}" stroke="{colours.rule}" shape-rendering="crispEdges"/>'
    yield f'<path d="M{LEFT} {height_of(one.start)}H{RIGHT}" {colours.dashes}/>'
    last = max(1, len(values) - 1)
    spots = range(0, len(values), -(-len(values) // MOST_SPOTS))
    path = "L".join(
        f"{number(LEFT + (RIGHT - LEFT) * at / last)} {height_of(values[at])}"
        for at in sorted({*spots, len(values) - 1})
    )
    yield f'<path d="M{path}" fill="none" stroke="{colours.text}" stroke-width="2"/>'
