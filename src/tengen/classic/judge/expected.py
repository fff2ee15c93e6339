"""Scripts, which are the whole input of one run, and the steps of a correct program."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from tengen.classic.judge import requirements
from tengen.classic.judge.conventions import EMPTY, Cells, Conventions, GridCell, ReferencePosition
from tengen.rules import Player

OLD_RESULT = "an older result\n"
"""The text that fills an existing result file before a game."""


@dataclass(frozen=True, slots=True)
class ScriptEntry:
    """One input: a legal move, an input to be refused, or an answer to the offer of a rematch."""

    text: str
    """The input with its line end."""
    point: GridCell | None = None
    refusal: str | None = None
    rematch: bool | None = None

    @property
    def shown(self) -> str:
        """The input for reports: short, in one line, with escaped control characters."""
        text = self.text.strip("\r\n") if self.refusal else " ".join(self.text.split())
        count = "" if len(text) <= 40 else f"... ({len(text):,} characters)"
        begin = text[:30] if count else text
        return "".join(one if one.isprintable() else ascii(one)[1:-1] for one in begin) + count

    @property
    def quoted(self) -> str:
        """The input in quotes."""
        return f"'{self.shown}'" if self.shown else "'' (an empty line)"


@dataclass(frozen=True, slots=True)
class Script:
    """The input of one run: a game, or several games with rematches."""

    name: str
    entries: tuple[ScriptEntry, ...]
    covers: str | None = None
    """A requirement that is met if the whole script goes as expected."""
    is_special: bool = False
    """Whether a failed legal move in this script counts only against `covers`."""
    old_result: bool = False
    """Whether the result file of an earlier game exists."""

    @property
    def typed(self) -> bytes:
        """The bytes for standard input."""
        return "".join(entry.text for entry in self.entries).encode("utf-8", "surrogateescape")


class StepKind(enum.Enum):
    """What a program can do in a step."""

    INTRODUCE = "introduce"
    SHOW_BOARD = "show the board"
    ASK = "ask for a move"
    REFUSE = "refuse an input"
    ANNOUNCE = "announce the result"
    OFFER_REMATCH = "offer a rematch"


@dataclass(frozen=True, slots=True)
class ExpectedStep:
    """One step that a correct program takes."""

    kind: StepKind
    requirement: str
    typed: int
    """Entries of the script that have been typed before this step."""
    player: Player | None = None
    """The player who is asked, has moved or has won; None for a tie."""
    cells: Cells = ""
    text: str | None = None
    """The exact text to show; None if the wording is free."""
    lead: str = ""
    """The exact text before it."""
    is_optional: bool = False


@dataclass(slots=True)
class ExpectedRun:
    """The expected steps and files of one run."""

    script: Script
    steps: list[ExpectedStep] = field(default_factory=list)
    is_cut: bool = True
    """Whether the input ends before the game does."""
    last_text: str | None = ""
    """The exact text after the last step; None if it is free."""
    result: str | None = None
    """The expected content of the result file."""
    verdict: str = ""


def expect(script: Script, conventions: Conventions) -> ExpectedRun:
    """Return what a correct program does with the script."""
    return _CorrectProgram(script, conventions).play()


class _CorrectProgram:
    """Simulates a correct program."""

    def __init__(self, script: Script, conventions: Conventions) -> None:
        self._script = script
        self._rules = conventions
        self._expected = ExpectedRun(script)
        self._typed = 0
        self._games = 0

    def play(self) -> ExpectedRun:
        if self._rules.has_introduction:
            self._add(StepKind.INTRODUCE, requirements.INTRODUCTION)
        self._begin()
        for entry in self._script.entries:
            self._typed += 1
            self._take(entry)
        if self._expected.is_cut:
            self._expected.last_text = self._rules.end_of_input_text
        return self._expected

    def _begin(self) -> None:
        rules = self._rules
        self._position = ReferencePosition(
            rules.rows, rules.columns, rules.k, longer_wins=rules.longer_wins
        )
        self._cells = [EMPTY] * (rules.rows * rules.columns)
        self._player = Player.FIRST
        self._games += 1
        self._expected.is_cut = True
        if rules.first_board != "absent":
            self._show_board(
                self._requirement(requirements.BOARD), "", optional=rules.first_board == "optional"
            )
        self._ask(self._requirement(requirements.STARTS))

    def _take(self, entry: ScriptEntry) -> None:
        if entry.rematch is not None:
            if entry.rematch:
                self._begin()
        elif entry.refusal is not None:
            self._refuse(entry.refusal)
        else:
            self._move(entry)

    def _refuse(self, refusal: str) -> None:
        exact = self._rules.refusals[refusal].exact
        name = requirements.refusal_name(refusal)
        self._add(StepKind.REFUSE, name, text=None if exact is None else f"{exact}\n")
        self._ask(name)

    def _move(self, entry: ScriptEntry) -> None:
        point = entry.point
        assert point is not None
        self._position.marks[point] = self._player
        self._cells[point.row * self._rules.columns + point.col] = str(self._player.number)
        self._show_board(self._requirement(requirements.BOARD), self._rules.after_move)
        wins = self._position.wins(point)
        if wins or self._position.is_full:
            self._finish(wins)
        else:
            self._player = self._player.other
            self._ask(self._requirement(requirements.MOVES))

    def _finish(self, wins: dict[str, int]) -> None:
        winner = self._player if wins else None
        wording = self._rules.win if wins else self._rules.tie
        exact = None if wording.exact is None else self._rules.fill(wording.exact, winner)
        text = None if exact is None else f"{exact}\n"
        self._add(StepKind.ANNOUNCE, self._ending(wins), winner, text=text)
        self._expected.is_cut = False
        self._expected.verdict = exact or ""
        self._expected.result = self._result(exact or "")
        if self._rules.rematch is not None:
            self._add(StepKind.OFFER_REMATCH, requirements.REMATCH)

    def _ending(self, wins: dict[str, int]) -> str:
        """Return the requirement that an ending tests."""
        if not wins:
            return requirements.TIE
        if self._position.is_full:
            return requirements.LAST_CELL
        for direction, length in wins.items():
            if length == self._rules.k:
                return requirements.win_name(direction)
        return requirements.OVERLINE

    def _result(self, verdict: str) -> str | None:
        if self._rules.result is None:
            return None
        content = self._rules.result.content
        board = self._rules.drawing.draw("".join(self._cells))
        return content.replace("{board}", board).replace("{result}", verdict)

    def _requirement(self, default: str) -> str:
        """Return the requirement of a step; rematches and special scripts have their own."""
        if self._games > 1:
            return requirements.REMATCH
        if self._script.is_special and self._script.covers:
            return self._script.covers
        return default

    def _show_board(self, requirement: str, lead: str, *, optional: bool = False) -> None:
        cells = "".join(self._cells)
        text = self._rules.drawing.draw(cells)
        step = ExpectedStep(
            StepKind.SHOW_BOARD, requirement, self._typed, self._player, cells, text, lead, optional
        )
        self._expected.steps.append(step)

    def _ask(self, requirement: str) -> None:
        exact = self._rules.prompt.exact
        text = None if exact is None else self._rules.fill(exact, self._player)
        self._add(StepKind.ASK, requirement, self._player, text=text)

    def _add(
        self,
        kind: StepKind,
        requirement: str,
        player: Player | None = None,
        text: str | None = None,
    ) -> None:
        self._expected.steps.append(ExpectedStep(kind, requirement, self._typed, player, text=text))


def swapped(cells: Cells) -> Cells:
    """Return the board with the players' marks exchanged."""
    return cells.translate(str.maketrans("12", "21"))


def is_empty(cells: Cells) -> bool:
    """Return whether the board has no marks."""
    return set(cells) <= {EMPTY}
