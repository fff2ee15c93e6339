"""Quiet moves of the theorem as tasks for other processes."""

from __future__ import annotations

import hashlib
import os
import threading
import time
from dataclasses import dataclass
from functools import cache

import msgspec

from tengen.errors import ProofError, quote
from tengen.prove import proof_parts
from tengen.prove.prover import QuietMove, QuietProver
from tengen.prove.theorem_book import BOOK_FILE, read_entries


@dataclass(frozen=True, slots=True)
class LinesFile:
    """A file of lines that every process reads: its path, None for the theorem, and its hash."""

    path: str | None
    mark: str


@dataclass(frozen=True, slots=True)
class ProofTask:
    """A quiet move to prove, with the lines that may be used."""

    lines: LinesFile
    quiet: QuietMove


def lines_file(path: str) -> LinesFile:
    """Return a file of lines as it is now. Raises OSError."""
    return LinesFile(None if path == BOOK_FILE else os.path.abspath(path), _hash(path))


def prove_quiet_move(task: ProofTask) -> bytes:
    """Prove a quiet move, and return the finished piece as a line of text.

    The parts do not depend on which process proves which quiet move, nor on their order.
    """
    prover = _prover(task.lines, threading.get_ident())
    start = time.process_time()
    parts = [proof_parts.to_proof_part(part) for part in prover.prove(task.quiet)]
    done = proof_parts.FinishedPiece(time.process_time() - start, parts)
    return msgspec.json.encode(done) + b"\n"


@cache
def _prover(lines: LinesFile, _thread: int) -> QuietProver:
    """Return the prover of a thread of this process for a file of lines."""
    path = lines.path or BOOK_FILE
    try:
        if _hash(path) != lines.mark:
            raise ProofError(
                f"{quote(path)} differs between the processes: copy it to all machines"
            )
        entries = list(read_entries(path))
    except OSError as error:
        raise ProofError(f"a process cannot read {quote(path)}: {error.strerror}") from None
    known = {proof_parts.canonical_form(proof_parts.stones_of(entry.stones)) for entry in entries}
    return proof_parts.make_theorem_prover(known)


def _hash(path: str) -> str:
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()
