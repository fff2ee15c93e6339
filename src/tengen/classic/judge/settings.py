"""Read conventions and weights from TOML files written by teachers, and check every key.

Errors name the key and say what to write.
"""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from tengen.classic.judge.conventions import (
    TAKEN,
    BoardDrawing,
    Conventions,
    InputForm,
    IntroductionText,
    RefusedInputs,
    Rematch,
    ResultFile,
    Wording,
)
from tengen.classic.judge.requirements import EXACT, requirements_for
from tengen.classic.judge.tokens import has_words
from tengen.errors import SettingsError, quote
from tengen.rules import Player

MAX_BOARD_SIDE = 52
MAX_INPUT_LENGTH = 100_000
MOVE_FIELDS = ("{row}", "{column}", "{row_letter}", "{column_letter}", "{cell}")
MAX_STATUS = 255


def read_conventions(edition: str | None, path: str | None) -> Conventions:
    """Return the conventions of an edition, of a file, or of an edition changed by a file."""
    values: TomlValues = {}
    shown = path or ""
    if edition is not None:
        shown = path or f"{edition}.toml"
        values = read_toml(os.path.join(os.path.dirname(__file__), "editions", f"{edition}.toml"))
    if path is not None:
        values = merge_tables(values, read_toml(path))
    return parse_conventions(values, shown)


def parse_conventions(values: TomlValues, path: str) -> Conventions:
    """Return the conventions in the values of a TOML file. Raise SettingsError."""
    top = TomlTable(path, "", values)
    game = top.table("game")
    rows = game.number("rows", 1, MAX_BOARD_SIDE)
    columns = game.number("columns", 1, MAX_BOARD_SIDE)
    marks = _two_players(game, "marks", None)
    names = _two_players(game, "names", list(marks.values()))
    board = top.table("board")
    screen = top.table("screen")
    status = top.table("status")
    conventions = Conventions(
        title=top.text("title"),
        rows=rows,
        columns=columns,
        k=_line_length(game, rows, columns),
        longer_wins=game.flag("longer_wins", default=True),
        names=names,
        marks=marks,
        drawing=_drawing(board, marks, rows * columns),
        first_board=board.choice("first", ("shown", "optional", "absent"), "shown"),
        introduction=_introduction(top.table("introduction")),
        input=_input(top.table("input"), rows, columns),
        refusals=_refusals(top.table("refusals")),
        prompt=_wording(top.table("prompt")),
        win=_wording(top.table("win"), needs_player=True),
        tie=_wording(top.table("tie")),
        after_move=screen.text("after_move", ""),
        end_of_input_text=screen.optional_text("end_of_input"),
        rematch=_rematch(top),
        result=_result(top),
        finished_status=status.optional_number("finished", 0, MAX_STATUS),
        end_of_input_status=status.optional_number("end_of_input", 0, MAX_STATUS),
        ignored_lines=_ignored_lines(screen),
    )
    for table in (game, board, screen, status, top):
        table.finish()
    return conventions


def _two_players(table: TomlTable, key: str, default: list[str] | None) -> dict[Player, str]:
    found = table.texts(key, default)
    if len(found) != 2 or found[0] == found[1] or not all(found):
        raise table.error(
            key, 'write two different texts, with the starting player first: ["X", "O"]'
        )
    return dict(zip(Player, found, strict=True))


def _line_length(game: TomlTable, rows: int, columns: int) -> int:
    return game.number("in_a_row", 1, max(rows, columns))


def _drawing(board: TomlTable, marks: dict[Player, str], size: int) -> BoardDrawing:
    lines = board.texts("lines")
    cell = _one_character(board, "cell", board.text("cell", "?"))
    empty = _one_character(board, "empty", board.text("empty"))
    for mark in marks.values():
        _one_character(board, "empty", mark)
    if empty in marks.values():
        raise board.error("empty", "write a character that is not a player's mark")
    found = "".join(lines).count(cell)
    if found != size:
        why = f"draw one {quote(cell)} for every cell: {size} are needed, not {found}"
        raise board.error("lines", why)
    if empty.isspace() and any(cell * 2 in "".join(line.split()) for line in lines):
        why = "empty cells are blank, so put a visible character between any two cells of a line"
        raise board.error("lines", why)
    return BoardDrawing(lines, cell, empty, marks)


def _one_character(table: TomlTable, key: str, text: str) -> str:
    if len(text) != 1:
        raise table.error(key, f"marks and cells are one character each, not {quote(text)}")
    return text


def _introduction(table: TomlTable) -> IntroductionText:
    introduction = IntroductionText(
        tuple(table.texts("lines", [])), tuple(table.texts("mentions", []))
    )
    table.finish()
    return introduction


