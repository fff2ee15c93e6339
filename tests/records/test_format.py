"""What each format refuses to write."""

import io

import pytest

from tengen.errors import RecordError
from tengen.records.formats import FORMATS
from tengen.records.game_tree import Stone
from tengen.records.reading import Writing
from tengen.records.record import Record, add_moves
from tengen.rules.coordinates import RowOne
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
