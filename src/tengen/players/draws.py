"""Whether to agree to a draw."""

from __future__ import annotations

from tengen.engine.balanced_opening import EVEN_MARGIN
from tengen.engine.levels import seeded_random
from tengen.players.halt import Halt
from tengen.players.judge import Care, Judge
from tengen.session.events import Offer
from tengen.session.state import State

SECONDS = 0.2
LOSING = 2000
"""Who is behind by this much is glad of a draw. To move second costs less."""


def accepts_draw(state: State, care: Care, seed: int | None) -> bool:
    """Whether who was offered a draw is losing, or not ahead on a board that is half full."""
    asking = [seat for seat, offer in state.offers.items() if offer is Offer.DRAW]
    if not asking or state.task is None:
        return False
    colour = state.colour_of(asking[0].other)
    if colour is None:
        return False
    score = Judge(care, seeded_random(seed, state.board), SECONDS, Halt()).score(state.board)
    mine = score if state.board.turn is colour else -score
    is_late = 2 * len(state.board.stones) >= state.board.rules.area
    return mine < -LOSING or (is_late and mine <= EVEN_MARGIN)
