"""Tengen's JSON records."""

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from kit.full_records import records
from kit.strategies import modest

from tengen.errors import RecordError
from tengen.records.format import Format
from tengen.records.game_tree import MAX_DEPTH, Mark, MarkKind, Node, Sign, Stone
from tengen.records.json_records import JSON, JSONL
from tengen.records.reading import Reading, Writing
from tengen.records.record import Record, Result, Score, add_moves
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

ROOT = Path(__file__).parent.parent.parent
HEAD = '{"format":"tengen-record","version":1,"rules":"15x15/5 freestyle"'


def read(text: str) -> tuple[list[Record], list[str]]:
    reading = Reading()
    found = list(JSON.read(io.BytesIO(text.encode()), reading))
    return found, [str(problem) for problem in reading.problems.kept]


def write(*games: Record, format_: Format = JSON) -> str:
    out = io.BytesIO()
    format_.write(games, out, Writing())
    return out.getvalue().decode()


@modest
@given(records())
def test_a_record_is_the_same_after_writing_and_reading(record: Record) -> None:
    assert read(write(record)) == ([record], [])


@modest
@given(records(), records())
def test_several_records_are_an_array_or_lines(one: Record, two: Record) -> None:
    array, lines = write(one, two), write(one, two, format_=JSONL)
    assert len(json.loads(array)) == 2
    assert [json.loads(line)["version"] for line in lines.splitlines()] == [1, 1]
    assert read(array) == read(lines) == ([one, two], [])


def test_a_simple_game_is_written_as_a_list_of_moves() -> None:
    record = Record(first="Ann")
    add_moves(record.root, [Point(7, 7), Point(6, 8)])
    assert write(record) == HEAD + ',"first":"Ann","nodes":["h8","i9"]}\n'
    assert write() == "[]\n"


def test_all_details_of_a_node_are_written() -> None:
    node = Node(Player.SECOND, Point(14, 0), [Node(Player.FIRST)], "good", time=12)
    node.marks = (Mark(MarkKind.LABEL, Point(0, 0), "x"),)
    node.signs = (Sign.NOTED,)
    record = Record(Rules(15, 15, 5, WinRule.RENJU), Node(children=[node, Node()]))
    record.root.stones = (Stone(Point(7, 7), Player.FIRST), Stone(Point(7, 8), None))
    written = json.loads(write(record))
    label = {"kind": "label", "point": "a15", "text": "x"}
    details = {"comment": "good", "marks": [label], "signs": ["noted"], "player": "second"}
    assert written["root"] == {"stones": [{"point": "h8", "player": "first"}, {"point": "i8"}]}
    assert written["nodes"] == [details | {"move": "a1", "time": 12}, "pass", {"depth": 1}]


def test_the_example_in_the_schema_can_be_read() -> None:
    shown = json.loads((ROOT / "docs" / "record.schema.json").read_text())["examples"]
    (record,), problems = read(json.dumps(shown[0]))
    assert problems == []
    assert record.result == Result(Score.FIRST, Termination.RESIGNED)
    assert len(record.root.children[0].children) == 2


def test_the_schema_is_up_to_date() -> None:
    import schema  # noqa: PLC0415 - a tool

    assert schema.TARGET.read_text() == schema.format_schema()


def test_unknown_fields_are_ignored() -> None:
    nodes = '["h8",{"move":"i9","colour":"red"}]'
    (record,), problems = read(HEAD + f',"mood":[{{}}],"nodes":{nodes}}}')
    assert (len(record.moves()), problems) == (2, [])


def test_an_object_may_span_several_lines() -> None:
    text = json.dumps(json.loads(HEAD + ',"nodes":["h8"]}'), indent=4)
    (record,), problems = read(f"\ufeff{text}\n\n")
    assert (record.moves(), problems) == ([Point(7, 7)], [])


@pytest.mark.parametrize(
    "text, why",
    [
        ("", "no record"),
        ("{}", "no record"),
        ("[]", "no record"),
        ("[1, 2]", "no record"),
        ("[{", "not JSON"),
        ("hello", "no record"),
        ('{\n"format":"tengen-record","version":1,"rules":5}', "Expected `str`, got `int`"),
        ('{\n"format":"tengen-record","version":1,"rules":"chess"}', "not a set of rules"),
        ('{\n"format":"tengen-record","version":2,"rules":"five"}', "needs a newer Tengen"),
        ("[" * 1_000_000, "nested too deeply"),
    ],
)
def test_a_file_without_a_valid_record_is_refused(text: str, why: str) -> None:
    with pytest.raises(RecordError, match=why):
        read(text)


def test_brackets_nested_too_deeply_in_an_unknown_field_are_reported() -> None:
    deep = HEAD + ',"mood":' + "[" * 1_000_000 + "]" * 1_000_000 + "}"
    found, problems = read(f"{HEAD}}}\n{deep}\n{HEAD}}}\n")
    assert len(found) == 2
    assert problems == ["line 2: brackets are nested too deeply"]


def test_an_invalid_line_or_element_is_skipped() -> None:
    bad = '{"format":"tengen-record","version":1,"rules":"15x15/5 chess"}'
    found, problems = read(f"{HEAD}}}\n{bad}\nhello\n{HEAD}}}")
    assert (len(found), len(problems)) == (2, 2)
    assert problems[0].startswith("line 2: not a set of rules")
    found, problems = read(f'[{HEAD}}}, {{"format":"x"}}]')
    assert (len(found), len(problems)) == (1, 1)
    assert problems[0].startswith("record 2: ")


def test_an_invalid_node_is_skipped_with_everything_after_it() -> None:
    nodes = '["h8","h8","i9",{"depth":2,"move":"p1"},{"depth":2,"move":"j9"},"j8"]'
    (record,), problems = read(HEAD + f',"nodes":{nodes}}}')
    assert record.moves() == [Point(7, 7), Point(6, 9), Point(7, 9)]
    assert len(record.root.children[0].children) == 1
    skipped = "it and everything after it were skipped"
    assert problems[0] == f"line 1, node 2: h8 is already taken; {skipped}"
    assert problems[1] == f"line 1, node 4: 'p1' is not a point of the board; {skipped}"


def test_a_depth_that_skips_nodes_is_reported() -> None:
    (record,), problems = read(HEAD + ',"nodes":["h8",{"depth":9,"move":"i9"}]}')
    assert len(record.moves()) == 2
    assert problems == ["line 1, node 2: depth 9 is too large after the previous node: 2 was used"]


def test_the_length_of_a_line_of_nodes_is_limited() -> None:
    (record,), problems = read(HEAD + ',"nodes":[' + ",".join(['"pass"'] * 50_000) + "]}")
    assert len(record.line()) == MAX_DEPTH
    assert len(problems) == 1


def test_texts_that_cannot_be_encoded_do_not_stop_the_writer() -> None:
    record = Record(first="\ud800\x00", tags={"\udfff": "x"})
    (again,), problems = read(write(record))
    assert (again.first, again.tags, problems) == ("?\x00", {"?": "x"}, [])
