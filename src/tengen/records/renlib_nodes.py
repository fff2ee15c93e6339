"""Nodes of a RenLib library: their bits, their texts, and how a walk becomes nodes.

A library tells the players apart by the number of moves before. So a pass is put before a move
out of turn. What a node without a move says becomes a leaf, and what follows it, siblings of the
leaf. A set-up is left out with all that follows it. Comments have two parts, in the code page of
whoever wrote them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tengen.errors import RecordError, quote
from tengen.records.game_tree import Node, Visit
from tengen.records.reading import Problems
from tengen.rules.coordinates import grid_points
from tengen.rules.point import Point
from tengen.rules.rules import Player

MAGIC = b"\xffRenLib\xff"
VERSION = (3, 4)
HEADER = MAGIC + bytes(VERSION) + b"\xff" * 10
CENTRE = 0x78

SIBLING = 0x80
"""Another child of the same parent follows, after all that follows this node."""
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
"""The point that the first byte of a node means, if it means one; 0 is the root or a pass."""


def code_of(point: Point) -> int:
    """The first byte of a node."""
    return 16 * point.row + point.col + 1


USUAL_PAGE = "gbk"
SECOND_PAGE = "cp1252"
MAX_WRITTEN = 1 << 18
"""Characters that are written."""
OLD_LETTERS = str.maketrans("}{|][\\", "åäöÅÄÖ")
"""Swedish letters in texts of seven bits."""
UNFIT_CHARACTERS = str.maketrans("\0\b", "  ")


class RenLibCodePage:
    """Turns bytes into text and back; each kind of trouble is noted once."""

    def __init__(self, name: str | None, problems: Problems) -> None:
        self._name = name or USUAL_PAGE
        self._is_guessed = name is None
        self._problems = problems
        self._noted: set[str] = set()
        _check_code_page(self._name)

    def decode(self, data: bytes, place: str) -> str:
        """The text that bytes mean."""
        try:
            return data.decode(self._name)
        except UnicodeDecodeError:
            page = SECOND_PAGE if self._is_guessed else self._name
            self._note(place, f"a text is not in the code page {self._name}; {page} was used")
            return data.decode(page, "replace")

    def encode(self, text: str) -> bytes:
        """The bytes of a text, without the NUL that ends it."""
        if len(text) > MAX_WRITTEN:
            self._note("", f"a text was cut after {MAX_WRITTEN:,} characters")
            text = text[:MAX_WRITTEN]
        try:
            return text.encode(self._name)
        except UnicodeEncodeError:
            self._note("", f"? stands for characters that the code page {self._name} lacks")
            return text.encode(self._name, "replace")

    def _note(self, place: str, what: str) -> None:
        if what not in self._noted:
            self._noted.add(what)
            self._problems.add(place, what)


def _check_code_page(name: str) -> None:
    """Raises RecordError if a code page does not exist, or has other bytes for what ends a text."""
    try:
        is_fit = "A\b\r\n\0".encode(name, "replace") == b"A\b\r\n\0"
        b"\xff".decode(name, "replace")
    except LookupError:
        raise RecordError(f"there is no code page {quote(name)}") from None
    except ValueError:
        is_fit = False
    if not is_fit:
        raise RecordError(f"a RenLib library cannot have the code page {quote(name)}")


def join_comment(text: str) -> str:
    """A comment whose first line is the one above the board, and the rest the text beside it."""
    return plain_text(text.replace("\b", "\n"))


def split_comment(comment: str) -> str:
    """The same the other way round."""
    line, new_line, rest = plain_text(comment).partition("\n")
    return line + "\b" + rest.replace("\n", "\r\n") if new_line else line


def plain_text(text: str) -> str:
    """A text without what would end it before its end."""
    return text.translate(UNFIT_CHARACTERS).replace("\r\n", "\n").replace("\r", "\n")


def read_old_comment(data: bytes) -> str:
    """A comment of seven bits."""
    text = bytes(byte & 0x7F for byte in data).decode("ascii")
    return join_comment(text.translate(OLD_LETTERS))


PLAYER_AT_PARITY = (Player.SECOND, Player.FIRST)
"""Who moves, by whether the depth is odd."""
NO_SETUP = "a RenLib library begins with an empty board, and stones have been set up here"

RenLibStep = tuple[int, Node, bool, bool]
"""Depth and node; whether a sibling follows later; whether a child follows."""


class DepthShift(NamedTuple):
    """A node from which on the depths in the walk and in the library differ."""

    depth: int
    shift: int = 0
    more: bool = False
    """Whether something follows the last of its children, which have become its siblings."""
    is_cut: bool = False


NO_SHIFT = DepthShift(-1)


def library_steps(walk: Iterable[Visit]) -> Iterator[RenLibStep]:
    """The nodes of a library, the root first; what one says would follow may have been left out.

    Raises RecordError if stones are set up at the root.
    """
    bends: list[DepthShift] = []
    for visit, has_child in _with_children(walk):
        depth, node, more = visit
        while bends and bends[-1].depth >= depth:
            bends.pop()
        if not bends and depth and node.player is PLAYER_AT_PARITY[depth & 1] and not node.stones:
            yield depth, node, more, has_child
        else:
            yield from _odd_steps(visit, bends, has_child=has_child)


def _odd_steps(visit: Visit, bends: list[DepthShift], *, has_child: bool) -> Iterator[RenLibStep]:
    """What becomes of a node that is no move in turn, or comes after one."""
    depth, node, more = visit
    bend = bends[-1] if bends else NO_SHIFT
    if bend.is_cut:
        return
    more = more or (bend.more and bend.depth == depth - 1)
    at = depth + bend.shift
    if node.stones:
        if not depth:
            raise RecordError(NO_SETUP)
        bends.append(DepthShift(depth, is_cut=True))
    elif not depth or node.player is PLAYER_AT_PARITY[at & 1]:
        yield at, node, more, has_child
    elif node.player is None:
        if node != Node(children=node.children):
            yield at, node, more or has_child, False
        bends.append(DepthShift(depth, bend.shift - 1, more))
    else:
        yield at, Node(node.player.other), more, True
        yield at + 1, node, False, has_child
        bends.append(DepthShift(depth, bend.shift + 1))


def _with_children(walk: Iterable[Visit]) -> Iterator[tuple[Visit, bool]]:
    """Each visit, and whether the next one is of a child."""
    held: Visit | None = None
    for visit in walk:
        if held is not None:
            yield held, visit[0] > held[0]
        held = visit
    if held is not None:
        yield held, False
