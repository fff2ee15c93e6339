"""Shapes as masks of pixels with soft edges, made once for all places where they are used."""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from PIL import Image, ImageDraw

from tengen.render.fonts import find_font
from tengen.render.shapes import Disc, Spot, Strokes, Words

FINE = 8
"""A pixel is so many across while a mask is drawn."""


class Sprite(NamedTuple):
    """A mask, and where its upper left corner is from the whole pixel that it belongs to."""

    mask: Image.Image
    dx: int
    dy: int


def disc_sprite(disc: Disc, inner: float, outer: float) -> Sprite:
    """What lies between two distances from the middle of a disc."""
    return _ring(disc.x % 1, disc.y % 1, max(0.0, inner), outer, disc.opacity)


@lru_cache(maxsize=256)
def _ring(x: float, y: float, inner: float, outer: float, opacity: float) -> Sprite:
    reach = ceil(outer) + 1
    mask, pen = _fine_mask(2 * reach, 2 * reach)
    for radius, light in ((outer, 255), (inner, 0)):
        if radius:
            middle = (x + reach) * FINE, (y + reach) * FINE
            pen.ellipse(_box(middle, radius * FINE), fill=light)
    return Sprite(_faded(mask.reduce(FINE), opacity), -reach, -reach)


def strokes_sprite(strokes: Strokes) -> tuple[Sprite, int, int]:
    """The mask of strokes, and the whole pixel that it belongs to."""
    left = floor(min(x for path in strokes.paths for x, _ in path))
    top = floor(min(y for path in strokes.paths for _, y in path))
    paths = tuple(
        tuple((round(x - left, 3), round(y - top, 3)) for x, y in path) for path in strokes.paths
    )
    return _lines(strokes._replace(paths=paths, colour="")), left, top


@lru_cache(maxsize=64)
def _lines(strokes: Strokes) -> Sprite:
    margin = ceil(strokes.width / 2) + 1
    width = ceil(max(x for path in strokes.paths for x, _ in path)) + 2 * margin
    height = ceil(max(y for path in strokes.paths for _, y in path)) + 2 * margin
    mask, pen = _fine_mask(width, height)
    for path in strokes.paths:
        whole = (*path, path[0]) if strokes.is_closed else path
        spots = [((x + margin) * FINE, (y + margin) * FINE) for x, y in whole]
        pen.line(spots, 255, round(strokes.width * FINE))
        for spot in spots:
            pen.ellipse(_box(spot, strokes.width * FINE / 2), fill=255)
    return Sprite(_faded(mask.reduce(FINE), strokes.opacity), -margin, -margin)


def words_sprite(words: Words, font: str | None) -> Sprite:
    """The mask of a text."""
    return _text(words.text, words.size, words.x % 1, words.baseline % 1, font)


@lru_cache(maxsize=1024)
def _text(text: str, size: float, x: float, y: float, font: str | None) -> Sprite:
    face, text = find_font(text, size, font)
    pen = ImageDraw.Draw(Image.new("L", (1, 1)))
    left, top, right, bottom = pen.textbbox((x, y), text, face, anchor="ms")
    dx, dy = floor(left) - 1, floor(top) - 1
    mask = Image.new("L", (ceil(right) - dx + 1, ceil(bottom) - dy + 1))
    ImageDraw.Draw(mask).text((x - dx, y - dy), text, 255, face, anchor="ms")
    return Sprite(mask, dx, dy)


def _fine_mask(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    mask = Image.new("L", (width * FINE, height * FINE))
    return mask, ImageDraw.Draw(mask)


def _box(middle: Spot, radius: float) -> tuple[float, float, float, float]:
    x, y = middle
    return x - radius, y - radius, x + radius - 1, y + radius - 1


def _faded(mask: Image.Image, opacity: float) -> Image.Image:
    return mask if opacity == 1 else mask.point(lambda light: round(light * opacity))
