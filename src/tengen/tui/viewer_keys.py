"""The keys of the viewer, in one table as those of the game."""

from __future__ import annotations

from tengen.tui.keys import Groups, Key

MOVES = (
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

GAMES = (
    Key("game(-1)", ("pageup", "left_square_bracket"), "the game before, in this file"),
    Key("game(1)", ("pagedown", "right_square_bracket"), "the next game", "Game"),
    Key("go_to_game", ("G",), "go to the game of a number"),
    Key("save", ("s", "ctrl+s"), "save this game to a file, in the format of its suffix"),
)

LOOK = (
    Key("scroll(1)", ("full_stop",), "down in a long comment"),
    Key("scroll(-1)", ("comma",), "up in it"),
    Key("engine", ("e", "x"), "engine lines on and off", "Engine"),
    Key("numbers", ("n", "number_sign"), "move numbers on the stones"),
    Key("marks", ("asterisk",), "stones, or X and O"),
    Key("theme", ("t", "T"), "the next theme"),
    Key("app.help", ("question_mark", "f1"), "this help", "Help"),
    Key("app.quit", ("q", "ctrl+q", "ctrl+c"), "leave", "Quit"),
)

GROUPS: Groups = {"Moves": MOVES, "Games": GAMES, "Looking": LOOK}
