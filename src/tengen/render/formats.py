"""Which kind of picture a file is to be, by its name."""

from __future__ import annotations

import enum
import os

from tengen.errors import ParseError


class PictureFormat(enum.Enum):
    """The value is how the file's name ends."""

    SVG = "svg"
    PNG = "png"
    GIF = "gif"


def picture_format(path: str) -> PictureFormat:
    """The format that a file's name asks for; raise ParseError if it is none of them."""
    suffix = os.path.splitext(path)[1].lower().removeprefix(".")
    for found in PictureFormat:
        if found.value == suffix:
            return found
    raise ParseError("picture's name", path, "it must end in .svg, .png or .gif")
