"""Reading RenLib libraries, from bytes written by hand."""

from __future__ import annotations

import io

import pytest
from kit.libraries import ROOT, bare, library, read, root_of, shape, streamed

from tengen.errors import RecordError
from tengen.records.formats import detect_format
from tengen.records.game_tree import Mark, MarkKind, Sign
from tengen.records.reading import Reading
from tengen.records.renlib import LIB
from tengen.rules.point import Point
from tengen.rules.rules import RENJU, STANDARD_15, Player

CENTRE = Point(7, 7)


def label(row: int, col: int, text: str) -> Mark:
    return Mark(MarkKind.LABEL, Point(row, col), text)


def test_a_line_of_moves_is_read_with_the_players_taking_turns() -> None:
    root = root_of(bare("78 00 69 00 01 00 ef 40"))
    assert shape(root) == ["0 -", "1 7,7", "2 6,8", "3 0,0", "4 14,14"]
    players = [child.player for child in (root.children[0], root.children[0].children[0])]
    assert players == [Player.FIRST, Player.SECOND]


def test_after_a_leaf_comes_the_sibling_of_the_nearest_node_that_has_one() -> None:
    root = root_of(bare("78 80 69 80 01 40 02 c0 03 40 79 00 04 40"))
    assert shape(root) == ["0 -", "1 7,7", "2 6,8", "3 0,0", "2 0,1", "2 0,2", "1 7,8", "2 0,3"]


def test_a_walk_through_a_file_says_whether_siblings_follow() -> None:
    walk = list(streamed(bare("78 80 69 c0 01 40 79 40")))
    assert [(visit.depth, visit.more) for visit in walk] == [
        (0, False),
        (1, True),
        (2, True),
        (2, False),
        (1, False),
    ]


@pytest.mark.parametrize("minor", range(5))
def test_all_versions_are_read_with_and_without_a_root(minor: int) -> None:
    moves = bytes.fromhex("78 00 69 40")
    assert shape(root_of(library(moves, minor=minor))) == ["0 -", "1 7,7", "2 6,8"]
    assert shape(root_of(library(ROOT, moves, minor=minor))) == ["0 -", "1 7,7", "2 6,8"]


def test_an_old_file_without_a_header_begins_with_the_centre() -> None:
    assert shape(root_of(bytes.fromhex("78 00 69 c0 01 40"))) == ["0 -", "1 7,7", "2 6,8", "2 0,0"]


def test_a_newer_version_is_read_with_a_warning() -> None:
    record, problems = read(library(ROOT, b"\x78\x40", minor=5))
    assert shape(record.root) == ["0 -", "1 7,7"]
    assert problems == ["byte 0: version 3.5 is newer than 3.4, the last known"]


@pytest.mark.parametrize("data", [b"", b"\x77\x00", b"\xffRenLic\xff", b"(;GM[4])"])
def test_a_file_that_is_not_a_library_is_refused(data: bytes) -> None:
    with pytest.raises(RecordError, match="not a RenLib library"):
        read(data)


def test_marked_and_start_positions_have_signs() -> None:
    root = root_of(bare("78 10 69 04 01 54"))
    signs = [root.children[0].signs, root.children[0].children[0].signs]
    assert signs == [(Sign.NOTED,), (Sign.START,)]
    assert root.children[0].children[0].children[0].signs == (Sign.NOTED, Sign.START)


@pytest.mark.parametrize("text", [b"abc\0", b"abcd\0\0", b"a\0", b"\0\0"])
def test_a_comment_is_padded_to_an_even_length(text: bytes) -> None:
    root = root_of(library(ROOT, b"\x78\x08", text, b"\x69\x40"))
    assert root.children[0].comment == text.rstrip(b"\0").decode()
    assert shape(root) == ["0 -", "1 7,7", "2 6,8"]


def test_a_comment_joins_the_line_above_the_board_and_the_text_beside_it() -> None:
    root = root_of(library(ROOT, b"\x78\x08one\x08two\r\nthree\0\0", b"\x69\x48\x08beside\0"))
    assert root.children[0].comment == "one\ntwo\nthree"
    assert root.children[0].children[0].comment == "\nbeside"


