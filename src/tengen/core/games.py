"""Ready-made rules for the games that have names."""

from tengen.core.rules import Rules, WinRule
from tengen.errors import RuleError, quote

TIC_TAC_TOE = Rules(3, 3, 3)
GOMOKU_13 = Rules(13, 13, 5)
FIVE_IN_A_ROW = Rules(15, 15, 5)
STANDARD_15 = Rules(15, 15, 5, WinRule.STANDARD)
CARO_15 = Rules(15, 15, 5, WinRule.CARO_EXACT)
RENJU = Rules(15, 15, 5, WinRule.RENJU)
GOMOKU_19 = Rules(19, 19, 5)
FREESTYLE_20 = Rules(20, 20, 5)

GAMES = {
    "tictactoe": TIC_TAC_TOE,
    "gomoku13": GOMOKU_13,
    "five": FIVE_IN_A_ROW,
    "standard": STANDARD_15,
    "caro": CARO_15,
    "renju": RENJU,
    "gomoku19": GOMOKU_19,
    "freestyle20": FREESTYLE_20,
}
"""All of them by name."""


def to_rules(game: Rules | str) -> Rules:
    """The rules themselves, or those of a game that has a name. Raises RuleError and TypeError."""
    if isinstance(game, Rules):
        return game
    if not isinstance(game, str):
        raise TypeError(f"{game!r} is no game: use Rules(15, 15, 5) or a name, such as 'five'")
    if game not in GAMES:
        names = ", ".join(GAMES)
        raise RuleError(f"no game is called {quote(game)}: use Rules(15, 15, 5) or one of {names}")
    return GAMES[game]
