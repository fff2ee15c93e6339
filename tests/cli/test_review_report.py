"""The parts of `tengen review`: bars, texts, files."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

import pytest

from tengen.cli import review
from tengen.cli.review_report import format_header
from tengen.cli.terminal import TextWriter
from tengen.engine.cancel_token import CancelToken
from tengen.insight.reviewer import Reviewer, ReviewStep
from tengen.records import formats
from tengen.records.format import Feature, Format
from tengen.records.reading import Writing
from tengen.records.record import Record, Result, Score, record_of
from tengen.render.charts import ChanceCurve, ChartMistake, MistakeKind, draw_bars
from tengen.rules.notation import parse_game
from tengen.rules.outcome import Termination

GAME = "15x15/5 freestyle h8 h9 i8 g9 j8 i9 k8 g8 l8"
WRITTEN: list[Record] = []


def collect_records(records: Iterable[Record], out: BinaryIO, _: Writing) -> None:
    WRITTEN[:] = records
    out.write(b"kept")


@pytest.fixture
def collecting_format(monkeypatch: pytest.MonkeyPatch) -> None:
    """Add a format that holds everything and collects the records."""
    format_ = Format(
        *("keep", "keeper", (".keep",), frozenset(Feature)),
        read=lambda _file, _reading: iter(()),
        writer=collect_records,
        resembles=lambda _: False,
    )
    monkeypatch.setitem(formats.FORMATS, "keep", format_)
    WRITTEN.clear()


def test_the_height_of_a_bar_is_the_winning_chance() -> None:
    course = ChanceCurve((0.0, 0.125, 0.5, 1.0), 0, (ChartMistake(3, MistakeKind.BLUNDER),))
    assert draw_bars(course, 80, ascii_only=False) == [
        "Black wins │   █",
        "      even │▁▁▁█",
        "           │  ██",
        "White wins │ ▄██",
        "               !",
        "            0",
    ]


def test_bars_in_ascii_and_of_unknown_positions() -> None:
    course = ChanceCurve((1.0, 0.5), 2)
    assert draw_bars(course, 80, ascii_only=True) == [
        "Black wins |  #",
        "      even |__#_",
        "           |  ##",
        "White wins |  ##",
        "            0",
    ]


def test_long_games_have_several_positions_in_a_bar() -> None:
    course = ChanceCurve((0.5,) * 226, 0, (ChartMistake(225, MistakeKind.MISTAKE),))
    rows = draw_bars(course, 80, ascii_only=True)
    assert max(map(len, rows)) <= 80
    assert rows[-1].split()[:3] == ["0", "40", "80"]
    assert rows[-2].rstrip().endswith("!")


@pytest.mark.parametrize(
    "first, result, words",
    [
        ("", Result(), "Black - Bert (White), 1-0"),
        (
            "Anna",
            Result(Score.SECOND, Termination.RESIGNED),
            "Anna (Black) - Bert (White), 0-1 (resigned)",
        ),
        ("A\x1b[2J", Result(Score.DRAW), "A [2J (Black) - Bert (White), 1/2-1/2"),
    ],
)
def test_the_header_has_the_players_and_the_result(first: str, result: Result, words: str) -> None:
    record = record_of(parse_game(GAME), first, "Bert")
    record.result = result
    assert format_header(record) == words


def test_characters_that_cannot_be_shown_are_escaped(capfd: pytest.CaptureFixture[str]) -> None:
    TextWriter(ascii_only=True).write("Zoë\n")
    TextWriter(ascii_only=False).write("Zoë \ud800\n")
    assert capfd.readouterr().out == "Zo\\xeb\nZoë \\ud800\n"


@pytest.mark.usefixtures("collecting_format")
def test_the_review_is_written_into_the_games(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.txt").write_text(GAME + "\n")
    out = str(tmp_path / "game.keep")
    arguments = [str(tmp_path / "game.txt"), "--out", out, "--nodes", "1000", "--json"]
    assert review.run(arguments) == 0
    output = json.loads(capfd.readouterr().out)
    assert Path(out).read_bytes() == b"kept"
    [record] = WRITTEN
    assert record.root.comment == f"Review: {output['words']}"
    assert record.line()[5].comment == f"Review: {output['moves'][5]['words']}"


@pytest.mark.usefixtures("collecting_format")
def test_an_unwritable_file_is_reported_after_the_summary(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.txt").write_text(GAME + "\n")
    out = os.path.join(tmp_path, "nowhere", "game.keep")
    chart = os.path.join(tmp_path, "nowhere", "game.svg")
    arguments = [str(tmp_path / "game.txt"), "--out", out, "--chart", chart, "--nodes", "1000"]
    assert review.run(arguments) == 1
    captured = capfd.readouterr()
    assert captured.out.startswith("Black - White, 1-0\n")
    assert [line.split(" ")[:3] for line in captured.err.splitlines()] == [
        ["tengen:", "cannot", "write"]
    ] * 2


def test_a_game_that_the_engine_does_not_support_is_reported(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.txt").write_text("23x23/5 renju h8 h9\n3x3/3 freestyle b2 a1\n")
    arguments = [str(tmp_path / "game.txt"), "--all", "--json", "--nodes", "1000"]
    assert review.run(arguments) == 1
    captured = capfd.readouterr()
    assert captured.err.startswith("tengen: game 1: the engine does not play 23x23/5 renju")
    assert json.loads(captured.out)["game"] == 2


def test_an_unreadable_line_is_reported_and_is_a_failure(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.txt").write_text("15x15/6 renju h8 h9\n3x3/3 freestyle b2 a1\n")
    path = str(tmp_path / "game.txt")
    assert review.run([path, "--all", "--json", "--nodes", "1000"]) == 1
    captured = capfd.readouterr()
    assert f"{path}: line 1: not a set of rules: '15x15/6 renju'" in captured.err
    assert json.loads(captured.out)["rules"] == "3x3/3 freestyle"


def test_a_game_without_results_is_not_shown(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "game.txt").write_text(GAME + "\n")
    run = Reviewer.run

    def cancel_first(reviewer: Reviewer, cancel: CancelToken) -> Iterator[ReviewStep]:
        cancel.cancel()
        return run(reviewer, cancel)

    monkeypatch.setattr(Reviewer, "run", cancel_first)
    assert review.run([str(tmp_path / "game.txt"), "--nodes", "1000"]) == 130
    captured = capfd.readouterr()
    assert (captured.out, captured.err) == ("", "stopped: no results yet\n")
