"""Rules and opening rules as people and programs write them in files.

Tengen writes `renju` or, with an opening rule, `renju, taraguchi-10`, and `15x15/4 freestyle` if
a winning line is not five long. It also reads Gomocup's numbers, and words such as `Gomoku` or
`RIF`.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from tengen.errors import ParseError
from tengen.rules import Rules, WinRule, parse_rules

K = 5
NUMBERS = {
    "0": WinRule.FREESTYLE,
    "1": WinRule.STANDARD,
    "2": WinRule.RENJU,
    "4": WinRule.RENJU,
    "8": WinRule.CARO_LONG,
    "9": WinRule.CARO_EXACT,
}
"""The rule numbers of the Gomocup protocol; 2 is Yixin's number for renju."""
EXACT = {rule.value: rule for rule in WinRule} | NUMBERS
WORDS = {
    "renju": WinRule.RENJU,
    "free": WinRule.FREESTYLE,
    "freestyle": WinRule.FREESTYLE,
    "standard": WinRule.STANDARD,
    "caro": WinRule.CARO_EXACT,
    "gomoku": WinRule.FREESTYLE,
    "gobang": WinRule.FREESTYLE,
    "wuziqi": WinRule.FREESTYLE,
}
"""Words for win rules; the first of them that a text contains decides."""
RENJU_OPENING = re.compile(
    r"\b(rif|sakata|soos[yo]rv|taraguchi|tarannikov|yamaguchi)(?:[- ]?(\d{1,2}))?\b", re.ASCII
)
OTHER_OPENING = re.compile(r"\b(swap2|swap|long[ -]pro|pro)\b", re.ASCII)
MAX_SEARCHED = 200
"""Maximum number of characters that are searched for words."""


class RuleText(NamedTuple):
    """What a text says about the rules; `win` is None if it does not say the win rule."""

    win: WinRule | None
    k: int = K
    opening: str = ""


def parse_rule_text(text: str) -> RuleText | None:
    """Read a text, or return None if it is not understood."""
    rule, _, opening = text.partition(", ")
    if rule.lower() in EXACT:
        return RuleText(EXACT[rule.lower()], K, opening)
    if "/" in rule:
        try:
            rules = parse_rules(rule)
        except ParseError:
            return None
        return RuleText(rules.win, rules.k, opening)
    return _by_words(text[:MAX_SEARCHED].lower())


def format_rule_text(rules: Rules, opening: str = "") -> str:
    """Write rules and an opening rule so that `parse_rule_text` can read them."""
    rule = rules.win.value if rules.k == K else str(rules)
    return f"{rule}, {opening}" if opening else rule


def _by_words(text: str) -> RuleText | None:
    words = set(re.findall(r"[a-z]+", text))
    win = next((rule for word, rule in WORDS.items() if word in words), None)
    opening = ""
    if of_renju := RENJU_OPENING.search(text):
        opening = "-".join(filter(None, of_renju.groups()))
        win = win or WinRule.RENJU
    elif other := OTHER_OPENING.search(text):
        opening = other[1].replace("-", " ")
    return RuleText(win, K, opening) if win or opening else None
