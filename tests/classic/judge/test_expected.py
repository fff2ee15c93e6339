"""How the judge shows the input."""

import pytest

from tengen.classic.judge.expected import ScriptEntry


@pytest.mark.parametrize(
    "text, shown",
    [
        ("7,7\n", "7,7"),
        ("1\0\r\n", r"1\x00"),
        ("\x1b[A\n", r"\x1b[A"),
        ("\u0663\n", "\u0663"),
        ("x" * 5000 + "\n", "x" * 30 + "... (5,000 characters)"),
    ],
)
def test_control_characters_are_escaped_and_long_lines_are_cut(text: str, shown: str) -> None:
    assert ScriptEntry(text, refusal="bytes").shown == shown
    assert ScriptEntry(text, refusal="bytes").quoted == f"'{shown}'"


def test_an_empty_line_is_named() -> None:
    assert ScriptEntry("\n", refusal="format").quoted == "'' (an empty line)"
