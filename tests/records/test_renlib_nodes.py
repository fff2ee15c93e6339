"""Nodes and texts of RenLib libraries, with their exact bytes, places and messages."""

from __future__ import annotations

import pytest
from kit.libraries import MAGIC, ROOT, bare, copied, library, read, root_of, shape

from tengen.errors import RecordError
from tengen.records import renlib_nodes, renlib_reader
from tengen.records.game_tree import Mark, MarkKind, Node, Visit
from tengen.records.reading import Problems
from tengen.records.renlib import LIB
from tengen.rules.point import Point
from tengen.rules.rules import Player

BLACK, WHITE = Player.FIRST, Player.SECOND
TEXTS = library(
    b"\x00\x08about\0",
    b"\x78\x80",
    b"\x01\xc3\x00\x01x\0",
    b"\x69\x49\x00\x01one\x08two\0b\0",
    b"\x79\x28abc\xe4",
    b"\x22\x60ab\xe3\0",
)


@pytest.mark.parametrize(
    "code, point",
    [
        *[(0, None), (1, Point(0, 0)), (15, Point(0, 14)), (16, None), (17, Point(1, 0))],
        *[(0x78, Point(7, 7)), (0xEF, Point(14, 14)), (0xF0, None), (0xF1, None), (0xFF, None)],
    ],
)
def test_a_byte_is_a_point(code: int, point: Point | None) -> None:
    assert renlib_nodes.POINT_OF_CODE[code] == point
    if point is not None:
        assert renlib_nodes.code_of(point) == code


@pytest.mark.parametrize(
    "text, split, joined",
    [
        ("one", "one", "one"),
        ("one\ntwo", "one\btwo", "one\ntwo"),
        ("one\ntwo\nthree", "one\btwo\r\nthree", "one\ntwo\nthree"),
        ("\ntwo", "\btwo", "\ntwo"),
        ("a\0b\bc\rd\r\ne", "a b c\bd\r\ne", "a b c\nd\ne"),
    ],
)
def test_a_comment_is_split_after_its_first_line(text: str, split: str, joined: str) -> None:
    assert renlib_nodes.split_comment(text) == split
    assert renlib_nodes.join_comment(split) == joined


def test_a_text_is_shortened_only_if_it_is_too_long() -> None:
    problems = Problems()
    page = renlib_nodes.RenLibCodePage("ascii", problems)
    longest = "x" * (1 << 18)
    assert page.encode(longest) == longest.encode()
    assert problems.count == 0
    assert page.encode(longest + "y") == page.encode(longest + "yz") == longest.encode()
    assert [str(problem) for problem in problems.kept] == [
        "a text was shortened to 262,144 characters"
    ]


def test_letters_outside_a_code_page_are_noted_once() -> None:
    problems = Problems()
    page = renlib_nodes.RenLibCodePage("cp1252", problems)
    assert [page.encode("é五"), page.encode("六")] == [b"\xe9?", b"?"]
    assert page.decode(b"\x81", "byte 3") == "\ufffd"
    assert [str(problem) for problem in problems.kept] == [
        "characters that are not in the code page cp1252 were replaced by ?",
        "byte 3: a text is not in the code page cp1252; cp1252 was used",
    ]


