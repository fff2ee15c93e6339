"""Nodes of a RenLib library: their flags, their texts, and how a tree is converted to them.

In a library, the number of moves before a node decides whose move it is. So a pass is inserted
before a move out of turn. A node without a move becomes a leaf, and its children become siblings of
the leaf. A set-up is skipped with everything after it. Comments have two parts; their code page is
that of the author's computer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tengen.errors import RecordError, quote
from tengen.records.game_tree import Node, Visit
from tengen.records.reading import Problems
from tengen.rules import Player, Point, grid_points

MAGIC = b"\xffRenLib\xff"
VERSION = (3, 4)
HEADER = MAGIC + bytes(VERSION) + b"\xff" * 10
CENTRE = 0x78

SIBLING = 0x80
"""Another child of the same parent follows after this node and its descendants."""
LEAF = 0x40
OLD_COMMENT = 0x20
NOTED = 0x10
COMMENT = 0x08
START = 0x04
NO_MOVE = 0x02
EXTENSION = 0x01
"""Two more bytes follow, and the last bit of the second is TEXT."""
TEXT = 0x01

SIDE = 15


def _point_of(code: int) -> Point | None:
    row, col = divmod(code - 1, 16)
    on_board = code > 0 and row < SIDE and col < SIDE
    return grid_points(SIDE, SIDE)[row * SIDE + col] if on_board else None


POINT_OF_CODE = tuple(_point_of(code) for code in range(256))
"""The point for each first byte of a node, or None; 0 is the root or a pass."""


def code_of(point: Point) -> int:
    """Return the first byte of a node that plays on a point."""
    return 16 * point.row + point.col + 1


USUAL_PAGE = "gbk"
SECOND_PAGE = "cp1252"
MAX_WRITTEN = 1 << 18
"""Maximum number of characters of a text that is written."""
OLD_LETTERS = str.maketrans("}{|][\\", "åäöÅÄÖ")
"""Swedish letters in 7-bit texts."""
UNFIT_CHARACTERS = str.maketrans("\0\b", "  ")


class RenLibCodePage:
    """Decodes and encodes texts; each kind of problem is noted once."""

    def __init__(self, name: str | None, problems: Problems) -> None:
        self._name = name or USUAL_PAGE
        self._is_guessed = name is None
        self._problems = problems
        self._noted: set[str] = set()
        _check_code_page(self._name)

    def decode(self, data: bytes, place: str) -> str:
        """Decode a text."""
        try:
            return data.decode(self._name)
        except UnicodeDecodeError:
            page = SECOND_PAGE if self._is_guessed else self._name
            self._note(place, f"a text is not in the code page {self._name}; {page} was used")
            return data.decode(page, "replace")

    def encode(self, text: str) -> bytes:
        """Encode a text, without the NUL at its end."""
        if len(text) > MAX_WRITTEN:
            self._note("", f"a text was shortened to {MAX_WRITTEN:,} characters")
            text = text[:MAX_WRITTEN]
        try:
            return text.encode(self._name)
        except UnicodeEncodeError:
            what = f"characters that are not in the code page {self._name} were replaced by ?"
            self._note("", what)
            return text.encode(self._name, "replace")

    def _note(self, place: str, what: str) -> None:
        if what not in self._noted:
            self._noted.add(what)
            self._problems.add(place, what)


def _check_code_page(name: str) -> None:
    """Raise RecordError if a code page is unknown or encodes control characters differently."""
    try:
        is_usable = "A\b\r\n\0".encode(name, "replace") == b"A\b\r\n\0"
        b"\xff".decode(name, "replace")
    except LookupError:
        raise RecordError(f"unknown code page {quote(name)}") from None
    except ValueError:
        is_usable = False
    if not is_usable:
        raise RecordError(f"a RenLib library cannot use the code page {quote(name)}")


def join_comment(text: str) -> str:
    """Join the line above the board and the text beside it to one comment."""
    return plain_text(text.replace("\b", "\n"))


def split_comment(comment: str) -> str:
    """Split a comment into the line above the board and the text beside it."""
    line, new_line, rest = plain_text(comment).partition("\n")
    return line + "\b" + rest.replace("\n", "\r\n") if new_line else line


def plain_text(text: str) -> str:
    """Remove the characters that would end a text too early, and unify line ends."""
    return text.translate(UNFIT_CHARACTERS).replace("\r\n", "\n").replace("\r", "\n")


def read_old_comment(data: bytes) -> str:
    """Decode a 7-bit comment of an old file."""
    text = bytes(byte & 0x7F for byte in data).decode("ascii")
    return join_comment(text.translate(OLD_LETTERS))


PLAYER_AT_PARITY = (Player.SECOND, Player.FIRST)
"""Whose move it is at even and at odd depths."""
NO_SETUP = "a RenLib library cannot start from a set-up position"

RenLibStep = tuple[int, Node, bool, bool]
"""Depth and node; whether a sibling follows later; whether a child follows."""


class DepthShift(NamedTuple):
    """A node below which the depths in the tree and in the library differ."""

    depth: int
    shift: int = 0
    more: bool = False
    """Whether a sibling follows after its children, which have become its siblings."""
    is_cut: bool = False
    """Whether everything below is skipped."""


NO_SHIFT = DepthShift(-1)


def library_steps(walk: Iterable[Visit]) -> Iterator[RenLibStep]:
    """Yield the nodes of a library, the root first; announced children or siblings may be missing.

    Raises RecordError if stones are set up at the root.
    """
    shifts: list[DepthShift] = []
    for visit, has_child in _with_children(walk):
        depth, node, more = visit
        while shifts and shifts[-1].depth >= depth:
            shifts.pop()
        if not shifts and depth and node.player is PLAYER_AT_PARITY[depth & 1] and not node.stones:
            yield depth, node, more, has_child
        else:
            yield from _shifted_steps(visit, shifts, has_child=has_child)


def _shifted_steps(
    visit: Visit, shifts: list[DepthShift], *, has_child: bool
) -> Iterator[RenLibStep]:
    """Convert a node that is not a move in turn, or that comes after such a node."""
    depth, node, more = visit
    last = shifts[-1] if shifts else NO_SHIFT
    if last.is_cut:
        return
    more = more or (last.more and last.depth == depth - 1)
    at = depth + last.shift
    if node.stones:
        if not depth:
            raise RecordError(NO_SETUP)
        shifts.append(DepthShift(depth, is_cut=True))
    elif not depth or node.player is PLAYER_AT_PARITY[at & 1]:
        yield at, node, more, has_child
    elif node.player is None:
        if node != Node(children=node.children):
            yield at, node, more or has_child, False
        shifts.append(DepthShift(depth, last.shift - 1, more))
    else:
        yield at, Node(node.player.other), more, True
        yield at + 1, node, False, has_child
        shifts.append(DepthShift(depth, last.shift + 1))


def _with_children(walk: Iterable[Visit]) -> Iterator[tuple[Visit, bool]]:
    """Yield each visit, and whether the next one is a child of it."""
    held: Visit | None = None
    for visit in walk:
        if held is not None:
            yield held, visit[0] > held[0]
        held = visit
    if held is not None:
        yield held, False
