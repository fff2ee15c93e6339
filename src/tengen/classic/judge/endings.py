"""How a run ended, in words, and what it left behind: the exit status and the result file."""

from __future__ import annotations

import signal

from tengen.classic.judge.conventions import Conventions
from tengen.classic.judge.expected import Expected, Kind
from tengen.classic.judge.faults import Fault, Part, board_difference
from tengen.classic.judge.phrases import squeeze
from tengen.classic.judge.process import Ending, Run
from tengen.classic.judge.requirements import (
    END_OF_INPUT,
    EXACT,
    EXIT_STATUS,
    RESULT_FILE,
)
from tengen.classic.judge.scripts import OLD_RESULT
from tengen.classic.judge.tokens import Tokeniser


def describe_ending(run: Run) -> str:
    """What became of a program that did not end by itself, or did."""
    if run.ending is Ending.TIMED_OUT:
        return "did not end within the time limit"
    if run.ending is Ending.FLOODED:
        return "printed more than the output limit allows"
    if run.ending is Ending.CRASHED:
        return f"crashed with {_signal_name(run.status)}{_memory_words(run)}"
    return f"ended with exit status {run.status}"


def _signal_name(number: int) -> str:
    try:
        return f"{signal.Signals(number).name} ({signal.strsignal(number)})"
    except ValueError:
        return f"signal {number}"


def _memory_words(run: Run) -> str:
    if run.memory_limit and run.memory >= 0.8 * run.memory_limit:
        return f"; it held {run.memory} MiB of memory, and the limit is {run.memory_limit} MiB"
    return ""


class Aftermath:
    """Checks what is left when a program has ended by itself."""

    def __init__(self, conventions: Conventions, strictness: str, tokeniser: Tokeniser) -> None:
        self._conventions = conventions
        self._strictness = strictness
        self._tokeniser = tokeniser

    def faults(self, expected: Expected, run: Run, *, is_swapped: bool = False) -> list[Fault]:
        """What is wrong; the wrong player may have started the game, which is a fault already."""
        if expected.is_cut:
            return self._after_a_cut(expected, run)
        status = self._wrong_status(expected, run)
        return status if is_swapped else [*status, *self._wrong_result(expected, run)]

    @staticmethod
    def looked_at(expected: Expected) -> set[str]:
        """The requirements that `faults` is about."""
        return {END_OF_INPUT} if expected.is_cut else {EXIT_STATUS, RESULT_FILE}

    def _wrong_status(self, expected: Expected, run: Run) -> list[Fault]:
        wanted = self._conventions.finished_status
        if wanted is None or run.status == wanted:
            return []
        words = f"The exit status is {run.status} after the game, but should be {wanted}"
        return [Fault(EXIT_STATUS, words, len(expected.script.entries))]

    def _after_a_cut(self, expected: Expected, run: Run) -> list[Fault]:
        typed = len(expected.script.entries)
        if run.result is not None and self._conventions.result is not None:
            words = f"{self._conventions.result.name} is written, but the game was not finished"
            return [Fault(END_OF_INPUT, words, typed)]
        wanted = self._conventions.end_of_input_status
        if self._strictness == EXACT and wanted is not None and run.status != wanted:
            words = f"The exit status is {run.status} after the end of the input"
            return [Fault(END_OF_INPUT, f"{words}, but should be {wanted}", typed)]
        return []

    def _wrong_result(self, expected: Expected, run: Run) -> list[Fault]:
        if self._conventions.result is None or expected.result is None:
            return []
        words = self._result_words(expected, run.result)
        if words is None:
            return []
        shown: tuple[Part, ...] = (("text", run.result),) if run.result else ()
        wanted: tuple[Part, ...] = (("text", expected.result),)
        typed = len(expected.script.entries)
        name = self._conventions.result.name
        return [Fault(RESULT_FILE, f"{name} {words}", typed, wanted, shown)]

    def _result_words(self, expected: Expected, got: str | None) -> str | None:
        """What is wrong with the result file; None if nothing is."""
        if got is None:
            return "is not written"
        if got == expected.result:
            return None
        if OLD_RESULT in got:
            return "still holds what an earlier game has written"
        wrong = self._wrong_content(expected, got)
        if wrong is None and self._strictness == EXACT:
            return "differs in white space or wording"
        return wrong

    def _wrong_content(self, expected: Expected, got: str) -> str | None:
        final = next(one for one in reversed(expected.steps) if one.kind is Kind.SHOW_BOARD)
        ending = next(one for one in reversed(expected.steps) if one.kind is Kind.ANNOUNCE)
        boards = list(self._conventions.drawing.find(got))
        if not boards:
            return "does not hold the board"
        if len(boards) > 1:
            return f"holds {len(boards)} boards, but only the last one belongs there"
        if boards[0].cells != final.cells:
            difference = board_difference(final.cells, boards[0].cells, self._conventions)
            return f"does not hold the final board: {difference}"
        results = self._tokeniser.results(got[boards[0].end :])
        if squeeze(expected.verdict) in squeeze(got) or results == [ending.player]:
            return None
        return "does not hold the right result below the board" if results else "lacks the result"
