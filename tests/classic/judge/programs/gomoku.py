"""Gomoku on 13x13, written from the specification alone."""

import re
import sys

LETTERS = "ABCDEFGHIJKLM"
SPACE = re.compile(r"[ \t\n\v\f\r]*")
NUMBER = re.compile(r"[ \t\n\v\f\r]*([+-]?[0-9]+)")
source = sys.stdin.buffer.read().decode("latin-1")
place = 0
board = {}


def show():
    print("   " + " ".join(LETTERS))
    for row in range(13):
        print("%2d " % row + " ".join(board.get((row, column), ".") for column in range(13)))


def next_move():
    """A pair, None for an invalid move, or the end of the program."""
    global place
    place = SPACE.match(source, place).end()
    if place == len(source):
        print()
        sys.exit("end of input")
    letter = source[place]
    match = NUMBER.match(source, place + 1)
    if not match:
        end = source.find("\n", place + 1)
        place = len(source) if end < 0 else end + 1
        return None
    place = match.end()
    return int(match[1]), LETTERS.find(letter)


def longest(row, column, mark):
    best = 0
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        length = 0
        for sign in (1, -1):
            distance = 1
            while (
                board.get((row + sign * distance * down, column + sign * distance * right)) == mark
            ):
                distance += 1
            length += distance - 1
        best = max(best, length + 1)
    return best


show()
mark = "O"
while True:
    print("Player " + mark + ", make a move: ", end="")
    move = next_move()
    if move is None or move in board or not (0 <= move[0] < 13 and 0 <= move[1] < 13):
        print("Invalid move!")
        continue
    board[move] = mark
    show()
    if longest(*move, mark) >= 5:
        print("Player " + mark + " wins!")
        break
    if len(board) == 169:
        print("Draw game!")
        break
    mark = "X" if mark == "O" else "O"
