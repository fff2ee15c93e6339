"""Games as animated GIFs: all frames share a palette, and each contains only what has changed.

The palette is known before the first frame: the colours of a theme and mixtures of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from PIL import GifImagePlugin, Image, ImageChops, ImageColor

from tengen.errors import RuleError
from tengen.render.drawing import GHOST_OPACITY, draw_view
from tengen.render.png import Painter
from tengen.render.style import DEFAULT_PACE, DEFAULT_STYLE, Pace, Style, Theme
from tengen.render.view import View

Colour = tuple[int, ...]
CLEAR_INDEX = 255
"""The transparent index, through which the previous frame is visible."""
BLACK = (0, 0, 0)


def make_palette(theme: Theme) -> bytes:
    """Return a palette of 256 colours: steps between all colours that meet at a soft edge."""
    pairs = _neighbours(theme)
    solid = list(dict.fromkeys(colour for pair in pairs for colour in pair))
    steps = (CLEAR_INDEX - len(solid)) // len(pairs) + 1
    between = [mix_colours(*pair, step / steps) for pair in pairs for step in range(1, steps)]
    colours = list(dict.fromkeys(solid + between))
    return bytes(part for colour in colours for part in colour).ljust(3 * 256, b"\0")


def palette_image(palette: bytes) -> Image.Image:
    """Return an image with the palette for Pillow, without the transparent index."""
    image = Image.new("P", (1, 1))
    image.putpalette(palette[: 3 * CLEAR_INDEX])
    return image


def _neighbours(theme: Theme) -> list[tuple[Colour, Colour]]:
    board, grid, text, seal, hint = map(
        ImageColor.getrgb, (theme.board, theme.grid, theme.text, theme.seal, theme.hint)
    )
    shaded = mix_colours(board, BLACK, theme.shade)
    pairs: list[tuple[Colour, Colour]] = [
        (board, other) for other in (grid, text, seal, hint, shaded)
    ]
    for player, stone in theme.stones.items():
        face, rim, ink, mark = map(
            ImageColor.getrgb, (stone.face, stone.rim, stone.ink, stone.seal)
        )
        pairs += [(board, rim), (face, rim), (shaded, rim), (face, ink), (face, mark)]
        pairs += [
            (board, ImageColor.getrgb(theme.pens[player])),
            (board, mix_colours(board, face, GHOST_OPACITY)),
        ]
    return [pair for pair in dict.fromkeys(pairs) if pair[0] != pair[1]]


def mix_colours(one: Colour, other: Colour, share: float) -> Colour:
    """Mix two colours; `share` is that of the second, from 0 to 1."""
    return tuple(round(a + (b - a) * share) for a, b in zip(one, other, strict=True))


GIF_TRAILER = b";"
KEEP_FRAME = 1
"""The GIF disposal method that keeps a frame when the next one is drawn."""


def format_gif(
    views: Iterable[View], style: Style = DEFAULT_STYLE, pace: Pace = DEFAULT_PACE
) -> bytes:
    """Animate views. Raises RuleError if there are none, or if their sizes differ."""
    return b"".join(gif_parts(views, style, pace))


def gif_parts(
    views: Iterable[View], style: Style = DEFAULT_STYLE, pace: Pace = DEFAULT_PACE
) -> Iterator[bytes]:
    """Yield the parts of an animation, one per frame, to write a file or to show progress."""
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
        raise RuleError("an animation needs at least one view")
    yield _frame(waiting, before, colours, pace.last_delay) + GIF_TRAILER


def _images(views: Iterable[View], style: Style) -> Iterator[Image.Image]:
    painter, size = Painter(style.font), (0, 0)
    for number, view in enumerate(views, 1):
        image = painter.paint(draw_view(view, style))
        if number > 1 and image.size != size:
            raise RuleError(
                f"frame {number} has {image.width}x{image.height} pixels, "
                f"but the frames before it have {size[0]}x{size[1]}"
            )
        size = image.size
        yield image


def _header(size: tuple[int, int], palette: bytes, loops: int) -> bytes:
    """Return the header: size, palette and, unless it is 1, the number of loops."""
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
    parts = GifImagePlugin.getdata(
        frame, corner, duration=delay, transparency=CLEAR_INDEX, disposal=KEEP_FRAME
    )
    return b"".join(parts)


def _changes(
    image: Image.Image, before: Image.Image, colours: Image.Image
) -> tuple[Image.Image, tuple[int, int]]:
    """Return the box that has changed, transparent where nothing has, and its corner."""
    difference = ImageChops.difference(image, before)
    box = difference.getbbox() or (0, 0, 1, 1)
    red, green, blue = difference.crop(box).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    frame = image.crop(box).quantize(palette=colours, dither=Image.Dither.NONE)
    frame.paste(CLEAR_INDEX, mask=most.point(lambda change: 0 if change else 255))
    return frame, box[:2]
