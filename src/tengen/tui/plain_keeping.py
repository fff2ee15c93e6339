"""Words about games: new ones, kept ones, and leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tengen.errors import RuleError, UsageError
from tengen.notation.words import counted
from tengen.store import Store
from tengen.tui import hands
from tengen.tui.entry import parse_number
from tengen.tui.interview import Interview
from tengen.tui.kept import describe_summary, last_broken_off, last_setup
from tengen.tui.plain_word import Word

if TYPE_CHECKING:
    from tengen.tui.plain import Plain

SHOWN = 10
MOST = 1_000_000_000


def _new(plain: Plain, _rest: str) -> None:
    hands.check_can_change(plain.table)
    plain.begin_interview(Interview(last_setup(plain.store)))


def _games(plain: Plain, rest: str) -> None:
    store = _store(plain)
    games = store.games(parse_number(rest, 1, MOST, "games") if rest else SHOWN)
    for game in games:
        plain.say(f"{game.game}: {describe_summary(game)}.")
    plain.say("open and a number: go on with one, or look at it." if games else "None yet.")


def _open(plain: Plain, rest: str) -> None:
    _store(plain)
    plain.table.resume(parse_number(rest, 1, MOST, "numbers of games"))


def _go(plain: Plain, _rest: str) -> None:
    broken_off = last_broken_off(plain.store)
    if broken_off is None:
        raise UsageError("no game was broken off. new: a new game")
    plain.table.resume(broken_off.game)


def _store(plain: Plain) -> Store:
    if plain.store is None:
        raise UsageError("no games are kept here")
    return plain.store


def _save(plain: Plain, rest: str) -> None:
    from tengen.tui.saving import save_game  # noqa: PLC0415 - most games need no formats

    if not rest:
        raise UsageError("say save and the name of a file")
    plain.say(f"{save_game(plain.table.session.events, rest)}.")


def _play(plain: Plain, rest: str) -> None:
    moves = len(plain.state.board.moves)
    ply = parse_number(rest, 0, moves, "moves") if rest else plain.desk.shown_ply(plain.state)
    try:
        setup = hands.play_from(plain.state, ply)
    except RuleError:
        raise UsageError(
            f"the game is over after {counted(ply, 'move')}: say a smaller number"
        ) from None
    plain.table.start(setup)


def _quit(plain: Plain, _rest: str) -> None:
    plain.is_over = True


KEEPING = {
    "play": Word("12", "a new game from the position after so many moves", _play),
    "new": Word("", "a new game", _new, needs_game=False),
    "games": Word("", "the games that are kept; games 50: so many", _games, needs_game=False),
    "open": Word("3", "go on with a game that is kept, or look at it", _open, needs_game=False),
    "go": Word("", "go on with the game that was broken off last", _go, needs_game=False),
    "save": Word("FILE", "save the game to a file, in the format of its suffix", _save),
    "quit": Word("", "leave; the game is kept", _quit, needs_game=False),
}
