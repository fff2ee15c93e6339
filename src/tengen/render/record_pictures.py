"""Views and pictures of recorded games, with the marks and labels of their positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Unpack

from tengen.records import MarkKind, Node, Record, board_at
from tengen.render.style import DEFAULT_PACE, DEFAULT_STYLE, Pace, PictureFormat, Style
from tengen.render.svg import format_svg
from tengen.render.view import ALL_NUMBERS, NO_NUMBERS, MarkShape, View, ViewOptions, view_of


def view_at(record: Record, nodes: Sequence[Node], **options: Unpack[ViewOptions]) -> View:
    """Return a view of the position after these nodes, of which the first is the root.

    Labels and marks are those of the last node, unless the options give others. Raises RuleError
    if both players have a winning line in a set-up position.
    """
    marks = nodes[-1].marks
    options.setdefault(
        "labels", {mark.point: mark.text for mark in marks if mark.kind is MarkKind.LABEL}
    )
    options.setdefault(
        "marks",
        {
            mark.point: MarkShape(mark.kind.value)
            for mark in marks
            if mark.kind is not MarkKind.LABEL
        },
    )
    return view_of(board_at(record, nodes), **options)


def views_along(
    record: Record, nodes: Sequence[Node], **options: Unpack[ViewOptions]
) -> Iterator[View]:
    """Yield a view for each of these nodes, of which the first is the root."""
    for end in range(1, len(nodes) + 1):
        yield view_at(record, nodes[:end], **options)


def picture_parts(
    record: Record,
    nodes: Sequence[Node],
    kind: PictureFormat,
    style: Style = DEFAULT_STYLE,
    pace: Pace = DEFAULT_PACE,
    **options: Unpack[ViewOptions],
) -> Iterator[bytes]:
    """Yield the parts of a picture file: the position after these nodes, or all before it as GIF.

    Stones have numbers in still pictures, unless the options say otherwise.
    """
    if kind is PictureFormat.GIF:
        from tengen.render.gif import gif_parts  # noqa: PLC0415 - Pillow is slow to load

        options.setdefault("numbers", NO_NUMBERS)
        yield from gif_parts(views_along(record, nodes, **options), style, pace)
        return
    options.setdefault("numbers", ALL_NUMBERS)
    view = view_at(record, nodes, **options)
    if kind is PictureFormat.SVG:
        yield format_svg(view, style).encode()
    else:
        from tengen.render.png import format_png  # noqa: PLC0415 - Pillow is slow to load

        yield format_png(view, style)
