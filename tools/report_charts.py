"""Draw the flow charts of the four text programs as docs/pictures/report-*.svg."""

from __future__ import annotations

from flowchart import Chart, Frame, Kind, Side
from picture import PICTURES

from tengen.render.style import DARK, LIGHT

TOP, GAP = 52, 22
LEFT, RIGHT = 180, 540
WIDE, WIDER = 300, 312
"""Widths of the shapes in the left and in the right column."""
AGAIN, LOOP, OVER = 716, 10, 706
"""Positions of the lines back to the prompt, after a wrong answer and a move, and to the end."""
ACROSS = (Side.RIGHT, Side.LEFT)


def main() -> None:
    """Write all charts."""
    for name, picture in draw_all().items():
        (PICTURES / f"report-{name}.svg").write_text(picture, encoding="utf-8")


def draw_all() -> dict[str, str]:
    """Return every chart in both themes, by name."""
    return {
        f"{name}-{theme.name}": chart.draw(theme)
        for name, chart in make_charts().items()
        for theme in (LIGHT, DARK)
    }


def make_charts() -> dict[str, Chart]:
    """Return the four charts."""
    return {
        "five": make_five(),
        "outline": make_outline(),
        "gomoku": make_gomoku(),
        "tictactoe": make_tictactoe(),
    }


def refuse(chart: Chart, warnings: dict[str, str]) -> None:
    """Add the warning of each check, with an arrow back to the prompt."""
    for check, text in warnings.items():
        warning = f"{check} failed"
        chart.put(warning, Kind.WARN, (RIGHT, chart.nodes[check].y), WIDER, text)
        chart.link(check, warning, ACROSS, word="yes")
        if check != [*warnings][-1]:
            chart.join(warning, AGAIN)
    chart.link(warning, "ask", (Side.RIGHT, Side.RIGHT), by=AGAIN)


def decide(chart: Chart, check: str, kind: Kind, text: str) -> None:
    """Add what happens if a check finds that the game is over."""
    chart.put(f"{check} found", kind, (RIGHT, chart.nodes[check].y), WIDER, text)
    chart.link(check, f"{check} found", ACROSS, word="yes")


def below(chart: Chart, name: str, gap: float = GAP) -> float:
    """Return where the next shape of a column starts."""
    return chart.nodes[name].at(Side.BOTTOM)[1] + gap


def make_five() -> Chart:
    """Make the chart of `five`: every check with its warning."""
    chart = Chart(
        "five: from the rules to result.txt",
        "Rules and board are shown, then the players are asked in turn. A check that fails shows "
        "its warning, and the same player is asked again. A win or a tie writes result.txt.",
    )
    chart.stack(
        (LEFT, TOP, GAP),
        ("start", Kind.END, 150, "`tengen five"),
        ("rules", Kind.SHOW, WIDE, "Show the rules and the empty board"),
        ("ask", Kind.SHOW, WIDE, "Ask Player 1 or Player 2\nand read a line"),
        ("format", Kind.ASK, WIDE, "Not printable, not 3 to 5\nlong, or not one comma?"),
    )
    _check_parts(chart)
    _judge_and_save(chart)
    return chart


def _check_parts(chart: Chart) -> None:
    """Add the checks of the row and the column, and all warnings."""
    parts = ("length", "digit", "zero", "range")
    chart.stack(
        (LEFT, below(chart, "format", 64), GAP),
        ("length", Kind.ASK, WIDE, "Empty, or longer\nthan 2 characters?"),
        ("digit", Kind.ASK, WIDE, "One character,\nbut not a digit?"),
        ("zero", Kind.ASK, WIDE, "Two characters,\nthe first one is 0?"),
        ("range", Kind.ASK, WIDE, "Two characters,\nbut not 10 to 14?"),
    )
    chart.frames.append(Frame("first row, then column", parts, below=26))
    chart.stack((LEFT, below(chart, "range", 48), GAP), ("taken", Kind.ASK, WIDE, "Cell taken?"))
    chart.link("format", "length", word="no")
    chart.link("range", "taken", word="no")
    range_text = "`WARNING: Coordinate out of range.\n`Must be between 0-14. Input again."
    refuse(
        chart,
        {
            "format": "`WARNING: Invalid format.\n`Must be row,column. Input again.",
            "length": range_text,
            "digit": "`WARNING: Coordinate is not a digit.\n`Must be between 0-14. Input again.",
            "zero": "`WARNING: Coordinate has a\n`leading zero. Input again.",
            "range": range_text,
            "taken": "`WARNING: Coordinates already\n`occupied. Input again.",
        },
    )