@pytest.mark.parametrize("size", [2, 4, 6, 10, 30])
def test_a_file_is_read_in_pieces_of_any_even_size(
    monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    damaged = TEXTS[:-1] + b"\x01\x02\x03"
    expected = read(TEXTS), read(damaged), copied(TEXTS, "utf-8")
    monkeypatch.setattr(renlib_reader, "READ_SIZE", size)
    assert (read(TEXTS), read(damaged), copied(TEXTS, "utf-8")) == expected


def test_texts_are_in_the_right_nodes() -> None:
    root = root_of(TEXTS)
    first, second = root.children
    assert root.comment == "about"
    assert first.marks == (Mark(MarkKind.LABEL, Point(0, 0), "x"),)
    (answer,) = first.children
    assert (answer.comment, answer.marks[0].text) == ("one\ntwo", "b")
    assert (second.comment, second.children[0].comment) == ("abcd", "abc")


@pytest.mark.parametrize(
    "data, problem",
    [
        (MAGIC + b"\x03\x04", "byte 10: the file ends within its header of 20 bytes"),
        (library()[:19], "byte 19: the file ends within its header of 20 bytes"),
        (library(minor=5)[:20], "byte 0: version 3.5 is newer than 3.4, the last known"),
        (
            MAGIC + b"\x04\x00" + b"\xff" * 10,
            "byte 0: version 4.0 is newer than 3.4, the last known",
        ),
        (library(b"\x00\x08abc"), "byte 22: the end of a text is missing"),
        (library(ROOT, b"\x78\x01\x00"), "byte 24: the file ends within a node"),
        (library(ROOT, b"\x78"), "byte 22: the file is cut off: more nodes should follow"),
        (bare("78 00 69 00"), "byte 26: the file is cut off: more nodes should follow"),
        (bare("78 80 69 c0 79 00 01"), "byte 28: the file is cut off: more nodes should follow"),
    ],
)
def test_a_problem_has_its_byte(data: bytes, problem: str) -> None:
    assert read(data)[1][:1] == [problem]


def test_a_line_may_have_a_thousand_moves_and_passes() -> None:
    passes = b"\x00\x00" * (renlib_reader.MAX_DEPTH - 1)
    record, problems = read(library(ROOT, passes, b"\x78\x40"))
    assert (len(shape(record.root)), problems) == (1001, [])
    record, problems = read(library(ROOT, passes, b"\x00\x00\x00\x40"))
    assert len(shape(record.root)) == 1001
    what = "more than 1,000 moves and passes in one line"
    assert problems == [f"byte 2,022: {what}; it and everything after it were skipped"]


def test_everything_after_a_skipped_node_is_skipped_with_its_texts() -> None:
    skipped = b"\x10\x80" + b"\x69\x89\x00\x01one\0b\0" + b"\x01\x40" + b"\x02\x60ab\xe3\0"
    record, problems = read(library(ROOT, b"\x78\x00", skipped, b"\x03\x40"))
    assert shape(record.root) == ["0 -", "1 7,7", "2 0,2"]
    what = "10 is not a point of the board; it and everything after it were skipped"
    assert problems == [f"byte 24: {what}"]


def steps(*visits: tuple[int, Node]) -> list[tuple[int, Player | None, bool, bool]]:
    """Return what is written of nodes: depth, player, whether a sibling and a child follow."""
    walk = [Visit(depth, node, more=False) for depth, node in visits]
    found = renlib_nodes.library_steps(walk)
    return [(depth, node.player, more, child) for depth, node, more, child in found]


def test_a_pass_is_written_before_a_move_out_of_turn() -> None:
    moves = [(1, Node(WHITE, Point(0, 0))), (2, Node(BLACK, Point(0, 1)))]
    assert steps((0, Node()), *moves) == [
        (0, None, False, True),
        (1, BLACK, False, True),
        (2, WHITE, False, True),
        (3, BLACK, False, False),
    ]


def test_the_children_of_a_node_without_a_move_become_its_siblings() -> None:
    comment, move = Node(comment="x"), Node(BLACK, Point(0, 1))
    assert steps((0, Node()), (1, comment), (2, move)) == [
        (0, None, False, True),
        (1, None, True, False),
        (1, BLACK, False, False),
    ]
    assert steps((0, Node()), (1, Node()), (2, move)) == [
        (0, None, False, True),
        (1, BLACK, False, False),
    ]


@pytest.mark.parametrize(
    "head, is_lib",
    [
        (MAGIC, True),
        (b"\x78\x00\x69\x40", True),
        (b"\x78\x9c\x69\x40", True),
        (b"\x78\x00\x69", False),
        (b"\x78\x40\x69\x40", False),
        (b"\x78\x20\x69\x40", False),
        (b"\x78\x02\x69\x40", False),
        (b"\x78\x01\x69\x40", False),
        (b"\x79\x00\x69\x40", False),
    ],
)
def test_a_library_is_detected_by_its_first_bytes(head: bytes, is_lib: bool) -> None:  # noqa: FBT001
    assert LIB.resembles(head) is is_lib


def test_a_code_page_must_keep_control_characters() -> None:
    for name in ("utf-16", "cp037"):
        with pytest.raises(
            RecordError, match=f"^a RenLib library cannot use the code page '{name}'$"
        ):
            renlib_nodes.RenLibCodePage(name, Problems())
    with pytest.raises(RecordError, match=r"^unknown code page 'nine'$"):
        renlib_nodes.RenLibCodePage("nine", Problems())


def test_nothing_belongs_to_a_root_that_is_a_leaf() -> None:
    record, problems = read(library(b"\x00\x40", b"\x78\x40"))
    assert shape(record.root) == ["0 -"]
    assert problems == ["byte 22: the bytes after the end of the tree were ignored"]
