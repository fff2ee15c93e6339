"""Boards in an output: whether they are there, and show what they should."""

from __future__ import annotations

from tengen.classic.judge.drawing import Cells
from tengen.classic.judge.expected import Kind, Step, is_empty, swapped
from tengen.classic.judge.faults import board_difference
from tengen.classic.judge.requirements import BOARD, MOVES, REMATCH, refusal_name
from tengen.classic.judge.tokens import Token
from tengen.classic.judge.trail import Trail


class BoardSteps(Trail):
    """The steps of a walk that are about boards."""

    def _meet_board(self, step: Step) -> None:
        token = self._peek()
        if token is None:
            self._end_too_soon(step)
        elif token.kind is Kind.SHOW_BOARD:
            self._compare_board(step, token)
        elif step.is_optional:
            return
        elif token.kind is Kind.ANNOUNCE and not self._is_last_board():
            self._announced_too_soon(token)
        elif token.kind is Kind.ASK and step.typed and token.player is self._who(step):
            self._question_instead_of_board(step)
        else:
            self._fault(BOARD, f"No board is shown {self._when(step)}")

    def _is_last_board(self) -> bool:
        after = self._steps[self._at + 1 : self._at + 2]
        return bool(after) and after[0].kind is Kind.ANNOUNCE

    def _compare_board(self, step: Step, token: Token) -> None:
        wanted = swapped(step.cells) if self.is_swapped else step.cells
        if token.cells == wanted or not self._trusts_boards:
            self._take(step, token, BOARD)
            self._see_moves(step)
            self._shown = token.cells
            self._extra = 0
            return
        if step.is_optional and not is_empty(token.cells):
            return
        if self._was_refused(step, token):
            self._refused_legal_move(step)
            return
        difference = board_difference(wanted, token.cells, self._conventions)
        requirement = REMATCH if step.requirement == REMATCH else BOARD
        self._fault(requirement, f"The board is wrong {self._when(step)}: {difference}")
        self._trusts_boards = False
        self._shown = token.cells
        self._next += 1

    def _see_moves(self, step: Step) -> None:
        """A right board shows that moves, and what came before them, were understood."""
        if step.typed and self._trusts_boards:
            self.findings.met |= {MOVES, *self._unasked}
            self._unasked.clear()

    def _was_refused(self, step: Step, token: Token) -> bool:
        """Whether this board is one after a legal move was refused: unchanged, or a later one."""
        if self._shown is None or not step.typed:
            return False
        if token.cells == self._shown:
            after = self._tokens[self._next + 1 : self._next + 2]
            return bool(after) and after[0].kind is Kind.ASK and after[0].player is self._who(step)
        return token.cells in self._later_boards(step)

    def _later_boards(self, step: Step) -> list[Cells]:
        """The last board with a mark of the same player at the next points to be typed."""
        assert self._shown is not None
        player = self._who(step)
        assert player is not None
        boards = []
        for entry in self._expected.script.entries[step.typed : step.typed + 2]:
            if entry.point is not None:
                index = entry.point.row * self._conventions.columns + entry.point.col
                boards.append(f"{self._shown[:index]}{player.number}{self._shown[index + 1 :]}")
        return boards

    def _question_instead_of_board(self, step: Step) -> None:
        if self._extra:
            self._extra -= 1
            self._next += 1
            self._meet_board(step)
        else:
            self._refused_legal_move(step)

    def _refused_legal_move(self, step: Step) -> None:
        player = self._who(step)
        assert player is not None
        words = f"The legal move {self._last_typed(step)} of {self._called(player)} is refused"
        requirement = MOVES if step.requirement == BOARD else step.requirement
        before = self._expected.script.entries[step.typed - 2] if step.typed > 1 else None
        if before is not None and before.refusal is not None:
            words += f" after the wrong input {before.quoted}"
            requirement = refusal_name(before.refusal)
        self._lose(requirement, words, None if requirement == MOVES else MOVES)
