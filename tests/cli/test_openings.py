from __future__ import annotations

import re
from pathlib import Path

import pytest

from tengen.cli import openings
from tengen.cli.openings import make_parser, run
from tengen.errors import UsageError

SMALL = ["--rules", "tictactoe", "--stones", "2", "--nodes", "300"]


def test_openings_are_printed_one_on_a_line(capfd: pytest.CaptureFixture[str]) -> None:
    assert run([*SMALL, "--count", "2"]) == 0
    out, err = capfd.readouterr()
    assert re.fullmatch(r"# 3x3/3 freestyle, .*\n(3x3/3 freestyle( [abc][123]){2}\n){2}", out)
    assert err == "2 of 2 openings\n"


def test_the_same_command_goes_on_with_its_file(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.txt", tmp_path / "parts.txt"
    assert run([*SMALL, "--count", "3", "--out", str(whole)]) == 0
    for count in ("1", "3", "3"):
        assert run([*SMALL, "--count", count, "--out", str(parts)]) == 0
    assert whole.read_bytes() == parts.read_bytes()


def test_a_search_that_finds_too_few_fails(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("tengen.arena.opening_search.MAX_FRUITLESS", 20)
    assert run(["--rules", "3x3/3 freestyle", "--stones", "1", "--nodes", "9", "--count", "9"]) == 1
    assert re.search(r"^\d of 9 openings$", capfd.readouterr().err, re.MULTILINE)


def test_ctrl_c_keeps_what_was_found(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "openings.txt"
    assert run([*SMALL, "--count", "1", "--out", str(path)]) == 0

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tengen.arena.opening_search.search_openings", interrupt)
    assert run([*SMALL, "--count", "2", "--out", str(path)]) == 130
    assert capfd.readouterr().err.endswith("1 of 2 openings\n")
    assert len(path.read_text().splitlines()) == 2


@pytest.mark.parametrize(
    "arguments, message",
    [
        (["--rules", "chess"], "--rules: "),
        (["--rules", "tictactoe"], "--stones: an opening on 3x3 has 1 to 4 stones"),
        ([*SMALL, "--out", "/nowhere/file"], "--out: cannot open '/nowhere/file': "),
        (["--count", "0"], "expected a whole number from 1"),
    ],
)
def test_wrong_use_is_reported(arguments: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        run(arguments)


def test_a_file_of_another_search_is_refused(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(openings, "MAX_CANDIDATES", 50)
    path = tmp_path / "openings.txt"
    assert run([*SMALL, "--count", "1", "--out", str(path)]) == 0
    with pytest.raises(UsageError, match="has other openings: name a new file"):
        run([*SMALL, "--count", "1", "--seed", "5", "--out", str(path)])
    path.write_text(path.read_text() + "3x3/3 freestyle a1 a2 a3\n")
    with pytest.raises(UsageError, match="its last opening is not one of this search"):
        run([*SMALL, "--count", "3", "--out", str(path)])


def test_rules_that_the_engine_does_not_play_are_reported(
    capfd: pytest.CaptureFixture[str],
) -> None:
    assert run(["--rules", "30x30/5 renju", "--count", "1"]) == 1
    assert "tengen: the engine does not play 30x30/5 renju\n" in capfd.readouterr().err


def test_every_option_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "matches.md").read_text()
    options = set(re.findall(r"  (--[a-z-]+)", make_parser().format_help()))
    assert len(options) >= 9
    assert [option for option in options if f"`{option}" not in page] == []
