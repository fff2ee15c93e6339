"""`tengen review`, as a user runs it."""

from __future__ import annotations

import json
import re
import signal
from pathlib import Path
from xml.etree import ElementTree as ET

import course
import picture
import pytest
from kit.program import interrupt, play

from tengen.cli.review import make_parser

GAME = "15x15/5 freestyle h8 h9 i8 g9 j8 i9 k8 g8 l8"
OTHER = "3x3/3 freestyle b2 a2 a1 c3 b3"
QUICK = ("--nodes", "1000")
SUMMARY = """\
Black - White, 1-0
15x15/5 freestyle, 9 moves

Black won after nine moves. White could still have held at move 6: G8 or K8
instead of I9, as far as the engine can see. """
MISTAKE = """
   6  White I9   blunder     makes an open three, but does not stop Black's open
                             three: Black has a forced win in 3 with an open
                             four (K8 G8 L8). G8 or K8 would have held, as far
                             as the engine can see.
"""
BOARD = """
The last chance, White to play move 6: G8 or K8 would have held, I9 was played.

15 . . . . . . . . . . . . . . .
14 . . . . . . . . . . . . . . .
13 . . . . . . . . . . . . . . .
12 . . . . . . . . . . . . . . .
11 . . . . . . . . . . . . . . .
10 . . . . . . . . . . . . . . .
 9 . . . . . . O O . . . . . . .
 8 . . . . . . 1 X X(X)2 . . . .
 7 . . . . . . . . . . . . . . .
"""


ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "review.md").read_text(encoding="utf-8")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    (tmp_path / "one.txt").write_text(GAME + "\n")
    (tmp_path / "two.txt").write_text(f"{GAME}\n{OTHER}\n")
    return tmp_path


def test_a_review_has_words_bars_and_a_board(games: Path) -> None:
    ran = play(["review", "one.txt", "--ascii", *QUICK], b"", games)
    output = ran.out.decode("ascii")
    assert (ran.status, ran.err) == (0, b"")
    assert output.startswith(SUMMARY)
    assert MISTAKE in output
    assert BOARD in output
    assert "\nBlack wins |" in output
    assert "\nWhite wins |" in output


def test_a_unicode_terminal_gets_a_board_with_stones(games: Path) -> None:
    ran = play(["review", "one.txt", *QUICK], b"", games, env={"LC_ALL": "C.UTF-8"})
    assert "─1─●─●(●)2─" in ran.out.decode()
    plain = play(["review", "one.txt", *QUICK], b"", games, env={"LC_ALL": "C"})
    assert plain.out.isascii()


def test_a_file_of_several_games(games: Path) -> None:
    first = play(["review", "two.txt", "--ascii", *QUICK], b"", games)
    assert first.err.startswith(b"the file has several games, this is the first:")
    second = play(["review", "two.txt", "--game-number", "2", *QUICK], b"", games)
    assert second.out.decode().splitlines()[1] == "3x3/3 freestyle, 5 moves"
    both = play(["review", "two.txt", "--all", "--ascii", *QUICK], b"", games)
    assert (both.status, both.err) == (0, b"")
    assert both.out.count(b"\nGame 2\nBlack - White\n3x3/3 ") == 1


def test_json_is_one_object_for_each_game(games: Path) -> None:
    ran = play(["review", "two.txt", "--all", "--json", *QUICK], b"", games)
    one, two = map(json.loads, ran.out.splitlines())
    assert (one["game"], one["result"], one["turning_point"]) == (1, "1-0", 6)
    assert [position["ply"] for position in one["positions"]] == list(range(10))
    mistake = one["moves"][5]
    assert (mistake["move"], mistake["judgement"], mistake["made"]) == ("i9", "blunder", "three")
    assert mistake["better"] == ["g8", "k8"]
    assert mistake["words"].startswith("White's I9 (move 6) makes an open three, but ")
    assert (two["game"], two["rules"], two["result"]) == (2, "3x3/3 freestyle", "*")


def test_the_chart_is_drawn_and_never_replaces_another_file(games: Path) -> None:
    arguments = ["review", "one.txt", "--chart", "course.svg", *QUICK]
    assert play(arguments, b"", games).status == 0
    drawn = (games / "course.svg").read_bytes()
    ET.fromstring(drawn)
    assert b"as the engine sees it with 1,000 nodes a search." in drawn
    again = play(arguments, b"", games)
    assert (again.status, again.complained_once) == (2, True)
    forced = play([*arguments, "--force", "--theme", "dark"], b"", games)
    assert forced.status == 0
    assert (games / "course.svg").read_bytes() != drawn


