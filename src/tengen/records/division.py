"""The line that GomocupJudge puts below a game: `2,Renju1`, who won and in which division.

0 is a draw. 1 and 2 are the players in the order in which they first moved by themselves, after the
moves of the opening, for which the file has 0 milliseconds. The judge's winner is always the player
who made the last move, since the other one has lost by it, or could not answer it: so that is the
winner where an opening leaves it unclear whom a number means.
"""

from __future__ import annotations

import re
from itertools import takewhile

from tengen.core.player import Player
from tengen.core.rules import WinRule
from tengen.records.record import Record
from tengen.records.result import WINS, Reason, Result, Score

LINE = re.compile(r"\s*([0-2])\s*,\s*(\S.*?)\s*", re.ASCII)
WIN_RULES = {
    "renju": WinRule.RENJU,
    "standard": WinRule.STANDARD,
    "caro": WinRule.CARO_LONG,
    "freestyle": WinRule.FREESTYLE,
    "fastgame": WinRule.FREESTYLE,
    "unlimited": WinRule.FREESTYLE,
}
"""Words in the names of divisions. Gomocup plays caro by rule 8."""
PLAYERS = (Player.FIRST, Player.SECOND)
TAG = "event"


def win_rule_of(division: str) -> WinRule | None:
    """The rule that a division's name tells, or None."""
    name = division.lower()
    return next((rule for word, rule in WIN_RULES.items() if word in name), None)


def read_winner(number: int, record: Record, told: Result) -> Result:
    """The result that the number means; `told` is what the file says besides."""
    if number == 0:
        return Result(Score.DRAW)
    moves = record.moves()
    winner = PLAYERS[number - 1]
    if moves and _opening_length(record):
        winner = PLAYERS[(len(moves) - 1) % 2]
    return Result(WINS[winner], told.reason if told.winner is winner else Reason.UNKNOWN)


def format_division(record: Record) -> str:
    """The line, or nothing if it could not tell the event, the rules and the result again."""
    event, result = record.tags.get(TAG, ""), record.result
    rule = win_rule_of(event) or WinRule.FREESTYLE
    is_one_line = bool(event) and event == " ".join(event.split())
    if not is_one_line or rule is not record.rules.win or result.score is Score.UNKNOWN:
        return ""
    number = _number(record)
    is_clear = read_winner(number, record, result).score is result.score
    return f"{number},{event}" if is_clear else ""


def _number(record: Record) -> int:
    winner = record.result.winner
    if winner is None:
        return 0
    return 1 + (PLAYERS.index(winner) + _opening_length(record)) % 2


def _opening_length(record: Record) -> int:
    """How many moves at the beginning took no time."""
    moves = (node for node in record.line() if node.is_move)
    return sum(1 for _ in takewhile(lambda node: not node.time, moves))
