"""Pictures painted in pixels, and as PNG.

Pillow's own font has little more than the letters of English, but looks the same everywhere. A text
with other letters is written in a system font that has all of them, or else with similar letters.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from math import ceil, floor
from typing import NamedTuple

from PIL import Image, ImageColor, ImageDraw, ImageFont

from tengen.errors import RuleError, quote
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
from tengen.render.view import View

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont
SYSTEM_FONTS = (
    *("DejaVuSans.ttf", "NotoSans-Regular.ttf", "LiberationSans-Regular.ttf", "arial.ttf"),
    *("NotoSansCJK-Regular.ttc", "wqy-microhei.ttc", "msgothic.ttc", "Arial Unicode.ttf"),
)
MISSING_LETTER = "\U0010fffd"
"""A letter that no font has."""
ASCII_LETTERS = str.maketrans(
    {"–": "-", "—": "-", "−": "-", "ß": "ss", "ł": "l", "Ł": "L", "ø": "o"}  # noqa: RUF001
)
TRIAL_SIZE = 16
"""The size at which fonts are tested for letters."""


def find_font(text: str, size: float, path: str | None) -> tuple[Font, str]:
    """Return a font for a text, and the text with all missing letters replaced."""
    if path is not None:
        return load_font(size, path), text
    for name in (None, *SYSTEM_FONTS):
        if is_installed(name) and all(has_letter(name, letter) for letter in text):
            return load_font(size, name), text
        if text.isascii():
            break
    return load_font(size, None), "".join(map(spell_letter, text))


def spell_letter(letter: str) -> str:
    """Return similar letters of Pillow's own font, or a question mark."""
    if has_letter(None, letter):
        return letter
    plain = unicodedata.normalize("NFKD", letter.translate(ASCII_LETTERS))
    return "".join(part for part in plain if has_letter(None, part)) or "?"


@lru_cache(maxsize=64)
def load_font(size: float, path: str | None) -> Font:
    """Load the font of a file, or Pillow's own font. Raises RuleError."""
    if path is None:
        return ImageFont.load_default(size)
    try:
        return ImageFont.truetype(path, size)
    except OSError as error:
        raise RuleError(f"cannot load the font {quote(path)}: {error}") from None


@lru_cache(maxsize=16)
def is_installed(path: str | None) -> bool:
    """Return whether a font can be loaded."""
    try:
        load_font(TRIAL_SIZE, path)
    except RuleError:
        return False
    return True


@lru_cache(maxsize=4096)
def has_letter(path: str | None, letter: str) -> bool:
    """Return whether a font draws a letter differently from a missing one."""
    return letter == " " or _letter_shape(path, letter) != _letter_shape(path, MISSING_LETTER)


@lru_cache(maxsize=512)
def _letter_shape(path: str | None, letter: str) -> tuple[tuple[int, int], bytes]:
    mask = load_font(TRIAL_SIZE, path).getmask(letter)
    return mask.size, bytes(mask)


OVERSAMPLING = 8
"""Masks are drawn this many times larger, and then reduced."""


PILLOW_ANCHORS = {TextAlign.LEFT: "ls", TextAlign.MIDDLE: "ms", TextAlign.RIGHT: "rs"}


class Sprite(NamedTuple):
    """A mask, and the offset of its upper left corner from its reference pixel."""

    mask: Image.Image
    dx: int
    dy: int


def circle_sprite(disc: Circle, inner: float, outer: float) -> Sprite:
    """Return the mask of a ring around the centre of a disc."""
    return _ring_sprite(disc.x % 1, disc.y % 1, max(0.0, inner), outer, disc.opacity)


@lru_cache(maxsize=256)
def _ring_sprite(x: float, y: float, inner: float, outer: float, opacity: float) -> Sprite:
    reach = ceil(outer) + 1
    mask, pen = _fine_mask(2 * reach, 2 * reach)
    for radius, light in ((outer, 255), (inner, 0)):
        if radius:
            middle = (x + reach) * OVERSAMPLING, (y + reach) * OVERSAMPLING
            pen.ellipse(_box(middle, radius * OVERSAMPLING), fill=light)
    return Sprite(_faded(mask.reduce(OVERSAMPLING), opacity), -reach, -reach)


def polylines_sprite(strokes: Polylines) -> tuple[Sprite, int, int]:
    """Return the mask of strokes, and the coordinates of its reference pixel."""
    left = floor(min(x for path in strokes.paths for x, _ in path))
    top = floor(min(y for path in strokes.paths for _, y in path))
    paths = tuple(
        tuple((round(x - left, 3), round(y - top, 3)) for x, y in path) for path in strokes.paths
    )
    return _lines_sprite(strokes._replace(paths=paths, colour="")), left, top


@lru_cache(maxsize=64)
def _lines_sprite(strokes: Polylines) -> Sprite:
    margin = ceil(strokes.width / 2) + 1
    width = ceil(max(x for path in strokes.paths for x, _ in path)) + 2 * margin
    height = ceil(max(y for path in strokes.paths for _, y in path)) + 2 * margin
    mask, pen = _fine_mask(width, height)
    for path in strokes.paths:
        whole = (*path, path[0]) if strokes.is_closed else path
        spots = [((x + margin) * OVERSAMPLING, (y + margin) * OVERSAMPLING) for x, y in whole]
        pen.line(spots, 255, round(strokes.width * OVERSAMPLING))
        for spot in spots:
            pen.ellipse(_box(spot, strokes.width * OVERSAMPLING / 2), fill=255)
    return Sprite(_faded(mask.reduce(OVERSAMPLING), strokes.opacity), -margin, -margin)


