"""The numbers that stand for win rules in `INFO rule`."""

from __future__ import annotations

from tengen.errors import RuleError
from tengen.rules.rules import Rules, WinRule

K = 5
"""All games of the protocol are for five in a row."""

WIN_RULES = {
    0: WinRule.FREESTYLE,
    1: WinRule.STANDARD,
    2: WinRule.RENJU,
    4: WinRule.RENJU,
    8: WinRule.CARO_LONG,
    9: WinRule.CARO_EXACT,
}
"""2 is Yixin's number for renju, never sent by us."""

NUMBERS = {win: number for number, win in WIN_RULES.items()}


def to_rule_number(rules: Rules) -> int:
    """The number of a game; RuleError if the protocol has none."""
    if rules.k != K or rules.win not in NUMBERS:
        raise RuleError(f"the Gomocup protocol has no number for the game {rules}")
    return NUMBERS[rules.win]
