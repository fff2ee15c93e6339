"""What a long search knows, kept beside its certificate until that is there."""

from __future__ import annotations

import os

from tengen.atomic_file import write_atomically
from tengen.cli.complain import complain_of_file, tell
from tengen.errors import ParseError, UsageError
from tengen.prove.solver_state import SolverMemory
from tengen.rules.board import Board

SUFFIX = ".state"


class State:
    """The file with what is known; there is none without a certificate to be written."""

    def __init__(self, out: str | None, board: Board, memory: SolverMemory) -> None:
        self._path = None if out is None else out + SUFFIX
        self._board = board
        self._memory = memory

    def load(self) -> None:
        """Go on from where a search was broken off. Raises UsageError if that was another one."""
        if self._path is None or not os.path.exists(self._path):
            return
        try:
            with open(self._path, "rb") as file:
                self._memory.unpack(file.read(), self._board)
        except ParseError:
            raise UsageError(
                f"{self._path!a} is not what a search of this position has left: remove it, or "
                f"choose another name with --out."
            ) from None
        except OSError as error:
            raise UsageError(f"cannot read {self._path!a}: {error.strerror}.") from None
        tell(f"tengen: going on with what {self._path!a} knows")

    def save(self) -> None:
        """Keep what is known now."""
        if self._path is None:
            return
        try:
            write_atomically(self._path, self._memory.pack(self._board))
        except OSError as error:
            complain_of_file(self._path, error)

    def remove(self) -> None:
        """It is needed no more."""
        if self._path is not None and os.path.exists(self._path):
            os.unlink(self._path)
