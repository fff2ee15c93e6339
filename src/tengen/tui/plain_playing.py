"""Words for those who play: taking back, agreements, and what the engine thinks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tengen.core.board import Board
from tengen.errors import SessionError, UsageError
from tengen.notation.words import counted
from tengen.session.commands import Command, Pause, Resume
from tengen.session.sitters import Computer, Person, Sitter
from tengen.theorem.words import NO_ZONE
from tengen.theorem.zone import has_zone
from tengen.tui import hands
from tengen.tui.choices import LEVELS
from tengen.tui.entry import parse_number
from tengen.tui.plain_word import Word
from tengen.tui.tables import AnyTable

if TYPE_CHECKING:
    from tengen.tui.plain import Plain

SECONDS = 5
MOST_SECONDS = 600


def _wish(make: Callable[[AnyTable], Command]) -> Callable[[Plain, str], None]:
    return lambda plain, _rest: plain.table.do(make(plain.table))


def _resign(plain: Plain, _rest: str) -> None:
    _do_if_sure(plain, "resign", hands.resign(plain.table), "to give up")


def _abort(plain: Plain, _rest: str) -> None:
    _do_if_sure(plain, "abort", hands.abort(plain.table), "to break the game off")


def _do_if_sure(plain: Plain, word: str, wish: Command, end: str) -> None:
    """Do something that cannot be undone, if it can be done and the word was said twice."""
    plain.table.session.decide(wish, plain.table.now())
    if plain.is_sure(word):
        plain.table.do(wish)
    else:
        plain.say(f"Say {word} again {end}. Anything else: play on.")


def _rematch(plain: Plain, _rest: str) -> None:
    if not plain.state.wants_rematch:
        plain.table.do(hands.offer_rematch(plain.table))
    plain.table.play_again()


def _again(plain: Plain, _rest: str) -> None:
    if plain.table.awaited is None or plain.table.is_thinking:
        raise SessionError("no engine waits to be asked again")
    plain.table.try_again()


def _instead(plain: Plain, rest: str) -> None:
    sitter: Sitter
    if rest.lower() == "person":
        sitter = Person()
    else:
        sitter = Computer(parse_number(rest, 1, len(LEVELS), "levels"))
    plain.table.do(hands.replace_machine(plain.table, sitter))


def _hint(plain: Plain, _rest: str) -> None:
    plain.thoughts.give_tip(_open_board(plain))


def _analyse(plain: Plain, rest: str) -> None:
    seconds = parse_number(rest, 1, MOST_SECONDS, "seconds") if rest else SECONDS
    plain.thoughts.analyse(_open_board(plain), seconds)
    plain.say(f"Thinking for {counted(seconds, 'second')}. stop: end that.")


def _zone(plain: Plain, _rest: str) -> None:
    board = _open_board(plain)
    if not has_zone(board):
        raise UsageError(NO_ZONE)
    plain.thoughts.find_zone(board.copy())


def _open_board(plain: Plain) -> Board:
    if not plain.table.allows_help:
        raise UsageError("the engine looks at games between people when they have ended")
    if plain.board.outcome.is_over:
        raise UsageError("the game is over here. back: one move back")
    return plain.board


def _review(plain: Plain, _rest: str) -> None:
    board = plain.state.board
    if plain.state.result is None:
        raise UsageError("the review comes after the game")
    if not board.moves:
        raise UsageError("there are no moves to look back at")
    plain.thoughts.review(board)
    plain.say(f"Looking back at {counted(len(board.moves), 'move')}. stop: end that.")


def _stop(plain: Plain, _rest: str) -> None:
    if not plain.thoughts.stop():
        raise UsageError("nothing is going on that could be stopped")
    plain.say("Stopped.")


PLAYING = {
    "undo": Word("", "take back", _wish(hands.take_back)),
    "redo": Word("", "do again what was taken back", _wish(hands.redo)),
    "draw": Word("", "offer a draw, or agree to one", _wish(hands.offer_draw)),
    "agree": Word("", "say yes to an offer", _wish(hands.agree)),
    "decline": Word("", "say no to an offer", _wish(hands.decline)),
    "resign": Word("", "give up", _resign),
    "abort": Word("", "before both have moved: break the game off", _abort),
    "claim": Word(
        "", "when the opponent has been gone for a minute: claim the game", _wish(hands.claim)
    ),
    "pause": Word("", "stop the clocks", _wish(lambda table: Pause(table.person()))),
    "resume": Word("", "go on", _wish(lambda table: Resume(table.person()))),
    "rematch": Word("", "after the game: another one, sides swapped", _rematch),
    "again": Word("", "ask an engine that failed once more", _again),
    "instead": Word("5", "have the computer go on for an engine that failed; or person", _instead),
    "hint": Word("", "where the engine would play", _hint),
    "analyse": Word("10", "the engine's best lines, after so many seconds", _analyse),
    "zone": Word("", "where an answer to Black's winning plan changes anything", _zone),
    "review": Word("", "after the game: mistakes, and the last move that held", _review),
    "stop": Word("", "end a hint, an analysis or the like; Ctrl-C does, too", _stop),
}
