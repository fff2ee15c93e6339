"""Every key in one table a screen: what is bound, what the help shows, what the docs print."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from textual.binding import Binding, BindingType


@dataclass(frozen=True, slots=True)
class Key:
    """What a person can do: the action's name, its keys, and what it does in a few words."""

    action: str
    keys: tuple[str, ...]
    words: str
    foot: str = ""
    """What the foot of the screen calls it; nothing if it is not shown there."""


CURSOR_KEYS = (
    Key("move(0,-1)", ("left", "h"), "one point to the left"),
    Key("move(0,1)", ("right", "l"), "one point to the right"),
    Key("move(-1,0)", ("up", "k"), "one point up"),
    Key("move(1,0)", ("down", "j"), "one point down"),
    Key("move(-1,-1)", ("y",), "up and to the left"),
    Key("move(1,-1)", ("b",), "down and to the left"),
    Key("move(0,-5)", ("shift+left", "H"), "five points to the left"),
    Key("move(0,5)", ("shift+right", "L"), "five points to the right"),
    Key("move(-5,0)", ("shift+up", "K"), "five points up"),
    Key("move(5,0)", ("shift+down", "J"), "five points down"),
    Key("move(-5,-5)", ("Y",), "five up and to the left"),
    Key("move(-5,5)", ("U",), "five up and to the right"),
    Key("move(5,-5)", ("B",), "five down and to the left"),
    Key("move(5,5)", ("N",), "five down and to the right"),
)
"""Moving the cursor. With rogue keys on, `u` and `n` are the two diagonals that are missing."""

ROGUE_KEYS = {"u": "move(-1,1)", "n": "move(1,1)"}

PLAY_KEYS = (
    Key("place", ("enter", "space"), "put a stone, or do what is marked", "Place"),
    Key("type", ("colon",), "type a point such as h8 or 7,7; typing it works at once, too"),
    Key("undo", ("u", "backspace", "ctrl+z"), "take back", "Undo"),
    Key("redo", ("r", "ctrl+y"), "do again what was taken back"),
    Key("hint", ("t",), "a tip: where the engine would play", "Tip"),
    Key("analyse", ("x",), "engine lines on and off", "Engine"),
    Key("zone", ("z",), "where an answer to Black's winning plan changes anything, on and off"),
    Key("draw", ("equals_sign",), "offer a draw, or agree to one"),
    Key("agree", ("plus",), "agree to what the opponent offers"),
    Key("decline", ("minus",), "decline what the opponent offers"),
    Key("app.resign", ("R",), "resign"),
    Key("app.abort", ("X",), "before both have moved: break the game off"),
    Key("app.claim", ("C",), "when the opponent has been gone for a minute: claim the game"),
    Key("pause", ("p",), "pause the clocks, or go on"),
    Key("rematch", ("M",), "after the game: another one, with the sides swapped", "Rematch"),
)

LOOK_KEYS = (
    Key("back", ("left_square_bracket", "pageup"), "one move back, to look"),
    Key("forward", ("right_square_bracket", "pagedown"), "one move forward"),
    Key("first", ("home",), "before the first move"),
    Key("last", ("end",), "the position of the game"),
    Key("play_from_here", ("P",), "play on from the position shown"),
    Key("review", ("v",), "after the game: chart, mistakes, the last move that held", "Review"),
    Key("mistake(-1)", ("left_curly_bracket",), "in a review: the mistake before"),
    Key("mistake(1)", ("right_curly_bracket",), "in a review: the next mistake"),
    Key("escape_point", ("E",), "in a review: where the loser could still have held"),
    Key(
        "scroll(1)", ("greater_than_sign",), "more of a text that is too long for its place", "More"
    ),
    Key("scroll(-1)", ("less_than_sign",), "back to what stands before that"),
    Key("numbers", ("number_sign",), "move numbers on the stones"),
    Key("marks", ("asterisk",), "stones, or X and O"),
    Key("app.theme", ("T",), "the next theme"),
    Key("rogue", ("grave_accent",), "u and n move the cursor, too, or are commands"),
)

PROGRAM_KEYS = (
    Key("app.new", ("n", "ctrl+n"), "a new game", "New"),
    Key("app.open", ("O",), "games kept: go on with one, or look at it"),
    Key(
        "app.save", ("s", "ctrl+s"), "save the game to a file, in the format of its suffix", "Save"
    ),
    Key("app.help", ("question_mark", "f1"), "this help", "Help"),
    Key("app.quit", ("q", "ctrl+q"), "leave; the game is kept", "Quit"),
)

KeyGroups = Mapping[str, tuple[Key, ...]]
"""Keys under their headings."""
GAME_KEYS: KeyGroups = {
    "Moving": CURSOR_KEYS,
    "Playing": PLAY_KEYS,
    "Looking": LOOK_KEYS,
    "Games and the program": PROGRAM_KEYS,
}

KEY_NAMES = {
    "left": "Left",
    "right": "Right",
    "up": "Up",
    "down": "Down",
    "colon": ":",
    "equals_sign": "=",
    "minus": "-",
    "left_square_bracket": "[",
    "right_square_bracket": "]",
    "left_curly_bracket": "{",
    "right_curly_bracket": "}",
    "greater_than_sign": ">",
    "less_than_sign": "<",
    "number_sign": "#",
    "asterisk": "*",
    "grave_accent": "`",
    "question_mark": "?",
    "plus": "+",
    "comma": ",",
    "full_stop": ".",
    "dollar_sign": "$",
    "enter": "Enter",
    "space": "Space",
    "backspace": "Backspace",
    "pageup": "PageUp",
    "pagedown": "PageDown",
    "home": "Home",
    "end": "End",
    "f1": "F1",
}


