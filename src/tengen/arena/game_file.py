"""The games of a tournament in files: records, files and folders of them, and dialogues.

A game is written as soon as it has ended. A tournament that goes on gives all its games again;
those that a file already has are not written twice.
"""

from __future__ import annotations

import io
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from tengen.arena.game import EngineGame
from tengen.arena.pair_task import PairResult
from tengen.errors import RecordError, quote
from tengen.printable import printable
from tengen.records import FORMATS, Record, Result, Score, Writing, record_of, write_records
from tengen.records.formats import format_for
from tengen.records.line_formats import format_line
from tengen.records.psq import EVENT_TAG
from tengen.records.record import WIN_SCORES
from tengen.rules import Player, format_game

OPENING_TAG, DECIDED_TAG = "opening moves", "decided for"
"""How many moves the opening has, and for which engines Tengen decided something in it."""
FAULT_TAG, DETAIL_TAG = "fault", "detail"
"""What the loser did wrong."""


def game_record(game: EngineGame, names: Mapping[Player, str]) -> Record:
    """Return the record of a game.

    The moves of the opening have no times. All others have, and at least a millisecond: in a
    Piskvork file, a time of 0 marks the opening.
    """
    record = record_of(game.board, names[Player.FIRST], names[Player.SECOND])
    record.opening = game.opening_rule
    record.result = Result(WIN_SCORES[game.winner] if game.winner else Score.DRAW, game.cause)
    record.tags = dict(_tags(game, names))
    nodes = record.line()[game.opening_length :]
    for node, move in zip(nodes, game.moves, strict=True):
        node.time = max(1, round(move.milliseconds))
        node.evaluation = "" if move.evaluation is None else str(move.evaluation)
    return record


def _tags(game: EngineGame, names: Mapping[Player, str]) -> list[tuple[str, str]]:
    fault = "" if game.fault is None else game.fault.value
    opening = str(game.opening_length) if game.opening_length else ""
    decided = (
        ", ".join(names[player] for player in game.opening.decided_for) if game.opening else ""
    )
    facts = (
        *((OPENING_TAG, opening), (DECIDED_TAG, decided)),
        *((FAULT_TAG, fault), (DETAIL_TAG, game.detail)),
    )
    return [(name, text) for name, text in facts if text]


def write_dialogues(folder: str, result: PairResult, names: Sequence[str]) -> None:
    """Write the dialogue of each game into a text file of its own. Raises OSError."""
    for number, game, players in result.numbered_games(names):
        with open(os.path.join(folder, f"game-{number:06}.txt"), "w", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in dialogue_lines(game, players))


def dialogue_lines(game: EngineGame, names: dict[Player, str]) -> Iterator[str]:
    """Yield the game, how it ended, and all lines to and from the engines with their times."""
    yield f"{printable(names[Player.FIRST])} - {printable(names[Player.SECOND])}"
    yield format_game(game.board)
    score = WIN_SCORES[game.winner] if game.winner else Score.DRAW
    yield ", ".join(filter(None, (score.value, game.cause.value, printable(game.detail))))
    for line in game.dialogue:
        name = printable(names[line.player])
        yield f"{line.milliseconds:>8} ms  {name} {line.source.value}: {printable(line.text)}"


SGF_GAME = re.compile(rb"^(?=\(;)", re.MULTILINE)
"""Where a game of an SGF file begins."""
APPENDABLE = ("games", "jsonl", "sgf")
"""The formats of files to which a game can be added."""
FOLDER_FORMAT = "psq"


def check_games_path(path: str) -> None:
    """Raise RecordError if games cannot be added to a file of this name."""
    if not _is_folder(path):
        _appendable_format(path)


def open_games(path: str, *, goes_on: bool = False) -> GameFile | GameFolder:
    """Open a file of games, whose ending gives its format, or a folder of Piskvork files.

    A folder exists, or its name ends with a slash. Raises OSError, and RecordError if games cannot
    be added to such a file.
    """
    if _is_folder(path):
        return GameFolder(path, goes_on=goes_on)
    return GameFile(path, goes_on=goes_on)


def _is_folder(path: str) -> bool:
    return path.endswith(os.sep) or os.path.isdir(path)


class GameFile:
    """A file to which games are added. Opening and writing raise OSError.

    If a tournament goes on, a last game that is incomplete is removed. Else an incomplete line
    stays as it is, and an incomplete SGF file raises RecordError.
    """

    def __init__(self, path: str, *, goes_on: bool = False) -> None:
        self._format = _appendable_format(path)
        self._goes_on = goes_on
        self._fd = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        try:
            found = self._read(path)
        except BaseException:
            self.close()
            raise
        self._known = Counter(found if goes_on else ())

    def add(self, record: Record, number: int) -> bool:
        """Write a game at once, without a buffer; return False if the file had it already."""
        data = self._encode(record, number)
        if self._known[data]:
            self._known[data] -= 1
            return False
        self._write(data)
        return True

    def close(self) -> None:
        """Close the file."""
        os.close(self._fd)

    def _read(self, path: str) -> list[bytes]:
        """Return the games of the file, and prepare it for the next one."""
        with open(path, "rb") as file:
            data = file.read()
        is_sgf = self._format == "sgf"
        games = SGF_GAME.split(data) if is_sgf else data.splitlines(keepends=True)
        is_broken = bool(data) and not data.endswith(b")\n" if is_sgf else b"\n")
        if is_broken and self._goes_on:
            os.ftruncate(self._fd, len(data) - len(games.pop()))
        elif is_broken and is_sgf and not data.rstrip().endswith(b")"):
            raise RecordError(f"the last game in {quote(path)} is incomplete: name a new file")
        elif is_broken:
            self._write(b"\n")
        return games

    def _encode(self, record: Record, number: int) -> bytes:
        if self._format == "games":
            return format_line(record, number)
        out = io.BytesIO()
        FORMATS[self._format].write([record], out, Writing())
        return out.getvalue()

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._fd, data) :]


def _appendable_format(path: str) -> str:
    """Return the name of the format of a file. Raises RecordError if no game can be added."""
    if os.path.splitext(path)[1].lower() in {"", ".txt"}:
        return "games"
    found = format_for(path)
    if found.name in APPENDABLE:
        return found.name
    what = "cannot grow game by game" if found.many else "holds one game"
    raise RecordError(
        f"a {found.title} {what}: name a folder, or a file that ends with .txt, .jsonl or .sgf"
    )


class GameFolder:
    """A folder with a Piskvork file for each game, with the line of GomocupJudge at its end."""

    def __init__(self, path: str, *, goes_on: bool = False) -> None:
        self._path = path
        self._goes_on = goes_on
        os.makedirs(path, exist_ok=True)

    def add(self, record: Record, number: int) -> bool:
        """Write a game; return False if the folder had it already. Raises OSError."""
        path = os.path.join(self._path, f"game-{number:06}.{FOLDER_FORMAT}")
        if self._goes_on and os.path.exists(path):
            return False
        tags = {EVENT_TAG: record.rules.win.value.capitalize(), **record.tags}
        write_records([msgspec.structs.replace(record, tags=tags)], path)
        return True

    def close(self) -> None:
        """Do nothing: each file is closed at once."""
