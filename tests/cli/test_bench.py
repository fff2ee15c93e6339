import re
from pathlib import Path

import pytest
from kit.program import play

from tengen.cli.bench import POSITIONS, count_nodes, make_board, run


def test_the_bench_prints_the_sum_of_its_nodes(tmp_path: Path) -> None:
    ran = play(["bench", "2"], b"", tmp_path)
    shown = re.search(r"nodes +([\d,]+)\n", ran.out.decode())
    assert shown is not None
    assert int(shown[1].replace(",", "")) == sum(count_nodes(moves, 2) for moves in POSITIONS)
    assert (ran.status, ran.err) == (0, b"")


@pytest.mark.parametrize("arguments", [["0"], ["31"], ["deep"], ["5", "6"], ["٣"]])
def test_a_wrong_depth_is_a_usage_error(arguments: list[str], tmp_path: Path) -> None:
    ran = play(["bench", *arguments], b"", tmp_path)
    assert (ran.status, ran.out) == (2, b"")
    assert b"expected a depth from 1 to 30" in ran.err


def test_help_has_an_example(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == 0
    assert "example:\n  tengen bench 6\n" in capfd.readouterr().out


def test_no_bench_position_is_a_finished_game() -> None:
    assert not any(make_board(moves).outcome.is_over for moves in POSITIONS)
