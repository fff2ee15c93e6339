"""The text form of rules: `15x15/5 freestyle`, or the name of a game. `str(rules)` prints it."""

import re

from tengen.core.games import GAMES
from tengen.core.rules import Rules, WinRule
from tengen.errors import ParseError, RuleError

NUMBER = r"(0|[1-9][0-9]{0,29})"
FORM = re.compile(rf"{NUMBER}x{NUMBER}/{NUMBER} ([a-z-]+)", re.ASCII)


def parse_rules(text: str) -> Rules:
    """Read rules as `str(rules)` prints them, or the name of a ready-made game."""
    if text in GAMES:
        return GAMES[text]
    match = FORM.fullmatch(text)
    if match is None:
        names = ", ".join(GAMES)
        raise ParseError("set of rules", text, f"15x15/5 freestyle or one of {names} was expected")
    width, height, k, win = match.groups()
    if win not in {rule.value for rule in WinRule}:
        known = ", ".join(rule.value for rule in WinRule)
        raise ParseError("set of rules", text, f"the win rules are {known}", match.start(4))
    try:
        return Rules(int(width), int(height), int(k), WinRule(win))
    except RuleError as error:
        raise ParseError("set of rules", text, str(error)) from None