def test_an_old_comment_has_seven_bits_and_swedish_letters() -> None:
    root = root_of(library(b"\x78\x20{r}d|\xa1", b"\x69\x60][\\\xfd", minor=0))
    assert root.children[0].comment == "ärådö!"
    assert root.children[0].children[0].comment == "ÅÄÖå"


def test_a_text_on_the_board_is_a_label_of_the_move() -> None:
    root = root_of(library(ROOT, b"\x78\x01\x00\x01A1\0\0", b"\x69\x49\x00\x01why\0b\0"))
    assert root.children[0].marks == (label(7, 7, "A1"),)
    assert root.children[0].children[0].marks == (label(6, 8, "b"),)
    assert root.children[0].children[0].comment == "why"


def test_a_text_on_an_empty_point_is_a_label_of_the_parent() -> None:
    first, last = b"\x01\xc3\x00\x01x\0", b"\x02\x43\x00\x01y\0"
    root = root_of(library(ROOT, b"\x78\x00", first, b"\x69\xc0", last))
    assert shape(root) == ["0 -", "1 7,7", "2 6,8"]
    assert root.children[0].marks == (label(0, 0, "x"), label(0, 1, "y"))


def test_a_late_label_in_a_walk_is_a_node_without_a_move() -> None:
    data = library(ROOT, b"\x78\x00", b"\x69\xc0", b"\x02\x43\x00\x01y\0")
    depth, node, more = list(streamed(data))[-1]
    assert (depth, node.player, node.marks, more) == (2, None, (label(0, 1, "y"),), False)


def test_a_leaf_without_a_move_may_have_a_comment_or_be_empty() -> None:
    root = root_of(library(ROOT, b"\x78\x00", b"\x00\xcaabout\0", b"\x01\x42"))
    assert shape(root) == ["0 -", "1 7,7", "2 -"]
    (about,) = root.children[0].children
    assert (about.player, about.comment) == (None, "about")


def test_a_pass_is_a_node_without_a_point() -> None:
    root = root_of(bare("78 00 00 00 69 40"))
    black, passed = root.children[0], root.children[0].children[0]
    assert passed.is_pass
    assert passed.player is Player.SECOND
    assert passed.children[0].player is black.player


def test_the_root_may_have_a_comment() -> None:
    root = root_of(library(b"\x00\x08hello\0", b"\x78\x40"))
    assert root.comment == "hello"
    assert shape(root) == ["0 -", "1 7,7"]


def test_texts_are_read_as_chinese_unless_a_code_page_is_given() -> None:
    data = library(ROOT, b"\x78\x48\xce\xe5\xd7\xd3\0\0")
    assert root_of(data).children[0].comment == "五子"
    assert read(data, "cp1252")[0].root.children[0].comment == "\xce\xe5\xd7\xd3"


def test_a_text_that_is_not_chinese_is_read_as_western_and_reported_once() -> None:
    data = library(ROOT, b"\x78\x08\xe9\0", b"\x69\x08\xe9\0", b"\x01\x40")
    record, problems = read(data)
    assert record.root.children[0].comment == record.root.children[0].children[0].comment == "é"
    assert len(problems) == 1
    assert "code page gbk" in problems[0]


@pytest.mark.parametrize("page", ["utf-16", "no-such-page", "idna", "cp037"])
def test_an_unusable_code_page_is_refused(page: str) -> None:
    with pytest.raises(RecordError, match="code page"):
        read(bare("78 40"), page)


def test_renju_is_assumed_unless_other_rules_are_given() -> None:
    assert read(bare("78 40"))[0].rules == RENJU
    (record,) = LIB.read(io.BytesIO(bare("78 40")), Reading(STANDARD_15))
    assert record.rules == STANDARD_15


@pytest.mark.parametrize("path", ["some.lib", "other.dat"])
@pytest.mark.parametrize("data", [bare("78 40"), bytes.fromhex("78 00 69 40")])
def test_a_library_is_detected_by_its_first_bytes(path: str, data: bytes) -> None:
    assert detect_format(path, data) is LIB
    assert not LIB.resembles(b"x = 1\n")
    assert not LIB.resembles(b"x\n\n\n")
