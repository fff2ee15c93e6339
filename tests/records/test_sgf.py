"""Reading and writing valid SGF files."""

import io

import pytest
from hypothesis import given
from kit.full_records import records
from kit.strategies import modest

from tengen.records.game_tree import Mark, MarkKind, Node, Sign, Stone, Visit
from tengen.records.reading import Problems, Reading, Writing
from tengen.records.record import Record, Result, Score, add_moves
from tengen.records.sgf import SGF
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

BLACK, WHITE = Player.FIRST, Player.SECOND


def read(data: bytes | str, reading: Reading | None = None) -> list[Record]:
    data = data.encode() if isinstance(data, str) else data
    return list(SGF.read(io.BytesIO(data), reading or Reading()))


def read_clean(data: bytes | str) -> Record:
    reading = Reading()
    (record,) = read(data, reading)
    assert reading.problems == Problems()
    return record


def write(*games: Record, encoding: str | None = None) -> bytes:
    out = io.BytesIO()
    SGF.write(games, out, Writing(encoding=encoding))
    return out.getvalue()


@modest
@given(records())
def test_a_record_is_the_same_after_writing_and_reading(record: Record) -> None:
    reading = Reading()
    assert read(write(record), reading) == [record]
    assert reading.problems == Problems()


@modest
@given(records(), records())
def test_a_file_may_hold_several_games(one: Record, two: Record) -> None:
    assert read(write(one, two, one)) == [one, two, one]


def test_points_are_column_and_row_from_the_top_left() -> None:
    record = read_clean("(;GM[4]SZ[15];B[hh];W[ah];B[ao])")
    assert record.moves() == [Point(7, 7), Point(7, 0), Point(14, 0)]
    assert record.rules == Rules(15, 15, 5)


def test_boards_may_be_oblong_and_points_may_have_capital_letters() -> None:
    record = read_clean("(;GM[4]SZ[52:30];B[Zz];W[AD])")
    assert (record.rules.width, record.rules.height) == (52, 30)
    assert record.moves() == [Point(25, 51), Point(29, 26)]
    assert b"SZ[52:30]" in write(record)


def test_a_pass_is_empty_or_tt_on_boards_up_to_19x19() -> None:
    root = read_clean("(;GM[4]SZ[19];B[];W[tt];B[aa])").root
    assert [node.is_pass for node in (root.children[0], root.children[0].children[0])] == [True] * 2
    (large,) = read_clean("(;GM[4]SZ[20];B[tt])").root.children
    assert large.point == Point(19, 19)


def test_set_ups_may_be_rectangles_and_may_be_in_any_node() -> None:
    root = read_clean("(;GM[4]SZ[15]AB[aa:ba][cc]AW[dd]PL[W];W[ee];AE[aa];B[aa])").root
    assert root.stones[:2] == (Stone(Point(0, 0), BLACK), Stone(Point(0, 1), BLACK))
    assert root.stones[2:] == (Stone(Point(2, 2), BLACK), Stone(Point(3, 3), WHITE))
    assert root.turn is WHITE
    later = root.children[0].children[0]
    assert later.stones == (Stone(Point(0, 0), None),)
    assert later.children[0].point == Point(0, 0)


def test_variations_are_in_parentheses() -> None:
    root = read_clean("(;GM[4];B[hh](;W[ii];B[jj](;W[kk])(;W[ll]))(;W[gg]))").root
    answers = root.children[0].children
    assert [node.point for node in answers] == [Point(8, 8), Point(6, 6)]
    assert [node.point for node in answers[0].children[0].children] == [
        Point(10, 10),
        Point(11, 11),
    ]


def test_marks_labels_and_signs_are_read() -> None:
    text = "(;GM[4];B[hh]CR[aa]TR[bb]SQ[cc]MA[dd]LB[ee:1\\:a][ff:b]HO[2]SL[aa]TNSIGN[start])"
    node = read_clean(text).root.children[0]
    kinds = [MarkKind.CIRCLE, MarkKind.TRIANGLE, MarkKind.SQUARE, MarkKind.CROSS]
    points = [Point(at, at) for at in range(6)]
    shapes = [Mark(kind, point) for kind, point in zip(kinds, points[:4], strict=True)]
    labels = [Mark(MarkKind.LABEL, points[4], "1:a"), Mark(MarkKind.LABEL, points[5], "b")]
    assert list(node.marks) == [*shapes, *labels]
    assert node.signs == (Sign.NOTED, Sign.START)


