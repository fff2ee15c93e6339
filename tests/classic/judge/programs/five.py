"""Five in a Row as the report describes it, written from the specification alone."""

import sys

RANGE = "WARNING: Coordinate out of range. Must be between 0-14. Input again."
cells = {}


def board():
    text = "     "
    for column in range(15):
        text += ("_%d_" % column if column < 10 else "_%d" % column) + "   "
    text += "\n"
    for row in range(15):
        text += str(row).ljust(5)
        for column in range(15):
            text += "_" + cells.get((row, column), "_") + "_   "
        text += "\n"
    return text


def coordinate(part):
    if len(part) not in (1, 2):
        return None, RANGE
    if len(part) == 1:
        if part not in "0123456789":
            return None, "WARNING: not a digit"
        return int(part), None
    if part[0] == "0":
        return None, "WARNING: leading zero"
    if part not in ("10", "11", "12", "13", "14"):
        return None, RANGE
    return int(part), None


def read_move(line):
    if any(byte < 32 or byte > 126 for byte in line):
        return None, "WARNING: write row,column"
    text = line.decode("ascii")
    if not 3 <= len(text) <= 5 or text.count(",") != 1:
        return None, "WARNING: write row,column"
    first, second = text.split(",")
    row, wrong = coordinate(first)
    if wrong is None:
        column, wrong = coordinate(second)
    if wrong is not None:
        return None, wrong
    if (row, column) in cells:
        return None, "WARNING: Coordinates already occupied. Input again."
    return (row, column), None


def won(mark):
    for row in range(15):
        for column in range(15):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                line = [(row + i * down, column + i * right) for i in range(5)]
                if all(cells.get(cell) == mark for cell in line):
                    return True
    return False


def main():
    out = sys.stdout.write
    out(
        "===== FIVE IN A ROW RULES =====\n---\n* GAME OBJECTIVE *\n5 in a row on 15x15, 225 cells\n"
    )
    out("---\n* PLAYERS AND SYMBOLS *\nPlayer 1: X\nPlayer 2: O\n---\n* INPUT FORMAT *\n")
    out("row,column, 0 to 14; no leading zeros, no trailing spaces\n---\n")
    out("* WINNING CONDITION & TIE CONDITION *\n-, |, \\ or /; otherwise Tie\n---\n")
    out(board())
    player = 1
    while True:
        out("Player %d, please input your coordinates: " % player)
        line = sys.stdin.buffer.readline()
        if not line:
            out("\n")
            sys.stderr.write("no more input\n")
            return 1
        move, wrong = read_move(line.rstrip(b"\n").removesuffix(b"\r"))
        if wrong:
            out(wrong + "\n")
            continue
        cells[move] = "XO"[player - 1]
        out("\n" + board())
        verdict = None
        if won("XO"[player - 1]):
            verdict = "Player %d wins" % player
        elif len(cells) == 225:
            verdict = "Tie"
        if verdict:
            with open("result.txt", "w") as file:
                file.write(board() + verdict)
            out(verdict + "\n")
            return 0
        player = 3 - player


sys.exit(main())
