"""Match a whole output with the expected steps: prompts, refusals, results, the end.

The first difference is a fault. After some faults, such as a mark in a wrong place or a missing
prompt, matching continues to find what else is correct; after others it is aborted.
"""

from __future__ import annotations

from tengen.classic.judge import requirements
from tengen.classic.judge.board_matcher import BoardMatcher
from tengen.classic.judge.expected import ExpectedStep, StepKind
from tengen.classic.judge.faults import board_difference
from tengen.classic.judge.process import RunEnding, describe_ending
from tengen.classic.judge.tokens import Token, normalise_text
from tengen.rules import Player


class PromptMatcher(BoardMatcher):
    """Matches the steps that ask for a move or refuse an input."""

    def _match_prompt(self, step: ExpectedStep) -> None:
        token = self._peek(skip_boards=True)
        player = self._who(step)
        if token is None:
            self._end_too_soon(step)
        elif token.kind is StepKind.SHOW_BOARD:
            self._board_instead_of_prompt(step, token)
        elif token.kind is StepKind.ANNOUNCE:
            self._announced_too_soon(token)
        elif token.player is None or token.player is player:
            self._take(step, token, requirements.PROMPT)
        elif self._extra_prompts and token.player is self._mover(step):
            self._extra_prompts -= 1
            self._next += 1
            self._match_prompt(step)
        else:
            self._wrong_player_asked(step, token)

    def _mover(self, step: ExpectedStep) -> Player | None:
        """Return the player who would be asked again if the last move had been refused."""
        player = self._who(step)
        was_move = step.typed and self._entry(step).point is not None
        return player.other if player is not None and was_move else None

    def _wrong_player_asked(self, step: ExpectedStep, token: Token) -> None:
        assert token.player is not None
        player = self._who(step)
        assert player is not None
        got, wanted = self._display_name(token.player), self._display_name(player)
        if not step.typed:
            self._fault(requirements.STARTS, f"{got} is asked first, but {wanted} starts")
            self.is_swapped = True
            self._take(step, token, requirements.PROMPT)
        elif self._entry(step).refusal is not None:
            words = f"The turn passes to {got}, but {wanted} must be asked again"
            self._abort(step.requirement, f"{words} {self._when(step)}")
        elif self._entry(step).rematch:
            self._abort(
                step.requirement, f"{got} is asked first in the rematch, but {wanted} starts"
            )
        else:
            words = f"{got} is asked again after the legal move {self._last_typed(step)}"
            cause = None if step.requirement == requirements.MOVES else requirements.MOVES
            self._abort(step.requirement, f"{words}, but it is the turn of {wanted}", cause)

    def _board_instead_of_prompt(self, step: ExpectedStep, token: Token) -> None:
        if step.typed and self._entry(step).refusal is not None:
            base = self._shown or token.cells
            change = board_difference(base, token.cells, self._conventions)
            words = f"The input {self._last_typed(step)} must be refused, but the board has changed"
            self._abort(step.requirement, f"{words}: {change}")
        else:
            self._abort(requirements.PROMPT, f"Nobody is asked for a move {self._when(step)}")

    def _match_refusal(self, step: ExpectedStep) -> None:
        self._extra_prompts += 1
        token = self._peek()
        if not self._needs_messages or token is None or token.kind is not StepKind.ASK:
            return
        asked = self._tokens[self._next - 1]
        shown = normalise_text(self._text[asked.end : token.start])
        shown = shown.removesuffix(normalise_text(self._entry(step).text))
        tail = self._exact_tail(asked)
        shortest = len(tail) if tail and shown.startswith(tail) else self._shortest_tail()
        if len(shown) <= shortest and not self._is_asked_twice(token):
            words = f"The input {self._last_typed(step)} is refused without an error message"
            self._fault(step.requirement, words)

    def _exact_tail(self, asked: Token) -> str:
        """Return the rest of the exact prompt after the phrase that identifies it."""
        prompt = self._conventions.fill(self._conventions.prompt.exact or "", asked.player)
        phrase = normalise_text(self._text[asked.start : asked.end])
        return normalise_text(prompt).partition(phrase)[2]

    def _shortest_tail(self) -> int:
        """Return the length of the shortest prompt after the phrase that identifies it."""
        ends = [*(token.start for token in self._tokens[1:]), len(self._text)]
        return min(
            len(normalise_text(self._text[token.end : end]))
            for token, end in zip(self._tokens, ends, strict=True)
            if token.kind is StepKind.ASK
        )

    def _is_asked_twice(self, token: Token) -> bool:
        """Return whether two prompts for one player follow; the first is then the message."""
        after = self._tokens[self._next + 1 : self._next + 2]
        return bool(after) and (after[0].kind, after[0].player) == (
            StepKind.ASK,
            token.player,
        )


