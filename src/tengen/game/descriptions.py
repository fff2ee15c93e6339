"""Descriptions of a game in English: whose turn it is, the options, how it ended."""

from __future__ import annotations

from tengen.errors import Refusal
from tengen.game import tasks
from tengen.game.events import Foul, GameResult
from tengen.game.setup import Computer
from tengen.game.state import GameState
from tengen.rules import Board, Player, Termination
from tengen.rules.wording import STONE_NAMES, PlayerNames, join_with_or, line_name, point_name

FOUL_NAMES = {
    Refusal.OVERLINE: "an overline",
    Refusal.DOUBLE_FOUR: "a double-four",
    Refusal.DOUBLE_THREE: "a double-three",
}


def seat_name(state: GameState, seat: tasks.Seat, names: PlayerNames = STONE_NAMES) -> str:
    """Return the name of a player, else the colour, or the seat while colours are open."""
    spec = state.setup.sitter(seat)
    if isinstance(spec, Computer):
        return f"Computer {spec.level}"
    if spec.name:
        return spec.name
    colour = state.colour_of(seat)
    if colour is not None:
        return names[colour]
    return f"Player {seat.value}"


def side_name(state: GameState, seat: tasks.Seat, names: PlayerNames = STONE_NAMES) -> str:
    """Return the colour of a seat, or the name of its player while colours are open."""
    colour = state.colour_of(seat)
    return names[colour] if colour is not None else seat_name(state, seat, names)


def describe_result(state: GameState, names: PlayerNames = STONE_NAMES) -> str:
    """Describe how the game ended, as a sentence without a full stop."""
    result = state.result
    assert result is not None
    if result.winner is None:
        return _describe_draw(state, result, names)
    winner = side_name(state, result.winner, names)
    loser = side_name(state, result.winner.other, names)
    return f"{winner} wins: {_describe_win(state.board, result, loser)}"


def _describe_draw(state: GameState, result: GameResult, names: PlayerNames) -> str:
    if result.cause is Termination.ABORTED:
        is_time_up = any(state.clocks.has_run_out(seat) for seat in tasks.Seat)
        return "The game was aborted" + (": no move was made in time" if is_time_up else "")
    why = {
        Termination.AGREED: "both agreed",
        Termination.FULL_BOARD: "the board is full",
        Termination.NO_LEGAL_POINT: f"all points left are forbidden to {names[Player.FIRST]}",
    }
    return f"A draw: {why[result.cause]}"


def _describe_win(board: Board, result: GameResult, loser: str) -> str:
    if result.cause is Termination.LINE:
        return " and ".join(line_name(line, board.rules) for line in board.winning_lines())
    if result.cause is Termination.TIME:
        return f"{loser}'s time is up"
    if result.cause is Termination.RESIGNED:
        return f"{loser} resigned"
    if result.cause is Termination.LEFT:
        return f"{loser} has left"
    assert result.foul is not None
    return describe_foul(board, result.foul, loser)


def describe_foul(board: Board, foul: Foul, loser: str) -> str:
    """Describe a foul, as in `Black's J9 is a double-three`."""
    return f"{loser}'s {point_name(foul.point, board.rules)} is {FOUL_NAMES[foul.reason]}"


def describe_task(state: GameState, names: PlayerNames = STONE_NAMES) -> str:
    """Describe the current task or the result, as a sentence without a full stop."""
    task = state.task
    if task is None:
        return describe_result(state, names)
    who = seat_name(state, task.seat, names)
    stone = names[state.board.turn]
    if isinstance(task, tasks.PlaceStone):
        return _describe_place(state, task, who, stone)
    if isinstance(task, tasks.ChooseOption):
        return f"{who} chooses: {join_with_or(describe_options(task, names))}"
    if isinstance(task, tasks.DeclareCount):
        return f"{who} declares the number of fifth moves: 1 to {task.most}"
    if isinstance(task, tasks.ProposeMove):
        return f"{who} offers fifth moves: {len(task.points) + 1} of {task.count}"
    assert isinstance(task, tasks.PickMove)
    return f"{who} picks {stone}'s fifth move from {len(task.points)}"


def _describe_place(state: GameState, task: tasks.PlaceStone, who: str, stone: str) -> str:
    where = f", {task.area}" if task.area else ""
    if state.opening.black is None:
        return f"{who} places a stone for {stone}{where}"
    return f"{stone} to move{where}" if who == stone else f"{who} to move ({stone}){where}"


def describe_promise(state: GameState, names: PlayerNames = STONE_NAMES) -> str:
    """Describe the win that a computer announced with the last move; empty without one."""
    step = state.promise
    if step is None:
        return ""
    who = side_name(state, step.seat, names)
    if step.wins_in == 1:
        return f"{who} wins with the next move"
    return f"{who} wins in at most {step.wins_in} more moves"


def describe_options(task: tasks.ChooseOption, names: PlayerNames = STONE_NAMES) -> list[str]:
    """Describe each option of a task, with the colour that it leads to."""
    return [_describe_option(task, choice, names) for choice in task.options]


def _describe_option(task: tasks.ChooseOption, choice: tasks.Choice, names: PlayerNames) -> str:
    colour = task.colour_after(choice)
    side = "" if colour is None else names[colour]
    return {
        tasks.Choice.BLACK: f"play {side}",
        tasks.Choice.WHITE: f"play {side}",
        tasks.Choice.ADD_TWO: "add two stones and let the opponent choose",
        tasks.Choice.SWAP: f"swap and play {side}",
        tasks.Choice.STAY: f"stay {side}",
        tasks.Choice.OFFER_TEN: f"stay {side} and offer ten fifth moves",
    }[choice]


def describe_choice(choice: tasks.Choice, names: PlayerNames = STONE_NAMES) -> str:
    """Describe a choice that was made."""
    return {
        tasks.Choice.BLACK: f"play {names[Player.FIRST]}",
        tasks.Choice.WHITE: f"play {names[Player.SECOND]}",
        tasks.Choice.ADD_TWO: "add two stones",
        tasks.Choice.SWAP: "swap sides",
        tasks.Choice.STAY: "do not swap",
        tasks.Choice.OFFER_TEN: "offer ten fifth moves",
    }[choice]
