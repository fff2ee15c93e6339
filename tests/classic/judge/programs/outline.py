"""The outline's Five in a Row, written from the specification alone."""

import re
import sys

rows = [["."] * 15 for _ in range(15)]
LEGAL = re.compile(rb"([0-9]|1[0-4]),([0-9]|1[0-4])")


def picture():
    lines = ["Columns: 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14"]
    for number, row in enumerate(rows):
        lines.append(("Row " + str(number) + ":").ljust(9) + " ".join(row))
    return "\n".join(lines) + "\n"


def lines_of_marks():
    yield from ("".join(row) for row in rows)
    yield from ("".join(column) for column in zip(*rows))
    for shift in range(-14, 15):
        yield "".join(rows[i][i + shift] for i in range(15) if 0 <= i + shift < 15)
        yield "".join(rows[i][14 - i + shift] for i in range(15) if 0 <= 14 - i + shift < 15)


def end(verdict):
    with open("result.txt", "w") as file:
        file.write(picture() + verdict + "\n")
    print(verdict)


print(picture(), end="")
number = 0
while True:
    player, mark = number % 2 + 1, "XO"[number % 2]
    print("Player", str(player) + ", please input your coordinates: ", end="")
    line = sys.stdin.buffer.readline()
    if not line:
        print()
        sys.exit("the input has ended")
    line = line[:-1] if line.endswith(b"\n") else line
    match = LEGAL.fullmatch(line[:-1] if line.endswith(b"\r") else line)
    if not match or rows[int(match[1])][int(match[2])] != ".":
        print("Invalid input, try again")
        continue
    rows[int(match[1])][int(match[2])] = mark
    number += 1
    print("\n" + picture(), end="")
    if any(mark * 5 in text for text in lines_of_marks()):
        end("Player " + str(player) + " wins")
        break
    if number == 225:
        end("Tie")
        break
