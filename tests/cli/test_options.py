import pytest

from tengen.classic.five import EDITION as FIVE
from tengen.classic.gomoku import EDITION as GOMOKU
from tengen.cli.options import Options


def test_the_result_goes_where_the_edition_says_unless_the_user_does() -> None:
    assert Options().result_file(FIVE) == "result.txt"
    assert Options(result="end.txt").result_file(FIVE) == "end.txt"
    assert Options(no_result=True).result_file(FIVE) is None
    assert Options().result_file(GOMOKU) is None
    assert Options(result="end.txt").result_file(GOMOKU) == "end.txt"


@pytest.mark.parametrize(
    "colour, terminal, environment, wanted",
    [
        ("never", True, {"TERM": "xterm"}, False),
        ("always", False, {}, True),
        ("always", False, {"NO_COLOR": "1"}, True),
        ("auto", True, {"TERM": "xterm"}, True),
        ("auto", False, {"TERM": "xterm"}, False),
        ("auto", True, {"TERM": "xterm", "NO_COLOR": "1"}, False),
        ("auto", True, {"TERM": "dumb"}, False),
        ("auto", True, {}, False),
    ],
)
def test_colour_is_for_terminals_that_have_it_and_people_who_want_it(
    colour: str,
    terminal: bool,  # noqa: FBT001 - a column of the table
    environment: dict[str, str],
    wanted: bool,  # noqa: FBT001 - a column of the table
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.delenv("TERM", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr("os.isatty", lambda _fd: terminal)
    assert Options(colour=colour).wants_colour() is wanted
