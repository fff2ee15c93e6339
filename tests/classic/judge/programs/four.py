"""Four in a row on 10x10 with letters, as four.toml describes it; # begins."""

import sys

cells = {}


def show():
    for row in range(10):
        print("|" + "".join(cells.get((row, column), ".") for column in range(10)) + "|")


def won(row, column, mark):
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        run = 1
        for sign in (1, -1):
            step = sign
            while cells.get((row + step * down, column + step * right)) == mark:
                run += 1
                step += sign
        if run >= 4:
            return True
    return False


turn = 0
show()
while True:
    mark = "#@"[turn % 2]
    line = input(["North", "South"][turn % 2] + " to move> ")
    ok = len(line) == 2 and line[0] in "ABCDEFGHIJ" and line[1] in "ABCDEFGHIJ"
    move = ("ABCDEFGHIJ".find(line[0]), "ABCDEFGHIJ".find(line[1])) if ok else None
    if not ok:
        print("What?")
    elif move in cells:
        print("Full.")
    else:
        cells[move] = mark
        show()
        if won(*move, mark):
            print(["North", "South"][turn % 2] + " has four")
            break
        if len(cells) == 100:
            print("Nobody has four")
            break
        turn += 1
sys.exit(7)
