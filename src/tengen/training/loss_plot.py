"""The loss after each epoch as a plot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tengen.render.charts import chart_colours
from tengen.render.shapes import Circle, Picture, Polylines, Rectangle, Shape, TextAlign, TextLine
from tengen.render.style import LIGHT, Theme
from tengen.render.svg import picture_svg
from tengen.training.training_facts import EpochFacts

WIDTH, HEIGHT = 720, 300
LEFT, RIGHT, TOP, BOTTOM = 72, 560, 64, 250
"""The edges of the plot."""
TITLE, SMALL = 16, 12
MARGIN, TICKS, DOT = 24, 4, 3.5
LEAST_SPAN = 0.01
"""The plot is never lower, in units of the loss."""
MOST_NUMBERS = 12


def format_loss_plot(epochs: Sequence[EpochFacts], theme: Theme = LIGHT) -> str:
    """Draw the losses as an SVG document."""
    curves = _curves(epochs)
    words = "; ".join(f"{name}: from {ys[0]:.4f} to {ys[-1]:.4f}" for name, ys in curves.items())
    colours = chart_colours(theme)
    page = Rectangle(0, 0, WIDTH, HEIGHT, colours.page, 8)
    shapes = tuple(_LossPlot(curves, len(epochs), theme).draw())
    picture = Picture(WIDTH, HEIGHT, 8, (page,), shapes)
    return picture_svg(picture, "The loss after each epoch", f"{words}.")


def _curves(epochs: Sequence[EpochFacts]) -> dict[str, list[float]]:
    curves = {"loss in training": [epoch.loss for epoch in epochs]}
    held_out = [epoch.log_loss for epoch in epochs if epoch.log_loss is not None]
    if held_out:
        curves["log loss, held out"] = held_out
    return curves


class _LossPlot:
    def __init__(self, curves: dict[str, list[float]], epochs: int, theme: Theme) -> None:
        self._curves = curves
        self._epochs = epochs
        self._colours = chart_colours(theme)
        self._inks = (self._colours.text, self._colours.seal)
        values = [value for ys in curves.values() for value in ys]
        self._low = min(values)
        self._high = max(*values, self._low + LEAST_SPAN)

    def draw(self) -> Iterator[Shape]:
        title = "The loss after each epoch"
        yield TextLine(MARGIN, 30, TITLE, title, self._colours.text, TextAlign.LEFT)
        yield from self._axes()
        for ink, (name, ys) in zip(self._inks, self._curves.items(), strict=False):
            spots = tuple((self._x(at), self._y(y)) for at, y in enumerate(ys, 1))
            yield Polylines((spots,), 2, ink)
            yield from (Circle(x, y, DOT, ink) for x, y in spots)
            x, y = spots[-1]
            yield TextLine(x + 12, y, SMALL, name, ink, TextAlign.LEFT)

    def _axes(self) -> Iterator[Shape]:
        step = (self._high - self._low) / TICKS
        ticks = [self._low + step * at for at in range(TICKS + 1)]
        lines = tuple(
            ((LEFT, round(self._y(tick)) + 0.5), (RIGHT, round(self._y(tick)) + 0.5))
            for tick in ticks
        )
        yield Polylines(lines, 1, self._colours.rule, is_crisp=True)
        for tick in ticks:
            yield self._small(LEFT - 8, self._y(tick), f"{tick:.3f}", TextAlign.RIGHT)
        apart = -(-self._epochs // MOST_NUMBERS)
        for number in range(1, self._epochs + 1, apart):
            yield self._small(self._x(number), BOTTOM + 18, str(number), TextAlign.MIDDLE)

    def _small(self, x: float, y: float, text: str, align: TextAlign) -> TextLine:
        return TextLine(x, y, SMALL, text, self._colours.quiet, align)

    def _x(self, epoch: int) -> float:
        return LEFT + (RIGHT - LEFT) * (epoch - 0.5) / self._epochs

    def _y(self, value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - self._low) / (self._high - self._low)
