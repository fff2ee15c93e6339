"""Match an output with the expected steps: the state of the comparison, and boards."""

from __future__ import annotations

from tengen.classic.judge import faults, requirements
from tengen.classic.judge.conventions import Cells, Conventions
from tengen.classic.judge.expected import (
    ExpectedRun,
    ExpectedStep,
    ScriptEntry,
    StepKind,
    is_empty,
    swapped,
)
from tengen.classic.judge.process import ProgramRun, RunEnding, describe_ending
from tengen.classic.judge.tokens import Token
from tengen.rules import Player


class MatcherState:
    """The comparison of the tokens of an output with the expected steps.

    `findings` are its results; `pairs` are the tokens that were matched with steps.
    """

    def __init__(
        self,
        conventions: Conventions,
        expected: ExpectedRun,
        run: ProgramRun,
        text: str,
        tokens: list[Token],
    ) -> None:
        self.findings = faults.Findings()
        self.pairs: list[tuple[ExpectedStep, Token]] = []
        self.is_aborted = False
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
        self._extra_prompts = 0
        self._unasked: set[str] = set()
        self._announced: Token | None = None
        self._start = 0
        self._needs_messages = True

    def _peek(self, *, skip_boards: bool = False) -> Token | None:
        """Return the next token; with `skip_boards`, skip boards that have not changed."""
        while skip_boards and self._next < len(self._tokens):
            token = self._tokens[self._next]
            if token.kind is not StepKind.SHOW_BOARD or token.cells != self._shown:
                break
            self._next += 1
        return self._tokens[self._next] if self._next < len(self._tokens) else None

    def _take(self, step: ExpectedStep, token: Token, requirement: str) -> None:
        self.pairs.append((step, token))
        self.findings.met |= {requirement, step.requirement}
        self._next += 1
        if step.kind is StepKind.ASK and step.typed and self._entry(step).point is not None:
            self._extra_prompts = 0

    def _abort(self, requirement: str, words: str, cause: str | None = None) -> None:
        """Record a fault after which the comparison cannot continue."""
        self._fault(requirement, words, cause)
        self.is_aborted = True

    def _fault(self, requirement: str, words: str, cause: str | None = None) -> None:
        """Record a fault, if it is the first: later ones may only be its consequences."""
        if not self.findings.faults:
            typed = self._steps[self._at].typed
            expected = faults.excerpt_expected(self._conventions, self._steps, self._at)
            got = faults.excerpt_got(self._conventions, self._text, self._place())
            self.findings.faults.append(
                faults.ProgramFault(requirement, words, typed, expected, got, cause)
            )

    def _place(self) -> int:
        """Return where the excerpt of the output for a fault begins."""
        asked = [token for step, token in self.pairs if step.kind is StepKind.ASK]
        return asked[-1].start if asked else self._start

    def _end_too_soon(self, step: ExpectedStep) -> None:
        """Record the fault that the output ends before the step."""
        missing = self._missing(step)
        if self._run.ending is RunEnding.EXITED:
            when = f" {self._when(step)}" if step.typed else ""
            words = f"The program ends with exit status {self._run.status}{when}"
            requirement = requirements.RUNS if not self._text.strip() else step.requirement
        else:
            words = f"The program {describe_ending(self._run)} {self._when(step)}"
            requirement = requirements.RUNS
        if self._run.ending is not RunEnding.STOPPED:
            self._abort(requirement, f"{words}; {missing}{self._last_error_line()}")

    def _missing(self, step: ExpectedStep) -> str:
        player = self._who(step)
        if step.kind is StepKind.ASK and player is not None:
            return f"{self._display_name(player)} should be asked for a move"
        if step.kind is StepKind.SHOW_BOARD:
            return "the board should be shown"
        wanted = "a tie" if player is None else f"a win of {self._display_name(player)}"
        return f"{wanted} should be announced"

    def _last_error_line(self) -> str:
        lines = self._run.err.strip().splitlines()
        return f". On standard error: {lines[-1].strip()[:200]}" if lines else ""

    def _announced_too_soon(self, token: Token) -> None:
        step = self._steps[self._at]
        after = self._when(step)
        if token.player is None:
            self._abort(
                requirements.TIE,
                f"A tie is announced {after}, but cells are empty and nobody has won",
            )
        else:
            words = f"A win of {self._display_name(token.player)} is announced {after}"
            self._abort(
                requirements.NO_FALSE_WIN, f"{words}, but there is no line of {self._conventions.k}"
            )

    def _who(self, step: ExpectedStep) -> Player | None:
        if step.player is None or not self.is_swapped:
            return step.player
        return step.player.other

    def _display_name(self, player: Player) -> str:
        return self._conventions.display_name(player)

    def _entry(self, step: ExpectedStep) -> ScriptEntry:
        return self._expected.script.entries[step.typed - 1]

    def _last_typed(self, step: ExpectedStep) -> str:
        return self._entry(step).quoted

    def _when(self, step: ExpectedStep) -> str:
        if not step.typed:
            return "at the start"
        entry = self._entry(step)
        if entry.rematch is not None:
            return f"after the answer {self._last_typed(step)} to the offer of a rematch"
        what = "the wrong input" if entry.refusal is not None else "the move"
        return f"after {what} {self._last_typed(step)}"


