"""The commands of the plain game in one table, which the help is made from; points and choices."""

from __future__ import annotations

import difflib
import string
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tengen.errors import RuleError, SessionError, UsageError, quote
from tengen.game.commands import Command, Pause, Resume
from tengen.game.setup import Computer, Person, PlayerSpec
from tengen.insight import describe_move
from tengen.prove.theorem_zone import NO_ZONE, has_zone
from tengen.rules.board import Board
from tengen.rules.point import column_name
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
    """What follows the word in the help, what it does, how, and whether there must be a game."""

    argument: str
    words: str
    do: Callable[[PlainGame, str], None]
    needs_game: bool = True


def _board(plain: PlainGame, _rest: str) -> None:
    for line in sentences.describe_rows(plain.board):
        plain.say(f"{line}.")


def _row(plain: PlainGame, rest: str) -> None:
    number = parse_number(rest, 1, plain.board.rules.height, "rows")
    plain.say(f"{sentences.describe_row(plain.board, number)}.")


def _column(plain: PlainGame, rest: str) -> None:
    names = [column_name(col) for col in range(plain.board.rules.width)]
    if rest.lower() not in names:
        raise UsageError(f"columns are {names[0]} to {names[-1]}")
    plain.say(f"{sentences.describe_column(plain.board, names.index(rest.lower()))}.")


def _look(plain: PlainGame, rest: str) -> None:
    point = plain.parse_point(rest)
    plain.say(f"{describe_point(plain.state, plain.board, point, STONE_NAMES)}.")


def _last(plain: PlainGame, _rest: str) -> None:
    plain.say(f"{sentences.describe_last(plain.board) or 'There are no moves yet'}.")


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
    show_position(plain, parse_number(rest, 0, moves, "moves"))


def _back(plain: PlainGame, _rest: str) -> None:
    ply = plain.desk.shown_ply(plain.state)
    if ply == 0:
        raise UsageError("this is before the first move")
    show_position(plain, ply - 1)


def _forward(plain: PlainGame, _rest: str) -> None:
    if plain.desk.ply is None:
        raise UsageError("this is the last move")
    show_position(plain, plain.desk.ply + 1)


def _now(plain: PlainGame, _rest: str) -> None:
    show_position(plain, len(plain.state.board.moves))


def show_position(plain: PlainGame, ply: int) -> None:
    """Have everything told about the position after so many moves."""
    plain.desk.go_to(plain.state, ply)
    plain.say(f"{sentences.describe_last(plain.board) or 'Before the first move'}.")
    judged = plain.thoughts.judged(ply)
    words = describe_move(judged) if judged is not None else ""
    if words:
        plain.say(words)
    if plain.desk.ply is None:
        plain.say_task()


LOOK_COMMANDS = {
    "board": PlainCommand("", "all stones, row by row", _board),
    "row": PlainCommand("8", "the stones of a row", _row),
    "column": PlainCommand("h", "the stones of a column", _column),
    "look": PlainCommand("h8", "what is on a point, and why it cannot be played", _look),
    "last": PlainCommand("", "the last move", _last),
    "moves": PlainCommand("", "all moves", _moves),
    "forbidden": PlainCommand("", "the forbidden points of renju", _forbidden),
    "clocks": PlainCommand("", "the time left", _clocks),
    "rules": PlainCommand("", "what is played, and by whom", _rules),
    "at": PlainCommand("12", "go back to hear the position after so many moves", _at),
    "back": PlainCommand("", "one move back, to hear that position", _back),
    "forward": PlainCommand("", "one move forward", _forward),
    "now": PlainCommand("", "to the position of the game", _now),
}


ANALYSIS_SECONDS = 5
MAX_ANALYSIS_SECONDS = 600


def _wish(make: Callable[[GameTable], Command]) -> Callable[[PlainGame, str], None]:
    return lambda plain, _rest: plain.table.do(make(plain.table))


def _resign(plain: PlainGame, _rest: str) -> None:
    _do_if_sure(plain, "resign", intents.resign(plain.table), "to give up")


def _abort(plain: PlainGame, _rest: str) -> None:
    _do_if_sure(plain, "abort", intents.abort(plain.table), "to break the game off")


def _do_if_sure(plain: PlainGame, word: str, wish: Command, end: str) -> None:
    """Do something that cannot be undone, if it can be done and the word was said twice."""
    plain.table.session.decide(wish, plain.table.now())
    if plain.is_sure(word):
        plain.table.do(wish)
    else:
        plain.say(f"Say {word} again {end}. Anything else: play on.")


