from __future__ import annotations

import re
from pathlib import Path

import pytest
from kit.plugged import plug_in
from kit.seats import FailingSeat, SwappingSeat

from tengen.arena.tournament_file import open_tournament_file
from tengen.cli import match, tournament
from tengen.errors import UsageError
from tengen.records.formats import read_records

MATCH = ["one", "two", "--rules", "tictactoe", "--games", "6"]
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "may.tengen")


def broken_off(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    """Play the first of three pairs, and press Ctrl-C in the second."""
    with monkeypatch.context() as patch:
        plug_in(patch, two=lambda: FailingSeat(KeyboardInterrupt(), after=9))
        assert match.run([*MATCH, *words]) == 130


def test_a_run_goes_on_where_it_was(
    monkeypatch: pytest.MonkeyPatch, path: str, capfd: Capture
) -> None:
    broken_off(monkeypatch, "--file", path, "--sprt", "0", "5")
    asked = plug_in(monkeypatch)
    capfd.readouterr()
    assert match.run(["--resume", path]) == 0
    out, err = capfd.readouterr()
    assert [line.split(":")[0] for line in err.splitlines()] == [
        "1 of 3 pairs are known",
        *(f"game {number}/6" for number in range(3, 7)),
    ]
    assert "games                     6 (+3 =0 -3)" in out
    assert "+5 Elo rather than +0" in out
    assert [spec.name for spec, _ in asked] == ["one", "two"]


def test_a_finished_run_only_shows_its_report_again(
    monkeypatch: pytest.MonkeyPatch, path: str, capfd: Capture
) -> None:
    plug_in(monkeypatch)
    assert match.run([*MATCH, "--file", path]) == 0
    report = capfd.readouterr().out
    asked = plug_in(monkeypatch)
    assert match.run(["--resume", path]) == 0
    assert capfd.readouterr().out == report
    assert asked == []


def test_kept_games_are_neither_lost_nor_doubled(
    monkeypatch: pytest.MonkeyPatch, path: str, tmp_path: Path
) -> None:
    kept = tmp_path / "games.txt"
    broken_off(monkeypatch, "--file", path, "--keep", str(kept))
    lines = kept.read_bytes().splitlines(keepends=True)
    assert len(lines) == 2
    kept.write_bytes(lines[0] + lines[1][:10])
    plug_in(monkeypatch)
    assert match.run([f"--resume={path}"]) == 0
    whole = kept.read_bytes().splitlines(keepends=True)
    assert whole[:2] == lines
    assert [line.split(b"\t")[0] for line in whole] == [b"%d" % n for n in range(1, 7)]


def test_games_can_be_kept_as_files_of_a_folder(
    monkeypatch: pytest.MonkeyPatch, path: str, tmp_path: Path
) -> None:
    broken_off(monkeypatch, "--file", path, "--keep", f"{tmp_path}/games/")
    plug_in(monkeypatch)
    assert match.run(["--resume", path]) == 0
    names = sorted(each.name for each in (tmp_path / "games").iterdir())
    assert names == [f"game-{number:06}.psq" for number in range(1, 7)]


def test_a_run_with_an_opening_rule_goes_on_and_says_for_whom_tengen_decided(
    monkeypatch: pytest.MonkeyPatch, path: str, tmp_path: Path, capfd: Capture
) -> None:
    kept = tmp_path / "games.jsonl"
    words = ["one", "two", "--rules", "7x7/5 freestyle", "--games", "4", "--opening-rule", "swap2"]
    plug_in(monkeypatch, 49, one=SwappingSeat)
    assert match.run([*words, "--file", path, "--keep", str(kept)]) == 0
    report = capfd.readouterr().out
    assert "\nopenings                  swap2, played by the engines\n" in report
    assert re.search(r"\nTengen decided something in the openings for two in \d games.\n", report)
    assert match.run(["--resume", path]) == 0
    assert capfd.readouterr().out == report
    records = list(read_records(str(kept)))
    assert [record.opening for record in records] == ["swap2"] * 4
    assert {record.tags["decided for"] for record in records} == {"two"}


def test_dialogues_are_written_beside_the_file(
    monkeypatch: pytest.MonkeyPatch, path: str, tmp_path: Path
) -> None:
    plug_in(monkeypatch)
    assert match.run([*MATCH, "--file", path, "--log", str(tmp_path / "log")]) == 0
    assert len(list((tmp_path / "log").glob("game-*.txt"))) == 6
    with open_tournament_file(path) as file:
        assert len(file.results) == 3


def test_a_folder_that_cannot_be_made_is_reported_before_the_first_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: Capture
) -> None:
    plug_in(monkeypatch)
    (tmp_path / "log").touch()
    assert match.run([*MATCH, "--log", str(tmp_path / "log")]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert err.count("\n") == err.count("tengen: cannot write ") == 1


def test_a_folder_that_is_lost_costs_no_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: Capture
) -> None:
    plug_in(monkeypatch)
    monkeypatch.setattr("os.makedirs", lambda _, **__: None)
    assert match.run([*MATCH, "--log", str(tmp_path / "log")]) == 1
    out, err = capfd.readouterr()
    assert err.count("tengen: cannot write ") == 3
    assert "games                     6 (" in out


def test_a_file_that_exists_is_not_begun_again(
    monkeypatch: pytest.MonkeyPatch, path: str, capfd: Capture
) -> None:
    plug_in(monkeypatch)
    assert match.run([*MATCH, "--file", path]) == 0
    capfd.readouterr()
    assert match.run([*MATCH, "--file", path]) == 1
    assert "exists: go on with --resume, or choose another file\n" in capfd.readouterr().err


def test_a_missing_file_cannot_be_resumed(path: str, capfd: Capture) -> None:
    assert match.run(["--resume", path]) == 1
    assert capfd.readouterr().err == f"tengen: '{path}' does not exist\n"


def test_the_file_of_a_match_is_not_that_of_a_tournament(
    monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    plug_in(monkeypatch)
    assert match.run([*MATCH, "--file", path]) == 0
    with pytest.raises(UsageError, match=r"has a match: use `tengen match --resume`"):
        tournament.run(["--resume", path])


def test_reports_are_written_at_the_end_of_each_run(
    monkeypatch: pytest.MonkeyPatch, path: str, tmp_path: Path
) -> None:
    report = tmp_path / "report.md"
    broken_off(monkeypatch, "--file", path, "--report", str(report))
    assert "- **Games**: 2 of 6\n" in report.read_text()
    plug_in(monkeypatch)
    assert match.run(["--resume", path]) == 0
    assert "- **Games**: 6 of 6\n" in report.read_text()


def test_a_report_that_cannot_be_written_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capfd: Capture
) -> None:
    plug_in(monkeypatch)
    assert match.run([*MATCH, "--report", str(tmp_path / "none" / "report.csv")]) == 1
    assert "tengen: cannot write " in capfd.readouterr().err


def test_a_report_of_an_unknown_kind_is_refused_before_the_first_game() -> None:
    with pytest.raises(UsageError, match="has no known format"):
        match.run([*MATCH, "--report", "report.doc"])


def test_a_match_that_cannot_begin_shows_the_error_alone(capfd: Capture) -> None:
    assert match.run(["./missing", "tengen", "--games", "2"]) == 1
    out, err = capfd.readouterr()
    assert out == ""
    assert "engine 'missing' could not be started: No such file or directory" in err
    assert err.count("\n") == 1
