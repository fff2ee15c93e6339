"""Pictures of positions and games: a board becomes a view, and a view SVG, PNG, GIF or text.

The modules that need Pillow, for PNG and GIF, are loaded when they are first used.
"""

from __future__ import annotations

from tengen.lazy import lazy_names
from tengen.render.style import THEMES, Pace, PictureFormat, Pieces, Style, Theme, picture_format
from tengen.render.svg import format_svg
from tengen.render.text import BOXES, DOTS, LETTERS, Glyphs, format_text
from tengen.render.view import (
    ALL_NUMBERS,
    NO_NUMBERS,
    MarkShape,
    Numbers,
    View,
    describe,
    view_of,
    views_of,
)

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
    "MarkShape",
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

__getattr__ = lazy_names(__name__, {"format_gif": "gif", "format_png": "png", "gif_parts": "gif"})
