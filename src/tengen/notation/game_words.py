"""What games are called, and what wins in them."""

from __future__ import annotations

from tengen.core.games import GAMES
from tengen.core.rules import Rules, WinRule

GAME_WORDS = {
    "five": "Five in a row",
    "standard": "Gomoku, exactly five",
    "caro": "Caro",
    "renju": "Renju",
    "tictactoe": "Tic-tac-toe",
    "gomoku13": "Gomoku 13x13",
    "gomoku19": "Gomoku 19x19",
    "freestyle20": "Freestyle 20x20",
}
"""The games of `GAMES` as people call them, the best known first."""
RULE_WORDS = {
    WinRule.FREESTYLE: "{k} or more in a row win",
    WinRule.STANDARD: "exactly {k} in a row win",
    WinRule.CARO: "{k} or more win, unless blocked at both ends",
    WinRule.CARO_EXACT: "exactly {k} win, unless blocked at both ends",
    WinRule.CARO_LONG: "{k} win, unless blocked at both ends; more always win",
    WinRule.RENJU: "five win; Black has forbidden points",
}
"""What a win rule means, in words."""


def known_name(rules: Rules) -> str:
    """As in `Caro`; empty for a game without a name."""
    return next((words for name, words in GAME_WORDS.items() if GAMES[name] == rules), "")


def game_name(rules: Rules) -> str:
    """As in `Caro`; a game without a name is called after its board, as in `9x9, 4 in a row`."""
    return known_name(rules) or f"{rules.width}x{rules.height}, {rules.k} in a row"


def rule_words(rules: Rules) -> str:
    """The game in force: as in `15x15, five or more in a row win`."""
    k = {3: "three", 4: "four", 5: "five", 6: "six"}.get(rules.k, str(rules.k))
    return f"{rules.width}x{rules.height}, {RULE_WORDS[rules.win].format(k=k)}"
