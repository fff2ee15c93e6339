"""RenjuNet databases: the exact text that is written, and the exact values that are read."""

from __future__ import annotations

import gzip
import io
import zipfile

import pytest

from tengen import __version__
from tengen.errors import RecordError
from tengen.records import rif_reader, rif_xml
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record, Result, Score, add_moves
from tengen.records.rif import RIF
from tengen.rules.coordinates import RowOne
from tengen.rules.point import Point
from tengen.rules.rules import RENJU

TAGS = {
    "event": "Open",
    "date": "2024-08",
    "place": "Riga, Latvia",
    "opening name": "Kansei",
    "publisher": "Bob",
    "round": "F2",
    "fifth moves": "i8 j9",
    "swap": "R",
    "first time": "3600",
    "info": "a & b",
    "extra": '"x"',
    "empty": "",
}
WRITTEN = f"""<?xml version="1.0" encoding="UTF-8"?>
<database version="1.0" generator="Tengen {__version__}">
<countries>
<country id="1" name="Latvia"/>
</countries>
<cities>
<city id="1" name="Riga" country="1"/>
<city id="2" name="Riga"/>
</cities>
<rules>
<rule id="1" name="rif"/>
<rule id="2" name="renju"/>
</rules>
<openings>
<opening id="1" name="Kansei"/>
</openings>
<players>
<player id="1" surname="Bob"/>
<player id="2" name="Ann" surname="Ash"/>
<player id="3" name="Cy" surname="van Dyk"/>
<player id="4" surname="Cyr"/>
</players>
<tournaments>
<tournament id="1" name="Open" country="1" city="1" year="2024" month="8"/>
<tournament id="2" city="2" start="2024-08-01" end="2024-08-07"/>
</tournaments>
<games>
<game id="1" publisher="1" tournament="1" rule="1" black="2" white="3" bresult="0.5" \
opening="1" round="F2" alt="i8 j9" swap="R">
<move>h8 i9</move>
<info>a &amp; b</info>
<tag name="first time">3600</tag>
<tag name="extra">&quot;x&quot;</tag>
</game>
<game id="2" tournament="2" rule="2" black="2" white="4" bresult="0">
<move></move>
</game>
</games>
</database>
"""


def write(*games: Record, row_one: RowOne | None = None) -> str:
    out = io.BytesIO()
    RIF.write(games, out, Writing(row_one=row_one))
    return out.getvalue().decode()


def read(text: str, reading: Reading | None = None) -> tuple[list[Record], list[str]]:
    reading = reading or Reading()
    found = list(RIF.read(io.BytesIO(text.encode()), reading))
    return found, [str(problem) for problem in reading.problems.kept]


def tags_of(game: str, tables: str = "") -> dict[str, str]:
    """Return the tags of the only game of a database."""
    (record,), _ = read(f"<database>{tables}<games>{game}</games></database>")
    return record.tags


def two_games() -> list[Record]:
    one = Record(RENJU, first="Ash Ann", second="van Dyk Cy", opening="rif", tags=dict(TAGS))
    one.result = Result(Score.DRAW)
    add_moves(one.root, [Point(7, 7), Point(6, 8)])
    two = Record(RENJU, first="Ash Ann", second="Cyr", result=Result(Score.SECOND))
    two.tags = {"place": "Riga", "date": "2024-08-01/2024-08-07"}
    return [one, two]


def test_a_database_is_written_table_by_table() -> None:
    assert write(*two_games()) == WRITTEN


def test_what_is_written_is_read() -> None:
    one, two = two_games()
    del one.tags["empty"]
    assert read(WRITTEN) == ([one, two], [])


def test_row_one_can_be_written_at_the_top() -> None:
    assert "<move>h8 i7</move>" in write(*two_games(), row_one=RowOne.TOP)


