"""The page that documents the format agrees with the code."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from textwrap import dedent
from typing import get_args

from tengen.game.events import GAME_TERMINATIONS, Event, Offer
from tengen.game.tasks import Choice
from tengen.storage.statements import APPLICATION, MIGRATIONS
from tengen.storage.transfer import COPY_KEY

PAGE = (Path(__file__).parents[2] / "docs" / "keeping.md").read_text("utf-8")
COMMON_FIELDS = {"at", "command"}
"""The fields of all events, which the page describes before its list."""


def test_the_page_shows_the_tables() -> None:
    found = re.search(r"```sql\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    made = [
        dedent(statement).strip()
        for migration in MIGRATIONS
        for statement in migration
        if not dedent(statement).strip().startswith(("PRAGMA", "UPDATE"))
    ]
    assert found[1].splitlines() == "\n".join(made).splitlines()
    assert f"Version {len(MIGRATIONS)}, " in PAGE
    assert f"0x{APPLICATION:X}" in PAGE


def test_the_page_lists_every_event_with_its_fields() -> None:
    for kind in get_args(Event):
        (row,) = [
            line for line in PAGE.splitlines() if re.match(rf"\|.*`{kind.__name__}`.*\|", line)
        ]
        fields = [name for name in kind.__struct_fields__ if name not in COMMON_FIELDS]
        assert re.findall(r"`(\w+)`", row.split("|")[2]) == fields


def test_the_page_lists_every_enum_value_of_events() -> None:
    for words in (Choice, Offer, GAME_TERMINATIONS):
        assert [word.value for word in words if f"`{word.value}`" not in PAGE] == []


def test_the_page_names_the_tables_of_postgresql() -> None:
    part = PAGE.partition("### In PostgreSQL")[2].partition("\n### ")[0]
    scripts = (files("tengen.storage") / "migrations").iterdir()
    made = [
        table for file in scripts for table in re.findall(r"CREATE TABLE (\w+)", file.read_text())
    ]
    known = re.findall(r"CREATE TABLE (\w+)", "".join(map("".join, MIGRATIONS)))
    assert {"games", "nodes"} <= set(made)
    assert [table for table in {*made} - {*known} if f"`{table}`" not in part] == []
    assert f"`{COPY_KEY}`" in part
