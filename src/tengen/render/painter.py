"""A picture painted in pixels."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import floor

from PIL import Image, ImageColor, ImageDraw

from tengen.render.shapes import Disc, Picture, Plate, Shape, Strokes, Words
from tengen.render.sprites import Sprite, disc_sprite, strokes_sprite, words_sprite


class Painter:
    """Paints pictures one after the other, and keeps the ground that they share."""

    def __init__(self, font: str | None) -> None:
        self._font = font
        self._ground: tuple[Shape, ...] = ()
        self._painted: Image.Image | None = None
        self._image = Image.new("RGB", (1, 1))

    def paint(self, picture: Picture) -> Image.Image:
        """A new image of a picture, without its round corners."""
        if self._painted is None or self._ground != picture.ground:
            self._image = Image.new("RGB", (picture.width, picture.height))
            self._paint_all(picture.ground)
            self._ground, self._painted = picture.ground, self._image
        self._image = self._painted.copy()
        self._paint_all(picture.shapes)
        return self._image

    def _paint_all(self, shapes: Iterable[Shape]) -> None:
        for shape in shapes:
            if isinstance(shape, Disc):
                self._paint_disc(shape)
            elif isinstance(shape, Words):
                sprite = words_sprite(shape, self._font)
                self._put(sprite, floor(shape.x), floor(shape.baseline), shape.colour)
            elif isinstance(shape, Plate):
                self._fill(shape.x, shape.y, shape.width, shape.height, shape.fill)
            elif shape.is_crisp:
                self._paint_crisp(shape)
            else:
                self._put(*strokes_sprite(shape), shape.colour)

    def _paint_disc(self, disc: Disc) -> None:
        x, y, half = floor(disc.x), floor(disc.y), disc.rim_width / 2
        if disc.fill is not None:
            reach = disc.radius + (half if disc.rim == disc.fill else 0)
            self._put(disc_sprite(disc, 0, reach), x, y, disc.fill)
        if disc.rim is not None and disc.rim != disc.fill:
            sprite = disc_sprite(disc, disc.radius - half, disc.radius + half)
            self._put(sprite, x, y, disc.rim)

    def _paint_crisp(self, strokes: Strokes) -> None:
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
