"""What a correct program does with a script, step by step."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field

from tengen.classic.judge.conventions import Conventions
from tengen.classic.judge.drawing import EMPTY, Cells
from tengen.classic.judge.reference import Position
from tengen.classic.judge.requirements import (
    BOARD,
    INTRODUCTION,
    LAST_CELL,
    MOVES,
    OVERLINE,
    REMATCH,
    STARTS,
    TIE,
    refusal_name,
    win_name,
)
from tengen.classic.judge.scripts import Entry, Script
from tengen.rules.rules import Player


class Kind(enum.Enum):
    """What a program can do next."""

    INTRODUCE = "introduce"
    SHOW_BOARD = "show the board"
    ASK = "ask for a move"
    REFUSE = "refuse an input"
    ANNOUNCE = "announce the result"
    OFFER_REMATCH = "offer a rematch"


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that a program must do."""

    kind: Kind
    requirement: str
    typed: int
    """How many entries of the script have been typed before."""
    player: Player | None = None
    """Who is asked, who has moved, or who has won; None for a tie."""
    cells: Cells = ""
    text: str | None = None
    """The bytes it must show; None if the words are free."""
    lead: str = ""
    """The bytes in front of it."""
    is_optional: bool = False


@dataclass(slots=True)
class Expected:
    """All that is expected of one run."""

    script: Script
    steps: list[Step] = field(default_factory=list)
    is_cut: bool = True
    """Whether the input ends before the game does."""
    last_text: str | None = ""
    """The bytes behind the last step; None if they are free."""
    result: str | None = None
    """What the result file holds."""
    verdict: str = ""


def expect(script: Script, conventions: Conventions) -> Expected:
    """What a correct program does with the script."""
    return _Rehearsal(script, conventions).play()


class _Rehearsal:
    """Goes through a script as a correct program would."""

    def __init__(self, script: Script, conventions: Conventions) -> None:
        self._script = script
        self._rules = conventions
        self._expected = Expected(script)
        self._typed = 0
        self._games = 0

    def play(self) -> Expected:
        if self._rules.has_introduction:
            self._add(Kind.INTRODUCE, INTRODUCTION)
        self._begin()
        for entry in self._script.entries:
            self._typed += 1
            self._take(entry)
        if self._expected.is_cut:
            self._expected.last_text = self._rules.end_of_input_text
        return self._expected

    def _begin(self) -> None:
        rules = self._rules
        self._position = Position(rules.rows, rules.columns, rules.k, longer_wins=rules.longer_wins)
        self._cells = [EMPTY] * (rules.rows * rules.columns)
        self._player = Player.FIRST
        self._games += 1
        self._expected.is_cut = True
        if rules.first_board != "absent":
            self._show_board(self._requirement(BOARD), "", optional=rules.first_board == "optional")
        self._ask(self._requirement(STARTS))

    def _take(self, entry: Entry) -> None:
        if entry.rematch is not None:
            if entry.rematch:
                self._begin()
        elif entry.refusal is not None:
            self._refuse(entry.refusal)
        else:
            self._move(entry)

    def _refuse(self, refusal: str) -> None:
        exact = self._rules.refusals[refusal].exact
        name = refusal_name(refusal)
        self._add(Kind.REFUSE, name, text=None if exact is None else f"{exact}\n")
        self._ask(name)

    def _move(self, entry: Entry) -> None:
        point = entry.point
        assert point is not None
        self._position.marks[point] = self._player
        self._cells[point.row * self._rules.columns + point.col] = str(self._player.number)
        self._show_board(self._requirement(BOARD), self._rules.after_move)
        wins = self._position.wins(point)
        if wins or self._position.is_full:
            self._finish(wins)
        else:
            self._player = self._player.other
            self._ask(self._requirement(MOVES))

    def _finish(self, wins: dict[str, int]) -> None:
        winner = self._player if wins else None
        wording = self._rules.win if wins else self._rules.tie
        exact = None if wording.exact is None else self._rules.fill(wording.exact, winner)
        text = None if exact is None else f"{exact}\n"
        self._add(Kind.ANNOUNCE, self._ending(wins), winner, text=text)
        self._expected.is_cut = False
        self._expected.verdict = exact or ""
        self._expected.result = self._result(exact or "")
        if self._rules.rematch is not None:
            self._add(Kind.OFFER_REMATCH, REMATCH)

    def _ending(self, wins: dict[str, int]) -> str:
        """The requirement that an ending is about."""
        if not wins:
            return TIE
        if self._position.is_full:
            return LAST_CELL
        for direction, length in wins.items():
            if length == self._rules.k:
                return win_name(direction)
        return OVERLINE

    def _result(self, verdict: str) -> str | None:
        if self._rules.result is None:
            return None
        content = self._rules.result.content
        board = self._rules.drawing.draw("".join(self._cells))
        return content.replace("{board}", board).replace("{result}", verdict)

    def _requirement(self, usual: str) -> str:
        """What a step is about; in a rematch, and in a script for one thing, it is that thing."""
        if self._games > 1:
            return REMATCH
        if self._script.is_special and self._script.covers:
            return self._script.covers
        return usual

    def _show_board(self, requirement: str, lead: str, *, optional: bool = False) -> None:
        cells = "".join(self._cells)
        text = self._rules.drawing.draw(cells)
        step = Step(
            Kind.SHOW_BOARD, requirement, self._typed, self._player, cells, text, lead, optional
        )
        self._expected.steps.append(step)

    def _ask(self, requirement: str) -> None:
        exact = self._rules.prompt.exact
        text = None if exact is None else self._rules.fill(exact, self._player)
        self._add(Kind.ASK, requirement, self._player, text=text)

    def _add(
        self, kind: Kind, requirement: str, player: Player | None = None, text: str | None = None
    ) -> None:
        self._expected.steps.append(Step(kind, requirement, self._typed, player, text=text))


def swapped(cells: Cells) -> Cells:
    """The board with the players' marks exchanged."""
    return cells.translate(str.maketrans("12", "21"))


def is_empty(cells: Cells) -> bool:
    """Whether nobody has a mark there."""
    return set(cells) <= {EMPTY}