def _input(table: TomlTable, rows: int, columns: int) -> InputForm:
    form = InputForm(
        move=table.text("move"),
        also=tuple(table.texts("also", [])),
        first_row=table.number("first_row", 0, 1000, 0),
        first_column=table.number("first_column", 0, 1000, 0),
        first_cell=table.number("first_cell", 0, 1000, 1),
        reads_words=table.choice("reads", ("lines", "words"), "lines") == "words",
        crlf=table.flag("crlf", default=False),
    )
    _check_form(table, "move", form.move, rows, columns)
    for other in form.also:
        _check_form(table, "also", other, rows, columns)
    table.finish()
    return form


def _check_form(table: TomlTable, key: str, form: str, rows: int, columns: int) -> None:
    has_row = "{row}" in form or "{row_letter}" in form
    has_column = "{column}" in form or "{column_letter}" in form
    if "{cell}" not in form and not (has_row and has_column):
        why = f"{quote(form)} does not name a cell; use {{cell}}, or a row and a column:"
        raise table.error(key, f"{why} {', '.join(MOVE_FIELDS)}")
    if re.search(r"\{(?!row\}|column\}|row_letter\}|column_letter\}|cell\})", form):
        raise table.error(key, f"{quote(form)} has an unknown field; use {', '.join(MOVE_FIELDS)}")
    letters = {"{row_letter}": rows, "{column_letter}": columns}
    if any(field in form and size > 26 for field, size in letters.items()):
        raise table.error(key, "there are only 26 letters: use numbers for a larger board")


def _refusals(table: TomlTable) -> dict[str, RefusedInputs]:
    return {name: _refusal(name, table.table(name)) for name in table.all_keys()}


def _refusal(name: str, table: TomlTable) -> RefusedInputs:
    if not re.fullmatch(r"[a-z][a-z0-9-]*", name):
        raise table.error("title", "name a refusal with lower-case letters, digits and hyphens")
    refusal = RefusedInputs(
        name=name,
        title=table.text("title", f"Input is refused: {name}"),
        exact=table.optional_text("exact"),
        inputs=tuple(_one_input(table, item) for item in table.items("inputs")),
    )
    if not refusal.inputs and name != TAKEN:
        raise table.error("inputs", "list at least one input that must be refused")
    if refusal.inputs and name == TAKEN:
        raise table.error("inputs", "leave this out: the judge chooses taken cells itself")
    table.finish()
    return refusal


def _one_input(table: TomlTable, item: object) -> str:
    if isinstance(item, str):
        text, times = item, 1
    elif isinstance(item, dict):
        entry = TomlTable("", "", item)
        if not isinstance(item.get("text"), str) or not isinstance(item.get("times"), int):
            raise table.error("inputs", 'write a text, or { text = "7", times = 5000 }')
        text, times = entry.text("text"), max(1, int(item["times"]))
    else:
        raise table.error("inputs", 'write a text, or { text = "7", times = 5000 }')
    if "\n" in text or len(text) * times > MAX_INPUT_LENGTH:
        raise table.error(
            "inputs", f"an input is one line of at most {MAX_INPUT_LENGTH} characters"
        )
    return text * times


def _wording(table: TomlTable, *, needs_player: bool = False) -> Wording:
    exact = table.optional_text("exact")
    loose = table.texts("loose", None if exact is None else [exact])
    for phrase in loose:
        if not has_words(phrase):
            raise table.error("loose", f"{quote(phrase)} needs letters or digits to search for")
        if needs_player and "{player}" not in phrase and "{mark}" not in phrase:
            raise table.error("loose", f"{quote(phrase)} must name {{player}} or {{mark}}")
    if not loose:
        raise table.error("loose", 'write at least one phrase, such as "player {player}"')
    table.finish()
    return Wording(exact, tuple(loose))


def _rematch(top: TomlTable) -> Rematch | None:
    table = top.table("rematch")
    if "rematch" not in top:
        return None
    rematch = Rematch(table.text("yes"), tuple(table.texts("no")))
    if not rematch.no or rematch.yes in rematch.no:
        raise table.error("no", "list at least one answer that differs from yes")
    table.finish()
    return rematch


def _result(top: TomlTable) -> ResultFile | None:
    table = top.table("result")
    if "result" not in top:
        return None
    result = ResultFile(table.text("file"), table.text("content", "{board}{result}\n"))
    if os.path.basename(result.name) != result.name or result.name in {"", ".", ".."}:
        raise table.error("file", "write the name of a file, without a directory")
    table.finish()
    return result


def _ignored_lines(screen: TomlTable) -> tuple[str, ...]:
    patterns = screen.texts("ignore_lines", [])
    for pattern in patterns:
        try:
            re.compile(pattern)
        except re.error as error:
            why = f"{quote(pattern)} is not a regular expression: {error}"
            raise screen.error("ignore_lines", why) from None
    return tuple(patterns)


MAX_WEIGHT = 1000


