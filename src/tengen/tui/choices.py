"""The questions of a new game, and the setup that the answers make."""

from __future__ import annotations

import shlex

from tengen.core.games import GAMES
from tengen.core.rules import MAX_SIDE, Rules, WinRule
from tengen.errors import UsageError, quote
from tengen.notation.game_words import GAME_WORDS
from tengen.session.openings import OpeningRule
from tengen.session.setup import Setup, format_clock
from tengen.session.sitters import Computer, External, Person, Sitter
from tengen.tui.entry import parse_number
from tengen.tui.questions import Question, Values
from tengen.tui.times import CLOCKS, clock_words, parse_clock

FIRST_SETUP = Setup(two=Computer(3))
"""What is offered to somebody who has never played here."""
OTHER = "other"
PERSON, ENGINE = "person", "engine"
LEVELS = tuple(str(level) for level in range(1, 11))
NUMBERS = {"width": "Columns", "height": "Rows", "k": "In a row"}
"""What is asked about a board that has no name."""


def questions() -> list[Question]:
    """All that can be asked before a game."""
    return [
        Question("game", "Game", (*GAME_WORDS.items(), (OTHER, "another board"))),
        *(Question(name, words, is_asked=_is_other) for name, words in NUMBERS.items()),
        Question("rule", "Rule", tuple((rule.value, rule.value) for rule in WinRule)),
        Question("opening", "Opening", tuple((rule.value, rule.value) for rule in OpeningRule)),
        Question("clock", "Clock", tuple((clock, clock_words(clock)) for clock in CLOCKS)),
        *_seat_questions("one", "Black"),
        *_seat_questions("two", "White"),
        Question(
            *("fouls", "Forbidden points"),
            (("refused", "cannot be played"), ("lose", "lose the game")),
            lambda values: values["rule"] == WinRule.RENJU.value,
        ),
    ]


def _is_other(values: Values) -> bool:
    return values["game"] == OTHER


def _seat_questions(seat: str, words: str) -> list[Question]:
    levels = tuple((level, f"the computer, level {level}") for level in LEVELS)
    who = ((PERSON, "a person"), *levels, (ENGINE, "another engine"))
    return [
        Question(seat, words, who),
        Question(f"{seat}-name", "  name", is_asked=lambda values: values[seat] == PERSON),
        Question(f"{seat}-command", "  command", is_asked=lambda values: values[seat] == ENGINE),
    ]


def to_values(setup: Setup) -> Values:
    """The answers that make a setup."""
    rules = setup.rules
    names = [name for name, known in GAMES.items() if known == rules]
    return {
        "game": names[0] if names else OTHER,
        "width": str(rules.width),
        "height": str(rules.height),
        "k": str(rules.k),
        "rule": rules.win.value,
        "opening": setup.opening.value,
        "clock": format_clock(setup.clock),
        "fouls": "lose" if setup.fouls_lose else "refused",
        **_to_seat_values("one", setup.one),
        **_to_seat_values("two", setup.two),
    }


def _to_seat_values(seat: str, sitter: Sitter) -> Values:
    if isinstance(sitter, Computer):
        who = str(sitter.level)
    else:
        who = PERSON if isinstance(sitter, Person) else ENGINE
    name = sitter.name if isinstance(sitter, Person) else ""
    command = shlex.join(sitter.command) if isinstance(sitter, External) else ""
    return {seat: who, f"{seat}-name": name, f"{seat}-command": command}


def follow_game(values: Values, changed: str) -> None:
    """Keep the name of the game and its size and rule in step."""
    if changed == "game" and values["game"] != OTHER:
        rules = GAMES[values["game"]]
        values.update(
            width=str(rules.width), height=str(rules.height), k=str(rules.k), rule=rules.win.value
        )
    elif changed == "rule":
        size = values["width"], values["height"], values["k"]
        for name, rules in GAMES.items():
            known = str(rules.width), str(rules.height), str(rules.k)
            if known == size and rules.win.value == values["rule"]:
                values["game"] = name
                return
        values["game"] = OTHER


def to_setup(values: Values) -> Setup:
    """The setup that answers make. Raises RuleError or UsageError if they make none."""
    width, height, k = (check_number(name, values[name]) for name in NUMBERS)
    win = WinRule(_one_of("rule", values["rule"], [rule.value for rule in WinRule]))
    opening = _one_of("opening", values["opening"], [rule.value for rule in OpeningRule])
    return Setup(
        Rules(width, height, k, win),
        OpeningRule(opening),
        to_sitter(values["one"], values["one-name"], values["one-command"]),
        to_sitter(values["two"], values["two-name"], values["two-command"]),
        parse_clock(values["clock"]),
        fouls_lose=win is WinRule.RENJU and values["fouls"] == "lose",
    )


def check_number(name: str, text: str) -> int:
    """Read a size or a length. Raises UsageError."""
    return parse_number(text.strip(), 1, MAX_SIDE, NUMBERS[name].lower())


def _one_of(name: str, text: str, known: list[str]) -> str:
    if text not in known:
        raise UsageError(f"there is no {name} {quote(text)}: there are {', '.join(known)}")
    return text


def to_sitter(who: str, name: str = "", command: str = "") -> Sitter:
    """Who takes a seat: a person, a level or another engine. Raises RuleError or UsageError."""
    if who == PERSON:
        return Person(name.strip())
    if who in LEVELS:
        return Computer(int(who))
    if who != ENGINE:
        raise UsageError(f"nobody called {quote(who)} can play: levels are 1 to {LEVELS[-1]}")
    words = _split(command)
    return External(words, words[0].rpartition("/")[2].removeprefix("pbrain-"))


def _split(command: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise UsageError(f"{quote(command)} is not a command: {error}") from None
    if not words:
        raise UsageError("another engine needs the command that starts it, as in ./pbrain-name")
    return words