class OutputMatcher(PromptMatcher):
    """Matches a whole output, from the introduction to the end."""

    def match(self, *, with_boards: bool, start: int) -> None:
        """Compare everything; `start` is where the introduction ends."""
        self._start = start
        self._needs_messages = with_boards
        kinds = {token.kind for token in self._tokens}
        skipped = {StepKind.INTRODUCE}
        if not with_boards:
            self._tokens = [one for one in self._tokens if one.kind is not StepKind.SHOW_BOARD]
            skipped.add(StepKind.SHOW_BOARD)
        elif StepKind.SHOW_BOARD not in kinds:
            skipped.add(StepKind.SHOW_BOARD)
            self._start = max(0, start - len("".join(self._conventions.drawing.lines)))
            self._miss(
                StepKind.SHOW_BOARD,
                requirements.BOARD,
                "No board was recognised in the output",
            )
            self._start = start
        if StepKind.ASK not in kinds:
            skipped.add(StepKind.ASK)
            self._miss(
                StepKind.ASK,
                requirements.PROMPT,
                f"Nobody was asked for a move{self._on_standard_error()}",
            )
        for index, step in enumerate(self._steps):
            self._at = index
            if step.kind not in skipped:
                self._match_step(step)
            elif step.kind is StepKind.ASK:
                self._unasked.add(step.requirement)
            if self.is_aborted:
                return
        self._finish()

    def _miss(self, kind: StepKind, requirement: str, words: str) -> None:
        """Record the fault that a kind of step is missing everywhere."""
        step = next((one for one in self._steps if one.kind is kind), None)
        if step is not None and not step.is_optional:
            self._at = self._steps.index(step)
            if not self._text[self._start :].strip():
                self._end_too_soon(step)
            else:
                self._fault(requirement, words)

    def _on_standard_error(self) -> str:
        prompt = self._conventions.prompt.exact
        shown = normalise_text(self._run.err)
        names = [self._conventions.fill(prompt or "Player {player}", who) for who in Player]
        if any(normalise_text(name) in shown for name in names):
            return ": the prompts went to standard error. Write them to standard output"
        return " in words that were recognised"

    def _match_step(self, step: ExpectedStep) -> None:
        match_step = {
            StepKind.SHOW_BOARD: self._match_board,
            StepKind.ASK: self._match_prompt,
            StepKind.REFUSE: self._match_refusal,
            StepKind.ANNOUNCE: self._match_result,
            StepKind.OFFER_REMATCH: self._match_offer,
        }[step.kind]
        match_step(step)

    def _match_result(self, step: ExpectedStep) -> None:
        token = self._peek(skip_boards=True)
        winner = self._who(step)
        wanted = "a tie" if winner is None else f"a win of {self._display_name(winner)}"
        if token is None:
            self._end_too_soon(step)
        elif token.kind is StepKind.ANNOUNCE and token.player is winner:
            self._take(step, token, step.requirement)
            self._announced = token
        elif token.kind is StepKind.ANNOUNCE:
            got = (
                "a tie" if token.player is None else f"a win of {self._display_name(token.player)}"
            )
            self._abort(step.requirement, f"The program announces {got}, but it is {wanted}")
        elif token.kind is StepKind.ASK and self._extra_prompts:
            self._extra_prompts -= 1
            self._next += 1
            self._match_result(step)
        else:
            move = self._last_typed(step)
            self._abort(step.requirement, f"The game continues after {move}, but it is {wanted}")

    def _match_offer(self, step: ExpectedStep) -> None:
        token = self._peek(skip_boards=True)
        while token is not None and self._repeats(token):
            self._next += 1
            token = self._peek(skip_boards=True)
        end = len(self._text) if token is None else token.start
        begin = self._announced.end if self._announced else end
        if sum(map(str.isalpha, self._text[begin:end])) < 3:
            self._fault(step.requirement, "No rematch is offered after the game")

    def _finish(self) -> None:
        if self._expected.is_cut:
            self._finish_cut_game()
            return
        rest = self._tokens[self._next :]
        if any(
            token.kind is not StepKind.SHOW_BOARD and not self._repeats(token) for token in rest
        ):
            last = next(one for one in reversed(self._steps) if one.kind is StepKind.ANNOUNCE)
            is_stopped = self._expected.script.entries[-1].rematch is False
            requirement = requirements.REMATCH if is_stopped else last.requirement
            self._abort(requirement, "The program continues after the end of the game")
        elif self._run.ending is not RunEnding.EXITED:
            self._abort(
                requirements.RUNS, f"The game is over, but the program {describe_ending(self._run)}"
            )
        else:
            self.findings.met.add(requirements.RUNS)

    def _repeats(self, token: Token) -> bool:
        announced = self._announced
        return announced is not None and (token.kind, token.player) == (
            StepKind.ANNOUNCE,
            announced.player,
        )

    def _finish_cut_game(self) -> None:
        rest = self._tokens[self._next :]
        result = next((token for token in rest if token.kind is StepKind.ANNOUNCE), None)
        if self._run.ending is not RunEnding.EXITED:
            words = f"The input has ended, but the program {describe_ending(self._run)}"
            self._abort(requirements.END_OF_INPUT, words)
        elif result is not None:
            self._abort(
                requirements.END_OF_INPUT, "The input has ended, and the program announces a result"
            )
