"""Names and phrases for sentences about games, players, points and lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tengen.rules.point import Point, format_algebraic
from tengen.rules.rules import GAMES, Player, Rules, WinRule

PlayerNames = Mapping[Player, str]
STONE_NAMES: PlayerNames = {Player.FIRST: "Black", Player.SECOND: "White"}
MARK_NAMES: PlayerNames = {Player.FIRST: "X", Player.SECOND: "O"}
"""Names of the players in games with stones, and in games on paper."""
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def point_name(point: Point, rules: Rules) -> str:
    """Return for example `H8`."""
    return format_algebraic(point, rules).upper()


def line_name(line: Sequence[Point], rules: Rules) -> str:
    """Return for example `five from H8 to L8`."""
    ends = [point_name(point, rules) for point in (line[0], line[-1])]
    if len(line) == 1:
        return f"one on {ends[0]}"
    return f"{number_word(len(line))} from {ends[0]} to {ends[1]}"


def number_word(number: int) -> str:
    """Return for example `five`; numbers above ten are written in digits."""
    return NUMBER_WORDS[number] if number < len(NUMBER_WORDS) else str(number)


def plural(number: float, noun: str, several: str = "") -> str:
    """Return the singular of a noun for 1, and its plural for any other number."""
    return noun if number == 1 else several or f"{noun}s"


def counted(number: int, noun: str, several: str = "") -> str:
    """Return for example `1 move` or `1,234 moves`."""
    return f"{number:,} {plural(number, noun, several)}"


def join_with_or(words: Sequence[str]) -> str:
    """Return for example `H8, G7 or F6`."""
    return " or ".join([", ".join(words[:-1]), words[-1]]) if words[1:] else "".join(words)


def capitalised(text: str) -> str:
    """Return the text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def as_sentence(text: str) -> str:
    """Return the text with a capital at the start and a full stop, unless it has its own end."""
    return capitalised(text) + ("" if text.endswith((".", "?", "!")) else ".")


GAME_TITLES = {
    "five": "Five in a row",
    "standard": "Gomoku, exactly five",
    "caro": "Caro",
    "renju": "Renju",
    "tictactoe": "Tic-tac-toe",
    "gomoku13": "Gomoku 13x13",
    "gomoku19": "Gomoku 19x19",
    "freestyle20": "Freestyle 20x20",
}
"""Titles of the games of `GAMES`, the best known first."""
WIN_RULE_WORDS = {
    WinRule.FREESTYLE: "{k} or more in a row win",
    WinRule.STANDARD: "exactly {k} in a row win",
    WinRule.CARO: "{k} or more win, unless blocked at both ends",
    WinRule.CARO_EXACT: "exactly {k} win, unless blocked at both ends",
    WinRule.CARO_LONG: "{k} win, unless blocked at both ends; more always win",
    WinRule.RENJU: "five win; Black has forbidden points",
}
"""Descriptions of the win rules."""


def known_game_name(rules: Rules) -> str:
    """Return the title of a game, such as `Caro`; empty if it has none."""
    return next((words for name, words in GAME_TITLES.items() if GAMES[name] == rules), "")


def game_name(rules: Rules) -> str:
    """Return the title of a game, such as `Caro`, or else for example `9x9, 4 in a row`."""
    return known_game_name(rules) or f"{rules.width}x{rules.height}, {rules.k} in a row"


def describe_rules(rules: Rules) -> str:
    """Describe the rules, as in `15x15, five or more in a row win`."""
    k = {3: "three", 4: "four", 5: "five", 6: "six"}.get(rules.k, str(rules.k))
    return f"{rules.width}x{rules.height}, {WIN_RULE_WORDS[rules.win].format(k=k)}"
