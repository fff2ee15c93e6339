"""Reading conventions from TOML, checked key by key."""

from __future__ import annotations

import os
import re

from tengen.classic.judge.conventions import (
    TAKEN,
    Conventions,
    InputForm,
    Introduction,
    Refusal,
    Rematch,
    ResultFile,
    Wording,
)
from tengen.classic.judge.drawing import Drawing
from tengen.classic.judge.phrases import has_words
from tengen.classic.judge.settings import Table, Values, merge, read_toml
from tengen.errors import quote
from tengen.rules.rules import Player

LARGEST = 52
LONGEST_INPUT = 100_000
FIELDS = ("{row}", "{column}", "{row_letter}", "{column_letter}", "{cell}")
STATUSES = 255


def read_conventions(edition: str | None, path: str | None) -> Conventions:
    """The conventions of an edition, of a file, or of an edition with the changes in a file."""
    values: Values = {}
    shown = path or ""
    if edition is not None:
        shown = path or f"{edition}.toml"
        values = read_toml(os.path.join(os.path.dirname(__file__), "editions", f"{edition}.toml"))
    if path is not None:
        values = merge(values, read_toml(path))
    return parse_conventions(values, shown)


def parse_conventions(values: Values, path: str) -> Conventions:
    """The conventions that a TOML file holds. Raises SettingsError."""
    top = Table(path, "", values)
    game = top.table("game")
    rows = game.number("rows", 1, LARGEST)
    columns = game.number("columns", 1, LARGEST)
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
        finished_status=status.optional_number("finished", 0, STATUSES),
        end_of_input_status=status.optional_number("end_of_input", 0, STATUSES),
        ignored_lines=_ignored_lines(screen),
    )
    for table in (game, board, screen, status, top):
        table.finish()
    return conventions


def _two_players(table: Table, key: str, default: list[str] | None) -> dict[Player, str]:
    found = table.texts(key, default)
    if len(found) != 2 or found[0] == found[1] or not all(found):
        raise table.error(key, 'write two different texts, the player who starts first: ["X", "O"]')
    return dict(zip(Player, found, strict=True))


def _line_length(game: Table, rows: int, columns: int) -> int:
    return game.number("in_a_row", 1, max(rows, columns))


def _drawing(board: Table, marks: dict[Player, str], size: int) -> Drawing:
    lines = board.texts("lines")
    cell = _one_character(board, "cell", board.text("cell", "?"))
    empty = _one_character(board, "empty", board.text("empty"))
    for mark in marks.values():
        _one_character(board, "empty", mark)
    if empty in marks.values():
        raise board.error("empty", "write a character that is no player's mark")
    found = "".join(lines).count(cell)
    if found != size:
        why = f"draw one {quote(cell)} for every cell: {size} are needed, {found} are there"
        raise board.error("lines", why)
    if empty.isspace() and any(cell * 2 in "".join(line.split()) for line in lines):
        why = "empty cells are blank, so put a visible character between any two cells of a line"
        raise board.error("lines", why)
    return Drawing(lines, cell, empty, marks)


def _one_character(table: Table, key: str, text: str) -> str:
    if len(text) != 1:
        raise table.error(key, f"marks and cells are one character each, not {quote(text)}")
    return text


def _introduction(table: Table) -> Introduction:
    introduction = Introduction(tuple(table.texts("lines", [])), tuple(table.texts("mentions", [])))
    table.finish()
    return introduction


def _input(table: Table, rows: int, columns: int) -> InputForm:
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


def _check_form(table: Table, key: str, form: str, rows: int, columns: int) -> None:
    has_row = "{row}" in form or "{row_letter}" in form
    has_column = "{column}" in form or "{column_letter}" in form
    if "{cell}" not in form and not (has_row and has_column):
        why = f"{quote(form)} does not name a cell; use {{cell}}, or a row and a column:"
        raise table.error(key, f"{why} {', '.join(FIELDS)}")
    if re.search(r"\{(?!row\}|column\}|row_letter\}|column_letter\}|cell\})", form):
        raise table.error(key, f"{quote(form)} has an unknown field; use {', '.join(FIELDS)}")
    letters = {"{row_letter}": rows, "{column_letter}": columns}
    if any(field in form and size > 26 for field, size in letters.items()):
        raise table.error(key, "letters reach to Z only: use numbers for more than 26")


def _refusals(table: Table) -> dict[str, Refusal]:
    return {name: _refusal(name, table.table(name)) for name in table.all_keys()}


def _refusal(name: str, table: Table) -> Refusal:
    if not re.fullmatch(r"[a-z][a-z0-9-]*", name):
        raise table.error("title", "name a refusal with small letters, digits and hyphens")
    refusal = Refusal(
        name=name,
        title=table.text("title", f"Input is refused: {name}"),
        exact=table.optional_text("exact"),
        inputs=tuple(_one_input(table, item) for item in table.items("inputs")),
    )
    if not refusal.inputs and name != TAKEN:
        raise table.error("inputs", "list at least one input that must be refused")
    if refusal.inputs and name == TAKEN:
        raise table.error("inputs", "leave this out: the judge types cells that are taken")
    table.finish()
    return refusal


def _one_input(table: Table, item: object) -> str:
    if isinstance(item, str):
        text, times = item, 1
    elif isinstance(item, dict):
        entry = Table("", "", item)
        if not isinstance(item.get("text"), str) or not isinstance(item.get("times"), int):
            raise table.error("inputs", 'write a text, or { text = "7", times = 5000 }')
        text, times = entry.text("text"), max(1, int(item["times"]))
    else:
        raise table.error("inputs", 'write a text, or { text = "7", times = 5000 }')
    if "\n" in text or len(text) * times > LONGEST_INPUT:
        raise table.error("inputs", f"an input is one line of at most {LONGEST_INPUT} characters")
    return text * times


def _wording(table: Table, *, needs_player: bool = False) -> Wording:
    exact = table.optional_text("exact")
    loose = table.texts("loose", None if exact is None else [exact])
    for phrase in loose:
        if not has_words(phrase):
            raise table.error("loose", f"{quote(phrase)} has no letters or digits to look for")
        if needs_player and "{player}" not in phrase and "{mark}" not in phrase:
            raise table.error("loose", f"{quote(phrase)} must name {{player}} or {{mark}}")
    if not loose:
        raise table.error("loose", 'write at least one phrase, such as "player {player}"')
    table.finish()
    return Wording(exact, tuple(loose))


def _rematch(top: Table) -> Rematch | None:
    table = top.table("rematch")
    if "rematch" not in top:
        return None
    rematch = Rematch(table.text("yes"), tuple(table.texts("no")))
    if not rematch.no or rematch.yes in rematch.no:
        raise table.error("no", "list at least one answer that is not the one for yes")
    table.finish()
    return rematch


def _result(top: Table) -> ResultFile | None:
    table = top.table("result")
    if "result" not in top:
        return None
    result = ResultFile(table.text("file"), table.text("content", "{board}{result}\n"))
    if os.path.basename(result.name) != result.name or result.name in {"", ".", ".."}:
        raise table.error("file", "write the name of a file, without a directory")
    table.finish()
    return result


def _ignored_lines(screen: Table) -> tuple[str, ...]:
    patterns = screen.texts("ignore_lines", [])
    for pattern in patterns:
        try:
            re.compile(pattern)
        except re.error as error:
            why = f"{quote(pattern)} is no regular expression: {error}"
            raise screen.error("ignore_lines", why) from None
    return tuple(patterns)