def _rematch(plain: PlainGame, _rest: str) -> None:
    if not plain.state.wants_rematch:
        plain.table.do(intents.offer_rematch(plain.table))
    plain.table.play_again()


def _again(plain: PlainGame, _rest: str) -> None:
    if plain.table.awaited is None or plain.table.is_thinking:
        raise SessionError("no engine waits to be asked again")
    plain.table.try_again()


def _instead(plain: PlainGame, rest: str) -> None:
    sitter: PlayerSpec
    if rest.lower() == "person":
        sitter = Person()
    else:
        sitter = Computer(parse_number(rest, 1, len(new_game.LEVELS), "levels"))
    plain.table.do(intents.replace_machine(plain.table, sitter))


def _hint(plain: PlainGame, _rest: str) -> None:
    plain.thoughts.give_tip(_open_board(plain))


def _analyse(plain: PlainGame, rest: str) -> None:
    seconds = parse_number(rest, 1, MAX_ANALYSIS_SECONDS, "seconds") if rest else ANALYSIS_SECONDS
    plain.thoughts.analyse(_open_board(plain), seconds)
    plain.say(f"Thinking for {counted(seconds, 'second')}. stop: end that.")


def _zone(plain: PlainGame, _rest: str) -> None:
    board = _open_board(plain)
    if not has_zone(board):
        raise UsageError(NO_ZONE)
    plain.thoughts.find_zone(board.copy())


def _open_board(plain: PlainGame) -> Board:
    if not plain.table.allows_help:
        raise UsageError("the engine looks at games between people when they have ended")
    if plain.board.outcome.is_over:
        raise UsageError("the game is over here. back: one move back")
    return plain.board


def _review(plain: PlainGame, _rest: str) -> None:
    board = plain.state.board
    if plain.state.result is None:
        raise UsageError("the review comes after the game")
    if not board.moves:
        raise UsageError("there are no moves to look back at")
    plain.thoughts.review(board)
    plain.say(f"Looking back at {counted(len(board.moves), 'move')}. stop: end that.")


def _stop(plain: PlainGame, _rest: str) -> None:
    if not plain.thoughts.stop():
        raise UsageError("nothing is going on that could be stopped")
    plain.say("Stopped.")


PLAY_COMMANDS = {
    "undo": PlainCommand("", "take back", _wish(intents.take_back)),
    "redo": PlainCommand("", "do again what was taken back", _wish(intents.redo)),
    "draw": PlainCommand("", "offer a draw, or agree to one", _wish(intents.offer_draw)),
    "agree": PlainCommand("", "say yes to an offer", _wish(intents.agree)),
    "decline": PlainCommand("", "say no to an offer", _wish(intents.decline)),
    "resign": PlainCommand("", "give up", _resign),
    "abort": PlainCommand("", "before both have moved: break the game off", _abort),
    "claim": PlainCommand(
        "", "when the opponent has been gone for a minute: claim the game", _wish(intents.claim)
    ),
    "pause": PlainCommand("", "stop the clocks", _wish(lambda table: Pause(table.person()))),
    "resume": PlainCommand("", "go on", _wish(lambda table: Resume(table.person()))),
    "rematch": PlainCommand("", "after the game: another one, sides swapped", _rematch),
    "again": PlainCommand("", "ask an engine that failed once more", _again),
    "instead": PlainCommand(
        "5", "have the computer go on for an engine that failed; or person", _instead
    ),
    "hint": PlainCommand("", "where the engine would play", _hint),
    "analyse": PlainCommand("10", "the engine's best lines, after so many seconds", _analyse),
    "zone": PlainCommand("", "where an answer to Black's winning plan changes anything", _zone),
    "review": PlainCommand("", "after the game: mistakes, and the last move that held", _review),
    "stop": PlainCommand("", "end a hint, an analysis or the like; Ctrl-C does, too", _stop),
}


SHOWN_GAMES = 10
MAX_GAME_NUMBER = 1_000_000_000


def _new(plain: PlainGame, _rest: str) -> None:
    intents.check_can_switch_game(plain.table)
    plain.begin_interview(new_game.SetupInterview(new_game.last_setup(plain.store)))


def _games(plain: PlainGame, rest: str) -> None:
    store = _store(plain)
    games = store.games(parse_number(rest, 1, MAX_GAME_NUMBER, "games") if rest else SHOWN_GAMES)
    for game in games:
        plain.say(f"{game.game}: {new_game.describe_summary(game)}.")
    plain.say("open and a number: go on with one, or look at it." if games else "None yet.")


