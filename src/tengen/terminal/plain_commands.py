"""The commands of the plain game, in one table that also gives the help."""

from __future__ import annotations

import difflib
import string
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tengen.errors import RuleError, SessionError, UsageError, quote
from tengen.game import Command, Computer, Person, PlayerSpec
from tengen.game.commands import Pause, Resume
from tengen.insight import describe_move
from tengen.prove.theorem_zone import NO_ZONE, has_zone
from tengen.rules import Board, column_name
from tengen.rules.wording import STONE_NAMES, counted
from tengen.storage import Store
from tengen.terminal import intents, new_game, sentences
from tengen.terminal.input import parse_number
from tengen.terminal.table import GameTable
from tengen.terminal.view_state import describe_point

if TYPE_CHECKING:
    from tengen.terminal.plain_game import PlainGame


@dataclass(frozen=True, slots=True)
class PlainCommand:
    """A command: an example of its argument, a description, a function, whether it needs a game."""

    argument: str
    description: str
    run: Callable[[PlainGame, str], None]
    needs_game: bool = True


def _board(plain: PlainGame, _rest: str) -> None:
    for line in sentences.describe_rows(plain.board):
        plain.say(f"{line}.")


def _row(plain: PlainGame, rest: str) -> None:
    number = parse_number(rest, 1, plain.board.rules.height, "the row")
    plain.say(f"{sentences.describe_row(plain.board, number)}.")


def _column(plain: PlainGame, rest: str) -> None:
    names = [column_name(col) for col in range(plain.board.rules.width)]
    if rest.lower() not in names:
        raise UsageError(f"the column must be {names[0]} to {names[-1]}, not {quote(rest)}")
    plain.say(f"{sentences.describe_column(plain.board, names.index(rest.lower()))}.")


def _look(plain: PlainGame, rest: str) -> None:
    point = plain.parse_point(rest)
    plain.say(f"{describe_point(plain.state, plain.board, point, STONE_NAMES)}.")


def _last(plain: PlainGame, _rest: str) -> None:
    plain.say(f"{sentences.describe_last(plain.board) or sentences.NO_MOVES}.")


def _moves(plain: PlainGame, _rest: str) -> None:
    plain.say(f"{sentences.describe_moves(plain.board)}.")


def _clocks(plain: PlainGame, _rest: str) -> None:
    plain.say(f"{sentences.describe_clocks(plain.state, plain.table.now())}.")


def _rules(plain: PlainGame, _rest: str) -> None:
    plain.say(f"{sentences.describe_setup(plain.state)}.")


def _forbidden(plain: PlainGame, _rest: str) -> None:
    for line in sentences.describe_forbidden(plain.board):
        plain.say(f"{line}.")


def _at(plain: PlainGame, rest: str) -> None:
    moves = len(plain.state.board.moves)
    show_position(plain, parse_number(rest, 0, moves, "the move"))


def _back(plain: PlainGame, _rest: str) -> None:
    ply = plain.view_state.shown_ply(plain.state)
    if ply == 0:
        raise UsageError("this is the start of the game")
    show_position(plain, ply - 1)


def _forward(plain: PlainGame, _rest: str) -> None:
    if plain.view_state.ply is None:
        raise UsageError("this is the current position")
    show_position(plain, plain.view_state.ply + 1)


def _now(plain: PlainGame, _rest: str) -> None:
    show_position(plain, len(plain.state.board.moves))


def show_position(plain: PlainGame, ply: int) -> None:
    """Go to the position after `ply` moves, and say what the review says about that move."""
    plain.view_state.go_to(plain.state, ply)
    plain.say(f"{sentences.describe_last(plain.board) or 'Before the first move'}.")
    judged = plain.engine.judged(ply)
    comment = describe_move(judged) if judged is not None else ""
    if comment:
        plain.say(comment)
    if plain.view_state.ply is None:
        plain.say_task()


LOOK_COMMANDS = {
    "board": PlainCommand("", "all stones, row by row", _board),
    "row": PlainCommand("8", "the stones of a row", _row),
    "column": PlainCommand("h", "the stones of a column", _column),
    "look": PlainCommand("h8", "what is on a point, or why it cannot be played", _look),
    "last": PlainCommand("", "the last move", _last),
    "moves": PlainCommand("", "all moves", _moves),
    "forbidden": PlainCommand("", "the forbidden points of renju", _forbidden),
    "clocks": PlainCommand("", "the time left", _clocks),
    "rules": PlainCommand("", "the game, and who plays it", _rules),
    "at": PlainCommand("12", "the position after move 12", _at),
    "back": PlainCommand("", "the position one move back", _back),
    "forward": PlainCommand("", "the position one move forward", _forward),
    "now": PlainCommand("", "the current position of the game", _now),
}


ANALYSIS_SECONDS = 5
MAX_ANALYSIS_SECONDS = 600


