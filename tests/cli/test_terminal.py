"""What the environment says about a terminal."""

import pytest

from tengen.cli.terminal import can_draw, has_full_screen, theme_for

TERMINAL = "terminal"


def set_terminal(monkeypatch: pytest.MonkeyPatch, **variables: str) -> None:
    """Set these environment variables of a terminal and no other relevant ones."""
    monkeypatch.setattr("os.isatty", lambda _fd: True)
    for name in ("TERM", "COLORTERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)


@pytest.mark.parametrize(
    "term, draws", [("xterm", True), ("linux", True), ("dumb", False), ("unknown", False)]
)
def test_a_full_screen_needs_a_cursor(
    monkeypatch: pytest.MonkeyPatch, term: str, *, draws: bool
) -> None:
    set_terminal(monkeypatch, TERM=term)
    assert (can_draw(2), has_full_screen()) == (draws, draws)
    monkeypatch.setattr("os.isatty", lambda _fd: False)
    assert (can_draw(2), has_full_screen()) == (False, False)


def test_a_terminal_without_a_type_gets_plain_output(monkeypatch: pytest.MonkeyPatch) -> None:
    set_terminal(monkeypatch)
    assert not has_full_screen()


@pytest.mark.parametrize(
    "variables, theme",
    [
        ({"TERM": "xterm"}, TERMINAL),
        ({"TERM": "linux"}, TERMINAL),
        ({"TERM": "screen"}, TERMINAL),
        ({"TERM": "xterm", "COLORTERM": "yes"}, TERMINAL),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, None),
        ({"TERM": "xterm-256color"}, None),
        ({"TERM": "xterm-kitty"}, None),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, TERMINAL),
    ],
)
def test_terminals_with_few_colours_get_their_own_theme(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], theme: str | None
) -> None:
    set_terminal(monkeypatch, **variables)
    assert theme_for(None) == theme
    assert theme_for("light") == "light"