def read_weights(path: str, conventions: Conventions) -> dict[str, int]:
    """Return the weights in a file, by the names of requirements. Raise SettingsError."""
    table = TomlTable(path, "", read_toml(path))
    known = [one.name for one in requirements_for(conventions, EXACT)]
    weights = {name: table.optional_number(name, 0, MAX_WEIGHT) for name in known}
    table.finish()
    return {name: weight for name, weight in weights.items() if weight is not None}


TomlValues = dict[str, Any]


def read_toml(path: str) -> TomlValues:
    """Return the values of a file. Raise SettingsError if it cannot be read or is not TOML."""
    try:
        with open(path, "rb") as file:
            return tomllib.load(file)
    except OSError as error:
        raise SettingsError(path, "", f"cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(path, "", f"is not TOML: {error}") from None


def merge_tables(base: Mapping[str, Any], changes: Mapping[str, Any]) -> TomlValues:
    """Return the base with the changes: tables are merged, everything else is replaced."""
    merged = dict(base)
    for key, value in changes.items():
        old = merged.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        merged[key] = merge_tables(old or {}, value) if both else value
    return merged


class TomlTable:
    """A table of a TOML file, read key by key; `finish` refuses unknown keys."""

    def __init__(self, path: str, name: str, values: object) -> None:
        self._path = path
        self._name = name
        self._known: list[str] = []
        if not isinstance(values, dict):
            raise SettingsError(path, name, f"write a table here: [{name}]")
        self._values: TomlValues = values

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def error(self, key: str, why: str) -> SettingsError:
        """Return an error about a key of this table."""
        return SettingsError(self._path, f"{self._name}.{key}" if self._name else key, why)

    def text(self, key: str, default: str | None = None) -> str:
        """Return a string, which is required if there is no default."""
        value = self._take(key, default, "a text in quotes")
        if not isinstance(value, str):
            raise self.error(key, f"write a text in quotes, not {quote(str(value))}")
        return value

    def optional_text(self, key: str) -> str | None:
        """Return a string, or None if it is missing."""
        self._known.append(key)
        return self.text(key) if key in self else None

    def texts(self, key: str, default: list[str] | None = None) -> list[str]:
        """Return a list of strings; a single string counts as a list of one."""
        value = self._take(key, default, "a list of texts")
        if isinstance(value, str):
            return [value]
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.error(key, 'write a list of texts, such as ["X", "O"]')
        return value

    def items(self, key: str) -> list[object]:
        """Return a list of any values; empty if it is missing."""
        value = self._take(key, [], "a list")
        if not isinstance(value, list):
            raise self.error(key, "write a list in [ ]")
        return value

    def number(self, key: str, least: int, most: int, default: int | None = None) -> int:
        """Return a whole number within bounds."""
        value = self._take(key, default, f"a whole number from {least} to {most}")
        is_number = isinstance(value, int) and not isinstance(value, bool)
        if not is_number or not least <= value <= most:
            shown = quote(str(value))
            raise self.error(key, f"write a whole number from {least} to {most}, not {shown}")
        return int(value)

    def optional_number(self, key: str, least: int, most: int) -> int | None:
        """Return a whole number within bounds, or None if it is missing."""
        self._known.append(key)
        return self.number(key, least, most) if key in self else None

    def flag(self, key: str, *, default: bool) -> bool:
        """Return true or false."""
        value = self._take(key, default, "true or false")
        if not isinstance(value, bool):
            raise self.error(key, f"write true or false, not {quote(str(value))}")
        return value

    def choice(self, key: str, choices: tuple[str, ...], default: str) -> str:
        """Return one of the choices."""
        value = self.text(key, default)
        if value not in choices:
            options = " or ".join(f'"{one}"' for one in choices)
            raise self.error(key, f"write {options}, not {quote(value)}")
        return value

    def table(self, key: str) -> TomlTable:
        """Return a table in this one; empty if it is missing."""
        self._known.append(key)
        name = f"{self._name}.{key}" if self._name else key
        return TomlTable(self._path, name, self._values.get(key, {}))

    def all_keys(self) -> list[str]:
        """Return the keys in the order of the file, and accept all of them."""
        self._known.extend(self._values)
        return list(self._values)

    def finish(self) -> None:
        """Raise SettingsError for the first unknown key."""
        for key in self._values:
            if key not in self._known:
                near = difflib.get_close_matches(key, self._known, n=1)
                known = ", ".join(self._known)
                hint = f"did you mean {near[0]}?" if near else f"known here: {known}"
                raise self.error(key, f"there is no such key; {hint}")

    def _take(self, key: str, default: object, what: str) -> Any:  # noqa: ANN401 - TOML holds any
        self._known.append(key)
        if key not in self._values and default is None:
            raise self.error(key, f"is missing; write {what}")
        return self._values.get(key, default)
