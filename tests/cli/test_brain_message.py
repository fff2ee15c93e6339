"""What the brain says of its search, and that managers can read it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from kit.program import play

from tengen.cli.brain_message import SHOWN_MOVES, format_search
from tengen.engine import Analysis, Line
from tengen.gomocup.evaluations import parse_evaluation
from tengen.rules import Point, Rules

RULES = Rules(15, 15, 5)
FOUR = "3,3,2\n4,3,2\n5,3,2\n6,3,2\n3,9,1\n5,9,1\n7,9,1\n"


def said(score: int, plies: int, moves: tuple[Point, ...] = (Point(7, 7),)) -> str:
    """Return the message about a search of 9 plies with 5000 nodes in 20 ms."""
    return format_search(Analysis((Line(moves, score, plies),), 9, 5000, 0.02), RULES)


def test_a_message_has_depth_score_nodes_speed_time_and_line() -> None:
    line = (Point(7, 7), Point(6, 8))
    assert said(-35, 0, line) == "depth 9 ev -35 n 5000 n/ms 250 tm 20 pv h8 i9"


@pytest.mark.parametrize("score, plies, shown", [(-35, 0, "-35"), (9, 5, "+M5"), (-9, -4, "-M4")])
def test_a_manager_reads_the_score_of_a_message(score: int, plies: int, shown: str) -> None:
    assert str(parse_evaluation(said(score, plies))) == shown


def test_a_long_line_is_cut() -> None:
    text = said(0, 0, tuple(Point(row, 0) for row in range(15)))
    assert len(text.partition(" pv ")[2].split()) == SHOWN_MOVES


@pytest.mark.parametrize("stones, score", [(FOUR, b"-M2"), ("3,3,2\n", rb"-?\d+")])
def test_the_brain_says_how_it_sees_the_position_before_its_move(
    stones: str, score: bytes, tmp_path: Path
) -> None:
    typed = f"START 15\nINFO timeout_turn 100\nBOARD\n{stones}DONE\n".encode()
    ran = play(["brain"], typed, tmp_path)
    found = (
        rb"OK\nMESSAGE depth \d+ ev " + score + rb" n \d+ n/ms \d+ tm \d+ pv [a-o0-9 ]+\n\d+,\d+\n"
    )
    assert re.fullmatch(found, ran.out)


def test_a_level_says_what_it_searched_and_nothing_of_a_move_without_a_search(
    tmp_path: Path,
) -> None:
    for typed, count in ((b"BEGIN\n", 0), (f"BOARD\n{FOUR}DONE\n".encode(), 1)):
        ran = play(["brain", "--level", "9"], b"START 15\n" + typed, tmp_path)
        assert ran.out.count(b"MESSAGE depth ") == count
