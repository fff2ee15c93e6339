"""Questions in an output: whether the right player is asked, and wrong inputs are refused."""

from __future__ import annotations

from tengen.classic.judge.board_steps import BoardSteps
from tengen.classic.judge.expected import Kind, Step
from tengen.classic.judge.faults import board_difference
from tengen.classic.judge.phrases import squeeze
from tengen.classic.judge.requirements import MOVES, PROMPT, STARTS
from tengen.classic.judge.tokens import Token
from tengen.rules.rules import Player


class QuestionSteps(BoardSteps):
    """The steps of a walk that are about prompts and refusals."""

    def _meet_question(self, step: Step) -> None:
        token = self._peek(skip_boards=True)
        player = self._who(step)
        if token is None:
            self._end_too_soon(step)
        elif token.kind is Kind.SHOW_BOARD:
            self._board_instead_of_question(step, token)
        elif token.kind is Kind.ANNOUNCE:
            self._announced_too_soon(token)
        elif token.player is None or token.player is player:
            self._take(step, token, PROMPT)
        elif self._extra and token.player is self._mover(step):
            self._extra -= 1
            self._next += 1
            self._meet_question(step)
        else:
            self._wrong_player_asked(step, token)

    def _mover(self, step: Step) -> Player | None:
        """Who would be asked once more if the last move had been refused."""
        player = self._who(step)
        was_move = step.typed and self._entry(step).point is not None
        return player.other if player is not None and was_move else None

    def _wrong_player_asked(self, step: Step, token: Token) -> None:
        assert token.player is not None
        player = self._who(step)
        assert player is not None
        got, wanted = self._called(token.player), self._called(player)
        if not step.typed:
            self._fault(STARTS, f"{got} is asked first, but {wanted} starts")
            self.is_swapped = True
            self._take(step, token, PROMPT)
        elif self._entry(step).refusal is not None:
            words = f"The turn passes to {got}, but {wanted} must be asked again"
            self._lose(step.requirement, f"{words} {self._when(step)}")
        elif self._entry(step).rematch:
            self._lose(
                step.requirement, f"{got} is asked first in the rematch, but {wanted} starts"
            )
        else:
            words = f"{got} is asked again after the legal move {self._last_typed(step)}"
            rather = None if step.requirement == MOVES else MOVES
            self._lose(step.requirement, f"{words}, but it is the turn of {wanted}", rather)

    def _board_instead_of_question(self, step: Step, token: Token) -> None:
        if step.typed and self._entry(step).refusal is not None:
            base = self._shown or token.cells
            change = board_difference(base, token.cells, self._conventions)
            words = f"The input {self._last_typed(step)} must be refused, but the board has changed"
            self._lose(step.requirement, f"{words}: {change}")
        else:
            self._lose(PROMPT, f"Nobody is asked for a move {self._when(step)}")

    def _meet_refusal(self, step: Step) -> None:
        self._extra += 1
        token = self._peek()
        if not self._needs_messages or token is None or token.kind is not Kind.ASK:
            return
        asked = self._tokens[self._next - 1]
        said = squeeze(self._text[asked.end : token.start])
        said = said.removesuffix(squeeze(self._entry(step).text))
        tail = self._exact_tail(asked)
        shortest = len(tail) if tail and said.startswith(tail) else self._shortest_tail()
        if len(said) <= shortest and not self._is_named_twice(token):
            words = f"The input {self._last_typed(step)} is refused without a word"
            self._fault(step.requirement, f"{words} about what is wrong with it")

    def _exact_tail(self, asked: Token) -> str:
        """What follows in the fixed prompt behind the phrase that it is recognised by."""
        prompt = self._conventions.fill(self._conventions.prompt.exact or "", asked.player)
        phrase = squeeze(self._text[asked.start : asked.end])
        return squeeze(prompt).partition(phrase)[2]

    def _shortest_tail(self) -> int:
        """How long the rest of a question is behind the phrase that it is recognised by."""
        ends = [*(token.start for token in self._tokens[1:]), len(self._text)]
        return min(
            len(squeeze(self._text[token.end : end]))
            for token, end in zip(self._tokens, ends, strict=True)
            if token.kind is Kind.ASK
        )

    def _is_named_twice(self, token: Token) -> bool:
        """Whether two questions to one player follow: the first is the message then."""
        after = self._tokens[self._next + 1 : self._next + 2]
        return bool(after) and (after[0].kind, after[0].player) == (Kind.ASK, token.player)
