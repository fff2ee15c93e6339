"""Reading damaged and unusual SGF files."""

import io
import tracemalloc

import pytest

from tengen.errors import RecordError
from tengen.records.game_tree import MAX_DEPTH, visits
from tengen.records.reading import Reading
from tengen.records.record import Record
from tengen.records.sgf import SGF
from tengen.records.sgf_properties import SgfSource
from tengen.rules.point import Point


def read(text: str) -> tuple[list[Record], list[str]]:
    reading = Reading()
    found = list(SGF.read(io.BytesIO(text.encode()), reading))
    return found, [str(problem) for problem in reading.problems.kept]


def moves_of(record: Record) -> list[tuple[int, int]]:
    return [(point.row, point.col) for point in record.moves()]


def test_a_file_without_a_game_is_not_an_sgf_file() -> None:
    for text in ("", "hello (there)", "()", "[;B[hh]]"):
        with pytest.raises(RecordError, match="not an SGF file"):
            read(text)


def test_text_around_games_is_ignored() -> None:
    found, problems = read("From: me\n(;GM[4];B[aa]) and (;GM[4];B[bb])\nbye")
    assert [moves_of(record) for record in found] == [[(0, 0)], [(1, 1)]]
    assert problems == []


def test_a_move_on_a_taken_point_is_skipped_with_everything_after_it() -> None:
    (record,), problems = read("(;GM[4];B[hh]\n(;W[ii];B[hh];W[jj])\n(;W[kk]))")
    assert moves_of(record) == [(7, 7), (8, 8)]
    assert record.root.children[0].children[1].point == Point(10, 10)
    taken = "'B[hh]' is on a point that is already taken; it and everything after it were skipped"
    assert problems == [f"game 1, line 2: {taken}"]


def test_a_stone_off_the_board_is_skipped_with_everything_after_it() -> None:
    (record,), problems = read("(;GM[4]SZ[9];B[aa];W[jj];B[bb])")
    assert moves_of(record) == [(0, 0)]
    assert problems[0].startswith("game 1, line 1: 'W[jj]' is not on the board")


def test_a_set_up_off_the_board_is_skipped_with_everything_after_it() -> None:
    (record,), problems = read("(;GM[4]SZ[9];AB[aa:jj];W[bb])")
    assert record.root.children[0].children == []
    assert "AB['aa:jj'] is not on the board" in problems[0]


def test_a_move_in_the_first_node_becomes_a_separate_node() -> None:
    for text in ("(;B[hh]SZ[19]C[x]GM[4];W[ss])", "(SZ[19]GM[4]B[hh]C[x];W[ss])"):
        (record,), problems = read(text)
        assert moves_of(record) == [(7, 7), (18, 18)]
        assert record.root.children[0].comment == "x"
        assert problems == []


def test_two_moves_and_a_set_up_in_one_node_become_three_nodes() -> None:
    (record,), problems = read("(;GM[4];AB[aa]W[bb]B[cc]C[x])")
    (set_up,) = record.root.children
    (white,) = set_up.children
    (black,) = white.children
    assert (len(set_up.stones), white.point, black.point) == (1, Point(1, 1), Point(2, 2))
    assert (black.comment, len(problems)) == ("x", 1)


def test_moves_of_one_node_are_read_in_the_order_of_the_file() -> None:
    line = [(7, 7), (6, 8), (9, 6), (8, 7)]
    for text in (
        "(;GM[4];B[hh]W[ig]B[gj]W[hi])",
        "(;GM[4]B[hh]W[ig]B[gj]W[hi])",
        "(GM[4]B[hh]W[ig]B[gj]W[hi])",
        "(;GM[4];C[x]B[hh]W[ig]B[gj]W[hi])",
        "(;B[hh]W[ig]B[gj]W[hi]GM[4])",
        "(;GM[4];B[hh];W[ig]B[gj]W[hi])",
    ):
        (record,), problems = read(text)
        assert moves_of(record) == line
        assert problems == [
            "1 node has more than one move; the moves were read in the order of the file"
        ]


def test_nodes_with_several_moves_are_reported_once_per_file() -> None:
    _, problems = read("(;GM[4];B[hh]W[ig];B[gj]W[hi];B[aa])" * 2)
    assert problems == [
        "4 nodes have more than one move; the moves were read in the order of the file"
    ]


def test_lower_case_letters_in_property_names_are_ignored() -> None:
    (record,), problems = read("(;GaMe[4]PlayerBlack[Ann];Black[hh];w[ii])")
    assert (record.first, moves_of(record)) == ("Ann", [(7, 7), (8, 8)])
    assert problems == []


def test_unknown_properties_are_reported_once_per_file() -> None:
    _, problems = read("(;GM[4]KM[6.5];B[hh]BM[1];W[ii]BM[1]BL[30])")
    assert problems == ["4 properties were ignored: BM, KM, BL"]


def test_other_games_are_read_as_five_in_a_row() -> None:
    (record,), problems = read("(;GM[1]RU[Japanese];B[ss];W[aa])")
    assert (record.rules.width, moves_of(record)) == (19, [(18, 18), (0, 0)])
    assert problems == [
        "game 1, line 1: GM '1' is not five in a row, GM 4; it was read as five in a row"
    ]


