"""Quiet moves of the theorem as tasks."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from kit.expansions import START

from tengen.errors import ProofError
from tengen.prove.proof_tasks import ProofTask, lines_file, prove_quiet_move
from tengen.prove.prover import QuietMove
from tengen.prove.theorem_book import BOOK_FILE

QUIET = QuietMove(*START, 0)


def test_the_theorem_is_found_wherever_a_process_has_it() -> None:
    assert lines_file(BOOK_FILE).path is None
    task = ProofTask(lines_file(BOOK_FILE), QUIET)
    assert pickle.loads(pickle.dumps(task)) == task


def test_lines_that_have_changed_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text("h8 i9 h9\n")
    task = ProofTask(lines_file(str(path)), QUIET)
    path.write_text("h8 i9 h10\n")
    with pytest.raises(ProofError, match="differs between the processes: copy it"):
        prove_quiet_move(task)


def test_lines_that_a_process_does_not_have_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text("h8 i9 h9\n")
    task = ProofTask(lines_file(str(path)), QUIET)
    path.unlink()
    with pytest.raises(ProofError, match=r"a process cannot read .*: No such file"):
        prove_quiet_move(task)
