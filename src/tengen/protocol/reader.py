"""Reading what a manager sends, line by line: whatever it is, it becomes a command."""

from __future__ import annotations

from tengen.errors import ParseError
from tengen.protocol.commands import (
    About,
    Begin,
    BoardPosition,
    Command,
    End,
    Info,
    Malformed,
    Play,
    Restart,
    Start,
    Stone,
    Stop,
    Swap2Board,
    Takeback,
    Turn,
    Unknown,
    Whose,
)
from tengen.protocol.coordinates import parse_coordinates, parse_integers
from tengen.protocol.lines import LONGEST, to_text
from tengen.rules.point import Point
from tengen.rules.rules import MAX_SIDE

PLAIN: dict[str, Command] = {
    "ABOUT": About(),
    "BEGIN": Begin(),
    "END": End(),
    "RESTART": Restart(),
    "STOP": Stop(),
    "YXSTOP": Stop(),
}
WITH_POINT: dict[str, type[Turn | Takeback | Play]] = {
    "PLAY": Play,
    "TAKEBACK": Takeback,
    "TURN": Turn,
}
SIZES = {"START": (1, 2), "RECTSTART": (2,)}
POSITIONS = ("BOARD", "SWAP2BOARD")
WORDS = {*PLAIN, *WITH_POINT, *SIZES, *POSITIONS, "INFO"}
MOST_STONES = MAX_SIDE * MAX_SIDE


class CommandReader:
    """Turns lines into commands; a position is given out when its `DONE` has come."""

    def __init__(self) -> None:
        self._position: _Position | None = None

    def feed(self, line: str | bytes) -> Command | None:
        """The command that this line completes, if it does; nothing is ever raised."""
        text = to_text(line)
        word, rest = _split(text)
        if not word:
            return None
        if word == "INFO":
            return _info(rest, is_whole=len(text) <= LONGEST)
        if self._position is not None and word not in WORDS:
            return self._collect(self._position, word, text)
        self._position = None
        return self._open(word, rest, text)

    def _collect(self, position: _Position, word: str, text: str) -> Command | None:
        if word != "DONE":
            position.add(text)
            return None
        self._position = None
        return position.command()

    def _open(self, word: str, rest: str, text: str) -> Command | None:
        if word not in WORDS and word != "DONE":
            return Unknown(text.strip())
        if word in POSITIONS and not rest:
            self._position = _Position(word)
            return None
        try:
            return _parse(word, rest, text)
        except ParseError as error:
            return Malformed(text.strip(), error.why)


class _Position:
    """The lines after `BOARD` or `SWAP2BOARD`; of what is wrong, the first thing is kept."""

    def __init__(self, word: str) -> None:
        self._word = word
        self._stones: list[Stone] = []
        self._points: list[Point] = []
        self._why = ""

    def add(self, text: str) -> None:
        """Take in one stone."""
        if len(self._stones) + len(self._points) >= MOST_STONES:
            self._why = self._why or "there are too many stones"
        if self._why:
            return
        try:
            if self._word == "BOARD":
                self._stones.append(parse_stone(text))
            else:
                self._points.append(parse_opening_stone(text))
        except ParseError as error:
            self._why = str(error)

    def command(self) -> Command:
        """All of it as one command."""
        if self._why:
            return Malformed(self._word, self._why)
        if self._word == "BOARD":
            return BoardPosition(tuple(self._stones))
        return Swap2Board(tuple(self._points))


def parse_stone(text: str) -> Stone:
    """Read `7,7,1`."""
    numbers = parse_integers(text)
    if len(numbers) != 3:
        raise ParseError("stone", text, "x,y,whose was expected, as in 7,7,1")
    if numbers[2] not in (1, 2):
        raise ParseError("stone", text, "the last number must be 1 (own) or 2 (opponent)")
    return Stone(Point(numbers[1], numbers[0]), Whose(numbers[2]))


def parse_opening_stone(text: str) -> Point:
    """Read `7,7`, or `7,7,1` as some managers write it: black and white take turns anyway."""
    numbers = parse_integers(text)
    if len(numbers) not in (2, 3):
        raise ParseError("point", text, "a column and a row were expected, as in 7,0")
    return Point(numbers[1], numbers[0])


def _split(text: str) -> tuple[str, str]:
    """The first word in capitals, and the rest."""
    word, _, rest = text.strip().replace("\t", " ").partition(" ")
    return (word.upper() if word.isascii() else word), rest.strip()


def _info(rest: str, *, is_whole: bool) -> Info:
    """A setting; the value of a line that is too long is not known."""
    key, _, value = rest.partition(" ")
    return Info(key.lower(), value.strip() if is_whole else "")


def _parse(word: str, rest: str, text: str) -> Command:
    if word == "END":
        return PLAIN[word]
    if len(text) > LONGEST:
        raise ParseError("command", text, "the line is too long")
    if word in WITH_POINT:
        return WITH_POINT[word](parse_coordinates(rest))
    if word in SIZES:
        return _start(word, rest)
    if word == "DONE":
        raise ParseError("command", text, "no BOARD came before")
    if rest:
        raise ParseError("command", text, f"nothing may follow {word}")
    return PLAIN[word]


def _start(word: str, rest: str) -> Start:
    """`15`, `20,15` or `20 15`."""
    sizes = parse_integers(rest if "," in rest else ",".join(rest.split()))
    if len(sizes) not in SIZES[word]:
        raise ParseError("size", rest, "a width and a height were expected")
    return Start(sizes[0], sizes[-1])
