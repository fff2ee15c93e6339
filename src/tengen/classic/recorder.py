"""Record games in a file while they are played, one game per line."""

from __future__ import annotations

import os
from collections.abc import Callable

from tengen.rules import Board, format_algebraic

OnFailure = Callable[[str, OSError], None]


class GameRecorder:
    """Appends games to a file, and calls `on_failure` once if that fails."""

    def __init__(self, path: str, on_failure: OnFailure) -> None:
        self._path = path
        self._on_failure = on_failure
        self._fd: int | None = None
        self._try(self._open)

    def watch(self, board: Board) -> None:
        """Write the rules of a new game, or its last move."""
        if board.moves:
            end = "\n" if board.outcome.is_over else ""
            text = f" {format_algebraic(board.moves[-1], board.rules)}{end}"
        else:
            text = str(board.rules)
        self._try(lambda: self._write(text))

    def _open(self) -> None:
        self._fd = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o666)
        size = os.fstat(self._fd).st_size
        if size and os.pread(self._fd, 1, size - 1) != b"\n":
            self._write("\n")  # the last game in the file is unfinished

    def _write(self, text: str) -> None:
        if self._fd is not None:
            os.write(self._fd, text.encode("ascii"))

    def _try(self, act: Callable[[], None]) -> None:
        try:
            act()
        except OSError as error:
            self._fd = None
            self._on_failure(self._path, error)