@pytest.mark.parametrize(
    "date, attributes",
    [
        ("2024-12", 'year="2024" month="12"'),
        ("2024-01", 'year="2024" month="1"'),
        ("2024-13", 'start="2024-13"'),
        ("2024-00", 'start="2024-00"'),
        ("2024", 'start="2024"'),
        ("a/b", 'start="a" end="b"'),
        ("a/b/c", 'start="a" end="b/c"'),
        ("a/a", 'start="a/a"'),
        ("a/", 'start="a/"'),
        ("/b", 'start="/b"'),
    ],
)
def test_a_date_becomes_a_month_or_a_start_and_an_end(date: str, attributes: str) -> None:
    record = Record(RENJU, tags={"date": date})
    text = write(record)
    assert f'<tournament id="1" {attributes}/>' in text
    (again,), _ = read(text)
    assert again.tags == {"date": date}


@pytest.mark.parametrize(
    "place, city, country",
    [
        ("Riga", '<city id="1" name="Riga"/>', ""),
        ("A, B, C", '<city id="1" name="A, B" country="1"/>', '<country id="1" name="C"/>'),
        (", Latvia", '<city id="1" name=", Latvia"/>', ""),
        ("Riga, ", '<city id="1" name="Riga, "/>', ""),
    ],
)
def test_a_place_is_a_city_and_perhaps_a_country(place: str, city: str, country: str) -> None:
    text = write(Record(RENJU, tags={"place": place}))
    assert city in text
    assert country in text
    assert ("<country id" in text) is bool(country)


@pytest.mark.parametrize(
    "attributes, date",
    [
        ('start="a" end="b" year="2024" month="8"', "a/b"),
        ('start="a" end="a"', "a"),
        ('start="a"', "a"),
        ('year="2024" month="8"', "2024-08"),
        ('year="2024" month="11"', "2024-11"),
        ('year="2024" month="00"', "2024"),
        ('year="2024"', "2024"),
        ('month="8"', ""),
        ('end="b"', ""),
    ],
)
def test_the_date_of_a_tournament_is_read(attributes: str, date: str) -> None:
    tables = f'<tournaments><tournament id="1" {attributes}/></tournaments>'
    assert tags_of('<game tournament="1"/>', tables).get("date", "") == date


@pytest.mark.parametrize(
    "time, tags",
    [
        *[("3600", {"second time": "3600"}), ("10", {"second time": "10"})],
        *[("0", {}), ("00 ", {}), ("", {})],
    ],
)
def test_a_time_of_zero_is_no_time(time: str, tags: dict[str, str]) -> None:
    assert tags_of(f'<game wtime="{time}"/>') == tags


def test_the_country_of_a_tournament_comes_before_that_of_its_city() -> None:
    tables = (
        '<countries><country id="1" name="Latvia"/><country id="2" name="Japan"/></countries>'
        '<cities><city id="1" name="Riga" country="1"/></cities><tournaments>'
        '<tournament id="1" city="1" country="2"/><tournament id="2" city="1"/></tournaments>'
    )
    assert tags_of('<game tournament="1"/>', tables)["place"] == "Riga, Japan"
    assert tags_of('<game tournament="2"/>', tables)["place"] == "Riga, Latvia"


def test_missing_rows_are_counted_except_for_an_empty_number_and_zero() -> None:
    games = '<game black="4" white="0" publisher="" tournament="2" opening="3"/>'
    (record,), problems = read(f"<database><games>{games}</games></database>")
    assert (record.first, record.second) == ("player 4", "")
    assert record.tags == {"event": "tournament 2", "opening name": "opening 3"}
    missing = "names of players, tournaments and so on are missing from the tables"
    assert problems == [f"4 {missing}: their numbers were used instead"]


def test_the_texts_of_a_game_may_have_a_megabyte_together() -> None:
    limit = rif_reader.MAX_TEXT_LENGTH
    game = '<game id="7"><move>h8</move><info>{}</info></game>'
    (record,), problems = read(f"<database>{game.format('x' * (limit - 2))}</database>")
    assert (record.tags["info"], problems) == ("x" * (limit - 2), [])
    (record,), problems = read(f"<database>{game.format('x' * (limit - 1))}</database>")
    assert len(record.tags.get("info", "")) < limit - 1
    more = "the texts were cut off: they have more than 1,048,576 characters"
    assert problems == [f"line 1, game '7': {more}"]


