"""Views of recorded games, with the marks and labels that their positions have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Unpack

from tengen.records.node import MarkKind, Node
from tengen.records.position import board_at
from tengen.records.record import Record
from tengen.render.view import Mark, View
from tengen.render.views import Options, view_of


def view_at(record: Record, nodes: Sequence[Node], **options: Unpack[Options]) -> View:
    """The position after these nodes, of which the first is the root.

    Labels and marks are those of the last node, unless the options have others. Raises RuleError
    where both players have a line by set-up.
    """
    marks = nodes[-1].marks
    options.setdefault(
        "labels", {mark.point: mark.text for mark in marks if mark.kind is MarkKind.LABEL}
    )
    options.setdefault(
        "marks",
        {mark.point: Mark(mark.kind.value) for mark in marks if mark.kind is not MarkKind.LABEL},
    )
    return view_of(board_at(record, nodes), **options)


def views_along(
    record: Record, nodes: Sequence[Node], **options: Unpack[Options]
) -> Iterator[View]:
    """A view for each of these nodes, of which the first is the root."""
    for end in range(1, len(nodes) + 1):
        yield view_at(record, nodes[:end], **options)
