"""Pictures of positions and games: a board becomes a view, and a view SVG, PNG, GIF or text.

What is made of pixels is loaded when it is first asked for.
"""

from __future__ import annotations

from tengen.render.formats import PictureFormat, picture_format
from tengen.render.glyphs import BOXES, DOTS, LETTERS, Glyphs
from tengen.render.pace import Pace
from tengen.render.style import Pieces, Style
from tengen.render.svg import format_svg
from tengen.render.text import format_text
from tengen.render.themes import THEMES, Theme
from tengen.render.view import Mark, View
from tengen.render.views import ALL_NUMBERS, NO_NUMBERS, Numbers, view_of, views_of
from tengen.render.words import describe

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tengen.render.gif import format_gif, gif_parts
    from tengen.render.png import format_png

__all__ = [
    "ALL_NUMBERS",
    "BOXES",
    "DOTS",
    "LETTERS",
    "NO_NUMBERS",
    "THEMES",
    "Glyphs",
    "Mark",
    "Numbers",
    "Pace",
    "PictureFormat",
    "Pieces",
    "Style",
    "Theme",
    "View",
    "describe",
    "format_gif",
    "format_png",
    "format_svg",
    "format_text",
    "gif_parts",
    "picture_format",
    "view_of",
    "views_of",
]

_PIXELS = {"format_gif": "gif", "gif_parts": "gif", "format_png": "png"}


def __getattr__(name: str) -> object:
    if name in _PIXELS:
        from importlib import import_module  # noqa: PLC0415 - only when a name is asked for

        return getattr(import_module(f"tengen.render.{_PIXELS[name]}"), name)
    raise AttributeError(f"module 'tengen.render' has no attribute {name!r}")
