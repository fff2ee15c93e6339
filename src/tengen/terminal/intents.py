"""Intents: what a person at this keyboard wants to do, turned into commands to the game."""

from __future__ import annotations

from msgspec.structs import replace

from tengen.errors import SessionError
from tengen.game import GameState, OpeningRule, PlayerSpec, Seat, Setup, commands
from tengen.game.descriptions import describe_options
from tengen.game.events import Offer
from tengen.game.tasks import ChooseOption, DeclareCount, ProposeMove
from tengen.rules import Point
from tengen.rules.wording import PlayerNames, number_word, plural
from tengen.terminal.sentences import NOTHING_TO_TAKE_BACK, ONLY_THIS_GAME
from tengen.terminal.table import GameTable

AGREEMENTS: dict[Offer, type[commands.OfferDraw | commands.TakeBack | commands.OfferRematch]] = {
    Offer.DRAW: commands.OfferDraw,
    Offer.TAKE_BACK: commands.TakeBack,
    Offer.REMATCH: commands.OfferRematch,
}
"""The command that accepts an offer: making the same offer."""


def place_stone(table: GameTable, point: Point) -> commands.Command:
    """Place a stone, or offer a fifth move, whichever the game waits for."""
    seat = acting_seat(table)
    if isinstance(table.state.task, ProposeMove):
        return commands.ProposeFifth(seat, point)
    return commands.PlayMove(seat, point)


def pick(table: GameTable, number: int) -> commands.Command:
    """Choose the option with this number, or declare this number of fifth moves."""
    seat, task = acting_seat(table), table.state.task
    if isinstance(task, DeclareCount):
        return commands.DeclareFifths(seat, number)
    if isinstance(task, ChooseOption) and 1 <= number <= len(task.options):
        return commands.MakeChoice(seat, task.options[number - 1])
    raise SessionError(f"there is no choice {number}")


def options(state: GameState, names: PlayerNames) -> list[str]:
    """Return the choices in words, or an empty list if a stone is to be placed."""
    task = state.task
    if isinstance(task, ChooseOption):
        return describe_options(task, names)
    if isinstance(task, DeclareCount):
        return [
            f"{number_word(count)} {plural(count, 'fifth move')}"
            for count in range(1, task.most + 1)
        ]
    return []


def acting_seat(table: GameTable) -> Seat:
    """Return the seat to move. Raises SessionError unless a person here holds it."""
    seat = table.state.actor
    if seat is None:
        raise SessionError("the game is over")
    if not table.is_person(seat):
        raise SessionError(table.not_our_turn)
    return seat


def take_back(table: GameTable) -> commands.Command:
    """Accept a request to take back, or take back the last step made at this keyboard."""
    state = table.state
    seat = _seat_offered(table, Offer.TAKE_BACK)
    if seat is not None:
        return commands.TakeBack(seat)
    for step in reversed(state.steps):
        if table.is_person(step.seat):
            return commands.TakeBack(step.seat)
    if not state.steps:
        raise SessionError(NOTHING_TO_TAKE_BACK)
    return commands.TakeBack(state.steps[-1].seat)


def redo(table: GameTable) -> commands.Command:
    """Redo what was taken back."""
    undone = table.state.undone
    if not undone:
        raise SessionError("there is nothing to redo")
    people = [seat for seat in Seat if table.is_person(seat)]
    return commands.Redo(people[0] if len(people) == 1 else undone[-1].seat.other)


def offer_draw(table: GameTable) -> commands.Command:
    """Accept a draw, or offer one."""
    return commands.OfferDraw(_seat_offered(table, Offer.DRAW) or own_seat(table))


def offer_rematch(table: GameTable) -> commands.Command:
    """Accept a rematch, or offer one."""
    return commands.OfferRematch(_seat_offered(table, Offer.REMATCH) or own_seat(table))


def agree(table: GameTable) -> commands.Command:
    """Accept the opponent's offer."""
    for seat, offer in table.state.offers.items():
        if table.is_person(seat.other):
            return AGREEMENTS[offer](seat.other)
    raise SessionError("there is no offer to accept")


def _seat_offered(table: GameTable, kind: Offer) -> Seat | None:
    """Return the seat at this keyboard that has an offer of this kind."""
    for seat, offer in table.state.offers.items():
        if offer is kind and table.is_person(seat.other):
            return seat.other
    return None


def decline(table: GameTable) -> commands.Command:
    """Decline the opponent's offer."""
    for seat in table.state.offers:
        if table.is_person(seat.other):
            return commands.Decline(seat.other)
    raise SessionError("there is no offer to decline")


def resign(table: GameTable) -> commands.Command:
    """Resign for the player to move, or for the person who plays against a machine."""
    return commands.Resign(own_seat(table))


def abort(table: GameTable) -> commands.Command:
    """Abort the game, before both have moved."""
    return commands.Abort(own_seat(table))


def claim(table: GameTable) -> commands.Command:
    """Claim the win, because the opponent is away."""
    seat = own_seat(table)
    if seat.other not in table.away:
        raise SessionError("your opponent is not away")
    return commands.Claim(seat)


def own_seat(table: GameTable) -> Seat:
    """Return the seat that this keyboard plays for now. Raises SessionError if there is none."""
    seat = table.person()
    if not table.is_person(seat):
        raise SessionError(table.not_our_game)
    return seat


def replace_machine(table: GameTable, player: PlayerSpec) -> commands.Command:
    """Give the seat of a machine that failed to another player."""
    seat = table.awaited
    if seat is None or table.is_thinking:
        raise SessionError("no engine has failed: there is nothing to replace")
    return commands.ChangeSitter(seat, player)


def check_can_switch_game(table: GameTable) -> None:
    """Raise SessionError if only one game can be played at this table."""
    if table.is_online:
        raise SessionError(ONLY_THIS_GAME)


def setup_from(state: GameState, ply: int) -> Setup:
    """Return the setup of a game that starts after `ply` moves, with the same colours.

    Raises RuleError if the game is over at that position.
    """
    swapped = state.opening.black is Seat.TWO
    setup = state.setup.swapped() if swapped else state.setup
    return replace(setup, moves=state.board.moves[:ply], opening=OpeningRule.FREE)
