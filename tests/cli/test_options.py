import pytest

from tengen.classic.five import EDITION as FIVE
from tengen.classic.gomoku import EDITION as GOMOKU
from tengen.cli.edition import LEVELS, ComputerOptions, EditionOptions
from tengen.engine import levels
from tengen.rules.rules import Player


def test_the_result_goes_where_the_edition_says_unless_the_user_does() -> None:
    assert EditionOptions().result_file(FIVE) == "result.txt"
    assert EditionOptions(result="end.txt").result_file(FIVE) == "end.txt"
    assert EditionOptions(no_result=True).result_file(FIVE) is None
    assert EditionOptions().result_file(GOMOKU) is None
    assert EditionOptions(result="end.txt").result_file(GOMOKU) == "end.txt"


def test_the_computer_takes_the_seats_it_is_given_at_the_level_it_is_given() -> None:
    assert EditionOptions().computer is None
    assert (ComputerOptions("1").players, ComputerOptions("2").players) == (
        (Player.FIRST,),
        (Player.SECOND,),
    )
    assert set(ComputerOptions("both", 9).players) == set(Player)
    assert (
        ComputerOptions("1").level,
        ComputerOptions("1", 9, 3).level,
        ComputerOptions("1", 9, 3).seed,
    ) == (4, 9, 3)


def test_the_levels_of_the_command_line_are_those_of_the_search() -> None:
    assert list(LEVELS) == list(levels.LEVELS)


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
    assert EditionOptions(colour=colour).wants_colour() is wanted