def _judge_and_save(chart: Chart) -> None:
    """Add what follows a legal move, down to the result file."""
    chart.stack(
        (LEFT, below(chart, "taken"), GAP),
        ("place", Kind.STEP, WIDE, "Put X or O into the cell"),
        ("show", Kind.SHOW, WIDE, "Show the board"),
        ("win", Kind.ASK, WIDE, "5 or more in a row\nthrough this cell?"),
        ("tie", Kind.ASK, WIDE, "225 cells filled?"),
        ("next", Kind.STEP, WIDE, "The other player's turn"),
    )
    chart.link("taken", "place", word="no")
    chart.link("next", "ask", (Side.LEFT, Side.LEFT), by=LOOP)
    decide(chart, "win", Kind.STEP, "Message: Player 1 wins\nor Player 2 wins")
    decide(chart, "tie", Kind.STEP, "Message: Tie")
    chart.stack(
        (RIGHT, below(chart, "tie found", 34), GAP),
        ("write", Kind.STEP, WIDER, "Write the board and this message\nto result.txt"),
        ("result", Kind.SHOW, WIDER, "Show the message"),
        ("end", Kind.END, 150, "exit status 0"),
    )
    chart.link("tie found", "write")
    chart.link("win found", "write", (Side.RIGHT, Side.TOP), by=OVER)


def make_outline() -> Chart:
    """Make the chart of `outline`: its four states with their nine procedures."""
    chart = Chart(
        "outline: four states, nine procedures",
        "State 0 sets the board up and shows it. State 1 asks, checks, places, judges and hands "
        "over, until check_win leads to state 2 or check_tie to state 3.",
    )
    x, width = 166, 236
    chart.stack(
        (x, TOP + 34, GAP),
        ("init", Kind.STEP, width, "`init_board"),
        ("first", Kind.SHOW, width, "`display_board"),
    )
    chart.stack(
        (x, below(chart, "first", 76), GAP),
        ("ask", Kind.SHOW, width, "`get_move\nask Player 1 or Player 2"),
        ("parse", Kind.ASK, width, "`parse_input\nanything wrong?"),
        ("update", Kind.STEP, width, "`update_board"),
        ("show", Kind.SHOW, width, "`display_board"),
        ("win", Kind.ASK, width, "`check_win\n5 or more in a row?"),
    )
    chart.stack(
        (x, below(chart, "win", 48), GAP),
        ("tie", Kind.ASK, width, "`check_tie\n225 cells filled?"),
        ("switch", Kind.STEP, width, "`switch_player"),
    )
    chart.link("first", "ask")
    chart.link("win", "tie", word="no")
    chart.link("switch", "ask", (Side.LEFT, Side.LEFT), by=34)
    _frame_states(chart)
    return chart


def _frame_states(chart: Chart) -> None:
    """Add the wrong answer, the two ends, and a frame around each state."""
    chart.put("wrong", Kind.WARN, (410, chart.nodes["parse"].y), 168, "`Invalid input,\n`try again")
    chart.link("parse", "wrong", ACROSS, word="yes")
    chart.link("wrong", "ask", (Side.RIGHT, Side.RIGHT), by=506)
    x, width = 628, 164
    for check, text in (("win", "`Player N wins"), ("tie", "`Tie")):
        y = chart.nodes[check].y
        chart.put(f"keep {check}", Kind.STEP, (x, y), width, "`write_to_file")
        chart.put(f"tell {check}", Kind.SHOW, (x, y + 49), width, text)
        chart.link(check, f"keep {check}", ACROSS, word="yes")
        chart.link(f"keep {check}", f"tell {check}")
    turn = ("ask", "parse", "wrong", "update", "show", "win", "tie", "switch")
    chart.frames += [
        Frame("initialisation", ("init", "first"), 0, beside=26),
        Frame("player turn", turn, 1, beside=26),
        Frame("game over (win)", ("keep win", "tell win"), 2, beside=14),
        Frame("game over (tie)", ("keep tie", "tell tie"), 3, beside=14),
    ]


