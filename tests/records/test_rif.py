"""RenjuNet databases: plain, compressed, damaged and malicious."""

import gzip
import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.full_records import records
from kit.strategies import modest, some_rules

from tengen.errors import RecordError
from tengen.records.format import Feature
from tengen.records.game_tree import Stone
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record, Result, Score, add_moves
from tengen.records.rif import RIF
from tengen.rules.coordinates import RowOne
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import RENJU, Rules, WinRule

SAMPLE = """<?xml version="1.0" encoding="UTF-8"?>
<database version="1.0" date="2026-01-02">
<!-- COPYRIGHT &copy; -->
<countries><country id="1" name="Estonia" abbr="EST" /></countries>
<cities><city id="7" country="1" name="Tallinn" /></cities>
<months><month id="8" name="August" /></months>
<rules>
<rule id="1" name="RIF" category="1"><info>the old one</info></rule>
<rule id="2" name="Taraguchi-10" />
<rule id="3" name="Gomoku, swap2" />
</rules>
<openings><opening id="21" abbr="D1" name="Kansei" /></openings>
<players>
<player id="1" name="Ann" surname="Ash" country="1" city="7" />
<player id="2" name="" surname="Br&#246;ck" />
</players>
<tournaments>
<tournament id="5" name="Open &amp; free" country="1" city="7" year="2005" month="8"
  start="2005-08-01" end="2005-08-07" rule="1" rated="1" />
<tournament id="6" name="League" country="1" year="2006" month="8" />
</tournaments>
<games>
<game id="9" publisher="2" tournament="5" round="F2" rule="1" black="1" white="2" bresult="1"
  btime="3600" wtime="0" opening="21" alt="i8 j9" swap="R"><move>h8 h9 a1</move></game>
<game id="10" tournament="6" rule="2" black="2" white="1" bresult="0.5"><move>h8 i9</move>
<info>a note</info></game>
<game id="11" tournament="0" rule="3" bresult="0"><move></move></game>
</games>
</database>
"""

BOMB = b"<database>" + b" " * 50_000_000


def read(data: bytes | str, reading: Reading | None = None) -> tuple[list[Record], list[str]]:
    reading = reading or Reading()
    data = data.encode() if isinstance(data, str) else data
    found = list(RIF.read(io.BytesIO(data), reading))
    return found, [str(problem) for problem in reading.problems.kept]


def write(*games: Record) -> bytes:
    out = io.BytesIO()
    RIF.write(games, out, Writing())
    return out.getvalue()


def zipped(name: str, data: bytes, *others: str) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, data)
        for other in others:
            archive.writestr(other, b"x")
    return out.getvalue()


def game(inside: str) -> str:
    return f"<database><games>{inside}</games></database>"


@modest
@given(records(RIF.holds, some_rules(st.just(15))))
def test_a_record_is_the_same_after_writing_and_reading(record: Record) -> None:
    assert RIF.objection(record) == ""
    assert read(write(record, record)) == ([record, record], [])


def test_other_board_sizes_cannot_be_written() -> None:
    assert "must be 15x15, not 15x14" in RIF.objection(Record(Rules(15, 14, 5)))


def test_games_get_their_facts_from_the_tables() -> None:
    (one, two, three), problems = read(SAMPLE)
    assert problems == []
    assert (one.first, one.second, one.rules, one.opening) == ("Ash Ann", "Bröck", RENJU, "rif")
    assert one.tags == {
        "event": "Open & free",
        "date": "2005-08-01/2005-08-07",
        "place": "Tallinn, Estonia",
        "opening name": "Kansei",
        "publisher": "Bröck",
        "round": "F2",
        "fifth moves": "i8 j9",
        "swap": "R",
        "first time": "3600",
        "id": "9",
    }
    assert (two.opening, two.tags["date"], two.tags["place"]) == (
        "taraguchi-10",
        "2006-08",
        "Estonia",
    )
    assert two.tags["info"] == "a note"
    assert (three.rules.win, three.opening) == (WinRule.FREESTYLE, "swap2")


def test_row_one_is_at_the_bottom_unless_the_options_say_otherwise() -> None:
    (one, *_), _ = read(SAMPLE)
    assert one.moves() == [Point(7, 7), Point(6, 7), Point(14, 0)]
    (one, *_), _ = read(SAMPLE, Reading(row_one=RowOne.TOP))
    assert one.moves() == [Point(7, 7), Point(8, 7), Point(0, 0)]


def test_results_are_the_points_of_black() -> None:
    found, _ = read(SAMPLE)
    scores = [Score.FIRST, Score.DRAW, Score.SECOND]
    assert [record.result for record in found] == [Result(score) for score in scores]
    again, _ = read(write(*found))
    assert again == found
    assert RIF.losses(Record(result=Result(Score.FIRST, Termination.TIME)))[Feature.RESULT] == 1


