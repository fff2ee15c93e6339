"""A game as an animated GIF: one set of colours, and of each frame only what has changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PIL import GifImagePlugin, Image, ImageChops

from tengen.errors import RuleError
from tengen.render.drawing import draw
from tengen.render.pace import USUAL_PACE, Pace
from tengen.render.painter import Painter
from tengen.render.palette import CLEAR, make_palette, palette_image
from tengen.render.style import USUAL_STYLE, Style
from tengen.render.view import View

END = b";"
KEEP = 1
"""A frame stays where it is when the next one is drawn over it."""


def format_gif(views: Iterable[View], style: Style = USUAL_STYLE, pace: Pace = USUAL_PACE) -> bytes:
    """Views as an animation; raise RuleError if there are none, or not all of one size."""
    return b"".join(gif_parts(views, style, pace))


def gif_parts(
    views: Iterable[View], style: Style = USUAL_STYLE, pace: Pace = USUAL_PACE
) -> Iterator[bytes]:
    """The same in parts, one as soon as each frame is known: for files and for progress."""
    palette = make_palette(style.theme)
    colours, before = palette_image(palette), None
    waiting: Image.Image | None = None
    for image in _images(views, style):
        if waiting is None:
            yield _header(image.size, palette, pace.loops)
        else:
            yield _frame(waiting, before, colours, pace.delay)
            before = waiting
        waiting = image
    if waiting is None:
        raise RuleError("an animation needs one view at least")
    yield _frame(waiting, before, colours, pace.last_delay) + END


def _images(views: Iterable[View], style: Style) -> Iterator[Image.Image]:
    painter, size = Painter(style.font), (0, 0)
    for number, view in enumerate(views, 1):
        image = painter.paint(draw(view, style))
        if number > 1 and image.size != size:
            raise RuleError(
                f"frame {number} has {image.width}x{image.height} pixels, "
                f"and those before it {size[0]}x{size[1]}"
            )
        size = image.size
        yield image


def _header(size: tuple[int, int], palette: bytes, loops: int) -> bytes:
    """Size, colours, and how often it is shown; once is what happens if nothing is said."""
    width, height = (side.to_bytes(2, "little") for side in size)
    screen = b"GIF89a" + width + height + b"\xf7\0\0" + palette
    if loops == 1:
        return screen
    again = max(0, loops - 1).to_bytes(2, "little")
    return screen + b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + again + b"\0"


def _frame(
    image: Image.Image, before: Image.Image | None, colours: Image.Image, delay: int
) -> bytes:
    corner = (0, 0)
    if before is None:
        frame = image.quantize(palette=colours, dither=Image.Dither.NONE)
    else:
        frame, corner = _changes(image, before, colours)
    parts = GifImagePlugin.getdata(frame, corner, duration=delay, transparency=CLEAR, disposal=KEEP)
    return b"".join(parts)


def _changes(
    image: Image.Image, before: Image.Image, colours: Image.Image
) -> tuple[Image.Image, tuple[int, int]]:
    """The box in which something has changed, clear where nothing has, and its corner."""
    difference = ImageChops.difference(image, before)
    box = difference.getbbox() or (0, 0, 1, 1)
    red, green, blue = difference.crop(box).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    frame = image.crop(box).quantize(palette=colours, dither=Image.Dither.NONE)
    frame.paste(CLEAR, mask=most.point(lambda change: 0 if change else 255))
    return frame, box[:2]
