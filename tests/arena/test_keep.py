from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.seats import FailingSeat, RandomSeat, ScriptedSeat
from kit.strategies import SEEDS, crowded_rules, modest

from tengen.arena.game import play_game
from tengen.arena.keep import Keeper, format_kept, kept_game, parse_kept, plain_name
from tengen.arena.schedule import Planned, Side
from tengen.arena.tally import Played
from tengen.core.games import TIC_TAC_TOE
from tengen.core.rules import Rules
from tengen.errors import IllegalMove, ParseError

NAMES = {Side.ONE: "new", Side.TWO: "old one"}


def one_game(number: int) -> Played:
    planned = Planned(number, 1, (), Side.ONE if number % 2 else Side.TWO)
    return Played(planned, play_game(ScriptedSeat(), FailingSeat(), TIC_TAC_TOE, ()))


def test_a_game_is_one_line_with_names_in_the_order_of_play() -> None:
    lines = [format_kept(kept_game(one_game(number), NAMES)) for number in (1, 2)]
    assert lines[0] == "1\tnew\told one\t1-0\tengine error\t3x3/3 freestyle a3"
    assert lines[1] == "2\told one\tnew\t1-0\tengine error\t3x3/3 freestyle a3"


@modest
@given(crowded_rules(), SEEDS)
def test_a_kept_game_is_read_as_printed(rules: Rules, seed: int) -> None:
    record = play_game(RandomSeat(seed), RandomSeat(seed + 1), rules, ())
    game = kept_game(Played(Planned(7, 4, (), Side.TWO), record), NAMES)
    again = parse_kept(format_kept(game))
    assert again == game
    assert again.board.moves == record.board.moves


@modest
@given(st.text())
def test_any_name_is_kept_as_one_field_of_ascii(name: str) -> None:
    plain = plain_name(name)
    assert plain.isascii()
    assert "\t" not in plain
    assert len(f"{plain}\n".splitlines()) == 1
    assert plain_name(plain) == plain


@modest
@given(st.text() | st.text(alphabet="1\t-0/2line ").map("1\ta\tb\t1-0\tline\t".__add__))
def test_any_other_text_is_an_error_of_ours(text: str) -> None:
    with pytest.raises((ParseError, IllegalMove)):
        parse_kept(text)


def test_games_are_added_to_what_the_file_holds_and_are_there_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("something that broke off")
    keeper = Keeper(str(path))
    for number in (1, 2):
        keeper.add(kept_game(one_game(number), NAMES))
        assert path.read_text().count("\n") == number + 1
    keeper.close()
    assert [parse_kept(line).number for line in path.read_text().splitlines()[1:]] == [1, 2]


def test_a_file_that_cannot_be_written_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="directory"):
        Keeper(str(tmp_path))
