"""SGF, the Smart Game Format, version FF[4] with GM[4] for gomoku and renju: the writer.

    (;FF[4]GM[4]CA[UTF-8]AP[Tengen:0.1.0]SZ[15]
    RU[renju]
    PB[Ann]PW[Ben]RE[B+R]
    ;B[hh];W[ih]C[direct];B[hg]
    (;W[gg])
    (;W[ig];B[jf]))

Points are two letters: column from the left, row from the top. Five properties are Tengen's own:
TNMS, the milliseconds that a move took; TNEVAL, how the engine that moved saw the position; TNEND,
why a game ended if RE cannot say it; TNSIGN, signs other than HO; TNTAG, facts about a game for
which SGF has no property.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from tengen.errors import RecordError, quote
from tengen.records import sgf_properties
from tengen.records.format import Feature, Format
from tengen.records.game_tree import Mark, MarkKind, Node, Sign, Visit, visits
from tengen.records.reading import Writing
from tengen.records.record import Record
from tengen.records.sgf_reader import SETUP_PROPERTIES, TURN_PROPERTY, read_sgf
from tengen.records.sgf_values import escape_line, escape_text, format_point, move_texts
from tengen.rules import Player, Rules, Termination, cell_of

NODES_PER_LINE = 10
PIECES_AT_ONCE = 1000
"""Pieces of text that are joined before they are written."""
MARK_ORDER = sorted(MarkKind, key=lambda kind: (kind is not MarkKind.LABEL, kind.value))
SHAPE_PROPERTIES = {
    kind: name for name, kind in sgf_properties.MARK_PROPERTIES.items() if len(name) == 2
}


def write_sgf(records: Iterable[Record], out: BinaryIO, writing: Writing) -> None:
    """Write games one after the other."""
    for record in records:
        stream_sgf(record, visits(record.root), out, writing)


def stream_sgf(record: Record, walk: Iterable[Visit], out: BinaryIO, writing: Writing) -> None:
    """Write a game from a walk through its tree."""
    name = writing.encoding or "utf-8"
    try:
        encoder = codecs.getincrementalencoder(name)("replace")
    except LookupError:
        raise RecordError(f"unknown code page {quote(name)}") from None
    pieces: list[str] = []
    for piece in _format_game(record, walk, name):
        pieces.append(piece)
        if len(pieces) >= PIECES_AT_ONCE:
            out.write(encoder.encode("".join(pieces)))
            pieces.clear()
    out.write(encoder.encode("".join(pieces), final=True))


def _format_game(record: Record, walk: Iterable[Visit], encoding: str) -> Iterator[str]:
    yield "(;" + "\n".join(filter(None, sgf_properties.format_facts(record, encoding)))
    rules = record.rules
    moves = move_texts(rules.width, rules.height)
    opened: list[int] = []
    """The depths at which open variations begin."""
    in_line = NODES_PER_LINE
    for depth, node, more in walk:
        if depth == 0:
            yield _format_node(node, moves, rules)
            continue
        is_variation = more
        while opened and opened[-1] >= depth:
            is_variation |= opened.pop() == depth
            yield ")"
        if is_variation:
            opened.append(depth)
            yield "\n("
            in_line = 0
        elif in_line == NODES_PER_LINE:
            yield "\n"
            in_line = 0
        in_line += 1
        yield ";" + _format_node(node, moves, rules)
    yield ")" * len(opened) + ")\n"


def _format_node(node: Node, moves: dict[Player, tuple[str, ...]], rules: Rules) -> str:
    move = ""
    if node.player is not None:
        point = node.point
        move = moves[node.player][-1 if point is None else cell_of(point, rules)]
    if _has_details(node):
        return move + "".join(_format_details(node))
    return move if node.time is None else f"{move}{sgf_properties.TIME_PROPERTY}[{node.time}]"


def _has_details(node: Node) -> bool:
    """Whether a node has more than a move and its time."""
    is_plain = not (node.comment or node.marks or node.signs or node.stones or node.turn)
    return bool(node.evaluation) or not is_plain


def _format_details(node: Node) -> Iterator[str]:
    for name, player in SETUP_PROPERTIES.items():
        points = [stone.point for stone in node.stones if stone.player is player]
        yield _format_list(name, map(format_point, points))
    if node.turn is not None:
        yield f"{TURN_PROPERTY}[{'B' if node.turn is Player.FIRST else 'W'}]"
    if node.time is not None:
        yield f"{sgf_properties.TIME_PROPERTY}[{node.time}]"
    if node.evaluation:
        yield f"{sgf_properties.EVALUATION_PROPERTY}[{node.evaluation}]"
    if Sign.NOTED in node.signs:
        yield f"{sgf_properties.NOTED_PROPERTY}[1]"
    yield _format_list(
        sgf_properties.SIGN_PROPERTY, (sign.value for sign in node.signs if sign is not Sign.NOTED)
    )
    for kind in MARK_ORDER if node.marks else ():
        marks = (_format_mark(mark) for mark in node.marks if mark.kind is kind)
        yield _format_list(SHAPE_PROPERTIES.get(kind, sgf_properties.LABEL_PROPERTY), marks)
    if node.comment:
        yield f"C[{escape_text(node.comment)}]"


def _format_mark(mark: Mark) -> str:
    point = format_point(mark.point)
    return f"{point}:{escape_line(mark.text)}" if mark.kind is MarkKind.LABEL else point


def _format_list(name: str, values: Iterable[str]) -> str:
    brackets = "".join(f"[{value}]" for value in values)
    return name + brackets if brackets else ""


HEAD = re.compile(rb"\(\s*+(?:;\s*+)?[A-Za-z0-9]{1,20}\s*+\[|\A(?:\xef\xbb\xbf)?\s*+\(\s*+;")

SGF = Format(
    name="sgf",
    title="SGF file",
    suffixes=(".sgf",),
    holds=frozenset(Feature),
    read=read_sgf,
    writer=write_sgf,
    resembles=lambda head: HEAD.search(head) is not None,
    many=True,
    endings=frozenset(Termination),
    stream_out=stream_sgf,
)