def test_escapes_and_soft_line_breaks_are_decoded() -> None:
    text = "(;GM[4]C[a\\]b\\\\c\\\nd\ne\\:f\tg\r\nh]PB[two\nlines];B[hh])"
    record = read_clean(text)
    assert record.root.comment == "a]b\\cd\ne:f g\nh"
    assert record.first == "two lines"


def test_the_name_of_a_node_becomes_the_first_line_of_its_comment() -> None:
    record = read_clean("(;GM[4]GC[the game];B[hh]C[good]N[trap])")
    assert record.root.comment == "the game"
    assert record.root.children[0].comment == "trap\ngood"


def test_all_facts_are_read() -> None:
    text = (
        "(;GM[4]FF[4]PB[Ann]PW[Ben]DT[2024-05-01]EV[Open]RO[3]PC[Riga]AN[Cat]CP[free]GN[final]"
        "SO[paper]ON[Kagetsu]5A[e5 f6]BR[1 dan]TM[600]OT[5s increment]RU[Renju, RIF]RE[W+T])"
    )
    record = read_clean(text)
    assert (record.first, record.second, record.clock) == ("Ann", "Ben", "10+5")
    assert (record.rules.win, record.opening) == (WinRule.RENJU, "RIF")
    assert record.result == Result(Score.SECOND, Termination.TIME)
    tags = ("2024-05-01", "Open", "3", "Riga", "Cat", "free", "final", "paper", "Kagetsu")
    assert list(record.tags.values()) == [*tags, "e5 f6", "1 dan"]
    assert record.tags["fifth moves"] == "e5 f6"


@pytest.mark.parametrize(
    "text, score, reason",
    [
        ("B+R", Score.FIRST, Termination.RESIGNED),
        ("W+Time", Score.SECOND, Termination.TIME),
        ("B+F", Score.FIRST, Termination.FOUL),
        ("W+", Score.SECOND, Termination.UNKNOWN),
        ("B+1", Score.FIRST, Termination.UNKNOWN),
        ("0", Score.DRAW, Termination.UNKNOWN),
        ("Draw", Score.DRAW, Termination.UNKNOWN),
        ("Void", Score.UNKNOWN, Termination.ABORTED),
        ("?", Score.UNKNOWN, Termination.UNKNOWN),
    ],
)
def test_every_kind_of_result_is_read(text: str, score: Score, reason: Termination) -> None:
    assert read_clean(f"(;GM[4]RE[{text}])").result == Result(score, reason)


@pytest.mark.parametrize("score, code", [(Score.FIRST, b"RE[B+F]"), (Score.SECOND, b"RE[W+F]")])
def test_an_abandoned_game_is_a_forfeit_with_a_property_for_the_reason(
    score: Score, code: bytes
) -> None:
    record = Record(result=Result(score, Termination.LEFT))
    text = write(record)
    assert code in text
    assert b"TNEND[left]" in text
    assert read_clean(text).result == record.result


@pytest.mark.parametrize(
    "text, win, opening",
    [
        ("0", WinRule.FREESTYLE, ""),
        ("1", WinRule.STANDARD, ""),
        ("2", WinRule.RENJU, ""),
        ("4", WinRule.RENJU, ""),
        ("8", WinRule.CARO_LONG, ""),
        ("9", WinRule.CARO_EXACT, ""),
        ("caro", WinRule.CARO, ""),
        ("Gomoku", WinRule.FREESTYLE, ""),
        ("Standard gomoku, swap2", WinRule.STANDARD, "swap2"),
        ("RIF", WinRule.RENJU, "rif"),
        ("Soosyrv 8", WinRule.RENJU, "soosyrv-8"),
        ("Long Pro", WinRule.FREESTYLE, "long pro"),
        ("renju, what they like", WinRule.RENJU, "what they like"),
    ],
)
def test_rules_are_read_by_many_names(text: str, win: WinRule, opening: str) -> None:
    record = read_clean(f"(;GM[4]SZ[15]RU[{text}])")
    assert (record.rules.win, record.opening) == (win, opening)


@pytest.mark.parametrize(
    "text, clock",
    [
        ("TM[300]", "5+0"),
        ("TM[300]OT[3s increment]", "5+3"),
        ("TM[90]", "90 seconds"),
        ("TM[300.0]OT[5x30 byo-yomi]", "300 seconds, 5x30 byo-yomi"),
        ("OT[30s]", "30s"),
    ],
)
def test_clocks_are_read(text: str, clock: str) -> None:
    assert read_clean(f"(;GM[4]{text})").clock == clock


