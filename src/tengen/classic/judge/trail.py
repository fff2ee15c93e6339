"""What a walk through an output remembers: where it is, what was right, what went wrong."""

from __future__ import annotations

from tengen.classic.judge.conventions import Conventions
from tengen.classic.judge.drawing import Cells
from tengen.classic.judge.endings import describe_ending
from tengen.classic.judge.expected import Expected, Kind, Step
from tengen.classic.judge.faults import Fault, Findings
from tengen.classic.judge.process import Ending, Run
from tengen.classic.judge.requirements import NO_FALSE_WIN, RUNS, TIE
from tengen.classic.judge.screens import excerpt_expected, excerpt_got
from tengen.classic.judge.scripts import Entry
from tengen.classic.judge.tokens import Token
from tengen.rules.rules import Player


class Trail:
    """The tokens of an output beside the steps that are due, with words for both.

    `findings` has what came of it, and `pairs` which token was which step.
    """

    def __init__(
        self, conventions: Conventions, expected: Expected, run: Run, text: str, tokens: list[Token]
    ) -> None:
        self.findings = Findings()
        self.pairs: list[tuple[Step, Token]] = []
        self.is_lost = False
        self._conventions = conventions
        self._expected = expected
        self._run = run
        self._text = text
        self._tokens = tokens
        self._steps = expected.steps
        self._next = 0
        self._at = 0
        self._shown: Cells | None = None
        self.is_swapped = False
        self._trusts_boards = True
        self._extra = 0
        self._unasked: set[str] = set()
        self._announced: Token | None = None
        self._start = 0
        self._needs_messages = True

    def _peek(self, *, skip_boards: bool = False) -> Token | None:
        """The next token; boards that show nothing new may be skipped."""
        while skip_boards and self._next < len(self._tokens):
            token = self._tokens[self._next]
            if token.kind is not Kind.SHOW_BOARD or token.cells != self._shown:
                break
            self._next += 1
        return self._tokens[self._next] if self._next < len(self._tokens) else None

    def _take(self, step: Step, token: Token, requirement: str) -> None:
        self.pairs.append((step, token))
        self.findings.met |= {requirement, step.requirement}
        self._next += 1
        if step.kind is Kind.ASK and step.typed and self._entry(step).point is not None:
            self._extra = 0

    def _lose(self, requirement: str, words: str, rather: str | None = None) -> None:
        self._fault(requirement, words, rather)
        self.is_lost = True

    def _fault(self, requirement: str, words: str, rather: str | None = None) -> None:
        """Note a fault, if it is the first: later ones may only follow from it."""
        if not self.findings.faults:
            typed = self._steps[self._at].typed
            expected = excerpt_expected(self._conventions, self._steps, self._at)
            got = excerpt_got(self._conventions, self._text, self._place())
            self.findings.faults.append(Fault(requirement, words, typed, expected, got, rather))

    def _place(self) -> int:
        """Where in the text the screen that is shown with a fault begins."""
        asked = [token for step, token in self.pairs if step.kind is Kind.ASK]
        return asked[-1].start if asked else self._start

    def _end_too_soon(self, step: Step) -> None:
        """The output is at its end, but the step is not there."""
        missing = self._missing(step)
        if self._run.ending is Ending.EXITED:
            when = f" {self._when(step)}" if step.typed else ""
            words = f"The program ends with exit status {self._run.status}{when}"
            requirement = RUNS if not self._text.strip() else step.requirement
        else:
            words = f"The program {describe_ending(self._run)} {self._when(step)}"
            requirement = RUNS
        if self._run.ending is not Ending.STOPPED:
            self._lose(requirement, f"{words}; {missing}{self._last_words()}")

    def _missing(self, step: Step) -> str:
        player = self._who(step)
        if step.kind is Kind.ASK and player is not None:
            return f"{self._called(player)} should be asked for a move"
        if step.kind is Kind.SHOW_BOARD:
            return "the board should be shown"
        wanted = "a tie" if player is None else f"a win of {self._called(player)}"
        return f"{wanted} should be announced"

    def _last_words(self) -> str:
        lines = self._run.err.strip().splitlines()
        return f". On standard error: {lines[-1].strip()[:200]}" if lines else ""

    def _announced_too_soon(self, token: Token) -> None:
        step = self._steps[self._at]
        after = self._when(step)
        if token.player is None:
            self._lose(TIE, f"A tie is announced {after}, but cells are free and nobody has won")
        else:
            words = f"A win of {self._called(token.player)} is announced {after}"
            self._lose(NO_FALSE_WIN, f"{words}, but there is no line of {self._conventions.k}")

    def _who(self, step: Step) -> Player | None:
        if step.player is None or not self.is_swapped:
            return step.player
        return step.player.other

    def _called(self, player: Player) -> str:
        return self._conventions.called(player)

    def _entry(self, step: Step) -> Entry:
        return self._expected.script.entries[step.typed - 1]

    def _last_typed(self, step: Step) -> str:
        return self._entry(step).quoted

    def _when(self, step: Step) -> str:
        if not step.typed:
            return "at the start"
        entry = self._entry(step)
        if entry.rematch is not None:
            return f"after the answer {self._last_typed(step)} about a rematch"
        what = "the wrong input" if entry.refusal is not None else "the move"
        return f"after {what} {self._last_typed(step)}"
