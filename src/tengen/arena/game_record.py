"""A game between engines as a record, with all that is known of its moves."""

from __future__ import annotations

from collections.abc import Mapping

from tengen.arena.game import EngineGame
from tengen.records import Record, Result, Score, record_of
from tengen.records.record import WIN_SCORES
from tengen.rules import Player

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
