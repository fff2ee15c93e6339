from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.records import read_again, written
from kit.seats import FailingSeat, RandomSeat, ScriptedSeat
from kit.strategies import SEEDS, crowded_rules, modest

from tengen.arena.formats import OpeningPair
from tengen.arena.game import DialogueLine, EngineGame, EngineMove, PlayedOpening
from tengen.arena.game_file import GameFile, GameFolder, game_record, open_games, write_dialogues
from tengen.arena.game_run import play_game
from tengen.arena.pair_task import PairResult
from tengen.errors import RecordError
from tengen.gomocup.connection import LineSource
from tengen.gomocup.evaluations import EngineEvaluation
from tengen.records.formats import FORMATS, read_records
from tengen.records.line_formats import format_line
from tengen.records.record import Record, Result, Score, add_moves
from tengen.rules.board import Board
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import TIC_TAC_TOE, Player, Rules, WinRule

NAMES = {Player.FIRST: "new", Player.SECOND: "old one"}
OPENING = (Point(1, 1), Point(0, 0))


def seen_game() -> EngineGame:
    """Return an adjudicated game with an opening of two moves and two moves of engines."""
    board = Board(TIC_TAC_TOE)
    for point in (*OPENING, Point(2, 2), Point(0, 2)):
        board.play(point)
    moves = (EngineMove(0.2, 0.1, EngineEvaluation(-35)), EngineMove(1541.6, None))
    return EngineGame(board, 2, None, Termination.ADJUDICATED, detail="long", moves=moves)


def opened_game() -> EngineGame:
    """Return the same game after an opening in which colours were swapped."""
    return replace(
        seen_game(), opening=PlayedOpening("swap2", is_swapped=True, decided_for=(Player.SECOND,))
    )


def test_a_record_has_times_and_evaluations_of_all_moves_after_the_opening() -> None:
    record = game_record(seen_game(), NAMES)
    assert [node.time for node in record.line()] == [None, None, 1, 1542]
    assert [node.evaluation for node in record.line()] == ["", "", "-35", ""]


def test_a_record_says_who_played_what_and_how_it_ended() -> None:
    record = game_record(opened_game(), NAMES)
    assert (record.first, record.second, record.opening) == ("new", "old one", "swap2")
    assert record.result == Result(Score.DRAW, Termination.ADJUDICATED)
    assert record.tags == {
        "opening moves": "2",
        "decided for": "old one",
        "detail": "long",
    }


def test_a_record_names_the_fault_of_the_loser() -> None:
    game = play_game(ScriptedSeat(), FailingSeat(), TIC_TAC_TOE, ())
    record = game_record(game, NAMES)
    assert record.result == Result(Score.FIRST, Termination.ENGINE_ERROR)
    assert record.tags["fault"] == "crash"


@pytest.mark.parametrize("name", ["json", "jsonl", "sgf"])
def test_our_formats_hold_the_whole_record(name: str) -> None:
    record = game_record(opened_game(), NAMES)
    assert read_again(written(record, FORMATS[name]), FORMATS[name]) == [record]


@modest
@given(crowded_rules(), SEEDS)
def test_a_line_of_text_holds_a_game_as_it_was_played(rules: Rules, seed: int) -> None:
    played = play_game(RandomSeat(seed), RandomSeat(seed + 1), rules, ())
    record = game_record(played, NAMES)
    (again,) = read_again(written(record, FORMATS["games"]), FORMATS["games"])
    assert again == record
    assert again.moves() == list(played.board.moves)


@modest
@given(st.text() | st.text(alphabet="\ud800a\x00\t\n\u2028"))
def test_any_name_is_written_as_one_field(name: str) -> None:
    record = game_record(seen_game(), {**NAMES, Player.FIRST: name})
    line = format_line(record, 1)
    (again,) = read_again(line, FORMATS["games"])
    assert line.count(b"\t") == format_line(game_record(seen_game(), NAMES), 1).count(b"\t")
    assert again.second == "old one"
    record.first = again.first
    assert read_again(format_line(record, 1), FORMATS["games"]) == [again]


ENGINES = ("new", "other", "old one")


def test_each_dialogue_is_a_text_file_with_times_names_and_printable_lines(tmp_path: Path) -> None:
    said = DialogueLine(12, Player.SECOND, LineSource.OUTPUT, "7,7\x1b[2J")
    game = EngineGame(
        Board(TIC_TAC_TOE), 0, Player.FIRST, Termination.TIME, detail="slow", dialogue=(said,)
    )
    (tmp_path / "log").mkdir()
    write_dialogues(
        str(tmp_path / "log"), PairResult(6, OpeningPair(2, 0, 0), (game, game)), ENGINES
    )
    assert sorted(path.name for path in (tmp_path / "log").iterdir()) == [
        "game-000011.txt",
        "game-000012.txt",
    ]
    lines = (tmp_path / "log" / "game-000012.txt").read_text().splitlines()
    assert lines[:3] == ["new - old one", "3x3/3 freestyle", "1-0, time, slow"]
    assert lines[3].startswith("      12 ms  old one answered: 7,7")
    assert "\x1b" not in lines[3]


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
