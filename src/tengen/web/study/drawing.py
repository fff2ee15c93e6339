"""Pictures of records, as large as may be, and QR codes."""

from __future__ import annotations

import gzip
import io
from collections.abc import Sequence
from dataclasses import replace
from math import isqrt

import segno

from tengen.records.game_tree import Node, main_line
from tengen.records.record import Record
from tengen.render.layout import lay_out
from tengen.render.record_pictures import picture_parts, view_at
from tengen.render.style import THEMES, PictureFormat, Style
from tengen.render.view import ViewOptions, parse_numbers
from tengen.web.background.jobs import Picture
from tengen.web.problems import Refused

MOST_FRAMES = 400
"""How many moves an animation shows at most."""
MOST_PIXELS = 200_000_000
"""How many pixels all frames of an animation have at most."""


def draw_picture(record: Record, wanted: Picture) -> bytes:
    """The file. Raises Refused, and RuleError where both players have a line by set-up."""
    nodes = main_line(record.root)
    if wanted.move is not None:
        nodes = nodes[: wanted.move + 1]
    options = ViewOptions(coordinates=wanted.coordinates, show_forbidden=True)
    if wanted.numbers:
        options["numbers"] = parse_numbers(wanted.numbers)
    style = Style(THEMES[wanted.theme], wanted.pieces, width=wanted.width)
    if wanted.kind is PictureFormat.GIF:
        style = _fitting(record, nodes, style, options)
    return b"".join(picture_parts(record, nodes, wanted.kind, style, **options))


def _fitting(record: Record, nodes: Sequence[Node], style: Style, options: ViewOptions) -> Style:
    """A style in which an animation is not too large. Raises Refused if that is not what is wanted.

    An animation whose size nobody has named is made smaller.
    """
    if len(nodes) > MOST_FRAMES:
        raise Refused(400, "too-large", f"An animation has {MOST_FRAMES} moves at most.")
    layout = lay_out(view_at(record, nodes[:1], **options), style)
    if len(nodes) * layout.width * layout.height <= MOST_PIXELS:
        return style
    widest = isqrt(MOST_PIXELS * layout.width // (len(nodes) * layout.height))
    if style.width is None:
        return replace(style, width=widest)
    says = (
        f"An animation of {len(nodes) - 1} moves may be {widest} pixels wide at most: "
        "ask for a smaller width or for fewer moves."
    )
    raise Refused(400, "too-large", says)


def draw_code(address: str) -> bytes:
    """An address as a QR code, in SVG that is compressed by gzip."""
    drawing = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        drawing, kind="svg", border=4, xmldecl=False, light="#fff", omitsize=True
    )
    return gzip.compress(drawing.getvalue(), mtime=0)