def test_losses_of_the_format_are_reported(games: Path) -> None:
    ran = play(["review", "one.txt", "--out", "reviewed.psq", *QUICK], b"", games)
    assert ran.status == 0
    assert ran.err.startswith(b"psq cannot hold: ")
    assert b" comments" in ran.err
    assert (games / "reviewed.psq").read_bytes().startswith(b"Piskvorky")


def test_reviewing_an_annotated_game_again_changes_nothing(games: Path) -> None:
    play(["review", "one.txt", "--out", "once.lib", *QUICK], b"", games)
    arguments = ["review", "once.lib", "--game", "five", "--out", "twice.lib", *QUICK]
    assert play(arguments, b"", games).status == 0
    once = (games / "once.lib").read_bytes()
    assert b"Review: White's I9 (move 6) makes an open three" in once
    assert (games / "twice.lib").read_bytes() == once


@pytest.mark.parametrize(
    "arguments, words",
    [
        (["none.txt"], "cannot read 'none.txt': No such file or directory."),
        (["two.txt", "--game-number", "3"], "'two.txt' has no game 3."),
        (["two.txt", "--game-number", "0"], "a whole number from 1 to "),
        (["one.txt", "--nodes", "5", "--time", "1"], "not allowed with argument"),
        (["two.txt", "--all", "--chart", "a.svg"], "--chart is for one game"),
        (["one.txt", "--chart", "a.png"], "'a.png' must end in .svg."),
        (["one.txt", "--to", "psq"], "--to is the format of --out"),
        (["one.txt", "--out", "-"], "--out needs the name of a file"),
        (["one.txt", "--out", "two.txt"], "'two.txt' already exists: use --force to replace it."),
        (["one.txt", "--out", "a.what"], "unknown suffix '.what'"),
        (["two.txt", "--all", "--out", "a.psq"], "--out 'a.psq': a "),
    ],
)
def test_wrong_use_is_reported_before_any_work(
    games: Path, arguments: list[str], words: str
) -> None:
    ran = play(["review", *arguments], b"", games)
    assert (ran.status, ran.out, ran.complained_once) == (2, b"", True)
    assert words in ran.err.decode()


def test_moves_that_cannot_be_reviewed_are_reported(games: Path) -> None:
    moves = "".join([*GAME.split()[2:], "a1", "a2"])
    arguments = ["review", "-", "--from", "moves", "--row-one", "bottom", "--json", *QUICK]
    ran = play(arguments, moves.encode(), games)
    assert ran.status == 0
    assert b"game 1: the last 2 moves were not reviewed: move 10 " in ran.err
    assert len(json.loads(ran.out)["moves"]) == 9


def test_ctrl_c_shows_the_results_so_far_and_writes_all_games(games: Path) -> None:
    (games / "three.txt").write_text(f"{OTHER}\n{GAME[:-3]}\n{OTHER}\n")
    arguments = ["review", "three.txt", "--all", "--json", "--nodes", str(10**14)]
    arguments += ["--out", "out.txt", "--to", "games"]
    ran = interrupt(arguments, b"", games, after=100, signal=signal.SIGINT)
    assert ran.status == 130
    assert b" of 3 games not reviewed" in ran.err
    assert json.loads(ran.out.splitlines()[0])["start"] == 0
    assert len((games / "out.txt").read_text().splitlines()) == 3


def test_a_broken_pipe_ends_without_a_message(games: Path) -> None:
    ran = play(["review", "one.txt", *QUICK], b"", games, before="os.close(1)")
    assert (ran.status, ran.err) == (141, b"")


def test_the_page_shows_the_output_of_the_program(games: Path) -> None:
    (games / "game.txt").write_text(f"15x15/5 freestyle {picture.GAME}\n")
    arguments = ["review", "game.txt", "--nodes", str(course.NODES)]
    ran = play(arguments, b"", games, env={"LC_ALL": "C.UTF-8"})
    assert f"`tengen {' '.join(arguments)}`" in PAGE
    assert f"\n```\n{ran.out.decode()}```\n" in PAGE


def test_the_pictures_of_the_page_are_up_to_date() -> None:
    for name, drawn in course.draw_all().items():
        kept = (ROOT / "docs" / "pictures" / f"course-{name}.svg").read_text(encoding="utf-8")
        is_same = drawn == kept  # the difference would fill the terminal
        assert is_same, f"course-{name}.svg: run `.venv/bin/python tools/course.py`, and look at it"


def test_every_option_is_documented() -> None:
    options = set(re.findall(r"  (--[a-z-]+)", make_parser().format_help()))
    assert len(options) >= 10
    assert [option for option in options if f"`{option}`" not in PAGE] == []
