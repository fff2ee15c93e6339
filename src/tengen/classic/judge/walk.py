"""Going through what a program showed, beside what it should have shown.

The first thing that goes wrong is a fault. After some faults the walk can go on (a mark is drawn
in a wrong place, a prompt is missing), to see what else is right; after others it is lost.
"""

from __future__ import annotations

from tengen.classic.judge.endings import describe_ending
from tengen.classic.judge.expected import Kind, Step
from tengen.classic.judge.phrases import squeeze
from tengen.classic.judge.process import Ending
from tengen.classic.judge.question_steps import QuestionSteps
from tengen.classic.judge.requirements import BOARD, END_OF_INPUT, PROMPT, REMATCH, RUNS
from tengen.classic.judge.tokens import Token
from tengen.rules.rules import Player


class Walk(QuestionSteps):
    """A comparison from the introduction to the end."""

    def go(self, *, with_boards: bool, start: int) -> None:
        """Compare everything; `start` is where the introduction ends."""
        self._start = start
        self._needs_messages = with_boards
        kinds = {token.kind for token in self._tokens}
        skipped = {Kind.INTRODUCE}
        if not with_boards:
            self._tokens = [one for one in self._tokens if one.kind is not Kind.SHOW_BOARD]
            skipped.add(Kind.SHOW_BOARD)
        elif Kind.SHOW_BOARD not in kinds:
            skipped.add(Kind.SHOW_BOARD)
            self._start = max(0, start - len("".join(self._conventions.drawing.lines)))
            self._miss(Kind.SHOW_BOARD, BOARD, "No board was recognised in the output")
            self._start = start
        if Kind.ASK not in kinds:
            skipped.add(Kind.ASK)
            self._miss(Kind.ASK, PROMPT, f"Nobody was asked for a move{self._on_standard_error()}")
        for index, step in enumerate(self._steps):
            self._at = index
            if step.kind not in skipped:
                self._meet(step)
            elif step.kind is Kind.ASK:
                self._unasked.add(step.requirement)
            if self.is_lost:
                return
        self._finish()

    def _miss(self, kind: Kind, requirement: str, words: str) -> None:
        """Note that a kind of thing is missing everywhere."""
        step = next((one for one in self._steps if one.kind is kind), None)
        if step is not None and not step.is_optional:
            self._at = self._steps.index(step)
            if not self._text[self._start :].strip():
                self._end_too_soon(step)
            else:
                self._fault(requirement, words)

    def _on_standard_error(self) -> str:
        prompt = self._conventions.prompt.exact
        said = squeeze(self._run.err)
        names = [self._conventions.fill(prompt or "Player {player}", who) for who in Player]
        if any(squeeze(name) in said for name in names):
            return ": the prompts went to standard error. Write them to standard output"
        return " in words that were recognised"

    def _meet(self, step: Step) -> None:
        meet = {
            Kind.SHOW_BOARD: self._meet_board,
            Kind.ASK: self._meet_question,
            Kind.REFUSE: self._meet_refusal,
            Kind.ANNOUNCE: self._meet_result,
            Kind.OFFER_REMATCH: self._meet_offer,
        }[step.kind]
        meet(step)

    def _meet_result(self, step: Step) -> None:
        token = self._peek(skip_boards=True)
        winner = self._who(step)
        wanted = "a tie" if winner is None else f"a win of {self._called(winner)}"
        if token is None:
            self._end_too_soon(step)
        elif token.kind is Kind.ANNOUNCE and token.player is winner:
            self._take(step, token, step.requirement)
            self._announced = token
        elif token.kind is Kind.ANNOUNCE:
            got = "a tie" if token.player is None else f"a win of {self._called(token.player)}"
            self._lose(step.requirement, f"The program announces {got}, but it is {wanted}")
        elif token.kind is Kind.ASK and self._extra:
            self._extra -= 1
            self._next += 1
            self._meet_result(step)
        else:
            move = self._last_typed(step)
            self._lose(step.requirement, f"The game goes on after {move}, but it is {wanted}")

    def _meet_offer(self, step: Step) -> None:
        token = self._peek(skip_boards=True)
        while token is not None and self._repeats(token):
            self._next += 1
            token = self._peek(skip_boards=True)
        end = len(self._text) if token is None else token.start
        begin = self._announced.end if self._announced else end
        if sum(map(str.isalpha, self._text[begin:end])) < 3:
            self._fault(step.requirement, "Nothing is asked after the game, but a rematch is due")

    def _finish(self) -> None:
        if self._expected.is_cut:
            self._finish_cut_game()
            return
        rest = self._tokens[self._next :]
        if any(token.kind is not Kind.SHOW_BOARD and not self._repeats(token) for token in rest):
            last = next(one for one in reversed(self._steps) if one.kind is Kind.ANNOUNCE)
            is_stopped = self._expected.script.entries[-1].rematch is False
            requirement = REMATCH if is_stopped else last.requirement
            self._lose(requirement, "The program goes on after the end of the game")
        elif self._run.ending is not Ending.EXITED:
            self._lose(RUNS, f"The game is over, but the program {describe_ending(self._run)}")
        else:
            self.findings.met.add(RUNS)

    def _repeats(self, token: Token) -> bool:
        said = self._announced
        return said is not None and (token.kind, token.player) == (Kind.ANNOUNCE, said.player)

    def _finish_cut_game(self) -> None:
        rest = self._tokens[self._next :]
        result = next((token for token in rest if token.kind is Kind.ANNOUNCE), None)
        if self._run.ending is not Ending.EXITED:
            words = f"The input has ended, but the program {describe_ending(self._run)}"
            self._lose(END_OF_INPUT, words)
        elif result is not None:
            self._lose(END_OF_INPUT, "The input has ended, and the program announces a result")
