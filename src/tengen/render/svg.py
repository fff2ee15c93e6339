"""Pictures as SVG: small, reproducible, and with a description in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from tengen.printable import printable
from tengen.render.drawing import draw_view
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
from tengen.render.style import DEFAULT_STYLE, Style
from tengen.render.view import View, describe, describe_points

FONT = 'font-family="system-ui,sans-serif" text-anchor="middle"'
ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


def format_svg(view: View, style: Style = DEFAULT_STYLE) -> str:
    """Draw a view as an SVG document without external resources."""
    names = style.pieces.names
    return picture_svg(draw_view(view, style), describe(view, names), describe_points(view, names))


def picture_svg(picture: Picture, title: str, description: str) -> str:
    """Return a picture as an SVG document with a title and a description in words."""
    size = f'width="{picture.width}" height="{picture.height}"'
    words = escape(title)
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {picture.width} '
            f'{picture.height}" {size} role="img" aria-label="{words}" {FONT}>'
        ),
        f"<title>{words}</title>",
        f"<desc>{escape(description)}</desc>",
        *_elements((*picture.background, *picture.shapes)),
        "</svg>\n",
    ]
    return "\n".join(lines)


def escape(text: str) -> str:
    """Escape a text for XML, without characters that XML does not allow."""
    return printable(text).translate(ENTITIES)


def _elements(shapes: Iterable[Shape]) -> Iterator[str]:
    """Yield one element or group for each run of shapes that look the same."""
    for look, same in groupby(shapes, _look):
        found = list(same)
        if isinstance(found[0], Polylines):
            path = "".join(_path(shape) for shape in found if isinstance(shape, Polylines))
            yield f'<path d="{path}" {look}/>'
        elif len(found) == 1:
            name, _, rest = _element(found[0]).partition(" ")
            yield f"{name} {look} {rest}"
        else:
            yield f"<g {look}>{''.join(map(_element, found))}</g>"


def _look(shape: Shape) -> str:
    """Return the attributes that a shape may share with its neighbours."""
    if isinstance(shape, Rectangle):
        return f'fill="{shape.fill}"'
    if isinstance(shape, TextLine):
        is_middle = shape.align is TextAlign.MIDDLE
        align = "" if is_middle else f' text-anchor="{shape.align.value}"'
        return f'fill="{shape.colour}" font-size="{number(shape.size)}"{align}'
    fade = f' opacity="{number(shape.opacity)}"' if shape.opacity < 1 else ""
    if isinstance(shape, Circle):
        rim = f' stroke="{shape.rim}" stroke-width="{number(shape.rim_width)}"' if shape.rim else ""
        return f'fill="{shape.fill or "none"}"{rim}{fade}'
    ends = 'shape-rendering="crispEdges"' if shape.is_crisp else 'stroke-linecap="round"'
    joint = "" if shape.is_crisp or not shape.is_closed else ' stroke-linejoin="round"'
    width = number(shape.width)
    return f'fill="none" stroke="{shape.colour}" stroke-width="{width}" {ends}{joint}{fade}'


def _element(shape: Shape) -> str:
    if isinstance(shape, Circle):
        place = f'cx="{number(shape.x)}" cy="{number(shape.y)}" r="{number(shape.radius)}"'
        return f"<circle {place}/>"
    if isinstance(shape, TextLine):
        place = f'x="{number(shape.x)}" y="{number(shape.baseline)}"'
        return f"<text {place}>{escape(shape.text)}</text>"
    assert isinstance(shape, Rectangle)
    size = f'width="{number(shape.width)}" height="{number(shape.height)}"'
    return f'<rect x="{number(shape.x)}" y="{number(shape.y)}" {size} rx="{number(shape.radius)}"/>'


def _path(strokes: Polylines) -> str:
    end = "z" if strokes.is_closed else ""
    return "".join(_line(path) + end for path in strokes.paths)


def _line(path: tuple[Spot, ...]) -> str:
    """Return the path data of a line, with the short commands H and V where possible."""
    (x, y), *rest = path
    parts = [f"M{number(x)} {number(y)}"]
    for next_x, next_y in rest:
        if next_y == y:
            parts.append(f"H{number(next_x)}")
        elif next_x == x:
            parts.append(f"V{number(next_y)}")
        else:
            parts.append(f"L{number(next_x)} {number(next_y)}")
        x, y = next_x, next_y
    return "".join(parts)


def number(value: float) -> str:
    """Format a number with at most two decimals and without trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
