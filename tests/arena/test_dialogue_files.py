from __future__ import annotations

from pathlib import Path

from tengen.arena.dialogue_files import write_dialogues
from tengen.arena.formats import OpeningPair
from tengen.arena.game import DialogueLine, EngineGame
from tengen.arena.pair_task import PairResult
from tengen.gomocup.connection import LineSource
from tengen.rules.board import Board
from tengen.rules.outcome import Termination
from tengen.rules.rules import TIC_TAC_TOE, Player

NAMES = ("new", "other", "old one")


def test_each_dialogue_is_a_text_file_with_times_names_and_printable_lines(tmp_path: Path) -> None:
    said = DialogueLine(12, Player.SECOND, LineSource.OUTPUT, "7,7\x1b[2J")
    game = EngineGame(
        Board(TIC_TAC_TOE), 0, Player.FIRST, Termination.TIME, detail="slow", dialogue=(said,)
    )
    (tmp_path / "log").mkdir()
    write_dialogues(str(tmp_path / "log"), PairResult(6, OpeningPair(2, 0, 0), (game, game)), NAMES)
    assert sorted(path.name for path in (tmp_path / "log").iterdir()) == [
        "game-000011.txt",
        "game-000012.txt",
    ]
    lines = (tmp_path / "log" / "game-000012.txt").read_text().splitlines()
    assert lines[:3] == ["new - old one", "3x3/3 freestyle", "1-0, time, slow"]
    assert lines[3].startswith("      12 ms  old one answered: 7,7")
    assert "\x1b" not in lines[3]
