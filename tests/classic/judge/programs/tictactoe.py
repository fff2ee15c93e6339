"""Tic-tac-toe with a rematch, in words of its own, written from the specification alone."""

import sys

WINS = ("012", "345", "678", "036", "147", "258", "048", "246")


def picture(cells):
    rows = [" " + " | ".join(cells[i : i + 3]) + " " for i in (0, 3, 6)]
    return "\n---+---+---\n".join(rows)


def ask(cells, name):
    while True:
        print(f"{name}, your move (1 to 9) > ", end="")
        line = sys.stdin.buffer.readline()
        if not line:
            print()
            sys.exit("the input ended before the game did")
        text = line.decode("latin-1").rstrip("\r\n")
        if not (text.isascii() and text.lstrip("-").isdigit()):
            print("That is no number. 1 to 9 are accepted.")
        elif not 1 <= int(text) <= 9:
            print("There is no such cell. 1 to 9 are accepted.")
        elif cells[int(text) - 1] != " ":
            print("There is a mark already. Choose an empty cell.")
        else:
            return int(text) - 1


def play():
    cells = [" "] * 9
    for turn in range(9):
        mark = "XO"[turn % 2]
        cells[ask(cells, f"Player {turn % 2 + 1} with {mark}")] = mark
        print(picture(cells))
        if any(all(cells[int(i)] == mark for i in win) for win in WINS):
            print(f"Congratulations, player {turn % 2 + 1}, you have won!")
            return
    print("It is a draw.")


print("Three in a row win. X: player 1, O: player 2. Cells have these numbers:")
print(picture("123456789"))
while True:
    play()
    print("Another game? Type 0 for yes: ", end="")
    if sys.stdin.buffer.readline().strip() != b"0":
        print()
        break
