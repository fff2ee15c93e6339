"""What was proved, written to a file, and checked there by those who believe nothing."""

from __future__ import annotations

import os
import tempfile
from typing import cast

from tengen.proofs import check as slow
from tengen.proofs import hold_check, quick
from tengen.proofs.hold_writer import Claim, HoldTree, write_hold
from tengen.proofs.writer import CertificateWriter, TreeWriter, Turn
from tengen.rules.board import Board
from tengen.rules.rules import Player
from tengen.solver.small_told import HoldListener
from tengen.solver.solve import Listeners, Value

Refused = (slow.Refused, quick.Refused, hold_check.Refused)


def make_listeners(board: Board) -> Listeners:
    """Those who write down what they are told."""
    size = board.rules.width, board.rules.height
    return Listeners(lambda: TreeWriter(*size), lambda: HoldTree(*size))


def write_certificate(path: str, board: Board, value: Value) -> None:
    """Make a certificate of what was proved. Raises OSError."""
    if value.parts:
        _write_win(path, board, value)
    else:
        _write_draw(path, board, value)


def check_certificate(path: str, value: Value) -> None:
    """Have it checked. Raises the Refused of whoever refuses it, and OSError."""
    if value.parts:
        quick.check(path)
        slow.check(path)
    else:
        hold_check.check(path)


def keep_certificate(path: str | None, board: Board, value: Value, *, check: bool) -> int:
    """Write a certificate, check it, and give its size in bytes; without a path, only check it.

    Raises Refused and OSError.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = path or os.path.join(folder, "proof")
        write_certificate(path, board, value)
        if check:
            check_certificate(path, value)
        return os.stat(path).st_size


def _write_win(path: str, board: Board, value: Value) -> None:
    rules = board.rules
    with CertificateWriter(path, rules.width, rules.height, rules.k) as file:
        for part in value.parts:
            story = part.story
            assert isinstance(story, TreeWriter)
            turn = Turn.ATTACKER if part.is_attackers_turn else Turn.DEFENDER
            file.add(turn, part.attacker, part.defender, story.tree, story.uses)


def _write_draw(path: str, board: Board, value: Value) -> None:
    rules = board.rules
    stones: dict[Player, list[int]] = {player: [] for player in Player}
    for point, player in board.stones.items():
        stones[player].append(point.row * rules.width + point.col)
    first, second = (frozenset(stones[player]) for player in Player)
    turn = 1 if board.turn is Player.FIRST else 2
    claim = Claim(rules.width, rules.height, rules.k, first, second, turn)
    write_hold(path, claim, *(_tree(value.holds[player]) for player in Player))


def _tree(told: HoldListener | None) -> bytes | None:
    return None if told is None else cast("HoldTree", told).tree