def key_name(key: str) -> str:
    """What is printed on a key."""
    head, plus, tail = key.rpartition("+")
    shown = KEY_NAMES.get(tail, tail)
    return f"{head.capitalize()}+{shown.upper() if len(shown) == 1 else shown}" if plus else shown


def bindings(groups: KeyGroups = GAME_KEYS) -> list[BindingType]:
    """All keys as Textual wants them."""
    found: list[BindingType] = []
    for keys in groups.values():
        for key in keys:
            shown = key_name(key.keys[0])
            found.append(
                Binding(
                    ",".join(key.keys),
                    key.action,
                    key.foot or key.words,
                    show=bool(key.foot),
                    key_display=shown,
                )
            )
    return found


def foot_line(
    width: int, groups: KeyGroups = GAME_KEYS, can_do: Callable[[str], bool] = lambda _action: True
) -> str:
    """As many of the keys that everybody needs as fit the foot; a click on one does what it says.

    Help comes first. What cannot be done now is left out.
    """
    every = [key for keys in groups.values() for key in keys if key.foot]
    shown = [key for key in every if can_do(key.action)]
    shown.sort(key=lambda key: key.action != "app.help")
    parts: list[str] = []
    room = width
    for key in shown:
        words = f"{key_name(key.keys[0])} {key.foot}"
        room -= len(words) + 2
        if room < -2:
            break
        action = key.action if "." in key.action else f"screen.{key.action}"
        parts.append(f"[@click={action}]{words}[/]")
    return "  ".join(parts)


VIEWER_MOVE_KEYS = (
    Key("back", ("left", "h"), "one move back"),
    Key("forward", ("right", "l", "space"), "one move forward", "Next"),
    Key("step(-10)", ("shift+left", "H"), "ten moves back"),
    Key("step(10)", ("shift+right", "L"), "ten moves forward"),
    Key("first", ("home", "0"), "before the first move"),
    Key("last", ("end", "dollar_sign"), "the end of this line"),
    Key("go_to_move", ("g",), "go to the move of a number"),
    Key("turn(-1)", ("up", "k"), "the variation before this one"),
    Key("turn(1)", ("down", "j"), "another move instead: the next variation", "Variation"),
    Key("auto", ("a",), "play the moves by itself, or stop", "Auto"),
    Key("pace(-1)", ("minus",), "slower"),
    Key("pace(1)", ("plus", "equals_sign"), "faster"),
)
"""Along the moves. Figures are beside them: each goes on with the move that has it."""

VIEWER_GAME_KEYS = (
    Key("game(-1)", ("pageup", "left_square_bracket"), "the game before, in this file"),
    Key("game(1)", ("pagedown", "right_square_bracket"), "the next game", "Game"),
    Key("go_to_game", ("G",), "go to the game of a number"),
    Key("save", ("s", "ctrl+s"), "save this game to a file, in the format of its suffix"),
)

VIEWER_LOOK_KEYS = (
    Key("scroll(1)", ("full_stop",), "down in a long comment"),
    Key("scroll(-1)", ("comma",), "up in it"),
    Key("engine", ("e", "x"), "engine lines on and off", "Engine"),
    Key("numbers", ("n", "number_sign"), "move numbers on the stones"),
    Key("marks", ("asterisk",), "stones, or X and O"),
    Key("theme", ("t", "T"), "the next theme"),
    Key("app.help", ("question_mark", "f1"), "this help", "Help"),
    Key("app.quit", ("q", "ctrl+q", "ctrl+c"), "leave", "Quit"),
)

VIEWER_KEYS: KeyGroups = {
    "Moves": VIEWER_MOVE_KEYS,
    "Games": VIEWER_GAME_KEYS,
    "Looking": VIEWER_LOOK_KEYS,
}


PUZZLE_CURSOR_KEYS = (
    Key("move(0,-1)", ("left",), "one point to the left"),
    Key("move(0,1)", ("right",), "one point to the right"),
    Key("move(-1,0)", ("up",), "one point up"),
    Key("move(1,0)", ("down",), "one point down"),
    Key("move(0,-5)", ("shift+left",), "five points to the left"),
    Key("move(0,5)", ("shift+right",), "five points to the right"),
    Key("move(-5,0)", ("shift+up",), "five points up"),
    Key("move(5,0)", ("shift+down",), "five points down"),
)
PUZZLE_PLAY_KEYS = (
    Key("place", ("enter", "space"), "play here; once it is solved, the next puzzle", "Play"),
    Key("type", ("colon",), "type a point; h8 typed at once is one, too"),
    Key("hint", ("h",), "a hint: the kind of move, three points, the point", "Hint"),
    Key("solution", ("s",), "the solution, if it is pressed twice", "Solution"),
    Key("back", ("u", "backspace"), "take back the last move", "Back"),
    Key("again", ("r",), "begin this puzzle again"),
)
PUZZLE_PROGRAM_KEYS = (
    Key("next", ("n", "pagedown"), "the next puzzle", "Next"),
    Key("previous", ("b", "pageup"), "the puzzle before", "Before"),
    Key("marks", ("asterisk",), "stones, or X and O"),
    Key("app.next_theme", ("T",), "the next theme"),
    Key("app.help", ("question_mark", "f1"), "this help", "Help"),
    Key("app.quit", ("q", "ctrl+q"), "leave; what you have solved is remembered", "Quit"),
)
PUZZLE_KEYS: KeyGroups = {
    "Moving": PUZZLE_CURSOR_KEYS,
    "Solving": PUZZLE_PLAY_KEYS,
    "Going on": PUZZLE_PROGRAM_KEYS,
}


def puzzle_action(letter: str) -> str | None:
    """What a letter does."""
    keys = [key for keys in PUZZLE_KEYS.values() for key in keys]
    return next((key.action for key in keys if letter in key.keys), None)
