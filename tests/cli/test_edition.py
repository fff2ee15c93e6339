from pathlib import Path

import pytest
from kit.program import play, play_on_a_terminal

from tengen import parse_game
from tengen.classic import EDITIONS
from tengen.classic.five import EDITION as FIVE
from tengen.classic.gomoku import EDITION as GOMOKU
from tengen.cli.edition import LEVELS, ComputerOptions, EditionOptions
from tengen.engine import levels
from tengen.rules.rules import Player

WIN = b"7,0\n8,0\n7,1\n8,1\n7,2\n8,2\n7,3\n8,3\n7,4\n"
WON = "15x15/5 freestyle a8 a7 b8 b7 c8 c7 d8 d7 e8"


def test_a_record_is_one_line_that_can_be_replayed(tmp_path: Path) -> None:
    play(["five", "--record", "games.txt"], WIN, tmp_path)
    text = (tmp_path / "games.txt").read_text()
    assert text == f"{WON}\n"
    assert parse_game(text.rstrip()).outcome.is_over


def test_a_record_does_not_change_the_output(tmp_path: Path) -> None:
    plain = play(["five"], WIN, tmp_path)
    assert play(["five", "--record", "games.txt"], WIN, tmp_path) == plain


def test_a_record_is_appended_to_and_an_unfinished_game_keeps_its_line(tmp_path: Path) -> None:
    play(["five", "--record", "games.txt"], b"7,7\n0,0\n", tmp_path)
    play(["five", "--record", "games.txt"], WIN, tmp_path)
    assert (tmp_path / "games.txt").read_text() == f"15x15/5 freestyle h8 a15\n{WON}\n"


def test_a_rematch_is_a_separate_line_of_the_record(tmp_path: Path) -> None:
    typed = b"1\n4\n2\n5\n3\n0\n1\n4\n2\n5\n3\n"
    play(["tictactoe", "--record", "games.txt"], typed, tmp_path)
    assert (tmp_path / "games.txt").read_text() == "3x3/3 freestyle a3 a2 b3 b2 c3\n" * 2


def test_an_unwritable_record_is_reported_once_and_the_game_continues(tmp_path: Path) -> None:
    for name, why in (("/dev/full", "No space left on device"), (".", "Is a directory")):
        ran = play(["five", "--record", name], WIN, tmp_path)
        assert ran.status == 1
        assert ran.out.endswith(b"Player 1 wins\n")
        assert ran.err.decode() == f"tengen: cannot write '{name}': {why}\n"


def test_gomoku_writes_a_result_only_with_the_option(tmp_path: Path) -> None:
    typed = b"A0 B0 A1 B1 A2 B2 A3 B3 A4"
    play(["gomoku"], typed, tmp_path)
    assert list(tmp_path.iterdir()) == []
    play(["gomoku", "--result", "end.txt"], typed, tmp_path)
    assert (tmp_path / "end.txt").read_text().endswith("\nPlayer O wins!\n")


SIZE = "import fcntl, struct, termios; fcntl.ioctl(1, termios.TIOCSWINSZ, {})"


def played_at(columns: int, place: Path) -> bytes:
    """Return the standard error of a game on a terminal of this width."""
    size = SIZE.format(f"struct.pack('4H', 24, {columns}, 0, 0)")
    return play_on_a_terminal(["five", "--no-result"], WIN, place, before=size).err


def test_a_terminal_too_narrow_for_the_board_gets_a_warning(tmp_path: Path) -> None:
    warning = b"tengen: the board is 95 columns wide, but the terminal has 94: "
    assert played_at(94, tmp_path).startswith(warning)
    assert b"`tengen play`" in played_at(80, tmp_path)
    assert played_at(95, tmp_path) == played_at(0, tmp_path) == b""


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_help_explains_how_to_leave(edition: str, tmp_path: Path) -> None:
    assert b"To leave the game, press Ctrl-C" in play([edition, "--help"], b"", tmp_path).out


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("word", [b"q", b"quit", b"exit"])
def test_typing_quit_gets_the_warning_of_any_wrong_input(
    edition: str, word: bytes, tmp_path: Path
) -> None:
    ran = play([edition, "--no-result"], word + b"\n", tmp_path)
    wrong = play([edition, "--no-result"], b"x" * len(word) + b"\n", tmp_path)
    assert (ran.status, ran.out) == (1, wrong.out)


def test_the_result_file_is_that_of_the_edition_unless_the_user_names_one() -> None:
    assert EditionOptions().result_file(FIVE) == "result.txt"
    assert EditionOptions(result="end.txt").result_file(FIVE) == "end.txt"
    assert EditionOptions(no_result=True).result_file(FIVE) is None
    assert EditionOptions().result_file(GOMOKU) is None
    assert EditionOptions(result="end.txt").result_file(GOMOKU) == "end.txt"


def test_the_computer_gets_its_seats_and_its_level_from_the_options() -> None:
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


def test_the_levels_of_the_command_line_are_those_of_the_engine() -> None:
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
def test_colour_needs_a_terminal_with_colours_and_no_objection(
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