def test_rules_for_another_line_length_are_written_and_read() -> None:
    record = Record(Rules(7, 6, 4, WinRule.STANDARD))
    assert b"RU[7x6/4 standard]" in write(record)
    assert read_clean(write(record)) == record


def test_missing_rules_are_taken_from_the_options() -> None:
    reading = Reading(rules=Rules(20, 20, 5, WinRule.STANDARD))
    (record,) = read("(;GM[4];B[tt])", reading)
    assert record.rules == reading.rules
    assert record.moves() == [Point(19, 19)]


def test_c_gomoku_cli_has_times_in_comments_and_the_end_in_TE() -> None:  # noqa: N802
    text = (
        "(;FF[4]GM[4]GN[1]RU[4]SZ[15]PB[a]PW[b]RE[W+1]TE[White win by time forfeit]\n"
        ";B[hh]C[opening move]\n;W[hi]C[120ms];B[ii]C[7ms]\n)\n"
    )
    record = read_clean(text)
    assert record.result == Result(Score.SECOND, Termination.TIME)
    assert [node.time for node in record.line()] == [None, 120, 7]
    assert [node.comment for node in record.line()] == ["opening move", "", ""]


def test_numbers_in_other_comments_are_not_times() -> None:
    (node,) = read_clean("(;GM[4];B[hh]C[120])").root.children
    assert (node.time, node.comment) == (None, "120")


@pytest.mark.parametrize("name", ["utf-8", "gbk", "shift_jis", "cp1252", "utf-16"])
def test_a_written_code_page_is_read(name: str) -> None:
    text = "naïve" if name == "cp1252" else "五子棋"
    record = Record(first=text)
    record.root.comment = f"{text}]\\"
    data = write(record, encoding=name)
    assert name == "utf-16" or f"CA[{name.upper()}]".encode() in data
    reading = Reading(encoding=name if name == "utf-16" else None)
    assert read(data, reading) == [record]


@pytest.mark.parametrize("text, name", [("黑棋胜 五子棋", "gbk"), ("Café à la Réti", "cp1252")])
def test_an_undeclared_code_page_is_guessed(text: str, name: str) -> None:
    assert read_clean(f"(;GM[4]PB[{text}])".encode(name)).first == text


def test_texts_that_cannot_be_encoded_do_not_stop_the_writer() -> None:
    record = Record(first="\ud800\x00x", tags={"a:b]": "c\nd"}, clock="\x1b[0m")
    (again,) = read(write(record))
    assert again.first == "? x"
    assert again.tags == {"a:b]": "c d"}


def test_ten_moves_are_written_per_line() -> None:
    record = Record()
    add_moves(record.root, [Point(0, col) for col in range(12)])
    lines = write(record).decode().splitlines()
    assert [line.count(";") for line in lines] == [1, 0, 10, 2]
    assert lines[0].startswith("(;FF[4]GM[4]CA[UTF-8]AP[Tengen:")


def test_a_walk_is_written_without_the_tree() -> None:
    nodes = [Node(), Node(BLACK, Point(7, 7)), Node(WHITE, Point(0, 0)), Node(WHITE, Point(0, 1))]
    shape = [(0, False), (1, False), (2, True), (2, False)]
    walk = [Visit(depth, node, more) for node, (depth, more) in zip(nodes, shape, strict=True)]
    out = io.BytesIO()
    assert SGF.stream_out is not None
    SGF.stream_out(Record(), walk, out, Writing())
    assert out.getvalue().endswith(b"\n;B[hh]\n(;W[aa])\n(;W[ba]))\n")


def test_the_opening_of_gomoku_quest_comes_first() -> None:
    record = read_clean("(;GM[4]SZ[15]GN[gomokuquest];QPR[hh,hg,jf];QSLW[ig];B[gg];W[ii])")
    points = [Point(7, 7), Point(6, 7), Point(5, 9), Point(6, 8), Point(6, 6), Point(8, 8)]
    assert record.moves() == points


def test_a_choice_without_a_stone_does_not_change_the_turn() -> None:
    record = read_clean("(;GM[4]SZ[15];QPR[hh,hg,jf];QSLB[];W[ii];B[gg])")
    players = [node.player for node in record.line() if node.player]
    assert players == [BLACK, WHITE, BLACK, WHITE, BLACK]


def test_an_opening_of_gomoku_quest_off_the_board_is_reported() -> None:
    reading = Reading()
    (record,) = read("(;GM[4]SZ[15];QPR[hh,zz];B[gg])", reading)
    assert record.moves() == [Point(7, 7)]
    assert "'W[zz]' is not on the board" in str(reading.problems.kept[0])
