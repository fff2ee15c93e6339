"""One run of a program, compared with what was expected of it."""

from __future__ import annotations

from tengen.classic.judge.conventions import Conventions
from tengen.classic.judge.endings import Aftermath
from tengen.classic.judge.exact import find_mismatch, whole_output, wrong_words
from tengen.classic.judge.expected import Expected, Kind
from tengen.classic.judge.faults import Findings
from tengen.classic.judge.introductions import introduction_fault
from tengen.classic.judge.process import Ending, Run
from tengen.classic.judge.requirements import (
    BOARD,
    EXACT,
    INTRODUCTION,
    PROMPT,
    RULES,
    RUNS,
    SCREEN,
    VERDICT,
)
from tengen.classic.judge.tokens import Tokeniser
from tengen.classic.judge.walk import Walk

READ_AHEAD = 1 << 16
USUAL = {Kind.SHOW_BOARD: BOARD, Kind.ASK: PROMPT}


class Comparer:
    """Compares runs with an assignment at one strictness."""

    def __init__(self, conventions: Conventions, strictness: str) -> None:
        self._conventions = conventions
        self._strictness = strictness
        self._tokeniser = Tokeniser(conventions)
        self._aftermath = Aftermath(conventions, strictness, self._tokeniser)
        wordings = (conventions.prompt, conventions.win, conventions.tie)
        self._is_fixed = all(wording.exact is not None for wording in wordings)

    def compare(self, expected: Expected, run: Run) -> Findings:
        """Everything that was right and wrong in one run."""
        text = self._tokeniser.without_ignored_lines(run.out)
        if self._is_plainly_right(expected, run, text):
            findings = self._all_right(expected)
            boards = list(self._conventions.drawing.find(text[:READ_AHEAD]))
            start = self._tokeniser.end_of_introduction(text, boards)
        else:
            findings, start = self._walk(expected, run, text)
        self._check_introduction(findings, text, start)
        return findings

    def _is_plainly_right(self, expected: Expected, run: Run, text: str) -> bool:
        """Whether the whole output is right byte for byte, so that nothing needs recognition."""
        is_comparable = self._is_fixed and self._conventions.rematch is None
        return (
            is_comparable
            and run.ending is Ending.EXITED
            and find_mismatch(expected, text) is None
            and not self._aftermath.faults(expected, run)
        )

    def _all_right(self, expected: Expected) -> Findings:
        met = {USUAL.get(step.kind, step.requirement) for step in expected.steps}
        met |= {step.requirement for step in expected.steps} | {RUNS, SCREEN, VERDICT}
        return Findings(met=met | self._left_right(expected))

    def _left_right(self, expected: Expected) -> set[str]:
        covered = {expected.script.covers} if expected.script.covers else set()
        return covered | self._aftermath.looked_at(expected)

    def _walk(self, expected: Expected, run: Run, text: str) -> tuple[Findings, int]:
        longest = sum(len(step.text or "") + 200 for step in expected.steps) * 3 + READ_AHEAD
        text = text[:longest]
        tokens, start = self._tokeniser.tokenise(text)
        walk = Walk(self._conventions, expected, run, text, tokens)
        walk.go(with_boards=self._strictness != RULES, start=start)
        findings = walk.findings
        if self._strictness == EXACT:
            self._compare_bytes(walk, expected, text)
        if not walk.is_lost and run.ending is Ending.EXITED:
            findings.faults += self._aftermath.faults(expected, run, is_swapped=walk.is_swapped)
            findings.met |= self._left_right(expected)
        return findings, start

    def _compare_bytes(self, walk: Walk, expected: Expected, text: str) -> None:
        faults = walk.findings.faults
        blamed = {fault.requirement for fault in faults}
        more = [*wrong_words(walk.pairs, text), *whole_output(expected, text)]
        faults += [fault for fault in more if fault.requirement not in blamed]
        walk.findings.met |= {SCREEN, VERDICT}

    def _check_introduction(self, findings: Findings, text: str, start: int) -> None:
        if self._conventions.has_introduction and text.strip():
            fault = introduction_fault(self._conventions, self._strictness, text, start)
            findings.met.add(INTRODUCTION)
            if fault is not None:
                findings.faults.insert(0, fault)