def _submit(make: Callable[[GameTable], Command]) -> Callable[[PlainGame, str], None]:
    return lambda plain, _rest: plain.table.do(make(plain.table))


def _resign(plain: PlainGame, _rest: str) -> None:
    _do_if_repeated(plain, "resign", intents.resign(plain.table))


def _abort(plain: PlainGame, _rest: str) -> None:
    _do_if_repeated(plain, "abort", intents.abort(plain.table))


def _do_if_repeated(plain: PlainGame, name: str, command: Command) -> None:
    """Carry out a command that cannot be undone, if it is possible and was given twice."""
    plain.table.session.decide(command, plain.table.now())
    if plain.is_repeated(name):
        plain.table.do(command)
    else:
        plain.say(f"Type {name} again to {name} the game. Anything else cancels.")


def _rematch(plain: PlainGame, _rest: str) -> None:
    if not plain.state.wants_rematch:
        plain.table.do(intents.offer_rematch(plain.table))
    plain.table.play_again()


def _again(plain: PlainGame, _rest: str) -> None:
    if plain.table.awaited is None or plain.table.is_thinking:
        raise SessionError("no engine has failed: there is nothing to retry")
    plain.table.try_again()


def _instead(plain: PlainGame, rest: str) -> None:
    player: PlayerSpec
    if rest.lower() == "person":
        player = Person()
    else:
        player = Computer(parse_number(rest, 1, len(new_game.LEVELS), "the level"))
    plain.table.do(intents.replace_machine(plain.table, player))


def _hint(plain: PlainGame, _rest: str) -> None:
    plain.engine.give_hint(_open_board(plain))


def _analyse(plain: PlainGame, rest: str) -> None:
    seconds = parse_number(rest, 1, MAX_ANALYSIS_SECONDS, "seconds") if rest else ANALYSIS_SECONDS
    plain.engine.analyse(_open_board(plain), seconds)
    plain.say(f"Thinking for {counted(seconds, 'second')}. Type stop to end it.")


def _zone(plain: PlainGame, _rest: str) -> None:
    board = _open_board(plain)
    if not has_zone(board):
        raise UsageError(NO_ZONE)
    plain.engine.find_zone(board.copy())


def _open_board(plain: PlainGame) -> Board:
    if not plain.table.allows_help:
        raise UsageError(sentences.NO_HELP)
    if plain.board.outcome.is_over:
        raise UsageError("the game is over here. Type back to go one move back")
    return plain.board


def _review(plain: PlainGame, _rest: str) -> None:
    board = plain.state.board
    if plain.state.result is None:
        raise UsageError(sentences.REVIEW_AFTER_GAME)
    if not board.moves:
        raise UsageError("there are no moves to review")
    plain.engine.review(board)
    plain.say(f"Reviewing {counted(len(board.moves), 'move')}. Type stop to end it.")


def _stop(plain: PlainGame, _rest: str) -> None:
    if not plain.engine.stop():
        raise UsageError("there is nothing to stop")
    plain.say("Stopped.")


PLAY_COMMANDS = {
    "undo": PlainCommand("", "take back a move", _submit(intents.take_back)),
    "redo": PlainCommand("", "redo a move that was taken back", _submit(intents.redo)),
    "draw": PlainCommand("", "offer a draw, or accept one", _submit(intents.offer_draw)),
    "agree": PlainCommand("", "accept an offer", _submit(intents.agree)),
    "decline": PlainCommand("", "decline an offer", _submit(intents.decline)),
    "resign": PlainCommand("", "resign the game", _resign),
    "abort": PlainCommand("", "before both have moved: end the game without a winner", _abort),
    "claim": PlainCommand(
        "", "when the opponent has been away for a minute: claim the win", _submit(intents.claim)
    ),
    "pause": PlainCommand("", "stop the clocks", _submit(lambda table: Pause(table.person()))),
    "resume": PlainCommand(
        "", "start the clocks again", _submit(lambda table: Resume(table.person()))
    ),
    "rematch": PlainCommand("", "after the game: play again with the sides swapped", _rematch),
    "again": PlainCommand("", "retry an engine that failed", _again),
    "instead": PlainCommand(
        "5", "let level 5, or a person, take over from an engine that failed", _instead
    ),
    "hint": PlainCommand("", "where the engine would play", _hint),
    "analyse": PlainCommand("10", "the engine's best lines, after 10 seconds", _analyse),
    "zone": PlainCommand("", "the answers that matter to Black's winning plan", _zone),
    "review": PlainCommand("", "after the game: the mistakes, and the turning point", _review),
    "stop": PlainCommand("", "stop a hint, an analysis or a review; so does Ctrl-C", _stop),
}


OPEN_HINT = "Type open and a number to resume or view a game."
SHOWN_GAMES = 10
MAX_GAME_NUMBER = 1_000_000_000


def _new(plain: PlainGame, _rest: str) -> None:
    intents.check_can_switch_game(plain.table)
    plain.begin_interview(new_game.SetupInterview(new_game.last_setup(plain.store)))


