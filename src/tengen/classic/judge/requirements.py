"""Requirements of an assignment: their names, titles and weights, and the strictness."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.classic.judge.conventions import Conventions

RULES = "rules"
LAYOUT = "layout"
EXACT = "exact"
STRICTNESSES = (EXACT, LAYOUT, RULES)

RUNS = "runs"
INTRODUCTION = "introduction"
STARTS = "starts"
PROMPT = "prompt"
MOVES = "moves"
BOARD = "board"
OVERLINE = "overline"
LAST_CELL = "last-cell"
NO_FALSE_WIN = "no-false-win"
TIE = "tie"
VERDICT = "verdict"
INPUT_FORMS = "input-forms"
CRLF = "crlf"
REMATCH = "rematch"
RESULT_FILE = "result-file"
END_OF_INPUT = "end-of-input"
EXIT_STATUS = "exit-status"
SCREEN = "screen"


@dataclass(frozen=True, slots=True)
class Requirement:
    """A requirement, which is one line of the report."""

    name: str
    title: str
    weight: int = 1


def refusal_name(refusal: str) -> str:
    """Return the name of the requirement that inputs of one kind are refused."""
    return f"refuse-{refusal}"


def win_name(direction: str) -> str:
    """Return the name of the requirement that a line in one direction wins."""
    return f"win-{direction}"


def requirements_for(conventions: Conventions, strictness: str) -> list[Requirement]:
    """Return the requirements of an assignment at one strictness, in the order of the report."""
    found = [*_general(conventions), *_wins(conventions), *_inputs(conventions)]
    found += _files_and_endings(conventions)
    left_out = {EXACT: set[str](), LAYOUT: _EXACT_ONLY, RULES: _EXACT_ONLY | _NOT_RULES}[strictness]
    return [one for one in found if one.name not in left_out]


_EXACT_ONLY = {VERDICT, SCREEN}
_NOT_RULES = {INTRODUCTION, BOARD, RESULT_FILE, EXIT_STATUS}


def _general(conventions: Conventions) -> list[Requirement]:
    starter = next(iter(conventions.names))
    found = [Requirement(RUNS, "Runs within the limits and does not crash", 2)]
    if conventions.has_introduction:
        found.append(Requirement(INTRODUCTION, "Shows the introduction"))
    return [
        *found,
        Requirement(STARTS, f"{conventions.display_name(starter)} starts"),
        Requirement(PROMPT, "Asks the player whose turn it is"),
        Requirement(MOVES, "Accepts legal moves, and the turn passes", 2),
        Requirement(BOARD, "Shows the board with each mark in place", 2),
    ]


def _wins(conventions: Conventions) -> list[Requirement]:
    k, longest = conventions.k, max(conventions.rows, conventions.columns)
    is_square = min(conventions.rows, conventions.columns) >= k
    titles = {
        "across": (f"{k} in a row across is a win", conventions.columns >= k),
        "down": (f"{k} in a row down is a win", conventions.rows >= k),
        "diagonal": (f"{k} in a row on a \\ diagonal is a win", is_square),
        "antidiagonal": (f"{k} in a row on a / diagonal is a win", is_square),
    }
    wins = [Requirement(win_name(name), title, 2) for name, (title, ok) in titles.items() if ok]
    verb = "is also a win" if conventions.longer_wins else "is not a win"
    return [
        *wins,
        *([Requirement(OVERLINE, f"More than {k} in a row {verb}")] if longest > k else []),
        Requirement(NO_FALSE_WIN, f"Fewer than {k} or around an edge do not win", 2),
        Requirement(LAST_CELL, "A win with the last cell is not a tie"),
        Requirement(TIE, "A full board with no winner is a tie"),
        Requirement(VERDICT, "Announces the result in the exact words"),
    ]


def _inputs(conventions: Conventions) -> list[Requirement]:
    found = [
        Requirement(refusal_name(name), refusal.title)
        for name, refusal in conventions.refusals.items()
    ]
    if conventions.input.also:
        found.append(Requirement(INPUT_FORMS, "Accepts every form of a move"))
    if conventions.input.crlf:
        found.append(Requirement(CRLF, "Accepts lines that end with CR LF"))
    return found


def _files_and_endings(conventions: Conventions) -> list[Requirement]:
    found = []
    if conventions.rematch:
        found.append(Requirement(REMATCH, "Offers a rematch, and plays it or stops"))
    if conventions.result:
        found.append(Requirement(RESULT_FILE, f"Writes {conventions.result.name}"))
    if conventions.finished_status is not None:
        status = conventions.finished_status
        found.append(Requirement(EXIT_STATUS, f"Ends with exit status {status} after a game"))
    return [
        *found,
        Requirement(END_OF_INPUT, "Stops when the input ends early"),
        Requirement(SCREEN, "The whole output is correct, byte for byte"),
    ]
