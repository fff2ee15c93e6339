"""Every key of the puzzles in one table: what is bound, what the help and the docs show."""

from __future__ import annotations

from tengen.tui.keys import Groups, Key

MOVING = (
    Key("move(0,-1)", ("left",), "one point to the left"),
    Key("move(0,1)", ("right",), "one point to the right"),
    Key("move(-1,0)", ("up",), "one point up"),
    Key("move(1,0)", ("down",), "one point down"),
    Key("move(0,-5)", ("shift+left",), "five points to the left"),
    Key("move(0,5)", ("shift+right",), "five points to the right"),
    Key("move(-5,0)", ("shift+up",), "five points up"),
    Key("move(5,0)", ("shift+down",), "five points down"),
)
SOLVING = (
    Key("place", ("enter", "space"), "play here; once it is solved, the next puzzle", "Play"),
    Key("type", ("colon",), "type a point; h8 typed at once is one, too"),
    Key("hint", ("h",), "a hint: the kind of move, three points, the point", "Hint"),
    Key("solution", ("s",), "the solution, if it is pressed twice", "Solution"),
    Key("back", ("u", "backspace"), "take back the last move", "Back"),
    Key("again", ("r",), "begin this puzzle again"),
)
GOING = (
    Key("next", ("n", "pagedown"), "the next puzzle", "Next"),
    Key("previous", ("b", "pageup"), "the puzzle before", "Before"),
    Key("marks", ("asterisk",), "stones, or X and O"),
    Key("app.next_theme", ("T",), "the next theme"),
    Key("app.help", ("question_mark", "f1"), "this help", "Help"),
    Key("app.quit", ("q", "ctrl+q"), "leave; what you have solved is remembered", "Quit"),
)
GROUPS: Groups = {"Moving": MOVING, "Solving": SOLVING, "Going on": GOING}


def action_of(letter: str) -> str | None:
    """What a letter does."""
    keys = [key for keys in GROUPS.values() for key in keys]
    return next((key.action for key in keys if letter in key.keys), None)
