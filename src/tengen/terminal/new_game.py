"""Setting up a new game: the questions, the setup made from the answers, and the last setup.

The full screen asks all questions in one form (`dialogs`), the plain game one at a time
(`SetupInterview`). The last setup and unfinished games come from the store.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass

from tengen.errors import ParseError, RuleError, UsageError, quote
from tengen.game import Computer, ExternalEngine, OpeningRule, Person, PlayerSpec, Setup
from tengen.game.clock import describe_time_control, format_time_control, parse_time_control
from tengen.game.events import format_setup, parse_setup
from tengen.game.opening_rules import check_opening
from tengen.rules import GAMES, MAX_SIDE, Rules, WinRule
from tengen.rules.wording import GAME_TITLES
from tengen.storage import GameSummary, Store
from tengen.terminal.input import CLOCK_PRESETS, parse_number

FormValues = dict[str, str]


@dataclass(frozen=True, slots=True)
class Question:
    """A question, with its answers as value and label; without answers, text is typed."""

    name: str
    label: str
    answers: tuple[tuple[str, str], ...] = ()
    is_asked: Callable[[FormValues], bool] = lambda _values: True
    """Whether the question applies, given the other answers."""


DEFAULT_SETUP = Setup(two=Computer(3))
"""The setup that is offered the first time."""
OTHER_BOARD = "other"
PERSON, ENGINE = "person", "engine"
LEVELS = tuple(str(level) for level in range(1, 11))
SIZE_FIELDS = {"width": "Columns", "height": "Rows", "k": "In a row"}
"""The questions about the size of a board without a name."""


def setup_questions() -> list[Question]:
    """Return all questions about a new game."""
    return [
        Question("game", "Game", (*GAME_TITLES.items(), (OTHER_BOARD, "another board"))),
        *(Question(name, label, is_asked=_is_other) for name, label in SIZE_FIELDS.items()),
        Question("rule", "Rule", tuple((rule.value, rule.value) for rule in WinRule)),
        Question("opening", "Opening", tuple((rule.value, rule.value) for rule in OpeningRule)),
        Question(
            "clock",
            "Clock",
            tuple(
                (clock, describe_time_control(parse_time_control(clock))) for clock in CLOCK_PRESETS
            ),
        ),
        *_seat_questions("one", "Black"),
        *_seat_questions("two", "White"),
        Question(
            *("fouls", "Forbidden points"),
            (("refused", "cannot be played"), ("lose", "lose the game")),
            lambda values: values["rule"] == WinRule.RENJU.value,
        ),
    ]


def _is_other(values: FormValues) -> bool:
    return values["game"] == OTHER_BOARD


def _seat_questions(seat: str, label: str) -> list[Question]:
    levels = tuple((level, f"the computer, level {level}") for level in LEVELS)
    who = ((PERSON, "a person"), *levels, (ENGINE, "another engine"))
    return [
        Question(seat, label, who),
        Question(f"{seat}-name", "  name", is_asked=lambda values: values[seat] == PERSON),
        Question(f"{seat}-command", "  command", is_asked=lambda values: values[seat] == ENGINE),
    ]


def to_values(setup: Setup) -> FormValues:
    """Return the answers that give this setup."""
    rules = setup.rules
    names = [name for name, known in GAMES.items() if known == rules]
    return {
        "game": names[0] if names else OTHER_BOARD,
        "width": str(rules.width),
        "height": str(rules.height),
        "k": str(rules.k),
        "rule": rules.win.value,
        "opening": setup.opening.value,
        "clock": format_time_control(setup.clock),
        "fouls": "lose" if setup.fouls_lose else "refused",
        **_seat_values("one", setup.one),
        **_seat_values("two", setup.two),
    }


def _seat_values(seat: str, player: PlayerSpec) -> FormValues:
    if isinstance(player, Computer):
        who = str(player.level)
    else:
        who = PERSON if isinstance(player, Person) else ENGINE
    name = player.name if isinstance(player, Person) else ""
    command = shlex.join(player.command) if isinstance(player, ExternalEngine) else ""
    return {seat: who, f"{seat}-name": name, f"{seat}-command": command}


def sync_rules(values: FormValues, changed: str) -> None:
    """Update the size and rule after the game has changed, or the game after the rule has."""
    if changed == "game" and values["game"] != OTHER_BOARD:
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
        values["game"] = OTHER_BOARD


def to_setup(values: FormValues) -> Setup:
    """Return the setup that the answers give. Raises RuleError or UsageError if there is none."""
    width, height, k = (parse_size(name, values[name]) for name in SIZE_FIELDS)
    win = WinRule(_one_of("rule", values["rule"], [rule.value for rule in WinRule]))
    opening = _one_of("opening", values["opening"], [rule.value for rule in OpeningRule])
    return Setup(
        Rules(width, height, k, win),
        OpeningRule(opening),
        to_player_spec(values["one"], values["one-name"], values["one-command"]),
        to_player_spec(values["two"], values["two-name"], values["two-command"]),
        parse_time_control(values["clock"]),
        fouls_lose=win is WinRule.RENJU and values["fouls"] == "lose",
    )


def parse_size(name: str, text: str) -> int:
    """Read a number of columns, rows or stones in a row. Raises UsageError."""
    return parse_number(text.strip(), 1, MAX_SIDE, SIZE_FIELDS[name].lower())


def _one_of(name: str, text: str, known: list[str]) -> str:
    if text not in known:
        raise UsageError(f"there is no {name} {quote(text)}: choose one of {', '.join(known)}")
    return text


def to_player_spec(who: str, name: str = "", command: str = "") -> PlayerSpec:
    """Return a person, a computer or an external engine. Raises RuleError or UsageError."""
    if who == PERSON:
        return Person(name.strip())
    if who in LEVELS:
        return Computer(int(who))
    if who != ENGINE:
        raise UsageError(f"{quote(who)} is not a level: levels are 1 to {LEVELS[-1]}")
    words = _split(command)
    return ExternalEngine(words, words[0].rpartition("/")[2].removeprefix("pbrain-"))


def _split(command: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise UsageError(f"{quote(command)} is not a command: {error}") from None
    if not words:
        raise UsageError("give the command that starts the engine, as in ./pbrain-name")
    return words


SIDE_NAMES = {"one": "Black", "two": "White"}
EMPTY_ANSWER = "-"


class SetupInterview:
    """Asks one question after the other. An empty answer keeps the value in force."""

    def __init__(self, setup: Setup) -> None:
        self._values = to_values(setup)
        self._left = setup_questions()
        self._skip()

    def question(self) -> str:
        """Return the question, with the value that Enter keeps."""
        question = self._left[0]
        side, dash, _ = question.name.partition("-")
        label = f"{SIDE_NAMES[side]}'s {question.label.strip()}" if dash else question.label
        value = self._values[question.name]
        now = dict(question.answers).get(value, value)
        return f"{label}? Enter keeps {now or 'nothing'}{_hint(question, now)}"

    def answers(self) -> list[str]:
        """Return the numbered answers, or an empty list if text is typed."""
        question = self._left[0]
        known = () if question.name in SIDE_NAMES else self._answers(question)
        return [f"{number}: {label}" for number, (_, label) in enumerate(known, 1)]

    def answer(self, line: str) -> Setup | None:
        """Take an answer. Return the setup after the last one.

        Raises UsageError or RuleError if the answer is invalid; the question is then asked again.
        If the answers do not fit together, the questions start again.
        """
        question = self._left[0]
        if line:
            self._values[question.name] = self._read(question, line)
            sync_rules(self._values, question.name)
        else:
            _check(question, self._values[question.name])
        del self._left[0]
        self._skip()
        return None if self._left else self._finish()

    def _finish(self) -> Setup:
        try:
            return to_setup(self._values)
        except (ParseError, RuleError, UsageError):
            self._left = setup_questions()
            self._skip()
            raise

    def _skip(self) -> None:
        """Skip questions that do not apply."""
        while self._left and not self._is_asked(self._left[0]):
            del self._left[0]

    def _is_asked(self, question: Question) -> bool:
        if question.name == "rule":  # a named game has its own
            return self._values["game"] == OTHER_BOARD
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
        """Whether the chosen game allows this opening."""
        width, height, k = (int(self._values[name]) for name in SIZE_FIELDS)
        try:
            check_opening(opening, Rules(width, height, k, WinRule(self._values["rule"])))
        except RuleError:
            return False
        return True

    def _read(self, question: Question, line: str) -> str:
        if not question.answers:
            value = "" if line == EMPTY_ANSWER else line
            _check(question, value)
            return value
        if question.name in SIDE_NAMES:
            return _read_player_spec(line)
        known = self._answers(question)
        if not line.isdecimal():
            for value, label in known:
                if line.lower() in {value.lower(), label.lower()}:
                    return value
            if question.name == "clock":
                return format_time_control(parse_time_control(line))
        return known[parse_number(line, 1, len(known), "the answer") - 1][0]


def _hint(question: Question, now: str) -> str:
    """Return what can be typed, for questions without a list of answers."""
    if question.name in SIDE_NAMES:
        return f". Type a level from 1 to {LEVELS[-1]}, {PERSON} or {ENGINE}"
    return f". Type {EMPTY_ANSWER} for no name" if question.name.endswith("-name") and now else ""


def _read_player_spec(line: str) -> str:
    if line.lower() in {PERSON, ENGINE}:
        return line.lower()
    return str(parse_number(line, 1, len(LEVELS), "the level"))


def _check(question: Question, value: str) -> None:
    """Raise UsageError or RuleError if a text is not a valid answer."""
    if question.name in SIZE_FIELDS:
        parse_size(question.name, value)
    elif question.name.endswith("-command"):
        to_player_spec(ENGINE, command=value)
    elif question.name.endswith("-name"):
        Person(value)


SETUP_KEY = "tui/setup"


def last_setup(store: Store | None) -> Setup:
    """Return the setup that was chosen last."""
    stored = store.recall(SETUP_KEY) if store is not None else None
    try:
        return parse_setup(stored) if stored else DEFAULT_SETUP
    except ParseError:
        return DEFAULT_SETUP


def remember_setup(store: Store | None, setup: Setup) -> None:
    """Remember a setup, to offer it next time."""
    if store is not None:
        store.remember(SETUP_KEY, format_setup(setup))


def last_unfinished(store: Store | None) -> GameSummary | None:
    """Return the newest unfinished game that is not being played now."""
    games = store.unfinished(limit=1) if store is not None else []
    return games[0] if games else None
