"""The structure of Tengen's JSON records, from which the published schema is made.

    {"format": "tengen-record", "version": 1, "rules": "15x15/5 freestyle",
     "first": "Ann", "result": "1-0", "reason": "resigned",
     "nodes": ["h8", {"move": "i9", "comment": "direct", "time": 1541}, "j9",
               {"depth": 2, "move": "i8"}, "j7"]}

The tree is a flat list, so that deep trees need no deep nesting. Each node follows the one before
it in the list, unless it has a `depth`: the number of nodes on the path to it, itself included.
A node that is only a move of the player whose turn it is, is written as the name of its point, with
row 1 at the bottom.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tengen.records.game_tree import MarkKind, Sign
from tengen.records.record import Score
from tengen.rules import Player, Termination

FORMAT_NAME: Literal["tengen-record"] = "tengen-record"
VERSION = 1
PASS = "pass"  # noqa: S105 - a move, not a password
PLAYERS_BY_NAME = {"first": Player.FIRST, "second": Player.SECOND}

PlayerName = Literal["first", "second"]
PointText = Annotated[
    str,
    Meta(
        description="Column letter and row number, row 1 at the bottom; the column after z is aa.",
        examples=["h8"],
        extra_json_schema={"pattern": "^a?[a-z][1-9][0-9]?$"},
    ),
]
MoveText = Annotated[
    str,
    Meta(
        description="A point, or pass.",
        examples=["h8"],
        extra_json_schema={"pattern": "^(pass|a?[a-z][1-9][0-9]?)$"},
    ),
]
EvaluationText = Annotated[
    str,
    Meta(
        description="A score, or M and the moves to a win after +, to a loss after -.",
        examples=["-35", "+M5"],
        extra_json_schema={"pattern": "^[+-]?([0-9]{1,9}|M[0-9]{1,4})$"},
    ),
]


class MarkForm(msgspec.Struct, omit_defaults=True, gc=False):
    """Something drawn at a point; a label has a text."""

    kind: MarkKind
    point: PointText
    text: str = ""


class StoneForm(msgspec.Struct, omit_defaults=True, gc=False):
    """A stone that is set up; without a player, the point becomes empty."""

    point: PointText
    player: PlayerName | None = None


class RootForm(msgspec.Struct, omit_defaults=True, gc=False):
    """The details of a position; those of the root belong to the position before the first move."""

    comment: str = ""
    marks: tuple[MarkForm, ...] = ()
    signs: tuple[Sign, ...] = ()
    stones: tuple[StoneForm, ...] = ()
    turn: Annotated[
        PlayerName | None, Meta(description="Whose turn it is after this node, if not as usual.")
    ] = None


EMPTY_ROOT = RootForm()


class NodeForm(RootForm, omit_defaults=True, gc=False):
    """A move, a set-up, or neither, and the details of the position after it."""

    depth: Annotated[
        Annotated[int, Meta(ge=1)] | None,
        Meta(description="Nodes on the path to this one; by default one more than before."),
    ] = None
    move: MoveText | None = None
    player: Annotated[PlayerName | None, Meta(description="Omitted if it is their turn.")] = None
    time: Annotated[
        Annotated[int, Meta(ge=0, lt=10**15)] | None,
        Meta(description="Milliseconds that the move took."),
    ] = None
    evaluation: Annotated[
        EvaluationText | None,
        Meta(description="How the engine that moved saw the position: a score, or moves to a win."),
    ] = None


class RecordForm(msgspec.Struct, omit_defaults=True, gc=False):
    """A game with its variations. Facts that are omitted are unknown."""

    format: Literal["tengen-record"]
    version: Annotated[int, Meta(ge=1, examples=[VERSION])]
    rules: Annotated[
        str,
        Meta(
            description="Width, height, length of a winning line, and which lines win.",
            examples=["15x15/5 freestyle"],
        ),
    ]
    first: str = ""
    second: str = ""
    opening: Annotated[str, Meta(description="The opening rule.", examples=["swap2"])] = ""
    clock: Annotated[str, Meta(description="The time control.", examples=["10+5"])] = ""
    result: Score = Score.UNKNOWN
    reason: Termination = Termination.UNKNOWN
    tags: dict[str, str] = {}
    root: RootForm | None = None
    nodes: Annotated[
        list[MoveText | NodeForm],
        Meta(description="The tree, each node before its children, the main line first."),
    ] = []


EXAMPLE = {
    "format": FORMAT_NAME,
    "version": VERSION,
    "rules": "15x15/5 freestyle",
    "first": "Ann",
    "result": "1-0",
    "reason": "resigned",
    "nodes": [
        "h8",
        {"move": "i9", "comment": "direct", "time": 1541},
        "j9",
        {"depth": 2, "move": "i8"},
        "j7",
    ],
}


def make_schema() -> dict[str, Any]:
    """Return the published schema, as JSON Schema 2020-12."""
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A record of a game, as Tengen reads and writes it",
        "examples": [EXAMPLE],
    }
    return head | msgspec.json.schema(RecordForm)
