"""Writes SGF files, node by node."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from tengen.core.player import Player
from tengen.errors import RecordError, quote
from tengen.records.node import Mark, MarkKind, Node, Sign
from tengen.records.reading import Writing
from tengen.records.record import Record
from tengen.records.sgf_details import LABELS, MARKS, NOTED, SIGN, TIME
from tengen.records.sgf_facts import format_facts
from tengen.records.sgf_points import format_point, move_texts
from tengen.records.sgf_text import format_simple, format_text
from tengen.records.sgf_tree import SET_UP, TURN
from tengen.records.visits import Visit, visits

PER_LINE = 10
"""Nodes in a line."""
AT_ONCE = 1000
"""Pieces of text that are put together before they are written."""
KINDS = sorted(MarkKind, key=lambda kind: (kind is not MarkKind.LABEL, kind.value))
SHAPES = {kind: name for name, kind in MARKS.items() if len(name) == 2}


def write_sgf(records: Iterable[Record], out: BinaryIO, writing: Writing) -> None:
    """Write games, one after the other."""
    for record in records:
        stream_sgf(record, visits(record.root), out, writing)


def stream_sgf(record: Record, walk: Iterable[Visit], out: BinaryIO, writing: Writing) -> None:
    """Write a game whose nodes come in one by one."""
    name = writing.encoding or "utf-8"
    try:
        encoder = codecs.getincrementalencoder(name)("replace")
    except LookupError:
        raise RecordError(f"there is no code page {quote(name)}") from None
    pieces: list[str] = []
    for piece in _format_game(record, walk, name):
        pieces.append(piece)
        if len(pieces) >= AT_ONCE:
            out.write(encoder.encode("".join(pieces)))
            pieces.clear()
    out.write(encoder.encode("".join(pieces), final=True))


def _format_game(record: Record, walk: Iterable[Visit], encoding: str) -> Iterator[str]:
    yield "(;" + "\n".join(filter(None, format_facts(record, encoding)))
    width = record.rules.width
    moves = move_texts(width, record.rules.height)
    opened: list[int] = []
    """Depths of the nodes at which variations begin that have not ended."""
    in_line = PER_LINE
    for depth, node, more in walk:
        if depth == 0:
            yield _format_node(node, moves, width)
            continue
        is_variation = more
        while opened and opened[-1] >= depth:
            is_variation |= opened.pop() == depth
            yield ")"
        if is_variation:
            opened.append(depth)
            yield "\n("
            in_line = 0
        elif in_line == PER_LINE:
            yield "\n"
            in_line = 0
        in_line += 1
        yield ";" + _format_node(node, moves, width)
    yield ")" * len(opened) + ")\n"


def _format_node(node: Node, moves: dict[Player, tuple[str, ...]], width: int) -> str:
    move = ""
    if node.player is not None:
        point = node.point
        move = moves[node.player][-1 if point is None else point.row * width + point.col]
    if node.comment or node.marks or node.signs or node.stones or node.turn:
        return move + "".join(_format_details(node))
    return move if node.time is None else f"{move}{TIME}[{node.time}]"


def _format_details(node: Node) -> Iterator[str]:
    for name, player in SET_UP.items():
        points = [stone.point for stone in node.stones if stone.player is player]
        yield _format_list(name, map(format_point, points))
    if node.turn is not None:
        yield f"{TURN}[{'B' if node.turn is Player.FIRST else 'W'}]"
    if node.time is not None:
        yield f"{TIME}[{node.time}]"
    if Sign.NOTED in node.signs:
        yield f"{NOTED}[1]"
    yield _format_list(SIGN, (sign.value for sign in node.signs if sign is not Sign.NOTED))
    for kind in KINDS if node.marks else ():
        marks = (_format_mark(mark) for mark in node.marks if mark.kind is kind)
        yield _format_list(SHAPES.get(kind, LABELS), marks)
    if node.comment:
        yield f"C[{format_text(node.comment)}]"


def _format_mark(mark: Mark) -> str:
    point = format_point(mark.point)
    return f"{point}:{format_simple(mark.text)}" if mark.kind is MarkKind.LABEL else point


def _format_list(name: str, values: Iterable[str]) -> str:
    brackets = "".join(f"[{value}]" for value in values)
    return name + brackets if brackets else ""