def _games(plain: PlainGame, rest: str) -> None:
    store = _store(plain)
    games = store.games(
        parse_number(rest, 1, MAX_GAME_NUMBER, "the number of games") if rest else SHOWN_GAMES
    )
    for game in games:
        plain.say(f"{game.game}: {sentences.describe_summary(game)}.")
    plain.say(OPEN_HINT if games else f"{sentences.NO_STORED_GAMES}.")


def _open(plain: PlainGame, rest: str) -> None:
    _store(plain)
    plain.table.resume(parse_number(rest, 1, MAX_GAME_NUMBER, "the game number"))


def _go(plain: PlainGame, _rest: str) -> None:
    unfinished = new_game.last_unfinished(plain.store)
    if unfinished is None:
        raise UsageError("there is no unfinished game. Type new for a new game")
    plain.table.resume(unfinished.game)


def _store(plain: PlainGame) -> Store:
    if plain.store is None:
        raise UsageError("games are not stored here")
    return plain.store


def _save(plain: PlainGame, rest: str) -> None:
    from tengen.terminal.save_file import save_game  # noqa: PLC0415 - most games need no formats

    if not rest:
        raise UsageError("type save and the name of a file")
    plain.say(f"{save_game(plain.table.session.events, rest)}.")


def _play(plain: PlainGame, rest: str) -> None:
    moves = len(plain.state.board.moves)
    ply = (
        parse_number(rest, 0, moves, "the move")
        if rest
        else plain.view_state.shown_ply(plain.state)
    )
    try:
        setup = intents.setup_from(plain.state, ply)
    except RuleError:
        raise UsageError(
            f"the game is over after {counted(ply, 'move')}: give a smaller number"
        ) from None
    plain.table.start(setup)


def _quit(plain: PlainGame, _rest: str) -> None:
    plain.is_over = True


GAME_COMMANDS = {
    "play": PlainCommand("12", "a new game from the position after move 12", _play),
    "new": PlainCommand("", "a new game", _new, needs_game=False),
    "games": PlainCommand("", "the stored games; games 50 lists 50", _games, needs_game=False),
    "open": PlainCommand("3", "resume or view stored game 3", _open, needs_game=False),
    "go": PlainCommand("", "resume the last unfinished game", _go, needs_game=False),
    "save": PlainCommand("FILE", "save the game to a file; the suffix sets the format", _save),
    "quit": PlainCommand("", "quit; the game can be resumed later", _quit, needs_game=False),
}


def run_line(plain: PlainGame, line: str) -> None:
    """Run a line: a point, the number of a choice, or a command.

    Raises TengenError if the line is invalid or the game refuses it.
    """
    head, _, rest = line.partition(" ")
    command = COMMANDS.get(head.lower())
    if command is None and not _is_point_or_number(line):
        raise UsageError(_unknown(head))
    if not plain.has_game and (command is None or command.needs_game):
        raise UsageError("there is no game yet. Press Enter or type new to start one")
    if command is not None:
        command.run(plain, rest.strip())
    else:
        _place_or_choose(plain, line)


def _is_point_or_number(line: str) -> bool:
    """Whether a line looks like a point or the number of a choice."""
    letters = len(line) - len(line.lstrip(string.ascii_letters))
    return letters <= 2 and any(character.isdecimal() for character in line)


def _place_or_choose(plain: PlainGame, line: str) -> None:
    options = intents.options(plain.state, STONE_NAMES)
    if line.isdecimal() and options:
        number = parse_number(line, 1, len(options), "the choice")
        plain.table.do(intents.pick(plain.table, number))
        return
    point = plain.parse_point(line)
    if plain.view_state.ply is not None:
        raise UsageError(
            "this is an earlier position. Type now to return, or play to start a game from here"
        )
    plain.table.do(intents.place_stone(plain.table, point))


def _unknown(head: str) -> str:
    near = difflib.get_close_matches(head.lower(), COMMANDS, n=1)
    advice = f"Did you mean {near[0]}?" if near else sentences.HELP_HINT
    return f"unknown command {quote(head)}. {advice}"


INPUT_HELP = (
    "Type a point such as h8 or 7,7 to place a stone, a number to choose, "
    "or press Enter to hear whose turn it is."
)


def _help(plain: PlainGame, rest: str) -> None:
    if rest and rest not in COMMANDS:
        raise UsageError(_unknown(rest))
    if not rest:
        plain.say(INPUT_HELP)
    for name, command in COMMANDS.items():
        if rest in {"", name}:
            argument = f" {command.argument}" if command.argument else ""
            plain.say(f"{name}{argument}: {command.description}.")


COMMANDS = {
    **LOOK_COMMANDS,
    **PLAY_COMMANDS,
    **GAME_COMMANDS,
    "help": PlainCommand("", "this list; help undo explains one command", _help, needs_game=False),
}
"""All commands, in the order of the help."""