class BoardMatcher(MatcherState):
    """Matches the steps that show a board."""

    def _match_board(self, step: ExpectedStep) -> None:
        token = self._peek()
        if token is None:
            self._end_too_soon(step)
        elif token.kind is StepKind.SHOW_BOARD:
            self._compare_board(step, token)
        elif step.is_optional:
            return
        elif token.kind is StepKind.ANNOUNCE and not self._is_last_board():
            self._announced_too_soon(token)
        elif token.kind is StepKind.ASK and step.typed and token.player is self._who(step):
            self._prompt_instead_of_board(step)
        else:
            self._fault(requirements.BOARD, f"No board is shown {self._when(step)}")

    def _is_last_board(self) -> bool:
        after = self._steps[self._at + 1 : self._at + 2]
        return bool(after) and after[0].kind is StepKind.ANNOUNCE

    def _compare_board(self, step: ExpectedStep, token: Token) -> None:
        wanted = swapped(step.cells) if self.is_swapped else step.cells
        if token.cells == wanted or not self._trusts_boards:
            self._take(step, token, requirements.BOARD)
            self._count_moves_as_met(step)
            self._shown = token.cells
            self._extra_prompts = 0
            return
        if step.is_optional and not is_empty(token.cells):
            return
        if self._was_refused(step, token):
            self._refused_legal_move(step)
            return
        difference = faults.board_difference(wanted, token.cells, self._conventions)
        requirement = (
            requirements.REMATCH if step.requirement == requirements.REMATCH else requirements.BOARD
        )
        self._fault(requirement, f"The board is wrong {self._when(step)}: {difference}")
        self._trusts_boards = False
        self._shown = token.cells
        self._next += 1

    def _count_moves_as_met(self, step: ExpectedStep) -> None:
        """Count moves and the inputs before them as met: a correct board shows that they worked."""
        if step.typed and self._trusts_boards:
            self.findings.met |= {requirements.MOVES, *self._unasked}
            self._unasked.clear()

    def _was_refused(self, step: ExpectedStep, token: Token) -> bool:
        """Return whether a legal move was refused: the board is unchanged, or a later one."""
        if self._shown is None or not step.typed:
            return False
        if token.cells == self._shown:
            after = self._tokens[self._next + 1 : self._next + 2]
            return (
                bool(after) and after[0].kind is StepKind.ASK and after[0].player is self._who(step)
            )
        return token.cells in self._later_boards(step)

    def _later_boards(self, step: ExpectedStep) -> list[Cells]:
        """Return the last board with a mark of the same player at each of the next points."""
        assert self._shown is not None
        player = self._who(step)
        assert player is not None
        boards = []
        for entry in self._expected.script.entries[step.typed : step.typed + 2]:
            if entry.point is not None:
                index = entry.point.row * self._conventions.columns + entry.point.col
                boards.append(f"{self._shown[:index]}{player.number}{self._shown[index + 1 :]}")
        return boards

    def _prompt_instead_of_board(self, step: ExpectedStep) -> None:
        if self._extra_prompts:
            self._extra_prompts -= 1
            self._next += 1
            self._match_board(step)
        else:
            self._refused_legal_move(step)

    def _refused_legal_move(self, step: ExpectedStep) -> None:
        player = self._who(step)
        assert player is not None
        words = (
            f"The legal move {self._last_typed(step)} of {self._display_name(player)} is refused"
        )
        requirement = (
            requirements.MOVES if step.requirement == requirements.BOARD else step.requirement
        )
        before = self._expected.script.entries[step.typed - 2] if step.typed > 1 else None
        if before is not None and before.refusal is not None:
            words += f" after the wrong input {before.quoted}"
            requirement = requirements.refusal_name(before.refusal)
        self._abort(
            requirement, words, None if requirement == requirements.MOVES else requirements.MOVES
        )
