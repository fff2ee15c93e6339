"""What a person at this keyboard wants, as commands to the game; and what the opponent offers."""

from __future__ import annotations

from msgspec.structs import replace

from tengen.errors import SessionError
from tengen.game import commands
from tengen.game.descriptions import describe_options, seat_name
from tengen.game.events import Offer
from tengen.game.opening_rules import OpeningRule
from tengen.game.setup import PlayerSpec, Setup
from tengen.game.state import GameState
from tengen.game.tasks import ChooseOption, DeclareCount, ProposeMove, Seat
from tengen.rules.point import Point
from tengen.rules.wording import STONE_NAMES, PlayerNames, number_word, plural
from tengen.terminal.table import GameTable

ONLY_THIS_GAME = "this program has joined a game: quit, and say tengen play to play another"
AGREEMENTS: dict[Offer, type[commands.OfferDraw | commands.TakeBack | commands.OfferRematch]] = {
    Offer.DRAW: commands.OfferDraw,
    Offer.TAKE_BACK: commands.TakeBack,
    Offer.REMATCH: commands.OfferRematch,
}
"""Whoever asks for what the other has asked for agrees to it."""


def put(table: GameTable, point: Point) -> commands.Command:
    """Put a stone, offer a fifth or pick one: whatever the game waits for."""
    seat = acting_seat(table)
    if isinstance(table.state.task, ProposeMove):
        return commands.ProposeFifth(seat, point)
    return commands.PlayMove(seat, point)


def pick(table: GameTable, number: int) -> commands.Command:
    """Choose the option of this number, or declare so many fifths."""
    seat, task = acting_seat(table), table.state.task
    if isinstance(task, DeclareCount):
        return commands.DeclareFifths(seat, number)
    if isinstance(task, ChooseOption) and 1 <= number <= len(task.options):
        return commands.MakeChoice(seat, task.options[number - 1])
    raise SessionError(f"there is no choice {number}")


def options(state: GameState, names: PlayerNames) -> list[str]:
    """What can be chosen now, in words; nothing where a point is to be played."""
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
    """The seat to move, if a person sits there."""
    seat = table.state.actor
    if seat is None:
        raise SessionError("the game is over")
    if not table.is_person(seat):
        raise SessionError(table.not_our_turn)
    return seat


def take_back(table: GameTable) -> commands.Command:
    """Agree to that, or take back one's last step: that of whoever did the last one here."""
    state = table.state
    seat = _asked(table, Offer.TAKE_BACK)
    if seat is not None:
        return commands.TakeBack(seat)
    for step in reversed(state.steps):
        if table.is_person(step.seat):
            return commands.TakeBack(step.seat)
    if not state.steps:
        raise SessionError("there is nothing to take back")
    return commands.TakeBack(state.steps[-1].seat)


def redo(table: GameTable) -> commands.Command:
    """Do again what was taken back."""
    undone = table.state.undone
    if not undone:
        raise SessionError("there is nothing to do again")
    people = [seat for seat in Seat if table.is_person(seat)]
    return commands.Redo(people[0] if len(people) == 1 else undone[-1].seat.other)


def offer_draw(table: GameTable) -> commands.Command:
    """Agree to a draw, or offer one to the opponent."""
    return commands.OfferDraw(_asked(table, Offer.DRAW) or own_seat(table))


def offer_rematch(table: GameTable) -> commands.Command:
    """Agree to another game, or offer one."""
    return commands.OfferRematch(_asked(table, Offer.REMATCH) or own_seat(table))


def agree(table: GameTable) -> commands.Command:
    """Say yes to the opponent."""
    for seat, offer in table.state.offers.items():
        if table.is_person(seat.other):
            return AGREEMENTS[offer](seat.other)
    raise SessionError("there is nothing to agree to")


def _asked(table: GameTable, wanted: Offer) -> Seat | None:
    """Who of us is asked for something by the other."""
    for seat, offer in table.state.offers.items():
        if offer is wanted and table.is_person(seat.other):
            return seat.other
    return None


def decline(table: GameTable) -> commands.Command:
    """Say no to the opponent."""
    for seat in table.state.offers:
        if table.is_person(seat.other):
            return commands.Decline(seat.other)
    raise SessionError("there is nothing to decline")


def resign(table: GameTable) -> commands.Command:
    """Give up: who is to move, or the person who plays against a machine."""
    return commands.Resign(own_seat(table))


def abort(table: GameTable) -> commands.Command:
    """Break the game off, before both have moved."""
    return commands.Abort(own_seat(table))


def claim(table: GameTable) -> commands.Command:
    """Win because the opponent has gone."""
    seat = own_seat(table)
    if seat.other not in table.away:
        raise SessionError("nobody has gone away from this game")
    return commands.Claim(seat)


def own_seat(table: GameTable) -> Seat:
    """The person for whom this keyboard speaks now."""
    seat = table.person()
    if not table.is_person(seat):
        raise SessionError(table.not_our_game)
    return seat


def replace_machine(table: GameTable, sitter: PlayerSpec) -> commands.Command:
    """Have somebody else go on for a machine that cannot move."""
    seat = table.awaited
    if seat is None or table.is_thinking:
        raise SessionError("no engine waits to be replaced")
    return commands.ChangeSitter(seat, sitter)


def check_can_switch_game(table: GameTable) -> None:
    """Raise SessionError if only one game can be played at this table."""
    if table.is_online:
        raise SessionError(ONLY_THIS_GAME)


def setup_from(state: GameState, ply: int) -> Setup:
    """A game that goes on after so many moves of this one, with everybody's colour as it is.

    Raises RuleError if nothing can be played on there.
    """
    swapped = state.opening.black is Seat.TWO
    setup = state.setup.swapped() if swapped else state.setup
    return replace(setup, moves=state.board.moves[:ply], opening=OpeningRule.FREE)


OFFER_WORDS = {
    Offer.DRAW: "offers a draw",
    Offer.TAKE_BACK: "asks to take back a move",
    Offer.REMATCH: "offers a rematch",
}


def describe_offer(
    state: GameState, seat: Seat, offer: Offer, names: PlayerNames = STONE_NAMES
) -> str:
    """As in `White offers a draw`."""
    return f"{seat_name(state, seat, names)} {OFFER_WORDS[offer]}"


def standing_offer(table: GameTable, names: PlayerNames) -> str:
    """What somebody at this keyboard can agree to or decline, and how; nothing if nothing is."""
    for seat, offer in table.state.offers.items():
        if table.is_person(seat.other):
            return f"{describe_offer(table.state, seat, offer, names)}\n+ agrees, - declines"
    return ""
