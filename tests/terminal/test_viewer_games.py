from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import pytest

from tengen.errors import RecordError
from tengen.records.formats import FORMATS, PROGRESS_STEP
from tengen.records.game_tree import Node, Visit
from tengen.records.psq import PSQ
from tengen.records.reading import Reading
from tengen.records.record import Record
from tengen.terminal.record_browser import RecordFile

LINE = "15x15/5 freestyle h8 i9\n"


def test_games_are_read_when_they_are_asked_for_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(LINE * 1000)
    games = RecordFile(str(path), Reading())
    assert games.known == []
    first = games.at(0)
    assert (len(games.known), games.is_complete) == (1, False)
    assert games.at(9) is not None
    assert games.at(0) is first
    assert (games.at(1000), len(games.known), games.is_complete) == (None, 1000, True)
    assert games.at(-1) is None


def test_what_cannot_be_read_says_why(tmp_path: Path) -> None:
    (tmp_path / "odd").write_bytes(b"\x00\x01")
    reasons = {"nothing": "No such file or directory", "": "Is a directory", "odd": "no format"}
    for name, why in reasons.items():
        with pytest.raises(RecordError, match=why):
            RecordFile(str(tmp_path / name), Reading()).at(0)


def test_a_format_can_be_named(tmp_path: Path) -> None:
    path = tmp_path / "game"
    path.write_text("h8i9")
    with pytest.raises(RecordError, match="row 1"):
        RecordFile(str(path), Reading(), "moves").at(0)


def test_problems_are_those_of_the_file_so_far(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text(f"{LINE}15x15/5 freestyle h8 h8\n{LINE}")
    games = RecordFile(str(path), Reading())
    games.at(0)
    assert games.problems.count == 0
    games.at(2)
    assert games.problems.count == 1


def test_a_large_tree_is_read_with_news_on_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stream(_: BinaryIO, __: Reading) -> tuple[Record, Iterator[Visit]]:
        nodes = (Visit(min(at, 1), Node(), more=True) for at in range(2 * PROGRESS_STEP + 1))
        return Record(), nodes

    monkeypatch.setitem(FORMATS, "psq", replace(PSQ, stream=stream))
    (tmp_path / "big.psq").write_text("Piskvorky 15x15, 11:11, 0\n")
    games = RecordFile(str(tmp_path / "big.psq"), Reading())
    told: list[int] = []
    games.on_progress = lambda _bytes, count: told.append(count)
    record = games.at(0)
    assert record is not None
    assert (len(record.root.children), told) == (
        2 * PROGRESS_STEP,
        [0, PROGRESS_STEP, 2 * PROGRESS_STEP],
    )
    assert games.at(1) is None


def test_standard_input_is_a_file_like_others(monkeypatch: pytest.MonkeyPatch) -> None:
    typed = io.BufferedReader(io.BytesIO(LINE.encode()))
    monkeypatch.setattr("tengen.terminal.record_browser.open_file", lambda _path: typed)
    assert RecordFile("-", Reading()).at(0) is not None
