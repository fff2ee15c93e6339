"""The page about the protocol is complete."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from tengen.gomocup.command_text import KNOWN_WORDS
from tengen.gomocup.replies import TEXT_REPLIES
from tengen.gomocup.settings import WIN_RULES, Settings

PAGE = (Path(__file__).parent.parent.parent / "docs" / "protocol.md").read_text()


def test_every_command_and_reply_is_documented() -> None:
    assert all(f"`{word}`" in PAGE or f"`{word} " in PAGE for word in {*KNOWN_WORDS, *TEXT_REPLIES})


def test_every_setting_is_documented() -> None:
    assert all(f"`{field.name}`" in PAGE for field in fields(Settings))


def test_every_rule_is_documented_with_its_number() -> None:
    for number, win in WIN_RULES.items():
        lines = [line for line in PAGE.splitlines() if f"`{win.name}`" in line]
        assert any(str(number) in line for line in lines)