def test_a_second_game_starts_with_nothing_of_the_first() -> None:
    text = '<game><move>h8</move><tag name="a">b</tag></game><game/>'
    (_, second), problems = read(f"<database>{text}</database>")
    assert (second.moves(), second.tags, problems) == ([], {}, [])


def test_moves_may_be_in_several_elements() -> None:
    (record,), problems = read("<database><game><move>h8</move><move>I9</move></game></database>")
    assert (record.moves(), problems) == ([Point(7, 7), Point(6, 8)], [])


def test_the_id_of_a_game_is_a_tag_unless_tengen_wrote_the_file() -> None:
    assert tags_of('<game id="7"/>') == {"id": "7"}
    (record,), _ = read('<database generator="Tengen 0"><game id="7"/></database>')
    assert record.tags == {}
    (record,), _ = read('<database generator="Other"><game id="7"/></database>')
    assert record.tags == {"id": "7"}


def test_elements_may_be_nested_fifty_deep() -> None:
    inside = rif_xml.MAX_NESTING - 1
    assert read(f"<database>{'<a>' * inside}{'</a>' * inside}</database>") == ([], [])
    why = "line 1: elements are nested more than 50 deep"
    with pytest.raises(RecordError, match=f"^{why}$"):
        read(f"<database>{'<a>' * (inside + 1)}")


def packed(size: int) -> bytes:
    """Return a compressed database without games that has this many bytes."""
    return gzip.compress(b"<database>" + b" " * (size - 21) + b"</database>")


def test_a_compressed_file_unpacks_to_a_hundred_times_its_size(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rif_xml, "MIN_LIMIT", 0)
    data = packed(90_000)
    with pytest.raises(RecordError, match=f"too large: more than {100 * len(data):,} bytes"):
        list(RIF.read(io.BytesIO(data), Reading()))


@pytest.mark.parametrize("name", ["MAX_RATIO", "MAX_UNPACKED_BYTES"])
def test_a_compressed_file_may_always_unpack_to_some_size(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(rif_xml, "MIN_LIMIT", 1000)
    monkeypatch.setattr(rif_xml, name, 0)
    assert list(RIF.read(io.BytesIO(packed(1000)), Reading())) == []
    with pytest.raises(RecordError, match="too large: more than 1,000 bytes"):
        list(RIF.read(io.BytesIO(packed(1001)), Reading()))


def local_header(name: bytes) -> bytes:
    """Return the start of a .zip file."""
    return b"PK\x03\x04" + bytes(22) + len(name).to_bytes(2, "little") + b"\0\0" + name


@pytest.mark.parametrize(
    "head, is_rif",
    [
        (b"<?xml?>\n<database", True),
        (b"<databas", False),
        (local_header(b"a.rif") + b"x", True),
        (local_header(b"A.XML"), True),
        (local_header(b"a.txt") + b".rif", False),
        (gzip.compress(b"<database>"), True),
        (gzip.compress(b" " * 4086 + b"<database>"), True),
        (gzip.compress(b" " * 4096 + b"<database>"), False),
        (b"\x1f\x8b<database", False),
    ],
    ids=[
        *("plain", "cut", "zip", "zip in capitals", "other zip"),
        *("gzip", "late in gzip", "too late in gzip", "no gzip"),
    ],
)
def test_the_format_is_detected_by_its_start(head: bytes, is_rif: bool) -> None:  # noqa: FBT001
    assert RIF.resembles(head) is is_rif


def test_many_elements_may_follow_each_other() -> None:
    assert read(f"<database>{'<a></a>' * 100}</database>") == ([], [])


def test_a_zip_file_may_use_the_usual_compression_only() -> None:
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_LZMA):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", method) as archive:
            archive.writestr("a.rif", "<database/>")
        source = io.BytesIO(out.getvalue())
        if method != zipfile.ZIP_LZMA:
            assert list(RIF.read(source, Reading())) == []
            continue
        why = "the compression of the .zip file is not supported: unpack it first"
        with pytest.raises(RecordError, match=why):
            list(RIF.read(source, Reading()))
