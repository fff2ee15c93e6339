"""Tables of keys, one for each screen, for the bindings, the help and the docs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from textual.binding import Binding, BindingType


@dataclass(frozen=True, slots=True)
class Key:
    """An action with its keys and a description."""

    action: str
    keys: tuple[str, ...]
    description: str
    footer: str = ""
    """The label in the footer; empty if the key is not shown there."""


CURSOR_KEYS = (
    Key("move(0,-1)", ("left", "h"), "one point left"),
    Key("move(0,1)", ("right", "l"), "one point right"),
    Key("move(-1,0)", ("up", "k"), "one point up"),
    Key("move(1,0)", ("down", "j"), "one point down"),
    Key("move(-1,-1)", ("y",), "one point up and left"),
    Key("move(1,-1)", ("b",), "one point down and left"),
    Key("move(0,-5)", ("shift+left", "H"), "five points left"),
    Key("move(0,5)", ("shift+right", "L"), "five points right"),
    Key("move(-5,0)", ("shift+up", "K"), "five points up"),
    Key("move(5,0)", ("shift+down", "J"), "five points down"),
    Key("move(-5,-5)", ("Y",), "five points up and left"),
    Key("move(-5,5)", ("U",), "five points up and right"),
    Key("move(5,-5)", ("B",), "five points down and left"),
    Key("move(5,5)", ("N",), "five points down and right"),
)
"""Keys that move the cursor. The two missing diagonals are in `ROGUE_KEYS`."""

ROGUE_KEYS = {"u": "move(-1,1)", "n": "move(1,1)"}
"""Keys that move the cursor as in roguelike games, after the person has turned that on."""

PLAY_KEYS = (
    Key("place", ("enter", "space"), "place a stone, or take the marked choice", "Place"),
    Key("type", ("colon",), "type a point, as in h8 or 7,7; most points need no colon"),
    Key("undo", ("u", "backspace", "ctrl+z"), "take back a move", "Undo"),
    Key("redo", ("r", "ctrl+y"), "redo a move that was taken back"),
    Key("hint", ("t",), "hint: where the engine would play", "Hint"),
    Key("analyse", ("x",), "show or hide engine lines", "Engine"),
    Key("zone", ("z",), "show or hide the zone: the answers that matter to Black's winning plan"),
    Key("draw", ("equals_sign",), "offer a draw, or accept one"),
    Key("agree", ("plus",), "accept the opponent's offer"),
    Key("decline", ("minus",), "decline the opponent's offer"),
    Key("app.resign", ("R",), "resign"),
    Key("app.abort", ("X",), "abort the game, before both have moved"),
    Key("app.claim", ("C",), "claim the win when the opponent has been away for a minute"),
    Key("pause", ("p",), "pause or resume the game"),
    Key("rematch", ("M",), "after the game: play again with the sides swapped", "Rematch"),
)

LOOK_KEYS = (
    Key("back", ("left_square_bracket", "pageup"), "show the position one move back"),
    Key("forward", ("right_square_bracket", "pagedown"), "show the position one move forward"),
    Key("first", ("home",), "show the empty board"),
    Key("last", ("end",), "return to the current position"),
    Key("play_from_here", ("P",), "start a new game from the position shown"),
    Key("review", ("v",), "after the game: review it, with a chart and the mistakes", "Review"),
    Key("mistake(-1)", ("left_curly_bracket",), "in a review: the previous mistake"),
    Key("mistake(1)", ("right_curly_bracket",), "in a review: the next mistake"),
    Key("escape_point", ("E",), "in a review: where the loser could still have saved the game"),
    Key("scroll(1)", ("greater_than_sign",), "scroll a long text down", "More"),
    Key("scroll(-1)", ("less_than_sign",), "scroll a long text up"),
    Key("numbers", ("number_sign",), "show or hide move numbers"),
    Key("marks", ("asterisk",), "switch between stones and X and O"),
    Key("app.theme", ("T",), "switch to the next theme"),
    Key("rogue", ("grave_accent",), "use u and n as diagonal cursor keys, or as commands again"),
)

PROGRAM_KEYS = (
    Key("app.new", ("n", "ctrl+n"), "new game", "New"),
    Key("app.open", ("O",), "open a stored game, to resume or view it"),
    Key("app.save", ("s", "ctrl+s"), "save the game to a file; the suffix sets the format", "Save"),
    Key("app.help", ("question_mark", "f1"), "show this help", "Help"),
    Key("app.quit", ("q", "ctrl+q"), "quit; the game can be resumed later", "Quit"),
)

KeyGroups = Mapping[str, tuple[Key, ...]]
"""Keys under their headings."""
GAME_KEYS: KeyGroups = {
    "Moving": CURSOR_KEYS,
    "Playing": PLAY_KEYS,
    "Viewing": LOOK_KEYS,
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
    """Return the name of a key as people know it, as in `Ctrl+Q`."""
    head, plus, tail = key.rpartition("+")
    shown = KEY_NAMES.get(tail, tail)
    return f"{head.capitalize()}+{shown.upper() if len(shown) == 1 else shown}" if plus else shown


def bindings(groups: KeyGroups = GAME_KEYS) -> list[BindingType]:
    """Return all keys as Textual bindings."""
    found: list[BindingType] = []
    for keys in groups.values():
        for key in keys:
            shown = key_name(key.keys[0])
            found.append(
                Binding(
                    ",".join(key.keys),
                    key.action,
                    key.footer or key.description,
                    show=bool(key.footer),
                    key_display=shown,
                )
            )
    return found


def footer_line(
    width: int, groups: KeyGroups = GAME_KEYS, can_do: Callable[[str], bool] = lambda _action: True
) -> str:
    """Return the footer: as many of the main keys as fit, each of which can be clicked.

    Help comes first. Actions that are not possible now are left out.
    """
    main = [key for keys in groups.values() for key in keys if key.footer]
    shown = [key for key in main if can_do(key.action)]
    shown.sort(key=lambda key: key.action != "app.help")
    parts: list[str] = []
    room = width
    for key in shown:
        label = f"{key_name(key.keys[0])} {key.footer}"
        room -= len(label) + 2
        if room < -2:
            break
        action = key.action if "." in key.action else f"screen.{key.action}"
        parts.append(f"[@click={action}]{label}[/]")
    return "  ".join(parts)


VIEWER_MOVE_KEYS = (
    Key("back", ("left", "h"), "one move back"),
    Key("forward", ("right", "l", "space"), "one move forward", "Next"),
    Key("step(-10)", ("shift+left", "H"), "ten moves back"),
    Key("step(10)", ("shift+right", "L"), "ten moves forward"),
    Key("first", ("home", "0"), "the start of the game"),
    Key("last", ("end", "dollar_sign"), "the end of this line"),
    Key("go_to_move", ("g",), "go to a move by its number"),
    Key("turn(-1)", ("up", "k"), "the previous variation"),
    Key("turn(1)", ("down", "j"), "the next variation: another move instead", "Variation"),
    Key("auto", ("a",), "play the moves automatically, or stop", "Auto"),
    Key("pace(-1)", ("minus",), "slower"),
    Key("pace(1)", ("plus", "equals_sign"), "faster"),
)
"""Keys that go through the moves. The digits, which choose among the next moves, are not here."""

VIEWER_GAME_KEYS = (
    Key("game(-1)", ("pageup", "left_square_bracket"), "the previous game in the file"),
    Key("game(1)", ("pagedown", "right_square_bracket"), "the next game in the file", "Game"),
    Key("go_to_game", ("G",), "go to a game by its number"),
    Key("save", ("s", "ctrl+s"), "save this game to a file; the suffix sets the format"),
)

VIEWER_LOOK_KEYS = (
    Key("scroll(1)", ("full_stop",), "scroll a long comment down"),
    Key("scroll(-1)", ("comma",), "scroll a long comment up"),
    Key("engine", ("e", "x"), "show or hide engine lines", "Engine"),
    Key("numbers", ("n", "number_sign"), "show or hide move numbers"),
    Key("marks", ("asterisk",), "switch between stones and X and O"),
    Key("theme", ("t", "T"), "switch to the next theme"),
    Key("app.help", ("question_mark", "f1"), "show this help", "Help"),
    Key("app.quit", ("q", "ctrl+q", "ctrl+c"), "quit", "Quit"),
)

VIEWER_KEYS: KeyGroups = {
    "Moves": VIEWER_MOVE_KEYS,
    "Games": VIEWER_GAME_KEYS,
    "Viewing": VIEWER_LOOK_KEYS,
}


PUZZLE_CURSOR_KEYS = (
    Key("move(0,-1)", ("left",), "one point left"),
    Key("move(0,1)", ("right",), "one point right"),
    Key("move(-1,0)", ("up",), "one point up"),
    Key("move(1,0)", ("down",), "one point down"),
    Key("move(0,-5)", ("shift+left",), "five points left"),
    Key("move(0,5)", ("shift+right",), "five points right"),
    Key("move(-5,0)", ("shift+up",), "five points up"),
    Key("move(5,0)", ("shift+down",), "five points down"),
)
PUZZLE_PLAY_KEYS = (
    Key("place", ("enter", "space"), "play here; after the solution, the next puzzle", "Play"),
    Key("type", ("colon",), "type a point, as in h8; this works without the colon, too"),
    Key("hint", ("h",), "hint: the kind of move, then three points, then the point", "Hint"),
    Key("solution", ("s",), "show the solution; press it twice", "Solution"),
    Key("back", ("u", "backspace"), "take back the last move", "Back"),
    Key("again", ("r",), "restart this puzzle"),
)
PUZZLE_PROGRAM_KEYS = (
    Key("next", ("n", "pagedown"), "the next puzzle", "Next"),
    Key("previous", ("b", "pageup"), "the previous puzzle", "Previous"),
    Key("marks", ("asterisk",), "switch between stones and X and O"),
    Key("app.next_theme", ("T",), "switch to the next theme"),
    Key("app.help", ("question_mark", "f1"), "show this help", "Help"),
    Key("app.quit", ("q", "ctrl+q"), "quit; solved puzzles are remembered", "Quit"),
)
PUZZLE_KEYS: KeyGroups = {
    "Moving": PUZZLE_CURSOR_KEYS,
    "Solving": PUZZLE_PLAY_KEYS,
    "Puzzles and the program": PUZZLE_PROGRAM_KEYS,
}


def puzzle_action(letter: str) -> str | None:
    """Return the action of a letter in the puzzles, if it has one."""
    keys = [key for keys in PUZZLE_KEYS.values() for key in keys]
    return next((key.action for key in keys if letter in key.keys), None)
