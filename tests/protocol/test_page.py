"""The page about the protocol has all of it."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from tengen.protocol.reader import WORDS
from tengen.protocol.replies import TEXTS
from tengen.protocol.settings import Settings
from tengen.protocol.variants import WIN_RULES

PAGE = (Path(__file__).parent.parent.parent / "docs" / "protocol.md").read_text()


def test_every_command_and_reply_is_documented() -> None:
    assert all(f"`{word}`" in PAGE or f"`{word} " in PAGE for word in {*WORDS, *TEXTS})


def test_every_setting_is_documented() -> None:
    assert all(f"`{field.name}`" in PAGE for field in fields(Settings))


def test_every_rule_is_documented_with_its_number() -> None:
    for number, win in WIN_RULES.items():
        lines = [line for line in PAGE.splitlines() if f"`{win.name}`" in line]
        assert any(str(number) in line for line in lines)