def test_tables_are_written_before_the_games() -> None:
    record = Record(RENJU, first="Ash Ann", second="Cyr", opening="rif", tags={"event": "A<B"})
    add_moves(record.root, [Point(7, 7), Point(6, 8)])
    text = write(record, record).decode()
    assert '<player id="1" name="Ann" surname="Ash"/>\n<player id="2" surname="Cyr"/>' in text
    assert '<rule id="1" name="rif"/>' in text
    assert '<tournament id="1" name="A&lt;B"/>' in text
    assert '<game id="2" tournament="1" rule="1" black="1" white="2">\n<move>h8 i9</move>' in text


def test_set_up_positions_cannot_be_written() -> None:
    record = Record(RENJU)
    record.root.stones = (Stone(Point(7, 7), None),)
    assert "set-up" in RIF.objection(record)


def test_a_compressed_database_is_read() -> None:
    expected = read(SAMPLE)
    data = SAMPLE.encode()
    for packed in (zipped("db/Renju.RIF", data, "readme.txt"), gzip.compress(data)):
        assert RIF.resembles(packed[:4096])
        assert read(packed) == expected


def test_a_stream_that_cannot_seek_may_be_compressed() -> None:
    for data in (SAMPLE.encode(), gzip.compress(SAMPLE.encode())):
        source = io.BytesIO(data)
        source.seekable = lambda: False  # type: ignore[method-assign]
        assert len(list(RIF.read(source, Reading()))) == 3


@pytest.mark.parametrize(
    "data, why",
    [
        (zipped("a.rif", b"", "b.xml"), "holds 2 databases"),
        (zipped("a.txt", b""), "holds 0 databases"),
        (zipped("a.rif", BOMB), "too large: more than"),
        (gzip.compress(BOMB), "too large: more than"),
        (zipped("a.rif", SAMPLE.encode())[:-30], "the .zip file is damaged"),
        (gzip.compress(SAMPLE.encode())[:-30], "the compressed file is damaged"),
        (b"PK\x03\x04hello", "the .zip file is damaged"),
    ],
    ids=["two", "none", "zip bomb", "gzip bomb", "cut zip", "cut gzip", "no zip"],
)
def test_damaged_and_unsuitable_compressed_files_are_refused(data: bytes, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        read(data)


@pytest.mark.parametrize(
    "text, why",
    [
        ("", "not a RenjuNet database"),
        ("hello", "not a RenjuNet database"),
        ("<html></html>", "it starts with"),
        ('<!DOCTYPE d [<!ENTITY a "b">]><database/>', "document type"),
        ('<!DOCTYPE d SYSTEM "http://example.org/x.dtd"><database/>', "document type"),
        ("<database>" + "<a>" * 100_000, "nested more than 50 deep"),
        ('<?xml version="1.0" encoding="klingon"?><database/>', "not a RenjuNet database"),
    ],
)
def test_files_that_are_not_databases_or_are_dangerous_are_refused(text: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        read(text)


def test_games_before_an_xml_error_are_read() -> None:
    text = game('<game id="1"><move>h8</move></game>\n<game id="2"><move>h8 & i9</move></game>')
    (record,), problems = read(text)
    assert record.moves() == [Point(7, 7)]
    assert problems[0].startswith("line 2: ")
    assert problems[0].endswith("the rest of the file was skipped")


def test_moves_are_read_up_to_the_first_wrong_one() -> None:
    text = game('<game id="3"><move>h8 zz9 i9</move></game><game id="4"><move>H8 h8</move></game>')
    found, problems = read(text)
    assert [len(record.moves()) for record in found] == [1, 1]
    end = "the rest of the game was skipped"
    assert problems == [
        f"line 1, game '3': 'zz9' is not a point of the board; {end}",
        f"line 1, game '4': 'h8' is already taken; {end}",
    ]


def test_numbers_replace_names_that_come_after_the_games() -> None:
    text = game('<game black="4" tournament="2"><move>h8</move></game>').replace(
        "</games>", '</games><players><player id="4" surname="Late"/></players>'
    )
    (record,), problems = read(text)
    assert (record.first, record.tags["event"]) == ("player 4", "tournament 2")
    assert problems[0].endswith("their numbers were used instead")


def test_the_length_of_texts_and_tags_is_limited() -> None:
    found, problems = read(game(f"<game><info>{'x' * 2_000_000}</info></game>"))
    assert [record.tags.get("info", "") for record in found] < ["x" * 1_048_577]
    assert "more than 1,048,576 characters" in problems[0]
    found, problems = read(game(f'<game/><game id="{"x" * 4_000_000}"/>'))
    assert len(found) == 1
    assert "longer than 1,048,576 bytes" in problems[0]


def test_the_code_page_can_be_given() -> None:
    text = game("<game><info>五子棋</info></game>").encode("gbk")
    (record,), _ = read(text, Reading(encoding="gbk"))
    assert record.tags["info"] == "五子棋"
    found, problems = read(text)
    assert (found, len(problems)) == ([], 1)


def test_texts_that_xml_cannot_hold_do_not_stop_the_writer() -> None:
    record = Record(RENJU, first="\ud800\x00\uffffx", tags={"a\nb": "]]>\x1b"})
    (again,), problems = read(write(record))
    assert (again.first, problems) == ("?  x", [])
    assert again.tags == {"a b": "]]> "}