def make_gomoku() -> Chart:
    """Make the chart of `gomoku`, which reads a character and an integer."""
    chart = Chart(
        "gomoku: a character and an integer",
        "The players are asked in turn, O first. If no integer follows the character, the rest of "
        "the line is dropped. If the cell is not empty, the same player is asked again.",
    )
    chart.stack(
        (LEFT, TOP, GAP),
        ("start", Kind.END, 150, "`tengen gomoku"),
        ("first", Kind.SHOW, WIDE, "Show the empty board"),
        ("ask", Kind.SHOW, WIDE, "Ask Player O or Player X, read\na character and an integer"),
        ("integer", Kind.ASK, WIDE, "No integer after\nthe character?"),
        ("cell", Kind.ASK, WIDE, "Not a cell of the\nboard, or taken?"),
        ("place", Kind.STEP, WIDE, "Put O or X into the cell"),
        ("show", Kind.SHOW, WIDE, "Show the board"),
        ("win", Kind.ASK, WIDE, "5 or more in a row\nthrough this cell?"),
        ("tie", Kind.ASK, WIDE, "169 cells filled?"),
        ("next", Kind.STEP, WIDE, "The other player's turn"),
    )
    chart.link("next", "ask", (Side.LEFT, Side.LEFT), by=LOOP)
    refuse(
        chart,
        {"integer": "Drop the rest of the line,\nshow Invalid move!", "cell": "Show Invalid move!"},
    )
    decide(chart, "win", Kind.SHOW, "Show Player O wins!\nor Player X wins!")
    decide(chart, "tie", Kind.SHOW, "Show Draw game!")
    chart.stack(
        (RIGHT, below(chart, "tie found", 34), GAP), ("end", Kind.END, 150, "exit status 0")
    )
    chart.link("tie found", "end")
    chart.link("win found", "end", (Side.RIGHT, Side.TOP), by=OVER)
    return chart


def make_tictactoe() -> Chart:
    """Make the chart of `tictactoe`, with its rematch."""
    chart = Chart(
        "tictactoe: nine cells and a rematch",
        "After the introduction the players are asked in turn for a cell, X on even turn counts. "
        "After the end, 0 starts a rematch on a clean board; anything else stops.",
    )
    chart.stack(
        (LEFT, TOP, GAP),
        ("start", Kind.END, 150, "`tengen tictactoe"),
        ("rules", Kind.SHOW, WIDE, "Introduction, sample board 1 to 9"),
        ("clear", Kind.STEP, WIDE, "Clear the board, turn count = 0"),
        ("first", Kind.SHOW, WIDE, "Show the empty board"),
        ("ask", Kind.SHOW, WIDE, "Turn count even: ask Player 1 (X)\nodd: ask Player 2 (O)"),
        ("number", Kind.ASK, WIDE, "Not a number?"),
        ("range", Kind.ASK, WIDE, "Not 1 to 9?"),
        ("taken", Kind.ASK, WIDE, "Cell taken?"),
        ("place", Kind.STEP, WIDE, "Put the mark, turn count + 1"),
        ("show", Kind.SHOW, WIDE, "Show the board"),
        ("win", Kind.ASK, WIDE, "More than four marks,\nthree of them in a row?"),
        ("tie", Kind.ASK, WIDE, "Nine marks?"),
        ("next", Kind.STEP, WIDE, "The other player's turn"),
    )
    chart.link("next", "ask", (Side.LEFT, Side.LEFT), by=LOOP)
    refuse(
        chart,
        {
            "number": "Say that it is not a number",
            "range": "Say that it is out of range",
            "taken": "Say that the cell is taken",
        },
    )
    decide(chart, "win", Kind.SHOW, "Show Player 1 (X) wins.\nor Player 2 (O) wins.")
    decide(chart, "tie", Kind.SHOW, "Say that it is a tie")
    chart.stack(
        (RIGHT, below(chart, "tie found", 34), GAP),
        ("rematch", Kind.ASK, 220, "0 for a rematch?"),
        ("end", Kind.END, 150, "exit status 0"),
    )
    chart.link("tie found", "rematch")
    chart.link("win found", "rematch", (Side.RIGHT, Side.TOP), by=OVER)
    chart.link("rematch", "clear", (Side.RIGHT, Side.RIGHT), by=728, word="yes")
    return chart


if __name__ == "__main__":
    main()
