"""What can be said to the line-by-line game: points, choices, words; and the help."""

from __future__ import annotations

import difflib
import string
from typing import TYPE_CHECKING

from tengen.errors import UsageError, quote
from tengen.notation.words import STONES
from tengen.tui import hands
from tengen.tui.entry import parse_number
from tengen.tui.plain_keeping import KEEPING
from tengen.tui.plain_looking import LOOKING
from tengen.tui.plain_playing import PLAYING
from tengen.tui.plain_word import Word

if TYPE_CHECKING:
    from tengen.tui.plain import Plain


def follow(plain: Plain, line: str) -> None:
    """Do what a line says: a point, the number of a choice, or a word of the table.

    Raises UsageError, or whatever error says why it cannot be done.
    """
    head, _, rest = line.partition(" ")
    word = WORDS.get(head.lower())
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


def _put(plain: Plain, line: str) -> None:
    options = hands.options(plain.state, STONES)
    if line.isdecimal() and options:
        number = parse_number(line, 1, len(options), "choices")
        plain.table.do(hands.pick(plain.table, number))
        return
    point = plain.parse_point(line)
    if plain.desk.ply is not None:
        raise UsageError(
            "this is an earlier position. now: back to the game. play: go on from here"
        )
    plain.table.do(hands.put(plain.table, point))


def _unknown(head: str) -> str:
    near = difflib.get_close_matches(head.lower(), WORDS, n=1)
    what = f"did you mean {near[0]}?" if near else "help: all that you can say"
    return f"{quote(head)} means nothing here: {what}"


def _help(plain: Plain, rest: str) -> None:
    if rest and rest not in WORDS:
        raise UsageError(_unknown(rest))
    if not rest:
        plain.say("h8 or 7,7: put a stone there. A number: choose that. Enter: whose turn it is.")
    for name, word in WORDS.items():
        if rest in {"", name}:
            argument = f" {word.argument}" if word.argument else ""
            plain.say(f"{name}{argument}: {word.words}.")


WORDS = {
    **LOOKING,
    **PLAYING,
    **KEEPING,
    "help": Word("", "this list; help undo: about one word", _help, needs_game=False),
}
"""All words, in the order of the help."""
