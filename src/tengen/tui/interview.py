"""The questions of a new game, one line after the other."""

from __future__ import annotations

from tengen.errors import RuleError, UsageError
from tengen.session.setup import Setup
from tengen.tui.choices import follow_game, questions, to_setup, to_values
from tengen.tui.questions import Question


class Interview:
    """Asks until there is a setup; an empty answer keeps what is there."""

    def __init__(self, setup: Setup) -> None:
        self._values = to_values(setup)
        self._left = questions()
        self._skip()

    def question(self) -> list[str]:
        """What is asked, as lines."""
        question = self._left[0]
        answers = [f"{at}: {words}" for at, (_, words) in enumerate(question.answers, 1)]
        return [f"{question.words.strip()}? Enter keeps {self._now(question)}", *answers]

    def answer(self, line: str) -> Setup | None:
        """Take an answer; the setup when that was the last one.

        Raises UsageError if it is no answer, and RuleError if the answers make no game; then the
        questions begin again.
        """
        question = self._left[0]
        if line:
            self._values[question.name] = _read(question, line)
            follow_game(self._values, question.name)
        del self._left[0]
        self._skip()
        if self._left:
            return None
        try:
            return to_setup(self._values)
        except (RuleError, UsageError):
            self._left = questions()
            self._skip()
            raise

    def _skip(self) -> None:
        while self._left and not self._left[0].is_asked(self._values):
            del self._left[0]

    def _now(self, question: Question) -> str:
        value = self._values[question.name]
        return dict(question.answers).get(value, value) or "nothing"


def _read(question: Question, line: str) -> str:
    if not question.answers:
        return line
    if line.isdecimal() and 1 <= int(line[:4]) <= len(question.answers):
        return question.answers[int(line) - 1][0]
    for value, words in question.answers:
        if line.lower() in {value.lower(), words.lower()}:
            return value
    raise UsageError(f"say a number from 1 to {len(question.answers)}, or nothing to keep it")
