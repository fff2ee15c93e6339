"""A picture as PNG."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageDraw

from tengen.render.drawing import draw
from tengen.render.painter import Painter
from tengen.render.sprites import FINE
from tengen.render.style import USUAL_STYLE, Style
from tengen.render.view import View


def format_png(view: View, style: Style = USUAL_STYLE) -> bytes:
    """A view as a PNG file; the same view and style give the same bytes."""
    picture = draw(view, style)
    image = Painter(style.font).paint(picture)
    image.putalpha(_rounded(image.size, picture.radius))
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _rounded(size: tuple[int, int], radius: float) -> Image.Image:
    """A mask of a rectangle with round corners; only these are drawn finely."""
    mask = Image.new("L", size, 255)
    reach = round(radius)
    if reach == 0:
        return mask
    corner = Image.new("L", (reach * FINE, reach * FINE))
    far = 2 * reach * FINE - 1
    ImageDraw.Draw(corner).ellipse((0, 0, far, far), fill=255)
    corner = corner.reduce(FINE)
    turn = Image.Transpose
    right, bottom = size[0] - reach, size[1] - reach
    mask.paste(corner, (0, 0))
    mask.paste(corner.transpose(turn.FLIP_LEFT_RIGHT), (right, 0))
    mask.paste(corner.transpose(turn.FLIP_TOP_BOTTOM), (0, bottom))
    mask.paste(corner.transpose(turn.ROTATE_180), (right, bottom))
    return mask
