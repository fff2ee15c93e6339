"""The questions of a new game, one line after the other."""

from __future__ import annotations

from tengen.core.rules import Rules, WinRule
from tengen.errors import RuleError, UsageError
from tengen.session.openings import OpeningRule, check_opening
from tengen.session.setup import Setup, format_clock
from tengen.session.sitters import Person
from tengen.tui.choices import (
    ENGINE,
    LEVELS,
    NUMBERS,
    OTHER,
    PERSON,
    check_number,
    follow_game,
    questions,
    to_setup,
    to_sitter,
    to_values,
)
from tengen.tui.entry import parse_number
from tengen.tui.questions import Question
from tengen.tui.times import parse_clock

SIDES = {"one": "Black", "two": "White"}
NOTHING = "-"


class Interview:
    """Asks until there is a setup; an empty answer keeps what is there."""

    def __init__(self, setup: Setup) -> None:
        self._values = to_values(setup)
        self._left = questions()
        self._skip()

    def question(self) -> str:
        """What is asked."""
        question = self._left[0]
        side, dash, _ = question.name.partition("-")
        words = f"{SIDES[side]}'s {question.words.strip()}" if dash else question.words
        value = self._values[question.name]
        now = dict(question.answers).get(value, value)
        return f"{words}? Enter keeps {now or 'nothing'}{_hint(question, now)}"

    def answers(self) -> list[str]:
        """What can be answered, with numbers; nothing where something is typed."""
        question = self._left[0]
        known = () if question.name in SIDES else self._answers(question)
        return [f"{at}: {words}" for at, (_, words) in enumerate(known, 1)]

    def answer(self, line: str) -> Setup | None:
        """Take an answer; the setup when that was the last one.

        Raises UsageError or RuleError if it is no answer, and then the question stays. If the
        answers together make no game, the questions begin again.
        """
        question = self._left[0]
        if line:
            self._values[question.name] = self._read(question, line)
            follow_game(self._values, question.name)
        else:
            _check(question, self._values[question.name])
        del self._left[0]
        self._skip()
        return None if self._left else self._finish()

    def _finish(self) -> Setup:
        try:
            return to_setup(self._values)
        except (RuleError, UsageError):
            self._left = questions()
            self._skip()
            raise

    def _skip(self) -> None:
        """Leave out what there is nothing to choose about."""
        while self._left and not self._is_asked(self._left[0]):
            del self._left[0]

    def _is_asked(self, question: Question) -> bool:
        if question.name == "rule":  # a game with a name has its own
            return self._values["game"] == OTHER
        if question.name == "opening":
            known = self._answers(question)
            if self._values["opening"] not in dict(known):
                self._values["opening"] = OpeningRule.FREE.value
            return len(known) > 1
        return question.is_asked(self._values)

    def _answers(self, question: Question) -> tuple[tuple[str, str], ...]:
        if question.name != "opening":
            return question.answers
        return tuple(pair for pair in question.answers if self._fits(OpeningRule(pair[0])))

    def _fits(self, opening: OpeningRule) -> bool:
        """Whether the game that was chosen can begin in this way."""
        width, height, k = (int(self._values[name]) for name in NUMBERS)
        try:
            check_opening(opening, Rules(width, height, k, WinRule(self._values["rule"])))
        except RuleError:
            return False
        return True

    def _read(self, question: Question, line: str) -> str:
        if not question.answers:
            value = "" if line == NOTHING else line
            _check(question, value)
            return value
        if question.name in SIDES:
            return _read_sitter(line)
        known = self._answers(question)
        if not line.isdecimal():
            for value, words in known:
                if line.lower() in {value.lower(), words.lower()}:
                    return value
            if question.name == "clock":
                return format_clock(parse_clock(line))
        return known[parse_number(line, 1, len(known), "the answer") - 1][0]


def _hint(question: Question, now: str) -> str:
    """What else can be answered, where there is no list of answers."""
    if question.name in SIDES:
        return f". A level from 1 to {LEVELS[-1]}, {PERSON} or {ENGINE}"
    return f". {NOTHING}: no name" if question.name.endswith("-name") and now else ""


def _read_sitter(line: str) -> str:
    if line.lower() in {PERSON, ENGINE}:
        return line.lower()
    return str(parse_number(line, 1, len(LEVELS), "levels"))


def _check(question: Question, value: str) -> None:
    """Raise UsageError or RuleError if a text is no answer to a question."""
    if question.name in NUMBERS:
        check_number(question.name, value)
    elif question.name.endswith("-command"):
        to_sitter(ENGINE, command=value)
    elif question.name.endswith("-name"):
        Person(value)
