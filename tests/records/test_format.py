"""What each format refuses to write, and what is counted in a record."""

import io
import os
from pathlib import Path

import pytest

from tengen.errors import RecordError
from tengen.records.format import Feature, Survey, survey
from tengen.records.formats import FORMATS, bytes_read
from tengen.records.game_tree import Mark, MarkKind, Node, Sign, Stone, Visit
from tengen.records.reading import Writing
from tengen.records.record import UNKNOWN_RESULT, Record, Result, Score, add_moves
from tengen.rules.coordinates import RowOne
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import FREESTYLE_20, Player

ONE_GAME = sorted(name for name, format_ in FORMATS.items() if not format_.many)


def write(name: str, *records: Record) -> None:
    FORMATS[name].write(records, io.BytesIO(), Writing(RowOne.TOP))


def far_away() -> Record:
    record = Record(FREESTYLE_20)
    add_moves(record.root, [Point(18, 18), Point(0, 19)])
    return record


@pytest.mark.parametrize("name", ["rif", "pos", "lib"])
def test_a_board_of_another_size_is_refused(name: str) -> None:
    with pytest.raises(RecordError, match=rf"^game 1 cannot be written as {name}: .*20x20"):
        write(name, far_away())


@pytest.mark.parametrize("name", ["moves", "openings", "pos", "psq", "rec", "rif", "sav"])
def test_a_set_up_position_is_refused(name: str) -> None:
    record = Record()
    record.root.stones = (Stone(Point(7, 7), Player.FIRST),)
    with pytest.raises(RecordError, match=f"^game 1 cannot be written as {name}: it starts from"):
        write(name, record)


@pytest.mark.parametrize("name", ONE_GAME)
def test_a_second_game_is_refused_if_a_file_holds_only_one(name: str) -> None:
    with pytest.raises(RecordError, match="holds only one game: write one file per game"):
        write(name, Record(), Record())


def test_a_binary_position_refuses_more_moves_than_points() -> None:
    record = Record()
    add_moves(record.root, [Point(7, 7)] * 226)
    with pytest.raises(RecordError, match="it has more than 225 moves"):
        write("pos", record)


def test_a_refused_game_is_named_by_its_number() -> None:
    with pytest.raises(RecordError, match=r"^game 2 cannot be written as rif"):
        write("rif", Record(), far_away(), Record())


@pytest.mark.parametrize(
    "result, count",
    [
        (UNKNOWN_RESULT, 0),
        (Result(Score.FIRST, Termination.LINE), 0),
        (Result(Score.FIRST, Termination.RESIGNED), 1),
    ],
)
def test_only_a_result_that_the_board_does_not_show_is_counted(result: Result, count: int) -> None:
    assert survey(Record(result=result))[Feature.RESULT] == count


def test_a_changed_turn_is_counted_unless_stones_are_set_up() -> None:
    changed = Record(root=Node(turn=Player.SECOND))
    assert survey(changed) == {Feature.TURNS: 1}
    stones = (Stone(Point(7, 7), Player.FIRST),)
    assert survey(Record(root=Node(stones=stones, turn=Player.SECOND))) == {Feature.SETUP: 1}
    assert survey(Record(root=Node(turn=Player.FIRST))) == {}


def test_moves_out_of_turn_and_passes_are_counted() -> None:
    record = Record()
    first = Node(Player.FIRST, Point(7, 7))
    record.root.children.append(first)
    assert survey(record) == {Feature.MOVES: 1}
    first.children.append(Node(Player.SECOND))
    assert survey(record) == {Feature.MOVES: 1, Feature.TURNS: 1}
    first.children[0].children.append(Node(Player.SECOND, Point(8, 8)))
    assert survey(record)[Feature.TURNS] == 2


def test_labels_marks_comments_and_variations_are_counted() -> None:
    record = Record(first="Anna")
    marks = (Mark(MarkKind.LABEL, Point(0, 0), "a"), Mark(MarkKind.CIRCLE, Point(1, 1)))
    for col in (6, 7):
        record.root.children.append(Node(Player.FIRST, Point(7, col), comment="c", marks=marks))
    assert survey(record) == {
        Feature.PLAYERS: 1,
        Feature.MOVES: 1,
        Feature.VARIATIONS: 1,
        Feature.COMMENTS: 2,
        Feature.LABELS: 2,
        Feature.MARKS: 2,
    }


def test_the_bytes_read_from_a_pipe_are_unknown(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(b"h8 i9")
    with path.open("rb") as file:
        file.read(2)
        assert bytes_read(file) == 2
    reader, writer = os.pipe()
    os.close(writer)
    with open(reader, "rb") as pipe:
        assert bytes_read(pipe) == 0


def test_every_feature_of_a_tree_is_counted() -> None:
    label, ring = Mark(MarkKind.LABEL, Point(0, 0), "a"), Mark(MarkKind.CIRCLE, Point(0, 1))
    record = Record(first="Ann", opening="pro", clock="5+0", tags={"event": "x", "date": ""})
    record.root.stones = (Stone(Point(0, 2), Player.FIRST), Stone(Point(0, 3), Player.SECOND))
    node = Node(Player.FIRST, Point(7, 7), comment="c", time=0, evaluation="+1")
    node.marks, node.signs = (label, label, ring, ring, ring), (Sign.NOTED, Sign.START)
    node.children = [Node(Player.SECOND), Node(Player.SECOND, Point(8, 8))]
    record.root.children = [node]
    assert survey(record) == {
        Feature.PLAYERS: 1,
        Feature.OPENING: 1,
        Feature.CLOCK: 1,
        Feature.TAGS: 1,
        Feature.SETUP: 2,
        Feature.MOVES: 1,
        Feature.COMMENTS: 1,
        Feature.TIMES: 1,
        Feature.EVALUATIONS: 1,
        Feature.LABELS: 2,
        Feature.MARKS: 3,
        Feature.SIGNS: 2,
        Feature.VARIATIONS: 1,
        Feature.TURNS: 1,
    }


def test_counts_of_several_nodes_add_up() -> None:
    marked = Node(Player.FIRST, Point(0, 0), marks=(Mark(MarkKind.CROSS, Point(1, 1)),))
    counts = Survey(Record())
    walk = [Visit(depth, node, more=False) for depth, node in ((0, Node()), (1, marked))]
    assert list(counts.watch(walk + walk)) == walk + walk
    assert (counts.found[Feature.MARKS], counts.found[Feature.MOVES]) == (2, 1)


@pytest.mark.parametrize(
    "turns, count",
    [
        ([Player.FIRST, Player.SECOND, Player.FIRST], 0),
        ([Player.SECOND, Player.FIRST], 1),
        ([Player.FIRST, Player.FIRST, Player.SECOND], 1),
        ([Player.FIRST, Player.FIRST, Player.FIRST], 2),
    ],
)
def test_moves_out_of_turn_are_counted(turns: list[Player], count: int) -> None:
    record = Record()
    at = record.root
    for col, player in enumerate(turns):
        at.children = [Node(player, Point(0, col))]
        at = at.children[0]
    assert survey(record)[Feature.TURNS] == count


def test_a_turn_that_is_set_counts_unless_it_is_due_anyway_or_stones_are_set_up() -> None:
    record = Record()
    for turn, count in ((Player.FIRST, 0), (Player.SECOND, 1)):
        record.root.turn = turn
        assert survey(record)[Feature.TURNS] == count
    record.root.stones = (Stone(Point(0, 0), Player.FIRST),)
    assert survey(record)[Feature.TURNS] == 0
