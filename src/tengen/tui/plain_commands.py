"""What can be said to the line-by-line game: words, what they do, and the help made from them."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tengen.errors import UsageError, quote
from tengen.notation.points import column_name
from tengen.players import hint
from tengen.review import Reviewer, describe_game, describe_move
from tengen.session.commands import Command, OfferRematch, Pause, Resume
from tengen.session.openings import OpeningRule
from tengen.session.words import STONES, describe_task
from tengen.tui import hands
from tengen.tui.choices import rule_words
from tengen.tui.desk import point_words
from tengen.tui.entry import parse_point
from tengen.tui.interview import Interview
from tengen.tui.kept import describe_summary, last_setup
from tengen.tui.lines import describe_analysis
from tengen.tui.plain_words import (
    describe_clocks,
    describe_column,
    describe_moves,
    describe_row,
    describe_rows,
    name_of,
)
from tengen.tui.saving import save_game
from tengen.tui.table import Table

if TYPE_CHECKING:
    from tengen.tui.plain import Plain


HINT_SECONDS = 1.0
ANALYSIS_SECONDS = 5


@dataclass(frozen=True, slots=True)
class Word:
    """What follows the word in the help, what it does, and how."""

    argument: str
    words: str
    do: Callable[[Plain, str], None]


def follow(plain: Plain, line: str) -> None:
    """Do what a line says: a point, the number of a choice, or a word of the table."""
    state = plain.state
    if not line:
        plain.say(f"{describe_task(state)}.")
        return
    head, _, rest = line.partition(" ")
    word = WORDS.get(head.lower())
    if word is not None:
        word.do(plain, rest.strip())
    elif line.isdecimal() and hands.options(state, STONES):
        plain.table.do(hands.pick(plain.table, int(line[:3])))
    elif any(character.isdecimal() for character in line):
        plain.table.do(hands.put(plain.table, parse_point(line, state.board.rules)))
    else:
        near = difflib.get_close_matches(head.lower(), WORDS, n=1)
        hint = f"did you mean {near[0]}?" if near else "help lists what you can say"
        raise UsageError(f"{quote(head)} means nothing here: {hint}")


def _wish(make: Callable[[Table], Command]) -> Callable[[Plain, str], None]:
    return lambda plain, _rest: plain.table.do(make(plain.table))


def _help(plain: Plain, _rest: str) -> None:
    plain.say("h8 or 7,7: put a stone there. A number: choose that option.")
    for name, word in WORDS.items():
        plain.say(f"{name}{' ' if word.argument else ''}{word.argument}: {word.words}.")


def _board(plain: Plain, _rest: str) -> None:
    for line in describe_rows(plain.state.board):
        plain.say(f"{line}.")


def _row(plain: Plain, rest: str) -> None:
    height = plain.state.board.rules.height
    if not rest.isdecimal() or not 1 <= int(rest[:4]) <= height:
        raise UsageError(f"rows are 1 to {height}")
    plain.say(f"{describe_row(plain.state.board, int(rest))}.")


def _column(plain: Plain, rest: str) -> None:
    names = [column_name(col) for col in range(plain.state.board.rules.width)]
    if rest.lower() not in names:
        raise UsageError(f"columns are {names[0]} to {names[-1]}")
    plain.say(f"{describe_column(plain.state.board, names.index(rest.lower()))}.")


def _look(plain: Plain, rest: str) -> None:
    board = plain.state.board
    point = parse_point(rest, board.rules)
    plain.say(f"{point_words(plain.state, board, point, STONES)}.")


def _last(plain: Plain, _rest: str) -> None:
    board = plain.state.board
    if not board.moves:
        plain.say("There are no moves yet.")
    else:
        plain.say(f"{STONES[board.turn.other]} {name_of(board, board.moves[-1])}.")


def _moves(plain: Plain, _rest: str) -> None:
    plain.say(f"{describe_moves(plain.state.board)}.")


def _clocks(plain: Plain, _rest: str) -> None:
    plain.say(f"{describe_clocks(plain.state, plain.table.now())}.")


def _rules(plain: Plain, _rest: str) -> None:
    plain.say(f"{rule_words(plain.state.board.rules)}.")


def _forbidden(plain: Plain, _rest: str) -> None:
    board = plain.state.board
    points = [point for point in board.empty_points() if board.refusal(point) is not None]
    names = " ".join(name_of(board, point) for point in points)
    plain.say(f"Forbidden: {names or 'nothing'}.")


def _again(plain: Plain, _rest: str) -> None:
    plain.table.try_again()


def _new(plain: Plain, _rest: str) -> None:
    plain.interview = Interview(last_setup(plain.store))
    plain.ask()


def _games(plain: Plain, _rest: str) -> None:
    games = plain.store.games() if plain.store is not None else []
    for game in games:
        plain.say(f"{game.game}: {describe_summary(game)}.")
    plain.say("open and a number: go on with one, or look at it." if games else "None yet.")


def _open(plain: Plain, rest: str) -> None:
    if plain.store is None or not rest.isdecimal():
        raise UsageError("say open and the number of a game; games lists them")
    plain.table.resume(int(rest[:15]))


def _go(plain: Plain, _rest: str) -> None:
    broken_off = plain.store.unfinished(limit=1) if plain.store is not None else []
    if not broken_off:
        raise UsageError("no game was broken off")
    plain.table.resume(broken_off[0].game)


def _save(plain: Plain, rest: str) -> None:
    if not rest:
        raise UsageError("say save and the name of a file")
    plain.say(f"{save_game(plain.state, rest)}.")


def _hint(plain: Plain, _rest: str) -> None:
    board = plain.state.board
    analysis = hint(board, HINT_SECONDS)
    plain.say(f"The engine would play {name_of(board, analysis.move)}.")


def _analyse(plain: Plain, rest: str) -> None:
    board = plain.state.board
    seconds = int(rest[:4]) if rest.isdecimal() else ANALYSIS_SECONDS
    analysis = hint(board, seconds, lines=3)
    for line in describe_analysis(board, analysis, STONES):
        plain.say(f"{line}.")


def _review(plain: Plain, _rest: str) -> None:
    board = plain.state.board
    if plain.state.result is None:
        raise UsageError("the review comes after the game")
    reviewer = Reviewer(board)
    plain.say(f"Looking back at {len(board.moves)} moves, some seconds.")
    for _judged in reviewer:
        pass
    for move in reviewer.review.moves:
        words = describe_move(move)
        if words:
            plain.say(words)
    plain.say(describe_game(reviewer.review))


def _position(plain: Plain, rest: str) -> None:
    board = plain.state.board
    if not rest.isdecimal() or int(rest[:4]) > len(board.moves):
        raise UsageError(f"say play and how many of the {len(board.moves)} moves stay")
    setup = replace(plain.state.setup, moves=board.moves[: int(rest)], opening=OpeningRule.FREE)
    plain.table.start(setup)


def _quit(plain: Plain, _rest: str) -> None:
    plain.is_over = True


WORDS = {
    "board": Word("", "all stones, row by row", _board),
    "row": Word("8", "the stones of a row", _row),
    "column": Word("h", "the stones of a column", _column),
    "look": Word("h8", "what is on a point", _look),
    "last": Word("", "the last move", _last),
    "moves": Word("", "all moves", _moves),
    "clocks": Word("", "the time left", _clocks),
    "rules": Word("", "what is played", _rules),
    "forbidden": Word("", "the points that cannot be played", _forbidden),
    "undo": Word("", "take back", _wish(hands.take_back)),
    "redo": Word("", "do again what was taken back", _wish(hands.redo)),
    "draw": Word("", "offer a draw, or agree to one", _wish(hands.offer_draw)),
    "decline": Word("", "say no to an offer", _wish(hands.decline)),
    "resign": Word("", "give up", _wish(hands.resign)),
    "pause": Word("", "stop the clocks", _wish(lambda table: Pause(table.person()))),
    "resume": Word("", "go on", _wish(lambda table: Resume(table.person()))),
    "rematch": Word("", "play again, sides swapped", _wish(lambda t: OfferRematch(t.person()))),
    "again": Word("", "ask an engine that failed once more", _again),
    "hint": Word("", "a tip: where the engine would play", _hint),
    "analyse": Word("10", "the engine's best lines, after so many seconds", _analyse),
    "review": Word("", "after the game: mistakes, and the last move that held", _review),
    "play": Word("12", "play on from the position after so many moves", _position),
    "new": Word("", "a new game", _new),
    "games": Word("", "the games that are kept", _games),
    "open": Word("3", "go on with a game that is kept, or look at it", _open),
    "go": Word("", "go on with the game that was broken off last", _go),
    "save": Word("FILE", "save the game to a file", _save),
    "help": Word("", "this list", _help),
    "quit": Word("", "leave; the game is kept", _quit),
}
"""All words, in the order of the help."""