def text_sprite(words: TextLine, font: str | None) -> Sprite:
    """Return the mask of a text."""
    place = words.x % 1, words.baseline % 1
    return _text_sprite(words.text, words.size, place, words.align, font)


@lru_cache(maxsize=1024)
def _text_sprite(text: str, size: float, place: Spot, align: TextAlign, font: str | None) -> Sprite:
    face, text = find_font(text, size, font)
    (x, y), anchor = place, PILLOW_ANCHORS[align]
    pen = ImageDraw.Draw(Image.new("L", (1, 1)))
    left, top, right, bottom = pen.textbbox((x, y), text, face, anchor=anchor)
    dx, dy = floor(left) - 1, floor(top) - 1
    mask = Image.new("L", (ceil(right) - dx + 1, ceil(bottom) - dy + 1))
    ImageDraw.Draw(mask).text((x - dx, y - dy), text, 255, face, anchor=anchor)
    return Sprite(mask, dx, dy)


def _fine_mask(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    mask = Image.new("L", (width * OVERSAMPLING, height * OVERSAMPLING))
    return mask, ImageDraw.Draw(mask)


def _box(middle: Spot, radius: float) -> tuple[float, float, float, float]:
    x, y = middle
    return x - radius, y - radius, x + radius - 1, y + radius - 1


def _faded(mask: Image.Image, opacity: float) -> Image.Image:
    return mask if opacity == 1 else mask.point(lambda light: round(light * opacity))


class Painter:
    """Paints pictures one after the other, and caches the background that they share."""

    def __init__(self, font: str | None) -> None:
        self._font = font
        self._background: tuple[Shape, ...] = ()
        self._painted: Image.Image | None = None
        self._image = Image.new("RGB", (1, 1))

    def paint(self, picture: Picture) -> Image.Image:
        """Paint a picture as a new image, without its round corners."""
        if self._painted is None or self._background != picture.background:
            self._image = Image.new("RGB", (picture.width, picture.height))
            self._paint_all(picture.background)
            self._background, self._painted = picture.background, self._image
        self._image = self._painted.copy()
        self._paint_all(picture.shapes)
        return self._image

    def _paint_all(self, shapes: Iterable[Shape]) -> None:
        for shape in shapes:
            if isinstance(shape, Circle):
                self._paint_disc(shape)
            elif isinstance(shape, TextLine):
                sprite = text_sprite(shape, self._font)
                self._put(sprite, floor(shape.x), floor(shape.baseline), shape.colour)
            elif isinstance(shape, Rectangle):
                self._fill(shape.x, shape.y, shape.width, shape.height, shape.fill)
            elif shape.is_crisp:
                self._paint_crisp(shape)
            else:
                self._put(*polylines_sprite(shape), shape.colour)

    def _paint_disc(self, disc: Circle) -> None:
        x, y, half = floor(disc.x), floor(disc.y), disc.rim_width / 2
        if disc.fill is not None:
            reach = disc.radius + (half if disc.rim == disc.fill else 0)
            self._put(circle_sprite(disc, 0, reach), x, y, disc.fill)
        if disc.rim is not None and disc.rim != disc.fill:
            sprite = circle_sprite(disc, disc.radius - half, disc.radius + half)
            self._put(sprite, x, y, disc.rim)

    def _paint_crisp(self, strokes: Polylines) -> None:
        half = strokes.width / 2
        for path in strokes.paths:
            whole = (*path, path[0]) if strokes.is_closed else path
            reach = half if strokes.is_closed else 0
            for start, end in pairwise(whole):
                (x, y), (far_x, far_y) = sorted((start, end))
                is_level = y == far_y
                dx, dy = (reach, half) if is_level else (half, reach)
                size = far_x - x + 2 * dx, far_y - y + 2 * dy
                self._fill(x - dx, y - dy, *size, strokes.colour)

    def _fill(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        box = round(x), round(y), round(x + width) - 1, round(y + height) - 1
        ImageDraw.Draw(self._image).rectangle(box, colour)

    def _put(self, sprite: Sprite, x: int, y: int, colour: str) -> None:
        self._image.paste(ImageColor.getrgb(colour), (x + sprite.dx, y + sprite.dy), sprite.mask)


def format_png(view: View, style: Style = DEFAULT_STYLE) -> bytes:
    """Draw a view as a PNG file; the same view and style give the same bytes."""
    return picture_png(draw_view(view, style), style.font)


def picture_png(picture: Picture, font: str | None = None) -> bytes:
    """Return a picture as a PNG file."""
    image = Painter(font).paint(picture)
    image.putalpha(_rounded(image.size, picture.radius))
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _rounded(size: tuple[int, int], radius: float) -> Image.Image:
    """Return the mask of a rectangle with round corners; only the corners are oversampled."""
    mask = Image.new("L", size, 255)
    reach = round(radius)
    if reach == 0:
        return mask
    corner = Image.new("L", (reach * OVERSAMPLING, reach * OVERSAMPLING))
    far = 2 * reach * OVERSAMPLING - 1
    ImageDraw.Draw(corner).ellipse((0, 0, far, far), fill=255)
    corner = corner.reduce(OVERSAMPLING)
    turn = Image.Transpose
    right, bottom = size[0] - reach, size[1] - reach
    mask.paste(corner, (0, 0))
    mask.paste(corner.transpose(turn.FLIP_LEFT_RIGHT), (right, 0))
    mask.paste(corner.transpose(turn.FLIP_TOP_BOTTOM), (0, bottom))
    mask.paste(corner.transpose(turn.ROTATE_180), (right, bottom))
    return mask
