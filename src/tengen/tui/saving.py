"""Saving a game to a file, as one line of text."""

from __future__ import annotations

import os
from collections.abc import Collection
from itertools import count

from tengen.notation.game import format_game
from tengen.session.state import State


def unused_name(taken: Collection[str]) -> str:
    """A name for a file that is not there yet."""
    return next(name for name in (f"game-{number}.txt" for number in count(1)) if name not in taken)


def save_game(state: State, path: str) -> str:
    """Write the game to a file that is not there yet, and say so, or why not."""
    path = os.path.expanduser(path)
    try:
        _write(path, f"{format_game(state.board)}\n")
    except FileExistsError:
        return f"{path} is there already: choose another name"
    except (OSError, ValueError) as error:
        return f"Cannot save to {path}: {getattr(error, 'strerror', None) or error}"
    return f"Saved to {path}"


def _write(path: str, text: str) -> None:
    """Make a file with this text, or none."""
    with open(path, "x", encoding="ascii") as file:
        try:
            file.write(text)
            file.flush()
        except OSError:
            os.unlink(path)
            raise
