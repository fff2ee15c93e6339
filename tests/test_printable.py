"""Untrusted text is made safe to show."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.printable import in_line, printable

TITLE, CLIPBOARD, CLEAR = "\x1b]0;owned\x07", "\x1b]52;c;aGk=\x07", "\x9b2J"


@pytest.mark.parametrize(
    "text, shown",
    [
        (TITLE, " ]0;owned "),
        (CLIPBOARD, " ]52;c;aGk= "),
        (CLEAR, " 2J"),
        ("a\u202eb\u2066c\u200bd", "a b c d"),
        ("a\x00b\x7fc\r\n\td", "a b c   d"),
        ("\ud800\u2028\ue000", "   "),
        ("Zoë 天元 ●", "Zoë 天元 ●"),
    ],
)
def test_control_characters_are_removed(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_line_ends_can_be_kept() -> None:
    assert printable("one\ntwo\x1b\tthree\r", keep="\n") == "one\ntwo  three "


def test_a_text_in_one_line_has_single_spaces() -> None:
    assert in_line(" Anna \n\x1b[2J  Maria ") == "Anna [2J Maria"


@given(st.text())
def test_printable_text_does_not_change(text: str) -> None:
    shown = printable(text)
    assert shown.isprintable()
    assert len(shown) == len(text)
    assert all(new == old for old, new in zip(text, shown, strict=True) if old.isprintable())
