"""A view turned into shapes."""

from __future__ import annotations

from tengen.render.ground import corner, draw_ground
from tengen.render.layout import lay_out
from tengen.render.pieces import Hand
from tengen.render.shapes import Picture
from tengen.render.signs import Signs
from tengen.render.style import Style
from tengen.render.view import View


def draw(view: View, style: Style) -> Picture:
    """The picture of a view; raise RuleError if it would be too large, or too small to see."""
    layout = lay_out(view, style)
    hand, signs = Hand(view, layout, style), Signs(view, layout, style)
    shapes = [
        *signs.draw_below(),
        *hand.draw_stones(),
        *signs.draw_lines(),
        *hand.draw_numbers(),
        *signs.draw_above(),
    ]
    ground = tuple(draw_ground(view, layout, style.theme))
    return Picture(layout.width, layout.height, corner(layout), ground, tuple(shapes))
