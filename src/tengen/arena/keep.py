"""Games kept in a file, one to a line, as soon as they end.

    number  first player  second player  result  cause  game

with a tab between them. The result is that of the first player; the game is as
`tengen.notation.game` prints it.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

from tengen.arena.game import Cause
from tengen.arena.schedule import Side
from tengen.arena.tally import Played
from tengen.core.board import Board
from tengen.core.player import Player
from tengen.errors import ParseError
from tengen.notation.game import format_game, parse_game

WHAT = "kept game"
RESULTS = {Player.FIRST: "1-0", Player.SECOND: "0-1", None: "1/2-1/2"}
WINNERS = {result: winner for winner, result in RESULTS.items()}
CAUSES = {cause.value: cause for cause in Cause}


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as the file has it."""

    number: int
    first: str
    second: str
    winner: Player | None
    cause: Cause
    board: Board


def kept_game(game: Played, names: dict[Side, str]) -> KeptGame:
    """What is kept of a game."""
    planned, record = game.planned, game.record
    first, second = names[planned.first], names[planned.first.other]
    return KeptGame(planned.number, first, second, record.winner, record.cause, record.board)


def format_kept(game: KeptGame) -> str:
    """Print a game as one line, without its end."""
    words = (str(game.number), plain_name(game.first), plain_name(game.second))
    return "\t".join([*words, RESULTS[game.winner], game.cause.value, format_game(game.board)])


def parse_kept(text: str) -> KeptGame:
    """Read a line; raises ParseError if it has no meaning, IllegalMove if its moves have none."""
    words = text.split("\t")
    if len(words) != 6 or not (words[0].isascii() and words[0].isdigit()):
        raise ParseError(WHAT, text, "a number and five more fields with tabs were expected")
    number, first, second, result, cause, game = words
    if result not in WINNERS or cause not in CAUSES:
        raise ParseError(WHAT, text, "a result such as 1-0 and a cause such as line were expected")
    return KeptGame(
        int(number[:18]), first, second, WINNERS[result], CAUSES[cause], parse_game(game)
    )


def plain_name(name: str) -> str:
    """A name in printable ASCII, without tabs and line ends."""
    escaped = name.encode("ascii", "backslashreplace").decode("ascii")
    return "".join(sign if sign.isprintable() else " " for sign in escaped)


class Keeper:
    """A file that games are added to; opening and writing raise OSError."""

    def __init__(self, path: str) -> None:
        self._fd = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        size = os.fstat(self._fd).st_size
        if size and os.pread(self._fd, 1, size - 1) != b"\n":
            self._write("\n")  # the last line in the file broke off

    def add(self, game: KeptGame) -> None:
        """Write a game and leave nothing of it in memory."""
        self._write(f"{format_kept(game)}\n")

    def close(self) -> None:
        """Write no more."""
        os.close(self._fd)

    def _write(self, text: str) -> None:
        rest = text.encode("ascii")
        while rest:
            rest = rest[os.write(self._fd, rest) :]
