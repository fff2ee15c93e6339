"""Events on their way into the store."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tengen.session.events import Event, GameEnded, Redone, TakenBack
from tengen.session.state import STEPS
from tengen.session.wire import format_event

_VERDICTS: dict[type[Event], bool] = {GameEnded: True, TakenBack: False, Redone: False}


class Addition(NamedTuple):
    """More events of a game that has `first` of them so far."""

    game: int
    first: int
    texts: list[str]
    is_over: bool | None
    """Whether the game is over then; None if it is as it was before."""
    is_played: bool
    """Whether there is a step among them: a move, or a choice in the opening."""


def make_addition(game: int, first: int, events: Sequence[Event]) -> Addition:
    """These events as texts."""
    texts, is_over, is_played = [], None, False
    for event in events:
        texts.append(format_event(event).decode())
        is_over = _VERDICTS.get(type(event), is_over)
        is_played = is_played or isinstance(event, STEPS)
    return Addition(game, first, texts, is_over, is_played)