def test_every_problem_has_its_line_number() -> None:
    _, problems = read("(;GM[4]\n;B[hh]CR[zz]\n\n]\n;W[ii]\nCR[zz]\n)\n(;GM[5])")
    places = ["game 1, line 4", "game 1, line 2", "game 1, line 5", "game 2, line 8"]
    assert [problem.partition(":")[0] for problem in problems] == places


def test_tt_is_not_a_pass_on_boards_larger_than_19() -> None:
    (record,), problems = read("(;GM[4]SZ[20:10];B[tt])")
    assert (record.root.children, len(problems)) == ([], 1)


@pytest.mark.parametrize(
    "text, moves, problem",
    [
        ("(;GM[4];B[hh];W[ii]", 2, "the end of the game is missing"),
        ("(;GM[4];B[hh];W[ii", 1, "a [ is never closed"),
        ("(;GM[4];B[hh]C[a]b];W[ii])", 2, "unexpected text 'b]'"),
        ("(;GM[4];B[hh][;W[ii])", 1, "unexpected text '[;W[ii]'"),
        ("(;GM[4]SZ[99];B[hh];W[ii])", 2, "unknown board size '99'"),
        ("(;GM[4]RU[my own];B[hh];W[ii])", 2, "unknown rules 'my own'"),
        ("(;GM[4]RE[soon];B[hh];W[ii])", 2, "unknown result 'soon'"),
        ("(;GM[4];B[hh]CR[zz];W[ii])", 2, "the circle at 'zz' is not on a point of the board"),
        ("(;GM[4]CA[klingon];B[hh];W[ii])", 2, "not in the code page 'klingon'"),
    ],
)
def test_problems_are_reported_and_the_rest_is_read(text: str, moves: int, problem: str) -> None:
    (record,), problems = read(text)
    assert any(problem in reported for reported in problems)
    assert len(record.moves()) == moves


def test_a_hundred_thousand_nested_variations_are_read() -> None:
    count = 100_000
    text = "(;GM[4]" + "(;" * count + ")" * count + ")"
    (record,), problems = read(text)
    assert max(visit.depth for visit in visits(record.root)) == MAX_DEPTH
    assert [problem for problem in problems if "10,000 nodes" in problem]


def test_a_long_line_of_passes_is_cut_off() -> None:
    (record,), problems = read("(;GM[4]" + ";B[tt];W[tt]" * 30_000 + ")")
    assert len(record.line()) == MAX_DEPTH
    assert len(problems) == 1


def test_rectangles_in_a_small_file_cannot_use_much_memory() -> None:
    text = "(;GM[4]SZ[52]" + ";AB[aa:ZZ]" * 2_000 + ")"
    tracemalloc.start()
    _, problems = read(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert problems
    assert peak < 20_000_000


def test_repeated_properties_are_read_quickly() -> None:
    count = 20_000
    (record,), _ = read("(;GM[4]" + "C[abc]" * count + ";AB[aa]" + "AB[bb]" * count + ")")
    assert len(record.root.comment) == 4 * count - 1
    assert len(record.root.children[0].stones) == 2


def test_a_node_of_a_large_tree_takes_little_memory() -> None:
    text = "(;GM[4]" + "(;B[aa];W[bb];B[cc])" * 10_000 + ")"
    tracemalloc.start()
    (record,), _ = read(text)
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(record.root.children) == 10_000
    assert held / 30_000 < 300


@pytest.mark.parametrize(
    "names, problem",
    [
        ("A", "1 property was ignored: XA"),
        ("AB", "2 properties were ignored: XA, XB"),
        ("ABB", "3 properties were ignored: XB, XA"),
        ("ABCDEFGHIJ", "10 properties were ignored: XA, XB, XC, XD, XE, XF, XG, XH, XI, XJ"),
        ("ABCDEFGHIJK", "11 properties were ignored: XA, XB, XC, XD, XE, XF, XG, XH, XI, XJ, ..."),
    ],
)
def test_unknown_properties_are_counted_and_named(names: str, problem: str) -> None:
    nodes = "".join(f";X{name}[x]" for name in names)
    assert read(f"(;GM[4]{nodes})")[1] == [problem]


@pytest.mark.parametrize("count, nodes", [(1, "1 node has"), (2, "2 nodes have")])
def test_nodes_with_several_moves_are_counted(count: int, nodes: str) -> None:
    text = "".join(f";B[a{row}]W[b{row}]" for row in "ab"[:count])
    (record,), problems = read(f"(;GM[4]{text})")
    assert len(record.moves()) == 2 * count
    what = "more than one move; the moves were read in the order of the file"
    assert problems == [f"{nodes} {what}"]


def test_a_problem_has_its_game_and_line() -> None:
    _, problems = read("\n(;GM[4]\n;B[hh]\n;B[hh])\n(;GM[4]SZ[15]\n;B[zz])")
    places = [problem.partition(": ")[0] for problem in problems]
    assert places == ["game 1, line 4", "game 2, line 6"]


def test_lines_are_counted_from_the_first_character() -> None:
    source = SgfSource("\na\nb", Reading())
    for at in (4, 0, 1, 3):
        source.note(at, "x")
    places = [problem.place for problem in source.reading.problems.kept]
    assert places == ["game 0, line 3", "game 0, line 1", "game 0, line 2", "game 0, line 3"]
