"""The dialogues of the games of a tournament as text files."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from tengen.arena.game import EngineGame
from tengen.arena.pair_task import PairResult
from tengen.printable import printable
from tengen.records import Score
from tengen.records.record import WIN_SCORES
from tengen.rules import Player, format_game


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
