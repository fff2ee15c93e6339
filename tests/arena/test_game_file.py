from __future__ import annotations

from pathlib import Path

import pytest

from tengen.arena.game_file import GameFile, GameFolder, open_games
from tengen.errors import RecordError
from tengen.records.formats import read_records
from tengen.records.record import Record, Result, Score, add_moves
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import Rules, WinRule

SUFFIXES = ["txt", "games", "jsonl", "sgf"]


def game(number: int, win: WinRule = WinRule.FREESTYLE) -> Record:
    """Return a won game of an opening of a move and three moves of engines."""
    record = Record(Rules(15, 15, 5, win), first="one", second="two")
    record.result = Result(Score.SECOND, Termination.TIME)
    add_moves(record.root, [Point(number, col) for col in range(4)])
    for node in record.line()[1:]:
        node.time, node.evaluation = 100 + number, "-35"
    return record


def keep(path: Path, *numbers: int, goes_on: bool = False) -> list[bool]:
    """Add games, each of which must be in the file at once; return which are new."""
    file = open_games(str(path), goes_on=goes_on)
    added = []
    for number in numbers:
        before = path.read_bytes()
        added.append(file.add(game(number), number))
        assert (path.read_bytes() != before) is added[-1]
    file.close()
    return added


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_each_game_is_in_the_file_at_once(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"games.{suffix}"
    assert keep(path, 1, 2) + keep(path, 3) == [True] * 3
    assert list(read_records(str(path))) == [game(1), game(2), game(3)]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_tournament_that_goes_on_writes_only_what_is_missing(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"games.{suffix}"
    keep(path, 1, 2)
    assert keep(path, 1, 2, 3, goes_on=True) == [False, False, True]
    assert list(read_records(str(path))) == [game(1), game(2), game(3)]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_another_tournament_adds_equal_games(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"games.{suffix}"
    keep(path, 1)
    assert keep(path, 1, 1) == [True, True]
    assert len(list(read_records(str(path)))) == 3


@pytest.mark.parametrize("suffix", SUFFIXES)
@pytest.mark.parametrize("lost", [1, 9, 60])
def test_a_game_that_broke_off_is_written_again_by_its_tournament(
    tmp_path: Path, suffix: str, lost: int
) -> None:
    path = tmp_path / f"games.{suffix}"
    keep(path, 1, 2)
    path.write_bytes(path.read_bytes()[:-lost])
    assert keep(path, 1, 2, goes_on=True) == [False, True]
    assert list(read_records(str(path))) == [game(1), game(2)]


@pytest.mark.parametrize("suffix", ["txt", "jsonl"])
def test_a_line_that_broke_off_in_another_tournament_stays(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"games.{suffix}"
    keep(path, 1, 2)
    broken = path.read_bytes()[:-9]
    path.write_bytes(broken)
    keep(path, 3)
    assert path.read_bytes().startswith(broken + b"\n")
    assert list(read_records(str(path)))[-1] == game(3)


def test_an_sgf_file_that_broke_off_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    keep(path, 1)
    path.write_bytes(path.read_bytes()[:-9])
    before = path.read_bytes()
    with pytest.raises(RecordError, match="is incomplete: name a new file"):
        GameFile(str(path))
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "name, message",
    [
        ("games.psq", "holds one game: name a folder"),
        ("games.json", "cannot grow game by game"),
        ("games.rif", "cannot grow game by game"),
        ("games.xyz", "unknown suffix"),
    ],
)
def test_a_file_to_which_no_game_can_be_added_is_refused(
    tmp_path: Path, name: str, message: str
) -> None:
    with pytest.raises(RecordError, match=message):
        open_games(str(tmp_path / name))
    assert not (tmp_path / name).exists()


def test_a_folder_has_a_file_of_the_judge_for_each_game(tmp_path: Path) -> None:
    folder = open_games(f"{tmp_path}/games/")
    assert isinstance(folder, GameFolder)
    folder.add(game(1, WinRule.RENJU), 7)
    folder.close()
    lines = (tmp_path / "games" / "game-000007.psq").read_bytes().split(b"\r\n")
    assert lines == [
        *(b"Piskvorky 15x15, 11:11, 0", b"1,2,0", b"2,2,101", b"3,2,101", b"4,2,101"),
        *(b"one", b"two", b"15", b"1,Renju", b""),
    ]


def test_a_folder_keeps_the_files_of_a_tournament_that_goes_on(tmp_path: Path) -> None:
    assert open_games(str(tmp_path)).add(game(1), 1)
    assert not open_games(str(tmp_path), goes_on=True).add(game(2), 1)
    assert open_games(str(tmp_path)).add(game(2), 1)
    (record,) = read_records(str(tmp_path / "game-000001.psq"))
    assert (record.moves()[0], record.result.score) == (Point(2, 0), Score.SECOND)


def test_a_file_that_cannot_be_written_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        open_games(str(tmp_path / "missing" / "games.txt"))
