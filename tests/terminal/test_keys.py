from __future__ import annotations

from collections import Counter

import pytest
from kit.key_tables import key_table
from kit.screens import Hand, play
from rich.console import Console

from tengen.game.setup import Setup
from tengen.terminal.dialogs import KEY_COLUMN, help_table
from tengen.terminal.game_app import TengenApp
from tengen.terminal.game_screen import GameScreen
from tengen.terminal.keys import GAME_KEYS, ROGUE_KEYS, footer_line, key_name

KEYS = [key for keys in GAME_KEYS.values() for key in keys]


def test_no_key_does_two_things() -> None:
    count = Counter(name for key in KEYS for name in key.keys)
    assert [name for name, times in count.items() if times > 1] == []


def test_every_key_has_an_action_behind_it() -> None:
    for key in KEYS:
        name = key.action.partition("(")[0]
        owner = TengenApp if name.startswith("app.") else GameScreen
        assert hasattr(owner, f"action_{name.removeprefix('app.')}"), key


def test_commands_of_rogue_keys_have_other_keys_too() -> None:
    for letter in ROGUE_KEYS:
        (key,) = [key for key in KEYS if letter in key.keys]
        assert len(key.keys) > 1


def test_the_table_names_every_key_once() -> None:
    table = key_table()
    for key in KEYS:
        row = next(line for line in table.splitlines() if line.endswith(f"| {key.description} |"))
        assert all(key_name(name) in row for name in key.keys)


def test_keys_are_named_as_people_know_them() -> None:
    assert key_name("question_mark") == "?"
    assert key_name("ctrl+n") == "Ctrl+N"
    assert key_name("shift+left") == "Shift+Left"


def test_the_footer_shows_help_first_and_only_what_fits() -> None:
    assert footer_line(80).startswith("[@click=app.help]? Help[/]")
    assert footer_line(8) == "[@click=app.help]? Help[/]"
    assert "Quit" in footer_line(80, can_do=lambda action: action not in {"rematch", "scroll(1)"})
    assert "Undo" not in footer_line(80, can_do=lambda action: action != "undo")


def test_the_help_screen_shows_every_key() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("?")
        texts = "\n".join(hand.rows())
        assert all(key.description[:40].strip() in texts for key in KEYS)
        await hand.press("escape")
        assert hand.app.screen is hand.game

    play(script, Setup(), size=(80, 80))


@pytest.mark.parametrize("width", [40, 54, 72])
def test_descriptions_in_the_help_stay_in_their_column(width: int) -> None:
    names = {key_name(name) for key in KEYS for name in key.keys}
    for keys in GAME_KEYS.values():
        rows = Console(width=width).render_lines(help_table(keys))
        texts = ["".join(segment.text for segment in row) for row in rows]
        heads = " ".join(text[:KEY_COLUMN] for text in texts).replace(", ", " ").split()
        assert {head.rstrip(",") for head in heads} <= names
        words = " ".join(text[KEY_COLUMN:].strip() for text in texts)
        assert all(key.description in words for key in keys)


def test_the_help_is_a_table_on_the_screen() -> None:
    async def script(hand: Hand) -> None:
        await hand.press("?")
        assert any("Left, h" in row and "one point left" in row for row in hand.rows())

    play(script, Setup())
