from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.records import read_again
from kit.seats import FailingSeat, RandomSeat, ScriptedSeat
from kit.strategies import SEEDS, crowded_rules, modest

from tengen.arena.game import play_game
from tengen.arena.match import MatchGame
from tengen.arena.report import MatchGameFile, match_record
from tengen.arena.schedule import ScheduledGame, Side
from tengen.records.line_formats import GAMES_FORMAT, format_line
from tengen.records.record import Record
from tengen.rules.rules import TIC_TAC_TOE, Rules

NAMES = {Side.ONE: "new", Side.TWO: "old one"}


def one_game(number: int) -> Record:
    planned = ScheduledGame(number, 1, (), Side.ONE if number % 2 else Side.TWO)
    game = MatchGame(planned, play_game(ScriptedSeat(), FailingSeat(), TIC_TAC_TOE, ()))
    return match_record(game, NAMES)


def test_a_game_is_one_line_with_names_in_the_order_of_play() -> None:
    lines = [format_line(one_game(number), number) for number in (1, 2)]
    assert lines[0] == b"1\tnew\told one\t1-0\tengine error\t3x3/3 freestyle a3\n"
    assert lines[1] == b"2\told one\tnew\t1-0\tengine error\t3x3/3 freestyle a3\n"


@modest
@given(crowded_rules(), SEEDS)
def test_a_saved_game_is_read_as_it_was_played(rules: Rules, seed: int) -> None:
    played = play_game(RandomSeat(seed), RandomSeat(seed + 1), rules, ())
    record = match_record(MatchGame(ScheduledGame(7, 4, (), Side.TWO), played), NAMES)
    (again,) = read_again(format_line(record, 7), GAMES_FORMAT)
    assert again == record
    assert again.moves() == list(played.board.moves)


@modest
@given(st.text() | st.text(alphabet="\ud800a\x00\t\n\u2028"))
def test_any_name_is_written_as_one_field(name: str) -> None:
    record = one_game(1)
    record.first = name
    line = format_line(record, 1)
    (again,) = read_again(line, GAMES_FORMAT)
    assert line.count(b"\t") == 5
    assert again.second == "old one"
    record.first = again.first
    assert read_again(format_line(record, 1), GAMES_FORMAT) == [again]


def test_games_are_appended_to_the_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("something that broke off")
    keeper = MatchGameFile(str(path))
    for number in (1, 2):
        keeper.add(one_game(number), number)
        assert path.read_text().count("\n") == number + 1
    keeper.close()
    assert [line[0] for line in path.read_text().splitlines()[1:]] == ["1", "2"]


def test_a_file_that_cannot_be_written_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="directory"):
        MatchGameFile(str(tmp_path))