def _open(plain: PlainGame, rest: str) -> None:
    _store(plain)
    plain.table.resume(parse_number(rest, 1, MAX_GAME_NUMBER, "numbers of games"))


def _go(plain: PlainGame, _rest: str) -> None:
    broken_off = new_game.last_unfinished(plain.store)
    if broken_off is None:
        raise UsageError("no game was broken off. new: a new game")
    plain.table.resume(broken_off.game)


def _store(plain: PlainGame) -> Store:
    if plain.store is None:
        raise UsageError("no games are kept here")
    return plain.store


def _save(plain: PlainGame, rest: str) -> None:
    from tengen.terminal.save_file import save_game  # noqa: PLC0415 - most games need no formats

    if not rest:
        raise UsageError("say save and the name of a file")
    plain.say(f"{save_game(plain.table.session.events, rest)}.")


def _play(plain: PlainGame, rest: str) -> None:
    moves = len(plain.state.board.moves)
    ply = parse_number(rest, 0, moves, "moves") if rest else plain.desk.shown_ply(plain.state)
    try:
        setup = intents.setup_from(plain.state, ply)
    except RuleError:
        raise UsageError(
            f"the game is over after {counted(ply, 'move')}: say a smaller number"
        ) from None
    plain.table.start(setup)


def _quit(plain: PlainGame, _rest: str) -> None:
    plain.is_over = True


GAME_COMMANDS = {
    "play": PlainCommand("12", "a new game from the position after so many moves", _play),
    "new": PlainCommand("", "a new game", _new, needs_game=False),
    "games": PlainCommand(
        "", "the games that are kept; games 50: so many", _games, needs_game=False
    ),
    "open": PlainCommand(
        "3", "go on with a game that is kept, or look at it", _open, needs_game=False
    ),
    "go": PlainCommand("", "go on with the game that was broken off last", _go, needs_game=False),
    "save": PlainCommand("FILE", "save the game to a file, in the format of its suffix", _save),
    "quit": PlainCommand("", "leave; the game is kept", _quit, needs_game=False),
}


def run_line(plain: PlainGame, line: str) -> None:
    """Do what a line says: a point, the number of a choice, or a word of the table.

    Raises UsageError, or whatever error says why it cannot be done.
    """
    head, _, rest = line.partition(" ")
    word = COMMANDS.get(head.lower())
    if word is None and not _is_place(line):
        raise UsageError(_unknown(head))
    if not plain.is_seated and (word is None or word.needs_game):
        raise UsageError("there is no game yet. Enter or new: begin one")
    if word is not None:
        word.do(plain, rest.strip())
    else:
        _put(plain, line)


def _is_place(line: str) -> bool:
    """Whether somebody means a point, or the number of a choice."""
    letters = len(line) - len(line.lstrip(string.ascii_letters))
    return letters <= 2 and any(character.isdecimal() for character in line)


def _put(plain: PlainGame, line: str) -> None:
    options = intents.options(plain.state, STONE_NAMES)
    if line.isdecimal() and options:
        number = parse_number(line, 1, len(options), "choices")
        plain.table.do(intents.pick(plain.table, number))
        return
    point = plain.parse_point(line)
    if plain.desk.ply is not None:
        raise UsageError(
            "this is an earlier position. now: back to the game. play: go on from here"
        )
    plain.table.do(intents.put(plain.table, point))


def _unknown(head: str) -> str:
    near = difflib.get_close_matches(head.lower(), COMMANDS, n=1)
    what = f"did you mean {near[0]}?" if near else "help: all that you can say"
    return f"{quote(head)} means nothing here: {what}"


def _help(plain: PlainGame, rest: str) -> None:
    if rest and rest not in COMMANDS:
        raise UsageError(_unknown(rest))
    if not rest:
        plain.say("h8 or 7,7: put a stone there. A number: choose that. Enter: whose turn it is.")
    for name, word in COMMANDS.items():
        if rest in {"", name}:
            argument = f" {word.argument}" if word.argument else ""
            plain.say(f"{name}{argument}: {word.words}.")


COMMANDS = {
    **LOOK_COMMANDS,
    **PLAY_COMMANDS,
    **GAME_COMMANDS,
    "help": PlainCommand("", "this list; help undo: about one word", _help, needs_game=False),
}
"""All words, in the order of the help."""
