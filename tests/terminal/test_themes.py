"""The contrast of the themes, and no control characters on any screen."""

from __future__ import annotations

import pytest
from kit.screens import Hand, play
from rich.segment import Segment
from textual.color import Color
from textual.theme import Theme

from tengen.errors import EngineError
from tengen.game.setup import Person, Setup
from tengen.game.tasks import Seat
from tengen.terminal.themes import CONTRAST, DARK, LIGHT, TERMINAL, THEMES, ControlCharacterFilter

COLOURED = [DARK, LIGHT, CONTRAST]
MARKS = ["grid", "black-stone", "white-stone", "seal", "board-hint", "board-action", "ghost"]
TEXTS = ["action", "alarm", "hint", "quiet"]


def contrast(one: str, other: str | None) -> float:
    dark, bright = sorted(map(luminance, (one, other or "")))
    return (bright + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """Return the relative luminance as WCAG defines it."""
    parts = [part / 255 for part in Color.parse(colour).rgb]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
@pytest.mark.parametrize("role", MARKS)
def test_marks_on_the_board_have_contrast(theme: Theme, role: str) -> None:
    variables = theme.variables
    assert contrast(variables[role], variables["board"]) >= 3


@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
@pytest.mark.parametrize("role", TEXTS)
def test_texts_have_contrast(theme: Theme, role: str) -> None:
    assert contrast(theme.variables[role], theme.surface) >= 4.5
    assert contrast(theme.variables["board-text"], theme.variables["board"]) >= 4.5
    assert contrast(theme.foreground or "", theme.surface) >= 4.5


@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
def test_winning_stones_and_their_marks_have_contrast(theme: Theme) -> None:
    colours = theme.variables
    for stone in ("black-stone", "white-stone"):
        assert contrast(colours[stone], colours["win-ground"]) >= 3
    assert contrast(colours["seal-on-black"], colours["black-stone"]) >= 3
    assert contrast(colours["seal-on-white"], colours["white-fill"]) >= 3


def test_sixteen_colours_tell_the_board_and_both_stones_apart() -> None:
    names = ["board", "black-stone", "white-stone", "win-ground"]
    colours = {TERMINAL.variables[name] for name in names}
    assert len(colours) == len(names)
    assert "ansi_default" not in colours


def test_every_theme_knows_every_role() -> None:
    roles = set(DARK.variables)
    assert all(roles <= set(theme.variables) for theme in THEMES.values())


EVIL = "\x1b]0;owned\x07\x9b2J\u202e"


def test_the_filter_keeps_the_width_of_a_line() -> None:
    segment = Segment(f"天e\u0301{EVIL}.")
    (cleaned,) = ControlCharacterFilter().apply([segment], Color(0, 0, 0))
    assert cleaned.text.replace(" ", "") == "天e\u0301]0;owned2J."
    assert cleaned.cell_length == segment.cell_length


def assert_text(hand: Hand, word: str) -> None:
    """Assert that the screen shows this word, and no control characters."""
    rows = hand.rows()
    assert word in "".join(rows)
    assert all(row.isprintable() for row in rows)


def test_no_screen_shows_control_characters() -> None:
    async def script(hand: Hand) -> None:
        hand.game.noticed(f"Hello{EVIL}")
        await hand.pilot.pause()
        assert_text(hand, "Hello")
        hand.game.failed(Seat.ONE, EngineError("Rapfi", EVIL))
        await hand.pilot.pause()
        assert_text(hand, "What to do?")

    play(script, Setup(one=Person(f"Anna{EVIL}"), two=Person(f"Ben{EVIL}")))
