from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kit.strategies import modest

from tengen.render import png
from tengen.render.png import find_font, has_letter, load_font, spell_letter


@pytest.fixture
def _no_system_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(png, "SYSTEM_FONTS", ("no such font.ttf",))


def test_english_is_written_with_the_letters_that_come_along() -> None:
    font, text = find_font("Anna, move 21…", 12, None)
    assert text == "Anna, move 21…"
    assert font is load_font(12, None)


@pytest.mark.usefixtures("_no_system_fonts")
def test_letters_that_no_font_has_are_spelled() -> None:
    texts = ["José", "Łukasz", "one – two", "Ⅷ", "天元", "Ω5"]  # noqa: RUF001
    spelled = [find_font(text, 12, None)[1] for text in texts]
    assert spelled == ["Jose", "Lukasz", "one - two", "VIII", "??", "?5"]


@modest
@given(st.characters())
def test_any_letter_can_be_spelled(letter: str) -> None:
    spelled = spell_letter(letter)
    assert spelled
    assert all(has_letter(None, part) for part in spelled)
